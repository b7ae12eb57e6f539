"""Type stubs of headrace.dynamic.experimental.decoders, written by scripts/make_stubs.py: do not edit."""

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
from headrace.engine.random import RNG as _RNG

_TensorLike: _TypeAlias = _Any  # Tensor, Batch, any framework's array, list, number
_DTypeLike: _TypeAlias = _DType | _DataType | str | type | _np.dtype[_Any]
_DeviceLike: _TypeAlias = _Device | str | None

@_overload
@_deprecated("use ndd.decoders.image")
def image(
    input: _Batch,
    /,
    *,
    adjust_orientation: _bool = True,
    affine: _bool = True,
    cache_batch_copy: _bool = True,
    cache_debug: _bool = False,
    cache_size: int = 0,
    cache_threshold: int = 0,
    cache_type: str = "",
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: _DTypeLike = ...,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: _bool = False,
    on_error: _Literal["raise", "fill"] = "raise",
    output_type: _ImageType | str | int = 0,
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    scaled_decode: _bool = False,
    use_fast_idct: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """The deprecated name of `decoders.image`."""

@_overload
@_deprecated("use ndd.decoders.image")
def image(
    input: _TensorLike,
    /,
    *,
    adjust_orientation: _bool = True,
    affine: _bool = True,
    cache_batch_copy: _bool = True,
    cache_debug: _bool = False,
    cache_size: int = 0,
    cache_threshold: int = 0,
    cache_type: str = "",
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: _DTypeLike = ...,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: _bool = False,
    on_error: _Literal["raise", "fill"] = "raise",
    output_type: _ImageType | str | int = 0,
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    scaled_decode: _bool = False,
    use_fast_idct: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The deprecated name of `decoders.image`."""

@_overload
@_deprecated("use ndd.decoders.image_crop")
def image_crop(
    input: _Batch,
    /,
    *,
    adjust_orientation: _bool = True,
    affine: _bool = True,
    crop: _Sequence[float] | float | _TensorLike | None = None,
    crop_d: float | _TensorLike = 0.0,
    crop_h: float | _TensorLike = 0.0,
    crop_pos_x: float | _TensorLike = 0.5,
    crop_pos_y: float | _TensorLike = 0.5,
    crop_pos_z: float | _TensorLike = 0.5,
    crop_w: float | _TensorLike = 0.0,
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: _DTypeLike = ...,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: _bool = False,
    on_error: _Literal["raise", "fill"] = "raise",
    output_type: _ImageType | str | int = 0,
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    rounding: _Literal["round", "truncate"] = "round",
    use_fast_idct: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """The deprecated name of `decoders.image_crop`."""

@_overload
@_deprecated("use ndd.decoders.image_crop")
def image_crop(
    input: _TensorLike,
    /,
    *,
    adjust_orientation: _bool = True,
    affine: _bool = True,
    crop: _Sequence[float] | float | _TensorLike | None = None,
    crop_d: float | _TensorLike = 0.0,
    crop_h: float | _TensorLike = 0.0,
    crop_pos_x: float | _TensorLike = 0.5,
    crop_pos_y: float | _TensorLike = 0.5,
    crop_pos_z: float | _TensorLike = 0.5,
    crop_w: float | _TensorLike = 0.0,
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: _DTypeLike = ...,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: _bool = False,
    on_error: _Literal["raise", "fill"] = "raise",
    output_type: _ImageType | str | int = 0,
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    rounding: _Literal["round", "truncate"] = "round",
    use_fast_idct: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The deprecated name of `decoders.image_crop`."""

@_overload
@_deprecated("use ndd.decoders.image_random_crop")
def image_random_crop(
    input: _Batch,
    /,
    *,
    adjust_orientation: _bool = True,
    affine: _bool = True,
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: _DTypeLike = ...,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: _bool = False,
    num_attempts: int = 10,
    on_error: _Literal["raise", "fill"] = "raise",
    output_type: _ImageType | str | int = 0,
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    random_area: _Sequence[float] | float = ...,
    random_aspect_ratio: _Sequence[float] | float = ...,
    use_fast_idct: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Batch:
    """The deprecated name of `decoders.image_random_crop`."""

@_overload
@_deprecated("use ndd.decoders.image_random_crop")
def image_random_crop(
    input: _TensorLike,
    /,
    *,
    adjust_orientation: _bool = True,
    affine: _bool = True,
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: _DTypeLike = ...,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: _bool = False,
    num_attempts: int = 10,
    on_error: _Literal["raise", "fill"] = "raise",
    output_type: _ImageType | str | int = 0,
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    random_area: _Sequence[float] | float = ...,
    random_aspect_ratio: _Sequence[float] | float = ...,
    use_fast_idct: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
    rng: _RNG | None = None,
) -> _Any:
    """The deprecated name of `decoders.image_random_crop`."""

@_overload
@_deprecated("use ndd.decoders.image_slice")
def image_slice(
    data: _Batch,
    anchor: _TensorLike | None = None,
    shape_input: _TensorLike | None = None,
    /,
    *,
    adjust_orientation: _bool = True,
    affine: _bool = True,
    axes: _Sequence[int] | int | _TensorLike | None = None,
    axis_names: str | None = None,
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: _DTypeLike = ...,
    end: _Sequence[int] | int | _TensorLike | None = None,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: _bool = False,
    normalized_anchor: _bool = True,
    normalized_shape: _bool = True,
    on_error: _Literal["raise", "fill"] = "raise",
    output_type: _ImageType | str | int = 0,
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    rel_end: _Sequence[float] | float | _TensorLike | None = None,
    rel_shape: _Sequence[float] | float | _TensorLike | None = None,
    rel_start: _Sequence[float] | float | _TensorLike | None = None,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    start: _Sequence[int] | int | _TensorLike | None = None,
    use_fast_idct: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """The deprecated name of `decoders.image_slice`."""

@_overload
@_deprecated("use ndd.decoders.image_slice")
def image_slice(
    data: _TensorLike,
    anchor: _TensorLike | None = None,
    shape_input: _TensorLike | None = None,
    /,
    *,
    adjust_orientation: _bool = True,
    affine: _bool = True,
    axes: _Sequence[int] | int | _TensorLike | None = None,
    axis_names: str | None = None,
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: _DTypeLike = ...,
    end: _Sequence[int] | int | _TensorLike | None = None,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: _bool = False,
    normalized_anchor: _bool = True,
    normalized_shape: _bool = True,
    on_error: _Literal["raise", "fill"] = "raise",
    output_type: _ImageType | str | int = 0,
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    rel_end: _Sequence[float] | float | _TensorLike | None = None,
    rel_shape: _Sequence[float] | float | _TensorLike | None = None,
    rel_start: _Sequence[float] | float | _TensorLike | None = None,
    shape: _Sequence[int] | int | _TensorLike | None = None,
    start: _Sequence[int] | int | _TensorLike | None = None,
    use_fast_idct: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """The deprecated name of `decoders.image_slice`."""
