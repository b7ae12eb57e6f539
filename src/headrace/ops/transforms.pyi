"""Type stubs of headrace.ops.transforms, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace import fn as _fn

class Combine(_t.Operator):
    """Return one matrix for several maps, applied in the given order (or `reverse_order`)."""
    def __init__(
        self,
        *,
        reverse_order: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.transforms.combine)
    def __call__(self) -> _t.Any: ...

class Crop(_t.Operator):
    """Return the matrix that maps the box `from_start`, `from_end` to the box `to_start`, `to_end`."""
    def __init__(
        self,
        *,
        absolute: _t.bool = False,
        from_end: _t.Floats | _t.Any = ...,
        from_start: _t.Floats | _t.Any = ...,
        reverse_order: _t.bool = False,
        to_end: _t.Floats | _t.Any = ...,
        to_start: _t.Floats | _t.Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.transforms.crop)
    def __call__(self) -> _t.Any: ...

class Rotation(_t.Operator):
    """Return the matrix that rotates points by `angle` degrees about a `center` (3-D: `axis`)."""
    def __init__(
        self,
        *,
        angle: float | _t.Any | None = None,
        axis: _t.Floats | _t.Any | None = None,
        center: _t.Floats | _t.Any | None = None,
        reverse_order: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike | None = None,
        /,
        *,
        angle: float | _t.NodeLike | None = None,
        axis: _t.Floats | _t.NodeLike | None = None,
        center: _t.Floats | _t.NodeLike | None = None,
        reverse_order: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...

class Scale(_t.Operator):
    """Return the matrix that scales points about a `center`, by default the origin."""
    def __init__(
        self,
        *,
        scale: _t.Floats | _t.Any | None = None,
        center: _t.Floats | _t.Any | None = None,
        ndim: int | None = None,
        reverse_order: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike | None = None,
        /,
        *,
        scale: _t.Floats | _t.NodeLike | None = None,
        center: _t.Floats | _t.NodeLike | None = None,
        ndim: int | None = None,
        reverse_order: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...

class Shear(_t.Operator):
    """Return the matrix that shears points about a `center`."""
    def __init__(
        self,
        *,
        angles: _t.Floats | _t.Any | None = None,
        center: _t.Floats | _t.Any | None = None,
        reverse_order: _t.bool = False,
        shear: _t.Floats | _t.Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.transforms.shear)
    def __call__(self) -> _t.Any: ...

class Translation(_t.Operator):
    """Return the matrix that translates points by `offset`."""
    def __init__(
        self,
        *,
        offset: _t.Floats | _t.Any | None = None,
        reverse_order: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _t.NodeLike | None = None,
        /,
        *,
        offset: _t.Floats | _t.NodeLike | None = None,
        reverse_order: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> _t.DataNode: ...
