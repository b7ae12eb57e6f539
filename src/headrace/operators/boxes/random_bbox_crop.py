"""random_bbox_crop: a random crop with a minimum overlap with the boxes of the image."""

from __future__ import annotations

from typing import Any, Literal

from ...core import errors
from ...core.dtype import DType, float32, int32
from ...engine import cases
from ...engine.operator import Out, kernel, operator
from ...engine.params import Input, Layout, PerSample
from .layouts import check_boxes, columns, shape_axes

_BOXES = cases.Sample([(7, 4), (1, 4), (0, 4)], "float32", low=0.0, high=0.5)
_LABELS = cases.Sample([(7,), (1,), (0,)], "int32")
_SCALES = {"scaling": [0.3, 1.0], "aspect_ratio": [0.5, 2.0]}


@operator(
    random=True,
    outputs=lambda inputs, arguments: 2 + inputs + bool(arguments["output_bbox_indices"]),
    unused=("quiet",),
    samples=[
        cases.Case([_BOXES, _LABELS], {"ltrb": False, **_SCALES, "output_bbox_indices": True}),
        cases.Case(
            [_BOXES],
            {
                "bbox_layout": "yxHW",
                "allow_no_crop": False,
                "crop_shape": [50, 80],
                "input_shape": cases.PerSample([[100, 120], [90, 200], [50, 81]], "int32"),
                "shape_layout": "HW",
                "thresholds": [0.2, 0.9],
                "total_num_attempts": 20,
            },
        ),
        cases.Case(
            [cases.Sample([(5, 6), (2, 6)], "float16", low=0.0, high=0.5)],
            {
                "bbox_layout": "xyzWHD",
                "all_boxes_above_threshold": False,
                "thresholds": [0.0, 0.5],
                "threshold_type": "overlap",
                "bbox_prune_threshold": 0.25,
                "num_attempts": 5,
                **_SCALES,
            },
        ),
    ],
    cpu_only="its results are arguments of other calls, which the host reads",
)
def random_bbox_crop(
    boxes: Input,
    labels: Input = None,
    /,
    *,
    all_boxes_above_threshold: bool = True,
    allow_no_crop: bool = True,
    aspect_ratio: list[float] = (1.0, 1.0),
    bbox_layout: Layout = None,
    bbox_prune_threshold: float = None,
    crop_shape: PerSample[list[int]] = None,
    input_shape: PerSample[list[int]] = None,
    ltrb: bool = True,
    num_attempts: int = 1,
    output_bbox_indices: bool = False,
    quiet: bool = False,
    scaling: list[float] = (1.0, 1.0),
    shape_layout: Layout = None,
    threshold_type: Literal["iou", "overlap"] = "iou",
    thresholds: list[float] = (0.0,),
    total_num_attempts: int = -1,
):
    """Draw a random window with a minimum overlap with boxes; return it and the boxes inside it.

    Boxes are rows of 4 numbers (2-D) or 6 (3-D), relative to the image: from 0 to 1. The outputs
    are the anchor and the shape of the window, x first; the boxes that remain, clipped to the
    window and relative to it; their labels, if labels are given; and with output_bbox_indices their
    indices among the input boxes. A box remains if its centre is inside, or, with
    bbox_prune_threshold, if at least this fraction of its area is inside. A window must keep at
    least one box, if there is any.

    scaling: range of the extents of the window, relative to the image, each uniform.
    aspect_ratio: range of width / height; in 3-D of x/y, x/z and y/z, or one range for each. The
        ratio of relative extents, unless input_shape is given.
    crop_shape: the size of the window in pixels, instead of scaling and aspect_ratio; needs
        input_shape. Anchor and shape are then in pixels too.
    thresholds: one is drawn at random: the minimum overlap of all boxes with the window, or of one
        box when all_boxes_above_threshold is False. threshold_type: "iou" (intersection over
        union), or "overlap" (the fraction of the box that is inside). With allow_no_crop, the whole
        image is drawn as often as a threshold.
    num_attempts: windows to try before another threshold is drawn. After total_num_attempts windows
        the one with the best overlap is taken; without a limit, a search that takes too long
        raises.
    bbox_layout: the letters x, y, z for starts and X, Y, Z for ends, or W, H, D for extents;
        "xyXY" by default, "xyWH" with ltrb=False. shape_layout: the order of the numbers of
        input_shape and crop_shape, "WH" or "WHD" by default.

    >>> import headrace.dynamic as ndd
    >>> boxes = ndd.tensor([[0.25, 0.25, 0.75, 1.0]], dtype=ndd.float32)
    >>> anchor, shape, left, labels = ndd.random_bbox_crop(boxes, ndd.tensor([7]))
    >>> anchor.tolist(), shape.tolist(), left.tolist(), labels.tolist()
    ([0.0, 0.0], [1.0, 1.0], [[0.25, 0.25, 0.75, 1.0]], [7])
    """
    check_boxes(boxes)
    outs = [Out(float32, 1), Out(float32, 1), Out(boxes.dtype, 2)]
    if labels is not None:
        if labels.ndim < 1 or labels.dtype.kind is DType.Kind.float:
            raise errors.ArgumentError("needs labels of an integer type, one for each box")
        outs.append(Out(labels.dtype, labels.ndim))
    if output_bbox_indices:
        outs.append(Out(int32, 1))
    order, extents = (None, not ltrb) if bbox_layout is None else columns(bbox_layout)
    if bbox_layout is not None and not ltrb:
        raise errors.ArgumentError("give bbox_layout= or ltrb=, not both")
    if crop_shape is None:
        _check_scaling(scaling, aspect_ratio, known_shape=input_shape is not None)
    else:
        _check_crop_shape(scaling, aspect_ratio, input_shape)
    _check_search(thresholds, bbox_prune_threshold)
    return kernel(
        "random_bbox_crop",
        *([boxes] if labels is None else [boxes, labels]),
        out=outs,
        columns=order,
        extents=extents,
        thresholds=thresholds,
        threshold_type=threshold_type,
        all_boxes=all_boxes_above_threshold,
        no_crop=allow_no_crop,
        num_attempts=num_attempts,
        total_num_attempts=None if total_num_attempts == -1 else total_num_attempts,
        ratio=aspect_ratio,
        scaling=scaling,
        input_shape=input_shape,
        crop_shape=crop_shape,
        shape_axes=None if shape_layout is None else shape_axes(shape_layout),
        prune=bbox_prune_threshold,
        labels=labels is not None,
        indices=output_bbox_indices,
    )


