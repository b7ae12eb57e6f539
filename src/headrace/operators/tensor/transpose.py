"""transpose: reorders axes."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core import layout as _layout
from ...core.slots import slots
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, Layout


@operator(
    samples=[
        cases.Case([cases.images()], {"perm": [2, 0, 1]}),
        cases.Case([cases.images("float32", "CHW")], {"perm": [1, 2, 0]}),
        cases.Case(
            [cases.images("int16", "FHWC")], {"perm": [0, 3, 1, 2], "transpose_layout": False}
        ),
        cases.Case([cases.images("float64", "HW")], {"output_layout": "XY"}),
        cases.Case([cases.Sample([(70, 3, 130), (9, 5, 33)])], {"perm": [1, 2, 0]}),
    ],
)
def transpose(
    input: Input,
    /,
    *,
    output_layout: Layout = None,
    perm: list[int] = None,
    transpose_layout: bool = True,
):
    """Reorder the axes: axis i of the result is axis perm[i] of the input (reversed by default).

    The letters of the layout move with their axes, unless `transpose_layout` is False or
    `output_layout` replaces them.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.zeros(shape=[480, 640, 3], layout="HWC")
    >>> y = ndd.transpose(x, perm=[2, 0, 1])
    >>> y.shape, y.layout
    ((3, 480, 640), 'CHW')
    """
    order = tuple(range(input.ndim))[::-1]
    if perm is not None:
        order = tuple(axis + input.ndim if axis < 0 else axis for axis in perm)
        if sorted(order) != list(range(input.ndim)):
            raise errors.ArgumentError(
                f"perm has to name each of the {input.ndim} axes once, got {list(perm)}"
            )
    layout = _layout.permute(input.layout, order) if transpose_layout else input.layout
    if output_layout is not None:
        layout = _layout.check(output_layout, input.ndim)
    return kernel("transpose", input, out=Out(input.dtype, input.ndim, layout), perm=order)


@reference(transpose)
def _transpose(x, *, layout, perm, output_layout, transpose_layout):
    return np.transpose(x, perm)


slots.fill("transpose", transpose)
