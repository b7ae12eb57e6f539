"""What external sources give: batches, samples, several outputs, and promises about them."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import _native, fn, types
from headrace.pipeline import pipeline_def

from .feeding import IMAGES, Run, feeder, plain

A = np.array


def nothing():
    return []


def fed_pipeline(**arguments):
    @pipeline_def(batch_size=2, num_threads=1, device_id=None)
    def graph():
        return fn.external_source(name="data", **arguments) + 0

    return graph()


# ---- data ------------------------------------------------------------------------------------


class Lender:
    """Something with DLPack and nothing else."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **more):
        return self._array.__dlpack__(**more)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


BATCHES = {
    "array": (lambda: IMAGES, "u8", None, IMAGES.tolist()),
    "list": (lambda: [A([1.5, 2]), A([3.0])], "f64", None, [[1.5, 2], [3]]),
    "tuple": (lambda: (A([1]), A([2])), "i64", None, [[1], [2]]),
    "numbers": (lambda: [1, 2], "i32", None, [1, 2]),
    "floats": (lambda: [1, 2.5], "f32", None, [1, 2.5]),
    "nested": (lambda: [[1, 2], [3]], "i32", None, [[1, 2], [3]]),
    "NumPy numbers": (lambda: [np.int8(1), np.int8(2)], "i8", None, [1, 2]),
    "bytes": (lambda: [b"ab", b"c"], "u8", None, [[97, 98], [99]]),
    "strided": (lambda: np.arange(12).reshape(2, 6)[:, ::2], "i64", None, [[0, 2, 4], [6, 8, 10]]),
    "big endian": (lambda: A([[1], [2]], ">i4"), "i32", None, [[1], [2]]),
    "broadcast": (lambda: np.broadcast_to(A([1, 2]), (2, 2)), "i64", None, [[1, 2]] * 2),
    "DLPack": (lambda: Lender(A([[1.5], [2]])), "f64", None, [[1.5], [2]]),
    "list of DLPack": (lambda: [Lender(A([1.5])), Lender(A([2.0]))], "f64", None, [[1.5], [2]]),
    "Batch": (lambda: ndd.batch([[1, 2], [3]], layout="X"), "i32", "X", [[1, 2], [3]]),
    "Tensor": (lambda: ndd.tensor([[1], [2]], layout="NX"), "i32", "X", [[1], [2]]),
    "Tensors": (lambda: [ndd.tensor([1], layout="X"), ndd.tensor([2])], "i32", "X", [[1], [2]]),
    "one sample": (lambda: A([[1, 2]]), "i64", None, [[1, 2]]),
    "empty array": (lambda: np.zeros((0, 3), np.float32), "f32", None, []),
}  # fmt: skip


@pytest.mark.parametrize("kind", BATCHES)
def test_batches(kind):
    make, dtype, layout, expected = BATCHES[kind]
    (batch,) = feeder(make).next(2, 0, 0)
    assert (batch.dtype.name, batch.layout, plain((batch,))) == (dtype, layout, expected)


SAMPLES = {
    "array": (lambda: A([1.5]), "f64", None, [1.5]),
    "int": (lambda: 5, "i32", None, 5),
    "float": (lambda: 1.5, "f32", None, 1.5),
    "bool": (lambda: True, "bool", None, True),
    "list": (lambda: [1, 2], "i32", None, [1, 2]),
    "NumPy number": (lambda: np.int64(4), "i64", None, 4),
    "0-d": (lambda: A(3, np.uint8), "u8", None, 3),
    "Tensor": (lambda: ndd.tensor([1], layout="X"), "i32", "X", [1]),
    "bytes": (lambda: b"ab", "u8", None, [97, 98]),
    "DLPack": (lambda: Lender(A([1.5])), "f64", None, [1.5]),
    "empty": (lambda: np.zeros((0, 2)), "f64", None, []),
}


@pytest.mark.parametrize("kind", SAMPLES)
def test_samples(kind):
    make, dtype, layout, expected = SAMPLES[kind]
    (batch,) = feeder(lambda info: make(), batch=False).next(2, 0, 0)
    assert (batch.dtype.name, batch.layout, plain((batch,))) == (dtype, layout, [expected] * 2)


