"""Type stubs of headrace.dynamic.reductions, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

@_t.overload
def max(
    input: _t.Batch,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """The maximum along axes; NaN is ignored."""

@_t.overload
def max(
    input: _t.TensorLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """The maximum along axes; NaN is ignored."""

@_t.overload
def mean(
    input: _t.Batch,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Average elements along axes."""

@_t.overload
def mean(
    input: _t.TensorLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Average elements along axes."""

@_t.overload
def mean_square(
    input: _t.Batch,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Average the squares of elements along axes."""

@_t.overload
def mean_square(
    input: _t.TensorLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Average the squares of elements along axes."""

@_t.overload
def min(
    input: _t.Batch,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """The minimum along axes; NaN is ignored."""

@_t.overload
def min(
    input: _t.TensorLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """The minimum along axes; NaN is ignored."""

@_t.overload
def rms(
    input: _t.Batch,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """The root of the mean square of elements along axes."""

@_t.overload
def rms(
    input: _t.TensorLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """The root of the mean square of elements along axes."""

@_t.overload
def std_dev(
    data: _t.Batch,
    mean: _t.TensorLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    ddof: int = 0,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """The standard deviation: the root of the variance; see `reductions.variance`."""

@_t.overload
def std_dev(
    data: _t.TensorLike,
    mean: _t.TensorLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    ddof: int = 0,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """The standard deviation: the root of the variance; see `reductions.variance`."""

@_t.overload
def sum(
    input: _t.Batch,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Sum elements along axes."""

@_t.overload
def sum(
    input: _t.TensorLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    dtype: _t.DTypeLike | None = None,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Sum elements along axes."""

@_t.overload
def variance(
    data: _t.Batch,
    mean: _t.TensorLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    ddof: int = 0,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """The mean of the squared distances of elements from a given mean, along axes."""

@_t.overload
def variance(
    data: _t.TensorLike,
    mean: _t.TensorLike,
    /,
    *,
    axes: _t.Ints | None = None,
    axis_names: str | None = None,
    ddof: int = 0,
    keep_dims: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """The mean of the squared distances of elements from a given mean, along axes."""
