"""TaskQueue: the tasks of one parallel source, begun before their results are asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ...readers.user_data import Arrays
from ...readers.user_source import UserSource
from .batches import merge
from .messages import Failure, Result, Task


class Pool(Protocol):
    """What pool.py and threads.py offer."""

    @property
    def workers(self) -> int:
        """How many workers there are."""

    def add(self, source: UserSource) -> int:
        """Make a source known."""

    def submit(self, task: Task) -> int:
        """Begin a task."""

    def arrived(self, tickets: Sequence[int]) -> bool:
        """Whether `result` would wait for none of these."""

    def result(self, ticket: int) -> Result:
        """The result of a task; raises Died if a worker died that had no task."""

    def give_back(self, source: int, tickets: list[int]) -> None:
        """Drop these results."""


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
