"""Type stubs of headrace.dynamic.reductions, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias
from typing import overload as _overload

import numpy as _np

from headrace.core.batch import Batch as _Batch
from headrace.core.device import Device as _Device
from headrace.core.dtype import DType as _DType
from headrace.core.enums import DALIDataType as _DataType

_TensorLike: _TypeAlias = _Any  # Tensor, Batch, any framework's array, list, number
_DTypeLike: _TypeAlias = _DType | _DataType | str | type | _np.dtype[_Any]
_DeviceLike: _TypeAlias = _Device | str | None

@_overload
def max(
    input: _Batch,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """The largest elements along axes; NaN is passed over."""

@_overload
def max(
    input: _TensorLike,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The largest elements along axes; NaN is passed over."""

@_overload
def mean(
    input: _Batch,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Average elements along axes."""

@_overload
def mean(
    input: _TensorLike,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Average elements along axes."""

@_overload
def mean_square(
    input: _Batch,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Average the squares of elements along axes."""

@_overload
def mean_square(
    input: _TensorLike,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Average the squares of elements along axes."""

@_overload
def min(
    input: _Batch,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """The smallest elements along axes; NaN is passed over."""

@_overload
def min(
    input: _TensorLike,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The smallest elements along axes; NaN is passed over."""

@_overload
def rms(
    input: _Batch,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """The root of the mean square of elements along axes."""

@_overload
def rms(
    input: _TensorLike,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The root of the mean square of elements along axes."""

@_overload
def std_dev(
    data: _Batch,
    mean: _TensorLike,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    ddof: int = 0,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """The root of the variance: see reductions.variance."""

@_overload
def std_dev(
    data: _TensorLike,
    mean: _TensorLike,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    ddof: int = 0,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The root of the variance: see reductions.variance."""

@_overload
def sum(
    input: _Batch,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Add up elements along axes."""

@_overload
def sum(
    input: _TensorLike,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Add up elements along axes."""

@_overload
def variance(
    data: _Batch,
    mean: _TensorLike,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    ddof: int = 0,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Average the squared distances of elements from a given mean, along axes."""

@_overload
def variance(
    data: _TensorLike,
    mean: _TensorLike,
    /,
    *,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    ddof: int = 0,
    keep_dims: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Average the squared distances of elements from a given mean, along axes."""
