"""Type stubs of headrace.ops.decoders, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t
from headrace import fn as _fn

class Image(_t.Operator):
    """Decode images from the contents of their files."""
    def __init__(
        self,
        *,
        adjust_orientation: _t.bool = True,
        affine: _t.bool = True,
        cache_batch_copy: _t.bool = True,
        cache_debug: _t.bool = False,
        cache_size: int = 0,
        cache_threshold: int = 0,
        cache_type: str = "",
        device_memory_padding: int = 16777216,
        device_memory_padding_jpeg2k: int = 0,
        dtype: _t.DTypeLike = ...,
        host_memory_padding: int = 8388608,
        host_memory_padding_jpeg2k: int = 0,
        hw_decoder_load: float = 0.65,
        hybrid_huffman_threshold: int = 1000000,
        jpeg_fancy_upsampling: _t.bool = False,
        on_error: _t.Literal["raise", "fill"] = "raise",
        output_type: _t.ImageType = 0,
        preallocate_height_hint: int = 0,
        preallocate_width_hint: int = 0,
        scaled_decode: _t.bool = False,
        use_fast_idct: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.decoders.image)
    def __call__(self) -> _t.Any: ...

class ImageCrop(_t.Operator):
    """Decode a window of `crop` = [height, width] of each image."""
    def __init__(
        self,
        *,
        adjust_orientation: _t.bool = True,
        affine: _t.bool = True,
        crop: _t.Floats | _t.Any | None = None,
        crop_d: float | _t.Any = 0.0,
        crop_h: float | _t.Any = 0.0,
        crop_pos_x: float | _t.Any = 0.5,
        crop_pos_y: float | _t.Any = 0.5,
        crop_pos_z: float | _t.Any = 0.5,
        crop_w: float | _t.Any = 0.0,
        device_memory_padding: int = 16777216,
        device_memory_padding_jpeg2k: int = 0,
        dtype: _t.DTypeLike = ...,
        host_memory_padding: int = 8388608,
        host_memory_padding_jpeg2k: int = 0,
        hw_decoder_load: float = 0.65,
        hybrid_huffman_threshold: int = 1000000,
        jpeg_fancy_upsampling: _t.bool = False,
        on_error: _t.Literal["raise", "fill"] = "raise",
        output_type: _t.ImageType = 0,
        preallocate_height_hint: int = 0,
        preallocate_width_hint: int = 0,
        rounding: _t.Literal["round", "truncate"] = "round",
        use_fast_idct: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.decoders.image_crop)
    def __call__(self) -> _t.Any: ...

class ImageRandomCrop(_t.Operator):
    """Decode a window of random area and aspect ratio of each image."""
    def __init__(
        self,
        *,
        adjust_orientation: _t.bool = True,
        affine: _t.bool = True,
        device_memory_padding: int = 16777216,
        device_memory_padding_jpeg2k: int = 0,
        dtype: _t.DTypeLike = ...,
        host_memory_padding: int = 8388608,
        host_memory_padding_jpeg2k: int = 0,
        hw_decoder_load: float = 0.65,
        hybrid_huffman_threshold: int = 1000000,
        jpeg_fancy_upsampling: _t.bool = False,
        num_attempts: int = 10,
        on_error: _t.Literal["raise", "fill"] = "raise",
        output_type: _t.ImageType = 0,
        preallocate_height_hint: int = 0,
        preallocate_width_hint: int = 0,
        random_area: _t.Floats = ...,
        random_aspect_ratio: _t.Floats = ...,
        use_fast_idct: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
        seed: int | None = None,
    ) -> None: ...
    @_t.method(_fn.decoders.image_random_crop)
    def __call__(self) -> _t.Any: ...

class ImageSlice(_t.Operator):
    """Decode a window of each image, given by its start and end on the axes "WH" or those named."""
    def __init__(
        self,
        *,
        adjust_orientation: _t.bool = True,
        affine: _t.bool = True,
        axes: _t.Ints | _t.Any | None = None,
        axis_names: str | None = None,
        device_memory_padding: int = 16777216,
        device_memory_padding_jpeg2k: int = 0,
        dtype: _t.DTypeLike = ...,
        end: _t.Ints | _t.Any | None = None,
        host_memory_padding: int = 8388608,
        host_memory_padding_jpeg2k: int = 0,
        hw_decoder_load: float = 0.65,
        hybrid_huffman_threshold: int = 1000000,
        jpeg_fancy_upsampling: _t.bool = False,
        normalized_anchor: _t.bool = True,
        normalized_shape: _t.bool = True,
        on_error: _t.Literal["raise", "fill"] = "raise",
        output_type: _t.ImageType = 0,
        preallocate_height_hint: int = 0,
        preallocate_width_hint: int = 0,
        rel_end: _t.Floats | _t.Any | None = None,
        rel_shape: _t.Floats | _t.Any | None = None,
        rel_start: _t.Floats | _t.Any | None = None,
        shape: _t.Ints | _t.Any | None = None,
        start: _t.Ints | _t.Any | None = None,
        use_fast_idct: _t.bool = False,
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.decoders.image_slice)
    def __call__(self) -> _t.Any: ...

class Numpy(_t.Operator):
    """Decode arrays from the bytes of .npy files, as NumPy's `save` writes them."""
    def __init__(
        self,
        *,
        dtype: _t.DTypeLike | None = None,
        on_error: _t.Literal["raise", "fill"] = "raise",
        device: str | None = None,
        name: str | None = None,
        preserve: _t.bool | None = None,
        bytes_per_sample_hint: _t.Any = None,
    ) -> None: ...
    @_t.method(_fn.decoders.numpy)
    def __call__(self) -> _t.Any: ...
