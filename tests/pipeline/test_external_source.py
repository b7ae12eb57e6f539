"""External sources in the process itself: kinds of sources, ends, arguments, in a pipeline."""

from __future__ import annotations

import functools
import queue

import numpy as np
import pytest

from headrace import fn, types
from headrace.pipeline import pipeline_def

from .feeding import IMAGES, Run, feeder, numbers

A = np.array


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


# ---- in a pipeline ---------------------------------------------------------------------------


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
