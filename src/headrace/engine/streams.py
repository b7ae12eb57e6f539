"""Streams: seeds derived from seeds; seeds for what was given none; what a new process begins with.

Note [Random numbers in processes]
A child must not repeat its parent's numbers, nor those of its siblings; from one seed, each run of
a program must give each of its processes the same numbers; and the parent's own numbers must not
depend on its children. So a process counts its children (forks, and spawned processes that an RNG
is pickled for), and in a child every RNG has the seed that belongs to (its seed, the number of the
child since it was seeded). Its position stays. What is given no seed in a child begins with
`fresh`: from torch's seed of a DataLoader worker, else from the forking thread's seed, if any.
"""

from __future__ import annotations

import itertools
import os
import sys
import weakref
from typing import Any

from .. import _native
from .state import local

# Blocks of a seed's stream that no random operator reaches: they count samples from 0.
_SIDE, _CHILD, _FRESH = 0xFFFFFFFC, 0xFFFFFFFD, 0xFFFFFFFB


def _mix(seed: int, number: int, purpose: int) -> int:
    words = _native.philox(seed, number, purpose, 0)
    return int(words[0]) << 32 | int(words[1])


def child_seed(seed: int, number: int) -> int:
    """The seed of a process's child that is the numberth since the seed was set."""
    return _mix(seed, number, _CHILD)


def side_seed(seed: int, level: int) -> int:
    """The seed of a loop's body, while the generator that runs ahead of it has the seed's own
    stream. level: how many such generators the loop itself is inside of."""
    return _mix(seed, level, _SIDE)


class _Process:
    """What this process knows of its ancestors and children."""

    def __init__(self, root: int | None = None, foreign: Any = None) -> None:
        self.numbers = itertools.count(1)  # next() is atomic, an addition is not
        self.children = 0  # so far
        self.root = root  # a seed that comes from the parent's; None: it had none
        self.foreign = foreign  # torch's description of the worker that this is a child of
        self.fresh = itertools.count()

    def next_child(self) -> int:
        self.children = number = next(self.numbers)
        return number


_process = _Process()
_spawned: tuple[weakref.ref[Any], int] | None = None  # the process that starts now; its number


def children() -> int:
    """How many children this process has had."""
    return _process.children


def spawning() -> int | None:
    """The number of the process that objects are pickled for at this moment; None: they are pickled
    for something else. (multiprocessing's "spawn" and "forkserver".)"""
    global _spawned
    context = sys.modules.get("multiprocessing.context")
    process = None if context is None else context.get_spawning_popen()
    if process is None:
        return None
    if _spawned is None or _spawned[0]() is not process:
        _spawned = weakref.ref(process), _process.next_child()
    return _spawned[1]


def _torch_worker() -> Any:
    """torch's description of this process, if it is a worker of a torch DataLoader."""
    data = sys.modules.get("torch.utils.data")
    look = getattr(data, "get_worker_info", None)  # absent while torch is being imported
    info = None if look is None else look()
    return None if info is _process.foreign else info


def _root() -> int | None:
    worker = _torch_worker()
    return _process.root if worker is None else int(worker.seed) & (1 << 64) - 1


def fresh() -> int:
    """A seed for something that was given none; see the note."""
    root = _root()
    if root is None:
        return int.from_bytes(os.urandom(8), "little")
    return _mix(root, next(_process.fresh), _FRESH)


def set_root(seed: int) -> None:
    """This process's seeds come from this one from now on."""
    global _process
    _process = _Process(seed, _torch_worker() or _process.foreign)


def _before_fork() -> None:
    local.child = _process.next_child()  # of this thread: others may fork at the same time


def _in_child() -> None:
    root = _root()
    set_root(0)
    _process.root = None if root is None else child_seed(root, local.child)


os.register_at_fork(before=_before_fork, after_in_child=_in_child)
