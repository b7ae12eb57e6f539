"""Epoch: the iterator that `next_epoch` returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .reader import Reader


class Epoch:
    """The batches of an epoch; `len()` is how many it yields in all."""

    def __init__(self, reader: Reader, batches: int, site: int) -> None:
        self._reader, self._batches, self._site = reader, batches, site
        self._number = reader._progress.epoch
        self._over = False

    def __len__(self) -> int:
        return self._batches

    def __iter__(self) -> Epoch:
        return self

    def __next__(self) -> Any:
        reader = self._reader
        reader.settle()
        with reader._lock:
            if self._over or reader._progress.epoch != self._number:
                self._over = True
                reader._ahead.leave()
                raise StopIteration
            order = reader._open()
            p = reader._progress
            if p.in_epoch >= order.quota(p):
                self._finish()
                raise StopIteration
            return reader._take(self._site, loop=True)

    def _finish(self) -> None:
        """The epoch is over: the reader stands before the next one."""
        reader = self._reader
        self._over = True
        reader._ahead.leave()
        if reader._progress.epoch == self._number:
            reader.moving()
            reader._progress = reader._open().next_epoch(reader._progress)

    def close(self) -> None:
        """Leave the epoch. One that was left after its last batch is over, otherwise the reader's
        next epoch goes on with the rest of it."""
        if not self._over:
            with self._reader._lock:
                self._leave()

    def _leave(self) -> None:
        """The lock is held."""
        reader, self._over = self._reader, True
        p = reader._progress
        reader._ahead.leave()
        order = reader._order
        if order is not None and p.epoch == self._number and p.in_epoch >= order.quota(p):
            self._finish()

    def __del__(self) -> None:
        # A destructor runs anywhere: it must not wait. (Then next_epoch() finds out by itself.)
        if not self._over and self._reader._lock.acquire(blocking=False):
            try:
                self._leave()
            finally:
                self._reader._lock.release()
