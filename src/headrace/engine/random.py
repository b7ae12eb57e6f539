"""Random state: a seed and a position. Numbers are a pure function of both (native/rng.h)."""

from __future__ import annotations

import operator as _operator
import os
import re
import weakref
from typing import Any

from .. import _native
from . import following, streams
from .state import local

_MASK = (1 << 64) - 1
_HEX = "([0-9a-fA-F]{16})"
# DALI's format, then the number of children and the positions of side streams.
_SIDE = f";{_HEX}:{_HEX}"
_MORE = rf"(?:\+([0-9a-fA-F]{{1,8}}))?((?:{_SIDE}){{0,32}})"
_TEXT = rf"Philox_{_HEX}_0{{16}}:{_HEX}_([0-3]){_MORE}"
WORDS_PER_CALL = 7  # words taken by a random call, for any batch size and shape

Mark = tuple[int, int]  # seed and position


class State:
    """The state of an RNG as an opaque object with a text form."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    @staticmethod
    def parse(text: str) -> State:
        """Parse a text made by str(); ValueError if it is not one."""
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


def _parse(text: Any) -> tuple[Mark, dict[int, int], int]:
    """(seed, position), positions of the side streams, number of children."""
    m = re.fullmatch(_TEXT, str(text))
    if m is None:
        raise ValueError(f"not the state of an RNG: {str(text)[:80]!r}")
    seed, block, word, children, sides = m.group(1, 2, 3, 4, 5)
    if int(block, 16) >> 62:  # a position has 64 bits; a block has four words
        raise ValueError(f"not the state of an RNG: {str(text)[:80]!r}")
    beside = {int(k, 16): int(v, 16) for k, v in re.findall(_SIDE, sides)}
    return (int(seed, 16), int(block, 16) * 4 + int(word)), beside, int(children or "0", 16)


class RNG(following.Followed):
    """A random number generator: pass it to random operators as `rng=`, or call it.

    Every operator call takes its numbers at the current position and advances it by a fixed count,
    so results do not depend on threads or on when a call runs.

    >>> import headrace.dynamic as ndd
    >>> a, b = ndd.random.RNG(seed=7), ndd.random.RNG(seed=7)
    >>> a() == b()
    True
    """

    _ahead: Any = None  # the last Handover, while generators draw in place of its thread
    _maker: int | None = None  # number of the generator that made this RNG

    def __init__(self, seed: int | None = None, state: State | str | None = None) -> None:
        if seed is not None and state is not None:
            raise ValueError("give a seed or a state, not both")
        self._chosen = True  # the seed was given
        self._sides: dict[int, int] = {}  # side streams: seed → position
        self._position = 0
        self._children = streams.children()  # child processes so far, when it was seeded
        if local.producer is not None:
            self._maker = local.producer.number
        if state is not None:
            self._put(*_parse(_checked(state)))
        elif seed is not None:
            self._seed = _seed(seed)
        else:
            self._seed, self._chosen = streams.fresh(), False
        _all.add(self)

    def __call__(self) -> int:
        """The next 32-bit word."""
        seed, position = self._move(1)
        return int(_native.philox(seed, position >> 2, 0xFFFFFFFF, 0)[position & 3])

    def _take(self) -> Mark:
        """Seed and position for one operator call; advances the position."""
        return self._move(WORDS_PER_CALL)

    def _move(self, words: int) -> Mark:
        if (local.producer is not None or self._mover is not None) and self._beside():
            seed = streams.side_seed(self._standing()[0][0], _level())
            position = self._sides.get(seed, 0)
            self._sides[seed] = (position + words) & _MASK
            return seed, position
        position = self._position
        self._position = (position + words) & _MASK
        return self._seed, position

    def _beside(self) -> bool:
        """Whether to draw from the side stream: a prefetching generator has the main one, and the
        caller is the body of its loop. The thread's default RNG uses a Handover instead."""
        if local.rng is self:
            if local.producer is not None:
                local.producer.numbers.claim(self)
            return False
        following.settle(self)
        if self._mover is not None and self._mover is not local.producer:
            return True
        producer = local.producer
        if self._mover is None and producer is not None and self._maker != producer.number:
            producer.await_request()  # until then loop bodies may move it
        following.moving(self)
        return False

    def _restart(self, mark: Mark, sides: dict[int, int], children: int) -> None:
        if local.producer is not None or self._mover is not None:
            self._beside()
        self._put(mark, sides, children)

    def _put(self, mark: Mark, sides: dict[int, int], children: int) -> None:
        self._seed, self._position = mark
        self._sides, self._ahead, self._chosen = sides, None, True
        self._children = streams.children() - children

    def advance(self, n: Any) -> None:
        """Skip n words."""
        self._move(_operator.index(n))

    def clone(self) -> RNG:
        """An independent generator in the same state."""
        return RNG(state=self.get_state())

    def __reduce__(self) -> tuple[Any, ...]:
        """An exact copy; if a process is being spawned, the RNG that a forked one would have."""
        number = streams.spawning()
        if number is None:
            return _restored, (str(self.get_state()), self._chosen)
        (seed, position), _ = self._standing()
        child = streams.child_seed(seed, number - self._children)
        return _restored, (_text((child, position), {}, 0), self._chosen)

    def _become_child(self, number: int) -> None:
        """After a fork: continue with the seed of child `number`."""
        (seed, self._position), _ = self._standing()
        self._seed = streams.child_seed(seed, number - self._children)
        self._sides, self._ahead, self._children = {}, None, 0

    def _standing(self) -> tuple[Mark, dict[int, int]]:
        """(seed, position) as the calling thread sees them, and the side streams."""
        sides = dict(self._sides)
        if self._ahead is None:
            return following.delivered(self), sides
        return self._ahead.main((self._seed, self._position), sides), sides

    def _mark(self) -> Mark:
        return self._seed, self._position

    def _rewind(self, mark: Mark) -> None:
        self._seed, self._position = mark

    def _set_seed(self, value: int) -> None:
        self._restart((_seed(value), 0), {}, 0)

    seed = property(None, _set_seed, doc="Writing it starts the generator anew.")

    @property
    def state(self) -> State:
        """The state of the generator; assignable."""
        return self.get_state()

    @state.setter
    def state(self, value: State | str) -> None:
        self.set_state(value)

    def get_state(self, *, cuda_stream: Any = None) -> State:
        """The state of the generator, as an object with a text form."""
        mark, sides = self._standing()
        return State(_text(mark, sides, streams.children() - self._children))

    def set_state(self, value: State | str) -> None:
        """Continue from a state returned by `get_state`, or from its text."""
        self._restart(*_parse(_checked(value)))

    def __repr__(self) -> str:
        return f"RNG({self.get_state()})"


