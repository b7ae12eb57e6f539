"""Type stubs of headrace.fn.reductions, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

def max(
    input: _t.NodeLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    keep_dims: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """The maximum along axes; NaN is ignored."""

def mean(
    input: _t.NodeLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    keep_dims: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Average elements along axes."""

def mean_square(
    input: _t.NodeLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    keep_dims: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Average the squares of elements along axes."""

def min(
    input: _t.NodeLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    keep_dims: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """The minimum along axes; NaN is ignored."""

def rms(
    input: _t.NodeLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    keep_dims: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """The root of the mean square of elements along axes."""

def std_dev(
    data: _t.NodeLike,
    mean: _t.NodeLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    ddof: int = 0,
    keep_dims: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """The standard deviation: the root of the variance; see `reductions.variance`."""

def sum(
    input: _t.NodeLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    keep_dims: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Sum elements along axes."""

def variance(
    data: _t.NodeLike,
    mean: _t.NodeLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    ddof: int = 0,
    keep_dims: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """The mean of the squared distances of elements from a given mean, along axes."""
