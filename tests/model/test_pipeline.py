"""Pipeline mode: the rows of the migration table, run in both modes and compared bit for bit, and
what else the documents say of graphs."""

from __future__ import annotations

import re
import types as python

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import Pipeline, fn, math, pipeline_def, tensors, types
from headrace.core.device import gpu_count
from headrace.core.errors import Error

from .dataset import write_files, write_images

with_gpu = pytest.mark.skipif(gpu_count() == 0, reason="no GPU, and none is emulated")
without_gpu = pytest.mark.skipif(bool(gpu_count()), reason="for machines without a GPU")


@pytest.fixture
def root(tmp_path):
    return str(write_images(tmp_path / "images", 11))


@pytest.fixture
def threads():
    yield
    ndd.set_num_threads(None)


def same(output, batch):
    """An output of a pipeline is this batch: elements, shapes, element type, layout, device."""
    kind = tensors.TensorListCPU if batch.device == "cpu" else tensors.TensorListGPU
    assert type(output) is kind
    assert (output.dtype, output.layout() or None) == (batch.dtype, batch.layout)
    assert output.shape() == batch.shape
    for a, b in zip(output.as_cpu(), batch.cpu(), strict=True):
        assert np.asarray(a).tobytes() == np.asarray(b).tobytes()


# ---- the migration table -------------------------------------------------------------------------


def test_a_graph_is_a_loop_of_direct_calls(root):
    """@pipeline_def, build() and run(), beside the same calls in a loop."""
    mean, std = [123.0, 116.0, 103.0], [58.0, 57.0, 57.0]

    @pipeline_def(batch_size=4)
    def graph():
        jpegs, labels = fn.readers.file(file_root=root)
        images = fn.resize(fn.decoders.image(jpegs), size=[24, 24])
        return fn.crop_mirror_normalize(images, mean=mean, std=std), labels

    pipe = graph()
    pipe.build()
    reader = ndd.readers.File(file_root=root)
    for _ in range(2):
        for jpegs, labels in reader.next_epoch(batch_size=4):
            images = ndd.resize(ndd.decoders.image(jpegs), size=[24, 24])
            images = ndd.crop_mirror_normalize(images, mean=mean, std=std)
            got, got_labels = pipe.run()
            same(got, images)
            same(got_labels, labels)


@pytest.mark.parametrize("arguments", [
    {},
    {"random_shuffle": True},
    {"random_shuffle": True, "seed": 9},
    {"shuffle_after_epoch": True},
    {"random_shuffle": True, "seed": 3, "num_shards": 2, "shard_id": 1},
    {"num_shards": 2, "shard_id": 1, "stick_to_shard": True, "pad_last_batch": True},
], ids=str)  # fmt: skip
def test_readers_read_the_same_in_the_same_order(root, arguments):
    """fn.readers.file and ndd.readers.File; also when the seed is nobody's but the default."""

    @pipeline_def(batch_size=4)
    def graph():
        return tuple(fn.readers.file(file_root=root, **arguments))

    pipe, reader = graph(), ndd.readers.File(file_root=root, **arguments)
    for _ in range(3):
        for jpegs, labels in reader.next_epoch(batch_size=4):
            got, got_labels = pipe.run()
            same(got, jpegs)
            same(got_labels, labels)


def test_readers_are_functions_here_and_classes_there():
    """readers.file and readers.File: every reader has both names, with the same arguments."""
    for name, cls in vars(ndd.readers).items():
        if isinstance(cls, type) and name[0].isupper():
            function = getattr(fn.readers, re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower())
            assert function.definition is cls
    assert not hasattr(fn.readers, "File") and not hasattr(ndd.readers, "file")


@with_gpu
def test_mixed_in_a_graph_is_gpu_in_a_call(root):
    @pipeline_def(batch_size=4, device_id=0)
    def graph():
        jpegs, _ = fn.readers.file(file_root=root)
        images = fn.decoders.image(jpegs, device="mixed")
        return images, fn.resize(images, size=[9, 9])

    pipe, reader = graph(), ndd.readers.File(file_root=root)
    for jpegs, _ in reader.next_epoch(batch_size=4):
        images, small = pipe.run()
        expected = ndd.decoders.image(jpegs, device="gpu")
        assert expected.device == "gpu"
        same(images, expected)
        same(small, ndd.resize(expected, size=[9, 9]))


