"""What sources and functions raise comes once, in its turn, and keeps nothing alive."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import headrace
from headrace import _native, fn, pipeline_def

from .stress import alone, arrays, eventually

pytestmark = pytest.mark.timeout(120)


@alone
def test_errors_keep_nothing_alive():
    """Neither of a graph function nor of an iteration, once the exception is gone."""
    nodes = []

    @pipeline_def(batch_size=1)
    def wrong():
        nodes.append(weakref.ref(fn.zeros(shape=[3])))
        return fn.flip(fn.zeros(shape=[3]), nonsense=1)

    with pytest.raises(TypeError, match="nonsense"):
        wrong()
    gc.collect()
    assert nodes[0]() is None

    def fails(a):
        raise ValueError("no")

    @pipeline_def(batch_size=8)
    def failing():
        return fn.python_function(fn.zeros(shape=[100_000]), function=fails)

    before = _native.memory()[0]  # of other tests
    pipe = failing()
    for _ in range(30):
        with pytest.raises(ValueError, match="no"):
            pipe.run()
    dead = weakref.ref(pipe)
    del pipe
    gc.collect()
    assert dead() is None
    assert eventually(lambda: _native.memory()[0] < before + 3e6)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit, headrace.Error])
@pytest.mark.parametrize("background", [True, False])
@pytest.mark.parametrize("where", ["source", "second source", "function"])
def test_whatever_is_raised_comes_once_and_in_its_turn(where, background, error, folder):
    """… and sources stay in step. (What interrupts a source is raised at once.)"""
    raised = []

    def trouble(here, i):
        if here == where and i == 3 and not raised:
            raised.append(i)
            raise error("mine")

    def source(here):
        return lambda i: (trouble(here, i), np.full((1, 1), i))[1]

    def function(a):
        trouble("function", int(a[0]))
        return a

    @pipeline_def(batch_size=1, exec_async=background, prefetch_queue_depth=2)
    def graph():
        x, y = [fn.external_source(source=source(s)) for s in ("source", "second source")]
        fed = fn.external_source(source=iter([np.full((1, 1), k) for k in range(20)]))
        data = fn.readers.file(file_root=folder)[0]
        return fn.python_function(x, function=function), y, fed, data[0:1]

    pipe, got = graph(), []
    for _ in range(9):
        try:
            rows = [int(out.at(0)[0]) for out in pipe.run()]
            assert rows == [rows[0]] * 4
            got.append(rows[0])
        except error as e:
            got.append("mine" if "mine" in str(e) else repr(e))
    skips = error in (ValueError, headrace.Error) or (where == "function" and background)
    if skips:
        assert got == [0, 1, 2, "mine", 4, 5, 6, 7, 8]
    else:  # it is made again
        assert got.count("mine") == 1
        assert [k for k in got if k != "mine"] == list(range(8))


def test_as_many_are_ahead_after_an_interrupt_as_before():
    asked = []

    def source(i):
        asked.append(i)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return np.full((1, 1), i)

    @pipeline_def(batch_size=1, prefetch_queue_depth=2)
    def graph():
        return fn.external_source(source=source)

    pipe = graph()
    pipe.run()
    with pytest.raises(KeyboardInterrupt):
        pipe.run()
    for k in range(1, 5):
        assert arrays(pipe.run())[0].tolist() == [[k]]
        assert asked[-1] == k + 1
