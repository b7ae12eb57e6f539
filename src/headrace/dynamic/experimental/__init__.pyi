"""Type stubs of headrace.dynamic.experimental, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

from . import decoders as decoders
from . import readers as readers

@_t.overload
def dilate(
    input: _t.Batch,
    /,
    *,
    anchor: _t.Ints | _t.TensorLike = ...,
    border_mode: _t.Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    iterations: int = 1,
    mask_size: _t.Ints | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Replace each element by the maximum of a rectangle around it."""

@_t.overload
def dilate(
    input: _t.TensorLike,
    /,
    *,
    anchor: _t.Ints | _t.TensorLike = ...,
    border_mode: _t.Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    iterations: int = 1,
    mask_size: _t.Ints | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Replace each element by the maximum of a rectangle around it."""

@_t.overload
def erode(
    input: _t.Batch,
    /,
    *,
    anchor: _t.Ints | _t.TensorLike = ...,
    border_mode: _t.Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    iterations: int = 1,
    mask_size: _t.Ints | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Replace each element by the minimum of a rectangle around it; see `dilate`."""

@_t.overload
def erode(
    input: _t.TensorLike,
    /,
    *,
    anchor: _t.Ints | _t.TensorLike = ...,
    border_mode: _t.Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    iterations: int = 1,
    mask_size: _t.Ints | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Replace each element by the minimum of a rectangle around it; see `dilate`."""

@_t.overload
def median_blur(
    input: _t.Batch,
    /,
    *,
    window_size: _t.Ints | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Replace each element by the median of a window around it; the edge is repeated outside."""

@_t.overload
def median_blur(
    input: _t.TensorLike,
    /,
    *,
    window_size: _t.Ints | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Replace each element by the median of a window around it; the edge is repeated outside."""

@_t.overload
@_t.deprecated("use ndd.peek_image_shape")
def peek_image_shape(
    input: _t.Batch,
    /,
    *,
    adjust_orientation: _t.bool = True,
    dtype: _t.DTypeLike = ...,
    image_type: _t.ImageType = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """The deprecated name of `peek_image_shape`."""

@_t.overload
@_t.deprecated("use ndd.peek_image_shape")
def peek_image_shape(
    input: _t.TensorLike,
    /,
    *,
    adjust_orientation: _t.bool = True,
    dtype: _t.DTypeLike = ...,
    image_type: _t.ImageType = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """The deprecated name of `peek_image_shape`."""

@_t.overload
def remap(
    input: _t.Batch,
    mapx: _t.TensorLike,
    mapy: _t.TensorLike,
    /,
    *,
    interp: _t.InterpType = 1,
    pixel_origin: _t.Literal["corner", "center"] = "corner",
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Read each output pixel (y, x) at column mapx[y, x] and row mapy[y, x] of the input."""

@_t.overload
def remap(
    input: _t.TensorLike,
    mapx: _t.TensorLike,
    mapy: _t.TensorLike,
    /,
    *,
    interp: _t.InterpType = 1,
    pixel_origin: _t.Literal["corner", "center"] = "corner",
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Read each output pixel (y, x) at column mapx[y, x] and row mapy[y, x] of the input."""

@_t.overload
@_t.deprecated("use ndd.resize")
def resize(
    input: _t.Batch,
    /,
    *,
    antialias: _t.bool = True,
    dtype: _t.DTypeLike | None = None,
    edges: _t.Literal["repeat", "cut"] = "repeat",
    interp_type: _t.InterpType | _t.TensorLike = 1,
    mag_filter: _t.InterpType | _t.TensorLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _t.TensorLike = 0.0,
    resize_shorter: float | _t.TensorLike = 0.0,
    resize_x: float | _t.TensorLike = 0.0,
    resize_y: float | _t.TensorLike = 0.0,
    resize_z: float | _t.TensorLike = 0.0,
    roi_end: _t.Floats | _t.TensorLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.TensorLike | None = None,
    save_attrs: _t.Literal[False] = False,
    size: _t.Floats | _t.TensorLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """The deprecated name of `resize`."""

@_t.overload
@_t.deprecated("use ndd.resize")
def resize(
    input: _t.Batch,
    /,
    *,
    antialias: _t.bool = True,
    dtype: _t.DTypeLike | None = None,
    edges: _t.Literal["repeat", "cut"] = "repeat",
    interp_type: _t.InterpType | _t.TensorLike = 1,
    mag_filter: _t.InterpType | _t.TensorLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _t.TensorLike = 0.0,
    resize_shorter: float | _t.TensorLike = 0.0,
    resize_x: float | _t.TensorLike = 0.0,
    resize_y: float | _t.TensorLike = 0.0,
    resize_z: float | _t.TensorLike = 0.0,
    roi_end: _t.Floats | _t.TensorLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.TensorLike | None = None,
    save_attrs: _t.Literal[True],
    size: _t.Floats | _t.TensorLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> tuple[_t.Batch, ...]:
    """The deprecated name of `resize`."""

@_t.overload
@_t.deprecated("use ndd.resize")
def resize(
    input: _t.TensorLike,
    /,
    *,
    antialias: _t.bool = True,
    dtype: _t.DTypeLike | None = None,
    edges: _t.Literal["repeat", "cut"] = "repeat",
    interp_type: _t.InterpType | _t.TensorLike = 1,
    mag_filter: _t.InterpType | _t.TensorLike | None = None,
    max_size: _t.Floats | None = None,
    min_filter: _t.InterpType | _t.TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _t.Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _t.TensorLike = 0.0,
    resize_shorter: float | _t.TensorLike = 0.0,
    resize_x: float | _t.TensorLike = 0.0,
    resize_y: float | _t.TensorLike = 0.0,
    resize_z: float | _t.TensorLike = 0.0,
    roi_end: _t.Floats | _t.TensorLike | None = None,
    roi_relative: _t.bool = False,
    roi_start: _t.Floats | _t.TensorLike | None = None,
    save_attrs: _t.bool = False,
    size: _t.Floats | _t.TensorLike | None = None,
    subpixel_scale: _t.bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """The deprecated name of `resize`."""

@_t.overload
def warp_perspective(
    input: _t.Batch,
    matrix_input: _t.TensorLike | None = None,
    /,
    *,
    border_mode: _t.Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    fill_value: _t.Floats = ...,
    interp_type: _t.InterpType = 1,
    inverse_map: _t.bool = True,
    matrix: _t.Floats | _t.TensorLike = ...,
    pixel_origin: _t.Literal["corner", "center"] = "corner",
    size: _t.Floats | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Batch:
    """Apply a perspective warp: output pixels are read where a 3 × 3 matrix maps (x, y, 1)."""

@_t.overload
def warp_perspective(
    input: _t.TensorLike,
    matrix_input: _t.TensorLike | None = None,
    /,
    *,
    border_mode: _t.Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    fill_value: _t.Floats = ...,
    interp_type: _t.InterpType = 1,
    inverse_map: _t.bool = True,
    matrix: _t.Floats | _t.TensorLike = ...,
    pixel_origin: _t.Literal["corner", "center"] = "corner",
    size: _t.Floats | _t.TensorLike = ...,
    batch_size: int | None = None,
    device: _t.DeviceLike = None,
) -> _t.Any:
    """Apply a perspective warp: output pixels are read where a 3 × 3 matrix maps (x, y, 1)."""
