"""Running: prefetching, errors, plans, Python functions, seeds, state."""

from __future__ import annotations

import gc
import sys
import threading
import weakref

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import fn, pipeline_def, types


@pytest.fixture
def folder(tmp_path):
    for k in range(10):
        f = tmp_path / "c" / f"{k}.jpg"
        f.parent.mkdir(exist_ok=True)
        f.write_bytes(bytes([k, 7]))
    return str(tmp_path)


def numbers(out):
    return [int(np.asarray(x).reshape(-1)[0]) for x in out]


# ---- iterations ----------------------------------------------------------------------------------


def test_batches_follow_each_other_over_epochs(folder):
    @pipeline_def(batch_size=4)
    def graph():
        data, labels = fn.readers.file(file_root=folder, name="r")
        return data[0], labels

    pipe = graph()
    assert [numbers(pipe.run()[0]) for _ in range(4)] == [
        [0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1], [2, 3, 4, 5],
    ]  # fmt: skip
    assert pipe.epoch_size("r") == 10
    assert pipe.epoch_size() == {"r": 10}
    assert pipe.reader_meta("r")["epoch_size"] == 10
    with pytest.raises(KeyError, match="Valid: r"):
        pipe.reader_meta("q")


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_so_many_iterations_are_ahead(depth):
    asked = []

    @pipeline_def(batch_size=1, prefetch_queue_depth=depth)
    def graph():
        return fn.external_source(source=lambda i: asked.append(i) or np.full((1, 1), i))

    pipe = graph()
    for k in range(4):
        assert numbers(pipe.run()[0]) == [k]
        assert len(asked) == k + depth


def test_nothing_runs_ahead_when_asked_not_to():
    asked = []

    @pipeline_def(batch_size=1, exec_pipelined=False, exec_async=False)
    def graph():
        return fn.external_source(source=lambda i: asked.append(i) or np.full((1, 1), i))

    pipe = graph()
    pipe.run()
    assert asked == [0]


def test_scheduling_by_hand(folder):
    @pipeline_def(batch_size=2)
    def graph():
        return fn.readers.file(file_root=folder)[0]

    pipe = graph()
    pipe.schedule_run()
    pipe.schedule_run()
    first = pipe.share_outputs()
    pipe.release_outputs()
    second = pipe.share_outputs()
    pipe.release_outputs()
    assert (numbers(first[0]), numbers(second[0])) == ([0, 1], [2, 3])  # outputs stay valid
    assert numbers(pipe.run()[0]) == [4, 5]


def test_inputs_of_a_run():
    @pipeline_def(batch_size=4)
    def graph():
        x = fn.external_source(name="x")
        return x * 2

    pipe = graph()
    with pytest.raises(IndexError, match="feed_input"):
        pipe.run()
    assert pipe.run(x=np.array([1, 2]))[0].as_array().tolist() == [2, 4]
    pipe.feed_input("x", np.array([5]))
    pipe.feed_input("x", [np.array(6), np.array(7)])
    assert [pipe.run()[0].as_array().tolist() for _ in range(2)] == [[10], [12, 14]]
    with pytest.raises(KeyError, match="Valid: x"):
        pipe.feed_input("y", np.array([5]))
    with pytest.raises(ValueError, match="4"):
        pipe.run(x=np.arange(5))
    assert pipe.run(x=np.array([3]))[0].as_array().tolist() == [6]


def test_kinds_of_data_may_change():
    @pipeline_def(batch_size=4)
    def graph():
        return fn.external_source(name="x") + 1

    pipe = graph()
    assert pipe.run(x=np.ones((2, 3), np.uint8))[0].dtype == ndd.int32
    out = pipe.run(x=np.ones((1, 3, 2), np.float64))[0]
    assert (out.dtype, out.shape()) == (ndd.float64, [(3, 2)])


def test_calls_of_an_iteration_need_no_python(folder):
    """What happens for each iteration is the same, however many operators there are."""

    def frames(count):
        @pipeline_def(batch_size=2, num_threads=1)
        def graph():
            x = fn.cast(fn.readers.file(file_root=folder)[0], dtype=types.FLOAT)
            for _ in range(count):
                x = fn.normalize(x * 2.0, mean=1.0, stddev=2.0)
            return x

        pipe = graph()
        for _ in range(3):
            pipe.run()
        calls = 0

        def profile(frame, event, arg):
            nonlocal calls
            calls += event == "call"

        sys.setprofile(profile)
        try:
            pipe.run()
        finally:
            sys.setprofile(None)
        return calls

    assert frames(40) == frames(1)


