"""Type stubs of headrace.dynamic.transforms, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias
from typing import overload as _overload

from headrace.core.batch import Batch as _Batch
from headrace.core.device import Device as _Device

_TensorLike: _TypeAlias = _Any  # Tensor, Batch, any framework's array, list, number
_DeviceLike: _TypeAlias = _Device | str | None

@_overload
def combine(
    *inputs: _Batch,
    reverse_order: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """One map for several, applied in the order given; with `reverse_order` the last comes first."""

@_overload
def combine(
    *inputs: _TensorLike,
    reverse_order: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """One map for several, applied in the order given; with `reverse_order` the last comes first."""

def crop(
    input: _TensorLike | None = None,
    /,
    *,
    absolute: _bool = False,
    from_end: _Sequence[float] | float | _TensorLike = ...,
    from_start: _Sequence[float] | float | _TensorLike = ...,
    reverse_order: _bool = False,
    to_end: _Sequence[float] | float | _TensorLike = ...,
    to_start: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The map that brings the box `from_start`, `from_end` onto the box `to_start`, `to_end`."""

def rotation(
    input: _TensorLike | None = None,
    /,
    *,
    angle: float | _TensorLike,
    axis: _Sequence[float] | float | _TensorLike | None = None,
    center: _Sequence[float] | float | _TensorLike | None = None,
    reverse_order: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The map that turns points by `angle` degrees about a `center`; in 3-D around an `axis`."""

def scale(
    input: _TensorLike | None = None,
    /,
    *,
    scale: _Sequence[float] | float | _TensorLike,
    center: _Sequence[float] | float | _TensorLike | None = None,
    ndim: int | None = None,
    reverse_order: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The map that scales points about a `center`, by default the origin."""

def shear(
    input: _TensorLike | None = None,
    /,
    *,
    angles: _Sequence[float] | float | _TensorLike | None = None,
    center: _Sequence[float] | float | _TensorLike | None = None,
    reverse_order: _bool = False,
    shear: _Sequence[float] | float | _TensorLike | None = None,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The map that shears points about a `center`."""

def translation(
    input: _TensorLike | None = None,
    /,
    *,
    offset: _Sequence[float] | float | _TensorLike,
    reverse_order: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The map that moves points by `offset`."""