def _check_crop_shape(scaling: Any, aspect_ratio: Any, input_shape: Any) -> None:
    if input_shape is None:
        raise errors.ArgumentError("crop_shape= needs input_shape=")
    for name, value in (("scaling", scaling), ("aspect_ratio", aspect_ratio)):
        if tuple(value) != (1.0, 1.0):
            raise errors.ArgumentError(f"give crop_shape= or {name}=, not both")


def _check_scaling(scaling: Any, aspect_ratio: Any, known_shape: bool) -> None:
    if len(scaling) != 2 or not (0 <= scaling[0] <= scaling[1] and scaling[1] > 0):
        raise errors.ArgumentError(
            f"scaling is a range [low, high] with 0 <= low <= high and 0 < high, "
            f"got {list(scaling)}"
        )
    if len(aspect_ratio) not in (2, 6):
        raise errors.ArgumentError(f"aspect_ratio takes 2 or 6 numbers, got {len(aspect_ratio)}")
    for low, high in zip(aspect_ratio[::2], aspect_ratio[1::2]):
        if not (0 <= low <= high and high > 0):
            raise errors.ArgumentError(
                f"aspect_ratio is a range [low, high] with 0 <= low <= high and 0 < high, "
                f"got {[low, high]}"
            )
        # A range of a single ratio is always satisfied: the kernel shrinks one extent.
        impossible = high * scaling[1] < scaling[0] or low * scaling[0] > scaling[1]
        if impossible and low < high and not known_shape:
            raise errors.ArgumentError(
                f"no window has extents in {list(scaling)} and an aspect ratio in {[low, high]}"
            )


def _check_search(thresholds: Any, prune: float | None) -> None:
    if not thresholds:
        raise errors.ArgumentError("thresholds is empty")
    for name, values in (
        ("thresholds", thresholds),
        ("bbox_prune_threshold", () if prune is None else (prune,)),
    ):
        for value in values:
            if not 0 <= value <= 1:
                raise errors.ArgumentError(f"{name} must lie in [0, 1], got {value}")
