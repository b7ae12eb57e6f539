"""lookup_table: replaces elements by values of a table."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core.dtype import DType, float32
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input
from .cast import converted


@operator(
    deprecated={"output_dtype": "dtype"},
    samples=[
        cases.Case([cases.images()], {"keys": [0, 7, 255], "values": [1.5, -2.0, 300.0]}),
        cases.Case(
            [cases.images("int8")],
            {"keys": [1, 2, 100], "values": [5, 6, 7], "default_value": 9, "dtype": "uint8"},
        ),
        cases.Case(
            [cases.images("int32", low=-5, high=40)],
            {"keys": [3, 30], "values": [-2.5, 2.5], "dtype": "int16"},
        ),
    ],
)
def lookup_table(
    input: Input,
    /,
    *,
    default_value: float = 0.0,
    dtype: DType = float32,
    keys: list[int] = (),
    values: list[float] = (),
):
    """Replace integers by the values of their keys; elements without a key get the default.

    Keys are 0 … 65535; the last of equal keys is used. Values are converted to `dtype` as `cast`
    does.

    >>> import headrace.dynamic as ndd
    >>> ndd.lookup_table(ndd.tensor([1, 2, 3]), keys=[1, 3], values=[10, 30]).tolist()
    [10.0, 0.0, 30.0]
    """
    if input.dtype.kind not in (DType.Kind.signed, DType.Kind.unsigned, DType.Kind.enum):
        raise errors.DTypeError(f"needs integers to look up, got {input.dtype.full_name}")
    return kernel(
        "lookup_table",
        input,
        out=Out(dtype, input.ndim, input.layout),
        keys=keys,
        values=values,
        default_value=default_value,
    )


@reference(lookup_table)
def _lookup_table(x, *, layout, default_value, dtype, keys, values):
    y = np.full(x.shape, default_value, np.float32)
    for key, value in zip(keys, values, strict=True):
        y[x == key] = value
    return converted(y, dtype.numpy)
