"""box_encoder: matches boxes with anchors."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core.dtype import DType, float32, int32
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input
from .layouts import check_boxes

_ANCHORS = [0.0, 0.0, 0.5, 0.5, 0.5, 0.5, 1.0, 1.0, 0.25, 0.25, 0.75, 0.75, 0.0, 0.0, 1.0, 1.0]
_BOXES = cases.Sample([(5, 4), (1, 4), (0, 4)], "float32", low=0.0, high=1.0)
_LABELS = cases.Sample([(5,), (1,), (0,)], "int32", low=1, high=9)


@operator(
    outputs=2,
    samples=[
        cases.Case([_BOXES, _LABELS], {"anchors": _ANCHORS, "criteria": 0.2}, tolerance=1e-5),
        cases.Case([_BOXES, _LABELS], {"anchors": _ANCHORS}, tolerance=1e-5),
    ],
)
def box_encoder(
    input_0: Input,
    input_1: Input,
    /,
    *,
    anchors: list[float],
    criteria: float = 0.5,
    means: list[float] = (0.0, 0.0, 0.0, 0.0),
    offset: bool = False,
    scale: float = 1.0,
    stds: list[float] = (1.0, 1.0, 1.0, 1.0),
):
    """Assign boxes and their labels to anchors, as detectors such as SSD are trained with.

    Boxes and anchors are (left, top, right, bottom). An anchor is matched with the box of highest
    IoU, if it is above `criteria`; each box is also matched with its best anchor, whatever the IoU.
    Of equal candidates the last one wins.

    The outputs have one row per anchor: a box as (centre x, centre y, width, height), and a label.
    An anchor without a match yields itself, with the background label 0.

    offset: return boxes relative to their anchors: the distance of the centres in units of the
        anchor's size, and the logarithm of the ratio of sizes, minus `means`, divided by `stds`;
        zeros without a match. Boxes and anchors are multiplied by `scale` before.

    >>> import headrace.dynamic as ndd
    >>> boxes = ndd.tensor([[0.0, 0.0, 0.5, 0.25]], dtype=ndd.float32)
    >>> anchors = [0, 0, 0.5, 0.5, 0, 0, 1, 1]
    >>> found, labels = ndd.box_encoder(boxes, ndd.tensor([7]), anchors=anchors)
    >>> found.tolist(), labels.tolist()
    ([[0.25, 0.125, 0.5, 0.25], [0.5, 0.5, 1.0, 1.0]], [7, 0])
    """
    check_boxes(input_0)
    if input_0.dtype != float32:
        raise errors.DTypeError(f"needs boxes of type float32, got {input_0.dtype.full_name}")
    if input_1.ndim < 1 or input_1.dtype.kind is DType.Kind.float:
        raise errors.ArgumentError("needs labels of an integer type, one for each box")
    if not anchors or len(anchors) % 4:
        raise errors.ArgumentError(f"anchors has {len(anchors)} numbers, needs 4 for each anchor")
    if not 0 <= criteria <= 1:
        raise errors.ArgumentError(f"criteria must lie in [0, 1], got {criteria}")
    for name, values in (("means", means), ("stds", stds)):
        if len(values) != 4:
            raise errors.ArgumentError(f"{name} takes 4 numbers, got {len(values)}")
    if 0 in stds:
        raise errors.ArgumentError("stds must not be 0")
    return kernel(
        "box_encoder",
        input_0,
        input_1,
        out=[Out(float32, 2), Out(int32, 1)],
        anchors=anchors,
        criteria=criteria,
        means=means,
        stds=stds,
        offset=offset,
        scale=scale,
    )


@reference(box_encoder)
def _box_encoder(boxes, labels, *, layout, anchors, criteria, **_):
    anchors = np.float32(anchors).reshape(-1, 4)

    def centered(b):
        return np.concatenate([(b[:, :2] + b[:, 2:]) / 2, b[:, 2:] - b[:, :2]], axis=1)

    out, ids = centered(anchors), np.zeros(len(anchors), np.int32)
    if not len(boxes):
        return out, ids
    low = np.maximum(anchors[:, None, :2], boxes[None, :, :2])
    high = np.minimum(anchors[:, None, 2:], boxes[None, :, 2:])
    common = np.clip(high - low, 0, None).prod(2)
    area = [(b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1]) for b in (anchors, boxes)]
    union = area[0][:, None] + area[1] - common
    iou = np.where((common > 0) & (union > 0), common / np.where(union == 0, 1, union), 0)
    last = len(anchors) - 1 - iou[::-1].argmax(0)
    iou[last, np.arange(len(boxes))] = 2
    best = len(boxes) - 1 - iou[:, ::-1].argmax(1)
    taken = iou.max(1) > criteria
    out[taken], ids[taken] = centered(boxes)[best[taken]], labels[best[taken]]
    return out, ids
