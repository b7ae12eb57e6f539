"""Type stubs of headrace.fn.random, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

def beta(
    shape_like: _t.NodeLike | None = None,
    /,
    *,
    alpha: float | _t.NodeLike = 1.0,
    beta: float | _t.NodeLike = 1.0,
    dtype: _t.DTypeLike = ...,
    shape: _t.Ints | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
    seed: int | None = None,
) -> _t.DataNode:
    """Draw numbers in [0, 1] with a beta distribution; the mean is alpha / (alpha + beta)."""

def choice(
    a: _t.NodeLike,
    shape_like: _t.NodeLike | None = None,
    /,
    *,
    p: _t.Floats | _t.NodeLike | None = None,
    shape: _t.Ints | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
    seed: int | None = None,
) -> _t.DataNode:
    """Draw elements of `a` with replacement; of 0 … a - 1 if `a` is a single integer."""

def coin_flip(
    shape_like: _t.NodeLike | None = None,
    /,
    *,
    dtype: _t.DTypeLike = ...,
    probability: float | _t.NodeLike = 0.5,
    shape: _t.Ints | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
    seed: int | None = None,
) -> _t.DataNode:
    """Draw ones with the given probability, else zeros."""

def normal(
    shape_like: _t.NodeLike | None = None,
    /,
    *,
    dtype: _t.DTypeLike = ...,
    mean: float | _t.NodeLike = 0.0,
    shape: _t.Ints | _t.NodeLike | None = None,
    stddev: float | _t.NodeLike = 1.0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
    seed: int | None = None,
) -> _t.DataNode:
    """Draw normally distributed numbers."""

def uniform(
    shape_like: _t.NodeLike | None = None,
    /,
    *,
    dtype: _t.DTypeLike = ...,
    range: _t.Floats | _t.NodeLike = ...,
    shape: _t.Ints | _t.NodeLike | None = None,
    values: _t.Floats | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
    seed: int | None = None,
) -> _t.DataNode:
    """Draw uniform numbers from [range[0], range[1]), or from a list of values."""
