"""decoders.image_random_crop: a window of random area and aspect ratio of each picture."""

from __future__ import annotations

from ...core.dtype import DType, uint8
from ...core.enums import DALIImageType
from ...engine.operator import operator
from ...engine.params import ImageType, Input, OnError
from ..geometry.window import random_window
from .image import DEPRECATED, UNUSED, lower_decode


@operator(
    "decoders.image_random_crop",
    aliases=["experimental.decoders.image_random_crop"],
    graph_aliases=("image_decoder_random_crop",),
    random=True,
    unused=UNUSED,
    deprecated=DEPRECATED,
)
def image_random_crop(
    input: Input,
    /,
    *,
    adjust_orientation: bool = True,
    affine: bool = True,
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: DType = uint8,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: bool = False,
    num_attempts: int = 10,
    on_error: OnError = "raise",
    output_type: ImageType = int(DALIImageType.RGB),
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    random_area: list[float] = (0.08, 1.0),
    random_aspect_ratio: list[float] = (0.75, 1.333333),
    use_fast_idct: bool = False,
):
    """Decode a window of random area and aspect ratio of each picture.

    The numbers come from `rng`, or from the thread's generator; the window is the one that
    `random_resized_crop` would resize. Only the window is decoded.

    random_area: part of the picture's area, from a uniform distribution. random_aspect_ratio: width
        by height; its logarithm is uniform. After num_attempts windows that do not fit, one of the
        largest with an allowed ratio is taken.
    The other arguments: as in `decoders.image`.

    >>> import importlib.resources, headrace.dynamic as ndd
    >>> files = importlib.resources.files("headrace.tools") / "demo_images"
    >>> encoded = ndd.tensor((files / "aurora.jpg").read_bytes())
    >>> x = ndd.decoders.image_random_crop(encoded, random_area=[0.25, 0.25])
    >>> x.ndim, x.layout
    (3, 'HWC')
    """
    return lower_decode(
        input,
        output_type,
        dtype,
        adjust_orientation,
        use_fast_idct,
        on_error,
        step="decode_random_crop",
        **random_window(random_area, random_aspect_ratio, num_attempts),
    )
