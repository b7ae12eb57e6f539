"""The spatial axes of a sample, and helpers of the references of filters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core import errors
from ...core.dtype import DType


def spatial_axes(layout: str | None, ndim: int, least: int = 1) -> tuple[int, int]:
    """The first spatial axis and their number: all but leading or trailing frames and channels.

    >>> spatial_axes("FHWC", 4), spatial_axes("CDHW", 4), spatial_axes(None, 2)
    ((1, 2), (1, 3), (0, 2))
    """
    first, last = 0, ndim
    if layout:
        while first < ndim and layout[first] in "FC":
            first += 1
        if last > first and layout[-1] == "C":
            last -= 1
        inner = layout[first:last]
        if first > 2 or "C" in inner or "F" in inner:
            raise errors.LayoutError(
                f'layout "{layout}" is not supported: frames come first, channels first or last'
            )
    count = last - first
    if not least <= count <= 3:
        what = f'layout "{layout}" has' if layout else f"{ndim} axes without a layout are"
        raise errors.LayoutError(f"{what} {count} spatial axes, needs {least} to 3")
    return first, count


def per_axis(values: Any, count: int) -> list[Any]:
    """One number per axis, from one number or one per axis."""
    listed: list[Any] = np.atleast_1d(values).tolist()
    return listed * count if len(listed) == 1 else listed


def to_float32(x: np.ndarray) -> np.ndarray:
    """Elements as the kernels read them."""
    y: np.ndarray = np.asarray(x).astype(np.float32)
    return y


def from_float32(y: np.ndarray, dtype: np.dtype[Any], even: bool = False) -> np.ndarray:
    """Rounded (halves away from zero, or to even) and saturated."""
    result: np.ndarray = y != 0
    if dtype.kind == "b":
        return result
    if dtype.kind in "iu":
        wide = y.astype(np.float64)
        whole = np.rint(wide) if even else np.trunc(wide + np.copysign(0.5, wide))
        info = np.iinfo(dtype)
        most = whole >= float(info.max)  # the maximum of 64-bit integers is no float
        inside = np.where(most, 0, np.maximum(np.nan_to_num(whole), float(info.min)))
        return np.where(most, info.max, inside.astype(dtype)).astype(dtype)
    return y.astype(dtype)


def target(x: np.ndarray, dtype: DType | None) -> np.dtype[Any]:
    """The NumPy type of the output."""
    return x.dtype if dtype is None else dtype.numpy


def taken(x: np.ndarray, axis: int, positions: Sequence[int], fill: Any = 0) -> np.ndarray:
    """Elements at positions of an axis; -1 stands for a constant."""
    where = np.asarray(positions)
    y = np.take(x, np.maximum(where, 0), axis)
    outside = (where < 0).reshape([-1 if d == axis else 1 for d in range(x.ndim)])
    return np.where(outside, np.asarray(fill, x.dtype), y)


def border_position(border: str, i: int, n: int) -> int:
    """The element for position i, inside or outside the axis; -1 for a constant."""
    if 0 <= i < n:
        return i
    if border == "constant":
        return -1
    if border == "clamp" or n == 1:
        return 0 if i < 0 else n - 1
    if border == "wrap":
        return i % n
    if border == "reflect_1001":
        i %= 2 * n
        return i if i < n else 2 * n - 1 - i
    i %= 2 * (n - 1)
    return i if i < n else 2 * (n - 1) - i
