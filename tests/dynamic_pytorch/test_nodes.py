"""Nodes: alone, and in torchdata's Loader, Prefetcher, mappers."""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import tfrecord

from ..readers.orders import orders
from ..readers.record_writers import bytes_list, example, int64_list, write_tfrecord

torch = pytest.importorskip("torch")
tn = pytest.importorskip("torchdata.nodes")
nodes = ndd.pytorch.nodes


def reader(files, **arguments):
    return nodes.Reader(ndd.readers.File, **dict(batch_size=4, files=files) | arguments)


def label(batch):
    return batch["label"].torch().flatten().tolist()


def noise(labels):
    return labels + ndd.random.uniform(range=[0, 0.5], batch_size=labels.batch_size)


def chain(files, **arguments):
    return nodes.ToTorch(
        nodes.DictMapper(
            nodes.DictMapper(reader(files, **arguments), lambda data: ndd.pad(data, shape=[11])),
            noise,
            key="label",
        )
    )


def content(batch):
    return [t.tolist() for t in batch]


# ---- Reader ------------------------------------------------------------------------------------


def test_epochs(files):
    node = reader(files)
    first = [label(b) for b in node]
    assert first == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 0]]  # as the reader has it
    assert list(node) == []
    node.reset()
    assert [label(b) for b in node] == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 0, 1]]


def test_a_reset_begins_a_new_epoch(files):
    node = reader(files, pad_last_batch=True)
    next(node), next(node)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        node.reset()
    node.reset()  # nothing was taken meanwhile
    assert [label(b) for b in node] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 10]]
    assert json.loads(node.state_dict()["reader"])["epoch"] == 2


def test_names(files, tmp_path):
    assert list(next(reader(files))) == ["data", "label"]
    assert list(next(reader(files, output_names=iter(["a", "b"])))) == ["a", "b"]
    for i in range(3):
        np.save(tmp_path / f"{i}.npy", np.array([i]))
    arrays = dict(files=sorted(map(str, tmp_path.glob("*.npy"))), batch_size=2)
    assert list(next(nodes.Reader(ndd.readers.Numpy, **arrays))) == ["data"]
    path = tmp_path / "a.tfrecord"
    write_tfrecord(path, [example(x=bytes_list(b"1"), n=int64_list(i)) for i in range(3)])
    features = {
        "x": tfrecord.FixedLenFeature((), tfrecord.string, ""),
        "n": tfrecord.FixedLenFeature([1], tfrecord.int64, -1),
    }
    records = dict(path=path, features=features, batch_size=2)
    assert list(next(nodes.Reader(ndd.readers.TFRecord, **records))) == ["x", "n"]
    renamed = nodes.Reader(ndd.readers.TFRecord, output_names=["a", "b"], **records)
    assert list(next(renamed)) == ["a", "b"]


def test_samples(files):
    node = reader(files, batch_size=None)
    sample = next(node)
    assert isinstance(sample["data"], ndd.Tensor) and sample["label"].tolist() == [0]
    assert next(node)["data"].tolist() == [1, 1]
    assert [t.tolist() for t in next(nodes.ToTorch(node))] == [[0], [0]]  # a new epoch


def test_metadata(files):
    meta = reader(files, num_shards=2, shard_id=1).get_metadata()
    assert meta == ndd.readers.File(files=files, num_shards=2, shard_id=1).get_metadata()


def test_lazy_readers(files):
    node = reader(files, lazy_init=True)
    assert label(next(node)) == [0, 1, 2, 3]
    with pytest.raises(ValueError, match="3 names for 2 outputs"):
        next(reader(files, lazy_init=True, output_names="abc"))


@pytest.mark.parametrize(
    ("arguments", "kind", "text"),
    [
        (dict(batch_size=0), ValueError, "batch_size is at least 1"),
        (dict(batch_size="x"), TypeError, "batch_size is an integer"),
        (dict(output_names=["a"]), ValueError, "1 names for 2 outputs"),
        (dict(output_names=["a", "a"]), ValueError, "a name twice"),
        (dict(output_names=["a", 1]), TypeError, "output_names are texts"),
        (dict(nonsense=1), TypeError, "nonsense"),
    ],
)
def test_wrong_arguments(files, arguments, kind, text):
    with pytest.raises(kind, match=text):
        reader(files, **arguments)


def test_no_reader(files):
    for wrong in (int, ndd.readers.File(files=files), None):
        with pytest.raises(TypeError, match="the class of a reader") as e:
            nodes.Reader(wrong, batch_size=1)
    assert "test_nodes.py" in str(e.value)


def test_readers_without_names(tmp_path):
    from ..readers.coco_writers import annotation, image, write

    arguments = write(tmp_path, [image(i) for i in range(3)], [annotation(i) for i in range(3)])
    with pytest.raises(ValueError, match="the 3 outputs of readers.COCO have no names"):
        nodes.Reader(ndd.readers.COCO, batch_size=1, **arguments)


# ---- DictMapper, ToTorch -----------------------------------------------------------------------


def test_images(images):
    node = nodes.Reader(ndd.readers.File, file_root=images, batch_size=4)
    node = nodes.DictMapper(node, lambda x: ndd.resize(ndd.decoders.image(x), size=[8, 8]))
    loader = tn.Loader(tn.Prefetcher(nodes.ToTorch(node), prefetch_factor=2))
    for _ in range(2):
        shapes = [(tuple(x.shape), tuple(y.shape)) for x, y in loader]
        assert shapes == [((4, 8, 8, 3), (4, 1))] * 3


