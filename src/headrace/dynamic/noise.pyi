"""Type stubs of headrace.dynamic.noise, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

@_t.overload
def gaussian(
    input: _t.Batch,
    /,
    *,
    mean: float | _t.TensorLike = 0.0,
    stddev: float | _t.TensorLike = 1.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Batch:
    """Add normally distributed noise to every element, rounding and saturating as `cast` does."""

@_t.overload
def gaussian(
    input: _t.TensorLike,
    /,
    *,
    mean: float | _t.TensorLike = 0.0,
    stddev: float | _t.TensorLike = 1.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Add normally distributed noise to every element, rounding and saturating as `cast` does."""

@_t.overload
def salt_and_pepper(
    input: _t.Batch,
    /,
    *,
    pepper_val: float | _t.TensorLike | None = None,
    per_channel: _t.bool = False,
    prob: float | _t.TensorLike = 0.05,
    salt_val: float | _t.TensorLike | None = None,
    salt_vs_pepper: float | _t.TensorLike = 0.5,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Batch:
    """Replace random pixels by salt (the largest value) or pepper (the smallest)."""

@_t.overload
def salt_and_pepper(
    input: _t.TensorLike,
    /,
    *,
    pepper_val: float | _t.TensorLike | None = None,
    per_channel: _t.bool = False,
    prob: float | _t.TensorLike = 0.05,
    salt_val: float | _t.TensorLike | None = None,
    salt_vs_pepper: float | _t.TensorLike = 0.5,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Replace random pixels by salt (the largest value) or pepper (the smallest)."""

@_t.overload
def shot(
    input: _t.Batch,
    /,
    *,
    factor: float | _t.TensorLike = 20.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Batch:
    """Replace every element by a Poisson random number with the element as its mean."""

@_t.overload
def shot(
    input: _t.TensorLike,
    /,
    *,
    factor: float | _t.TensorLike = 20.0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
    rng: _t.RNG | None = None,
) -> _t.Any:
    """Replace every element by a Poisson random number with the element as its mean."""
