"""Type stubs of headrace.fn.random, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias

import numpy as _np

from headrace.core.dtype import DType as _DType
from headrace.core.enums import DALIDataType as _DataType
from headrace.pipeline.node import DataNode as _DataNode

_NodeLike: _TypeAlias = _DataNode | _Any  # a node; arrays, lists and numbers are constants
_DTypeLike: _TypeAlias = _DType | _DataType | str | type | _np.dtype[_Any]

def beta(
    shape_like: _NodeLike | None = None,
    /,
    *,
    alpha: float | _NodeLike = 1.0,
    beta: float | _NodeLike = 1.0,
    dtype: _DTypeLike = ...,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> _DataNode:
    """Numbers of [0, 1] with a beta distribution; the mean is alpha / (alpha + beta)."""

def choice(
    a: _NodeLike,
    shape_like: _NodeLike | None = None,
    /,
    *,
    p: _Sequence[float] | float | _NodeLike | None = None,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> _DataNode:
    """Elements of `a`, drawn independently; of 0 … a - 1 where `a` is a single integer."""

def coin_flip(
    shape_like: _NodeLike | None = None,
    /,
    *,
    dtype: _DTypeLike = ...,
    probability: float | _NodeLike = 0.5,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> _DataNode:
    """Ones with the given probability, else zeros."""

def normal(
    shape_like: _NodeLike | None = None,
    /,
    *,
    dtype: _DTypeLike = ...,
    mean: float | _NodeLike = 0.0,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    stddev: float | _NodeLike = 1.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> _DataNode:
    """Normally distributed numbers."""

def uniform(
    shape_like: _NodeLike | None = None,
    /,
    *,
    dtype: _DTypeLike = ...,
    range: _Sequence[float] | float | _NodeLike = ...,
    shape: _Sequence[int] | int | _NodeLike | None = None,
    values: _Sequence[float] | float | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
    seed: int | None = None,
) -> _DataNode:
    """Numbers from [range[0], range[1]), or from a list of values, all equally likely."""
