"""filter: correlation of samples with a given kernel."""

from __future__ import annotations

import itertools
from typing import Literal

import numpy as np

from ...core import errors
from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, PerFrame
from .spatial import (
    border_position,
    from_float32,
    per_axis,
    spatial_axes,
    taken,
    target,
    to_float32,
)

Border = Literal[
    "reflect_101", "reflect_1001", "wrap", "clamp", "constant",
    "101", "reflect101", "1001", "reflect1001", "reflect", "edge", "pad", "const", "fill",
]  # fmt: skip
_ALIASES = {"101": "reflect_101", "reflect101": "reflect_101", "1001": "reflect_1001",
            "reflect1001": "reflect_1001", "reflect": "reflect_1001", "edge": "clamp",
            "pad": "constant", "const": "constant", "fill": "constant"}  # fmt: skip
_FILTERS = cases.Sample([(3, 3), (2, 5), (5, 4)], "float32", None, -1.0, 1.0)


@operator(
    graph_aliases=("experimental.filter",),
    sequences=True,
    samples=[
        cases.Case([cases.images(), _FILTERS], {"border": "clamp"}),
        cases.Case(
            [cases.images("int16", "CHW"), _FILTERS],
            {"anchor": cases.PerSample([[0, 1], [1, -1], [4, 0]], "int32"), "border": "wrap"},
        ),
        cases.Case(
            [cases.images(), np.float32([[1, 2, -1], [0.5, 1, 0], [-1, 0, 1]]), np.uint8(7)],
            {"border": "constant", "dtype": "float32", "anchor": 2},
        ),
        cases.Case(
            [
                cases.images("float32", "HW"),
                cases.Sample([(9, 11)] * 3, "float32", None, -1.0, 1.0),
            ],
            {"border": "reflect_1001"},
        ),
        cases.Case(
            [
                cases.Sample([(6, 7, 3), (3, 4, 3)], "uint8", "HWC"),
                cases.Sample([(2, 3), (3, 4)], "float32", None, 0.0, 0.25),
            ],
            {"mode": "valid"},
        ),
        cases.Case(
            [
                cases.images("uint8", "DHWC"),
                cases.Sample([(3, 1, 3)] * 3, "float32", None, -1.0, 1.0),
            ],
            {"dtype": "int16"},
        ),
    ],
)
def filter(
    data: Input,
    filter: Input,
    fill_value: Input = None,
    /,
    *,
    anchor: PerFrame[list[int]] = (-1,),
    border: Border = "reflect_101",
    dtype: DType = None,
    mode: Literal["same", "valid"] = "same",
):
    """Correlate samples with a filter: out[p] = Σ filter[k] · data[p + k - anchor].

    The spatial axes of the data are two or three: all but frames and channels. The filter has the
    same number of axes; a filter of layout "F…" is one per frame. Sums are float32; integers are
    rounded, halves to even, and saturated.

    anchor: the element of the filter at the output position, one number per axis; -1 is the middle.
    border: values outside of the sample: "reflect_101" (c b a b c), "reflect_1001" (b a a b c),
        "wrap", "clamp", or "constant": fill_value, 0 by default.
    mode: "same", or "valid": only positions where the whole filter lies inside; without an anchor.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[1.0, 2.0, 3.0, 4.0]], layout="HW")
    >>> ndd.filter(x, ndd.tensor([[10.0, 0.0, 1.0]])).tolist()
    [[22.0, 13.0, 24.0, 33.0]]
    """
    first, count = spatial_axes(data.layout, data.ndim, least=2)
    if filter.ndim != count:
        raise errors.ShapeError(
            f"the filter has {filter.ndim} axes, the data {count} spatial axes"
            + ("" if data.layout else " (it has no layout: no axis holds channels)")
        )
    if fill_value is not None and fill_value.ndim > 1:
        raise errors.ShapeError(f"fill_value must be a number, got {fill_value.ndim} axes")
    return kernel(
        "filter",
        data,
        filter,
        *(() if fill_value is None else (fill_value,)),
        out=Out(dtype or data.dtype, data.ndim, data.layout),
        anchor=anchor,
        border=_ALIASES.get(border, border),
        valid=mode == "valid",
        first=first,
        count=count,
    )


@reference(filter)
def _reference(x, window, fill=0, *, layout, anchor, border, dtype, mode):
    first, count = spatial_axes(layout, x.ndim)
    anchors = [s // 2 if a < 0 else a for a, s in zip(per_axis(anchor, count), window.shape)]
    y, total = to_float32(x), None
    for k in itertools.product(*map(range, window.shape)):
        part = y
        for d in range(count):
            n = x.shape[first + d]
            if mode == "valid":
                where = [k[d] + i for i in range(n - window.shape[d] + 1)]
            else:
                where = [border_position(border, i + k[d] - anchors[d], n) for i in range(n)]
            part = taken(part, first + d, where, np.float32(fill))
        total = (
            part * np.float32(window[k]) if total is None else total + part * np.float32(window[k])
        )
    return from_float32(total, target(x, dtype), even=True)
