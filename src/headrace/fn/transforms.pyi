"""Type stubs of headrace.fn.transforms, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias

from headrace.pipeline.node import DataNode as _DataNode

_NodeLike: _TypeAlias = _DataNode | _Any  # a node; arrays, lists and numbers are constants

def combine(
    *inputs: _NodeLike,
    reverse_order: _bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """One map for several, applied in the order given; with `reverse_order` the last comes first."""

def crop(
    input: _NodeLike | None = None,
    /,
    *,
    absolute: _bool = False,
    from_end: _Sequence[float] | float | _NodeLike = ...,
    from_start: _Sequence[float] | float | _NodeLike = ...,
    reverse_order: _bool = False,
    to_end: _Sequence[float] | float | _NodeLike = ...,
    to_start: _Sequence[float] | float | _NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The map that brings the box `from_start`, `from_end` onto the box `to_start`, `to_end`."""

def rotation(
    input: _NodeLike | None = None,
    /,
    *,
    angle: float | _NodeLike,
    axis: _Sequence[float] | float | _NodeLike | None = None,
    center: _Sequence[float] | float | _NodeLike | None = None,
    reverse_order: _bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The map that turns points by `angle` degrees about a `center`; in 3-D around an `axis`."""

def scale(
    input: _NodeLike | None = None,
    /,
    *,
    scale: _Sequence[float] | float | _NodeLike,
    center: _Sequence[float] | float | _NodeLike | None = None,
    ndim: int | None = None,
    reverse_order: _bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The map that scales points about a `center`, by default the origin."""

def shear(
    input: _NodeLike | None = None,
    /,
    *,
    angles: _Sequence[float] | float | _NodeLike | None = None,
    center: _Sequence[float] | float | _NodeLike | None = None,
    reverse_order: _bool = False,
    shear: _Sequence[float] | float | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The map that shears points about a `center`."""

def translation(
    input: _NodeLike | None = None,
    /,
    *,
    offset: _Sequence[float] | float | _NodeLike,
    reverse_order: _bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The map that moves points by `offset`."""
