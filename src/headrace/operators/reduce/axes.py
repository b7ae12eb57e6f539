"""The axes of a reduction, given by number or by letter."""

from __future__ import annotations

from typing import Any

from ...core import errors
from ...core import layout as layouts


def chosen(input: Any, axes: tuple[int, ...] | None, axis_names: str | None) -> tuple[int, ...]:
    """The axes to reduce, non-negative and sorted."""
    if axes is not None and axis_names is not None:
        raise errors.ArgumentError("axes and axis_names exclude each other: give one of them")
    if axis_names is not None:
        return tuple(sorted(layouts.axes(input.layout, axis_names)))
    if axes is None:
        return tuple(range(input.ndim))
    found = [layouts.normalize_axis(axis, input.ndim) for axis in axes]
    if len(set(found)) != len(found):
        raise errors.ArgumentError(f"axes={list(axes)} names an axis twice")
    return tuple(sorted(found))
