"""Type stubs of headrace.dynamic.experimental, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import Literal as _Literal
from typing import TypeAlias as _TypeAlias
from typing import overload as _overload

import numpy as _np
from typing_extensions import deprecated as _deprecated

from headrace.core.batch import Batch as _Batch
from headrace.core.device import Device as _Device
from headrace.core.dtype import DType as _DType
from headrace.core.enums import DALIDataType as _DataType
from headrace.core.enums import DALIImageType as _ImageType
from headrace.core.enums import DALIInterpType as _InterpType

from . import decoders as decoders
from . import readers as readers

_TensorLike: _TypeAlias = _Any  # Tensor, Batch, any framework's array, list, number
_DTypeLike: _TypeAlias = _DType | _DataType | str | type | _np.dtype[_Any]
_DeviceLike: _TypeAlias = _Device | str | None

@_overload
def dilate(
    input: _Batch,
    /,
    *,
    anchor: _Sequence[int] | int | _TensorLike = ...,
    border_mode: _Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    iterations: int = 1,
    mask_size: _Sequence[int] | int | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Replace each element by the largest one of a rectangle around it."""

@_overload
def dilate(
    input: _TensorLike,
    /,
    *,
    anchor: _Sequence[int] | int | _TensorLike = ...,
    border_mode: _Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    iterations: int = 1,
    mask_size: _Sequence[int] | int | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Replace each element by the largest one of a rectangle around it."""

@_overload
def erode(
    input: _Batch,
    /,
    *,
    anchor: _Sequence[int] | int | _TensorLike = ...,
    border_mode: _Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    iterations: int = 1,
    mask_size: _Sequence[int] | int | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Replace each element by the smallest one of a rectangle around it: see dilate."""

@_overload
def erode(
    input: _TensorLike,
    /,
    *,
    anchor: _Sequence[int] | int | _TensorLike = ...,
    border_mode: _Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    iterations: int = 1,
    mask_size: _Sequence[int] | int | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Replace each element by the smallest one of a rectangle around it: see dilate."""

@_overload
def median_blur(
    input: _Batch,
    /,
    *,
    window_size: _Sequence[int] | int | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Replace each element by the median of a window around it; borders repeat the edge."""

@_overload
def median_blur(
    input: _TensorLike,
    /,
    *,
    window_size: _Sequence[int] | int | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Replace each element by the median of a window around it; borders repeat the edge."""

@_overload
@_deprecated("use ndd.peek_image_shape")
def peek_image_shape(
    input: _Batch,
    /,
    *,
    adjust_orientation: _bool = True,
    dtype: _DTypeLike = ...,
    image_type: _ImageType | str | int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """The deprecated name of `peek_image_shape`."""

@_overload
@_deprecated("use ndd.peek_image_shape")
def peek_image_shape(
    input: _TensorLike,
    /,
    *,
    adjust_orientation: _bool = True,
    dtype: _DTypeLike = ...,
    image_type: _ImageType | str | int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The deprecated name of `peek_image_shape`."""

@_overload
def remap(
    input: _Batch,
    mapx: _TensorLike,
    mapy: _TensorLike,
    /,
    *,
    interp: _InterpType | str | int = 1,
    pixel_origin: _Literal["corner", "center"] = "corner",
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Fetch each pixel (y, x) of the output from column mapx[y, x] and row mapy[y, x] of the input."""

@_overload
def remap(
    input: _TensorLike,
    mapx: _TensorLike,
    mapy: _TensorLike,
    /,
    *,
    interp: _InterpType | str | int = 1,
    pixel_origin: _Literal["corner", "center"] = "corner",
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Fetch each pixel (y, x) of the output from column mapx[y, x] and row mapy[y, x] of the input."""

@_overload
@_deprecated("use ndd.resize")
def resize(
    input: _Batch,
    /,
    *,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    edges: _Literal["repeat", "cut"] = "repeat",
    interp_type: _InterpType | str | int | _TensorLike = 1,
    mag_filter: _InterpType | str | int | _TensorLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _TensorLike = 0.0,
    resize_shorter: float | _TensorLike = 0.0,
    resize_x: float | _TensorLike = 0.0,
    resize_y: float | _TensorLike = 0.0,
    resize_z: float | _TensorLike = 0.0,
    roi_end: _Sequence[float] | float | _TensorLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _TensorLike | None = None,
    save_attrs: _Literal[False] = False,
    size: _Sequence[float] | float | _TensorLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """The deprecated name of `resize`."""

@_overload
@_deprecated("use ndd.resize")
def resize(
    input: _Batch,
    /,
    *,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    edges: _Literal["repeat", "cut"] = "repeat",
    interp_type: _InterpType | str | int | _TensorLike = 1,
    mag_filter: _InterpType | str | int | _TensorLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _TensorLike = 0.0,
    resize_shorter: float | _TensorLike = 0.0,
    resize_x: float | _TensorLike = 0.0,
    resize_y: float | _TensorLike = 0.0,
    resize_z: float | _TensorLike = 0.0,
    roi_end: _Sequence[float] | float | _TensorLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _TensorLike | None = None,
    save_attrs: _Literal[True],
    size: _Sequence[float] | float | _TensorLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> tuple[_Batch, ...]:
    """The deprecated name of `resize`."""

@_overload
@_deprecated("use ndd.resize")
def resize(
    input: _TensorLike,
    /,
    *,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    edges: _Literal["repeat", "cut"] = "repeat",
    interp_type: _InterpType | str | int | _TensorLike = 1,
    mag_filter: _InterpType | str | int | _TensorLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _TensorLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _TensorLike = 0.0,
    resize_shorter: float | _TensorLike = 0.0,
    resize_x: float | _TensorLike = 0.0,
    resize_y: float | _TensorLike = 0.0,
    resize_z: float | _TensorLike = 0.0,
    roi_end: _Sequence[float] | float | _TensorLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _TensorLike | None = None,
    save_attrs: _bool = False,
    size: _Sequence[float] | float | _TensorLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The deprecated name of `resize`."""

@_overload
def warp_perspective(
    input: _Batch,
    matrix_input: _TensorLike | None = None,
    /,
    *,
    border_mode: _Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    fill_value: _Sequence[float] | float = ...,
    interp_type: _InterpType | str | int = 1,
    inverse_map: _bool = True,
    matrix: _Sequence[float] | float | _TensorLike = ...,
    pixel_origin: _Literal["corner", "center"] = "corner",
    size: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Fetch each pixel from where a 3 × 3 matrix maps its homogeneous coordinates (x, y, 1)."""

@_overload
def warp_perspective(
    input: _TensorLike,
    matrix_input: _TensorLike | None = None,
    /,
    *,
    border_mode: _Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    fill_value: _Sequence[float] | float = ...,
    interp_type: _InterpType | str | int = 1,
    inverse_map: _bool = True,
    matrix: _Sequence[float] | float | _TensorLike = ...,
    pixel_origin: _Literal["corner", "center"] = "corner",
    size: _Sequence[float] | float | _TensorLike = ...,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Fetch each pixel from where a 3 × 3 matrix maps its homogeneous coordinates (x, y, 1)."""
