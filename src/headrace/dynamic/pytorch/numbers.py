"""Random numbers of a loader or a node: a stream of its own, whichever thread draws from it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...engine.random import RNG, default_rng
from ...engine.state import local


def fork() -> RNG:
    """A generator that is seeded by the thread's own, and independent of it from then on."""
    rng = default_rng()
    return RNG(rng() << 32 | rng())


@contextmanager
def drawing_from(rng: RNG) -> Iterator[None]:
    """Random operators of this thread that are given no `rng=` take their numbers from this one."""
    before, local.rng = local.rng, rng
    try:
        yield
    finally:
        local.rng = before
