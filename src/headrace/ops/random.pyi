"""Type stubs of headrace.ops.random, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias

import numpy as _np

from headrace.core.dtype import DType as _DType
from headrace.core.enums import DALIDataType as _DataType
from headrace.pipeline.classes import Operator as _Operator
from headrace.pipeline.node import DataNode as _DataNode

_NodeLike: _TypeAlias = _DataNode | _Any  # a node; arrays, lists and numbers are constants
_DTypeLike: _TypeAlias = _DType | _DataType | str | type | _np.dtype[_Any]

class Beta(_Operator):
    """Numbers of [0, 1] with a beta distribution; the mean is alpha / (alpha + beta)."""
    def __init__(
        self,
        *,
        alpha: float | _Any = 1.0,
        beta: float | _Any = 1.0,
        dtype: _DTypeLike = ...,
        shape: _Sequence[int] | int | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Choice(_Operator):
    """Elements of `a`, drawn independently; of 0 … a - 1 where `a` is a single integer."""
    def __init__(
        self,
        *,
        p: _Sequence[float] | float | _Any | None = None,
        shape: _Sequence[int] | int | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class CoinFlip(_Operator):
    """Ones with the given probability, else zeros."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike = ...,
        probability: float | _Any = 0.5,
        shape: _Sequence[int] | int | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Normal(_Operator):
    """Normally distributed numbers."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike = ...,
        mean: float | _Any = 0.0,
        shape: _Sequence[int] | int | _Any | None = None,
        stddev: float | _Any = 1.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Uniform(_Operator):
    """Numbers from [range[0], range[1]), or from a list of values, all equally likely."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike = ...,
        range: _Sequence[float] | float | _Any = ...,
        shape: _Sequence[int] | int | _Any | None = None,
        values: _Sequence[float] | float | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
        seed: int | None = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...
