"""Cases: what the tests' harness feeds an operator, told beside the operator itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Sample:
    """A random input: one shape, or several for a ragged batch.

    Elements are drawn from [low, high); by default from the whole range of 8-bit types, from
    [-100, 100) of other signed and float types, from [0, 100) of unsigned ones.
    """

    shapes: Sequence[tuple[int, ...]]
    dtype: str = "uint8"
    layout: str | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class PerSample:
    """An argument with one value per sample: given as a Batch to batches, its first to Tensors."""

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
    """A ragged batch of three small images (or whatever the layout says)."""
    sizes = {"H": (7, 12, 1), "W": (9, 5, 16), "C": (3, 3, 3), "D": (4, 2, 3), "F": (2, 3, 1)}
    shapes = [tuple(sizes[letter][i] for letter in layout) for i in range(3)]
    return Sample(shapes, dtype, layout, **more)
