"""Type stubs of headrace.dynamic.transforms, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

@_t.overload
def combine(
    *inputs: _t.Batch,
    reverse_order: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """One map for several, applied in the order given; with `reverse_order` the last comes first."""

@_t.overload
def combine(
    *inputs: _t.TensorLike,
    reverse_order: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """One map for several, applied in the order given; with `reverse_order` the last comes first."""

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
    """The map that brings the box `from_start`, `from_end` onto the box `to_start`, `to_end`."""

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
    """The map that turns points by `angle` degrees about a `center`; in 3-D around an `axis`."""

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
    """The map that scales points about a `center`, by default the origin."""

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
    """The map that shears points about a `center`."""

def translation(
    input: _t.TensorLike | None = None,
    /,
    *,
    offset: _t.Floats | _t.TensorLike,
    reverse_order: _t.bool = False,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """The map that moves points by `offset`."""
