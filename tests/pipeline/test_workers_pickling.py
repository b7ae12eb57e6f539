"""How sources travel to spawned workers: functions by value, picklers, what cannot be sent."""

from __future__ import annotations

import os
import pickle
import threading

import numpy as np
import pytest

from headrace.pipeline.workers.pickling import dump, load

from .feeding import Parallel, feeder, plain
from .parallel_sources import Mine, numbers

pytestmark = pytest.mark.timeout(90)
A = np.array
LOCK = threading.Lock()


def test_functions_by_value():
    base = 5

    def recursive(n):
        return base if n == 0 else recursive(n - 1) + 1

    def with_defaults(x, y=3, *, z=4):
        return x, y, z, plain is not None

    made = load(dump([recursive, with_defaults, lambda x: np.full(2, x + base), os.path, numbers]))
    assert made[0](3) == 8
    assert made[1](1) == (1, 3, 4, True)
    assert made[2](1).tolist() == [6, 6]
    assert made[3] is os.path and made[4] is numbers


def test_globals_of_functions_are_those_of_their_module():
    """They do not travel: they need not be picklable, and there is no second copy."""
    assert load(dump(lambda: LOCK))() is LOCK


class Picklers:
    """Counts what goes through it."""

    def __init__(self):
        self.calls = []

    def dumps(self, thing, extra=b""):
        self.calls.append("dumps")
        return extra + pickle.dumps(thing)

    def loads(self, data, skip=0):
        return pickle.loads(data[skip:])


def test_picklers():
    mine = Picklers()
    for given in (pickle, mine, (mine, {"extra": b"xy"}, {"skip": 2}), (mine, {"extra": b""})):
        assert load(dump([1, numbers], given)) == [1, numbers]
    assert mine.calls == ["dumps"] * 3
    with pytest.raises(TypeError, match="dumps"):
        dump(1, 5)


def test_what_cannot_be_sent():
    for source in (numbers(), [threading.Lock()]):
        made = feeder(source, parallel=True)
        with pytest.raises(TypeError, match='cannot be sent.*py_start_method="fork"'):
            Parallel(made, method="spawn").__enter__()


def unloadable():
    raise Mine("not here")


class Unloadable:
    def __call__(self, info):
        return 1

    def __reduce__(self):
        return unloadable, ()


def test_what_cannot_be_loaded():
    made = feeder(Unloadable(), batch=False, parallel=True)
    expected = pytest.raises(RuntimeError, match="could not load the sources: .*Mine: not here")
    with Parallel(made, method="spawn") as p, expected:
        p.run.once()
