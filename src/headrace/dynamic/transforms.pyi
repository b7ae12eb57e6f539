"""Type stubs of headrace.dynamic.transforms, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

@_t.overload
def combine(
    *inputs: _t.Batch,
    reverse_order: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Return one matrix for several maps, applied in the given order (or `reverse_order`)."""

@_t.overload
def combine(
    *inputs: _t.TensorLike,
    reverse_order: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Return one matrix for several maps, applied in the given order (or `reverse_order`)."""

def crop(
    input: _t.TensorLike | None = None,
    /,
    *,
    absolute: _t.bool = False,
    from_end: _t.Floats | _t.TensorLike = ...,
    from_start: _t.Floats | _t.TensorLike = ...,
    reverse_order: _t.bool = False,
    to_end: _t.Floats | _t.TensorLike = ...,
    to_start: _t.Floats | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Return the matrix that maps the box `from_start`, `from_end` to the box `to_start`, `to_end`."""

def rotation(
    input: _t.TensorLike | None = None,
    /,
    *,
    angle: float | _t.TensorLike,
    axis: _t.Floats | _t.TensorLike | None = None,
    center: _t.Floats | _t.TensorLike | None = None,
    reverse_order: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Return the matrix that rotates points by `angle` degrees about a `center` (3-D: `axis`)."""

def scale(
    input: _t.TensorLike | None = None,
    /,
    *,
    scale: _t.Floats | _t.TensorLike,
    center: _t.Floats | _t.TensorLike | None = None,
    ndim: int | None = None,
    reverse_order: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Return the matrix that scales points about a `center`, by default the origin."""

def shear(
    input: _t.TensorLike | None = None,
    /,
    *,
    angles: _t.Floats | _t.TensorLike | None = None,
    center: _t.Floats | _t.TensorLike | None = None,
    reverse_order: _t.bool = False,
    shear: _t.Floats | _t.TensorLike | None = None,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Return the matrix that shears points about a `center`."""

def translation(
    input: _t.TensorLike | None = None,
    /,
    *,
    offset: _t.Floats | _t.TensorLike,
    reverse_order: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Return the matrix that translates points by `offset`."""
