"""Fetcher: a thread that reads batches of sources that wait for others than our workers."""

from __future__ import annotations

import atexit
import functools
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any

from ..engine import ending

_Job = tuple[Callable[[Any], Any], Any, "Future[Any]"]

_EXIT_SECONDS = 60.0  # for what is being read, when the program ends


class Fetcher:
    """One thread, which reads one batch after the other. It ends when nobody has the Fetcher.

    Not an executor: those read everything that was asked for before the program may end.
    """

    def __init__(self) -> None:
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        thread = threading.Thread(
            target=_work, args=(self._queue,), name="headrace-reader", daemon=True
        )
        _stop_at_exit()
        self._runs = not _stopped.is_set() and ending.start(thread)
        if self._runs:
            _running[thread] = self._queue
            weakref.finalize(self, self._queue.put, None).atexit = False

    def submit(self, function: Callable[[Any], Any], request: Any) -> Future[Any]:
        """Have it read; where there is no thread, here and now."""
        future: Future[Any] = Future()
        if self._runs and not _stopped.is_set():
            self._queue.put((function, request, future))
        else:
            _do((function, request, future), Exception)
        return future


_running: dict[threading.Thread, SimpleQueue[_Job | None]] = {}
_stopped = threading.Event()  # the program ends: nothing more is begun


def _work(queue: SimpleQueue[_Job | None]) -> None:
    while (job := queue.get()) is not None and not _stopped.is_set():
        _do(job, BaseException)
        del job  # its batch is not held while there is nothing to do
    _running.pop(threading.current_thread(), None)


def _do(job: _Job, caught: type[BaseException]) -> None:
    function, request, future = job
    try:
        result = function(request)
    except caught as e:
        future.set_exception(e)
    else:
        future.set_result(result)


@functools.cache
def _stop_at_exit() -> None:
    """Registered at the first use: that is later, so it runs before the native engine stops."""
    atexit.register(_stop_all)


def _stop_all() -> None:
    _stopped.set()
    running = list(_running.items())
    for _, queue in running:
        queue.put(None)
    for thread, _ in running:
        ending.join(thread, ending.seconds(_EXIT_SECONDS))
