"""Type stubs of headrace.fn.experimental, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace import fn as _fn

from . import decoders as decoders
from . import readers as readers

@_t.deprecated("use fn.audio_resample")
@_t.like(_fn.audio_resample)
def audio_resample() -> _t.Any:
    """The deprecated name of `fn.audio_resample`."""

@_t.deprecated("use fn.debayer")
@_t.like(_fn.debayer)
def debayer() -> _t.Any:
    """The deprecated name of `fn.debayer`."""

def dilate(
    input: _t.NodeLike,
    /,
    *,
    anchor: _t.Ints | _t.NodeLike = ...,
    border_mode: _t.Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    iterations: int = 1,
    mask_size: _t.Ints | _t.NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Replace each element by the maximum of a rectangle around it."""

@_t.deprecated("use fn.equalize")
@_t.like(_fn.equalize)
def equalize() -> _t.Any:
    """The deprecated name of `fn.equalize`."""

def erode(
    input: _t.NodeLike,
    /,
    *,
    anchor: _t.Ints | _t.NodeLike = ...,
    border_mode: _t.Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    iterations: int = 1,
    mask_size: _t.Ints | _t.NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Replace each element by the minimum of a rectangle around it; see `dilate`."""

@_t.deprecated("use fn.filter")
@_t.like(_fn.filter)
def filter() -> _t.Any:
    """The deprecated name of `fn.filter`."""

def median_blur(
    input: _t.NodeLike,
    /,
    *,
    window_size: _t.Ints | _t.NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Replace each element by the median of a window around it; the edge is repeated outside."""

@_t.deprecated("use fn.peek_image_shape")
@_t.like(_fn.peek_image_shape)
def peek_image_shape() -> _t.Any:
    """The deprecated name of `fn.peek_image_shape`."""

def remap(
    input: _t.NodeLike,
    mapx: _t.NodeLike,
    mapy: _t.NodeLike,
    /,
    *,
    interp: _t.InterpType = 1,
    pixel_origin: _t.Literal["corner", "center"] = "corner",
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Read each output pixel (y, x) at column mapx[y, x] and row mapy[y, x] of the input."""

@_t.overload
@_t.deprecated("use fn.resize")
def resize(
    input: _t.NodeLike,
    /,
    *,
    antialias: _t.bool = True,
    dtype: _t.DTypeLike | None = None,
    edges: _t.Literal["repeat", "cut"] = "repeat",
    interp_type: _t.InterpType | _t.NodeLike = 1,
    mag_filter: _t.InterpType | _t.NodeLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.NodeLike | None = None,
    minibatch_size: int = 32,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _t.NodeLike = 0.0,
    resize_shorter: float | _t.NodeLike = 0.0,
    resize_x: float | _t.NodeLike = 0.0,
    resize_y: float | _t.NodeLike = 0.0,
    resize_z: float | _t.NodeLike = 0.0,
    roi_end: _t.Floats | _t.NodeLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.NodeLike | None = None,
    save_attrs: _t.Literal[False] = False,
    size: _t.Floats | _t.NodeLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """The deprecated name of `fn.resize`."""

@_t.overload
@_t.deprecated("use fn.resize")
def resize(
    input: _t.NodeLike,
    /,
    *,
    antialias: _t.bool = True,
    dtype: _t.DTypeLike | None = None,
    edges: _t.Literal["repeat", "cut"] = "repeat",
    interp_type: _t.InterpType | _t.NodeLike = 1,
    mag_filter: _t.InterpType | _t.NodeLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.NodeLike | None = None,
    minibatch_size: int = 32,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _t.NodeLike = 0.0,
    resize_shorter: float | _t.NodeLike = 0.0,
    resize_x: float | _t.NodeLike = 0.0,
    resize_y: float | _t.NodeLike = 0.0,
    resize_z: float | _t.NodeLike = 0.0,
    roi_end: _t.Floats | _t.NodeLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.NodeLike | None = None,
    save_attrs: _t.Literal[True],
    size: _t.Floats | _t.NodeLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> list[_t.DataNode]:
    """The deprecated name of `fn.resize`."""

@_t.overload
@_t.deprecated("use fn.resize")
def resize(
    input: _t.NodeLike,
    /,
    *,
    antialias: _t.bool = True,
    dtype: _t.DTypeLike | None = None,
    edges: _t.Literal["repeat", "cut"] = "repeat",
    interp_type: _t.InterpType | _t.NodeLike = 1,
    mag_filter: _t.InterpType | _t.NodeLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.NodeLike | None = None,
    minibatch_size: int = 32,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _t.NodeLike = 0.0,
    resize_shorter: float | _t.NodeLike = 0.0,
    resize_x: float | _t.NodeLike = 0.0,
    resize_y: float | _t.NodeLike = 0.0,
    resize_z: float | _t.NodeLike = 0.0,
    roi_end: _t.Floats | _t.NodeLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.NodeLike | None = None,
    save_attrs: _t.bool,
    size: _t.Floats | _t.NodeLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.Any:
    """The deprecated name of `fn.resize`."""

@_t.deprecated("use fn.tensor_resize")
@_t.like(_fn.tensor_resize)
def tensor_resize() -> _t.Any:
    """The deprecated name of `fn.tensor_resize`."""

def warp_perspective(
    input: _t.NodeLike,
    matrix_input: _t.NodeLike | None = None,
    /,
    *,
    border_mode: _t.Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    fill_value: _t.Floats = ...,
    interp_type: _t.InterpType = 1,
    inverse_map: _t.bool = True,
    matrix: _t.Floats | _t.NodeLike = ...,
    pixel_origin: _t.Literal["corner", "center"] = "corner",
    size: _t.Floats | _t.NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _t.bool | None = None,
    bytes_per_sample_hint: _t.Any = None,
) -> _t.DataNode:
    """Apply a perspective warp: output pixels are read where a 3 × 3 matrix maps (x, y, 1)."""
