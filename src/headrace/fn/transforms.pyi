"""Type stubs of headrace.fn.transforms, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

def combine(
    *inputs: _t.NodeLike,
    reverse_order: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Return one matrix for several maps, applied in the given order (or `reverse_order`)."""

def crop(
    input: _t.NodeLike | None = None,
    /,
    *,
    absolute: _t.bool = False,
    from_end: _t.Floats | _t.NodeLike = ...,
    from_start: _t.Floats | _t.NodeLike = ...,
    reverse_order: _t.bool = False,
    to_end: _t.Floats | _t.NodeLike = ...,
    to_start: _t.Floats | _t.NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Return the matrix that maps the box `from_start`, `from_end` to the box `to_start`, `to_end`."""

def rotation(
    input: _t.NodeLike | None = None,
    /,
    *,
    angle: float | _t.NodeLike,
    axis: _t.Floats | _t.NodeLike | None = None,
    center: _t.Floats | _t.NodeLike | None = None,
    reverse_order: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Return the matrix that rotates points by `angle` degrees about a `center` (3-D: `axis`)."""

def scale(
    input: _t.NodeLike | None = None,
    /,
    *,
    scale: _t.Floats | _t.NodeLike,
    center: _t.Floats | _t.NodeLike | None = None,
    ndim: int | None = None,
    reverse_order: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Return the matrix that scales points about a `center`, by default the origin."""

def shear(
    input: _t.NodeLike | None = None,
    /,
    *,
    angles: _t.Floats | _t.NodeLike | None = None,
    center: _t.Floats | _t.NodeLike | None = None,
    reverse_order: _t.bool = False,
    shear: _t.Floats | _t.NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Return the matrix that shears points about a `center`."""

def translation(
    input: _t.NodeLike | None = None,
    /,
    *,
    offset: _t.Floats | _t.NodeLike,
    reverse_order: _t.bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Return the matrix that translates points by `offset`."""
