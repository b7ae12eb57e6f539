"""decoders.image_slice: decodes a window of each image, given by its start and end."""

from __future__ import annotations

from ...engine.operator import operator, reference
from ...engine.params import Input
from ..geometry.slice import SliceWindow, reference_slice_windows
from ..geometry.window import reference_window
from .image import DEPRECATED, UNUSED, Decoding
from .image_crop import reference_whole


@operator(
    "decoders.image_slice",
    aliases=["experimental.decoders.image_slice"],
    graph_aliases=("image_decoder_slice",),
    unused=UNUSED,
    deprecated=DEPRECATED,
)
def image_slice(
    data: Input,
    anchor: Input = None,
    shape_input: Input = None,
    /,
    *,
    decoding: Decoding,
    window: SliceWindow,
):
    """Decode a window of each image, given by its start and end on the axes "WH" or those named.

    The pixels are those of `decoders.image` followed by `slice`, but only the window is decoded.
    It is given as in `slice`: start and end, or start and shape, in pixels; or rel_start, rel_end
    and rel_shape, relative to the axis; or two inputs, an anchor and a shape. Axis 0 is H, axis 1
    is W. The window must lie inside the image.

    The other arguments: as in `decoders.image`.

    >>> import importlib.resources, headrace.dynamic as ndd
    >>> files = importlib.resources.files("headrace.tools") / "demo_images"
    >>> encoded = ndd.tensor((files / "aurora.jpg").read_bytes())
    >>> ndd.decoders.image_slice(encoded, start=[10, 20], shape=[64, 48]).shape
    (48, 64, 3)
    >>> right_half = ndd.decoders.image_slice(encoded, rel_start=[0.5], axis_names="W")
    >>> right_half.shape[1] == ndd.decoders.image(encoded).shape[1] // 2
    True
    """
    ends = window.parameters(2, "HW", anchor, shape_input)
    return decoding.lower(data, "decode_slice", **ends)


@reference(image_slice)
def _image_slice(data, anchor=None, shape_input=None, **arguments):
    pixels = reference_whole(data, arguments)
    ends = {p.name: arguments[p.name] for p in SliceWindow.params()}
    windows = reference_slice_windows(pixels.shape[:2], "HW", anchor, shape_input, **ends)
    return reference_window(pixels, [*windows, (0, pixels.shape[2])], "error", (0.0,), 2)
