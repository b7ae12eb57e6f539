"""Seeds: of side streams, of child processes, and of generators that were given none.

Note [Random numbers in processes]
A child must not repeat the numbers of its parent or siblings. From one seed, each run of a program
must give each process the same numbers. The parent's numbers must not depend on its children. So a
process counts its children (forks, and spawned processes that an RNG is pickled for), and in a
child every RNG gets the seed derived from (its seed, number of children since it was seeded). Its
position stays. An RNG made in a child without a seed uses `fresh`: derived from torch's seed of a
DataLoader worker, else from the forking thread's seed, if it has one.
"""

from __future__ import annotations

import itertools
import os
import sys
import weakref
from typing import Any

from .. import _native
from .state import local

# Random operators count samples from 0 and never reach these blocks of a seed's stream.
_SIDE, _CHILD, _FRESH = 0xFFFFFFFC, 0xFFFFFFFD, 0xFFFFFFFB


def _mix(seed: int, number: int, purpose: int) -> int:
    words = _native.philox(seed, number, purpose, 0)
    return int(words[0]) << 32 | int(words[1])


def child_seed(seed: int, number: int) -> int:
    """The seed for the numberth child process since the seed was set."""
    return _mix(seed, number, _CHILD)


def side_seed(seed: int, level: int) -> int:
    """The seed of a loop body while a prefetching generator draws from the main stream.

    level: number of such generators around the loop itself.
    """
    return _mix(seed, level, _SIDE)


class _Process:
    """The ancestors and children of this process, as far as seeds depend on them."""

    def __init__(self, root: int | None = None, foreign: Any = None) -> None:
        self.numbers = itertools.count(1)  # next() is atomic, an addition is not
        self.children = 0
        self.root = root  # seed derived from the parent's; None: the parent had none
        self.foreign = foreign  # torch's worker info of a parent that is a DataLoader worker
        self.fresh = itertools.count()

    def next_child(self) -> int:
        self.children = number = next(self.numbers)
        return number


_process = _Process()
_spawned: tuple[weakref.ref[Any], int] | None = None  # process being spawned; its number


def children() -> int:
    """The number of child processes so far."""
    return _process.children


def spawning() -> int | None:
    """The number of the process being spawned (by "spawn" or "forkserver"), if objects are being
    pickled for one; else None."""
    global _spawned
    context = sys.modules.get("multiprocessing.context")
    process = None if context is None else context.get_spawning_popen()
    if process is None:
        return None
    if _spawned is None or _spawned[0]() is not process:
        _spawned = weakref.ref(process), _process.next_child()
    return _spawned[1]


def _torch_worker() -> Any:
    """torch's worker info, if this process is a worker of a torch DataLoader."""
    data = sys.modules.get("torch.utils.data")
    look = getattr(data, "get_worker_info", None)  # missing while torch is being imported
    info = None if look is None else look()
    return None if info is _process.foreign else info


def _root() -> int | None:
    worker = _torch_worker()
    return _process.root if worker is None else int(worker.seed) & (1 << 64) - 1


def fresh() -> int:
    """A seed for an RNG that was given none; see the note."""
    root = _root()
    if root is None:
        return int.from_bytes(os.urandom(8), "little")
    return _mix(root, next(_process.fresh), _FRESH)


def set_root(seed: int) -> None:
    """Derive this process's fresh seeds from this one."""
    global _process
    _process = _Process(seed, _torch_worker() or _process.foreign)


def _before_fork() -> None:
    local.child = _process.next_child()  # thread-local: other threads may fork at the same time


def _in_child() -> None:
    root = _root()
    set_root(0)
    _process.root = None if root is None else child_seed(root, local.child)


os.register_at_fork(before=_before_fork, after_in_child=_in_child)
