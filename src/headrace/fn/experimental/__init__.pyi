"""Type stubs of headrace.fn.experimental, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import Literal as _Literal
from typing import TypeAlias as _TypeAlias
from typing import overload as _overload

import numpy as _np
from typing_extensions import deprecated as _deprecated

from headrace.core.dtype import DType as _DType
from headrace.core.enums import DALIDataType as _DataType
from headrace.core.enums import DALIImageType as _ImageType
from headrace.core.enums import DALIInterpType as _InterpType
from headrace.pipeline.node import DataNode as _DataNode

from . import decoders as decoders
from . import readers as readers

_NodeLike: _TypeAlias = _DataNode | _Any  # a node; arrays, lists and numbers are constants
_DTypeLike: _TypeAlias = _DType | _DataType | str | type | _np.dtype[_Any]

@_deprecated("use fn.audio_resample")
def audio_resample(
    input: _NodeLike,
    /,
    *,
    dtype: _DTypeLike | None = None,
    in_rate: float | _NodeLike | None = None,
    out_length: int | _NodeLike | None = None,
    out_rate: float | _NodeLike | None = None,
    quality: float = 50.0,
    scale: float | _NodeLike | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The deprecated name of `fn.audio_resample`."""

@_deprecated("use fn.debayer")
def debayer(
    input: _NodeLike,
    /,
    *,
    blue_position: _Sequence[int] | int | _NodeLike,
    algorithm: _Literal["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv", "default_npp"]
    | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The deprecated name of `fn.debayer`."""

def dilate(
    input: _NodeLike,
    /,
    *,
    anchor: _Sequence[int] | int | _NodeLike = ...,
    border_mode: _Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    iterations: int = 1,
    mask_size: _Sequence[int] | int | _NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Replace each element by the largest one of a rectangle around it."""

@_deprecated("use fn.equalize")
def equalize(
    input: _NodeLike,
    /,
    *,
    rule: _Literal["even", "steps"] = "even",
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The deprecated name of `fn.equalize`."""

def erode(
    input: _NodeLike,
    /,
    *,
    anchor: _Sequence[int] | int | _NodeLike = ...,
    border_mode: _Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    iterations: int = 1,
    mask_size: _Sequence[int] | int | _NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Replace each element by the smallest one of a rectangle around it: see dilate."""

@_deprecated("use fn.filter")
def filter(
    data: _NodeLike,
    filter: _NodeLike,
    fill_value: _NodeLike | None = None,
    /,
    *,
    anchor: _Sequence[int] | int | _NodeLike = ...,
    border: _Literal[
        "reflect_101",
        "reflect_1001",
        "wrap",
        "clamp",
        "constant",
        "101",
        "reflect101",
        "1001",
        "reflect1001",
        "reflect",
        "edge",
        "pad",
        "const",
        "fill",
    ] = "reflect_101",
    dtype: _DTypeLike | None = None,
    mode: _Literal["same", "valid"] = "same",
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The deprecated name of `fn.filter`."""

def median_blur(
    input: _NodeLike,
    /,
    *,
    window_size: _Sequence[int] | int | _NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Replace each element by the median of a window around it; borders repeat the edge."""

@_deprecated("use fn.peek_image_shape")
def peek_image_shape(
    input: _NodeLike,
    /,
    *,
    adjust_orientation: _bool = True,
    dtype: _DTypeLike = ...,
    image_type: _ImageType | str | int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The deprecated name of `fn.peek_image_shape`."""

def remap(
    input: _NodeLike,
    mapx: _NodeLike,
    mapy: _NodeLike,
    /,
    *,
    interp: _InterpType | str | int = 1,
    pixel_origin: _Literal["corner", "center"] = "corner",
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Fetch each pixel (y, x) of the output from column mapx[y, x] and row mapy[y, x] of the input."""

@_overload
@_deprecated("use fn.resize")
def resize(
    input: _NodeLike,
    /,
    *,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    edges: _Literal["repeat", "cut"] = "repeat",
    interp_type: _InterpType | str | int | _NodeLike = 1,
    mag_filter: _InterpType | str | int | _NodeLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _NodeLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _NodeLike = 0.0,
    resize_shorter: float | _NodeLike = 0.0,
    resize_x: float | _NodeLike = 0.0,
    resize_y: float | _NodeLike = 0.0,
    resize_z: float | _NodeLike = 0.0,
    roi_end: _Sequence[float] | float | _NodeLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _NodeLike | None = None,
    save_attrs: _Literal[False] = False,
    size: _Sequence[float] | float | _NodeLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The deprecated name of `fn.resize`."""

@_overload
@_deprecated("use fn.resize")
def resize(
    input: _NodeLike,
    /,
    *,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    edges: _Literal["repeat", "cut"] = "repeat",
    interp_type: _InterpType | str | int | _NodeLike = 1,
    mag_filter: _InterpType | str | int | _NodeLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _NodeLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _NodeLike = 0.0,
    resize_shorter: float | _NodeLike = 0.0,
    resize_x: float | _NodeLike = 0.0,
    resize_y: float | _NodeLike = 0.0,
    resize_z: float | _NodeLike = 0.0,
    roi_end: _Sequence[float] | float | _NodeLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _NodeLike | None = None,
    save_attrs: _Literal[True],
    size: _Sequence[float] | float | _NodeLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> list[_DataNode]:
    """The deprecated name of `fn.resize`."""

@_overload
@_deprecated("use fn.resize")
def resize(
    input: _NodeLike,
    /,
    *,
    antialias: _bool = True,
    dtype: _DTypeLike | None = None,
    edges: _Literal["repeat", "cut"] = "repeat",
    interp_type: _InterpType | str | int | _NodeLike = 1,
    mag_filter: _InterpType | str | int | _NodeLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _NodeLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    resize_longer: float | _NodeLike = 0.0,
    resize_shorter: float | _NodeLike = 0.0,
    resize_x: float | _NodeLike = 0.0,
    resize_y: float | _NodeLike = 0.0,
    resize_z: float | _NodeLike = 0.0,
    roi_end: _Sequence[float] | float | _NodeLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _NodeLike | None = None,
    save_attrs: _bool,
    size: _Sequence[float] | float | _NodeLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _Any:
    """The deprecated name of `fn.resize`."""

@_deprecated("use fn.tensor_resize")
def tensor_resize(
    input: _NodeLike,
    /,
    *,
    alignment: _Sequence[float] | float | _NodeLike = ...,
    antialias: _bool = True,
    axes: _Sequence[int] | int | None = None,
    axis_names: str | None = None,
    dtype: _DTypeLike | None = None,
    interp_type: _InterpType | str | int | _NodeLike = 1,
    mag_filter: _InterpType | str | int | _NodeLike | None = None,
    max_size: _Sequence[float] | float | None = None,
    min_filter: _InterpType | str | int | _NodeLike | None = None,
    minibatch_size: int = 32,
    mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
    roi_end: _Sequence[float] | float | _NodeLike | None = None,
    roi_relative: _bool = False,
    roi_start: _Sequence[float] | float | _NodeLike | None = None,
    scales: _Sequence[float] | float | _NodeLike | None = None,
    size_rounding: _Literal["round", "truncate", "ceil"] = "round",
    sizes: _Sequence[float] | float | _NodeLike | None = None,
    subpixel_scale: _bool = True,
    temp_buffer_hint: int = 0,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """The deprecated name of `fn.tensor_resize`."""

def warp_perspective(
    input: _NodeLike,
    matrix_input: _NodeLike | None = None,
    /,
    *,
    border_mode: _Literal["constant", "replicate", "reflect", "reflect_101", "wrap"] = "constant",
    fill_value: _Sequence[float] | float = ...,
    interp_type: _InterpType | str | int = 1,
    inverse_map: _bool = True,
    matrix: _Sequence[float] | float | _NodeLike = ...,
    pixel_origin: _Literal["corner", "center"] = "corner",
    size: _Sequence[float] | float | _NodeLike = ...,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Fetch each pixel from where a 3 × 3 matrix maps its homogeneous coordinates (x, y, 1)."""
