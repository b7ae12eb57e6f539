"""Test cases of an operator, declared beside it and run by the tests' harness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Sample:
    """A random input: one shape, or several for a ragged batch.

    Elements are drawn from [low, high). Defaults: the whole range for 8-bit types, [-100, 100) for
    other signed and float types, [0, 100) for unsigned ones.
    """

    shapes: Sequence[tuple[int, ...]]
    dtype: str = "uint8"
    layout: str | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class PerSample:
    """An argument with one value per sample; a Tensor input gets the first."""

    values: Sequence[Any]
    dtype: str | None = None
    per_frame: bool = False


@dataclass(frozen=True)
class Case:
    """One call: inputs (Sample, or a constant array) and arguments (constants or PerSample)."""

    inputs: Sequence[Any] = ()
    args: Mapping[str, Any] = field(default_factory=dict)
    tolerance: float = 0.0  # allowed difference from the reference, in units of the output
    batch_size: int | None = None  # for operators without inputs


def images(dtype: str = "uint8", layout: str = "HWC", **more: Any) -> Sample:
    """A ragged batch of three small images, or whatever the layout names."""
    sizes = {"H": (7, 12, 1), "W": (9, 5, 16), "C": (3, 3, 3), "D": (4, 2, 3), "F": (2, 3, 1)}
    shapes = [tuple(sizes[letter][i] for letter in layout) for i in range(3)]
    return Sample(shapes, dtype, layout, **more)
