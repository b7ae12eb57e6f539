"""Executor: iterations of a built graph, begun ahead of those who ask for them."""

from __future__ import annotations

import atexit
import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from queue import SimpleQueue

from ..core import errors
from ..core.batch import Batch
from ..core.locks import ForkLock
from ..core.site import caller_site
from ..core.value import Value
from ..engine import ending
from ..engine.state import local
from ..readers.order import Progress
from .node import DataNode
from .program import Program
from .sources import FeederStep, ReaderStep, SourceStep
from .step import NodeValues

_EXIT_SECONDS = 5.0  # for functions of the user to return, when the program ends


class Position:
    """Where a pipeline is between two iterations."""

    __slots__ = ("epoch", "in_epoch", "iteration", "readers")

    def __init__(
        self, iteration: int, epoch: int, in_epoch: int, readers: Sequence[Progress]
    ) -> None:
        self.iteration, self.epoch, self.in_epoch = iteration, epoch, in_epoch
        self.readers = readers


class _Local(threading.local):
    def __init__(self) -> None:
        self.inside: tuple[Program, ...] = ()  # the programs whose iterations this thread makes


_local = _Local()


class Iteration:
    """One run of the graph: what it gives, or what went wrong, and where everything is after it."""

    __slots__ = ("_inside", "_nodes", "_run", "after", "error", "made", "outputs", "submitted")

    def __init__(
        self, program: Program, sources: dict[DataNode, Value], n: int, iteration: int
    ) -> None:
        self._run: tuple[Program, dict[DataNode, Value], int, int] | None
        self._run = program, sources, n, iteration
        self._inside = (*_local.inside, program)
        self.outputs: list[Value] | None = None
        self._nodes: NodeValues | None = None
        self.error: BaseException | None = None
        self.after: Position | None = None
        self.submitted = False  # to the thread in the background
        self.made: threading.Lock | None = None  # which is free when that is done with it

    @property
    def begun(self) -> bool:
        """Whether it was made, or failed."""
        return self._run is None

    def fail(self, error: BaseException) -> None:
        """It will not be made."""
        self.error, self._run = error, None

    def make(self, caught: type[BaseException] = Exception) -> None:
        """Begin it; what goes wrong is raised when its outputs are asked for."""
        if self._run is None:
            return
        program, sources, n, iteration = self._run
        outer, _local.inside = _local.inside, self._inside
        try:
            self.outputs, self._nodes = program.run(sources, n, iteration)
        except caught as e:
            self.error = e
        finally:
            _local.inside = outer
        self._run = None  # not after an interrupt: then it is made again

    def wait(self) -> list[Value]:
        """Its outputs, or its error. Nothing is lost when the wait is interrupted."""
        if not self.begun and self.made is not None:
            self.made.acquire()
            self.made.release()
        if self.error is not None:
            raise self.error
        assert self.outputs is not None
        try:
            for value in self.outputs:
                value.evaluate()
        except errors.Error as e:
            assert self._nodes is not None
            self._inside[-1].locate(e, self._nodes)
            raise
        return self.outputs


# Note [Interrupts]
# Ctrl-C comes between any two steps of Python code, also inside of `threading` and
# `concurrent.futures`, whose locks may then stay locked for ever. What is shared with the thread in
# the background is a queue and locks that are native, each used in one step. What an interrupt may
# have kept from being done is done later (`Executor._begin`); what was done is not done again
# (`Iteration.begun`).