def test_torch():
    torch = pytest.importorskip("torch")
    for give in (torch.ones(2, 3), [torch.ones(3), torch.ones(3)]):
        assert plain(feeder([give]).next(2, 0, 0)) == [[1, 1, 1]] * 2
    (batch,) = feeder(lambda i: torch.tensor([1, 2]), batch=False).next(2, 0, 0)
    assert batch.dtype.name == "i64" and plain((batch,)) == [[1, 2]] * 2
    halves = torch.ones(2, 2, dtype=torch.bfloat16)
    assert feeder([halves]).next(2, 0, 0)[0].dtype.name == "bfloat16"


def test_lists_of_a_pipeline():
    made = fed_pipeline(layout="X")
    made.feed_input("data", A([[1, 2], [3, 4]]))
    made.feed_input("data", A([[1, 2], [3, 4]]))
    (out,) = made.run()
    (batch,) = feeder([out]).next(2, 0, 0)
    assert batch.layout == "X" and plain((batch,)) == [[1, 2], [3, 4]]
    (again,) = feeder(lambda: [out[0], out[1]]).next(2, 0, 0)
    assert again.layout == "X" and plain((again,)) == [[1, 2], [3, 4]]


@pytest.mark.parametrize("give", [
    None, 5, "text", {"a": 1}, A(3), ["a", "b"], [None, None], [[1], "b"], object(),
    np.zeros((2, 2), complex), A([object(), object()]), [A([1]), A([1.5])], [A([1]), A([[1]])],
    [ndd.tensor([1]), ndd.tensor([1.5])], [],
], ids=str)  # fmt: skip
def test_what_is_no_batch(give):
    run = Run(feeder(lambda i: A([1, 2]) if i != 1 else give, name="images"))
    if isinstance(give, list) and not give:
        run.once()  # tells what an empty batch is of
        assert run.times(1) == [[]]
        return
    run.once()
    with pytest.raises((TypeError, ValueError)) as caught:
        run.once()
    text = str(caught.value)
    assert 'operator external_source "images"' in text and "iteration 1" in text
    assert "test_external_source_data.py" in text


def test_an_empty_batch_needs_a_dtype():
    with pytest.raises(ValueError, match="dtype="):
        feeder(nothing).next(2, 0, 0)
    (batch,) = feeder(nothing, dtype="f32", layout="HW").next(2, 0, 0)
    assert (batch.dtype.name, batch.ndim, batch.layout) == ("f32", 2, "HW")


@pytest.mark.parametrize("method", [None, "fork", "thread"])
def test_empty_lists_in_a_pipeline(method):
    """A batch without samples: known from dtype= or from the batch before, else an error."""

    def made(source, **more):
        @pipeline_def(batch_size=2, py_num_workers=1, py_start_method=method or "fork")
        def graph():
            given = fn.external_source(source, parallel=method is not None, **more)
            return given + 1 if "num_outputs" not in more else [x + 1 for x in given]

        return graph()

    def always(i):
        return []

    def second(i):
        return [A([1, 2], np.uint8)] if i != 1 else []

    with pytest.raises(ValueError, match=r"the batch is empty: give dtype= .*\n.*external_source"):
        made(always).run()
    pipe = made(always, dtype=types.FLOAT, ndim=1)
    assert [len(pipe.run()[0]) for _ in range(3)] == [0, 0, 0]
    pipe = made(second)
    outs = [pipe.run()[0] for _ in range(3)]
    assert [len(out) for out in outs] == [1, 0, 1]
    assert {out.dtype for out in outs} == {outs[0].dtype}
    pipe = made(lambda i: ([], []), num_outputs=2, dtype=[types.FLOAT, types.UINT8])
    assert [len(out) for out in pipe.run()] == [0, 0]


@pytest.mark.parametrize("more", [{}, {"parallel": True}], ids=["here", "in workers"])
def test_a_pipeline_whose_source_failed_can_be_dropped(more):
    """The error of an iteration that was made ahead must not keep the pipeline and its workers."""

    def fails(i):
        raise KeyError(i)

    @pipeline_def(batch_size=2, py_num_workers=1, py_start_method="thread")
    def graph():
        return fn.external_source(fails, **more) + 1

    pipe = graph()
    with pytest.raises((KeyError, RuntimeError), match="0"):
        pipe.run()
    gone = weakref.ref(pipe)
    del pipe
    gc.collect()
    assert gone() is None


