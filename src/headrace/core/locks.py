"""ForkLock: a lock that a forked child can take, even if another thread held it in the parent."""

from __future__ import annotations

import os
import threading
import weakref
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:

    class _RLock:
        """The RLock methods ForkLock uses. Type checkers call RLock final; Python does not."""

        def acquire(self, blocking: bool = True, timeout: float = -1) -> bool: ...
        def release(self) -> None: ...
        def __enter__(self) -> bool: ...
        def __exit__(self, *_: object) -> None: ...
        def _is_owned(self) -> bool: ...
        def _at_fork_reinit(self) -> None: ...

else:
    _RLock: Any = type(threading.RLock())


class ForkLock(_RLock):
    """A re-entrant lock. In a forked child it is free, unless the forking thread holds it.

    Only the forking thread exists in the child; an ordinary lock held by another thread would
    never be released there.

    whole: the fork waits until the lock is free, so that the child sees consistent data. For short
        sections that call no user code. Without it the fork does not wait, and the section must
        keep its data consistent at every point.

    Enter and exit are the C methods of RLock: a KeyboardInterrupt cannot arrive between taking the
    lock and entering the `with` block.
    """

    __slots__ = ("whole",)
    whole: bool

    def __new__(cls, *, whole: bool = False) -> ForkLock:
        lock = super().__new__(cls)
        lock.whole = whole
        _all.add(lock)
        return lock

    def __init__(self, *, whole: bool = False) -> None:
        """Overrides RLock's, which takes no arguments."""

    def owned(self) -> bool:
        """Whether the calling thread holds the lock."""
        return bool(self._is_owned())


_all: weakref.WeakSet[ForkLock] = weakref.WeakSet()
_forking = threading.local()  # .held: locks that this thread took for its fork


def _before() -> None:
    held: list[ForkLock] = []
    _forking.held = held
    for lock in list(_all):
        if lock.whole:
            lock.acquire()
            held.append(lock)


def _in_parent() -> None:
    for lock in _forking.held:
        lock.release()
    _forking.held = []


def _in_child() -> None:
    _in_parent()
    for lock in list(_all):
        if lock.acquire(blocking=False):  # free, or held by this thread
            lock.release()
        else:
            lock._at_fork_reinit()


os.register_at_fork(before=_before, after_in_parent=_in_parent, after_in_child=_in_child)
