"""Following: what another thread moves ahead of the consumer counts only when it is delivered.

`ndd.prefetch` runs a generator ahead on a thread of its own. Readers and explicit RNGs that the
generator uses are then ahead as well, and a checkpoint must not contain what nobody has got. So
they tell the producer of that thread before they move. Every item carries the marks of what moved;
when it is taken, the marks are what other threads see; and when the loop is left, all go back to
them. If the taker is itself a producer, that has not happened yet: its next item carries them on.
"""

from __future__ import annotations

import os
import weakref
from typing import Any

from .state import local


class Followed:
    """Something with a state that moves. Subclasses have `_mark` and `_rewind`."""

    _shown: Any = None  # the mark of what was delivered, while a producer is ahead
    _mover: Any = None  # that producer

    def _mark(self) -> Any:
        """The present state, as an immutable object."""
        raise NotImplementedError

    def _rewind(self, mark: Any) -> None:
        """Go back to a mark."""
        raise NotImplementedError


def mark(f: Followed) -> Any:
    """The present state, as an immutable object."""
    return f._mark()


def rewind(f: Followed, mark: Any) -> None:
    """Go back to a mark."""
    f._rewind(mark)


def moving(f: Followed) -> None:
    """To be called before every move."""
    producer = local.producer
    if producer is None:
        return
    if f._mover is not producer:
        _followed.add(f)
        f._shown, f._mover = f._mark(), producer
    producer.follow(f)


def delivered(f: Followed) -> Any:
    """The mark that the calling thread is to see: its own present, or what was delivered."""
    shown = f._shown  # read once: the producer may end at any moment
    if shown is None or f._mover is None or f._mover is local.producer:
        return f._mark()
    return shown


def deliver(f: Followed, mark: Any) -> None:
    """An item that goes with this mark was taken."""
    f._shown = mark


def inherit(f: Followed, producer: Any) -> None:
    """A producer has ended; the one that took its items moves on."""
    f._mover = producer


def release(f: Followed, back: bool) -> None:
    """The producer has ended; back: before everything it made was taken."""
    if back:
        f._rewind(f._shown)  # before others see the present again
    f._shown = f._mover = None


def settle(f: Followed) -> None:
    """A producer that was told to stop may be busy with its last item: it goes first. To be called
    before a move, and before any lock that the producer may want is taken."""
    mover = f._mover
    if mover is not None and mover is not local.producer:
        mover.settle()


_followed: weakref.WeakSet[Followed] = weakref.WeakSet()


def _in_child() -> None:
    """The producers' threads exist in the parent only: all is where the items left it that were
    taken, but for what the forking thread moves itself."""
    own, local.producer = local.producer, None
    for f in list(_followed):
        if f._mover is not None:
            release(f, back=f._mover is not own)
    _followed.clear()


os.register_at_fork(after_in_child=_in_child)
