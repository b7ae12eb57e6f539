"""Iterators whose batches are torch tensors, and operators that call torch."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd
import headrace.fn as fn
from headrace import pipeline_def, types

torch = pytest.importorskip("torch")

from headrace.plugin.pytorch import (  # noqa: E402
    DALIClassificationIterator,
    DALIGenericIterator,
    DALIRaggedIterator,
    LastBatchPolicy,
    TorchPythonFunction,
    feed_ndarray,
    to_torch_type,
    torch_utils,
)
from headrace.plugin.pytorch.fn import torch_python_function  # noqa: E402

from .graphs import arrays, reader  # noqa: E402

PARTIAL = LastBatchPolicy.PARTIAL


def ragged():
    return [np.full((i + 1, 2), 10 + i, np.float32) for i in range(4)]


def lines():
    return [np.arange(i, dtype=np.int32) for i in range(4)]


def one(*outputs, kind=DALIGenericIterator, **arguments):
    names = [f"x{i}" for i in range(len(outputs))]
    it = kind(arrays(*outputs), names, size=8, **arguments)
    [made] = next(it)
    return made["x0"] if len(outputs) == 1 else made


@pytest.mark.parametrize(
    "name", ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16",
             "float32", "float64", "bool"],
)  # fmt: skip
def test_types(name):
    made = one(lambda: [np.ones((2, 3), name)] * 4)
    assert made.dtype == getattr(torch, name)
    assert made.shape == (4, 2, 3)
    assert made.to(torch.float64).sum() == 24


def test_tensors_are_over_the_outputs_memory():
    @pipeline_def(batch_size=4, num_threads=1, device_id=None)
    def graph():
        return fn.flip(fn.external_source(source=lambda: [np.ones((8, 8, 3), np.uint8)] * 4))

    pipeline = graph()
    it = DALIGenericIterator(pipeline, ["x"], size=8, prepare_first_batch=False)
    addresses = []
    share = pipeline.share_outputs

    def watched():
        made = share()
        addresses.append(made[0].data_ptr())
        return made

    pipeline.share_outputs = watched
    tensor = next(it)[0]["x"]
    assert tensor.data_ptr() == addresses[0]
    tensor += 1
    assert (next(it)[0]["x"] == 1).all()


def test_classification(tmp_path):
    pipelines = arrays(lambda: [np.zeros((2, 2))] * 4, lambda: [np.int64(1)] * 4)
    it = DALIClassificationIterator(pipelines, size=6, last_batch_policy=PARTIAL)
    assert [(b[0]["data"].shape[0], b[0]["label"].tolist()) for b in it] == [
        (4, [1] * 4), (2, [1] * 2),
    ]  # fmt: skip
    with pytest.raises(ValueError, match="1 outputs"):
        DALIClassificationIterator(reader(tmp_path), reader_name="R")


def test_no_samples_left(tmp_path):
    """One rank may be out of samples while the others are not: its last batch is empty."""
    it = DALIGenericIterator(
        reader(tmp_path, 7, 3, 0, 2), ["x"], reader_name="R", last_batch_policy=PARTIAL
    )
    *_, last = it
    assert last[0]["x"].shape == (0, 1)


# ---- samples of different shapes ----------------------------------------------------------------


def test_dense_needs_one_shape():
    for arguments in ({}, dict(kind=DALIRaggedIterator), dict(dynamic_shape=True)):
        with pytest.raises(RuntimeError, match="'x0' has samples of different shapes.*sparse_list"):
            one(ragged, **arguments)


def test_sparse_list():
    made = one(ragged, lines, kind=DALIRaggedIterator, output_types=["sparse_list"] * 2)
    assert [tuple(t.shape) for t in made["x0"]] == [(1, 2), (2, 2), (3, 2), (4, 2)]
    assert [t.tolist() for t in made["x1"]] == [list(range(i)) for i in range(4)]


def test_sparse_coo():
    tags = [DALIRaggedIterator.SPARSE_COO_TAG, DALIRaggedIterator.SPARSE_COO_TAG]
    made = one(ragged, lines, kind=DALIRaggedIterator, output_types=tags)
    x, y = made["x0"], made["x1"]
    assert x.layout is torch.sparse_coo and x.shape == (4, 4, 2)
    dense = x.to_dense()
    for i, sample in enumerate(ragged()):
        assert np.array_equal(dense[i, : i + 1], sample)
        assert not dense[i, i + 1 :].any()
    assert y.shape == (4, 3) and y.dtype == torch.int32
    assert y.coalesce().indices().tolist() == [[1, 2, 2, 3, 3, 3], [0, 0, 1, 0, 1, 2]]
    assert y.coalesce().values().tolist() == [0, 0, 1, 0, 1, 2]


def test_sparse_coo_of_numbers_and_nothing():
    numbers = one(
        lambda: [np.float32(i) for i in range(4)], kind=DALIRaggedIterator,
        output_types=["sparse_coo"],
    )  # fmt: skip
    assert numbers.to_dense().tolist() == [0, 1, 2, 3]
    nothing = one(
        lambda: [np.zeros((0, 2), np.float32)] * 4, kind=DALIRaggedIterator,
        output_types=["sparse_coo"],
    )  # fmt: skip
    assert nothing.shape == (4, 0, 2) and nothing.dtype == torch.float32


@pytest.mark.parametrize("kind", ["dense", "sparse_list", "sparse_coo"])
def test_partial_batches_of_every_kind(kind):
    it = DALIRaggedIterator(
        arrays(lambda: [np.full(3, i) for i in range(4)]), ["x"], size=6, output_types=[kind],
        last_batch_policy=PARTIAL,
    )  # fmt: skip
    *_, [last] = it
    made = last["x"]
    if kind == "sparse_coo":
        made = made.to_dense()
    assert [t.tolist() for t in made] == [[0] * 3, [1] * 3]


def test_no_samples_left_of_a_sparse_output(tmp_path):
    for kind in ("sparse_list", "sparse_coo"):
        it = DALIRaggedIterator(
            reader(tmp_path, 7, 3, 0, 2), ["x"], reader_name="R", last_batch_policy=PARTIAL,
            output_types=[kind],
        )  # fmt: skip
        *_, [last] = it
        assert len(last["x"]) == 0


def test_wrong_output_types():
    with pytest.raises(AssertionError, match=r"'sparse'\. Did you mean|Valid: dense"):
        one(lines, kind=DALIRaggedIterator, output_types=["sparse"])
    with pytest.raises(ValueError, match="1 entries for 2 outputs"):
        one(lines, ragged, kind=DALIRaggedIterator, output_types=["sparse_list"])


# ---- feed_ndarray -------------------------------------------------------------------------------


def test_feed_ndarray():
    pipeline = arrays(lambda: [np.arange(3, dtype=np.int32) + i for i in range(4)])
    (made,) = pipeline.run()
    target = torch.empty(4, 3, dtype=torch.int32)
    for source in (made, made.as_tensor(), made.batch, ndd.as_tensor(made.batch)):
        assert feed_ndarray(source, target.zero_()) is target
        assert target[2].tolist() == [2, 3, 4]
    assert feed_ndarray(made[1], torch.empty(3, dtype=torch.int32)).tolist() == [1, 2, 3]
    spread = torch.zeros(4, 6, dtype=torch.int32)[:, ::2]
    assert feed_ndarray(made, spread)[3].tolist() == [3, 4, 5]
    with pytest.raises(AssertionError, match=r"\(4, 3\), the target \(3, 4\)"):
        feed_ndarray(made, torch.empty(3, 4, dtype=torch.int32))
    with pytest.raises(AssertionError, match=r"torch\.int32, the target torch\.float32"):
        feed_ndarray(made, torch.empty(4, 3))
    with pytest.raises(AssertionError, match="not ndarray"):
        feed_ndarray(made, np.empty((4, 3), np.int32))


def test_to_torch_tensor():
    (made,) = arrays(lambda: [np.arange(3, dtype=np.int32)] * 4).run()
    over = torch_utils.to_torch_tensor(made.as_tensor(), copy=False)
    own = torch_utils.to_torch_tensor(made.as_tensor(), copy=True)
    assert over.data_ptr() == made.data_ptr() != own.data_ptr()
    assert torch.equal(over, own)
    assert to_torch_type[made.dtype] is torch_utils.to_torch_type[types.INT32] is torch.int32


# ---- torch_python_function ----------------------------------------------------------------------


def called(function, source=ragged, inputs=1, **arguments):
    @pipeline_def(batch_size=4, num_threads=1, device_id=None)
    def graph():
        nodes = [fn.external_source(source=source) for _ in range(inputs)]
        made = torch_python_function(*nodes, function=function, **arguments)
        return tuple(made) if isinstance(made, (list, tuple)) else made

    return graph().run()


def test_function_of_whole_batches():
    def double(batch):
        assert isinstance(batch, list) and isinstance(batch[0], torch.Tensor)
        return [t * 2 for t in batch]

    (made,) = called(double, batch_processing=True)
    assert [np.asarray(s).shape for s in made] == [(1, 2), (2, 2), (3, 2), (4, 2)]
    assert (np.asarray(made[3]) == 26).all()


def test_function_of_samples():
    made, total = called(
        lambda a, b: (a + b, a.sum()), inputs=2, num_outputs=2, output_layouts=["AB", ""],
    )  # fmt: skip
    assert np.asarray(made[1]).tolist() == [[22, 22]] * 2
    assert made.layout() == "AB"
    assert np.asarray(total).tolist() == [20, 44, 72, 104]


def test_function_that_returns_one_tensor():
    (made,) = called(lambda b: torch.stack([t.sum() for t in b]), batch_processing=True)
    assert np.asarray(made).tolist() == [20, 44, 72, 104]


def test_function_as_a_class():
    @pipeline_def(batch_size=4, num_threads=1, device_id=None)
    def graph():
        return TorchPythonFunction(lambda t: t.sum())(fn.external_source(source=ragged))

    (made,) = graph().run()
    assert np.asarray(made).tolist() == [20, 44, 72, 104]


def test_gradients_do_not_matter():
    layer = torch.nn.Linear(2, 1)
    (made,) = called(layer)
    assert [np.asarray(s).shape for s in made] == [(1, 1), (2, 1), (3, 1), (4, 1)]
