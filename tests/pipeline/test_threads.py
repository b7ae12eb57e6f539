"""Pipelines in several threads, and pipelines inside of pipelines."""

from __future__ import annotations

import threading
import time
import traceback

import numpy as np
import pytest

import headrace
from headrace import fn, pipeline_def

from .stress import arrays, counting, everything

pytestmark = pytest.mark.timeout(120)


# ---- threads -------------------------------------------------------------------------------------


def in_threads(count, work):
    failed = []

    def guarded(k):
        try:
            work(k)
        except BaseException as e:
            failed.append(e)
            traceback.print_exc()

    threads = [threading.Thread(target=guarded, args=(k,)) for k in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failed


def test_pipelines_of_several_threads_at_once(folder):
    def results():
        pipe = everything(folder)
        return [[s for out in pipe.run() for s in map(np.array, out)] for _ in range(30)]

    want = results()
    in_threads(4, lambda k: [
        np.testing.assert_array_equal(a, b)
        for x, y in zip(results(), want, strict=True) for a, b in zip(x, y, strict=True)
    ])  # fmt: skip


@pytest.mark.parametrize("depth", [1, 3])
def test_two_threads_in_turns(depth):
    pipe, got = counting(prefetch_queue_depth=depth), []
    turns = [threading.Semaphore(1), threading.Semaphore(0)]

    def work(k):
        for _ in range(50):
            turns[k].acquire()
            got.append(int(pipe.run()[0].at(0)[0]))
            turns[1 - k].release()

    in_threads(2, work)
    assert got == list(range(100))


def test_a_pipeline_of_several_threads_gives_each_iteration_to_one(monkeypatch):
    build = headrace.Pipeline._build
    monkeypatch.setattr(headrace.Pipeline, "_build", lambda p: (time.sleep(0.05), build(p))[1])
    pipe, got = counting(), []

    def work(k):
        mine = [int(pipe.run()[0].at(0)[0]) for _ in range(100)]
        assert mine == sorted(mine)
        got.extend(mine)

    in_threads(4, work)
    assert sorted(got) == list(range(400))


# ---- pipelines in pipelines ----------------------------------------------------------------------


def test_a_pipeline_in_the_function_of_another():
    inner = counting()

    @pipeline_def(batch_size=2)
    def graph():
        x = fn.external_source(source=lambda i: inner.run()[0].as_array())
        return x, fn.python_function(x, function=lambda a: counting().run()[0].at(0))

    pipe = graph()
    for k in range(5):
        x, y = arrays(pipe.run())
        assert (x == k).all() and (y == 0).all()


@pytest.mark.parametrize("background", [True, False])
@pytest.mark.parametrize("what", ["source", "function", "function of another"])
def test_a_pipeline_that_would_wait_for_itself(what, background):
    @pipeline_def(batch_size=1, exec_async=background)
    def graph():
        if what == "source":
            return fn.external_source(source=lambda: pipe.run()[0].as_array())
        run = pipe_of_another.run if what != "function" else lambda: pipe.run()
        return fn.python_function(fn.zeros(shape=[1]), function=lambda a: run()[0].at(0))

    @pipeline_def(batch_size=1, exec_async=background)
    def other():
        return fn.python_function(fn.zeros(shape=[1]), function=lambda a: pipe.run()[0].at(0))

    pipe_of_another = other()
    pipe = graph()
    for _ in range(2):
        with pytest.raises(RuntimeError, match="itself") as error:
            pipe.run()
        assert error.value.where.filename == __file__
