"""Cursor: where a reader stands in its data, and what it reads from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core import errors
from ..core.device import Device
from ..core.locks import ForkLock
from ..core.site import caller_site
from ..engine.following import Followed, moving, settle
from ..engine.lowering import Out
from . import state as _state
from .batch_queue import BatchQueue
from .order import Order, ReaderProgress
from .source import Source
from .state import ReaderState


class Cursor(Followed):
    """The position of a reader. Hold the lock to change it; `settle` before taking the lock.

    operator: the reader's public name. make: makes the source, when it is first needed. depth:
        batches read ahead. fill: samples that cannot be read are empty. division: of `Order`.
    """

    def __init__(
        self,
        operator: str,
        make: Callable[[], Source],
        device: Device,
        *,
        depth: int,
        fill: bool,
        shuffle: bool,
        seed: int,
        **division: Any,
    ) -> None:
        self.operator, self.device = operator, device
        self.source: Source | None = None
        self.queue: BatchQueue  # made with the order
        self.lock = ForkLock()
        self.progress = ReaderProgress(shards=division["shards"])
        self.restored = False  # set by a state: if its epoch is over, the next loop yields nothing
        self.mode: tuple[str, int] | None = None  # how it is used: batches, samples or calls
        self._make, self._depth, self._fill = make, depth, fill
        self._shuffle, self._seed, self._division = shuffle, seed, division
        self._order: Order | None = None

    @property
    def order(self) -> Order:
        """The order of the samples; the source is opened for it."""
        with self.lock:
            if self.source is None:
                try:
                    self.source = self._make()
                except errors.Error as e:
                    raise e.locate(operator=self.operator, site=caller_site()) from None
            if self._order is None:
                n, shards = len(self.source), self._division["shards"]
                if n < shards:
                    text = f"{shards} shards of {n} samples: some are empty"
                    raise self.error(errors.ArgumentError, text if n else "the dataset is empty")
                seed = self._seed if self._shuffle else None
                runs, mixed = self.source.runs, self.source.runs_mixed
                self._order = Order(n, seed=seed, runs=runs, runs_mixed=mixed, **self._division)
                self.queue = BatchQueue(
                    self.source, self._order, self.operator, self._depth, self._fill
                )
            return self._order

    @property
    def over(self) -> bool:
        """Whether all batches of this epoch were taken."""
        return self.progress.in_epoch >= self.order.quota(self.progress)

    def use(self, mode: str, size: int) -> None:
        """Readers are used in one way; batch and sample mode do not mix."""
        if self.mode is None:
            self.mode = mode, size
        was, before = self.mode
        if was != mode:
            raise self.error(
                errors.ExecutionError,
                f"the reader was used for {was}, it cannot change to {mode}: make another one, or "
                "call reset()",
            )
        if before != size:
            raise self.error(
                errors.ArgumentError,
                f"batch_size was {before}, it cannot change to {size}: make another reader, or "
                "call reset()",
            )

    def move(self, to: ReaderProgress) -> None:
        """Go to another position."""
        moving(self)
        self.progress = to

    def read(self, size: int | None, site: int, quiet: bool = False) -> Any:
        """The next batch or sample, without regard to epochs. quiet: as in `BatchQueue.take`."""
        settle(self)
        with self.lock:
            self.use("calls", size or 0)
            order = self.order
            self.move(order.begin(self.progress, size or 1))
            while self.over:
                self.progress = order.next_epoch(self.progress)
            return self.take(site, loop=False, quiet=quiet)

    def take(self, site: int, loop: bool, quiet: bool = False) -> Any:
        """The next batch of this epoch, which is not over."""
        moving(self)
        p, after = self.progress, self.order.after(self.progress)
        single = self.mode in (("samples", 1), ("calls", 0))
        try:
            batch = self.queue.take(
                p, site, single=single, loop=loop, device=self.device, quiet=quiet
            )
        except Exception:
            self.progress = after  # a batch that cannot be read is over; an interrupted one is not
            raise
        self.progress = after
        return batch

    def leave(self) -> None:
        """A loop over the batches is left."""
        if self._order is not None:
            self.queue.leave()

    def restart(
        self, at: ReaderProgress, seed: int | None = None, *, restored: bool = False
    ) -> None:
        """Go to another position, in the order of this seed; forget the mode of use and what was
        read ahead."""
        self.mode, self.restored = None, restored
        self.progress = at
        if self._order is not None:
            self.queue.leave()
            self.queue.clear()
        if seed is not None and seed != self._seed:
            self._seed, self._order = seed, None

    def outputs(self) -> tuple[tuple[Out, ...], tuple[str, ...] | None]:
        """What batches consist of, and the names of the parts, if they have any."""
        assert self.order
        assert self.source is not None
        return self.source.outputs, self.source.names

    def state(self, mark: ReaderProgress) -> ReaderState:
        """The state that belongs to a mark."""
        with self.lock:
            return _state.write(self.operator, self.settings, mark)

    @property
    def settings(self) -> dict[str, Any]:
        """What must be the same where a state goes on, and the seed."""
        order = self.order
        return {
            "length": order.length,
            "shuffle": self._shuffle,
            "seed": self._seed,
            "stick_to_shard": order.stick,
            "pad_last_batch": order.pad,
        }

    def error(self, cls: type[errors.Error], text: str) -> errors.Error:
        """An error of the reader, at the user's line."""
        return cls(text, operator=self.operator, site=caller_site())

    def _mark(self) -> ReaderProgress:
        return self.progress

    def _rewind(self, mark: ReaderProgress) -> None:
        self.progress = mark  # without the lock: its holder may wait for the producer's end
