"""Random numbers of parallel sources: they depend on the pipeline's seed and the sample's place in
the epoch alone, not on the worker that makes it or the number and kind of workers."""

from __future__ import annotations

import threading

from ...engine import following
from ...engine.random import RNG
from ...engine.state import local
from ..seeds import derive


class _TaskRNG(RNG):
    """The RNG that `begin` gives to a worker's thread."""


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
