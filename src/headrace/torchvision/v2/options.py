"""Reading of options: interpolation modes, fill values, sizes, element types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from ...core import errors
from ...core.dtype import DType
from ...core.dtype import dtype as read_dtype


class InterpolationMode(Enum):
    """How pixels between pixels are made."""

    NEAREST = "nearest"
    NEAREST_EXACT = "nearest-exact"
    BILINEAR = "bilinear"
    BICUBIC = "bicubic"
    BOX = "box"
    HAMMING = "hamming"
    LANCZOS = "lanczos"


Interpolation = InterpolationMode | str | int
Fill = float | Sequence[float] | None | Mapping[Any, Any]

_PILLOW = {0: "nearest", 1: "lanczos", 2: "bilinear", 3: "bicubic", 4: "box", 5: "hamming"}
RESIZING = ("nearest", "nearest-exact", "bilinear", "bicubic", "lanczos")
WARPING = ("nearest", "bilinear", "bicubic")


def interpolation(value: Any, allowed: Sequence[str] = RESIZING) -> str:
    """The name of a mode: an enum of ours or torchvision's, a string, or Pillow's number."""
    name = getattr(value, "value", value)
    name = _PILLOW.get(name, name) if isinstance(name, int) else name
    return errors.choice("interpolation", name, allowed)


def pair(name: str, value: Any) -> tuple[int, int]:
    """Height and width, from one number or two."""
    if isinstance(value, int):
        return value, value
    try:
        found = [int(v) for v in value]
    except TypeError:
        raise errors.ArgumentTypeError(
            f"{name} takes a number or a pair of numbers, not {errors.brief(value)}"
        ) from None
    if len(found) == 1:
        found *= 2
    if len(found) != 2:
        raise errors.ArgumentError(f"{name} takes 1 or 2 numbers, got {len(found)}")
    return found[0], found[1]


def span(name: str, value: Any, centre: float = 0.0, least: float | None = None) -> list[float]:
    """An interval: a pair, or one number that spreads around a centre."""
    if isinstance(value, (int, float)):
        if value < 0:
            raise errors.ArgumentError(f"{name} must not be negative, got {value}")
        found = [centre - value, centre + value]
        if least is not None:
            found[0] = max(found[0], least)
        return found
    found = [float(v) for v in value]
    if len(found) != 2 or found[0] > found[1]:
        raise errors.ArgumentError(f"{name} takes a number, or a pair in rising order: {value}")
    return found


def probability(p: float) -> float:
    """p, if it is one."""
    if not 0 <= p <= 1:
        raise errors.ArgumentError(f"p is a probability, 0 to 1, got {p}")
    return float(p)


def fill_of(fill: Any, kinds: tuple[str, ...]) -> tuple[float, ...]:
    """Fill values for what is called by one of these class names: one, or one per channel."""
    if isinstance(fill, Mapping):
        named = {k if isinstance(k, str) else k.__name__: v for k, v in fill.items()}
        fill = next((named[k] for k in (*kinds, "others") if k in named), 0)
    if fill is None:
        return (0.0,)
    values = (fill,) if isinstance(fill, (int, float)) else tuple(fill)
    return tuple(float(v) for v in values) or (0.0,)


def element_type(dtype: Any) -> DType:
    """An element type: torch's, NumPy's, ours, or a name."""
    if type(dtype).__module__.partition(".")[0] == "torch":
        dtype = str(dtype).removeprefix("torch.")
    return read_dtype(dtype)