def test_plans_are_fused(folder):
    @pipeline_def(batch_size=5)
    def graph():
        x = fn.cast(fn.readers.file(file_root=folder)[0], dtype=types.FLOAT)
        return fn.cast(x * 2.0 + 1.0, dtype=types.UINT8)

    plan = graph().explain()
    assert len(plan.stages) == 1
    assert "4 calls fused into one program" in str(plan)
    assert "5 samples" in str(plan)
    assert __file__ in str(plan)


def test_results_do_not_depend_on_threads_or_fusion(unfused):
    def results(threads):
        @pipeline_def(batch_size=7, num_threads=threads, seed=11)
        def graph():
            x = fn.random.uniform(range=[0, 255], shape=[5, 6, 3])
            x = fn.cast(x, dtype=types.UINT8)
            x = fn.random_resized_crop(fn.reshape(x, layout="HWC"), size=[4, 4])
            return fn.flip(x, horizontal=fn.random.coin_flip()), fn.random.normal(shape=[2])

        pipe = graph()
        return [o.as_array() for _ in range(3) for o in pipe.run()]

    first, second = results(1), results(4)
    with unfused():
        third = results(2)
    for a, b, c in zip(first, second, third):
        np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(a, c)


# ---- seeds ---------------------------------------------------------------------------------------


def test_a_seed_is_that_of_an_rng():
    @pipeline_def(batch_size=3)
    def graph():
        return fn.random.uniform(range=[0, 1], shape=[2], seed=42), fn.random.coin_flip(seed=42)

    pipe, rng, other = graph(), ndd.random.RNG(42), ndd.random.RNG(42)
    for _ in range(3):
        u, c = pipe.run()
        want = ndd.random.uniform(range=[0, 1], shape=[2], batch_size=3, rng=rng)
        np.testing.assert_array_equal(u.as_array(), ndd.as_tensor(want).numpy())
        flips = ndd.random.coin_flip(batch_size=3, rng=other)
        np.testing.assert_array_equal(c.as_array(), ndd.as_tensor(flips).numpy())


def test_a_pipeline_seed_gives_each_operator_its_own():
    def draw(seed):
        @pipeline_def(batch_size=2, seed=seed)
        def graph():
            return fn.random.uniform(), fn.random.uniform()

        return [o.as_array().tolist() for o in graph().run()]

    a, b = draw(1)
    assert a != b
    assert draw(1) == [a, b]
    assert draw(2) != [a, b]
    assert draw(None) != draw(None)


def test_readers_shuffle_by_the_same_seeds(folder):
    @pipeline_def(batch_size=5)
    def graph():
        return fn.readers.file(file_root=folder, random_shuffle=True, seed=9)[0]

    pipe = graph()
    reader = ndd.readers.File(file_root=folder, random_shuffle=True, seed=9)
    got = [numbers(pipe.run()[0]) for _ in range(4)]
    want = [numbers(d) for _ in range(2) for d, _ in reader.next_epoch(batch_size=5)]
    assert got == want


# ---- errors --------------------------------------------------------------------------------------


def test_errors_say_where_and_which_and_the_pipeline_goes_on(tmp_path):
    good = ndd.as_tensor(np.zeros((4, 4, 3), np.uint8))
    del good
    for k in range(4):
        f = tmp_path / "c" / f"{k}.jpg"
        f.parent.mkdir(exist_ok=True)
        f.write_bytes(b"no picture" if k == 1 else _jpeg())

    @pipeline_def(batch_size=2)
    def graph():
        data, _ = fn.readers.file(file_root=str(tmp_path))
        return fn.decoders.image(data)

    pipe = graph()
    with pytest.raises(RuntimeError, match="decoders.image") as error:
        pipe.run()
    assert error.value.sample == 1
    assert error.value.source.endswith("1.jpg")
    assert error.value.where.function.endswith("graph")
    pipe.reset()
    assert pipe.run()[0].shape() == [(4, 4, 3)] * 2
    with pytest.raises(RuntimeError):
        pipe.run()


