"""External sources in the process itself: sources, data, promises, memory, feeding."""

from __future__ import annotations

import functools
import queue
import threading

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import _native, fn, types
from headrace.pipeline import pipeline_def
from headrace.pipeline.workers.batches import SHARE_BYTES

from .feeding import Run, feeder, plain

A = np.array


def numbers():
    for i in range(3):
        yield A([i, i + 10])


def nothing():
    return []


def limited(i):
    if i >= 3:
        raise StopIteration
    return A([i, 2])


class Restarting:
    """An iterator that begins again at iter(), as many hand-written data sets do."""

    def __iter__(self):
        self.at = 0
        return self

    def __next__(self):
        self.at += 1
        if self.at > 2:
            raise StopIteration
        return A([self.at, 0])


class Indexed:
    def __getitem__(self, i):
        if i > 1:
            raise IndexError
        return A([i, i])


class Both:
    def __call__(self, i):
        return A([i, i])

    def __iter__(self):
        return iter([A([7, 7])])


# ---- sources and ends ------------------------------------------------------------------------


@pytest.mark.parametrize(("source", "expected"), [
    (lambda: A([1, 2]), [[1, 2]] * 3),
    (lambda i: A([i, 2]), [[0, 2], [1, 2], [2, 2]]),
    (functools.partial(lambda a, b: A([a, b]), 5), [[5, 0], [5, 1], [5, 2]]),
    (lambda i=9: A([i, i]), [[0, 0], [1, 1], [2, 2]]),
    (lambda i, more=4: A([i, more]), [[0, 4], [1, 4], [2, 4]]),
    (lambda a=3, b=4: A([a, b]), [[3, 4]] * 3),
    (lambda *rest: A([len(rest)] * 2), [[0, 0]] * 3),
    (np.arange(4).reshape(2, 2), [[0, 1], [2, 3], "end"]),
    (Indexed(), [[0, 0], [1, 1], "end"]),
    (Both(), [[7, 7], "end", "end"]),
    (numbers(), [[0, 10], [1, 11], [2, 12]]),
])  # fmt: skip
def test_kinds_of_sources(source, expected):
    assert Run(feeder(source)).times(3) == expected


def test_a_queue_is_a_source():
    waiting: queue.SimpleQueue = queue.SimpleQueue()
    waiting.put(A([1, 2]))
    assert Run(feeder(waiting.get)).times(1) == [[1, 2]]


@pytest.mark.parametrize("batch_info", [None, False, True])
def test_a_function_is_told_which_batch(batch_info):
    seen = []

    def source(i):
        seen.append(i)
        if len(seen) == 3:
            raise StopIteration
        return A([0])

    Run(feeder(source, batch_info=batch_info)).times(4)
    if batch_info:
        assert seen == [types.BatchInfo(i, e) for i, e in [(0, 0), (1, 0), (2, 0), (0, 1)]]
    else:
        assert seen == [0, 1, 2, 0]


