"""decoders.image_crop: decodes a window of each image, given by size and relative position."""

from __future__ import annotations

import numpy as np

from ...engine.operator import operator, reference
from ...engine.params import Input
from ..geometry.window import Window, reference_crop_windows, reference_window
from .image import DEPRECATED, UNUSED, Decoding, image


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
    decoding: Decoding,
    window: Window,
):
    """Decode a window of `crop` = [height, width] of each image.

    The pixels are those of `decoders.image` followed by `crop`, but only the window is decoded. A
    size of 0 keeps the whole axis. Positions are relative: 0 is left or top, 1 is right or bottom.
    The window must lie inside the image.

    rounding: how positions become whole pixels, "round" or "truncate".
    The other arguments: as in `decoders.image`.

    >>> import importlib.resources, headrace.dynamic as ndd
    >>> files = importlib.resources.files("headrace.tools") / "demo_images"
    >>> encoded = ndd.tensor((files / "aurora.jpg").read_bytes())
    >>> ndd.decoders.image_crop(encoded, crop=[64, 48], crop_pos_x=0.0).shape
    (64, 48, 3)
    """
    window.crop_d, window.crop_pos_z = 0.0, 0.5  # no effect: images have no depth
    return decoding.lower(input, "decode_crop", **window.parameters("HWC"))


@reference(image_crop)
def _image_crop(data, **arguments):
    pixels = reference_whole(data, arguments)
    window = {p.name: arguments[p.name] for p in Window.params()}
    windows = reference_crop_windows(pixels.shape, "HWC", **window)
    return reference_window(pixels, windows, "error", (0.0,), 2)


def reference_whole(data, arguments) -> np.ndarray:
    """The whole decoded image."""
    names = ("adjust_orientation", "dtype", "output_type", "use_fast_idct")
    return np.asarray(image(data, **{name: arguments[name] for name in names}))
