"""Workers of parallel sources give what the process itself gives, in a pipeline too."""

from __future__ import annotations

import time

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import fn
from headrace.pipeline import pipeline_def
from headrace.pipeline.workers import worker_pool

from .feeding import Parallel, Run, feeder, plain
from .parallel_sources import (
    KINDS,
    batches,
    infos,
    limited,
    many,
    numbers,
    pairs,
    singles,
    slow,
    wait_until,
)

pytestmark = pytest.mark.timeout(90)
A = np.array


# ---- the same as without workers -------------------------------------------------------------


SOURCES = {
    "samples": (limited, {"batch": False}),
    "batches": (batches, {}),
    "infos": (infos, {"batch_info": True}),
    "generator": (numbers, {}),
    "generator, quiet": (numbers, {"cycle": "quiet"}),
    "generator, raise": (numbers, {"cycle": "raise"}),
    "list": ([A([1, 2]), A([3, 4])], {"cycle": "raise"}),
    "single samples": (singles, {"cycle": "raise", "batch": False}),
    "single samples, quiet": (singles, {"cycle": "quiet", "batch": False}),
    "several outputs": (pairs, {"batch": False, "num_outputs": 2}),
    "any time": (slow, {"batch": False}),
}


@pytest.mark.parametrize("depth", [None, 1, 5])
@pytest.mark.parametrize("method", KINDS)
@pytest.mark.parametrize("name", SOURCES)
def test_the_same_as_without(name, method, depth):
    source, arguments = SOURCES[name]
    expected = Run(feeder(source, **arguments)).times(14)
    made = feeder(source, **arguments, parallel=True, prefetch_queue_depth=depth)
    with Parallel(made, method=method, workers=3) as p:
        assert p.run.times(14) == expected


def test_spawned_processes():
    made = [feeder(s, **a, parallel=True) for s, a in SOURCES.values()]
    plain_ones = [feeder(s, **a) for s, a in SOURCES.values()]
    pool = worker_pool(2, "spawn")
    for f in made:
        f.start(pool)
    try:
        for f, g in zip(made, plain_ones, strict=True):
            assert Run(f).times(10) == Run(g).times(10)
    finally:
        pool.close()
    assert not pool.processes


@pytest.mark.parametrize("method", KINDS)
def test_any_iteration_may_be_the_first(method):
    made = feeder(slow, batch=False, parallel=True)
    with Parallel(made, method=method, size=4):
        for iteration in (7, 8, 3, 4, 0):  # a restored pipeline, and one that is reset
            assert plain(made.next(4, iteration, 0)) == [[4 * iteration + k] * 5 for k in range(4)]
        assert plain(made.next(3, 1, 0))[0] == [3] * 5  # another batch size


@pytest.mark.parametrize("method", KINDS)
def test_sources_share_the_workers(method):
    given = [(numbers, {"cycle": "raise"}), (limited, {"batch": False}), (numbers, {})]

    def make(parallel):
        return [feeder(s, **a, parallel=parallel) for s, a in given]

    expected = Run(*make(False)).times(12)
    with Parallel(*make(True), method=method) as p:
        assert p.run.times(12) == expected


def test_the_default():
    assert type(worker_pool(1)).__name__ in ("WorkerPool", "ThreadWorkers")
    for wrong in ("forks", "THREAD", 5):
        with pytest.raises(ValueError, match="Valid: fork, spawn, thread"):
            worker_pool(1, wrong)
    with pytest.raises(ValueError, match="py_num_workers is 0"):
        worker_pool(0)


def test_how_much_is_ahead():
    asked = []

    def source(i):
        asked.append(i)
        return A([i])

    made = feeder(source, parallel=True, prefetch_queue_depth=3)
    with Parallel(made, method="thread", workers=1) as p:
        p.run.once()
        wait_until(lambda: len(asked) == 4)
        time.sleep(0.05)
        assert asked == [0, 1, 2, 3]


def test_checks_are_the_same():
    made = feeder(many, batch=False, parallel=True, dtype="f32", name="images")
    with Parallel(made) as p, pytest.raises(TypeError, match="float32.*uint8") as caught:
        p.run.once()
    text = str(caught.value)
    assert 'external_source "images"' in text and "many, iteration 0" in text
    assert "test_workers.py" in text


@pytest.mark.parametrize("method", KINDS)
def test_what_is_no_sample(method):
    made = feeder(lambda i: "text" if i.idx_in_epoch == 5 else 1, batch=False, parallel=True)
    with Parallel(made, method=method) as p:
        assert p.run.times(2) == [[1, 1]] * 2
        with pytest.raises(TypeError, match="'text'.*\n.*\n.*sample 1, from .*iteration 2"):
            p.run.once()


# ---- inside of a worker ----------------------------------------------------------------------


def test_operators_in_a_forked_worker():
    def source(info):
        return ndd.flip(ndd.tensor(A([[1, 2], [3, 4]]), layout="HW")) + info.idx_in_epoch

    (ndd.batch([[1]]) + 1).evaluate()  # the engine has threads
    with Parallel(feeder(source, batch=False, parallel=True)) as p:
        (batch,) = p.run.once()
        assert plain((batch,)) == [[[2, 1], [4, 3]], [[3, 2], [5, 4]]]
        assert batch.layout == "HW"


def test_random_numbers_differ_between_workers():
    def draws():
        def source(info):
            time.sleep(0.002)
            return np.random.randint(1 << 40, size=4)

        with Parallel(feeder(source, batch=False, parallel=True), size=2, workers=2) as p:
            return {tuple(x) for one in p.run.times(8) for x in one}

    state = np.random.get_state()
    try:
        np.random.seed(5)
        first = draws()
        assert len(first) == 16
    finally:
        np.random.set_state(state)


# ---- in a pipeline ---------------------------------------------------------------------------


@pytest.mark.parametrize("method", KINDS)
def test_a_pipeline(method):
    @pipeline_def(
        batch_size=2, num_threads=1, device_id=None, py_num_workers=2, py_start_method=method
    )
    def graph():
        return fn.external_source(limited, batch=False, parallel=True) * 2

    made = graph()
    for epoch in range(2):
        for i in range(4):
            found = [np.asarray(x).tolist() for x in made.run()[0]]
            assert found == [[4 * i, 0, 2 * i, 2 * epoch], [4 * i + 2, 2, 2 * i, 2 * epoch]]
        with pytest.raises(StopIteration):
            made.run()
        made.reset()
