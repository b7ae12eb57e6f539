"""Type stubs of headrace.fn.reductions, written by scripts/make_stubs.py: do not edit."""

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

def max(
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
) -> _DataNode:
    """The largest elements along axes; NaN is passed over."""

def mean(
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
) -> _DataNode:
    """Average elements along axes."""

def mean_square(
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
) -> _DataNode:
    """Average the squares of elements along axes."""

def min(
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
) -> _DataNode:
    """The smallest elements along axes; NaN is passed over."""

def rms(
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
) -> _DataNode:
    """The root of the mean square of elements along axes."""

def std_dev(
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
) -> _DataNode:
    """The root of the variance: see reductions.variance."""

def sum(
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
) -> _DataNode:
    """Add up elements along axes."""

def variance(
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
) -> _DataNode:
    """Average the squared distances of elements from a given mean, along axes."""
