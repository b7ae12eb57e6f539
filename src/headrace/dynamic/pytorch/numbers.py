"""Random numbers of a loader or node: a separate stream, independent of the thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...engine.random import RNG, default_rng
from ...engine.state import local


def fork() -> RNG:
    """A new generator, seeded by the thread's own."""
    rng = default_rng()
    return RNG(rng() << 32 | rng())


@contextmanager
def drawing_from(rng: RNG) -> Iterator[None]:
    """Makes `rng` the default of random operators in this thread."""
    before, local.rng = local.rng, rng
    try:
        yield
    finally:
        local.rng = before
