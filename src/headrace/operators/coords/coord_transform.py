"""coord_transform: affine maps of points."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core.dtype import DType, float32
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, PerFrame

_POINTS = cases.Sample([(5, 2), (3, 2), (0, 2)], "float32")


@operator(
    sequences=True,
    samples=[
        cases.Case([_POINTS], {"M": [1.0, 2.0, 3.0, 4.0], "T": 2.0}, 1e-3),
        cases.Case(
            [_POINTS],
            {"M": 2.0, "T": cases.PerSample([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], "float32")},
            1e-3,
        ),
        cases.Case(
            [cases.Sample([(4, 3), (1, 3)], "int16")],
            {"MT": [1.0, 0.0, 2.0, 3.0, 0.0, 1.5, 1.0, -0.25], "dtype": "int16"},
        ),
    ],
)
def coord_transform(
    input: Input,
    /,
    *,
    M: PerFrame[list[float]] = None,
    MT: PerFrame[list[float]] = None,
    T: PerFrame[list[float]] = None,
    dtype: DType = float32,
):
    """Map points by a matrix and an offset: each point x becomes M x + T.

    The last axis holds the coordinates of a point. `M` has one row per output coordinate; a single
    number scales all coordinates. `T` is one number, or one per row. `MT` is both in one matrix,
    with T as its last column.

    >>> import headrace.dynamic as ndd
    >>> points = ndd.tensor([[1.0, 2.0], [3.0, 4.0]])
    >>> ndd.coord_transform(points, M=[0, 1, 1, 0], T=[10, 0]).tolist()
    [[12.0, 1.0], [14.0, 3.0]]
    """
    if MT is not None and (M is not None or T is not None):
        raise errors.ArgumentError("MT holds both matrix and offset: it excludes M and T")
    if input.ndim < 1:
        raise errors.ShapeError("needs points: an input with at least one axis")
    return kernel(
        "coord_transform", input, out=Out(dtype, input.ndim, input.layout), M=M, T=T, MT=MT
    )


@reference(coord_transform)
def _coord_transform(x, *, layout, M, MT, T, dtype):
    n = x.shape[-1]
    if MT is not None:
        whole = np.asarray(MT, np.float64).reshape(-1, n + 1)
        matrix, offset = whole[:, :n], whole[:, n]
    else:
        matrix = np.eye(n) if M is None else np.asarray(M, np.float64)
        matrix = matrix * np.eye(n) if matrix.size == 1 else matrix.reshape(-1, n)
        offset = np.asarray(0.0 if T is None else T, np.float64)
    y = x.astype(np.float64) @ matrix.T + offset
    if dtype.kind is not DType.Kind.float:
        y = np.clip(
            np.trunc(y + np.copysign(0.5, y)), np.iinfo(dtype.numpy).min, np.iinfo(dtype.numpy).max
        )
    return y.astype(dtype.numpy)
