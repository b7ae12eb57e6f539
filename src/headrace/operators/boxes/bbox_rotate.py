"""bbox_rotate: rotates the bounding boxes of an image."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from ...core import errors
from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, Layout, PerSample
from .layouts import check_boxes

_BOXES = cases.Sample([(5, 4), (1, 4), (0, 4)], "float32", low=0.0, high=0.5)
_LABELS = cases.Sample([(5, 1), (1, 1), (0, 1)], "int32")


@operator(
    outputs=lambda inputs, _: inputs,
    samples=[
        cases.Case(
            [_BOXES, _LABELS],
            {
                "angle": cases.PerSample([30.0, -75.0, 180.0], "float32"),
                "input_shape": cases.PerSample([[100, 201], [33, 40], [5, 5]], "int32"),
                "bbox_layout": "xyWH",
                "keep_size": True,
                "remove_threshold": 0.5,
            },
            tolerance=1e-5,
        ),
        cases.Case(
            [_BOXES],
            {
                "angle": 45.0,
                "input_shape": [3, 80, 60],
                "shape_layout": "CWH",
                "bbox_layout": "xyWH",
                "mode": "halfway",
            },
            tolerance=1e-5,
        ),
        cases.Case(
            [cases.Sample([(3, 4)], "float64", low=0.0, high=50.0)],
            {
                "angle": 10.0,
                "input_shape": [100, 100],
                "bbox_layout": "xyWH",
                "bbox_normalized": False,
                "mode": "fixed",
                "size": cases.PerSample([[80.0, 120.0]], "float32"),
            },
            tolerance=1e-3,
        ),
    ],
    cpu_only="its results are arguments of other calls, which the host reads",
)
def bbox_rotate(
    bboxes: Input,
    labels: Input = None,
    /,
    *,
    angle: PerSample[float],
    bbox_layout: Layout = "xyXY",
    bbox_normalized: bool = True,
    input_shape: PerSample[list[int]],
    keep_size: bool = False,
    mode: Literal["expand", "fixed", "halfway"] = "expand",
    remove_threshold: float = 0.1,
    shape_layout: Layout = "HW",
    size: PerSample[list[float]] = (),
):
    """Rotate boxes by `angle` degrees, counter-clockwise, as `rotate` does with their image.

    The new boxes are relative to the rotated image and clipped to it. A box is removed, with its
    label, if less than the fraction remove_threshold of its area is left.

    input_shape: shape of the image, in the order of shape_layout. size, keep_size: as in `rotate`.
    mode: "expand": the bounding boxes of the rotated boxes. "fixed": boxes of the same size around
        the rotated centres; width and height are swapped if the angle is nearer to 90° than to 0°.
        "halfway": the mean of the two.
    bbox_layout: "xyXY" (left, top, right, bottom) or "xyWH" (left, top, width, height).
    bbox_normalized: coordinates are relative, from 0 to 1, not in pixels.

    >>> import headrace.dynamic as ndd
    >>> boxes = ndd.tensor([[0.0, 0.0, 0.5, 0.25]])
    >>> ndd.bbox_rotate(boxes, angle=90.0, input_shape=[100, 200]).tolist()
    [[0.0, 0.5, 0.25, 1.0]]
    """
    check_boxes(bboxes)
    if bbox_layout not in ("xyXY", "xyWH"):
        raise errors.LayoutError(f'bbox_layout="{bbox_layout}" is neither xyXY nor xyWH')
    if "H" not in shape_layout or "W" not in shape_layout:
        raise errors.LayoutError(f'shape_layout="{shape_layout}" needs the letters H and W')
    if not 0 <= remove_threshold < 1:
        raise errors.ArgumentError(f"remove_threshold must lie in [0, 1), got {remove_threshold}")
    if keep_size and size != ():
        raise errors.ArgumentError("give size= or keep_size=True, not both")
    outs = [Out(bboxes.dtype, 2)]
    if labels is not None:
        if labels.ndim not in (1, 2) or labels.dtype.kind is DType.Kind.float:
            raise errors.ArgumentError("needs labels of an integer type, one for each box")
        outs.append(Out(labels.dtype, labels.ndim))
    return kernel(
        "bbox_rotate",
        *([bboxes] if labels is None else [bboxes, labels]),
        out=outs,
        angle=angle,
        input_shape=input_shape,
        size=size,
        keep_size=keep_size,
        mode=mode,
        remove_threshold=remove_threshold,
        normalized=bbox_normalized,
        extents=bbox_layout == "xyWH",
        places=[shape_layout.index("W"), shape_layout.index("H")],
        labels=labels is not None,
    )


def _canvas(degrees: float, width: int, height: int) -> list[int]:
    """Width and height of a rotated image; parities follow the input sides that contribute most."""
    c, s = abs(math.cos(math.radians(degrees))), abs(math.sin(math.radians(degrees)))
    sides = []
    for need, own, other in ((c * width + s * height, width, height),
                             (s * width + c * height, height, width)):  # fmt: skip
        side = math.ceil(need - 0.01)
        sides.append(side + (side + (own if c >= s else other)) % 2)
    return sides


@reference(bbox_rotate)
def _bbox_rotate(boxes, labels=None, *, layout, angle, input_shape, **more):
    names, extents = more["shape_layout"], more["bbox_layout"] == "xyWH"
    before = np.array([input_shape[names.index("W")], input_shape[names.index("H")]], float)
    if len(more["size"]):
        after = np.floor(np.array(more["size"], float))[::-1]
    elif more["keep_size"]:
        after = before
    else:
        after = np.array(_canvas(angle, int(before[0]), int(before[1])), float)
    unit = before if more["bbox_normalized"] else 1.0
    lo = boxes[:, :2].astype(float)
    hi = lo + boxes[:, 2:] if extents else boxes[:, 2:].astype(float)
    center, half = (lo + hi) / 2 * unit - before / 2, (hi - lo) / 2 * unit
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    center = center @ np.array([[c, -s], [s, c]]) + after / 2
    wide = half @ np.abs([[c, s], [s, c]])
    same = half[:, ::-1] if abs(s) > abs(c) * (1 + 1e-6) else half
    half = {"expand": wide, "fixed": same, "halfway": (wide + same) / 2}[more["mode"]]
    area = (2 * half).prod(1)
    lo, hi = np.clip(center - half, 0, after), np.clip(center + half, 0, after)
    part = (hi - lo).prod(1) / np.where(area > 0, area, np.nan)
    kept = part >= more["remove_threshold"]
    scale = after if more["bbox_normalized"] else 1.0
    out = np.concatenate([lo / scale, (hi - lo if extents else hi) / scale], axis=1)
    out = out[kept].astype(boxes.dtype)
    return out if labels is None else (out, labels[kept])