class Background:
    """A thread that makes iterations, one after the other."""

    def __init__(self) -> None:
        self._todo: SimpleQueue[Iteration | None] = SimpleQueue()
        self._one = threading.Lock()  # should an interrupted start have made two threads
        self._thread: threading.Thread | None = None
        self._stopped = False

    def submit(self, it: Iteration) -> bool:
        """Have it made, if that was not said before. False: there is no thread, because none can be
        started, or because the program is ending and it has ended."""
        if self._stopped:
            self.join(ending.seconds(_EXIT_SECONDS))
            return False
        if it.submitted:
            return True
        if self._thread is None or self._thread.ident is None:
            thread = threading.Thread(target=self._work, name="headrace-pipeline", daemon=True)
            _running.add(self)
            self._thread = thread
            if not ending.start(thread):
                _running.discard(self)
                self._thread = None
                return False
        if it.made is None:
            lock = threading.Lock()
            lock.acquire()
            it.made = lock
        self._todo.put(it)
        it.submitted = True
        return True

    def stop(self) -> None:
        """What was not begun is not begun any more."""
        self._stopped = True
        self._todo.put(None)

    def join(self, seconds: float | None = None) -> None:
        """Wait for the end of the thread, but no longer than this."""
        ending.join(self._thread, seconds)

    def _work(self) -> None:
        it: Iteration | None
        while True:
            with self._one:
                it = self._todo.get()
                if it is None or self._stopped:
                    break
                if not it.begun:
                    it.make(BaseException)
                    if self._stopped:
                        it.error = None
                    assert it.made is not None
                    it.made.release()
                it = None  # its memory is not held while there is nothing to do
        self._todo.put(None)
        _running.discard(self)


_running: set[Background] = set()


@atexit.register
def _end() -> None:
    """Before the interpreter goes, under which a thread could not go on."""
    here = list(_running)
    for background in here:
        background.stop()
    until = time.monotonic() + _EXIT_SECONDS
    for background in here:
        background.join(ending.seconds(max(0.0, until - time.monotonic())))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_running.clear)


