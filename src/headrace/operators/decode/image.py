"""decoders.image: encoded pictures to pixels."""

from __future__ import annotations

from typing import Any

from ... import codecs
from ...core import errors
from ...core.dtype import DType, uint8
from ...core.enums import DALIImageType
from ...engine.operator import Lowered, Out, kernel, operator
from ...engine.params import ImageType, Input, OnError

# Arguments of every image decoder.
UNUSED = (
    "affine",
    "device_memory_padding",
    "device_memory_padding_jpeg2k",
    "host_memory_padding",
    "host_memory_padding_jpeg2k",
    "hw_decoder_load",
    "hybrid_huffman_threshold",
    "jpeg_fancy_upsampling",
    "preallocate_height_hint",
    "preallocate_width_hint",
)
DEPRECATED: dict[str, str | None] = {
    "memory_stats": None,
    "split_stages": None,
    "use_chunk_allocator": None,
}


def check_encoded(input: Any) -> None:
    """Encoded pictures are bytes in a row; axes of size 1 around them do no harm."""
    pixels = input.layout is not None and {"H", "W"} <= set(input.layout)
    if input.dtype is not uint8 or input.ndim == 0 or pixels:
        layout = f' and layout "{input.layout}"' if pixels else ""
        raise errors.DecodeError(
            "needs the bytes of a file as a 1-D uint8 value, "
            f"got {input.dtype} with {input.ndim} dimensions{layout}"
            + (": these are pixels already" if pixels else "")
        )


def lower_decode(
    input: Any,
    output_type: int,
    dtype: DType,
    adjust_orientation: bool,
    use_fast_idct: bool,
    on_error: str,
    step: str = "decode_image",
    **window: Any,
) -> Lowered:
    """The decoding step of every image decoder: the native kernel, and where its window lies."""
    check_encoded(input)
    return kernel(
        step,
        input,
        out=Out(dtype, 3, "HWC"),
        output_type=output_type,
        adjust_orientation=adjust_orientation,
        fast_idct=use_fast_idct,
        fancy_upsampling=True,
        max_pixels=codecs.max_pixels(),
        on_error=on_error,
        **window,
    )


@operator(
    "decoders.image",
    aliases=["experimental.decoders.image"],
    graph_aliases=("image_decoder",),
    unused=(
        *UNUSED,
        "cache_batch_copy",
        "cache_debug",
        "cache_size",
        "cache_threshold",
        "cache_type",
    ),
    deprecated=DEPRECATED,
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
    on_error: OnError = "raise",
    output_type: ImageType = int(DALIImageType.RGB),
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    scaled_decode: bool = False,
    use_fast_idct: bool = False,
):
    """Decode pictures from the bytes of their files.

    The result has the layout HWC. When the next step reads only a part of the picture (a crop),
    only that part is decoded, with identical pixels.

    JPEG, PNG, WebP, BMP and PNM are decoded natively; TIFF, JPEG 2000, GIF and AVIF by Pillow, and
    TIFFs of more than 8 bits or 4 channels by tifffile (`pip install "headrace[formats]"`). Of
    animations and files with several pictures the first is taken. `headrace doctor` lists the
    decoders. A picture of more than 2**28 pixels is an error; the environment variable
    HEADRACE_MAX_PIXELS sets another limit. Faults in a JPEG that the decoder can repair are
    counted: `get_property(x, key="decode_warnings")`.

    output_type: RGB, BGR, GRAY, YCbCr, or ANY_DATA (the channels of the file, with alpha).
    dtype: the range of the file is stretched to that of the type, floats get [0, 1]; files of 16
        bits keep them where the type has room.
    adjust_orientation: turn the picture as its EXIF data says.
    scaled_decode: where a resize follows that shrinks a JPEG to a quarter or less, decode it at
        1/2, 1/4 or 1/8 of its size, at least twice that of the result: much less work, and
        pixels that differ a little from those of a full decode (PSNR above 40 dB).
    use_fast_idct: a faster, less exact inverse transform for JPEG.
    on_error: "raise", or "fill": a picture that cannot be decoded becomes one black pixel, the rest
        of the batch goes on; see `Batch.errors` and `Batch.ok`.

    No effect here: `jpeg_fancy_upsampling` (chroma is always smooth on the CPU, as in DALI), and
    what steers GPU decoders and their memory: `affine`, `cache_batch_copy`, `cache_debug`,
    `cache_size`, `cache_threshold`, `cache_type`, `device_memory_padding`,
    `device_memory_padding_jpeg2k`, `host_memory_padding`, `host_memory_padding_jpeg2k`,
    `hw_decoder_load`, `hybrid_huffman_threshold`, `preallocate_height_hint`,
    `preallocate_width_hint`.

    >>> import headrace.dynamic as ndd
    >>> import numpy as np
    >>> file = np.frombuffer(b"P3 2 1 255  255 0 0  0 0 255", np.uint8)  # a text as a picture
    >>> ndd.decoders.image(file).numpy().tolist()
    [[[255, 0, 0], [0, 0, 255]]]
    """
    return lower_decode(
        input,
        output_type,
        dtype,
        adjust_orientation,
        use_fast_idct,
        on_error,
        scaled=scaled_decode,
    )
