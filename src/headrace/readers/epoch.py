"""Epoch: the iterator that `next_epoch` returns."""

from __future__ import annotations

from typing import Any

from ..engine.following import settle
from .cursor import Cursor


class Epoch:
    """The batches of an epoch; `len()` is how many it yields in all."""

    def __init__(self, cursor: Cursor, batches: int, site: int) -> None:
        self._cursor, self._batches, self._site = cursor, batches, site
        self._number = cursor.progress.epoch
        self._over = False

    def __len__(self) -> int:
        return self._batches

    def __iter__(self) -> Epoch:
        return self

    def __next__(self) -> Any:
        cursor = self._cursor
        settle(cursor)
        with cursor.lock:
            if self._over or cursor.progress.epoch != self._number or cursor.over:
                self._leave()
                raise StopIteration
            return cursor.take(self._site, loop=True)

    def close(self) -> None:
        """Leave the epoch. One that was left after its last batch is over, otherwise the reader's
        next epoch goes on with the rest of it."""
        if not self._over:
            with self._cursor.lock:
                self._leave()

    def _leave(self) -> None:
        """If all batches were taken, the reader stands before the next epoch. The lock is held."""
        cursor, before, self._over = self._cursor, self._over, True
        cursor.leave()
        if not before and cursor.progress.epoch == self._number and cursor.over:
            cursor.move(cursor.order.next_epoch(cursor.progress))

    def __del__(self) -> None:
        # A destructor runs anywhere: it must not wait. (Then next_epoch() finds out by itself.)
        if not self._over and self._cursor.lock.acquire(blocking=False):
            try:
                self._leave()
            finally:
                self._cursor.lock.release()
