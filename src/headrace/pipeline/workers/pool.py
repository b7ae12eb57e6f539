"""WorkerPool: tasks for worker processes, and their answers.

Note [No thread, no lock]
The pool needs no thread: tasks wait in one pipe, answers in another, and the caller that wants a
batch reads the answers. Workers share no lock that a dying one could leave locked. Answers are read
into a buffer that is cleared only after they are stored, so that an interrupt loses none.
"""

from __future__ import annotations

import math
import os
from collections import deque
from collections.abc import Sequence
from typing import Any

from ...core import errors
from .deadline import too_late
from .memory import read_arrays, unpack_description
from .messages import (
    DONE,
    FAILED,
    POLL_SECONDS,
    RECORD,
    Answer,
    Died,
    Late,
    Page,
    Result,
    Task,
    unpack_failure,
)
from .running import Running
from .task_queue import Pool

_INBOX = 64  # answers that are read at once


class WorkerPool(Pool):
    """Worker processes, started once."""

    def __init__(
        self, workers: int, method: str, pickler: Any = None, timeout: float = math.inf
    ) -> None:
        super().__init__(workers, timeout)
        self._method, self._pickler = method, pickler
        self._running: Running | None = None
        self._results: dict[int, Result] = {}
        self._wanted: dict[int, int] = {}  # tickets → sources
        self._backlog: deque[tuple[int, bytes]] = deque()  # tasks that the pipes have no room for
        self._inbox = bytearray(RECORD.size * _INBOX)
        self._unfiled = False  # the inbox may hold answers
        self._generations: dict[int, int] = {}  # of iterables
        # Iterables whose worker died: in which generation, and how.
        self._ended: dict[int, tuple[int, Died]] = {}
        self._death: Died | None = None  # of a worker without a task: raised by `result`

    # ---- life -----------------------------------------------------------------------------------

    def _start(self) -> None:
        if self._running is None:  # else: an interrupt came right after
            self._running = Running(self._sources, self.workers, self._method, self._pickler)

    def memory_sizes(self) -> list[int]:
        """The bytes of each piece of memory that is shared with the workers."""
        with self._lock:
            return [] if self._running is None else self._running.memory.sizes()

    def close(self) -> None:
        """End the workers, and wait until they are gone."""
        with self._lock:
            running, self._running = self._running, None
            self._closed = True
            self._results.clear()
            self._wanted.clear()
            self._backlog.clear()
        if running is not None:
            running.close()

    def __del__(self) -> None:
        running = getattr(self, "_running", None)
        if running is not None:
            running.close()

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers."""
        return [] if self._running is None else [p.pid or 0 for p in self._running.processes]

    # ---- tasks ----------------------------------------------------------------------------------

    def submit(self, task: Task) -> int:
        """Begin a task; returns the ticket for its result. Tasks of an iterable are done in order,
        by one worker."""
        with self._lock:
            running = self._ours()
            running.memory.collect()
            self._tickets += 1
            ticket = self._tickets
            self._wanted[ticket] = task.source
            pipe = running.shared
            if self._sources[task.source].iterable:
                pipe = running.own[task.source % self.workers]
                self._generations[task.source] = task.generation
                ended = self._ended.get(task.source)
                if ended is not None and task.generation <= ended[0]:
                    self._results[ticket] = Result(death=ended[1])
                    return ticket
            self._backlog.append((pipe[1], RECORD.pack(*task._replace(ticket=ticket))))
            self._flush()
            return ticket

    def result(self, ticket: int) -> Result:
        """The result of a task; waits for it. It is kept until the ticket is given back.

        Raises Died, once, if a worker died that had no task.
        """
        with self._lock:
            while True:
                running = self._ours()
                running.memory.collect()
                self._look(running)
                if self._death is not None:
                    what, self._death = self._death, None
                    raise what.again()
                if ticket in self._results:
                    return self._results[ticket]
                self._flush()
                running.wait(self._poll_seconds)

    def arrived(self, tickets: Sequence[int]) -> bool:
        """Whether `result` would wait for none of these."""
        with self._lock:
            running = self._ours()
            running.memory.collect()
            self._look(running)
            self._flush()
            return self._death is not None or all(t in self._results for t in tickets)

    def give_back(self, source: int, tickets: Sequence[int]) -> None:
        """Drop these results, and those of all earlier tickets of the source."""
        with self._lock:
            for ticket in tickets:
                self._wanted.pop(ticket, None)
                self._results.pop(ticket, None)
            if self._running is not None and tickets:
                unwanted = self._running.page.unwanted
                unwanted[source] = max(unwanted[source], *tickets)

    # ---- inside ---------------------------------------------------------------------------------

    def _ours(self) -> Running:
        self.start()
        assert self._running is not None
        return self._running

    def _look(self, running: Running) -> None:
        """Store the answers; replace workers that died or are late."""
        dead = running.dead()
        self._read(running)  # after `dead`: reads all that a dead worker wrote
        for worker in dead:
            self._bury(running, worker, Died(running.autopsy(worker, self._sources)))
        for worker in running.late(self._timeout):
            self._bury(running, worker, Late(self._give_up(running, worker)))

    def _give_up(self, running: Running, worker: int) -> str:
        """Kill a worker whose source does not return; returns the message about it."""
        process = running.processes[worker]
        state, _, source, iteration, sample, _ = map(int, running.page.doing[worker])
        process.kill()
        process.join()
        self._read(running)  # answers that it wrote before
        name = f"worker process {worker} (pid {process.pid})"
        if state == Page.BEGINNING:
            what = ", ".join(s.label for s in self._sources)
            return f"{name} did not load its sources ({what}) within {self._timeout:g} s"
        return too_late(name, self._sources[source], iteration, sample, self._timeout)

    def _bury(self, running: Running, worker: int, what: Died) -> None:
        """A worker died: its task has failed, and another takes its place."""
        state, ticket = (int(x) for x in running.page.doing[worker, :2])
        missing = [t for t in self._wanted if t not in self._results]
        told = state == Page.BUSY and ticket in missing
        if told:
            self._results[ticket] = Result(death=what)
        for number, source in enumerate(self._sources):
            if (
                source.iterable and number % self.workers == worker
            ):  # a new worker would begin it anew
                running.page.unwanted[number] = self._tickets
                self._ended[number] = self._generations.get(number, 0), what
                mine = [t for t in missing if self._wanted[t] == number]
                self._results.update({t: Result(death=what) for t in mine})
                told = told or bool(mine)
        if state == Page.TAKING:  # unknown which task it had taken
            functions = [t for t in missing if not self._sources[self._wanted[t]].iterable]
            self._results.update({t: Result(lost=True) for t in functions})
        if not told:
            self._death = what
        running.replace(worker)

    def _flush(self) -> None:
        while self._backlog:
            file, record = self._backlog[0]
            try:
                os.write(file, record)
            except BlockingIOError:
                return
            self._backlog.popleft()

    def _read(self, running: Running) -> None:
        """Read and store all answers that are there."""
        if self._unfiled:  # an interrupt left answers in the inbox
            self._file(running, len(self._inbox))
        while True:
            self._unfiled = True
            try:
                count = os.readv(running.answers[0], [self._inbox])
            except BlockingIOError:
                count = 0
            self._file(running, count)
            if count < len(self._inbox):
                return

    def _file(self, running: Running, count: int) -> None:
        """Store the answers in the inbox, and clear it."""
        for at in range(0, count, RECORD.size):
            answer = Answer(*RECORD.unpack_from(self._inbox, at))
            if answer.state:
                self._take(running, answer)
                self._inbox[at : at + RECORD.size] = bytes(RECORD.size)
        running.memory.filed()
        self._unfiled = False

    def _take(self, running: Running, answer: Answer) -> None:
        if answer.state not in (DONE, FAILED):
            result = Result()
        else:
            result = self._result(running, answer)
        if answer.ticket == 0 and result.failure is not None:  # it could not load the sources
            raise errors.ExecutionError(
                f"a worker process could not load the sources: {result.failure.what}",
                detail=result.failure.text,
            ) from result.failure.error
        if answer.ticket in self._wanted:
            self._results[answer.ticket] = result

    def _result(self, running: Running, answer: Answer) -> Result:
        """The result of an answer with data, or with an exception."""
        process = running.processes[answer.worker]
        try:
            view, description = running.memory.read(process.pid or 0, answer)
        except OSError as e:
            process.join(POLL_SECONDS)  # a dying process closes its files first
            if process.exitcode is not None:
                return Result(lost=True)
            raise errors.ExecutionError(f"a worker's memory cannot be shared: {e}") from e
        if answer.state == FAILED:
            return Result(failure=unpack_failure(description))
        return Result(read_arrays(view, unpack_description(description)))
