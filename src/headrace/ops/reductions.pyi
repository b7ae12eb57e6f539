"""Type stubs of headrace.ops.reductions, written by scripts/make_stubs.py: do not edit."""

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

class Max(_Operator):
    """The largest elements along axes; NaN is passed over."""
    def __init__(
        self,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Mean(_Operator):
    """Average elements along axes."""
    def __init__(
        self,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        dtype: _DTypeLike | None = None,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        dtype: _DTypeLike | None = None,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class MeanSquare(_Operator):
    """Average the squares of elements along axes."""
    def __init__(
        self,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        dtype: _DTypeLike | None = None,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        dtype: _DTypeLike | None = None,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Min(_Operator):
    """The smallest elements along axes; NaN is passed over."""
    def __init__(
        self,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class RMS(_Operator):
    """The root of the mean square of elements along axes."""
    def __init__(
        self,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        dtype: _DTypeLike | None = None,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        dtype: _DTypeLike | None = None,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class StdDev(_Operator):
    """The root of the variance: see reductions.variance."""
    def __init__(
        self,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        ddof: int = 0,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        data: _NodeLike,
        mean: _NodeLike,
        /,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        ddof: int = 0,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Sum(_Operator):
    """Add up elements along axes."""
    def __init__(
        self,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        dtype: _DTypeLike | None = None,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        dtype: _DTypeLike | None = None,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Variance(_Operator):
    """Average the squared distances of elements from a given mean, along axes."""
    def __init__(
        self,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        ddof: int = 0,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        data: _NodeLike,
        mean: _NodeLike,
        /,
        *,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        ddof: int = 0,
        keep_dims: _bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...
