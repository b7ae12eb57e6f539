"""Type stubs of headrace.ops.experimental, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace import fn as _fn
from headrace import ops as _ops

from . import decoders as decoders
from . import readers as readers

@_t.deprecated("use ops.AudioResample")
class AudioResample(_ops.AudioResample):
    """The deprecated name of `fn.audio_resample`."""

@_t.deprecated("use ops.Debayer")
class Debayer(_ops.Debayer):
    """The deprecated name of `fn.debayer`."""

class Dilate(_t.Operator):
    """Replace each element by the maximum of a rectangle around it."""
    def __init__(
        self,
        *,
        anchor: _t.Ints | _t.Any = ...,
        border_mode: _t.Literal[
            "constant", "replicate", "reflect", "reflect_101", "wrap"
        ] = "constant",
        iterations: int = 1,
        mask_size: _t.Ints | _t.Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.experimental.dilate)
    def __call__(self) -> _t.Any: ...

@_t.deprecated("use ops.Equalize")
class Equalize(_ops.Equalize):
    """The deprecated name of `fn.equalize`."""

class Erode(_t.Operator):
    """Replace each element by the minimum of a rectangle around it; see `dilate`."""
    def __init__(
        self,
        *,
        anchor: _t.Ints | _t.Any = ...,
        border_mode: _t.Literal[
            "constant", "replicate", "reflect", "reflect_101", "wrap"
        ] = "constant",
        iterations: int = 1,
        mask_size: _t.Ints | _t.Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.experimental.erode)
    def __call__(self) -> _t.Any: ...

@_t.deprecated("use ops.Filter")
class Filter(_ops.Filter):
    """The deprecated name of `fn.filter`."""

class MedianBlur(_t.Operator):
    """Replace each element by the median of a window around it; the edge is repeated outside."""
    def __init__(
        self,
        *,
        window_size: _t.Ints | _t.Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.experimental.median_blur)
    def __call__(self) -> _t.Any: ...

@_t.deprecated("use ops.PeekImageShape")
class PeekImageShape(_ops.PeekImageShape):
    """The deprecated name of `fn.peek_image_shape`."""

class Remap(_t.Operator):
    """Read each output pixel (y, x) at column mapx[y, x] and row mapy[y, x] of the input."""
    def __init__(
        self,
        *,
        interp: _t.InterpType = 1,
        pixel_origin: _t.Literal["corner", "center"] = "corner",
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.experimental.remap)
    def __call__(self) -> _t.Any: ...

@_t.deprecated("use ops.Resize")
class Resize(_ops.Resize):
    """The deprecated name of `fn.resize`."""

@_t.deprecated("use ops.TensorResize")
class TensorResize(_ops.TensorResize):
    """The deprecated name of `fn.tensor_resize`."""

class WarpPerspective(_t.Operator):
    """Apply a perspective warp: output pixels are read where a 3 × 3 matrix maps (x, y, 1)."""
    def __init__(
        self,
        *,
        border_mode: _t.Literal[
            "constant", "replicate", "reflect", "reflect_101", "wrap"
        ] = "constant",
        fill_value: _t.Floats = ...,
        interp_type: _t.InterpType = 1,
        inverse_map: _t.bool = True,
        matrix: _t.Floats | _t.Any = ...,
        pixel_origin: _t.Literal["corner", "center"] = "corner",
        size: _t.Floats | _t.Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.experimental.warp_perspective)
    def __call__(self) -> _t.Any: ...
