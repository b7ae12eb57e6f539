"""Random numbers of parallel sources: those of a sample depend on the pipeline's seed and on the
sample's place alone, not on the worker that makes it, on how many there are or of which kind."""

from __future__ import annotations

import threading

from ...engine import following
from ...engine.random import RNG
from ...engine.state import local
from ..seeds import derive


class _TaskRNG(RNG):
    """Of a worker's thread."""


class _Begun(threading.local):
    yet = False


_begun = _Begun()


def begin(seed: int, epoch: int, iteration: int, sample: int) -> None:
    """Before a worker asks a source for a sample, or for a batch (then sample is -1): sets where
    the thread's random numbers come from. Not if the source has seeded the thread itself."""
    if not _begun.yet:
        _begun.yet = True
        local.rng = _TaskRNG(0)
    if type(local.rng) is _TaskRNG:
        following.rewind(local.rng, (derive(derive(derive(seed, epoch), iteration), sample + 1), 0))
