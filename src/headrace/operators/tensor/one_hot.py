"""one_hot: one-hot encoding of class indices."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core import layout as _layout
from ...core.dtype import DType, float32
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input


@operator(
    sized=("input",),
    samples=[
        cases.Case([cases.Sample([(), (), ()], "int32", low=0, high=5)], {"num_classes": 5}),
        cases.Case(
            [cases.Sample([(1,), (1,)], "int64", low=0, high=5)],
            {"num_classes": 5, "dtype": "uint8"},
        ),
        cases.Case(
            [cases.Sample([(3, 4), (2, 2)], "uint8", "HW", 0, 7)],
            {"num_classes": 6, "axis": 0, "axis_name": "C", "on_value": 2.7, "off_value": -1.0},
        ),
        cases.Case([cases.Sample([(3, 4), (2, 2)], "float32", None, -2, 5)], {"num_classes": 4}),
    ],
)
def one_hot(
    input: Input,
    /,
    *,
    axis: int = None,
    axis_name: str = None,
    dtype: DType = float32,
    num_classes: int = 0,
    off_value: float = 0.0,
    on_value: float = 1.0,
):
    """Encode class indices as vectors: `on_value` at the index of the class, else `off_value`.

    The vectors lie along a new axis: `axis`, or the last. If every sample has exactly one element
    and no axis is given, a sample becomes a single vector, however many axes it had. An index out
    of range gives a vector of `off_value`.

    >>> import headrace.dynamic as ndd
    >>> ndd.one_hot(ndd.tensor([1, 0]), num_classes=3, dtype=ndd.uint8).tolist()
    [[0, 1, 0], [1, 0, 0]]
    >>> ndd.one_hot(ndd.batch([[2], [0]]), num_classes=3).shape
    [(3,), (3,)]
    """
    if num_classes < 0:
        raise errors.ArgumentError(f"num_classes must not be negative, got {num_classes}")
    if axis_name is not None and len(axis_name) != 1:
        raise errors.ArgumentError(f'axis_name is one letter, got "{axis_name}"')
    values = {"num_classes": num_classes, "on_value": on_value, "off_value": off_value}
    if input.ndim == 0 and axis is not None:
        _layout.normalize_axis(axis, 1)
    if input.ndim == 0 or (axis is None and input.size == 1):
        return kernel("one_hot", input, out=Out(dtype, 1, axis_name), axis=-1, **values)
    at = _layout.normalize_axis(-1 if axis is None else axis, input.ndim + 1)
    layout = None
    if axis_name is not None:
        if input.layout is None:
            raise errors.LayoutError(f'axis_name is "{axis_name}", but the input has no layout')
        layout = _layout.insert(input.layout, at, axis_name)
    return kernel("one_hot", input, out=Out(dtype, input.ndim + 1, layout), axis=at, **values)


@reference(one_hot)
def _one_hot(x, *, layout, axis, axis_name, dtype, num_classes, off_value, on_value):
    hit = np.trunc(np.asarray(x, np.float64))[..., None] == np.arange(num_classes)
    y = np.where(
        hit, np.array(on_value).astype(dtype.numpy), np.array(off_value).astype(dtype.numpy)
    )
    if axis is None and x.size == 1:
        return y.reshape(num_classes)
    return np.moveaxis(y, -1, -1 if axis is None else axis)
