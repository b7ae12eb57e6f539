"""TaskQueue: the tasks of one parallel source; Pool: what worker processes and threads share."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from ...core import errors
from ...core.locks import ForkLock
from ...readers.user_data import Arrays
from ...readers.user_source import UserSource
from .batches import merge
from .messages import POLL_SECONDS, Failure, Result, Task


class Pool(ABC):
    """Workers, processes or threads, that all parallel sources of a pipeline share.

    timeout: seconds that a call of a source may take.
    """

    def __init__(self, workers: int, timeout: float) -> None:
        self.workers, self._timeout = workers, timeout
        self._poll_seconds = min(POLL_SECONDS, timeout / 4)
        self._sources: list[UserSource] = []
        self._owner: int | None = None  # the process that started the workers
        self._tickets = 0
        self._closed = False
        self._lock = ForkLock()

    def add(self, source: UserSource) -> int:
        """Make a source known, before the workers start; returns its number."""
        if self._owner is not None:
            raise errors.ExecutionError("the workers run already: a source comes too late")
        self._sources.append(source)
        return len(self._sources) - 1

    def start(self) -> None:
        """Start the workers, if they do not run. Raises if they cannot be used."""
        with self._lock:
            if self._closed:
                raise errors.ExecutionError("the workers were closed, with their pipeline")
            if self._owner is None:
                self._start()
                self._owner = os.getpid()
            if self._owner != os.getpid():
                raise errors.ExecutionError(
                    "the workers belong to the process that started them, of which this one is a "
                    "fork: build the pipeline after the fork"
                )

    @abstractmethod
    def _start(self) -> None: ...

    @abstractmethod
    def close(self) -> None:
        """End the workers."""

    @abstractmethod
    def submit(self, task: Task) -> int:
        """Begin a task; returns the ticket for its result. Tasks of an iterable are done in
        order."""

    @abstractmethod
    def arrived(self, tickets: Sequence[int]) -> bool:
        """Whether `result` would wait for none of these."""

    @abstractmethod
    def result(self, ticket: int) -> Result:
        """The result of a task; waits for it. It is kept until the ticket is given back.

        Raises Died, once, if a worker died that had no task.
        """

    @abstractmethod
    def give_back(self, source: int, tickets: Sequence[int]) -> None:
        """Drop these results, and those of all earlier tickets of the source."""

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers; threads have none."""
        return []

    def memory_sizes(self) -> list[int]:
        """The bytes of each piece of memory that is shared with worker processes."""
        return []


class Failed(Exception):
    """The source raised an exception, in a worker."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.what)
        self.failure = failure


class _Batch(NamedTuple):
    """A batch that is being made."""

    place: tuple[int, int, int]  # iteration, epoch, samples
    tickets: list[int]  # of its parts, in order


class TaskQueue:
    """The queue of batches of a source that workers run."""

    def __init__(self, source: UserSource, pool: Pool) -> None:
        self._source, self._pool = source, pool
        self._number = pool.add(source)
        self._queue: deque[_Batch] = deque()
        self._generation = 0
        self._gone = False  # the worker of an iterable died: where it was is unknown

    def take(self, size: int, iteration: int, epoch: int, depth: int) -> list[Arrays]:
        """The outputs of an iteration; begins `depth` further ones.

        Raises StopIteration at the end of the source, Failed where it raised something, and Died
        where a worker did.
        """
        if self._gone:
            raise StopIteration
        self._begin_all(size, iteration, epoch, depth)
        while True:
            batch = self._queue[0]
            results = [self._pool.result(ticket) for ticket in batch.tickets]
            if not any(r.lost for r in results):
                return self._outputs(batch, results)
            self._drop(batch)
            self._queue.appendleft(self._begin(*batch.place))

    def arrived(self, size: int, iteration: int, epoch: int, depth: int) -> bool:
        """Whether `take` with these arguments would not wait; begins what it would begin."""
        if self._gone:
            return True
        self._begin_all(size, iteration, epoch, depth)
        return self._pool.arrived(self._queue[0].tickets)

    def restart(self, ended: bool) -> None:
        """Go on after the end of this source, or of another one of the pipeline."""
        if not self._source.iterable:
            self.forget()
        elif ended:
            self.forget()
            self._generation += 1
            self._gone = self._gone and not self._source.begins_again

    def forget(self) -> None:
        """Drop all batches that were begun."""
        tickets = [t for batch in self._queue for t in batch.tickets]
        self._queue.clear()
        self._pool.give_back(self._number, tickets)

    def _begin_all(self, size: int, iteration: int, epoch: int, depth: int) -> None:
        """Have an iteration and `depth` further ones made."""
        if not self._source.iterable:
            self._leave_out((iteration, epoch, size))
        for k in range(len(self._queue), depth + 1):
            self._queue.append(self._begin(iteration + k, epoch, size))

    def _leave_out(self, place: tuple[int, int, int]) -> None:
        """Drop the batches before the one that is asked for; all, if it is not among them."""
        if not any(batch.place == place for batch in self._queue):
            self.forget()
        while self._queue and self._queue[0].place != place:
            self._drop(self._queue[0])

    def _begin(self, iteration: int, epoch: int, size: int) -> _Batch:
        whole = self._source.batch or self._source.iterable
        parts = 1 if whole else min(size, self._pool.workers)
        tickets = []
        for k in range(parts):
            first, last = k * size // parts, (k + 1) * size // parts
            task = Task(
                0, self._number, iteration, epoch, first, last - first, size, self._generation
            )
            tickets.append(self._pool.submit(task))
        return _Batch((iteration, epoch, size), tickets)

    def _outputs(self, batch: _Batch, results: list[Result]) -> list[Arrays]:
        """The parts of a batch together. The first part without data decides what is raised."""
        parts = [r.outputs for r in results if r.outputs is not None]
        if len(parts) == len(results):
            self._drop(batch)
            return merge(parts)
        why = next(r for r in results if r.outputs is None)
        if why.failure is not None:
            self._drop(batch)
            raise Failed(why.failure)
        if why.death is None:
            self.forget()
            raise StopIteration
        if self._source.iterable:
            self.forget()
            self._gone = True
        else:
            self._drop(batch)
        raise why.death.again()

    def _drop(self, batch: _Batch) -> None:
        self._queue.remove(batch)
        self._pool.give_back(self._number, batch.tickets)
