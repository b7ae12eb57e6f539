"""cat, stack: join arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import errors
from ...core import layout as _layout
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input


def _check_inputs(inputs: tuple[Any, ...]) -> None:
    if not inputs:
        raise errors.ArgumentTypeError("needs at least one input")
    first = inputs[0]
    for i, x in enumerate(inputs):
        if x.dtype is not first.dtype or x.ndim != first.ndim:
            cls = errors.ShapeError if x.dtype is first.dtype else errors.DTypeError
            raise cls(
                "all inputs need one element type and number of axes: input 0 is "
                f"{first.dtype.full_name} with {first.ndim} axes, input {i} is "
                f"{x.dtype.full_name} with {x.ndim} axes"
            )


def _one_letter(axis_name: str) -> None:
    if len(axis_name) != 1:
        raise errors.ArgumentError(f'axis_name is one letter, got "{axis_name}"')


@operator(
    samples=[
        cases.Case([cases.images(), cases.images()], {"axis": 1}),
        cases.Case(
            [cases.images("float32"), cases.Sample([(7, 2, 3), (12, 1, 3), (1, 9, 3)], "float32")],
            {"axis_name": "W"},
        ),
        cases.Case([cases.images("int16", "HW")] * 3, {"axis": -2}),
    ],
)
def cat(*inputs: Input, axis: int = 0, axis_name: str = None):
    """Concatenate arrays along an existing axis; sizes may differ on that axis only.

    The layout is that of the first input. An array without elements may have any shape.

    >>> import headrace.dynamic as ndd
    >>> ndd.cat(ndd.tensor([1, 2]), ndd.tensor([3])).shape
    (3,)
    """
    _check_inputs(inputs)
    layouts = [x.layout for x in inputs if x.layout]
    if axis_name is not None:
        _one_letter(axis_name)
        if axis:
            raise errors.ArgumentError("give axis= or axis_name=, not both")
        axis = _layout.axis(layouts[0] if layouts else None, axis_name)
    if inputs[0].ndim == 0:
        raise errors.ShapeError("numbers have no axis to join them along: stack makes one")
    axis = _layout.normalize_axis(axis, inputs[0].ndim)
    return kernel("cat", *inputs, axis=axis)


@operator(
    samples=[
        cases.Case([cases.images(), cases.images()], {"axis_name": "F"}),
        cases.Case([cases.images("uint8", "HW")] * 3, {"axis": -1, "axis_name": "C"}),
        cases.Case([cases.images("float64", "HW")] * 2, {"axis": 1}),
    ],
)
def stack(*inputs: Input, axis: int = 0, axis_name: str = None):
    """Join arrays of equal shapes along a new axis.

    The layout is kept if the new axis is named, otherwise it is dropped.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.zeros(shape=[480, 640], layout="HW")
    >>> y = ndd.stack(x, x, x, axis=2, axis_name="C")
    >>> y.shape, y.layout
    ((480, 640, 3), 'HWC')
    """
    _check_inputs(inputs)
    first = inputs[0]
    at = _layout.normalize_axis(axis, first.ndim + 1)
    layout = None
    if axis_name is not None:
        _one_letter(axis_name)
        if first.layout is None and first.ndim:
            raise errors.LayoutError(
                f'axis_name is "{axis_name}", but the first input has no layout'
            )
        layout = (first.layout or "")[:at] + axis_name + (first.layout or "")[at:]
    return kernel("stack", *inputs, out=Out(first.dtype, first.ndim + 1, layout), axis=at)


@reference(cat)
def _cat(*arrays, layout, axis, axis_name):
    return np.concatenate(arrays, layout.index(axis_name) if axis_name else axis)


@reference(stack)
def _stack(*arrays, layout, axis, axis_name):
    return np.stack(arrays, axis)
