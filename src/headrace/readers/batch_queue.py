"""BatchQueue: the batches of a reader that are read before they are asked for."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

from .. import _native
from ..core.batch import Batch
from ..core.device import Device
from ..core.tensor import Tensor
from ..core.value import Value
from ..engine.ahead import Ahead, Background, Job
from ..engine.state import local
from .order import Order, ReaderProgress
from .source import Request, Source

_SINGLES = 16  # single samples that are read ahead in place of one batch
_EXIT_SECONDS = 60.0  # how long the end of the program waits for what is being read


class _Fetch(Job[tuple[Batch, ...]]):
    """Reads the batch at a progress."""

    __slots__ = ("progress",)

    def __init__(self, progress: ReaderProgress, source: Source, request: Request) -> None:
        super().__init__(partial(_fetch, source, request))
        self.progress = progress


class BatchQueue:
    """The batches that a reader reads ahead. The reader's progress decides which batch comes next:
    a queue that begins with another one is thrown away."""

    def __init__(self, source: Source, order: Order, operator: str, depth: int, fill: bool) -> None:
        self._source, self._order, self._operator = source, order, operator
        self._depth, self._fill = depth, fill
        self._queue = self._empty()
        self._process = os.getpid()
        self._loop = _native.Loop()  # what the bodies of this reader's loops call

    def _empty(self) -> Ahead[_Fetch]:
        blocking = self._source.blocking
        return Ahead(Background("headrace-reader", _EXIT_SECONDS) if blocking else None)

    def take(
        self,
        p: ReaderProgress,
        site: int,
        *,
        single: bool,
        loop: bool,
        device: Device,
        quiet: bool = False,
    ) -> Any:
        """The batch at a progress; begins to read those after it.

        single: return one sample. loop: it is for the body of a loop, whose calls are then repeated
        ahead on the next batch. device: where it is moved to. quiet: the caller checks for errors,
        so that nobody needs to be warned of them.
        """
        self._loop.leave()  # what is called here is not the body's
        if os.getpid() != self._process:  # a forked child has neither the thread nor its batches
            self._process, self._queue = os.getpid(), self._empty()
        if self._queue and self._queue[0].progress != p:
            self._queue.clear()
        self._fill_up(p, site, 1 + self._depth * (_SINGLES if single else 1))
        values = self._queue.take()
        if loop:
            self._loop.step(_natives(values), _natives(self._following()))
        return self._deliver(values, single, device, quiet)

    def leave(self) -> None:
        """The body of a loop is left. What was read and called ahead stays for the next loop."""
        self._loop.leave()

    def clear(self) -> None:
        """Forget what was read ahead."""
        self._queue.clear()

    def _following(self) -> tuple[Batch, ...]:
        """The batch after the one taken, if it was read."""
        job = self._queue[0]
        return job.made if job.done and job.error is None else ()

    def _fill_up(self, p: ReaderProgress, site: int, depth: int) -> None:
        queue = self._queue
        # One more: the batch after this one is then there, not just asked for.
        while len(queue) < depth + 1:
            p = self._next(queue[-1].progress) if queue else p
            request = Request(self._order.batch(p), self._operator, site, self._fill)
            queue.append(_Fetch(p, self._source, request))

    def _next(self, p: ReaderProgress) -> ReaderProgress:
        """The batch after one, in this epoch or the next."""
        order = self._order
        p = order.after(p)
        while p.in_epoch >= order.quota(p):
            p = order.next_epoch(p)
        return p

    def _deliver(self, values: tuple[Batch, ...], single: bool, device: Device, quiet: bool) -> Any:
        given: tuple[Value, ...] = values
        for value in given:
            value._v.set_quiet(quiet)
        if single:
            given = tuple([Tensor._of(v._v, v._m.with_batch(False)) for v in values])
        given = tuple([value.to_device(device) for value in given])
        if local.caller.synchronous:
            for value in given:
                value.evaluate()
        names = self._source.names
        return given if names is None else dict(zip(names, given))


def _natives(values: tuple[Batch, ...]) -> tuple[Any, ...]:
    return tuple([v._v for v in values])


def _fetch(source: Source, request: Request) -> tuple[Batch, ...]:
    values = source.fetch(request)
    if not source.blocking:
        for value in values:
            value._v.set_quiet(True)
            value._v.start()
    return values
