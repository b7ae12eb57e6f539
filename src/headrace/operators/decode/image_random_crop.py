"""decoders.image_random_crop: a window of random area and aspect ratio of each picture."""

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
    return decoding.lower(input, "decode_random_crop", **window.parameters())