class Executor:
    """The iterations of a program.

    ahead: how many are under way at most. background: those that the host takes part in are made
    on a thread of its own. Several threads may use it: each gets iterations of its own.
    """

    def __init__(self, program: Program, size: int, ahead: int, background: bool) -> None:
        self.program, self.size, self.ahead = program, size, ahead
        self.readers = [s for s in program.steps if isinstance(s, ReaderStep)]
        self.feeders = [s for s in program.steps if isinstance(s, FeederStep)]
        self._background: Background | None = None
        if background and program.waits:
            self._background = Background()
            weakref.finalize(self, self._background.stop).atexit = False
        self._lock, self._process = ForkLock(), os.getpid()
        self._queue: deque[Iteration] = deque()
        self._asked = 0  # iterations that somebody scheduled and has not taken
        # What the sources gave for the next iteration, if an interrupt came in between.
        self._taken: dict[SourceStep, tuple[Batch, ...] | Exception] = {}
        self.ended = False  # a source is at its end
        self._iteration = self._epoch = self._in_epoch = 0
        self.delivered = self._position()

    @property
    def empty(self) -> bool:
        """Whether nothing is under way."""
        return not self._queue

    def schedule(self, before_each: Callable[[], None] | None) -> None:
        """Begin one more iteration, and those that may be ahead."""
        self._check()
        with self._lock:
            self._asked += 1
            try:
                self._fill(self._asked + self.ahead - 1, self._asked, before_each)
            except BaseException:
                self._asked -= 1
                raise

    def take(self, before_each: Callable[[], None] | None) -> list[Value] | None:
        """The outputs of the oldest iteration; None: there is none, and no data for one."""
        self._check()
        with self._lock:
            if not self._queue:
                self._fill(1, 1, before_each)
            if not self._queue:
                self._asked = 0
                return None
            it, over = self._queue[0], True
            try:
                self._begin()
                return it.wait()
            except BaseException as e:
                over = e is it.error or isinstance(e, Exception)  # else: interrupted
                raise
            finally:
                self._asked = max(0, self._asked - 1)
                if over:
                    self._queue.popleft()
                    it.error = None  # its traceback holds the iteration
                    assert it.after is not None
                    self.delivered = it.after

    def reset(self) -> None:
        """Go on after the end of a source."""
        self._check()
        with self._lock:
            if not self.ended or self._queue:
                return
            for step in self.feeders:
                step.feeder.restart()
            self.ended = False
            self._epoch += 1
            self._in_epoch = 0
            self.delivered = self._position()

    def restore(self, iteration: int, epoch: int, in_epoch: int) -> None:
        """Go on from where another pipeline was; its readers' states are set by the caller."""
        self._iteration, self._epoch, self._in_epoch = iteration, epoch, in_epoch
        self.delivered = self._position()

    # ---- inside ---------------------------------------------------------------------------------

    def _check(self) -> None:
        """Before the lock is taken: an error for who would wait for itself, or in vain."""
        if os.getpid() != self._process:
            raise errors.ExecutionError(
                "the pipeline was built before this process was forked, and what it runs on stayed "
                "behind: build it after the fork",
                site=caller_site(),
            )
        function = self.program in _local.inside
        if function or self._lock.owned():
            raise errors.ExecutionError(
                f"a {'function' if function else 'source'} of the pipeline uses the pipeline "
                "itself, and would wait for itself: use another one there",
                site=caller_site(),
            )

    def _fill(self, count: int, needed: int, before_each: Callable[[], None] | None) -> None:
        """Schedule until `count` iterations wait, as long as there is data.

        Only the first `needed` may wait for workers: a source that is slow, or never returns, does
        not keep anybody from what is there.
        """
        while len(self._queue) < count and not self.ended:
            if len(self._queue) >= needed and not self._arrived():
                return
            if before_each is not None:
                try:
                    before_each()
                except StopIteration:
                    self.ended = True
                    return
            if not all(s.feeder.ready() for s in self.feeders):
                return
            self._schedule()

    def _arrived(self) -> bool:
        """Whether workers have made all that the next iteration needs of them."""
        where = self.size, self._in_epoch, self._epoch, self.ahead
        return all(s in self._taken or s.feeder.arrived(*where) for s in self.feeders)

    def _schedule(self) -> None:
        self._ask_sources()
        taken = self._taken
        if any(isinstance(x, StopIteration) for x in taken.values()):
            self._taken = {}
            self.ended = True
            return
        sources: dict[DataNode, Value] = {}
        n = 0
        failed = next((x for x in taken.values() if isinstance(x, Exception)), None)
        if failed is None:
            try:
                sources, n = self._collect(taken)
            except errors.Error as e:
                failed = e.with_traceback(None)  # whose frames lead to the pipeline
        it = Iteration(self.program, sources, n, self._iteration)
        it.after = self._position(1)
        # One after the other, and no call in between: an interrupt comes before or after.
        self._taken = taken = {}
        self._iteration += 1
        self._in_epoch += 1
        self._queue.append(it)
        if failed is not None:
            it.fail(failed)
            del failed
        self._begin()

    def _begin(self) -> None:
        """Have everything in the queue made, in order: see Note [Interrupts]."""
        for it in self._queue:
            if not it.begun and (self._background is None or not self._background.submit(it)):
                it.make()

    def _ask_sources(self) -> None:
        """Ask them for the next iteration. One that fails or ends keeps none of the others from
        being asked, so that they stay in step; readers are not asked at the end."""
        for step in self.feeders:
            self._ask(step)
        if not any(isinstance(x, StopIteration) for x in self._taken.values()):
            for reader in self.readers:
                self._ask(reader)

    def _ask(self, step: SourceStep) -> None:
        if step in self._taken:
            return
        # An ndd.prefetch that is left takes readers back, but no pipeline.
        outer, local.producer = local.producer, None
        try:
            made = step.next(self.size, self._in_epoch, self._epoch, self.ahead)
        except Exception as e:
            self._taken[step] = e
        else:
            self._taken[step] = made
        finally:
            local.producer = outer

    def _collect(
        self, taken: dict[SourceStep, tuple[Batch, ...] | Exception]
    ) -> tuple[dict[DataNode, Value], int]:
        """The batches of an iteration, and how many samples they have."""
        n: int | None = None
        values: dict[DataNode, Value] = {}
        for step, batches in taken.items():
            assert not isinstance(batches, Exception)
            for node, batch in zip(step.outputs, batches):
                if n is not None and batch.batch_size != n:
                    raise errors.ArgumentError(
                        f"the sources give batches of different sizes: {n} and {batch.batch_size}",
                        operator=step.name,
                        site=step.site,
                    )
                n = batch.batch_size
                values[node] = batch
        return values, self.size if n is None else n

    def _position(self, more: int = 0) -> Position:
        marks = [s.cursor.progress for s in self.readers]
        return Position(self._iteration + more, self._epoch, self._in_epoch + more, marks)

    def __del__(self) -> None:
        """Errors hold their iterations, with all the data. (No finalizer: it would hold the errors,
        whose frames may lead to the pipeline.)"""
        for it in getattr(self, "_queue", ()):
            it.error = None
