"""Seeds of a pipeline's operators, from the pipeline's own."""

from __future__ import annotations

from ..engine import streams

_MASK = (1 << 64) - 1


def fresh() -> int:
    """A seed that no other pipeline has."""
    return streams.fresh() >> 1


def derive(seed: int, index: int) -> int:
    """The seed of the operator with this number: mixed (splitmix64), so that neighbours differ in
    all bits; below 2⁶³, because seeds are signed in checkpoints of other tools."""
    z = (seed + (index + 1) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
    return (z ^ z >> 31) >> 1
