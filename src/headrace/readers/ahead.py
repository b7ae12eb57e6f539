"""Ahead: batches that are read before they are asked for, and loops that run ahead on them."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future
from typing import Any

from .. import _native
from ..core.batch import Batch
from ..core.device import Device
from ..core.tensor import Tensor
from ..core.value import Value
from ..engine.state import local
from .fetching import Fetcher
from .order import Order, Progress
from .source import Request, Source

_SINGLES = 16  # samples read ahead for each batch that would be, where there are no batches


class Ahead:
    """The queue of a reader. Which batch comes next is a function of the progress, so what waits in
    the queue is right exactly if its progress is; otherwise it is thrown away."""

    def __init__(self, source: Source, order: Order, operator: str, depth: int, fill: bool) -> None:
        self._source, self._order, self._operator = source, order, operator
        self._depth, self._fill = depth, fill
        self._queue: deque[tuple[Progress, Any]] = deque()
        self._process = os.getpid()
        self._fetcher: Fetcher | None = None
        self._loop = _native.Loop()  # what the bodies of this reader's loops call

    def take(
        self,
        p: Progress,
        site: int,
        *,
        single: bool,
        loop: bool,
        device: Device,
        quiet: bool = False,
    ) -> Any:
        """The batch at a progress; begins to read those after it. single: as one sample. loop: for
        the body of a loop, whose calls are then made ahead for the batch after it. device: where
        it is to be, to which the body has it moved. quiet: who takes it looks for errors."""
        self._loop.leave()  # what is called here is not the body's
        if os.getpid() != self._process:  # the threads are in the other process
            self._process, self._fetcher = os.getpid(), None
            self._queue.clear()
        if self._queue and self._queue[0][0] != p:
            self._queue.clear()
        if not self._queue:
            self._queue.append((p, self._fetch(p, site)))
        self._fill_up(p, site, 1 + self._depth * (_SINGLES if single else 1))
        values = self._wait()
        if loop:
            self._loop.step(_natives(values), _natives(self._following()))
        return self._deliver(values, single, device, quiet)

    def leave(self) -> None:
        """The body of a loop is left. What was read and called ahead stays for the next loop."""
        self._loop.leave()

    def clear(self) -> None:
        """Forget what was read ahead."""
        self._queue.clear()

    def _wait(self) -> tuple[Batch, ...]:
        """The first of the queue. It stays there if waiting for it is interrupted."""
        fetched = self._queue[0][1]
        try:
            if isinstance(fetched, Future):
                fetched = fetched.result()
        except Exception:
            self._queue.popleft()
            raise
        self._queue.popleft()
        return fetched  # type: ignore[no-any-return]

    def _following(self) -> tuple[Batch, ...]:
        """The batch that comes after the one taken, if it is known."""
        fetched = self._queue[0][1]
        if not isinstance(fetched, Future):
            return fetched  # type: ignore[no-any-return]
        if fetched.done() and fetched.exception() is None:
            return fetched.result()  # type: ignore[no-any-return]
        return ()

    def _fill_up(self, p: Progress, site: int, depth: int) -> None:
        last = self._queue[-1][0] if self._queue else p
        # One more: the batch after this one is then there, not just asked for.
        while len(self._queue) < depth + 1:
            last = self._next(last)
            self._queue.append((last, self._fetch(last, site)))

    def _next(self, p: Progress) -> Progress:
        """The batch after one, in this epoch or the next."""
        order = self._order
        p = order.after(p)
        while p.in_epoch >= order.quota(p):
            p = order.next_epoch(p)
        return p

    def _fetch(self, p: Progress, site: int) -> Any:
        request = Request(self._order.batch(p), self._operator, site, self._fill)
        if self._source.blocking:
            if self._fetcher is None:
                self._fetcher = Fetcher()
            return self._fetcher.submit(self._source.fetch, request)
        values = self._source.fetch(request)
        for value in values:
            value._v.set_quiet(True)
            value._v.start()
        return values

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