@without_gpu
@pytest.mark.parametrize("ask", [
    lambda jpegs: fn.decoders.image(jpegs, device="mixed"),
    lambda jpegs: fn.decoders.image(jpegs).gpu(),
    lambda jpegs: fn.resize(fn.decoders.image(jpegs), size=[9, 9], device="gpu"),
], ids=["mixed", "gpu()", "gpu"])  # fmt: skip
def test_without_a_gpu_mixed_says_so(root, ask):
    @pipeline_def(batch_size=4)
    def graph():
        return ask(fn.readers.file(file_root=root)[0])

    with pytest.raises(RuntimeError, match="no GPU") as caught:
        graph().build()
    assert isinstance(caught.value, Error)


# Calls through fn in a graph and through ndd, on the same images.
CALLS = {
    "flip": lambda f, x: f.flip(x, vertical=1),
    "rotate": lambda f, x: f.rotate(x, angle=30.0, fill_value=7),
    "crop": lambda f, x: f.crop(x, crop=[7, 9], crop_pos_x=0.3),
    "color_twist": lambda f, x: f.color_twist(x, hue=20.0, contrast=0.8),
    "reductions": lambda f, x: f.reductions.mean(x, axes=[0, 1]),
    "transpose": lambda f, x: f.transpose(x, perm=[2, 0, 1]),
    "transforms": lambda f, x: f.warp_affine(x, f.transforms.rotation(angle=10.0)),
    "noise": lambda f, x: f.noise.gaussian(x, stddev=9.0, **seeded(f, 5)),
    "random": lambda f, x: f.random_resized_crop(x, size=[6, 5], **seeded(f, 6)),
    "arithmetic": lambda f, x: (x * 2 + 1) % 7,
    "comparison": lambda f, x: x > 100,
    "cat": lambda f, x: f.cat(x, x, axis=1),
    "get_property": lambda f, x: f.get_property(x, key="layout"),
}


def seeded(f, seed):
    return {"seed": seed} if f is fn else {"rng": ndd.random.RNG(seed)}


@pytest.mark.parametrize("call", CALLS)
def test_operators_are_the_same(root, call):
    """fn.op_name and ndd.op_name."""
    make = CALLS[call]

    @pipeline_def(batch_size=3)
    def graph():
        return make(fn, fn.decoders.image(fn.readers.file(file_root=root)[0]))

    jpegs, _ = next(ndd.readers.File(file_root=root).next_epoch(batch_size=3))
    same(graph().run()[0], make(ndd, ndd.decoders.image(jpegs)))


