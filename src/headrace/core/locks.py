"""ForkLock: a lock that a forked child can take, whoever held it in the parent."""

from __future__ import annotations

import os
import threading
import weakref
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:

    class _RLock:
        """What ForkLock needs of a lock whose type is final to type checkers, but not to Python."""

        def acquire(self, blocking: bool = True, timeout: float = -1) -> bool: ...
        def release(self) -> None: ...
        def __enter__(self) -> bool: ...
        def __exit__(self, *_: object) -> None: ...
        def _is_owned(self) -> bool: ...
        def _at_fork_reinit(self) -> None: ...

else:
    _RLock: Any = type(threading.RLock())


class ForkLock(_RLock):
    """A re-entrant lock. In a forked child it is free, unless the thread that forked holds it.

    Of the threads that hold it at the fork the child has only that one: without this, it would wait
    for the others for ever.

    whole: what it guards must be whole in the child: the fork waits until the lock is free. For
        short sections that call nothing of the user's. Without it the fork does not wait, and the
        section has to leave things in order wherever it stops.

    It is entered and left by the methods of its base, in C: an interrupt (Ctrl-C) comes before or
    after, never between taking the lock and entering the section that lets it go.
    """

    __slots__ = ("whole",)
    whole: bool

    def __new__(cls, *, whole: bool = False) -> ForkLock:
        lock = super().__new__(cls)
        lock.whole = whole
        _all.add(lock)
        return lock

    def __init__(self, *, whole: bool = False) -> None:
        """Nothing is left to do."""

    def owned(self) -> bool:
        """Whether the calling thread holds it."""
        return bool(self._is_owned())


_all: weakref.WeakSet[ForkLock] = weakref.WeakSet()
_forking = threading.local()  # .held: the locks that the thread has taken for its fork


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
        if lock.acquire(blocking=False):  # free, or this thread's
            lock.release()
        else:
            lock._at_fork_reinit()


os.register_at_fork(before=_before, after_in_parent=_in_parent, after_in_child=_in_child)