def test_what_is_mapped(files):
    node = nodes.DictMapper(reader(files), lambda x: x + 1, key="label")
    assert label(next(node)) == [1, 2, 3, 4]
    with pytest.raises(KeyError, match='there is no "labl".*"label"'):
        next(nodes.DictMapper(reader(files), lambda x: x, key="labl"))
    with pytest.raises(TypeError, match="map_fn is a function"):
        nodes.DictMapper(reader(files), 5)
    for make in (lambda x: nodes.DictMapper(x, len), nodes.ToTorch):
        with pytest.raises(TypeError, match="a node of torchdata"):
            make([1])


def test_tensors(files):
    with pytest.raises(ValueError, match=r"pad=True(.|\n)*'data'"):
        next(nodes.ToTorch(reader(files)))
    data, _ = next(nodes.ToTorch(reader(files), pad=True))
    assert data.tolist()[1] == [1, 1, 0, 0]
    ready = nodes.DictMapper(reader(files), lambda x: torch.ones(2))
    assert next(nodes.ToTorch(ready))[0].tolist() == [1, 1]
    with pytest.raises(TypeError, match="'data' is neither a Tensor nor a Batch"):
        next(nodes.ToTorch(nodes.DictMapper(reader(files), lambda x: (x, x))))
    with pytest.raises(TypeError, match="output_stream is a stream"):
        nodes.ToTorch(reader(files), "x")


def test_random_numbers(files):
    """The same with and without a thread in between, and other nodes have others."""

    def run(wrap):
        ndd.random.set_seed(7)
        return [content(b) for b in tn.Loader(wrap(chain(files)))]

    plain = run(lambda node: node)
    assert run(lambda node: tn.Prefetcher(node, prefetch_factor=2)) == plain
    first, second = chain(files), chain(files)
    assert content(next(first))[1] != content(next(second))[1]


# ---- state -------------------------------------------------------------------------------------


def pipelines():
    return {
        "plain": lambda node: node,
        "prefetched": lambda node: tn.Prefetcher(node, prefetch_factor=3),
        "seldom": lambda node: tn.Prefetcher(node, prefetch_factor=2, snapshot_frequency=2),
        "mapped": lambda node: tn.ParallelMapper(node, tuple, num_workers=2),
    }


@pytest.mark.parametrize("wrap", pipelines().values(), ids=pipelines())
@pytest.mark.parametrize("pad", [False, True])
def test_resume(files, wrap, pad):
    """After every batch that the Loader gave, random numbers included."""

    def make():
        return tn.Loader(wrap(chain(files, random_shuffle=True, pad_last_batch=pad)))

    loader = make()
    epochs, states = [], []
    for e in range(2):
        epochs.append([])
        for batch in loader:
            epochs[-1].append(content(batch))
            states.append((e, len(epochs[-1]), loader.state_dict()))
    for e, k, state in states:
        again = make()
        again.load_state_dict(json.loads(json.dumps(state)))
        if epochs[e][k:]:
            assert [content(b) for b in again] == epochs[e][k:]
        # after the last batch of an epoch the Loader begins the next one by itself
        if e == 0:
            assert [content(b) for b in again] == epochs[1]


@pytest.mark.parametrize("arguments", orders(1, 3), ids=lambda a: "-".join(map(str, a.values())))
def test_resume_of_readers(files, arguments):
    node = reader(files, **arguments)
    states, batches = [node.state_dict()], []
    for batch in node:
        batches.append(label(batch))
        states.append(node.state_dict())
    for k, state in enumerate(states):
        again = reader(files, **arguments)
        again.reset(state)
        assert [label(b) for b in again] == batches[k:]


def test_a_reset_after_a_state(files):
    node = reader(files, pad_last_batch=True)
    next(node)
    state = node.state_dict()
    again = reader(files, pad_last_batch=True)
    again.reset(state)
    again.reset()
    assert [label(b) for b in again] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 10]]


def test_leaving_a_loop(files):
    loader = tn.Loader(tn.Prefetcher(chain(files, pad_last_batch=True), prefetch_factor=2))
    for _ in loader:
        break
    assert [[round(x) for x, in b[1].tolist()] for b in loader] == [
        [0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 10],
    ]  # fmt: skip


@pytest.mark.parametrize("state", [{}, {"x": 1}, 5, {"reader": "x", "source": {}, "random": "x"}])
def test_states_that_are_none(files, state):
    for node in (reader(files), chain(files), nodes.DictMapper(reader(files), len)):
        with pytest.raises(ValueError, match="not the state of"):
            node.reset(state)


def test_errors_in_a_function(files):
    def fails(x):
        raise KeyError("mine")

    node = nodes.DictMapper(reader(files), fails)
    with pytest.raises(KeyError, match="mine"):
        next(node)
    with pytest.raises(KeyError, match="in fails"):  # torchdata adds the trace as text
        next(iter(tn.Loader(tn.Prefetcher(nodes.DictMapper(reader(files), fails), 2))))


def test_the_documentation(images):
    """The block of docs/pytorch.md that needs torchdata."""
    page = (Path(__file__).parents[2] / "docs" / "pytorch.md").read_text("utf-8")
    (block,) = re.findall(r"^```py\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    scope = {"ndd": ndd}
    exec(block.replace('"photos"', repr(images)), scope)
    assert scope["images"].shape == (4, 64, 64, 3) and scope["state"]["num_yielded"] == 3
