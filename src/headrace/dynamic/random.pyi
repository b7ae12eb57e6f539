"""Type stubs of headrace.dynamic.random, written by scripts/make_stubs.py: do not edit."""

from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias
from typing import overload as _overload

import numpy as _np

from headrace.core.batch import Batch as _Batch
from headrace.core.device import Device as _Device
from headrace.core.dtype import DType as _DType
from headrace.core.enums import DALIDataType as _DataType
from headrace.engine.random import RNG as RNG
from headrace.engine.random import RNG as _RNG
from headrace.engine.random import State as State
from headrace.engine.random import default_rng as _default_rng
from headrace.engine.random import set_seed as set_seed

_TensorLike: _TypeAlias = _Any  # Tensor, Batch, any framework's array, list, number
_DTypeLike: _TypeAlias = _DType | _DataType | str | type | _np.dtype[_Any]
_DeviceLike: _TypeAlias = _Device | str | None

def beta(
    shape_like: _TensorLike | None = None,
    /,
    *,
    alpha: float | _TensorLike = 1.0,
    beta: float | _TensorLike = 1.0,
    dtype: _DTypeLike = ...,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Numbers of [0, 1] with a beta distribution; the mean is alpha / (alpha + beta)."""

@_overload
def choice(
    a: _Batch,
    shape_like: _TensorLike | None = None,
    /,
    *,
    p: _Sequence[float] | float | _TensorLike | None = None,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Batch:
    """Elements of `a`, drawn independently; of 0 … a - 1 where `a` is a single integer."""

@_overload
def choice(
    a: _TensorLike,
    shape_like: _TensorLike | None = None,
    /,
    *,
    p: _Sequence[float] | float | _TensorLike | None = None,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Elements of `a`, drawn independently; of 0 … a - 1 where `a` is a single integer."""

def coin_flip(
    shape_like: _TensorLike | None = None,
    /,
    *,
    dtype: _DTypeLike = ...,
    probability: float | _TensorLike = 0.5,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Ones with the given probability, else zeros."""

get_default_rng = _default_rng

def normal(
    shape_like: _TensorLike | None = None,
    /,
    *,
    dtype: _DTypeLike = ...,
    mean: float | _TensorLike = 0.0,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    stddev: float | _TensorLike = 1.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Normally distributed numbers."""

def uniform(
    shape_like: _TensorLike | None = None,
    /,
    *,
    dtype: _DTypeLike = ...,
    range: _Sequence[float] | float | _TensorLike = ...,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    values: _Sequence[float] | float | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Numbers from [range[0], range[1]), or from a list of values, all equally likely."""
