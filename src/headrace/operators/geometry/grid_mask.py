"""grid_mask: sets the squares of a grid to zero."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...engine import cases
from ...engine.operator import kernel, operator, reference
from ...engine.params import Input, PerSample

_ASSUMED = {2: "HW", 3: "HWC", 4: "FHWC", 5: "FDHWC"}  # for values that have no layout


def _rows(layout: str | None, ndim: int) -> int:
    """The index of H, which W must follow."""
    known = layout or _ASSUMED.get(ndim, "")
    at = known.find("HW")
    if at < 0:
        raise errors.LayoutError(
            f'layout "{layout}" has no axes "HW" one after the other'
            if layout
            else f"needs images, got data with {ndim} axes and no layout"
        )
    return at


@operator(
    samples=[
        cases.Case([cases.images()], {"tile": 4}),
        cases.Case(
            [cases.images("float32", "CHW")],
            {
                "tile": cases.PerSample([2, 3, 4], "int32"),
                "ratio": 0.4,
                "angle": cases.PerSample([0.0, 0.5, -1.0], "float32"),
                "shift_x": 1.5,
                "shift_y": -2.0,
            },
        ),
        cases.Case([cases.images("int16", "FHWC")], {"tile": 3, "ratio": 0.7, "angle": 0.3}),
        cases.Case([cases.images("bool", "HW")], {"tile": 3, "shift_x": 1.0}),
    ],
)
def grid_mask(
    input: Input,
    /,
    *,
    angle: PerSample[float] = 0.0,
    ratio: PerSample[float] = 0.5,
    shift_x: PerSample[float] = 0.0,
    shift_y: PerSample[float] = 0.0,
    tile: PerSample[int] = 100,
):
    """Set the squares of a regular grid to zero.

    tile: distance between squares, in pixels.
    ratio: side of a square, relative to `tile`.
    angle: rotation of the grid about the origin, in radians.
    shift_x, shift_y: shift of the rotated grid, in pixels.

    H and W are the axes of the layout; without a layout, the last axis is channels unless there are
    only two. All frames, slices and channels have the same grid.

    >>> import headrace.dynamic as ndd
    >>> ndd.grid_mask(ndd.ones(shape=[2, 6], layout="HW"), tile=4, shift_x=1).tolist()
    [[1, 0, 0, 1, 1, 0], [1, 0, 0, 1, 1, 0]]
    """
    return kernel(
        "grid_mask",
        input,
        ratio=ratio,
        angle=angle,
        tile=tile,
        shift_x=shift_x,
        shift_y=shift_y,
        rows=_rows(input.layout, input.ndim),
    )


@reference(grid_mask)
def _grid_mask(x, *, layout, angle, ratio, shift_x, shift_y, tile):
    at = _rows(layout, x.ndim)
    f, size = np.float32, np.float32(tile)
    cos, sin = (f(g(float(f(angle)))) / size for g in (np.cos, np.sin))
    row, column = np.ogrid[: x.shape[at], : x.shape[at + 1]]
    row, column = row.astype(f), column.astype(f)
    gx = (-f(shift_x) / size - row * sin) + column * cos
    gy = (-f(shift_y) / size + row * cos) + column * sin
    keep = (gx - np.floor(gx) >= f(ratio)) | (gy - np.floor(gy) >= f(ratio))
    return np.where(keep.reshape(keep.shape + (1,) * (x.ndim - at - 2)), x, x.dtype.type(0))
