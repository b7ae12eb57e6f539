"""Handover: the thread's random numbers, while a generator draws ahead in its place (prefetch).

Note [Who draws from the main stream]
Without prefetch, generator and loop body draw from one stream in turn. A generator that runs ahead
cannot know how much bodies will draw. Numbers must not depend on timing, none may be used twice,
and a loop of which only one side draws shall draw as without prefetch. So:

- The body has the main stream until the generator draws for the first time. For that the generator
  waits until its item is asked for: then the body is over, and it draws what it would have drawn.
  (For the first item it never waits.)
- From then on the generator has the main stream, and the body one beside it, whose seed depends on
  the main stream's. An RNG keeps the positions of such streams, and its state contains them.
- A state taken in such a loop goes on as it would: bodies are beside the main stream at once.
"""

from __future__ import annotations

from typing import Any

from . import following
from .random import RNG, Mark, default_rng
from .state import local
from .streams import side_seed

_Sides = dict[int, int]


class Handover:
    """One generator and the RNG of the thread that iterates over it."""

    def __init__(self, producer: Any) -> None:
        self._producer = producer
        self._rng = rng = default_rng()
        settle(rng)
        self._copy = RNG(0)  # the generator's
        self._outer: Handover | None = None  # of another loop whose body this one is inside of
        self._begin: Mark = following.mark(rng)  # of the main stream
        self._taken = self._begin
        self._side: int | None = None  # the seed of the body's stream
        self._beneath: _Sides = {}  # streams of loops inside of the generator
        self._over = False
        self._inherited = dict(rng._sides)
        following.rewind(self._copy, self._begin)
        self._copy._sides = dict(rng._sides)
        self.claimed = side_seed(self._begin[0], producer.level - 1) in rng._sides
        if self.claimed:
            self._go_beside()

    # ---- the generator's side --------------------------------------------------------------------

    def adopt(self) -> None:
        """The calling thread draws ahead."""
        local.rng = self._copy

    def claim(self, rng: RNG) -> None:
        """The generator is about to draw from this RNG, its thread's own."""
        if self.claimed or rng is not self._copy:
            return
        self._producer.await_request()
        outer = self._producer.outer
        if outer is not None:
            outer.numbers.claim(self._rng)  # in its place: it waits for our item
        self._begin = self._taken = following.mark(self._rng)
        following.rewind(self._copy, self._begin)
        self.claimed = True

    @property
    def begin(self) -> Mark:
        """Where the generator began to draw."""
        return self._begin

    def state(self) -> tuple[Mark, _Sides] | None:
        """Where the calling thread's generator stands; None: it has not drawn."""
        rng = default_rng()
        if rng is self._copy and not self.claimed:
            return None
        mark, sides = rng._standing()
        return mark, {k: v for k, v in sides.items() if self._inherited.get(k) != v}

    # ---- the body's side -------------------------------------------------------------------------

    def take(self, state: tuple[Mark, _Sides] | None) -> None:
        """Numbers up to this state are used up: what was made of them has been taken."""
        if state is None or self._over:
            return
        mark, self._beneath = state
        if mark == self._taken:
            return
        self._taken = mark
        if self._side is None:
            self._go_beside()

    def _go_beside(self) -> None:
        rng = self._rng
        self._side = side_seed(rng._seed, self._producer.level - 1)
        following.rewind(rng, (self._side, rng._sides.pop(self._side, 0)))
        self._outer, rng._ahead = rng._ahead, self

    def main(self, now: Mark, sides: _Sides) -> Mark:
        """Where the main stream stands if the RNG stands there now; fills in those beside it."""
        sides.update(self._beneath)
        sides[now[0]] = now[1]
        return self._taken if self._outer is None else self._outer.main(self._taken, sides)

    def settle(self) -> None:
        """Nothing more is taken."""
        self._over = True
        rng = self._rng
        if local.rng is not rng:
            return  # its thread draws perhaps: it does this itself with its next loop
        settle(rng)


def settle(rng: RNG) -> None:
    """Go back to the main streams of loops that are over, the innermost first."""
    while (top := rng._ahead) is not None and top._over:
        sides = {**top._beneath, rng._seed: rng._position}
        rng._sides.update({k: v for k, v in sides.items() if v})
        following.rewind(rng, top._taken)
        rng._ahead = top._outer
