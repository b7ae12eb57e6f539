"""Type stubs of headrace.dynamic.decoders, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias
from typing import overload as _overload

import numpy as _np

from headrace.core.batch import Batch as _Batch
from headrace.core.device import Device as _Device
from headrace.core.dtype import DType as _DType
from headrace.core.enums import DALIImageType as _ImageType

_TensorLike: _TypeAlias = _Any  # Tensor, Batch, any framework's array, list, number
_DTypeLike: _TypeAlias = _DType | str | type | _np.dtype[_Any]
_DeviceLike: _TypeAlias = _Device | str | None

@_overload
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
    on_error: str = "raise",
    output_type: _ImageType | str | int = 0,
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    use_fast_idct: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Decode pictures from the bytes of their files."""

@_overload
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
    on_error: str = "raise",
    output_type: _ImageType | str | int = 0,
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    use_fast_idct: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Decode pictures from the bytes of their files."""
