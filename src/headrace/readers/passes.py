"""Passes: epochs that end with the data. Every sample of the shard comes once in each.

Note [Epochs and passes]
A reader that does not pad fills the last batch of an epoch from the next pass over the data, and
its next epoch goes on from there. Loaders of other libraries end an epoch with its pass instead:
the last batch is cut to the samples that belong to it, or dropped, and the next epoch begins with
the pass after it. So a progress of the reader that belongs to one has `epoch == start`, and nothing
before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.batch import Batch
from .order import Order, Progress

if TYPE_CHECKING:
    from .reader import Reader


class Passes:
    """A reader as a loader uses it."""

    kind = "reader"

    def __init__(self, reader: Reader, batch_size: int | None, drop_last: bool) -> None:
        self._reader, self._given, self._drop_last = reader, batch_size, drop_last
        self._size = batch_size or reader._max_batch_size or 1
        self.batches = 0  # of this epoch, that were handed over

    def count_outputs(self) -> int | None:
        """How many arguments the transform gets; None: not known before the data is looked for."""
        source = self._reader._source
        return None if source is None else 1 if source.names is not None else len(source.outputs)

    def length(self) -> int:
        """Batches of an epoch."""
        order = self._reader._open()
        return self._batches(order.shard_size(self._reader.delivered().start))

    def begin(self, resume: bool) -> Pass:
        """The batches of the next epoch, or of the rest of this one. On the thread of the loop, so
        that errors in reading carry its line."""
        reader = self._reader
        reader.settle()
        with reader._lock:
            order, p = reader._open(), reader._progress
            if resume:
                reader._restored = True  # an epoch that is over yields nothing, others the rest
            else:
                self.batches = 0
                reader.moving()
                reader._progress = _fresh(order, p)
            epoch = reader.next_epoch(self._given)
            p = reader._progress
            samples = _samples(order, p)
            left = max(0, self._batches(samples) - p.batches)
            last = 0 if order.pad or self._drop_last else samples % self._size
            return Pass(reader, epoch, left, last)

    def taken(self, last: bool) -> None:
        """A batch, or the end, was handed over. (Readers follow `ndd.prefetch` by themselves.)"""
        self.batches = 0 if last else self.batches + 1

    def state(self) -> str:
        """Where the reader stands, counting what was handed over."""
        return str(self._reader.get_state())

    def restore(self, state: str, batches: int) -> None:
        """Go on from a state."""
        self._reader.set_state(state)
        self.batches = batches

    def _batches(self, samples: int) -> int:
        return samples // self._size if self._drop_last else -(-samples // self._size)


class Pass:
    """The batches of a pass, or of its rest. last: samples of the last batch, 0: it is full."""

    def __init__(self, reader: Reader, epoch: Any, left: int, last: int) -> None:
        self._reader, self._epoch, self._left, self._last = reader, epoch, left, last

    def __next__(self) -> Any:
        if not self._left:
            self._finish()
            raise StopIteration
        self._left -= 1
        outputs = next(self._epoch)
        return _first(outputs, self._last) if self._last and not self._left else outputs

    def close(self) -> None:
        """Leave it where it is. (An epoch of the reader would be over after its last batch.)"""
        with self._reader._lock:
            before = self._reader._progress
            self._epoch.close()
            self._reader._progress = before

    def _finish(self) -> None:
        """The reader stands before the next pass."""
        reader = self._reader
        with reader._lock:
            after = _fresh(reader._open(), reader._progress, over=True)
            self._epoch.close()
            reader.moving()
            reader._progress = after


def _fresh(order: Order, p: Progress, over: bool = False) -> Progress:
    """The beginning of a pass: of this one, if nothing of it was delivered, else of the next."""
    if p.begun or p.epoch != p.start:  # the reader was used by hand before
        untouched = not p.stages and p.batches == 0
        number = p.start if untouched else order.skip_epoch(p).start
    else:
        number = p.start + 1 if over or p.batches or p.stages else p.start
    return Progress(number, number, (), p.shards, p.batch_size)


def _samples(order: Order, p: Progress) -> int:
    """Samples of this rank in what its stage finds of the pass."""
    stage = order._stage_of(p)
    if order.pad:
        return -(-stage.length(p.start) // p.shards)
    low, high = stage.bounds(p.start, order.shard_of(order.shard, p.start, p.shards))
    return high - low


def _first(outputs: Any, count: int) -> Any:
    """The first samples of every output."""
    if isinstance(outputs, dict):
        return {k: v.select(slice(count)) for k, v in outputs.items()}
    return tuple([v.select(slice(count)) if isinstance(v, Batch) else v for v in outputs])
