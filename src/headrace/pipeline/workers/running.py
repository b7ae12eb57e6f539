"""Running: worker processes, the pipes and the page that they share; starting, watching, ending."""

from __future__ import annotations

import atexit
import contextlib
import functools
import math
import multiprocessing
import os
import select
import signal
import socket
import time
import warnings
import weakref
import zlib
from collections.abc import Sequence
from multiprocessing import resource_tracker
from typing import Any

import numpy as np

from ...core import errors
from ...readers.user_source import UserSource
from . import deadline
from .memory import Memory
from .messages import END, RECORD, Page
from .pickling import dump
from .process import File, Seat, work

_GRACE_SECONDS = 2.0  # for workers to end by themselves, then again after SIGTERM


class Running:
    """The processes, and what they share. It does not refer to the pool, which can be freed."""

    def __init__(
        self, sources: Sequence[UserSource], workers: int, method: str, pickler: Any
    ) -> None:
        if multiprocessing.current_process().daemon:
            raise errors.ExecutionError(
                "this process is itself a worker of somebody, and cannot start processes: use "
                'py_start_method="thread"'
            )
        self.owner = os.getpid()
        self.memory = Memory()
        self._context: Any = multiprocessing.get_context(method)
        self._payload = tuple(sources) if method == "fork" else dump(tuple(sources), pickler)
        self._count = len(sources)
        self._files: list[int] = []
        self.shared, self.answers = self._pipe(), self._pipe()
        self.own = [self._pipe() for _ in range(workers)]
        self._page_file = os.memfd_create("headrace-page", os.MFD_CLOEXEC)
        self._files.append(self._page_file)
        self.page = Page(self._page_file, workers, len(sources))
        for _, end in (self.shared, *self.own):
            os.set_blocking(end, False)
        os.set_blocking(self.answers[0], False)
        self.processes: list[Any] = []
        self._started = [0] * workers  # how often each was replaced
        self._end_said = 0.0  # when
        _end_at_exit()
        _all.add(self)
        try:
            for worker in range(workers):
                self.processes.append(self._start(worker))
        except BaseException:
            self.close()
            raise
        self._watch()

    def _pipe(self) -> tuple[int, int]:
        pipe = os.pipe()
        self._files.extend(pipe)
        return pipe

    def _start(self, worker: int) -> Any:
        self.page.doing[worker, 5] = time.monotonic_ns()
        self.page.doing[worker, 0] = Page.BEGINNING
        receiver, sender = socket.socketpair()
        receiver.setblocking(False)
        ours = (
            self.shared[0], self.own[worker][0], self.answers[1], sender.fileno(), self._page_file,
        )  # fmt: skip
        others = [f for f in self._files if f not in ours] if self._forks else []
        shared, own, answers, files, page = map(File, ours)
        seat = Seat(
            worker, len(self.own), shared, own, answers, files, page, tuple(others), self._count,
            self._payload, _random_words(worker, self._started[worker]), self.owner,
        )  # fmt: skip
        process = self._context.Process(
            target=work, args=(seat,), name=f"headrace-worker-{worker}", daemon=True
        )
        if not self._forks:
            resource_tracker.ensure_running()  # before SIGINT is blocked: it unblocks signals
        # A Ctrl-C between here and the first line of the worker would end it with a traceback.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            with warnings.catch_warnings():
                # Python warns of forks beside threads; workers use no lock that a thread may hold.
                warnings.filterwarnings("ignore", ".*fork")
                process.start()
            self.memory.expect(process.pid, receiver)
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        except BaseException:  # interrupted: nobody refers to the new process yet
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            if process.pid is not None:
                process.kill()
            raise
        finally:
            sender.close()
        return process

    @property
    def _forks(self) -> bool:
        return isinstance(self._payload, tuple)

    def _watch(self) -> None:
        self._poll = select.poll()
        self._poll.register(self.answers[0], select.POLLIN)
        for process in self.processes:
            self._poll.register(process.sentinel, select.POLLIN)

    def wait(self, seconds: float) -> None:
        """Until there is an answer, a worker dies, or the time is over."""
        self._poll.poll(seconds * 1000)

    def dead(self) -> list[int]:
        """Workers that ended by themselves."""
        return [w for w, p in enumerate(self.processes) if p.exitcode is not None]

    def late(self, timeout: float) -> list[int]:
        """Workers that have been in one call of a source for longer than so many seconds."""
        if timeout == math.inf:
            return []
        latest = time.monotonic_ns() - int(timeout * 1e9)
        rows = enumerate(self.page.doing.tolist())
        busy = (Page.BUSY, Page.BEGINNING)
        return [worker for worker, row in rows if row[0] in busy and row[5] < latest]

    def autopsy(self, worker: int, sources: Sequence[UserSource]) -> str:
        """How a worker ended, and what it was doing."""
        process = self.processes[worker]
        state, _, source, iteration, sample, _ = map(int, self.page.doing[worker])
        doing = "while it had nothing to do"
        if state == Page.BEGINNING:
            doing = "before it could begin"
            if not self._forks:
                doing += (
                    " (spawned processes import the main module again: what they shall not do has "
                    'to stand under `if __name__ == "__main__":`)'
                )
        elif state == Page.BUSY:
            doing = f"while it made {deadline.doing(sources[source], iteration, sample)}"
        how = _ending(process.exitcode)
        return f"worker process {worker} (pid {process.pid}) {how} {doing}"

    def replace(self, worker: int) -> None:
        """Start another process in the place of one that died."""
        before = self.processes[worker]
        self._started[worker] += 1
        self.processes[worker] = self._start(
            worker
        )  # if interrupted, the dead one stays and is replaced later
        self._watch()
        self.memory.forget(before.pid)
        before.close()

    def close(self) -> None:
        """End the processes, and wait until they are gone: those that do not end by themselves are
        ended by force, at once if the wait is interrupted."""
        if os.getpid() != self.owner or not self._files:
            return  # in a forked child: they are not ours
        try:
            self.say_end()
            self._join(self._end_said + _GRACE_SECONDS)
            for process in self.processes:
                process.terminate()
            self._join(time.monotonic() + _GRACE_SECONDS)
        finally:
            self._bury_all()

    def say_end(self) -> None:
        """Tell the processes to end; does not wait."""
        if self.page.closing[0] or os.getpid() != self.owner:
            return
        self.page.closing[0] = 1
        self._end_said = time.monotonic()
        os.close(self.answers[0])  # a worker blocked in a write gets EPIPE
        self._files.remove(self.answers[0])
        for _, end in (self.shared, *self.own):
            for _ in self.processes:
                with contextlib.suppress(BlockingIOError):  # full: `closing` tells them as well
                    os.write(end, RECORD.pack(*END))

    def _bury_all(self) -> None:
        for process in self.processes:
            if process.is_alive():
                process.kill()
            process.join()
            self.memory.forget(process.pid)
            # None: an interrupt lost the exit status.
            if process.exitcode is not None:
                process.close()
        self.processes.clear()
        for file in self._files:
            os.close(file)
        self._files.clear()
        _all.discard(self)

    def _join(self, until: float) -> None:
        for process in self.processes:
            process.join(max(0.0, until - time.monotonic()))


def _ending(code: int) -> str:
    if code < 0:
        name = signal.Signals(-code).name
        why = ", perhaps by the system for want of memory," if -code == signal.SIGKILL else ""
        return f"was killed by signal {-code} ({name}){why}"
    return f"ended with exit code {code}"


def _random_words(worker: int, again: int) -> tuple[int, ...]:
    """The seed of a worker's np.random: different in each worker, and reproducible if the program
    seeded np.random, whose state here is not changed."""
    state: Any = np.random.get_state(legacy=False)
    return zlib.crc32(repr(state["state"]["key"].tobytes()).encode()), worker, again


_all: weakref.WeakSet[Running] = weakref.WeakSet()


@functools.cache
def _end_at_exit() -> None:
    """Registered late, so that it runs before multiprocessing ends its processes by force."""
    atexit.register(_close_all)


def _close_all() -> None:
    here = list(_all)
    for running in here:
        running.say_end()
    for running in here:
        running.close()
