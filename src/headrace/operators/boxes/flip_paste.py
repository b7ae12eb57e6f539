"""bb_flip, bbox_paste: bounding boxes of an image that is mirrored or pasted on a canvas."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import errors
from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import kernel, operator, reference
from ...engine.params import Dyn, Input, PerSample

_BOXES = cases.Sample([(5, 4), (1, 4), (0, 4)], "float32", low=0.0, high=1.0)


def _check(boxes: Any) -> None:
    if boxes.ndim < 1:
        raise errors.ShapeError("needs boxes, rows of four numbers; got a single number")
    if boxes.dtype.kind is not DType.Kind.float:
        raise errors.DTypeError(
            f"needs boxes of a float type, got {boxes.dtype.full_name}: "
            "use ndd.cast(x, dtype=ndd.float32)"
        )


@operator(
    samples=[
        cases.Case([_BOXES]),
        cases.Case(
            [_BOXES],
            {
                "ltrb": True,
                "horizontal": cases.PerSample([0, 1, 1], "int32"),
                "vertical": cases.PerSample([1, 0, 1], "int32"),
            },
        ),
        cases.Case([cases.Sample([(2, 3, 4)], "float64", low=0.0, high=1.0)], {"vertical": 1}),
    ],
)
def bb_flip(
    input: Input,
    /,
    *,
    horizontal: PerSample[int] = 1,
    ltrb: bool = False,
    vertical: PerSample[int] = 0,
):
    """Mirror boxes, as `flip` mirrors their image.

    Coordinates are relative to the image: (left, top, width, height), or (left, top, right, bottom)
    with ltrb=True.

    >>> import headrace.dynamic as ndd
    >>> ndd.bb_flip(ndd.tensor([[0.0, 0.25, 0.5, 0.5]])).tolist()
    [[0.5, 0.25, 0.5, 0.5]]
    """
    _check(input)
    return kernel("bb_flip", input, horizontal=horizontal, vertical=vertical, ends=ltrb)


@reference(bb_flip)
def _bb_flip(x, *, layout, horizontal, vertical, ltrb):
    y = x.copy()
    for axis, across in enumerate((horizontal, vertical)):
        if across and ltrb:
            y[..., axis], y[..., 2 + axis] = 1 - x[..., 2 + axis], 1 - x[..., axis]
        elif across:
            y[..., axis] = 1 - x[..., axis] - x[..., 2 + axis]
    return y


@operator(
    samples=[
        cases.Case([_BOXES], {"ratio": cases.PerSample([1.5, 2.0, 3.0], "float32")}),
        cases.Case(
            [_BOXES],
            {
                "ltrb": True,
                "ratio": 1.25,
                "paste_x": cases.PerSample([0.0, 0.25, 1.0], "float32"),
                "paste_y": 0.75,
            },
        ),
    ],
)
def bbox_paste(
    input: Input,
    /,
    *,
    ltrb: bool = False,
    paste_x: PerSample[float] = 0.5,
    paste_y: PerSample[float] = 0.5,
    ratio: PerSample[float],
):
    """Convert the boxes of an image to the canvas that `paste` places it on.

    ratio, paste_x, paste_y: as in `paste`: size of the canvas relative to the image, and position
        of the image on it, from 0 to 1.
    ltrb: boxes are (left, top, right, bottom), not (left, top, width, height).

    >>> import headrace.dynamic as ndd
    >>> ndd.bbox_paste(ndd.tensor([[0.0, 0.0, 1.0, 1.0]]), ratio=2.0, paste_x=1.0).tolist()
    [[0.5, 0.25, 0.5, 0.5]]
    """
    _check(input)
    if not isinstance(ratio, Dyn) and not 0 < ratio < float("inf"):
        raise errors.ArgumentError(f"ratio must be positive, got {ratio}")
    return kernel("bbox_paste", input, ratio=ratio, paste_x=paste_x, paste_y=paste_y, ends=ltrb)


@reference(bbox_paste)
def _bbox_paste(x, *, layout, ratio, paste_x, paste_y, ltrb):
    one = x.dtype.type(1)
    scale = one / x.dtype.type(ratio)
    margin = np.array([paste_x, paste_y]).astype(x.dtype) * (one - scale)
    y = x * scale
    y[..., :2] += margin
    if ltrb:
        y[..., 2:] += margin
    return y
