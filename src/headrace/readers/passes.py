"""Passes: epochs that end with the data. Every sample of the shard comes once in each.

Note [Epochs and passes]
A reader that does not pad fills the last batch of an epoch from the next pass over the data, and
its next epoch goes on from there. Loaders of other libraries end an epoch with its pass instead:
the last batch is cut to the samples that belong to it, or dropped, and the next epoch begins with
the pass after it. So a progress of the reader that belongs to one has `epoch == start`, and nothing
before it.
"""

from __future__ import annotations

from typing import Any

from ..core.batch import Batch
from ..engine.following import delivered, settle
from .cursor import Cursor
from .epoch import Epoch
from .reader import Reader


class Passes:
    """A reader as a loader uses it."""

    kind = "reader"

    def __init__(self, reader: Reader, batch_size: int | None, drop_last: bool) -> None:
        self._reader, self._given, self._drop_last = reader, batch_size, drop_last
        self._cursor = reader._cursor
        self._size = batch_size or reader._max_batch_size or 1
        self.batches = 0  # of this epoch, that were handed over

    def count_outputs(self) -> int | None:
        """How many arguments the transform gets; None: not known before the data is looked for."""
        source = self._cursor.source
        return None if source is None else 1 if source.names is not None else len(source.outputs)

    def length(self) -> int:
        """Batches of an epoch."""
        return self._batches(self._cursor.order.shard_size(delivered(self._cursor).start))

    def begin(self, resume: bool) -> Pass:
        """The batches of the next epoch, or of the rest of this one. On the thread of the loop, so
        that errors in reading carry its line."""
        cursor = self._cursor
        settle(cursor)
        with cursor.lock:
            order = cursor.order
            if resume:
                cursor.restored = True  # an epoch that is over yields nothing, others the rest
            else:
                self.batches = 0
                cursor.move(order.begin_pass(cursor.progress))
            epoch = self._reader.next_epoch(self._given)
            p = cursor.progress
            samples = order.pass_size(p)
            left = max(0, self._batches(samples) - p.batches)
            last = 0 if order.pad or self._drop_last else samples % self._size
            return Pass(cursor, epoch, left, last)

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

    def __init__(self, cursor: Cursor, epoch: Epoch, left: int, last: int) -> None:
        self._cursor, self._epoch, self._left, self._last = cursor, epoch, left, last

    def __next__(self) -> Any:
        if not self._left:
            self._finish()
            raise StopIteration
        self._left -= 1
        outputs = next(self._epoch)
        return _first(outputs, self._last) if self._last and not self._left else outputs

    def close(self) -> None:
        """Leave it where it is. (An epoch of the reader would be over after its last batch.)"""
        with self._cursor.lock:
            before = self._cursor.progress
            self._epoch.close()
            self._cursor.progress = before

    def _finish(self) -> None:
        """The reader stands before the next pass."""
        cursor = self._cursor
        with cursor.lock:
            after = cursor.order.begin_pass(cursor.progress, over=True)
            self._epoch.close()
            cursor.move(after)


def _first(outputs: Any, count: int) -> Any:
    """The first samples of every output."""
    if isinstance(outputs, dict):
        return {k: v.select(slice(count)) for k, v in outputs.items()}
    return tuple([v.select(slice(count)) if isinstance(v, Batch) else v for v in outputs])
