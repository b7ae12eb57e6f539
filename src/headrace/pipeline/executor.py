"""Executor: the iterations of a built graph, begun before they are asked for."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..core import errors
from ..core.batch import Batch
from ..core.locks import ForkLock
from ..core.site import caller_site
from ..core.value import Value
from ..engine.ahead import Ahead, Background, Job
from ..engine.state import local
from ..readers.order import ReaderProgress
from .node import DataNode
from .program import Program
from .sources import FeederStep, ReaderStep, SourceStep
from .step import NodeValues


class Position(NamedTuple):
    """Where a pipeline is between two iterations."""

    iteration: int
    epoch: int
    in_epoch: int
    readers: Sequence[ReaderProgress]


class _Local(threading.local):
    def __init__(self) -> None:
        self.inside: tuple[
            Program, ...
        ] = ()  # programs that run on this thread, the innermost last


_local = _Local()


class Iteration(Job[Any]):
    """One run of the graph: its outputs or its error, and the position of everything after it."""

    __slots__ = ("_program", "after")

    def __init__(
        self,
        program: Program,
        sources: dict[DataNode, Value],
        n: int,
        iteration: int,
        after: Position,
    ) -> None:
        inside = (*_local.inside, program)
        super().__init__(partial(_make, inside, sources, n, iteration))
        self._program, self.after = program, after

    def result(self) -> list[Value]:
        """Its outputs, evaluated. Raises its error."""
        outputs: list[Value]
        outputs, nodes = super().result()
        try:
            for value in outputs:
                value.evaluate()
        except errors.Error as e:
            self._program.locate(e, nodes)
            raise
        return outputs


def _make(
    inside: tuple[Program, ...], sources: dict[DataNode, Value], n: int, iteration: int
) -> tuple[list[Value], NodeValues]:
    """Run the innermost program once."""
    outer, _local.inside = _local.inside, inside
    try:
        return inside[-1].run(sources, n, iteration)
    finally:
        _local.inside = outer


class Executor:
    """The iterations of a program.

    ahead: how many are under way at most. background: a program with host steps runs on a thread
    of its own. Several threads may use an executor: each iteration goes to one of them.
    """

    def __init__(self, program: Program, size: int, ahead: int, background: bool) -> None:
        self.program, self.size, self.ahead = program, size, ahead
        self.readers = [s for s in program.steps if isinstance(s, ReaderStep)]
        self.feeders = [s for s in program.steps if isinstance(s, FeederStep)]
        self._lock, self._process = ForkLock(), os.getpid()
        threaded = background and program.waits
        self._queue: Ahead[Iteration] = Ahead(Background("headrace-pipeline") if threaded else None)
        self._asked = 0  # iterations that were scheduled and not taken
        # Data for the next iteration, kept here in case an interrupt comes before it begins.
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
            it = self._queue[0]
            try:
                return self._queue.take()  # type: ignore[no-any-return]
            finally:
                self._asked = max(0, self._asked - 1)
                if not self._queue or self._queue[0] is not it:  # it was not interrupted
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
        """Reject re-entrant or forked use before locking."""
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

        Only the first `needed` iterations wait for workers: a source that is slow, or never
        returns, does not delay the iterations before it.
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
                failed = e.with_traceback(None)  # its frames would keep the pipeline alive
        it = Iteration(self.program, sources, n, self._iteration, self._position(1))
        # No calls of Python functions in between: an interrupt comes before or after all of it.
        self._taken = taken = {}
        self._iteration += 1
        self._in_epoch += 1
        self._queue.append(it)
        if failed is not None:
            it.fail(failed)
            del failed
        self._queue.begin()

    def _ask_sources(self) -> None:
        """Ask all sources for the next iteration. If one fails or ends, the others are asked too:
        they stay in step. But readers are not asked after an end."""
        for step in self.feeders:
            self._ask(step)
        if not any(isinstance(x, StopIteration) for x in self._taken.values()):
            for reader in self.readers:
                self._ask(reader)

    def _ask(self, step: SourceStep) -> None:
        if step in self._taken:
            return
        # Leaving an ndd.prefetch loop rewinds readers, but not those of pipelines.
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
