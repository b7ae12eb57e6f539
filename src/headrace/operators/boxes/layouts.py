"""Reads the layouts of boxes ("xyXY") and of shapes ("WH")."""

from __future__ import annotations

from typing import Any

from ...core import errors
from ...core.dtype import DType

_ENDS = ("xyXY", "xyzXYZ")
_EXTENTS = ("xyWH", "xyzWHD")


def check_boxes(boxes: Any) -> None:
    """Raises unless boxes are rows of floats."""
    if boxes.ndim != 2:
        raise errors.ShapeError(f"needs boxes as rows of an array of 2 axes, got {boxes.ndim} axes")
    if boxes.dtype.kind is not DType.Kind.float:
        raise errors.DTypeError(
            f"needs boxes of a float type, got {boxes.dtype.full_name}: "
            "use ndd.cast(x, dtype=ndd.float32)"
        )


def columns(layout: str) -> tuple[list[int], bool]:
    """Columns of the starts, then of the ends (or extents) of the axes; whether they are extents.

    >>> columns("yxYX")
    ([1, 0, 3, 2], False)
    >>> columns("xyWH")
    ([0, 1, 2, 3], True)
    """
    for named in (*_ENDS, *_EXTENTS):
        if sorted(layout) == sorted(named):
            return [layout.index(letter) for letter in named], named in _EXTENTS
    raise errors.LayoutError(
        f'bbox_layout="{layout}" is none of xyXY, xyWH, xyzXYZ and xyzWHD, nor has the same '
        "letters in another order"
    )


def shape_axes(layout: str) -> list[int]:
    """The axis (0: x) of each number of a shape.

    >>> shape_axes("HW")
    [1, 0]
    """
    if sorted(layout) not in (sorted("WH"), sorted("WHD")):
        raise errors.LayoutError(
            f'shape_layout="{layout}" needs the letters W and H, and D for three dimensions'
        )
    return ["WHD".index(letter) for letter in layout]