def test_a_function_is_told_which_sample():
    seen = []

    def source(info):
        seen.append((info.idx_in_epoch, info.idx_in_batch, info.iteration, info.epoch_idx))
        if info.idx_in_epoch >= 5:
            raise StopIteration
        return A([info.idx_in_epoch])

    run = Run(feeder(source, batch=False))
    assert run.times(4) == [
        [[0], [1]],
        [[2], [3]],
        "end",
        [[0], [1]],
    ]  # the fifth sample is dropped
    assert seen[:6] == [(i, i % 2, i // 2, 0) for i in range(6)]
    assert seen[6:] == [(0, 0, 0, 1), (1, 1, 0, 1)]


CYCLES = {
    None: ["end", "end", "end"],
    "no": ["end", "end", "end"],
    False: ["end", "end", "end"],
    "quiet": [[0, 10], [1, 11], [2, 12]],
    True: [[0, 10], [1, 11], [2, 12]],
    "raise": ["end", [0, 10], [1, 11]],
}


@pytest.mark.parametrize("cycle", CYCLES)
@pytest.mark.parametrize("source", [numbers, [*numbers()]], ids=["function", "list"])
def test_cycles(source, cycle):
    found = Run(feeder(source, cycle=cycle)).times(6)
    assert found == [[0, 10], [1, 11], [2, 12], *CYCLES[cycle]]


def test_without_a_reset_the_end_stays():
    for source, cycle in ((numbers, "raise"), (limited, None)):
        found = Run(feeder(source, cycle=cycle), resets=False).times(6)
        assert found[3:] == ["end"] * 3


def test_cycles_of_single_samples():
    source = [A(i) for i in range(5)]
    assert Run(feeder(source, batch=False)).times(4) == [[0, 1], [2, 3], "end", "end"]
    quiet = Run(feeder(source, batch=False, cycle="quiet")).times(4)
    assert quiet == [[0, 1], [2, 3], [4, 0], [1, 2]]
    begun = Run(feeder(source, batch=False, cycle="raise")).times(4)
    assert begun == [[0, 1], [2, 3], "end", [0, 1]]


def test_sources_of_one_pipeline_stay_in_step():
    long = [A([i, i]) for i in range(6)]
    run = Run(feeder(Restarting(), cycle="raise"), feeder(long, cycle="raise"))
    found = [x if x == "end" else x[1][0] for x in run.times(6)]
    assert found == [0, 1, "end", 3, 4, "end"]  # what the other gave at an end is dropped


def test_an_exception_is_the_source_s_own():
    error = KeyError("mine")

    def source(i):
        if i == 1:
            raise error
        return A([i])

    run = Run(feeder(source))
    run.once()
    with pytest.raises(KeyError) as caught:
        run.once()
    assert caught.value is error
    run.iteration += 1
    assert run.times(1) == [[2]]


# ---- arguments -------------------------------------------------------------------------------


@pytest.mark.parametrize(("arguments", "error"), [
    ({"source": 5}, TypeError),
    ({"source": "text"}, TypeError),
    ({"source": lambda a, b: 1}, TypeError),
    ({"source": lambda *, k: 1}, TypeError),
    ({"source": lambda i: 1, "cycle": "quiet"}, ValueError),
    ({"source": lambda i: 1, "cycle": "no"}, ValueError),
    ({"source": [1], "cycle": "twice"}, ValueError),
    ({"source": [1], "cycle": 1}, ValueError),
    ({"source": numbers(), "cycle": "raise"}, TypeError),
    ({"source": [1], "num_outputs": 0}, ValueError),
    ({"source": [1], "num_outputs": 1.5}, TypeError),
    ({"source": [1], "layout": 5}, TypeError),
    ({"source": [1], "layout": ["X", "Y"]}, ValueError),
    ({"source": [1], "dtype": "number"}, ValueError),
    ({"source": [1], "ndim": -1}, ValueError),
    ({"source": [1], "ndim": "many"}, TypeError),
    ({"source": [1], "ndim": 2, "layout": "HWC"}, ValueError),
    ({"source": [1], "prefetch_queue_depth": 2}, ValueError),
    ({"source": [1], "parallel": True, "prefetch_queue_depth": 0}, ValueError),
    ({"source": lambda: 1, "parallel": True}, TypeError),
    ({"parallel": True}, TypeError),
    ({"num_outputs": 2}, ValueError),
    ({"cycle": "quiet"}, ValueError),
])  # fmt: skip
def test_wrong_arguments_raise_at_once(arguments, error):
    with pytest.raises(error) as caught:
        feeder(name="images", **arguments)
    assert 'external_source "images"' in str(caught.value)
    assert "test_external_source.py" in str(caught.value)


def test_what_is_promised_is_known():
    made = feeder(numbers, num_outputs=3, dtype=["uint8", types.FLOAT], layout=["HWC", None, "X"])
    assert [m and (m.dtype.name, m.ndim, m.layout) for m in made.metas] == [
        ("u8", 3, "HWC"), None, None,
    ]  # fmt: skip
    assert feeder(numbers, dtype="f32", ndim=2).metas[0].ndim == 2


# ---- data ------------------------------------------------------------------------------------


class Lender:
    """Something with DLPack and nothing else."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **more):
        return self._array.__dlpack__(**more)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


IMAGES = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
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
    assert "test_external_source.py" in text


def test_an_empty_batch_needs_a_dtype():
    with pytest.raises(ValueError, match="dtype="):
        feeder(nothing).next(2, 0, 0)
    (batch,) = feeder(nothing, dtype="f32", layout="HW").next(2, 0, 0)
    assert (batch.dtype.name, batch.ndim, batch.layout) == ("f32", 2, "HW")


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


# ---- memory ----------------------------------------------------------------------------------

LARGE = (2, SHARE_BYTES)


@pytest.mark.parametrize("shape", [(2, 3), LARGE], ids=["small", "large"])
@pytest.mark.parametrize("kind", ["array", "list", "Batch", "Tensors"])
def test_memory_may_be_used_again(kind, shape):
    memory = np.zeros(shape, np.uint8)

    def source(i):
        memory[:] = i
        if kind == "Tensors":
            return [ndd.as_tensor(x) for x in memory]
        return {"array": memory, "list": [*memory], "Batch": ndd.as_batch(memory)}[kind]

    run = Run(feeder(source))
    batches = [run.once()[0] for _ in range(4)]
    assert [int(b.select(1)[-1]) for b in batches] == [0, 1, 2, 3]


@pytest.mark.parametrize("size", [3, SHARE_BYTES])
def test_memory_of_samples_may_be_used_again(size):
    memory = np.zeros(size, np.uint8)

    def source(info):
        memory[:] = info.idx_in_epoch
        return memory

    (batch,) = feeder(source, batch=False).next(4, 0, 0)
    assert [int(t[-1]) for t in batch] == [0, 1, 2, 3]


def test_memory_that_is_nobody_else_s_is_not_copied():
    seen = []

    def address(array):
        seen.append(array.__array_interface__["data"][0])
        return array

    for source in (
        lambda: address(np.zeros(LARGE, np.uint8)),
        lambda: [address(np.zeros(SHARE_BYTES, np.uint8)), np.zeros(SHARE_BYTES, np.uint8)],
    ):
        (batch,) = feeder(source).next(2, 0, 0)
        assert np.asarray(batch.select(0)).__array_interface__["data"][0] == seen.pop()


def test_memory_that_somebody_knows_is_copied():
    kept = []

    def source():
        array = np.zeros(LARGE, np.uint8)
        kept.append(array[1:])  # a view
        return array

    (batch,) = feeder(source).next(2, 0, 0)
    kept[0][:] = 9
    assert int(batch.select(1)[0]) == 0


def test_no_copy():
    memory = np.zeros(LARGE, np.uint8)
    for source, more in ((lambda: memory, {}), (lambda i: memory[0], {"batch": False})):
        (batch,) = feeder(source, no_copy=True, **more).next(2, 0, 0)
        address = np.asarray(batch.select(0)).__array_interface__["data"][0]
        assert address == memory.__array_interface__["data"][0]


# ---- feeding ---------------------------------------------------------------------------------


def test_feeding():
    made = feeder(name="images", layout="X")
    assert made.fed and not made.ready()
    with pytest.raises(IndexError, match="nothing was fed"):
        made.next(2, 0, 0)
    made.feed(A([[1], [2]]))
    made.feed([A([3]), A([4, 5])])
    assert made.ready() and made.waiting == 2
    run = Run(made)
    assert run.times(2) == [[[1], [2]], [[3], [4, 5]]]
    assert not made.ready()


def test_what_is_fed_is_copied():
    made, memory = feeder(), np.zeros(LARGE, np.uint8)
    for i in range(2):
        memory[:] = i
        made.feed(memory)
    memory[:] = 9
    assert [int(x[0].select(0)[0]) for x in (made.next(2, 0, 0), made.next(2, 1, 0))] == [0, 1]


def test_wrong_feeds_say_so_at_once():
    made = feeder(name="images", layout="HW", dtype="u8")
    for data, more, text in (
        (5, {}, "batch"),
        (IMAGES.astype(np.float32), {}, "uint8.*float32"),
        (IMAGES, {"layout": "WH"}, '"WH".*"HW"'),
        (A([1, 2], np.uint8), {}, "2.*0 axes"),
        (np.zeros((3, 1, 1), np.uint8), {"max_batch_size": 2}, "2 samples at most"),
    ):
        with pytest.raises((TypeError, ValueError), match=text) as caught:
            made.feed(data, **more)
        assert 'external_source "images"' in str(caught.value)
    made.feed(np.zeros((3, 1, 1), np.uint8))
    with pytest.raises(ValueError, match="at most"):
        made.next(2, 0, 0)
    with pytest.raises(RuntimeError, match="there is a source"):
        feeder(numbers).feed(A([1]))


def test_layouts_of_feeds():
    made = feeder()
    made.feed(IMAGES, layout="HW")
    assert made.next(2, 0, 0)[0].layout == "HW"


def test_the_last_feed_is_repeated():
    made = feeder(repeat_last=True)
    assert not made.ready()
    made.feed(A([1, 2]))
    run = Run(made)
    assert run.times(3) == [[1, 2]] * 3
    made.feed(A([3]))
    assert made.ready() and run.times(2) == [[3]] * 2


def test_feeds_may_be_waited_for():
    made = feeder(blocking=True)
    assert made.ready()
    later = threading.Timer(0.1, lambda: made.feed(A([1, 2])))
    later.start()
    assert Run(made).times(1) == [[1, 2]]
    later.join()


def test_feeds_outlive_a_reset():
    made = feeder()
    made.feed(A([1]))
    made.restart()
    assert Run(made).times(1) == [[1]]


# ---- in a pipeline ---------------------------------------------------------------------------


def fed_pipeline(**arguments):
    @pipeline_def(batch_size=2, num_threads=1, device_id=None)
    def graph():
        return fn.external_source(name="data", **arguments) + 0

    return graph()


def test_a_pipeline():
    @pipeline_def(batch_size=2, num_threads=1, device_id=None)
    def graph():
        images, labels = fn.external_source(
            lambda i: ([IMAGES[0] + i] * 2, A([i, i])) if i < 3 else stop(),
            num_outputs=2,
            layout=["HW"],
        )
        return images * 2, labels

    def stop():
        raise StopIteration

    made = graph()
    for _ in range(2):
        for i in range(3):
            images, labels = made.run()
            assert images.layout() == "HW"
            assert [np.asarray(images[1])[0, 0], np.asarray(labels[1])] == [2 * i, i]
        with pytest.raises(StopIteration):
            made.run()
        made.reset()
