"""Type stubs of headrace.ops.reductions, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace import fn as _fn

class Max(_t.Operator):
    """The maximum along axes; NaN is ignored."""
    def __init__(
        self,
        *,
        axes: _t.Ints | None = None,
        axis_names: str | None = None,
        keep_dims: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.reductions.max)
    def __call__(self) -> _t.Any: ...

class Mean(_t.Operator):
    """Average elements along axes."""
    def __init__(
        self,
        *,
        axes: _t.Ints | None = None,
        axis_names: str | None = None,
        dtype: _t.DTypeLike | None = None,
        keep_dims: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.reductions.mean)
    def __call__(self) -> _t.Any: ...

class MeanSquare(_t.Operator):
    """Average the squares of elements along axes."""
    def __init__(
        self,
        *,
        axes: _t.Ints | None = None,
        axis_names: str | None = None,
        dtype: _t.DTypeLike | None = None,
        keep_dims: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.reductions.mean_square)
    def __call__(self) -> _t.Any: ...

class Min(_t.Operator):
    """The minimum along axes; NaN is ignored."""
    def __init__(
        self,
        *,
        axes: _t.Ints | None = None,
        axis_names: str | None = None,
        keep_dims: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.reductions.min)
    def __call__(self) -> _t.Any: ...

class RMS(_t.Operator):
    """The root of the mean square of elements along axes."""
    def __init__(
        self,
        *,
        axes: _t.Ints | None = None,
        axis_names: str | None = None,
        dtype: _t.DTypeLike | None = None,
        keep_dims: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.reductions.rms)
    def __call__(self) -> _t.Any: ...

class StdDev(_t.Operator):
    """The standard deviation: the root of the variance; see `reductions.variance`."""
    def __init__(
        self,
        *,
        axes: _t.Ints | None = None,
        axis_names: str | None = None,
        ddof: int = 0,
        keep_dims: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.reductions.std_dev)
    def __call__(self) -> _t.Any: ...

class Sum(_t.Operator):
    """Sum elements along axes."""
    def __init__(
        self,
        *,
        axes: _t.Ints | None = None,
        axis_names: str | None = None,
        dtype: _t.DTypeLike | None = None,
        keep_dims: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.reductions.sum)
    def __call__(self) -> _t.Any: ...

class Variance(_t.Operator):
    """The mean of the squared distances of elements from a given mean, along axes."""
    def __init__(
        self,
        *,
        axes: _t.Ints | None = None,
        axis_names: str | None = None,
        ddof: int = 0,
        keep_dims: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.reductions.variance)
    def __call__(self) -> _t.Any: ...
