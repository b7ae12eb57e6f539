"""full, ones, zeros and their _like forms: arrays of a constant."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import errors
from ...core import layout as _layout
from ...core.dtype import DType, int32
from ...engine import cases
from ...engine.operator import Lowered, Out, kernel, operator, reference
from ...engine.params import Input, Layout, PerSample
from .cast import converted
from .reshape import elements


def _check_shape(shape: Any) -> Any:
    if isinstance(shape, tuple) and any(s < 0 for s in shape):
        raise errors.ArgumentError(f"shape has a negative element: {list(shape)}")
    return () if shape is None else shape


def _constant(value: int, dtype: DType, layout: str | None, shape: Any) -> Lowered:
    shape = _check_shape(shape)
    out = Out(dtype, elements(shape), _layout.check(layout, elements(shape)))
    return kernel("constant", out=out, shape=shape, value=value)


def _constant_like(value: int, like: Any, dtype: DType | None) -> Lowered:
    return kernel(
        "constant", like, out=Out(dtype or like.dtype, like.ndim, like.layout), value=value
    )


@operator(
    sized=("shape",),
    samples=[
        cases.Case([np.float32(2.5)], {"shape": [3, 2]}),
        cases.Case(
            [cases.Sample([(2, 1), (2, 1)], "int16")], {"shape": cases.PerSample([[2, 3], [2, 5]])}
        ),
        cases.Case([cases.images("uint8", "HW")], {}),
    ],
)
def full(fill_value: Input, /, *, layout: Layout = None, shape: PerSample[list[int]] = None):
    """Make an array of a given shape, filled with a value that is broadcast to it.

    >>> import headrace.dynamic as ndd
    >>> ndd.full([1, 2], shape=[3, 2]).tolist()
    [[1, 2], [1, 2], [1, 2]]
    """
    ndim = fill_value.ndim if shape is None else elements(_check_shape(shape))
    out = Out(fill_value.dtype, ndim, _layout.check(layout, ndim))
    return kernel("full", fill_value, out=out, shape=shape)


@operator(
    samples=[
        cases.Case([cases.images(), np.int32(300)]),
        cases.Case([cases.images("float32", "HWC"), np.array([1, 2, 3], np.int32)]),
    ],
)
def full_like(data_like: Input, fill_value: Input, /):
    """Make an array with the shape, type and layout of another, filled with a value.

    The value is converted as `cast` does, and broadcast.

    >>> import headrace.dynamic as ndd
    >>> ndd.full_like(ndd.tensor([1, 2, 3]), 7.2).tolist()
    [7, 7, 7]
    """
    return kernel("full", data_like, fill_value)


@operator(
    sized=("shape",),
    samples=[
        cases.Case([], {"shape": [2, 3]}, batch_size=3),
        cases.Case([], {"shape": cases.PerSample([[2], [0], [4]]), "dtype": "float32"}),
    ],
)
def ones(*, dtype: DType = int32, layout: Layout = None, shape: PerSample[list[int]] = None):
    """Make an array of ones (a scalar without `shape`).

    >>> import headrace.dynamic as ndd
    >>> ndd.ones(shape=[2], dtype=ndd.float32).tolist()
    [1.0, 1.0]
    """
    return _constant(1, dtype, layout, shape)


@operator(
    sized=("shape",), samples=[cases.Case([], {"shape": [2, 3], "layout": "HW"}, batch_size=3)]
)
def zeros(*, dtype: DType = int32, layout: Layout = None, shape: PerSample[list[int]] = None):
    """Make an array of zeros (a scalar without `shape`).

    >>> import headrace.dynamic as ndd
    >>> ndd.zeros(shape=[2, 3]).shape
    (2, 3)
    """
    return _constant(0, dtype, layout, shape)


@operator(
    samples=[cases.Case([cases.images()]), cases.Case([cases.images()], {"dtype": "float32"})]
)
def ones_like(data_like: Input, /, *, dtype: DType = None):
    """Make ones with the shape, layout and (unless `dtype` is given) type of another array."""
    return _constant_like(1, data_like, dtype)


@operator(
    samples=[cases.Case([cases.images()]), cases.Case([cases.images()], {"dtype": "float32"})]
)
def zeros_like(data_like: Input, /, *, dtype: DType = None):
    """Make zeros with the shape, layout and (unless `dtype` is given) type of another array."""
    return _constant_like(0, data_like, dtype)


@reference(full)
def _full(value, *, shape, **_):
    return (
        value if shape is None else np.full([int(s) for s in np.ravel(shape)], value, value.dtype)
    )


@reference(full_like)
def _full_like(like, value, **_):
    return np.broadcast_to(converted(value, like.dtype), like.shape)


@reference(ones)
def _ones(*, dtype, shape, **_):
    return np.ones([] if shape is None else [int(s) for s in np.ravel(shape)], dtype.numpy)


@reference(zeros)
def _zeros(*, dtype, shape, **_):
    return np.zeros([] if shape is None else [int(s) for s in np.ravel(shape)], dtype.numpy)


@reference(ones_like)
def _ones_like(like, *, dtype, **_):
    return np.ones(like.shape, dtype.numpy if dtype is not None else like.dtype)


@reference(zeros_like)
def _zeros_like(like, *, dtype, **_):
    return np.zeros(like.shape, dtype.numpy if dtype is not None else like.dtype)
