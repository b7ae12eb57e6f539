"""Type stubs of headrace.ops.noise, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace import fn as _fn

class Gaussian(_t.Operator):
    """Add normally distributed noise to every element, rounding and saturating as `cast` does."""
    def __init__(
        self,
        *,
        mean: float | _t.Any = 0.0,
        stddev: float | _t.Any = 1.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.noise.gaussian)
    def __call__(self) -> _t.Any: ...

class SaltAndPepper(_t.Operator):
    """Replace random pixels by salt (the largest value) or pepper (the smallest)."""
    def __init__(
        self,
        *,
        pepper_val: float | _t.Any | None = None,
        per_channel: _t.bool = False,
        prob: float | _t.Any = 0.05,
        salt_val: float | _t.Any | None = None,
        salt_vs_pepper: float | _t.Any = 0.5,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.noise.salt_and_pepper)
    def __call__(self) -> _t.Any: ...

class Shot(_t.Operator):
    """Replace every element by a Poisson random number with the element as its mean."""
    def __init__(
        self,
        *,
        factor: float | _t.Any = 20.0,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.noise.shot)
    def __call__(self) -> _t.Any: ...
