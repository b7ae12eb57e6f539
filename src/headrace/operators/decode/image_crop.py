"""decoders.image_crop: a window of each picture, given by its size and a relative position."""

from __future__ import annotations

import numpy as np

from ...core.dtype import DType, uint8
from ...core.enums import DALIImageType
from ...engine.operator import operator, reference
from ...engine.params import ImageType, Input, OnError, PerSample
from ..geometry.window import Rounding, crop_parameters, reference_crop_windows, reference_window
from .image import DEPRECATED, UNUSED, image, lower_decode


@operator(
    "decoders.image_crop",
    aliases=["experimental.decoders.image_crop"],
    graph_aliases=("image_decoder_crop",),
    unused=(*UNUSED, "crop_d", "crop_pos_z"),
    deprecated=DEPRECATED,
)
def image_crop(
    input: Input,
    /,
    *,
    adjust_orientation: bool = True,
    affine: bool = True,
    crop: PerSample[list[float]] = None,
    crop_d: PerSample[float] = 0.0,
    crop_h: PerSample[float] = 0.0,
    crop_pos_x: PerSample[float] = 0.5,
    crop_pos_y: PerSample[float] = 0.5,
    crop_pos_z: PerSample[float] = 0.5,
    crop_w: PerSample[float] = 0.0,
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
    rounding: Rounding = "round",
    use_fast_idct: bool = False,
):
    """Decode a window of `crop` = [height, width] of each picture.

    The pixels are those of `decoders.image` followed by `crop`; only the window is decoded. A size
    of 0 keeps the whole axis. Positions are relative: 0 is the left or top, 1 the right or bottom.
    The window has to lie inside the picture.

    rounding: of the position to whole pixels, "round" or "truncate".
    The other arguments: as in `decoders.image`.

    >>> import importlib.resources, headrace.dynamic as ndd
    >>> files = importlib.resources.files("headrace.tools") / "demo_images"
    >>> encoded = ndd.tensor((files / "aurora.jpg").read_bytes())
    >>> ndd.decoders.image_crop(encoded, crop=[64, 48], crop_pos_x=0.0).shape
    (64, 48, 3)
    """
    window = crop_parameters(
        "HWC",
        crop=crop,
        crop_d=0.0,  # pictures have no depth: taken, and of no effect
        crop_h=crop_h,
        crop_w=crop_w,
        crop_pos_x=crop_pos_x,
        crop_pos_y=crop_pos_y,
        crop_pos_z=0.5,
        rounding=rounding,
    )
    return lower_decode(
        input,
        output_type,
        dtype,
        adjust_orientation,
        use_fast_idct,
        on_error,
        step="decode_crop",
        **window,
    )


@reference(image_crop)
def _image_crop(  # type: ignore[no-untyped-def]
    data, *, crop, crop_h, crop_w, crop_pos_x, crop_pos_y, rounding, **arguments
):
    pixels = reference_whole(data, arguments)
    positions = (crop_pos_x, crop_pos_y, 0.5)
    windows = reference_crop_windows(
        pixels.shape, "HWC", crop, 0.0, crop_h, crop_w, positions, rounding
    )
    return reference_window(pixels, windows, "error", (0.0,), 2)


def reference_whole(data, arguments) -> np.ndarray:  # type: ignore[no-untyped-def]
    """The whole picture, for windows to be cut out of it."""
    names = ("adjust_orientation", "dtype", "output_type", "use_fast_idct")
    return np.asarray(image(data, **{name: arguments[name] for name in names}))