def _jpeg():
    import io

    from PIL import Image

    f = io.BytesIO()
    Image.new("RGB", (4, 4)).save(f, "JPEG")
    return f.getvalue()


def test_errors_of_the_users_functions_come_in_their_turn():
    def source(i):
        if i == 2:
            raise ZeroDivisionError("mine")
        return np.full((1, 1), i)

    @pipeline_def(batch_size=1, prefetch_queue_depth=3)
    def graph():
        return fn.external_source(source=source)

    pipe = graph()
    assert numbers(pipe.run()[0]) == [0]
    assert numbers(pipe.run()[0]) == [1]
    with pytest.raises(ZeroDivisionError, match="mine"):
        pipe.run()
    assert numbers(pipe.run()[0]) == [3]


def test_requirements_of_outputs():
    def graph():
        return fn.zeros(shape=[2, 3], layout="HW")

    ok = pipeline_def(
        graph, batch_size=1, output_dtype=types.INT32, output_ndim=[2], output_layout="HW"
    )
    assert ok().run()[0].shape() == [(2, 3)]
    for wrong in ({"output_dtype": types.FLOAT}, {"output_ndim": 3}, {"output_layout": ["HWC"]}):
        with pytest.raises(RuntimeError, match=next(iter(wrong))):
            pipeline_def(graph, batch_size=1, **wrong)().run()
    with pytest.raises(ValueError, match="2 entries"):
        pipeline_def(graph, batch_size=1, output_ndim=[2, 2])().build()


# ---- Python functions ----------------------------------------------------------------------------


def test_python_functions():
    @pipeline_def(batch_size=3)
    def graph():
        x = fn.external_source(source=lambda i: np.arange(6).reshape(3, 2) + 10 * i)
        y = fn.python_function(x + 1, function=lambda a: a * 2)
        z, w = fn.python_function(
            x, y, function=lambda a, b: (a + b, np.float32(a.sum())), num_outputs=2
        )
        return y, z, fn.cast(w, dtype=types.INT32)

    pipe = graph()
    for i in range(3):
        x = np.arange(6).reshape(3, 2) + 10 * i
        y, z, w = [o.as_array() for o in pipe.run()]
        np.testing.assert_array_equal(y, (x + 1) * 2)
        np.testing.assert_array_equal(z, x + (x + 1) * 2)
        np.testing.assert_array_equal(w, x.sum(1))


def test_python_functions_on_batches_and_without_outputs():
    seen = []

    @pipeline_def(batch_size=3)
    def graph():
        x = fn.random.uniform(range=[0, 1], shape=[2])
        fn.python_function(x, function=lambda a: seen.append(a.copy()), num_outputs=0)
        return x, fn.python_function(
            x, function=lambda batch: [a[::-1] for a in batch], batch_processing=True
        )

    x, y = [o.as_array() for o in graph().run()]
    np.testing.assert_array_equal(x[:, ::-1], y)
    np.testing.assert_array_equal(np.stack(seen[:3]), x)


def test_dlpack_functions():
    def double(capsule):
        return (np.from_dlpack(_Held(capsule)) * 2).__dlpack__()

    def double_all(capsules):
        return [double(c) for c in capsules]

    @pipeline_def(batch_size=2)
    def graph():
        x = fn.ones(shape=[3])
        each = fn.dl_tensor_python_function(x, function=double, batch_processing=False)
        return each, fn.dl_tensor_python_function(x, function=double_all)

    for output in graph().run():
        assert output.as_array().tolist() == [[2, 2, 2]] * 2


class _Held:
    def __init__(self, capsule):
        self.capsule = capsule

    def __dlpack__(self, **_):
        return self.capsule

    def __dlpack_device__(self):
        return 1, 0


def test_errors_of_python_functions():
    def bad(a):
        raise KeyError("inside")

    @pipeline_def(batch_size=2)
    def graph():
        return fn.python_function(fn.zeros(shape=[1]), function=bad)

    pipe = graph()
    for _ in range(3):
        with pytest.raises(KeyError, match="inside"):
            pipe.run()


def test_number_of_outputs_of_python_functions():
    @pipeline_def(batch_size=2)
    def graph():
        return fn.python_function(fn.zeros(shape=[1]), function=lambda a: (a, a, a), num_outputs=2)[
            0
        ]

    with pytest.raises(ValueError, match="3 outputs") as error:
        graph().run()
    assert error.value.where.function.endswith("graph")


