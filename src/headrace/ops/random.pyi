"""Type stubs of headrace.ops.random, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace import fn as _fn

class Beta(_t.Operator):
    """Draw numbers in [0, 1] with a beta distribution; the mean is alpha / (alpha + beta)."""
    def __init__(
        self,
        *,
        alpha: float | _t.Any = 1.0,
        beta: float | _t.Any = 1.0,
        dtype: _t.DTypeLike = ...,
        shape: _t.Ints | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.random.beta)
    def __call__(self) -> _t.Any: ...

class Choice(_t.Operator):
    """Draw elements of `a` with replacement; of 0 … a - 1 if `a` is a single integer."""
    def __init__(
        self,
        *,
        p: _t.Floats | _t.Any | None = None,
        shape: _t.Ints | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.random.choice)
    def __call__(self) -> _t.Any: ...

class CoinFlip(_t.Operator):
    """Draw ones with the given probability, else zeros."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike = ...,
        probability: float | _t.Any = 0.5,
        shape: _t.Ints | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.random.coin_flip)
    def __call__(self) -> _t.Any: ...

class Normal(_t.Operator):
    """Draw normally distributed numbers."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike = ...,
        mean: float | _t.Any = 0.0,
        shape: _t.Ints | _t.Any | None = None,
        stddev: float | _t.Any = 1.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.random.normal)
    def __call__(self) -> _t.Any: ...

class Uniform(_t.Operator):
    """Draw uniform numbers from [range[0], range[1]), or from a list of values."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike = ...,
        range: _t.Floats | _t.Any = ...,
        shape: _t.Ints | _t.Any | None = None,
        values: _t.Floats | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.random.uniform)
    def __call__(self) -> _t.Any: ...