def test_indexing_a_node_is_slicing_a_batch(root):
    @pipeline_def(batch_size=3)
    def graph():
        images = fn.decoders.image(fn.readers.file(file_root=root)[0])
        return images[2:, ::2, 0], images[images.shape()[0] // 2]

    jpegs, _ = next(ndd.readers.File(file_root=root).next_epoch(batch_size=3))
    images = ndd.decoders.image(jpegs)
    part, row = graph().run()
    same(part, images.slice[2:, ::2, 0])
    same(row, images.slice[ndd.batch(images.shape).slice[0] // 2])


def operators(module, prefix=""):
    """The operators of a namespace and of those in it, by their names with dots."""
    found = {}
    for name, member in vars(module).items():
        if isinstance(member, python.ModuleType):
            if member.__name__.startswith("headrace.dynamic."):
                found |= operators(member, f"{prefix}{name}.")
        elif hasattr(member, "definition") and not name.startswith("_"):
            found[prefix + name] = member.definition
    return found


def test_both_modes_have_the_same_operators():
    """By the same names; the deprecated ones too."""
    for name, definition in operators(ndd).items():
        found = math if name.startswith("math.") else fn
        for part in name.removeprefix("math.").split("."):
            found = getattr(found, part)
        assert getattr(found, "definition", definition) is definition


@pytest.mark.parametrize("size", [1, 4, 64])
def test_batch_size_is_said_once_or_to_each(root, size):
    """A pipeline's is the reader's and the random operators'; calls have one each."""

    @pipeline_def(batch_size=size)
    def graph():
        _, labels = fn.readers.file(file_root=root)
        angle = fn.random.uniform(range=[-30, 30], seed=3)
        return labels, angle, fn.random.coin_flip(seed=4), fn.random.normal(shape=[2], seed=5)

    pipe, reader = graph(), ndd.readers.File(file_root=root)
    a, b, c = (ndd.random.RNG(seed) for seed in (3, 4, 5))
    for _, labels in reader.next_epoch(batch_size=size):
        got = pipe.run()
        same(got[0], labels)
        same(got[1], ndd.random.uniform(range=[-30, 30], batch_size=size, rng=a))
        same(got[2], ndd.random.coin_flip(batch_size=size, rng=b))
        same(got[3], ndd.random.normal(shape=[2], batch_size=size, rng=c))


def test_random_operators_follow_the_batches_that_come():
    @pipeline_def(batch_size=4)
    def graph():
        return fn.external_source(name="x") + fn.random.uniform(range=[0, 1], seed=8)

    pipe, rng = graph(), ndd.random.RNG(8)
    for n in (4, 1, 3):
        x = np.arange(n, dtype=np.float32)
        expected = ndd.batch(x) + ndd.random.uniform(range=[0, 1], batch_size=n, rng=rng)
        same(pipe.run(x=x)[0], expected)


def draws(seed, own=None):
    """Two iterations of a graph with two random operators."""

    @pipeline_def(batch_size=4, seed=seed)
    def graph():
        return fn.random.uniform(seed=own), fn.random.uniform(seed=own)

    pipe = graph()
    return [[o.as_array().tolist() for o in pipe.run()] for _ in range(2)]


def direct_draws(seed):
    ndd.random.set_seed(seed)
    return [ndd.as_tensor(ndd.random.uniform(batch_size=4)).tolist() for _ in range(2)]


def test_a_seed_makes_runs_repeat():
    """seed=42 of a pipeline, set_seed(42) and RNG(seed=42)."""
    assert draws(42) == draws(42) != draws(43)
    assert direct_draws(42) == direct_draws(42) != direct_draws(43)
    (first, second), _ = draws(42)
    assert first != second  # each operator has numbers of its own


def test_the_seed_of_an_operator_is_that_of_a_generator():
    """Iterations of fn.random.uniform(seed=42) are the calls with one RNG(seed=42)."""
    assert draws(None, 42) == [[d, d] for d in direct_draws(42)]
    rng = ndd.random.RNG(seed=42)
    drawn = [ndd.as_tensor(ndd.random.uniform(batch_size=4, rng=rng)).tolist() for _ in range(2)]
    assert drawn == direct_draws(42)


def test_the_seed_of_a_pipeline_shuffles_its_readers(root):
    def order(seed):
        @pipeline_def(batch_size=11, seed=seed)
        def graph():
            return fn.readers.file(file_root=root, random_shuffle=True)[0].source_info()

        return [bytes(np.asarray(x)) for x in graph().run()[0]]

    assert order(1) == order(1) != order(2)
    assert sorted(order(1)) == sorted(order(2))


def test_num_threads(root, threads):
    """A pipeline's own, or everybody's; the results do not depend on them."""

    def graph():
        images = fn.decoders.image(fn.readers.file(file_root=root)[0])
        return fn.random_resized_crop(images, size=[8, 8], seed=1)

    for count in (1, 4):
        pipe = pipeline_def(graph, batch_size=11, num_threads=count)()
        ndd.set_num_threads(count)
        assert pipe.num_threads == ndd.get_num_threads() == count
        jpegs, _ = next(ndd.readers.File(file_root=root).next_epoch(batch_size=11))
        images = ndd.decoders.image(jpegs)
        expected = ndd.random_resized_crop(images, size=[8, 8], rng=ndd.random.RNG(1))
        same(pipe.run()[0], expected)


def outputs_and_batch(root):
    @pipeline_def(batch_size=4)
    def graph():
        return fn.decoders.image(fn.readers.file(file_root=root)[0])

    jpegs, _ = next(ndd.readers.File(file_root=root).next_epoch(batch_size=4))
    return graph().run()[0], ndd.decoders.image(jpegs)


def test_samples_of_an_output(root):
    """output.at(i), beside batch.select(i) and batch.tensors[i]."""
    output, batch = outputs_and_batch(root)
    for i in range(4):
        np.testing.assert_array_equal(output.at(i), np.asarray(batch.select(i)))
        np.testing.assert_array_equal(output.at(i), np.asarray(batch.tensors[i]))
        np.testing.assert_array_equal(output.at(i), np.asarray(output[i]))
    for ask in (output.at, batch.select, batch.tensors.__getitem__):
        with pytest.raises(IndexError):
            ask(4)


def test_outputs_go_to_the_cpu(root):
    """output.as_cpu() and batch.cpu(); nothing happens to what is there already."""
    output, batch = outputs_and_batch(root)
    same(output.as_cpu(), batch.cpu())


@with_gpu
def test_outputs_come_from_the_gpu(root):
    @pipeline_def(batch_size=4, device_id=0)
    def graph():
        return fn.flip(fn.decoders.image(fn.readers.file(file_root=root)[0]).gpu())

    [output] = graph().run()
    batch = ndd.flip(outputs_and_batch(root)[1].gpu())
    same(output, batch)
    same(output.as_cpu(), batch.cpu())
    assert type(output.as_cpu()) is tensors.TensorListCPU


def test_run_returns_a_tuple_and_an_epoch_yields_tuples(root):
    """Of lists of tensors and of batches, as many as the reader has outputs."""

    @pipeline_def(batch_size=4)
    def graph():
        return tuple(fn.readers.file(file_root=root))

    pipe, reader = graph(), ndd.readers.File(file_root=root)
    outputs, batches = pipe.run(), next(reader.next_epoch(batch_size=4))
    assert type(outputs) is type(batches) is tuple
    assert [type(x) for x in outputs] == [tensors.TensorListCPU] * 2
    assert [type(x) for x in batches] == [ndd.Batch] * 2
    assert [len(x) for x in outputs] == [x.batch_size for x in batches] == [4, 4]


@pytest.mark.parametrize("taken", [0, 1, 3, 4])
def test_checkpoints_in_both_modes(root, tmp_path, taken):
    """One of a whole pipeline, or one of a reader and a generator: both go on with the same."""

    def graph():
        data, _ = fn.readers.file(file_root=root, random_shuffle=True, seed=2, name="my_reader")
        return data, fn.random.uniform(range=[0, 1], seed=7)

    def make(**more):
        return pipeline_def(graph, batch_size=4, enable_checkpointing=True, **more)()

    def direct():
        reader = ndd.readers.File(
            file_root=root, random_shuffle=True, seed=2, enable_checkpointing=True
        )
        return reader, ndd.random.RNG(7), ndd.checkpoint.Checkpoint()

    def steps(reader, rng):
        while True:
            for data, _ in reader.next_epoch(batch_size=4):
                yield data, ndd.random.uniform(range=[0, 1], batch_size=4, rng=rng)

    pipe = make()
    reader, rng, ckpt = direct()
    ckpt.register(reader, "my_reader")
    ckpt.register(rng, "rng")
    following = steps(reader, rng)
    for _ in range(taken):
        pipe.run()
        next(following)
    saved = pipe.checkpoint()
    ckpt.collect()
    ckpt.save(str(tmp_path / "ckpt_{seq:04d}.json"))
    following.close()

    restored = make(checkpoint=saved)
    reader, rng, ckpt = direct()
    ckpt.load(str(tmp_path / "ckpt_{seq:04d}.json"))
    ckpt.register(reader, "my_reader")
    ckpt.register(rng, "rng")
    following = steps(reader, rng)
    for _ in range(5):
        data, number = next(following)
        for going_on in (pipe, restored):
            got = going_on.run()
            same(got[0], data)
            same(got[1], number)
    following.close()
    assert restored.is_restored_from_checkpoint and not pipe.is_restored_from_checkpoint


# ---- what else they say --------------------------------------------------------------------------


def test_a_graph_is_defined_once_and_executed_repeatedly():
    defined = []

    @pipeline_def(batch_size=2)
    def graph():
        defined.append(1)
        return fn.external_source(lambda i: np.full((2, 1), i))

    pipe = graph()
    assert [int(pipe.run()[0].at(0)[0]) for _ in range(5)] == [0, 1, 2, 3, 4]
    assert len(defined) == 1


def test_graphs_are_optimised(root):
    """All operators between decoding and the output are one program."""

    @pipeline_def(batch_size=4)
    def graph():
        images = fn.resize(fn.decoders.image(fn.readers.file(file_root=root)[0]), size=[9, 9])
        return fn.cast((fn.flip(images) * 2.0 + 1.0) / 3.0, dtype=types.UINT8)

    plan = graph().explain()
    assert len(plan.stages) == 1 and "fused into one program" in str(plan)


def test_both_modes_live_in_one_program(root):
    """Prototype directly, move it into a graph: each while the other is running."""

    @pipeline_def(batch_size=4, seed=1)
    def graph():
        return fn.decoders.image(fn.readers.file(file_root=root)[0])

    pipe, reader = graph(), ndd.readers.File(file_root=root)
    for jpegs, _ in reader.next_epoch(batch_size=4):
        batch = ndd.as_batch(pipe.run()[0].batch)  # what one made, the other goes on with
        for a, b in zip(ndd.flip(batch), ndd.flip(ndd.decoders.image(jpegs)), strict=True):
            np.testing.assert_array_equal(a, b)


def test_operators_of_graphs_want_a_graph():
    with pytest.raises(RuntimeError, match=r"headrace\.dynamic"):
        fn.zeros(shape=[1])
    with pytest.raises(TypeError, match=r"fn\.\*"), Pipeline(batch_size=1):
        ndd.flip(fn.zeros(shape=[1, 1, 1], layout="HWC"))


def test_python_control_flow_is_a_graphs_only_by_leave(root):
    """In calls a condition is Python's; in a graph it is one for each sample."""

    def graph():
        images = fn.decoders.image(fn.readers.file(file_root=root)[0])
        if images.shape()[0] > 21:
            images = fn.flip(images)
        return images

    with pytest.raises(TypeError, match="enable_conditionals"):
        pipeline_def(graph, batch_size=11)()
    [output] = pipeline_def(graph, batch_size=11, enable_conditionals=True)().run()
    jpegs, _ = next(ndd.readers.File(file_root=root).next_epoch(batch_size=11))
    for got, image in zip(output, ndd.decoders.image(jpegs), strict=True):
        if image.shape[0] > 21:
            image = ndd.flip(image)
        np.testing.assert_array_equal(np.asarray(got), np.asarray(image))


def test_errors_name_the_operator_and_the_line(tmp_path):
    files = [str(f) for f in write_files(tmp_path, 3)]

    @pipeline_def(batch_size=3)
    def graph():
        return fn.decoders.image(fn.readers.file(files=files)[0])  # no images

    with pytest.raises(RuntimeError, match=r"decoders\.image") as caught:
        graph().run()
    assert caught.value.where.filename == __file__
    assert caught.value.where.function.endswith("graph")


def test_plugins_for_frameworks(root):
    """An iterator over a pipeline gives a framework's tensors; so does a batch."""
    pytest.importorskip("torch")
    from headrace.plugin.pytorch import DALIClassificationIterator, LastBatchPolicy

    @pipeline_def(batch_size=4)
    def graph():
        jpegs, labels = fn.readers.file(file_root=root, name="Reader")
        return fn.resize(fn.decoders.image(jpegs), size=[8, 8]), labels

    iterator = DALIClassificationIterator(
        graph(), reader_name="Reader", last_batch_policy=LastBatchPolicy.FILL, dynamic_shape=True
    )
    reader = ndd.readers.File(file_root=root)
    for [got], (jpegs, labels) in zip(iterator, reader.next_epoch(batch_size=4), strict=True):
        images = ndd.resize(ndd.decoders.image(jpegs), size=[8, 8])
        assert got["data"].equal(images.torch())
        assert got["label"].equal(labels.torch())
