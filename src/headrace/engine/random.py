"""Random state: a seed and a position. Numbers are a pure function of them (native/rng.h)."""

from __future__ import annotations

import operator as _operator
import os
import re
from typing import Any

from .. import _native
from .following import Followed
from .state import local

_MASK = (1 << 64) - 1
_TEXT = r"Philox_([0-9a-fA-F]{16})_([0-9a-fA-F]{16}):([0-9a-fA-F]{16})_([0-3])"  # DALI's form
WORDS_PER_CALL = 7  # what one random call takes, whatever its batch size and shape


class State:
    """The state of an RNG as an opaque object with a text form."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    @staticmethod
    def parse(text: str) -> State:
        """Read a text made by str(); ValueError when it is not one."""
        _parse(text)
        return State(text)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"State({self._text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (State, str)) and str(other) == self._text

    def __hash__(self) -> int:
        return hash(self._text)


def _parse(text: Any) -> tuple[int, int]:
    m = re.fullmatch(_TEXT, str(text))
    if m is None:
        raise ValueError(f"not the state of an RNG: {str(text)[:80]!r}")
    seed, zero, block, word = m.groups()
    if int(zero, 16) or int(block, 16) >> 62:  # a position is 64 bits, four words a block
        raise ValueError(f"not the state of an RNG: {str(text)[:80]!r}")
    return int(seed, 16), int(block, 16) * 4 + int(word)


class RNG(Followed):
    """A random number generator: pass it to random operators as `rng=`, or call it.

    Every operator call takes its numbers from the position it finds and moves on by a fixed
    count, so results depend neither on threads nor on when a call really runs.

    >>> import headrace.dynamic as ndd
    >>> a, b = ndd.random.RNG(seed=7), ndd.random.RNG(seed=7)
    >>> a() == b()
    True
    """

    _ahead: Handover | None = None  # while another thread draws in this one's place

    def __init__(self, seed: int | None = None, state: State | str | None = None) -> None:
        if seed is not None and state is not None:
            raise ValueError("give a seed or a state, not both")
        self._position = 0
        if state is not None:
            self.set_state(state)
        else:
            self._seed = int.from_bytes(os.urandom(8), "little") if seed is None else _seed(seed)

    def __call__(self) -> int:
        """The next 32-bit word."""
        self._before()
        position = self._position
        self._position = (position + 1) & _MASK
        return int(_native.philox(self._seed, position >> 2, 0xFFFFFFFF, 0)[position & 3])

    def _take(self) -> tuple[int, int]:
        """Seed and position for one operator call; moves on."""
        self._before()
        position = self._position
        self._position = (position + WORDS_PER_CALL) & _MASK
        return self._seed, position

    def _before(self) -> None:
        """Before a move. (The thread's own generator has a way of its own: Handover.)"""
        if (local.producer is not None or self._mover is not None) and local.rng is not self:
            self.settle()
            self.moving()

    def advance(self, n: Any) -> None:
        """Skip n words, as n calls would."""
        self._before()
        self._position = (self._position + _operator.index(n)) & _MASK

    def clone(self) -> RNG:
        """An independent generator in the same state."""
        other = RNG(0)
        other._seed, other._position = self.delivered()
        return other

    def mark(self) -> tuple[int, int]:
        """For `Followed`."""
        return self._seed, self._position

    def delivered(self) -> tuple[int, int]:
        """For `Followed`; of the thread's own generator: where the numbers ended that were used."""
        ahead = self._ahead
        taken: tuple[int, int] = super().delivered() if ahead is None else ahead.place(self.mark())
        return taken

    def rewind(self, mark: tuple[int, int]) -> None:
        """For `Followed`."""
        self._seed, self._position = mark

    def _set_seed(self, value: int) -> None:
        self._before()
        self._seed, self._position = _seed(value), 0

    seed = property(None, _set_seed, doc="Writing it starts the generator anew.")

    @property
    def state(self) -> State:
        """Where the generator stands; assignable."""
        return self.get_state()

    @state.setter
    def state(self, value: State | str) -> None:
        self.set_state(value)

    def get_state(self, *, cuda_stream: Any = None) -> State:
        """Where the generator stands, as an object with a text form."""
        seed, position = self.delivered()
        return State(f"Philox_{seed:016X}_{0:016X}:{position >> 2:016X}_{position & 3}")

    def set_state(self, value: State | str) -> None:
        """Continue from a state got from `get_state`, or from its text."""
        if not isinstance(value, (State, str)):
            raise TypeError(f"needs a State or its text, got {type(value).__name__}")
        self._before()
        self._seed, self._position = _parse(value)

    def __repr__(self) -> str:
        return f"RNG({self.get_state()})"


def _seed(value: Any) -> int:
    try:
        return _operator.index(value) & _MASK
    except TypeError:
        raise TypeError(f"a seed is an integer, got {type(value).__name__}") from None


class Handover:
    """The thread's generator while another thread draws ahead in its place.

    The other begins with a copy: it draws what this thread would have drawn. As soon as it has
    drawn, this thread's generator stands on a stream of its own, so that no number is used twice;
    if nobody draws from that, it is put to where the other's numbers ended.
    """

    def __init__(self) -> None:
        self._rng = default_rng()
        self._begin = self._taken = (self._rng._seed, self._rng._position)
        self._aside: tuple[int, int] | None = None
        self._unused = True  # this thread had drawn nothing when it was put aside

    def adopt(self) -> None:
        """The calling thread draws ahead."""
        rng = local.rng = RNG(0)
        rng._seed, rng._position = self._begin

    @staticmethod
    def state() -> tuple[int, int]:
        """Where the calling thread's generator stands."""
        return default_rng().delivered()

    def take(self, state: tuple[int, int]) -> None:
        """Numbers up to this state are used up: what was made of them has been taken."""
        if state == self._taken:
            return
        self._taken = state
        if self._aside is None:
            rng = self._rng
            self._unused = (rng._seed, rng._position) == self._begin
            words = _native.philox(rng._seed, rng._position, 0xFFFFFFFE, 0)
            self._aside = (int(words[0]) << 32 | int(words[1]), 0)
            rng._seed, rng._position = self._aside
            rng._ahead = self

    def place(self, now: tuple[int, int]) -> tuple[int, int]:
        """Where this thread's generator would stand without the other, if it stands there now."""
        return self._taken if self._unused and now == self._aside else now

    def settle(self) -> None:
        """Nothing more is taken."""
        rng = self._rng
        rng._ahead = None
        if self._unused and local.rng is rng and (rng._seed, rng._position) == self._aside:
            rng._seed, rng._position = self._taken
        self._aside, self._begin = None, self._taken


def default_rng() -> RNG:
    """The generator of the calling thread, used by random operators without `rng=`."""
    rng: RNG | None = local.rng
    if rng is None:
        rng = local.rng = RNG()
    return rng


def set_seed(seed: int) -> None:
    """Seed the generator of the calling thread."""
    local.rng = RNG(seed)