def test_empty_lists_that_are_fed():
    @pipeline_def(batch_size=2)
    def graph(**more):
        return fn.external_source(name="x", **more) + 1

    pipe = graph()
    with pytest.raises(ValueError, match=r"the batch is empty: give dtype= .*\n.*\n.*feed_input"):
        pipe.feed_input("x", [])
    pipe.feed_input("x", [A([1.5])])
    pipe.feed_input("x", [])
    assert [len(pipe.run()[0]) for _ in range(2)] == [1, 0]
    (out,) = graph(dtype=types.UINT8, layout="HWC").run(x=[])
    assert len(out) == 0
    (out,) = graph().run(x=[[], []])  # two samples without elements
    assert out.shape() == [(0,), (0,)]


def test_which_sample_is_wrong():
    def load(info):
        return A([1]) if info.idx_in_epoch < 7 else "text"

    run = Run(feeder(load, batch=False), size=4)
    run.once()
    with pytest.raises(TypeError, match="sample 3, from .*load, iteration 1") as caught:
        run.once()
    assert "'text'" in str(caught.value)


# ---- outputs and promises --------------------------------------------------------------------


def test_several_outputs():
    def pair():
        return A([1, 2]), [A([1.5]), A([2.5])]

    made = feeder(pair, num_outputs=2)
    assert made.outputs == 2
    assert plain(made.next(2, 0, 0)) == ([1, 2], [[1.5], [2.5]])
    (one,) = feeder(lambda: (A([1, 2]),), num_outputs=1).next(2, 0, 0)
    assert plain((one,)) == [1, 2]
    sample = feeder(lambda i: (i.idx_in_epoch, [0.5]), batch=False, num_outputs=2)
    assert plain(sample.next(2, 0, 0)) == ([0, 1], [[0.5], [0.5]])


@pytest.mark.parametrize("give", [
    (A([1]),) * 3, (A([1]),), A([1]), 5, None, "ab", {"a": 1, "b": 2},
], ids=str)  # fmt: skip
def test_the_number_of_outputs(give):
    with pytest.raises(ValueError, match="tuple of 2 outputs, got"):
        feeder(lambda: give, num_outputs=2).next(2, 0, 0)


def test_sizes_of_batches():
    given = [A([1]), A([1, 2]), A([]), A([1, 2, 3])]
    run = Run(feeder(given))
    assert run.times(3) == [[1], [1, 2], []]
    with pytest.raises(ValueError, match="2 samples at most, this one has 3"):
        run.once()
    with pytest.raises(ValueError, match="different numbers of samples"):
        feeder([(A([1]), A([1, 2]))], num_outputs=2).next(2, 0, 0)


@pytest.mark.parametrize(("arguments", "found"), [
    ({"dtype": types.FLOAT}, "float32.*uint8"),
    ({"dtype": "int32"}, "int32.*uint8"),
    ({"ndim": 1}, "ndim=1.* 2 axes"),
    ({"layout": "HWC"}, "3 axes.* 2 axes"),
])  # fmt: skip
def test_promises_are_kept(arguments, found):
    for give in (IMAGES, ndd.batch([*IMAGES])):
        with pytest.raises((TypeError, ValueError), match=found) as caught:
            feeder([give], **arguments).next(2, 0, 0)
        assert "list, iteration 0" in str(caught.value)


def test_layouts():
    (batch,) = feeder([IMAGES], layout="HW", dtype="u8", ndim=2).next(2, 0, 0)
    assert batch.layout == "HW"
    named = ndd.batch([*IMAGES], layout="HW")
    assert feeder([named]).next(2, 0, 0)[0].layout == "HW"
    assert feeder([named], layout="WH").next(2, 0, 0)[0].layout == "WH"
    assert feeder([named], layout="").next(2, 0, 0)[0].layout is None


def test_python_numbers_get_the_dtype():
    assert feeder([[1, 2]], dtype="u8").next(2, 0, 0)[0].dtype.name == "u8"
    (batch,) = feeder(lambda i: 3, batch=False, dtype="i64").next(2, 0, 0)
    assert batch.dtype.name == "i64" and plain((batch,)) == [3, 3]


def test_a_gpu():
    if not _native.gpu_count():
        with pytest.raises(ValueError, match="GPU|gpu"):
            feeder([IMAGES], device="gpu").next(2, 0, 0)
        return
    (batch,) = feeder([IMAGES], device="gpu").next(2, 0, 0)
    assert batch.device == "gpu" and plain((batch.cpu(),)) == IMAGES.tolist()
