"""decoders.image: decodes images."""

from __future__ import annotations

from typing import Any

from ... import codecs
from ...core import errors
from ...core.dtype import DType, uint8
from ...core.enums import DALIImageType
from ...engine.operator import Lowered, Out, kernel, operator
from ...engine.params import Group, ImageType, Input, OnError

# Arguments of every image decoder: accepted without effect; deprecated.
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
    """Raises unless the input can be encoded data: uint8, any shape, no layout of pixels."""
    pixels = input.layout is not None and {"H", "W"} <= set(input.layout)
    if input.dtype is not uint8 or input.ndim == 0 or pixels:
        layout = f' and layout "{input.layout}"' if pixels else ""
        raise errors.DecodeError(
            "needs the bytes of a file as a 1-D uint8 value, "
            f"got {input.dtype} with {input.ndim} dimensions{layout}"
            + (": these are pixels already" if pixels else "")
        )


class Decoding(Group):
    """Arguments of every image decoder; `UNUSED` have no effect."""

    adjust_orientation: bool = True
    affine: bool = True
    device_memory_padding: int = 16777216
    device_memory_padding_jpeg2k: int = 0
    dtype: DType = uint8
    host_memory_padding: int = 8388608
    host_memory_padding_jpeg2k: int = 0
    hw_decoder_load: float = 0.65
    hybrid_huffman_threshold: int = 1000000
    jpeg_fancy_upsampling: bool = False
    on_error: OnError = "raise"
    output_type: ImageType = int(DALIImageType.RGB)
    preallocate_height_hint: int = 0
    preallocate_width_hint: int = 0
    use_fast_idct: bool = False

    def lower(self, input: Any, step: str = "decode_image", **window: Any) -> Lowered:
        """The call of a native decoder, with the parameters of the window that it decodes."""
        check_encoded(input)
        return kernel(
            step,
            input,
            out=Out(self.dtype, 3, "HWC"),
            output_type=self.output_type,
            adjust_orientation=self.adjust_orientation,
            fast_idct=self.use_fast_idct,
            fancy_upsampling=True,
            max_pixels=codecs.max_pixels(),
            on_error=self.on_error,
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
    decoding: Decoding,
    cache_batch_copy: bool = True,
    cache_debug: bool = False,
    cache_size: int = 0,
    cache_threshold: int = 0,
    cache_type: str = "",
    scaled_decode: bool = False,
):
    """Decode images from the contents of their files.

    The result has the layout HWC. When the next call reads only a part of the image (a crop), only
    that part is decoded, with identical pixels.

    JPEG, PNG, WebP, BMP and PNM are decoded natively; TIFF, of any depth and number of channels,
    JPEG 2000, GIF and AVIF by Pillow. Of an animation or a file with several images, the first is
    decoded. `headrace doctor` lists the decoders. An image of more than 2**28 pixels is an error;
    the environment variable HEADRACE_MAX_PIXELS sets another limit. Errors in a JPEG that the
    decoder corrects are counted: `get_property(x, key="decode_warnings")`.

    output_type: RGB, BGR, GRAY, YCbCr, or ANY_DATA (the channels of the file, with alpha).
    dtype: values are rescaled from the range of the file to that of the type, [0, 1] for floats;
        16-bit files keep their precision if the type has it.
    adjust_orientation: rotate and mirror the image as its EXIF orientation says.
    scaled_decode: if a resize follows that shrinks a JPEG to a quarter or less, decode it at 1/2,
        1/4 or 1/8 of its size, at least twice the size of the result: much faster, with slightly
        different pixels (PSNR above 40 dB).
    use_fast_idct: a faster, less exact inverse DCT for JPEG.
    on_error: "raise", or "fill": an image that cannot be decoded becomes one black pixel, and the
        rest of the batch is decoded; see `Batch.errors` and `Batch.ok`.

    No effect here: `jpeg_fancy_upsampling` (the CPU always interpolates chroma, as in DALI), and
    the arguments of GPU decoders and their memory: `affine`, `cache_batch_copy`, `cache_debug`,
    `cache_size`, `cache_threshold`, `cache_type`, `device_memory_padding`,
    `device_memory_padding_jpeg2k`, `host_memory_padding`, `host_memory_padding_jpeg2k`,
    `hw_decoder_load`, `hybrid_huffman_threshold`, `preallocate_height_hint`,
    `preallocate_width_hint`.

    >>> import headrace.dynamic as ndd
    >>> import numpy as np
    >>> file = np.frombuffer(b"P3 2 1 255  255 0 0  0 0 255", np.uint8)  # a PNM file is text
    >>> ndd.decoders.image(file).numpy().tolist()
    [[[255, 0, 0], [0, 0, 255]]]
    """
    return decoding.lower(input, scaled=scaled_decode)
