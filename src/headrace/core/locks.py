"""ForkLock: a lock that a forked child can take, whoever held it in the parent."""

from __future__ import annotations

import os
import threading
import weakref
from typing import Any


class ForkLock:
    """A re-entrant lock. In a forked child it is free, unless the thread that forked holds it.

    Of the threads that hold it at the fork the child has only that one: without this, it would wait
    for the others for ever.

    whole: what it guards must be whole in the child: the fork waits until the lock is free. For
        short sections that call nothing of the user's. Without it the fork does not wait, and the
        section has to leave things in order wherever it stops.
    """

    __slots__ = ("__weakref__", "_lock", "_whole")

    def __init__(self, *, whole: bool = False) -> None:
        self._lock = threading.RLock()
        self._whole = whole
        _all.add(self)

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """As of a threading.RLock."""
        return self._lock.acquire(blocking, timeout)

    def release(self) -> None:
        """As of a threading.RLock."""
        self._lock.release()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def owned(self) -> bool:
        """Whether the calling thread holds it."""
        return bool(self._lock._is_owned())  # type: ignore[attr-defined]

    # What threading.Condition asks of re-entrant locks.
    _is_owned = owned

    def _release_save(self) -> Any:
        return self._lock._release_save()  # type: ignore[attr-defined]

    def _acquire_restore(self, state: Any) -> None:
        self._lock._acquire_restore(state)  # type: ignore[attr-defined]


_all: weakref.WeakSet[ForkLock] = weakref.WeakSet()
_forking = threading.local()  # .held: the locks that the thread has taken for its fork


def _before() -> None:
    held: list[ForkLock] = []
    _forking.held = held
    for lock in list(_all):
        if lock._whole:
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
            lock._lock = threading.RLock()


os.register_at_fork(before=_before, after_in_parent=_in_parent, after_in_child=_in_child)
