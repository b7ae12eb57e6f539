"""ThreadWorkers: the pool of workers as threads of this process."""

from __future__ import annotations

import math
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from queue import SimpleQueue

import numpy as np

from ...core import errors
from ...core.locks import ForkLock
from ...engine import ending
from ...readers.user_data import Arrays, batch_arrays
from ...readers.user_source import Collected, UserSource
from .deadline import too_late
from .messages import POLL_SECONDS, Died, Late, Result, Task, describe


class ThreadWorkers:
    """Threads that run parallel sources: what WorkerPool does with processes."""

    def __init__(self, workers: int, timeout: float = math.inf) -> None:
        self._sources: list[UserSource] = []
        self._workers, self._timeout = workers, timeout
        self._running: _Threads | None = None
        self._tickets = 0

    def add(self, source: UserSource) -> int:
        """Make a source known, before the workers start; returns its number."""
        if self._running is not None:
            raise errors.ExecutionError("the workers run already: a source comes too late")
        self._sources.append(source)
        return len(self._sources) - 1

    def start(self) -> None:
        """Start the workers, if they do not run."""
        if self._running is None:
            self._running = _Threads(self._sources, self._workers, self._timeout)

    def memory_sizes(self) -> list[int]:
        """Threads need no shared memory."""
        return []

    def close(self) -> None:
        """End the workers, and wait until those that are not in a source are gone."""
        running, self._running = self._running, None
        if running is not None:
            running.close()

    def __del__(self) -> None:
        running = getattr(self, "_running", None)
        if running is not None:
            running.stop()

    @property
    def processes(self) -> list[int]:
        """There are none."""
        return []

    @property
    def workers(self) -> int:
        """How many workers there are."""
        return self._workers

    def submit(self, task: Task) -> int:
        """Begin a task; returns the ticket for its result. Tasks of an iterable are done in order,
        by one worker."""
        self.start()
        assert self._running is not None
        self._tickets += 1
        self._running.begin(task._replace(ticket=self._tickets))
        return self._tickets

    def result(self, ticket: int) -> Result:
        """What became of a task; waits for it. It stays until the ticket is given back."""
        return self._ours().result(ticket)

    def arrived(self, tickets: Sequence[int]) -> bool:
        """Whether `result` would wait for none of these."""
        return self._ours().arrived(tickets)

    def _ours(self) -> _Threads:
        assert self._running is not None
        if self._running.owner != os.getpid():
            raise errors.ExecutionError(
                "the workers belong to the process that started them, of which this one is a "
                "fork: build the pipeline after the fork"
            )
        return self._running

    def give_back(self, source: int, tickets: Sequence[int]) -> None:
        """Drop these results, and those of all earlier tickets of the source."""
        if self._running is not None and tickets:
            self._running.give_back(source, tickets)


class _Seat:
    """A thread, and what it does."""

    def __init__(self, work: Callable[[_Seat], None], name: str) -> None:
        self.doing: tuple[Task, Collected] | None = None  # the task, and its samples so far
        self.given_up = False  # its source did not return in time: nobody waits for it any more
        self.thread = threading.Thread(target=work, args=(self,), name=name, daemon=True)


