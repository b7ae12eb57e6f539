"""cast, cast_like, copy: the same values in another type or in other memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtype import DType
from ...core.slots import slots
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input


@operator(
    samples=[
        cases.Case([cases.images("float32", low=-300, high=300)], {"dtype": "uint8"}),
        cases.Case([cases.images("int32", low=-300, high=300)], {"dtype": "int8"}),
        cases.Case([cases.images()], {"dtype": "float16"}),
        cases.Case([cases.images("float64", low=-2, high=2)], {"dtype": "bool"}),
    ],
)
def cast(input: Input, /, *, dtype: DType):
    """Convert elements to another type: floats round half away from zero, numbers saturate.

    >>> import headrace.dynamic as ndd
    >>> ndd.cast(ndd.tensor([2.5, -1.0, 300.0]), dtype=ndd.uint8).tolist()
    [3, 0, 255]
    """
    return kernel("cast", input, out=Out(dtype, input.ndim, input.layout))


@operator(
    samples=[cases.Case([cases.images("float32", low=-300, high=300), cases.images("int8")])],
)
def cast_like(input_0: Input, input_1: Input, /):
    """Convert elements to the type of another value, whose data is not read.

    >>> import headrace.dynamic as ndd
    >>> ndd.cast_like(ndd.tensor([2.5, -1.0]), ndd.tensor([7])).tolist()
    [3, -1]
    """
    return kernel("cast", input_0, out=Out(input_1.dtype, input_0.ndim, input_0.layout))


@operator(samples=[cases.Case([cases.images()])])
def copy(input: Input, /):
    """Return a copy in new memory."""
    return kernel("cast", input)


def converted(x: Any, to: np.dtype[Any]) -> Any:
    """`cast` in NumPy."""
    if to.kind == "b":
        return x != 0
    if to.kind in "iu":
        limits = np.iinfo(to)
        if np.asarray(x).dtype.kind not in "iub":
            x = np.trunc(np.asarray(x, np.float64) + np.copysign(0.5, x))
        x = np.clip(x, max(limits.min, -(2**63)), min(limits.max, 2**63 - 1))
    return np.asarray(x).astype(to)


@reference(cast)
def _cast(x, *, layout, dtype):
    return converted(x, dtype.numpy)


@reference(cast_like)
def _cast_like(x, like, *, layout):
    return converted(x, like.dtype)


@reference(copy)
def _copy(x, *, layout):
    return x


slots.fill("cast", lambda value, dtype: cast(value, dtype=dtype))
slots.fill("copy", copy)
