"""decoders.image_random_crop: decodes a random window of each image."""

from __future__ import annotations

from ...engine.operator import operator
from ...engine.params import Input
from ..geometry.window import RandomWindow
from .image import DEPRECATED, UNUSED, Decoding


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
    decoding: Decoding,
    window: RandomWindow,
):
    """Decode a window of random area and aspect ratio of each image.

    Random numbers come from `rng`, or from the thread's generator. The window is the one that
    `random_resized_crop` would draw; only the window is decoded.

    random_area: range of the window's area relative to the image, uniform. random_aspect_ratio:
        range of width / height, uniform in its logarithm. After num_attempts windows that do not
        fit, the largest window with an allowed ratio is taken.
    The other arguments: as in `decoders.image`.

    >>> import importlib.resources, headrace.dynamic as ndd
    >>> files = importlib.resources.files("headrace.tools") / "demo_images"
    >>> encoded = ndd.tensor((files / "aurora.jpg").read_bytes())
    >>> x = ndd.decoders.image_random_crop(encoded, random_area=[0.25, 0.25])
    >>> x.ndim, x.layout
    (3, 'HWC')
    """
    return decoding.lower(input, "decode_random_crop", **window.parameters())