def _seed(value: Any) -> int:
    try:
        return _operator.index(value) & _MASK
    except TypeError:
        raise TypeError(f"a seed is an integer, got {type(value).__name__}") from None


def _checked(state: Any) -> State | str:
    if not isinstance(state, (State, str)):
        raise TypeError(f"needs a State or its text, got {type(state).__name__}")
    return state


def _text(mark: Mark, sides: dict[int, int], children: int) -> str:
    seed, position = mark
    text = f"Philox_{seed:016X}_{0:016X}:{position >> 2:016X}_{position & 3}"
    if children:
        text += f"+{children:X}"
    return text + "".join([f";{k:016X}:{v:016X}" for k, v in sorted(sides.items())])


def _restored(state: str, chosen: bool) -> RNG:
    rng = RNG(state=state)
    rng._chosen = chosen
    return rng


def _level() -> int:
    """How many nested prefetching generators the calling thread is in."""
    return 0 if local.producer is None else int(local.producer.level)


def default_rng() -> RNG:
    """The calling thread's generator, used by random operators without `rng=`."""
    rng: RNG | None = local.rng
    if rng is None:
        rng = local.rng = RNG()
    return rng


def set_seed(seed: int) -> None:
    """Seed the calling thread's generator."""
    local.rng = RNG(seed)


_all: weakref.WeakSet[RNG] = weakref.WeakSet()


def _in_child() -> None:
    for rng in list(_all):
        rng._become_child(local.child)
    own: RNG | None = local.rng
    if own is not None and own._chosen:
        streams.set_root(own._seed)
    else:
        local.rng = None  # unseeded: the next one may be seeded by torch's worker


os.register_at_fork(after_in_child=_in_child)
