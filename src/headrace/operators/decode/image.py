"""decoders.image: encoded pictures to pixels."""

from __future__ import annotations

from typing import Any

from ...core import errors
from ...core.dtype import DType, uint8
from ...core.enums import DALIImageType
from ...engine.operator import Lowered, Out, kernel, operator
from ...engine.params import ImageType, Input

MAX_PIXELS = 1 << 28  # of one picture: beyond it a header is taken for hostile


def lower_decode(
    input: Any,
    output_type: int,
    dtype: DType,
    adjust_orientation: bool,
    use_fast_idct: bool,
    on_error: str,
) -> Lowered:
    """The decoding step of every image decoder."""
    if input.dtype is not uint8 or input.ndim != 1:
        raise errors.DecodeError(
            "needs the bytes of a file as a 1-D uint8 value, "
            f"got {input.dtype} with {input.ndim} dimensions"
        )
    if dtype.kind is DType.Kind.float:
        scale = 1 / 255
    elif dtype.kind is DType.Kind.bool:
        scale = 1.0
    else:
        bits = dtype.bits - (dtype.kind is DType.Kind.signed)
        scale = (2.0**bits - 1) / 255
    return kernel(
        "decode_image",
        input,
        out=Out(dtype, 3, "HWC"),
        output_type=output_type,
        adjust_orientation=adjust_orientation,
        fast_idct=use_fast_idct,
        fancy_upsampling=True,
        max_pixels=MAX_PIXELS,
        scale=scale,
        on_error=on_error,
    )


@operator(
    "decoders.image",
    unused=(
        "affine",
        "cache_batch_copy",
        "cache_debug",
        "cache_size",
        "cache_threshold",
        "cache_type",
        "device_memory_padding",
        "device_memory_padding_jpeg2k",
        "host_memory_padding",
        "host_memory_padding_jpeg2k",
        "hw_decoder_load",
        "hybrid_huffman_threshold",
        "jpeg_fancy_upsampling",
        "preallocate_height_hint",
        "preallocate_width_hint",
    ),
    deprecated={"memory_stats": None, "split_stages": None, "use_chunk_allocator": None},
)
def image(
    input: Input,
    /,
    *,
    adjust_orientation: bool = True,
    affine: bool = True,
    cache_batch_copy: bool = True,
    cache_debug: bool = False,
    cache_size: int = 0,
    cache_threshold: int = 0,
    cache_type: str = "",
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: DType = uint8,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: bool = False,
    on_error: str = "raise",
    output_type: ImageType = int(DALIImageType.RGB),
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    use_fast_idct: bool = False,
):
    """Decode pictures from the bytes of their files.

    The result has the layout HWC. When the next step reads only a part of the picture (a crop),
    only that part is decoded, with identical pixels.

    output_type: RGB, BGR, GRAY, YCbCr, or ANY_DATA (as stored).
    dtype: integers other than uint8 get the 8-bit range stretched to theirs, floats get [0, 1].
    adjust_orientation: turn the picture as its EXIF data says.
    use_fast_idct: a faster, less exact inverse transform for JPEG.
    on_error: "raise", or "fill": a picture that cannot be decoded becomes one black pixel, the rest
        of the batch goes on; see `Batch.errors` and `Batch.ok`.

    The other arguments steer memory and caches of GPU decoders; they have no effect here.
    """
    return lower_decode(input, output_type, dtype, adjust_orientation, use_fast_idct, on_error)
