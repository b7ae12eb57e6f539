"""Ahead: a queue of jobs that a background thread does before their results are asked for.

Generators (`ndd.prefetch`), readers whose source blocks, iterations of pipelines and the torch
proxy run ahead with this. The owner of the queue decides how many jobs there are; it appends them,
has them begun and takes the results in order:

    queue = Ahead(Background("headrace-example"))
    queue.append(Job(work))
    queue.begin()
    result = queue.take()       # or raises what `work` raised

Note [Interrupts]
Ctrl-C comes between any two instructions of Python code, also inside of `threading` and
`concurrent.futures`, whose locks may then stay locked for ever. So the consumer and the thread
share only queues and locks that are native, each used in one call. `begin` does again what an
interrupt prevented; a job that is done is not done again.

Note [Ends]
The thread ends when its queue is garbage, when `Background.stop` is called, or when the program
ends: then an exit handler waits for the job that it is busy with, but not for ever. Jobs that the
thread did not begin are done by whoever takes their results. A forked child has no thread: owners
compare process ids.
"""

from __future__ import annotations

import atexit
import functools
import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from . import ending

EXIT_SECONDS = 5.0  # how long the end of the program waits for a job that runs user code
_POLL_SECONDS = 0.1  # how often a consumer looks whether the thread is still there

T = TypeVar("T")


def without_frame(error: BaseException) -> BaseException:
    """A caught error, without the frame that caught it in its traceback. An object that keeps the
    error and is a variable of that frame would be in a reference cycle."""
    trace = error.__traceback__
    return error.with_traceback(trace.tb_next if trace else None)


class Job(Generic[T]):
    """Work that is done once: by a background thread, or by the consumer if there is none."""

    __slots__ = ("_finished", "_submitted", "_work", "error", "made")

    def __init__(self, work: Callable[[], T]) -> None:
        self._work: Callable[[], T] | None = work
        self._submitted = False  # to a Background
        self._finished: threading.Lock | None = None  # released when the Background is done with it
        self.made: Any = None  # what the work returned
        self.error: BaseException | None = None

    @property
    def done(self) -> bool:
        """Whether it has a result or an error."""
        return self._work is None

    def fail(self, error: BaseException) -> None:
        """Do not run it: this is its error."""
        self.error, self._work = error, None

    def run(self, caught: type[BaseException] = Exception) -> None:
        """Do it, unless it is done. Exceptions of type `caught` become its error."""
        work = self._work
        if work is None:
            return
        try:
            self.made = work()
        except caught as e:
            self.error = without_frame(e)
        self._work = None  # not after an interrupt: then it is done again

    def result(self) -> T:
        """What it returned. Raises its error."""
        if self.error is not None:
            raise self.error
        return self.made  # type: ignore[no-any-return]


J = TypeVar("J", bound=Job[Any])


class Background:
    """A daemon thread that does jobs one after the other; it starts with the first one.

    exit_seconds: how long the end of the program waits for the job it is busy with.
    purpose: who cannot do without the thread, for the error if none can be started; None: then the
        consumer does the jobs.
    """

    def __init__(
        self, name: str, exit_seconds: float | None = None, *, purpose: str | None = None
    ) -> None:
        self.process = os.getpid()
        self._purpose = purpose
        self.thread: threading.Thread | None = None
        self.stopped = False
        self._name, self._exit_seconds = name, exit_seconds
        # SimpleQueue: a destructor may call stop(), at any point of any thread.
        self._todo: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._one = threading.Lock()  # an interrupted start may have made two threads

    def begin(self, job: Job[Any]) -> bool:
        """Have a job done, unless that was said before. False: no thread can be started."""
        if job._submitted or self.stopped:
            return True
        if (self.thread is None or self.thread.ident is None) and not self._start():
            if self._purpose is not None:
                raise ending.no_thread(self._purpose)
            return False
        if job._finished is None:
            lock = threading.Lock()
            lock.acquire()
            job._finished = lock
        self._todo.put(job)
        job._submitted = True
        return True

    def wait(self, job: Job[Any]) -> None:
        """Wait until a job is done; do it here if the thread ended before it."""
        thread, lock = self.thread, job._finished
        while not (job._work is None or self.stopped or thread is None or lock is None):
            if lock.acquire(timeout=_POLL_SECONDS):
                lock.release()
            elif not thread.is_alive():
                break
        if job._work is None:
            return
        if self.stopped:
            self.join(ending.seconds(self.exit_seconds))
        job.run()

    def stop(self) -> None:
        """Begin no more jobs; does not wait."""
        if os.getpid() == self.process:
            self.stopped = True
            self._todo.put(None)

    def join(self, seconds: float | None = None) -> None:
        """Wait for the end of the thread, but no longer than this."""
        ending.join(self.thread, seconds)

    def ended(self) -> None:
        """Called on the thread when it was stopped. Subclasses clean up here."""

    @property
    def exit_seconds(self) -> float:
        """How long the end of the program waits for it."""
        return EXIT_SECONDS if self._exit_seconds is None else self._exit_seconds

    def _start(self) -> bool:
        if _exiting:
            ending.wait_for_the_end()
            return False
        _stop_at_exit()
        thread = threading.Thread(target=self._work, name=self._name, daemon=True)
        _running.add(self)
        self.thread = thread
        if not ending.start(thread):
            _running.discard(self)
            self.thread = None
            return False
        return True

    def _work(self) -> None:
        while True:
            with self._one:
                job = self._todo.get()
                if job is None or self.stopped:
                    break
                if job._work is not None and job._finished is not None:
                    job.run(BaseException)
                    job._finished.release()
                job = None  # its memory is not held while there is nothing to do
        job = None
        self._todo.put(None)
        self.ended()
        _running.discard(self)


class Ahead(deque[J]):
    """Jobs, begun in order and taken in order. Not thread-safe: its owner has a lock.

    background: the thread that does them; None: `begin` does them.
    """

    def __init__(self, background: Background | None) -> None:
        super().__init__()
        self._background = background
        if background is not None:
            weakref.finalize(self, background.stop).atexit = False

    def begin(self) -> None:
        """Have everything in the queue done, in order."""
        if not self or self[-1]._submitted or self[-1]._work is None:
            return  # the last one was begun, so the others were; or `take` does them
        for job in self:
            if job._work is None:
                continue
            if self._background is None or not self._background.begin(job):
                job.run()

    def take(self) -> Any:
        """The result of the first job, or its error. It stays the first if the wait for it is
        interrupted."""
        job, over = self[0], True
        try:
            self.begin()
            if self._background is None:
                job.run()
            else:
                self._background.wait(job)
            return job.result()
        except BaseException as e:
            over = job.done and (e is job.error or isinstance(e, Exception))
            raise
        finally:
            if over:
                self.popleft()
                job.error = None  # its traceback refers to this frame

    def __del__(self) -> None:
        """Errors refer to frames with all their data."""
        for job in self:
            job.error = None


_running: set[Background] = set()
_exiting = False  # the program ends: no more threads are started


@functools.cache
def _stop_at_exit() -> None:
    """Registered at the first use: that is late, so it runs before the native engine stops."""
    atexit.register(_stop_all)


def _stop_all() -> None:
    global _exiting
    _exiting = True
    running = list(_running)
    for background in running:
        background.stop()
    begin = time.monotonic()
    for background in running:
        left = begin + background.exit_seconds - time.monotonic()
        background.join(ending.seconds(max(0.0, left)))


os.register_at_fork(after_in_child=_running.clear)
