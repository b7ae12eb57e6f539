"""Type stubs of headrace.ops.experimental, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import Literal as _Literal
from typing import TypeAlias as _TypeAlias

import numpy as _np
from typing_extensions import deprecated as _deprecated

from headrace.core.dtype import DType as _DType
from headrace.core.enums import DALIDataType as _DataType
from headrace.core.enums import DALIImageType as _ImageType
from headrace.core.enums import DALIInterpType as _InterpType
from headrace.pipeline.classes import Operator as _Operator
from headrace.pipeline.node import DataNode as _DataNode

from . import decoders as decoders
from . import readers as readers

_NodeLike: _TypeAlias = _DataNode | _Any  # a node; arrays, lists and numbers are constants
_DTypeLike: _TypeAlias = _DType | _DataType | str | type | _np.dtype[_Any]

@_deprecated("use ops.AudioResample")
class AudioResample(_Operator):
    """The deprecated name of `fn.audio_resample`."""
    def __init__(
        self,
        *,
        dtype: _DTypeLike | None = None,
        in_rate: float | _Any | None = None,
        out_length: int | _Any | None = None,
        out_rate: float | _Any | None = None,
        quality: float = 50.0,
        scale: float | _Any | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

@_deprecated("use ops.Debayer")
class Debayer(_Operator):
    """The deprecated name of `fn.debayer`."""
    def __init__(
        self,
        *,
        blue_position: _Sequence[int] | int | _Any | None = None,
        algorithm: _Literal["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv", "default_npp"]
        | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        blue_position: _Sequence[int] | int | _NodeLike | None = None,
        algorithm: _Literal["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv", "default_npp"]
        | None = None,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Dilate(_Operator):
    """Replace each element by the largest one of a rectangle around it."""
    def __init__(
        self,
        *,
        anchor: _Sequence[int] | int | _Any = ...,
        border_mode: _Literal[
            "constant", "replicate", "reflect", "reflect_101", "wrap"
        ] = "constant",
        iterations: int = 1,
        mask_size: _Sequence[int] | int | _Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        anchor: _Sequence[int] | int | _NodeLike = ...,
        border_mode: _Literal[
            "constant", "replicate", "reflect", "reflect_101", "wrap"
        ] = "constant",
        iterations: int = 1,
        mask_size: _Sequence[int] | int | _NodeLike = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

@_deprecated("use ops.Equalize")
class Equalize(_Operator):
    """The deprecated name of `fn.equalize`."""
    def __init__(
        self,
        *,
        rule: _Literal["even", "steps"] = "even",
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        rule: _Literal["even", "steps"] = "even",
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

class Erode(_Operator):
    """Replace each element by the smallest one of a rectangle around it: see dilate."""
    def __init__(
        self,
        *,
        anchor: _Sequence[int] | int | _Any = ...,
        border_mode: _Literal[
            "constant", "replicate", "reflect", "reflect_101", "wrap"
        ] = "constant",
        iterations: int = 1,
        mask_size: _Sequence[int] | int | _Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        anchor: _Sequence[int] | int | _NodeLike = ...,
        border_mode: _Literal[
            "constant", "replicate", "reflect", "reflect_101", "wrap"
        ] = "constant",
        iterations: int = 1,
        mask_size: _Sequence[int] | int | _NodeLike = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

@_deprecated("use ops.Filter")
class Filter(_Operator):
    """The deprecated name of `fn.filter`."""
    def __init__(
        self,
        *,
        anchor: _Sequence[int] | int | _Any = ...,
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
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class MedianBlur(_Operator):
    """Replace each element by the median of a window around it; borders repeat the edge."""
    def __init__(
        self,
        *,
        window_size: _Sequence[int] | int | _Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        /,
        *,
        window_size: _Sequence[int] | int | _NodeLike = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _DataNode: ...

@_deprecated("use ops.PeekImageShape")
class PeekImageShape(_Operator):
    """The deprecated name of `fn.peek_image_shape`."""
    def __init__(
        self,
        *,
        adjust_orientation: _bool = True,
        dtype: _DTypeLike = ...,
        image_type: _ImageType | str | int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class Remap(_Operator):
    """Fetch each pixel (y, x) of the output from column mapx[y, x] and row mapy[y, x] of the input."""
    def __init__(
        self,
        *,
        interp: _InterpType | str | int = 1,
        pixel_origin: _Literal["corner", "center"] = "corner",
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

@_deprecated("use ops.Resize")
class Resize(_Operator):
    """The deprecated name of `fn.resize`."""
    def __init__(
        self,
        *,
        antialias: _bool = True,
        dtype: _DTypeLike | None = None,
        edges: _Literal["repeat", "cut"] = "repeat",
        interp_type: _InterpType | str | int | _Any = 1,
        mag_filter: _InterpType | str | int | _Any | None = None,
        max_size: _Sequence[float] | float | None = None,
        min_filter: _InterpType | str | int | _Any | None = None,
        minibatch_size: int = 32,
        mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
        resize_longer: float | _Any = 0.0,
        resize_shorter: float | _Any = 0.0,
        resize_x: float | _Any = 0.0,
        resize_y: float | _Any = 0.0,
        resize_z: float | _Any = 0.0,
        roi_end: _Sequence[float] | float | _Any | None = None,
        roi_relative: _bool = False,
        roi_start: _Sequence[float] | float | _Any | None = None,
        save_attrs: _bool = False,
        size: _Sequence[float] | float | _Any | None = None,
        subpixel_scale: _bool = True,
        temp_buffer_hint: int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
        save_attrs: _bool = False,
        size: _Sequence[float] | float | _NodeLike | None = None,
        subpixel_scale: _bool = True,
        temp_buffer_hint: int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> _Any: ...

@_deprecated("use ops.TensorResize")
class TensorResize(_Operator):
    """The deprecated name of `fn.tensor_resize`."""
    def __init__(
        self,
        *,
        alignment: _Sequence[float] | float | _Any = ...,
        antialias: _bool = True,
        axes: _Sequence[int] | int | None = None,
        axis_names: str | None = None,
        dtype: _DTypeLike | None = None,
        interp_type: _InterpType | str | int | _Any = 1,
        mag_filter: _InterpType | str | int | _Any | None = None,
        max_size: _Sequence[float] | float | None = None,
        min_filter: _InterpType | str | int | _Any | None = None,
        minibatch_size: int = 32,
        mode: _Literal["default", "stretch", "not_larger", "not_smaller"] = "default",
        roi_end: _Sequence[float] | float | _Any | None = None,
        roi_relative: _bool = False,
        roi_start: _Sequence[float] | float | _Any | None = None,
        scales: _Sequence[float] | float | _Any | None = None,
        size_rounding: _Literal["round", "truncate", "ceil"] = "round",
        sizes: _Sequence[float] | float | _Any | None = None,
        subpixel_scale: _bool = True,
        temp_buffer_hint: int = 0,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
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
    ) -> _DataNode: ...

class WarpPerspective(_Operator):
    """Fetch each pixel from where a 3 × 3 matrix maps its homogeneous coordinates (x, y, 1)."""
    def __init__(
        self,
        *,
        border_mode: _Literal[
            "constant", "replicate", "reflect", "reflect_101", "wrap"
        ] = "constant",
        fill_value: _Sequence[float] | float = ...,
        interp_type: _InterpType | str | int = 1,
        inverse_map: _bool = True,
        matrix: _Sequence[float] | float | _Any = ...,
        pixel_origin: _Literal["corner", "center"] = "corner",
        size: _Sequence[float] | float | _Any = ...,
        device: str | None = None,
        name: str | None = None,
        preserve: _bool | None = None,
        bytes_per_sample_hint: _Any = None,
    ) -> None: ...
    def __call__(
        self,
        input: _NodeLike,
        matrix_input: _NodeLike | None = None,
        /,
        *,
        border_mode: _Literal[
            "constant", "replicate", "reflect", "reflect_101", "wrap"
        ] = "constant",
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
    ) -> _DataNode: ...