# ---- arguments that decide the number of axes ----------------------------------------------------


def test_shapes_from_data():
    @pipeline_def(batch_size=2)
    def graph():
        shape = fn.external_source(source=lambda i: np.full((2, 1 + i % 2), 3, np.int32))
        return fn.zeros(shape=shape), fn.random.uniform(shape=shape, seed=1) + 1

    pipe = graph()
    rng = ndd.random.RNG(1)
    for i in range(4):
        zeros, drawn = pipe.run()
        want = (3,) * (1 + i % 2)
        assert zeros.shape() == drawn.shape() == [want] * 2
        again = ndd.random.uniform(shape=list(want), batch_size=2, rng=rng) + 1
        np.testing.assert_array_equal(drawn.as_array(), ndd.as_tensor(again).numpy())


# ---- state ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("taken", range(7))
def test_checkpoints_go_on_exactly(folder, taken, tmp_path):
    def make(seed=None, checkpoint=None):
        @pipeline_def(batch_size=3, seed=seed, checkpoint=checkpoint, prefetch_queue_depth=3)
        def graph():
            data, _ = fn.readers.file(file_root=folder, random_shuffle=True, name="r")
            return data[0], fn.random.uniform(), fn.random.normal(shape=[2])

        return graph()

    def take(pipe, count):
        return [[o.as_array().tolist() for o in pipe.run()] for _ in range(count)]

    whole = make(seed=4)
    rest = take(whole, taken + 5)[taken:]
    pipe = make(seed=4)
    take(pipe, taken)
    saved = pipe.checkpoint(str(tmp_path / "state"))
    assert (tmp_path / "state").read_bytes() == saved
    restored = make(seed=99, checkpoint=saved)
    assert take(restored, 5) == rest
    assert restored.is_restored_from_checkpoint
    assert not pipe.is_restored_from_checkpoint
    assert take(pipe, 5) == rest  # taking a checkpoint changes nothing


def test_checkpoints_that_do_not_fit(folder):
    @pipeline_def(batch_size=3)
    def graph(seeds=1):
        return tuple(fn.random.uniform() for _ in range(seeds))

    saved = graph().checkpoint()
    with pytest.raises(ValueError, match="another graph"):
        graph(seeds=2, checkpoint=saved).build()
    for damaged in (b"", b"{}", b"[1]", saved[:-3], saved.replace(b"epoch", b"epok")):
        with pytest.raises(ValueError, match="checkpoint"):
            graph(checkpoint=damaged)
    with pytest.raises(TypeError, match="checkpoint"):
        graph(checkpoint=5)


# ---- life and death ------------------------------------------------------------------------------


def test_pipelines_die_with_their_last_reference(folder):
    @pipeline_def(batch_size=2)
    def graph():
        x = fn.readers.file(file_root=folder)[0]
        return fn.python_function(x, function=lambda a: a)

    pipe = graph()
    out = pipe.run()[0]
    ref = weakref.ref(pipe)
    del pipe
    gc.collect()
    assert ref() is None
    assert numbers(out) == [0, 1]


def test_pipelines_in_several_threads(folder):
    results = {}

    def work(k):
        @pipeline_def(batch_size=2, seed=k)
        def graph():
            return fn.random.uniform(range=[k, k + 1]), fn.readers.file(file_root=folder)[0]

        pipe = graph()
        results[k] = [pipe.run()[0].as_array() for _ in range(20)]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for k, values in results.items():
        assert all(k <= v.min() and v.max() < k + 1 for v in values)


def test_pipelines_need_no_dynamic_mode():
    """A program that never imports headrace.dynamic has the same errors."""
    import subprocess

    program = (
        "import sys, numpy as np\n"
        "from headrace import fn, pipeline_def\n"
        "data = [np.arange(9, dtype=np.uint8)]\n"
        "graph = pipeline_def(\n"
        "    lambda: fn.decoders.image(fn.external_source(source=lambda i: data)), batch_size=1\n"
        ")\n"
        "assert 'headrace.dynamic' not in sys.modules\n"
        "try:\n"
        "    graph().run()\n"
        "except ValueError as e:\n"
        "    print(type(e).__name__, e.sample)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("DecodeError 0\n", "")
