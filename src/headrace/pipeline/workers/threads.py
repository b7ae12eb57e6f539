"""ThreadWorkers: the pool of workers as threads of this process."""

from __future__ import annotations

import math
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from queue import SimpleQueue

import numpy as np

from ...engine import ending
from ...readers.user_data import Arrays, batch_arrays
from ...readers.user_source import Collected, UserSource
from .deadline import too_late
from .messages import POLL_SECONDS, Died, Late, Result, Task, describe
from .task_queue import Pool


class _Seat:
    """A thread, and what it does."""

    def __init__(self, pool: ThreadWorkers, name: str) -> None:
        self.doing: tuple[Task, Collected] | None = None  # the task, and its samples so far
        self.given_up = False  # its source did not return in time: nobody waits for it any more
        arguments = (weakref.ref(pool), pool._tasks, self)
        self.thread = threading.Thread(target=_work, args=arguments, name=name, daemon=True)


class _SourceState:
    """What the threads share about one source."""

    def __init__(self) -> None:
        self.unwanted = 0  # results of tickets up to this one
        self.ended: int | None = None  # an iterable: in which generation it ended
        self.gone: Died | None = None  # an iterable in which a thread is stuck
        self.turn = threading.Lock()  # of an iterable
        self.waiting: deque[Task] = deque()  # for an iterable


class ThreadWorkers(Pool):
    """Threads that run parallel sources: what WorkerPool does with processes."""

    def __init__(self, workers: int, timeout: float = math.inf) -> None:
        super().__init__(workers, timeout)
        self._ready = threading.Condition(self._lock)  # type: ignore[arg-type]
        self._results: dict[int, Result] = {}
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._shared: list[_SourceState] = []  # by source
        self._seats: list[_Seat] = []

    def _start(self) -> None:
        self._shared = [_SourceState() for _ in self._sources]
        for i in range(len(self._seats), self.workers):  # an interrupt may have ended this before
            seat = _Seat(self, f"headrace-worker-{i}")
            if not ending.start(seat.thread):
                break
            self._seats.append(seat)
        if not self._seats:
            raise ending.no_thread("a parallel source")

    def stop(self) -> None:
        """Begin no more tasks; does not wait."""
        self._closed = True
        for _ in self._seats:
            self._tasks.put(None)

    def close(self) -> None:
        """Stop, and wait a little for threads that are in a source."""
        self.stop()
        until = time.monotonic() + POLL_SECONDS
        for seat in self._seats:
            if seat.thread is not threading.current_thread():
                ending.join(seat.thread, max(0.0, until - time.monotonic()))

    def __del__(self) -> None:
        if getattr(self, "_seats", ()):
            self.stop()

    def submit(self, task: Task) -> int:
        """Begin a task; returns the ticket for its result. Tasks of an iterable are done in order,
        by one thread at a time."""
        self.start()
        self._tickets += 1
        task = task._replace(ticket=self._tickets)
        shared = self._shared[task.source]
        if shared.gone is not None:
            self._results[task.ticket] = Result(death=shared.gone)
            return task.ticket
        if self._sources[task.source].iterable:
            shared.waiting.append(task)
        self._tasks.put(task)
        return task.ticket

    def result(self, ticket: int) -> Result:
        """The result of a task; waits for it. It is kept until the ticket is given back."""
        self.start()
        with self._ready:
            while ticket not in self._results:
                self._ready.wait(self._poll_seconds)
                self._look()
            return self._results[ticket]

    def arrived(self, tickets: Sequence[int]) -> bool:
        """Whether `result` would wait for none of these."""
        self.start()
        with self._ready:
            self._look()
            return all(t in self._results for t in tickets)

    def give_back(self, source: int, tickets: Sequence[int]) -> None:
        """Drop these results, also of tasks that are not done yet, and those of all earlier tickets
        of the source."""
        if self._owner is None or not tickets:
            return
        with self._ready:
            self._shared[source].unwanted = max(tickets)
            for ticket in tickets:
                self._results.pop(ticket, None)

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
            shared = self._shared[task.source]
            if task.ticket > shared.unwanted:
                self._results[task.ticket] = Result(death=late)
            if source.iterable:
                shared.gone = late
                self._results.update({t.ticket: Result(death=late) for t in shared.waiting})
                shared.waiting.clear()
            place = _Seat(self, name)
            if ending.start(place.thread):
                self._seats[number] = place

    # ---- on the threads -------------------------------------------------------------------------

    def _in_turn(self, seat: _Seat, task: Task) -> None:
        """Do a task; all that wait for an iterable, unless another thread does them, which then
        finds the new task too."""
        if not self._sources[task.source].iterable:
            self._do(seat, task)
            return
        shared = self._shared[task.source]
        while shared.waiting and not self._closed and shared.turn.acquire(blocking=False):
            try:
                while shared.waiting and not self._closed:
                    self._do(seat, shared.waiting.popleft())
            finally:
                shared.turn.release()

    def _do(self, seat: _Seat, task: Task) -> None:
        shared = self._shared[task.source]
        if task.ticket <= shared.unwanted:
            return
        made = Collected(self._sources[task.source])
        seat.doing = task, made
        result = self._make(task, made)
        seat.doing = None
        with self._ready:
            if task.ticket > shared.unwanted and not seat.given_up:
                self._results[task.ticket] = result
                self._ready.notify_all()

    def _make(self, task: Task, made: Collected) -> Result:
        source, shared = self._sources[task.source], self._shared[task.source]
        if shared.ended == task.generation:
            return Result()
        try:
            if source.batch:
                return Result(_batch(source, task))
            places = range(task.first, task.first + task.samples)
            made.add(places, task.size, task.iteration, task.epoch)
            return Result(made.outputs())
        except StopIteration:
            if source.iterable:
                shared.ended = task.generation
            return Result()
        except BaseException as e:
            return Result(failure=describe(e, made.at))


def _work(pool: weakref.ref[ThreadWorkers], tasks: SimpleQueue[Task | None], seat: _Seat) -> None:
    """The thread. While it waits for a task it does not refer to the pool, which can be freed."""
    while not seat.given_up and (task := tasks.get()) is not None:
        workers = pool()
        if workers is None or workers._closed:
            break
        workers._in_turn(seat, task)
        del workers, task


def _batch(source: UserSource, task: Task) -> list[Arrays]:
    """The outputs of a batch, in memory to which nobody else refers."""
    data, alone = source.ask_batch(task.iteration, task.epoch)
    outputs = [batch_arrays(x, dtype) for x, dtype in zip(source.split(data), source.dtypes)]
    if alone:
        return outputs
    return [x._replace(arrays=[np.array(a) for a in x.arrays]) for x in outputs]