class _Threads:
    """The threads, and what they share with the pool. They do not refer to it: it can be freed."""

    def __init__(self, sources: Sequence[UserSource], workers: int, timeout: float) -> None:
        self.owner = os.getpid()
        self._timeout = timeout
        self._poll_seconds = min(POLL_SECONDS, timeout / 4)
        self._sources = list(sources)
        self._ready = threading.Condition(ForkLock())  # type: ignore[arg-type]
        self.results: dict[int, Result] = {}
        self._unwanted = [0] * len(sources)  # by source: results of tickets up to this one
        self._ended: dict[int, int] = {}  # iterables that ended → in which generation
        self._turns = [threading.Lock() for _ in sources]
        self._waiting: list[deque[Task]] = [deque() for _ in sources]  # tasks of iterables
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._stopped = False
        self._gone: dict[int, Died] = {}  # iterables in which a thread is stuck
        self._seats: list[_Seat] = []
        for i in range(workers):
            seat = _Seat(self._work, f"headrace-worker-{i}")
            if not ending.start(seat.thread):
                break
            self._seats.append(seat)
        if not self._seats:
            raise ending.no_thread("a parallel source")

    # ---- the pool's side ------------------------------------------------------------------------

    def begin(self, task: Task) -> None:
        """Put a task into the queue."""
        gone = self._gone.get(task.source)
        if gone is not None:
            self.results[task.ticket] = Result(death=gone)
            return
        if self._sources[task.source].iterable:
            self._waiting[task.source].append(task)
        self._tasks.put(task)

    def result(self, ticket: int) -> Result:
        """What became of a task; waits for it."""
        with self._ready:
            while ticket not in self.results:
                self._ready.wait(self._poll_seconds)
                self._look()
            return self.results[ticket]

    def arrived(self, tickets: Sequence[int]) -> bool:
        """Whether `result` would wait for none of these."""
        with self._ready:
            self._look()
            return all(t in self.results for t in tickets)

    def _look(self) -> None:
        """Give up threads whose source did not return in time; others take their places."""
        if self._timeout == math.inf:
            return
        latest = time.monotonic() - self._timeout
        for number, seat in enumerate(self._seats):
            doing = seat.doing
            if seat.given_up or doing is None or doing[1].since > latest:
                continue
            task, made = doing
            source, name = self._sources[task.source], seat.thread.name
            late = Late(too_late(name, source, task.iteration, made.at, self._timeout))
            seat.given_up = True
            if task.ticket > self._unwanted[task.source]:
                self.results[task.ticket] = Result(death=late)
            if source.iterable:
                self._gone[task.source] = late
                for waiting in self._waiting[task.source]:
                    self.results[waiting.ticket] = Result(death=late)
                self._waiting[task.source].clear()
            place = _Seat(self._work, name)
            if ending.start(place.thread):
                self._seats[number] = place

    def give_back(self, source: int, tickets: Sequence[int]) -> None:
        """Drop results, also of tasks that are not done yet."""
        with self._ready:
            self._unwanted[source] = max(tickets)
            for ticket in tickets:
                self.results.pop(ticket, None)

    def stop(self) -> None:
        """No more tasks are begun."""
        self._stopped = True
        for _ in self._seats:
            self._tasks.put(None)

    def close(self) -> None:
        """Stop, and wait a little for those that are in a source."""
        self.stop()
        until = time.monotonic() + POLL_SECONDS
        for seat in self._seats:
            if seat.thread is not threading.current_thread():
                ending.join(seat.thread, max(0.0, until - time.monotonic()))

    # ---- the threads' side ----------------------------------------------------------------------

    def _work(self, seat: _Seat) -> None:
        while not (self._stopped or seat.given_up) and (task := self._tasks.get()) is not None:
            if self._sources[task.source].iterable:
                self._in_turn(seat, task.source)
            else:
                self._do(seat, task)

    def _in_turn(self, seat: _Seat, source: int) -> None:
        """Do the tasks of an iterable, unless another thread does: that one finds new tasks too."""
        waiting, turn = self._waiting[source], self._turns[source]
        while waiting and not self._stopped and turn.acquire(blocking=False):
            try:
                while waiting and not self._stopped:
                    self._do(seat, waiting.popleft())
            finally:
                turn.release()

    def _do(self, seat: _Seat, task: Task) -> None:
        if task.ticket <= self._unwanted[task.source]:
            return
        made = Collected(self._sources[task.source])
        seat.doing = task, made
        result = self._make(task, made)
        seat.doing = None
        with self._ready:
            if task.ticket > self._unwanted[task.source] and not seat.given_up:
                self.results[task.ticket] = result
                self._ready.notify_all()

    def _make(self, task: Task, made: Collected) -> Result:
        source = self._sources[task.source]
        if self._ended.get(task.source) == task.generation:
            return Result()
        try:
            if source.batch:
                return Result(_batch(source, task))
            places = range(task.first, task.first + task.samples)
            made.add(places, task.size, task.iteration, task.epoch)
            return Result(made.outputs())
        except StopIteration:
            if source.iterable:
                self._ended[task.source] = task.generation
            return Result()
        except BaseException as e:
            return Result(failure=describe(e, made.at))


def _batch(source: UserSource, task: Task) -> list[Arrays]:
    """The outputs of a batch, in memory to which nobody else refers."""
    data, alone = source.ask_batch(task.iteration, task.epoch)
    outputs = [batch_arrays(x, dtype) for x, dtype in zip(source.split(data), source.dtypes)]
    if alone:
        return outputs
    return [x._replace(arrays=[np.array(a) for a in x.arrays]) for x in outputs]
