"""equalize: histogram equalization."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ...core import errors
from ...core import layout as layouts
from ...core.dtype import uint8
from ...engine import cases
from ...engine.operator import kernel, operator, reference
from ...engine.params import Input


@operator(
    graph_aliases=("experimental.equalize",),
    layouts=("HW", "HWC", "CHW", "FHW", "FHWC", "FCHW"),
    sequences=True,
    samples=[
        cases.Case([cases.images()]),
        cases.Case([cases.images(layout="CHW", low=100, high=110)]),
        cases.Case([cases.images(layout="FHWC", high=60)]),
        cases.Case([cases.images(layout="HW", low=7, high=8)]),
        cases.Case([cases.Sample([(40, 30, 3), (9, 60, 3)], "uint8", "HWC")], {"rule": "steps"}),
    ],
)
def equalize(
    input: Input,
    /,
    *,
    rule: Literal["even", "steps"] = "even",
):
    """Equalise the histogram of each channel, so that it becomes nearly flat.

    The lowest value of a channel becomes 0, the highest 255; a constant channel does not change.
    Frames of a sequence are independent. The input is uint8.

    rule: "even" is DALI's (and OpenCV's); "steps" is that of Pillow and torchvision: 255 steps of
        equal numbers of pixels.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[10, 10, 11, 12]], dtype=ndd.uint8, layout="HW")
    >>> ndd.equalize(x).tolist()
    [[0, 0, 128, 255]]
    """
    if input.dtype is not uint8:
        raise errors.DTypeError(f"takes uint8 images, got {input.dtype.full_name}: cast them")
    name = "equalize" if rule == "even" else "equalize_stepped"
    return kernel(name, input, rows=layouts.axis(input.layout, "H"))


@reference(equalize)
def _equalize(x, *, layout, rule):
    at = (layout or {2: "HW", 3: "HWC", 4: "FHWC"}[x.ndim]).index("H")
    planes = np.moveaxis(x, (at, at + 1), (-2, -1))
    y = np.empty_like(planes)
    for index in np.ndindex(planes.shape[:-2]):
        plane = planes[index]
        count = np.bincount(plane.ravel(), minlength=256)
        if rule == "steps":
            step = int(plane.size - count[plane.max()]) // 255 if plane.size else 0
            sums = step // 2 + np.cumsum(count) - count
            y[index] = np.minimum(sums // step, 255)[plane] if step else plane
            continue
        if not plane.size or count.max() == plane.size:
            y[index] = plane
            continue
        sums = np.cumsum(count) - count[plane.min()]
        scale = np.float32(255) / np.float32(plane.size - count[plane.min()])
        y[index] = np.rint(sums.astype(np.float32) * scale)[plane]
    return np.moveaxis(y, (-2, -1), (at, at + 1))
