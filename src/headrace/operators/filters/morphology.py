"""experimental.dilate, experimental.erode: maximum and minimum of a rectangle."""

from __future__ import annotations

import functools
from typing import Any, Literal

import numpy as np

from ...core import errors
from ...engine import cases
from ...engine.operator import Lowered, kernel, operator, reference
from ...engine.params import Group, Input, PerFrame
from .spatial import border_position, per_axis

Border = Literal["constant", "replicate", "reflect", "reflect_101", "wrap"]
_LAYOUTS = ("HWC", "CHW", "HW")
# Public border modes → names in the kernel.
_BORDERS = {"reflect_101": "reflect_101", "reflect": "reflect_1001", "wrap": "wrap",
            "replicate": "clamp", "constant": "constant"}  # fmt: skip


class Mask(Group):
    """Arguments of dilate and erode: the rectangle."""

    anchor: PerFrame[list[int]] = (-1, -1)
    border_mode: Border = "constant"
    iterations: int = 1
    mask_size: PerFrame[list[int]] = (3, 3)

    def lower(self, input: Any, *, erode: bool) -> Lowered:
        """The kernel call of dilate, or of erode."""
        if self.iterations < 0:
            raise errors.ArgumentError(f"iterations must not be negative, got {self.iterations}")
        return kernel(
            "morphology",
            input,
            mask_size=self.mask_size,
            anchor=self.anchor,
            border=_BORDERS[self.border_mode],
            iterations=self.iterations,
            erode=erode,
            first=input.layout.index("H"),
        )


@operator(
    "experimental.dilate",
    layouts=_LAYOUTS,
    sequences=True,
    samples=[
        cases.Case(
            [cases.images()], {"mask_size": cases.PerSample([[3, 3], [4, 2], [1, 7]], "int32")}
        ),
        cases.Case(
            [cases.images("float32", "CHW")],
            {"mask_size": [5, 2], "anchor": [0, 1], "border_mode": "wrap", "iterations": 3},
        ),
        cases.Case(
            [cases.images("uint8", "FHWC")],
            {
                "mask_size": cases.PerSample(
                    [[[3, 1], [1, 2]], [[2, 2], [5, 5], [3, 3]], [[30, 30]]],
                    "int32",
                    per_frame=True,
                ),
                "border_mode": "reflect",
            },
        ),
    ],
)
def dilate(input: Input, /, *, mask: Mask):
    """Replace each element by the maximum of a rectangle around it.

    mask_size: [width, height] of the rectangle. anchor: [x, y], the position of the element in the
        rectangle; -1 is the middle.
    border_mode: elements outside: "constant" (ignored), "replicate" (the edge), "reflect"
        (b a a b c), "reflect_101" (c b a b c) or "wrap".
    iterations: each one after the first enlarges the rectangle by [width - 1, height - 1].

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[1, 5, 2, 3, 0]], dtype=ndd.uint8, layout="HW")
    >>> ndd.experimental.dilate(x).tolist()
    [[5, 5, 5, 3, 3]]
    """
    return mask.lower(input, erode=False)


@operator(
    "experimental.erode",
    layouts=_LAYOUTS,
    sequences=True,
    samples=[
        cases.Case([cases.images()], {"mask_size": [3, 2], "iterations": 2}),
        cases.Case(
            [cases.images("int16", "HW")],
            {
                "mask_size": 4,
                "anchor": cases.PerSample([[0, 3], [-1, -1], [2, 2]], "int32"),
                "border_mode": "reflect_101",
            },
        ),
        cases.Case(
            [cases.images("float32", "FCHW")],
            {"mask_size": [9, 3], "border_mode": "replicate", "iterations": 2},
        ),
    ],
)
def erode(input: Input, /, *, mask: Mask):
    """Replace each element by the minimum of a rectangle around it; see `dilate`.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[1, 5, 2, 3, 0]], dtype=ndd.uint8, layout="HW")
    >>> ndd.experimental.erode(x).tolist()
    [[1, 1, 2, 0, 0]]
    """
    return mask.lower(input, erode=True)


def _reference(x, *, layout, anchor, border_mode, iterations, mask_size, choose):
    border = _BORDERS[border_mode]
    sizes, anchors = per_axis(mask_size, 2), per_axis(anchor, 2)
    for axis, size, at in zip((layout.index("W"), layout.index("H")), sizes, anchors):
        n = x.shape[axis]
        first = (size // 2 if at < 0 else at) * iterations
        size = 1 + (size - 1) * iterations
        parts = []
        for i in range(n):
            window = {border_position(border, i - first + k, n) for k in range(size)} - {-1}
            parts.append(choose(np.take(x, sorted(window), axis), axis=axis))
        x = np.stack(parts, axis)
    return x


reference(dilate)(functools.partial(_reference, choose=np.max))
reference(erode)(functools.partial(_reference, choose=np.min))
