"""decoders.image_slice: a window of each picture, given by its ends."""

from __future__ import annotations

from ...core.dtype import DType, uint8
from ...core.enums import DALIImageType
from ...engine.operator import operator, reference
from ...engine.params import ImageType, Input, Layout, OnError, PerSample
from ..geometry.slice import reference_slice_windows, slice_parameters
from ..geometry.window import reference_window
from .image import DEPRECATED, UNUSED, lower_decode
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
    adjust_orientation: bool = True,
    affine: bool = True,
    axes: PerSample[list[int]] = None,
    axis_names: Layout = None,
    device_memory_padding: int = 16777216,
    device_memory_padding_jpeg2k: int = 0,
    dtype: DType = uint8,
    end: PerSample[list[int]] = None,
    host_memory_padding: int = 8388608,
    host_memory_padding_jpeg2k: int = 0,
    hw_decoder_load: float = 0.65,
    hybrid_huffman_threshold: int = 1000000,
    jpeg_fancy_upsampling: bool = False,
    normalized_anchor: bool = True,
    normalized_shape: bool = True,
    on_error: OnError = "raise",
    output_type: ImageType = int(DALIImageType.RGB),
    preallocate_height_hint: int = 0,
    preallocate_width_hint: int = 0,
    rel_end: PerSample[list[float]] = None,
    rel_shape: PerSample[list[float]] = None,
    rel_start: PerSample[list[float]] = None,
    shape: PerSample[list[int]] = None,
    start: PerSample[list[int]] = None,
    use_fast_idct: bool = False,
):
    """Decode a window of each picture, given by its ends on the axes "WH", or those named.

    The pixels are those of `decoders.image` followed by `slice`; only the window is decoded. Ends
    are given as in `slice`: start and end, or start and shape, in pixels, or as parts of the axis
    with rel_start, rel_end and rel_shape; or as two inputs, an anchor and a shape. The axes are H
    and W, numbered 0 and 1. The window has to lie inside the picture.

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
    window = slice_parameters(
        2,
        "HW",
        (anchor, shape_input),
        (normalized_anchor, normalized_shape),
        axes,
        axis_names,
        {"start": start, "rel_start": rel_start},
        {"end": end, "rel_end": rel_end, "shape": shape, "rel_shape": rel_shape},
    )
    return lower_decode(
        data,
        output_type,
        dtype,
        adjust_orientation,
        use_fast_idct,
        on_error,
        step="decode_slice",
        **window,
    )


@reference(image_slice)
def _image_slice(  # type: ignore[no-untyped-def]
    data,
    anchor=None,
    shape_input=None,
    *,
    axes,
    axis_names,
    normalized_anchor,
    normalized_shape,
    **arguments,
):
    pixels = reference_whole(data, arguments)
    windows = reference_slice_windows(
        pixels.shape[:2],
        "HW",
        (anchor, shape_input),
        (normalized_anchor, normalized_shape),
        axes,
        axis_names,
        arguments,
    )
    return reference_window(pixels, [*windows, (0, pixels.shape[2])], "error", (0.0,), 2)
