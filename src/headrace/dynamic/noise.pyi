"""Type stubs of headrace.dynamic.noise, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias
from typing import overload as _overload

from headrace.core.batch import Batch as _Batch
from headrace.core.device import Device as _Device
from headrace.engine.random import RNG as _RNG

_TensorLike: _TypeAlias = _Any  # Tensor, Batch, any framework's array, list, number
_DeviceLike: _TypeAlias = _Device | str | None

@_overload
def gaussian(
    input: _Batch,
    /,
    *,
    mean: float | _TensorLike = 0.0,
    stddev: float | _TensorLike = 1.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Batch:
    """Add normally distributed noise to every element, rounding and saturating as `cast` does."""

@_overload
def gaussian(
    input: _TensorLike,
    /,
    *,
    mean: float | _TensorLike = 0.0,
    stddev: float | _TensorLike = 1.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Add normally distributed noise to every element, rounding and saturating as `cast` does."""

@_overload
def salt_and_pepper(
    input: _Batch,
    /,
    *,
    pepper_val: float | _TensorLike | None = None,
    per_channel: _bool = False,
    prob: float | _TensorLike = 0.05,
    salt_val: float | _TensorLike | None = None,
    salt_vs_pepper: float | _TensorLike = 0.5,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Batch:
    """Replace some pixels by salt, the largest value, or pepper, the smallest."""

@_overload
def salt_and_pepper(
    input: _TensorLike,
    /,
    *,
    pepper_val: float | _TensorLike | None = None,
    per_channel: _bool = False,
    prob: float | _TensorLike = 0.05,
    salt_val: float | _TensorLike | None = None,
    salt_vs_pepper: float | _TensorLike = 0.5,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Replace some pixels by salt, the largest value, or pepper, the smallest."""

@_overload
def shot(
    input: _Batch,
    /,
    *,
    factor: float | _TensorLike = 20.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Batch:
    """Replace every element by a random number with a Poisson distribution around it."""

@_overload
def shot(
    input: _TensorLike,
    /,
    *,
    factor: float | _TensorLike = 20.0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """Replace every element by a random number with a Poisson distribution around it."""
