"""What runs in a worker process: takes tasks, asks sources, puts samples into shared memory.

It uses NumPy only: the engine's threads do not exist in a forked process.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Sequence
from multiprocessing import reduction
from typing import Any, NamedTuple

import numpy as np

from ...readers.user_data import batch_arrays, sample_array
from ...readers.user_source import UserSource
from .memory import Rows, Segment, Store, Writer, pack_description
from .messages import (
    DONE,
    END,
    FAILED,
    POLL_SECONDS,
    RECORD,
    STOP,
    Answer,
    Page,
    Task,
    describe,
    pack_failure,
)
from .pickling import load


class File(NamedTuple):
    """A file descriptor; in the arguments of a spawned process it becomes one of that process."""

    number: int

    def __reduce__(self) -> tuple[Any, ...]:
        return _received, (reduction.DupFd(self.number),)


def _received(sent: Any) -> File:
    return File(sent.detach())


class Seat(NamedTuple):
    """What a worker is given."""

    worker: int
    workers: int
    shared: File  # tasks for whoever comes first
    own: File  # tasks for this worker
    answers: File
    files: File  # a socket
    page: File
    others: tuple[int, ...]  # the pool's own descriptors, which a fork copies
    number: int  # of sources
    sources: Sequence[UserSource] | bytes  # bytes: pickled
    random: tuple[int, ...]  # seed of np.random
    parent: int


def work(seat: Seat) -> None:
    """The process."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C is for the main process, which ends its workers
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    for file in seat.others:
        os.close(file)
    np.random.seed(seat.random)
    with contextlib.suppress(BrokenPipeError):  # the main process is gone
        _Worker(seat).run()
    sys.stdout.flush()


class _Worker:
    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._store = Store(socket.socket(fileno=seat.files.number))
        self._sources: Sequence[UserSource] = ()
        self._ended: dict[int, int] = {}  # iterables that ended → in which generation
        self._seen = 0  # the last ticket for this worker alone
        self._poll = select.poll()
        for file in (seat.own, seat.shared):
            os.set_blocking(file.number, False)
            self._poll.register(file.number, select.POLLIN)

    def run(self) -> None:
        """Tasks until the end."""
        seat = self._seat
        self._page = Page(seat.page.number, seat.workers, seat.number)
        self._doing = self._page.doing[seat.worker]
        try:
            loaded = load(seat.sources) if isinstance(seat.sources, bytes) else seat.sources
        except BaseException as e:
            self._fail(Task(0, 0), e, -1)
            return
        self._sources = loaded
        self._doing[0] = Page.IDLE
        try:
            while (task := self._next()) is not None:
                if task.ticket > self._page.unwanted[task.source]:
                    self._answer(task)
                self._doing[0] = Page.IDLE
        finally:
            for source in self._sources:
                source.close()

    def _next(self) -> Task | None:
        """The next task; None: the pool is closed, or its process is gone."""
        while not self._page.closing[0] and os.getppid() == self._seat.parent:
            ready = {number for number, _ in self._poll.poll(POLL_SECONDS * 1000)}
            for file in (self._seat.own, self._seat.shared):
                if file.number not in ready:
                    continue
                task = self._take(file)
                if task == END:
                    return None
                if task is not None:
                    return task
        return None

    def _take(self, file: File) -> Task | None:
        """A task from a pipe; None: there is none."""
        self._doing[0] = Page.TAKING
        try:
            record = os.read(file.number, RECORD.size)
        except BlockingIOError:  # another worker was faster
            self._doing[0] = Page.IDLE
            return None
        task = Task(*RECORD.unpack(record)) if record else END
        self._doing[5] = (
            time.monotonic_ns()
        )  # before the state: a busy worker's time is never older than its task
        self._doing[:5] = Page.BUSY, task.ticket, task.source, task.iteration, task.first
        if file is not self._seat.own or task == END:
            return task
        if task.ticket <= self._seen:  # an interrupted pool sent it twice
            self._doing[0] = Page.IDLE
            return None
        self._seen = task.ticket
        return task

    def _answer(self, task: Task) -> None:
        source = self._sources[task.source]
        if self._ended.get(task.source) == task.generation:
            self._send(Answer(STOP, task.ticket, self._seat.worker, 0, 0, 0, 0, 0))
            return
        writer = Writer(self._store.free())
        try:
            if source.batch:
                outputs = self._batch(source, task, writer)
            else:
                outputs = self._samples(source, task, writer)
        except StopIteration:
            if source.iterable:
                self._ended[task.source] = task.generation
            self._send(Answer(STOP, task.ticket, self._seat.worker, 0, 0, 0, 0, 0))
        except BaseException as e:
            sample = -1 if source.batch else int(self._doing[4])
            self._fail(task, e, sample)
        else:
            self._finish(DONE, task, writer, pack_description(outputs))

    def _batch(self, source: UserSource, task: Task, writer: Writer) -> list[Any]:
        data = source.split(source.ask_batch(task.iteration, task.epoch)[0])
        given = [batch_arrays(x, dtype) for x, dtype in zip(data, source.dtypes)]
        return [writer.put_arrays(x) for x in given]

    def _samples(self, source: UserSource, task: Task, writer: Writer) -> list[Any]:
        """The samples, each copied at once: the source may reuse its memory for the next."""
        outputs = [Rows() for _ in source.dtypes]
        for at in range(task.first, task.first + task.samples):
            self._doing[5], self._doing[4] = time.monotonic_ns(), at
            data, _ = source.ask_sample(at, task.size, task.iteration, task.epoch)
            for rows, x, dtype in zip(outputs, source.split(data), source.dtypes):
                array, layout = sample_array(x, dtype)
                writer.add(array, rows)
                rows.layout = rows.layout or layout
        return [rows.describe() for rows in outputs]

    def _fail(self, task: Task, error: BaseException, sample: int) -> None:
        failure = describe(error, sample)
        self._finish(FAILED, task, Writer(self._store.free()), pack_failure(failure))

    def _finish(self, state: int, task: Task, writer: Writer, description: bytes) -> None:
        at, length = writer.finish(description)
        s: Segment = writer.segment
        where = (s.number, s.file, s.size, at, length)
        self._send(Answer(state, task.ticket, self._seat.worker, *where))

    def _send(self, answer: Answer) -> None:
        self._doing[5] = Page.NEVER  # the write may block; that is not the source's time
        os.write(self._seat.answers.number, RECORD.pack(*answer))
