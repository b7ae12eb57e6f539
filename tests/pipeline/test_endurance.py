"""Long runs and many pipelines: memory, threads, files and processes go with them."""

from __future__ import annotations

import gc
import os
import resource
import threading
import time
import weakref

import numpy as np
import pytest

from headrace import _native, fn, pipeline_def

from .stress import alone, arrays, backgrounds, eventually, everything

pytestmark = pytest.mark.timeout(120)


def rss():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs /proc")
@alone
def test_memory_stays_flat(folder):
    pipe = everything(folder)
    for _ in range(300):
        pipe.run()
    gc.collect()
    before, live = rss(), _native.memory()[0]
    for _ in range(2000):
        pipe.run()
    gc.collect()
    assert rss() - before < 20e6
    assert _native.memory()[0] < live + 1e5  # iterations ahead are not all of one size


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="needs /proc")
@alone
def test_pipelines_come_and_go(folder):
    """Threads, descriptors and memory go with them, also with iterations under way."""

    def use(k):
        pipe = everything(folder, num_threads=1 + k % 2, prefetch_queue_depth=1 + k % 4)
        for _ in range(k % 3):
            pipe.run()
        if k % 5 == 0:
            pipe.schedule_run()

    def have():
        return len(os.listdir("/proc/self/task")), len(os.listdir("/proc/self/fd"))

    gc.collect()
    others = backgrounds()
    for k in range(10):
        use(k)
    assert eventually(lambda: backgrounds() <= others)
    time.sleep(0.1)
    gc.collect()
    threads, files = have()
    live = _native.memory()[0]
    for k in range(150):
        use(k)
    assert eventually(lambda: have()[0] <= threads and have()[1] <= files)
    assert eventually(lambda: _native.memory()[0] <= live + 1e5)


@pytest.mark.parametrize("fails", ["", "function", "operator", "sizes"])
def test_readers_go_with_the_last_reference(folder, fails):
    """With what they read ahead, which the collector of cycles knows nothing of."""

    def source(i):
        size, value = (1 if fails == "sizes" else 2), (9 if fails == "operator" else 0)
        return np.full((size, 1), value) if i else np.zeros((2, 1), int)

    def function(a):
        if fails == "function" and len(called) >= 2:
            raise ValueError
        called.append(1)
        return a

    @pipeline_def(batch_size=2, prefetch_queue_depth=2)
    def graph():
        data = fn.readers.file(file_root=folder)[0]
        x = fn.external_source(source=source)
        return data[x[0]], fn.python_function(data, function=function)

    called = []
    gc.collect()
    gc.disable()
    try:
        pipe = graph()
        pipe.run()
        dead = weakref.ref(pipe._executor.readers[0].reader)
        del pipe
        assert eventually(lambda: dead() is None, collect=False)
    finally:
        gc.enable()


def test_processes_go_with_their_pipelines():
    def children():
        with open(f"/proc/self/task/{os.getpid()}/children") as f:
            return f.read().split()

    if not os.path.exists(f"/proc/self/task/{os.getpid()}/children"):
        pytest.skip("needs /proc/…/children")
    before = children()
    for _ in range(5):

        @pipeline_def(batch_size=2, py_num_workers=2)
        def graph():
            return fn.external_source(
                source=lambda info: np.full(1, info.iteration), batch=False, parallel=True
            )

        pipe = graph()
        assert arrays(pipe.run())[0].tolist() == [[0], [0]]
        assert len(children()) > len(before)
        del pipe, graph
        assert children() == before


@alone
def test_functions_of_a_dropped_pipeline_are_not_called_any_more():
    called, go = [], threading.Event()
    gc.collect()
    others = backgrounds()

    def slow(a):
        called.append(1)
        go.wait(20)
        return a

    @pipeline_def(batch_size=1, prefetch_queue_depth=6)
    def graph():
        return fn.python_function(fn.zeros(shape=[1]), function=slow)

    pipe = graph()
    pipe.schedule_run()
    assert eventually(lambda: called)
    del pipe
    gc.collect()
    go.set()
    assert eventually(lambda: backgrounds() <= others)
    assert called == [1]
