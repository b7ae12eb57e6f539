"""Type stubs of headrace.dynamic.random, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace.engine.random import RNG as RNG
from headrace.engine.random import State as State
from headrace.engine.random import default_rng as _default_rng
from headrace.engine.random import set_seed as set_seed

def beta(
    shape_like: _t.TensorLike | None = None,
    /,
    *,
    alpha: float | _t.TensorLike = 1.0,
    beta: float | _t.TensorLike = 1.0,
    dtype: _t.DTypeLike = ...,
    shape: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Draw numbers in [0, 1] with a beta distribution; the mean is alpha / (alpha + beta)."""

@_t.overload
def choice(
    a: _t.Batch,
    shape_like: _t.TensorLike | None = None,
    /,
    *,
    p: _t.Floats | _t.TensorLike | None = None,
    shape: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Batch:
    """Draw elements of `a` with replacement; of 0 … a - 1 if `a` is a single integer."""

@_t.overload
def choice(
    a: _t.TensorLike,
    shape_like: _t.TensorLike | None = None,
    /,
    *,
    p: _t.Floats | _t.TensorLike | None = None,
    shape: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Draw elements of `a` with replacement; of 0 … a - 1 if `a` is a single integer."""

def coin_flip(
    shape_like: _t.TensorLike | None = None,
    /,
    *,
    dtype: _t.DTypeLike = ...,
    probability: float | _t.TensorLike = 0.5,
    shape: _t.Ints | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Draw ones with the given probability, else zeros."""

get_default_rng = _default_rng

def normal(
    shape_like: _t.TensorLike | None = None,
    /,
    *,
    dtype: _t.DTypeLike = ...,
    mean: float | _t.TensorLike = 0.0,
    shape: _t.Ints | _t.TensorLike | None = None,
    stddev: float | _t.TensorLike = 1.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Draw normally distributed numbers."""

def uniform(
    shape_like: _t.TensorLike | None = None,
    /,
    *,
    dtype: _t.DTypeLike = ...,
    range: _t.Floats | _t.TensorLike = ...,
    shape: _t.Ints | _t.TensorLike | None = None,
    values: _t.Floats | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Draw uniform numbers from [range[0], range[1]), or from a list of values."""
