"""reductions.*: sums, means, extremes and moments along axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import layout as layouts
from ...core.dtype import DType, float32, float64, int64, uint64
from ...core.slots import slots
from ...engine import cases
from ...engine.operator import Lowered, Out, kernel, operator, reference
from ...engine.params import Group, Input, Layout
from .axes import chosen

_WIDE = {
    DType.Kind.unsigned: uint64,
    DType.Kind.bool: uint64,
    DType.Kind.signed: int64,
    DType.Kind.enum: int64,
}


def _sum_type(t: DType) -> DType:
    return _WIDE.get(t.kind) or _mean_type(t)


def _mean_type(t: DType) -> DType:
    return float64 if t is float64 else float32


def _samples(*more: cases.Case, tolerance: float = 0.0) -> list[cases.Case]:
    return [
        cases.Case([cases.images()], {"axes": [0, 1]}, tolerance),
        cases.Case(
            [cases.images("float32")], {"axis_names": "WC", "keep_dims": True}, max(tolerance, 1e-2)
        ),
        cases.Case([cases.images("int16", "CHW")], {"axes": [0, -1]}, tolerance),
        cases.Case([cases.images("int32", "HW")], {}, max(tolerance, 1e-2)),
        *more,
    ]


class Over(Group):
    """Arguments of every reduction: the axes to reduce."""

    axes: list[int] = None
    axis_names: Layout = None
    keep_dims: bool = False


def _reduce(
    op: str, dtype: DType, input: Any, over: Over, *others: Any, ddof: int | None = None
) -> Lowered:
    gone = chosen(input, over.axes, over.axis_names)
    if over.keep_dims:
        out = Out(dtype, input.ndim, input.layout)
    else:
        out = Out(dtype, input.ndim - len(gone), layouts.drop(input.layout, gone))
    return kernel(
        "reduce", input, *others, out=out, op=op, axes=gone, keep_dims=over.keep_dims, ddof=ddof
    )


@operator(
    "reductions.sum",
    samples=_samples(cases.Case([cases.images()], {"axes": [0], "dtype": "uint8"})),
)
def sum_(input: Input, /, *, over: Over, dtype: DType = None):
    """Sum elements along axes.

    Integers are summed as 64-bit integers (a narrower dtype keeps the low bits), floats in double
    precision.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[1, 2, 3], [4, 5, 6]])
    >>> ndd.reductions.sum(x, axes=[0]).tolist(), int(ndd.reductions.sum(x))
    ([5, 7, 9], 21)
    """
    return _reduce("sum", dtype or _sum_type(input.dtype), input, over)


@operator(
    "reductions.mean",
    samples=_samples(
        cases.Case([cases.images()], {"axes": [0, 1], "dtype": "uint8"}), tolerance=1e-4
    ),
)
def mean(input: Input, /, *, over: Over, dtype: DType = None):
    """Average elements along axes.

    The result is float32 (float64 for float64). With an integer dtype, means of integers are
    truncated.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[1, 2, 3], [4, 5, 6]])
    >>> ndd.reductions.mean(x, axes=[1]).tolist()
    [2.0, 5.0]
    """
    return _reduce("mean", dtype or _mean_type(input.dtype), input, over)


@operator("reductions.mean_square", samples=_samples(tolerance=2e-2))
def mean_square(input: Input, /, *, over: Over, dtype: DType = None):
    """Average the squares of elements along axes.

    >>> import headrace.dynamic as ndd
    >>> float(ndd.reductions.mean_square(ndd.tensor([1, 7])))
    25.0
    """
    return _reduce("mean_square", dtype or _mean_type(input.dtype), input, over)


@operator("reductions.rms", class_name="RMS", samples=_samples(tolerance=1e-4))
def rms(input: Input, /, *, over: Over, dtype: DType = None):
    """The root of the mean square of elements along axes.

    >>> import headrace.dynamic as ndd
    >>> float(ndd.reductions.rms(ndd.tensor([1, 7])))
    5.0
    """
    return _reduce("rms", dtype or _mean_type(input.dtype), input, over)


_SPREAD = [
    cases.Case([cases.images(), np.float32(100.0)], {"axes": [0, 1]}, 1e-1),
    cases.Case(
        [cases.images("int16", "CHW"), np.float32([1.0, -2.0, 30.0])], {"axis_names": "HW"}, 1e-1
    ),
    cases.Case(
        [cases.images("float32"), np.float32(2.0)],
        {"axes": [0, 1], "ddof": 2, "keep_dims": True},
        1e-1,
    ),
]


@operator("reductions.variance", samples=_SPREAD)
def variance(data: Input, mean: Input, /, *, over: Over, ddof: int = 0):
    """The mean of the squared distances of elements from a given mean, along axes.

    `mean` has one element, or one per element of the result. `ddof` is subtracted from the number
    of elements that the sum is divided by.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[1, 2], [3, 6]])
    >>> ndd.reductions.variance(x, ndd.reductions.mean(x, axes=[0]), axes=[0]).tolist()
    [1.0, 4.0]
    """
    return _reduce("variance", _mean_type(data.dtype), data, over, mean, ddof=ddof)


@operator("reductions.std_dev", samples=_SPREAD)
def std_dev(data: Input, mean: Input, /, *, over: Over, ddof: int = 0):
    """The standard deviation: the root of the variance; see `reductions.variance`.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[1, 2], [3, 6]])
    >>> ndd.reductions.std_dev(x, ndd.reductions.mean(x, axes=[0]), axes=[0]).tolist()
    [1.0, 2.0]
    """
    return _reduce("std_dev", _mean_type(data.dtype), data, over, mean, ddof=ddof)


@operator("reductions.min", samples=_samples())
def min_(input: Input, /, *, over: Over):
    """The minimum along axes; NaN is ignored.

    >>> import headrace.dynamic as ndd
    >>> ndd.reductions.min(ndd.tensor([[1, 5], [3, 2]]), axes=[0]).tolist()
    [1, 2]
    """
    return _reduce("min", input.dtype, input, over)


@operator("reductions.max", samples=_samples())
def max_(input: Input, /, *, over: Over):
    """The maximum along axes; NaN is ignored.

    >>> import headrace.dynamic as ndd
    >>> ndd.reductions.max(ndd.tensor([[1, 5], [3, 2]]), axes=[0]).tolist()
    [3, 5]
    """
    return _reduce("max", input.dtype, input, over)


# ---- methods of Tensors -----------------------------------------------------------------------


def _method(
    name: str, value: Any, axes: Any, keep_dims: bool, dtype: Any = None, ddof: int = 0
) -> Any:
    """`value.mean(…)`, `.sum`, `.min`, `.max`, `.std`."""
    if name == "std":
        center = mean(value, axes=axes, keep_dims=True)
        found = std_dev(value, center, axes=axes, ddof=ddof, keep_dims=keep_dims)
        return found if dtype is None else found.astype(dtype)
    options = {} if dtype is None else {"dtype": dtype}
    return _METHODS[name](value, axes=axes, keep_dims=keep_dims, **options)


_METHODS = {"mean": mean, "sum": sum_, "min": min_, "max": max_}
slots.fill("reduce", _method)


# ---- references -------------------------------------------------------------------------------


def _where(x: Any, layout: str | None, axes: Any, axis_names: Any) -> tuple[int, ...]:
    if axis_names is not None:
        return tuple((layout or "").index(letter) for letter in axis_names)
    return tuple(range(x.ndim)) if axes is None else tuple(axes)


def _mean_reference(power: int, root: bool) -> Any:
    def ref(x, *, layout, axes, axis_names, keep_dims, dtype):
        where = _where(x, layout, axes, axis_names)
        y = np.mean(x.astype(np.float64) ** power, axis=where, keepdims=keep_dims)
        y = np.sqrt(y) if root else y
        target = dtype or _mean_type(DType.from_fw_type(x.dtype))
        if target.kind is not DType.Kind.float and x.dtype.kind in "iub":
            y = np.trunc(y)
        return y.astype(target.numpy)

    return ref


reference(mean)(_mean_reference(1, False))
reference(mean_square)(_mean_reference(2, False))
reference(rms)(_mean_reference(2, True))


@reference(sum_)
def _sum(x, *, layout, axes, axis_names, keep_dims, dtype):
    target = (dtype or _sum_type(DType.from_fw_type(x.dtype))).numpy
    exact = np.float64 if x.dtype.kind in "fV" else np.int64 if x.dtype.kind == "i" else np.uint64
    where = _where(x, layout, axes, axis_names)
    return np.sum(x.astype(exact), axis=where, keepdims=keep_dims).astype(target)


def _spread_reference(root: bool) -> Any:
    def ref(x, m, *, layout, axes, axis_names, keep_dims, ddof):
        where = _where(x, layout, axes, axis_names)
        shape = [1 if d in {w % x.ndim for w in where} else s for d, s in enumerate(x.shape)]
        m = np.asarray(m, np.float64)
        m = m.reshape(shape) if m.size > 1 else m.reshape(())
        count = np.prod([x.shape[w] for w in where])
        y = np.sum((x.astype(np.float64) - m) ** 2, axis=where, keepdims=keep_dims) / (count - ddof)
        return (np.sqrt(y) if root else y).astype(_mean_type(DType.from_fw_type(x.dtype)).numpy)

    return ref


reference(variance)(_spread_reference(False))
reference(std_dev)(_spread_reference(True))


@reference(min_)
def _min(x, *, layout, axes, axis_names, keep_dims):
    return np.min(x, axis=_where(x, layout, axes, axis_names), keepdims=keep_dims)


@reference(max_)
def _max(x, *, layout, axes, axis_names, keep_dims):
    return np.max(x, axis=_where(x, layout, axes, axis_names), keepdims=keep_dims)
