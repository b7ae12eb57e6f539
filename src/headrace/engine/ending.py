"""The end of the program: how long it waits for threads of ours, and threads that cannot start.

Note [The end] in native/base/ending.h says what happens to threads then.
"""

from __future__ import annotations

import threading
import time
import warnings

from ..core import errors

_SECONDS_WITH_DAEMONS = 1.0  # in all, for everything that is waited for
_until: float | None = None  # when the program stops waiting, once it ends beside daemon threads


def seconds(most: float) -> float:
    """How long the end of the program may wait for something, which is `most` by itself.

    Beside daemon threads of the user's it is short: they may keep us busy for ever.
    """
    global _until
    if _until is None:
        if not any(map(_is_foreign, threading.enumerate())):
            return most
        _until = time.monotonic() + _SECONDS_WITH_DAEMONS
    return min(most, max(0.0, _until - time.monotonic()))


def _is_foreign(thread: threading.Thread) -> bool:
    """Whether it is a thread that somebody else started and that may still run."""
    if thread is threading.main_thread() or thread is threading.current_thread():
        return False
    return not (isinstance(thread, threading._DummyThread) or thread.name.startswith("headrace-"))


def start(thread: threading.Thread) -> bool:
    """Start a thread of ours. False, with a warning: the system has none for us."""
    try:
        thread.start()
    except RuntimeError as e:
        if thread.ident is not None:
            raise  # it was started before
        if not threading.main_thread().is_alive():
            wait_for_the_end()  # no threads are started any more
        warn_of_shortage(1, 0, str(e))
        return False
    return True


def join(thread: threading.Thread | None, seconds: float | None = None) -> None:
    """Wait for the end of a thread of ours, but no longer than this.

    A daemon thread may be just about to start it: then there is nothing to wait for.
    """
    if thread is not None and thread.is_alive():
        thread.join(seconds)


def wait_for_the_end() -> None:
    """On a daemon thread, while the program ends: nobody needs what it would do."""
    if threading.current_thread() is not threading.main_thread():
        while True:
            time.sleep(3600)


def no_thread(purpose: str) -> errors.ExecutionError:
    """The error where something cannot do without the thread that did not start."""
    return errors.ExecutionError(
        f"{purpose} needs a thread, and the system starts no more: raise the limit of processes "
        "(ulimit -u, a container's pids limit) or of memory (ulimit -v)"
    )


def warn_of_shortage(wanted: int, started: int, why: str) -> None:
    """Fewer threads than were asked for."""
    warnings.warn(
        f"{started} of {wanted} threads could be started ({why}): what they would do runs on those "
        "that there are. Ask for fewer (set_num_threads, HEADRACE_NUM_THREADS), or raise the limit "
        "of processes (ulimit -u, a container's pids limit) or of memory (ulimit -v)",
        RuntimeWarning,
        stacklevel=2,
    )
