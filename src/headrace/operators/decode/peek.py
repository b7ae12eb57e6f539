"""peek_image_shape: the shapes of encoded images."""

from __future__ import annotations

import numpy as np

from ... import codecs
from ...core import errors
from ...core.dtype import DType, float32, float64, int32, int64, uint32, uint64
from ...core.enums import DALIImageType
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import ImageType, Input
from .image import check_encoded, image

_TYPES = (int32, uint32, int64, uint64, float32, float64)


@operator(
    aliases=["experimental.peek_image_shape"],
    cpu_only="it reads encoded bytes",
)
def peek_image_shape(
    input: Input,
    /,
    *,
    adjust_orientation: bool = True,
    dtype: DType = int64,
    image_type: ImageType = int(DALIImageType.RGB),
):
    """Return the shape (height, width, channels) that `decoders.image` would return.

    Only the headers are read, in a few microseconds per image.

    adjust_orientation: as in the decoder: height and width after the EXIF orientation.
    dtype: int32, uint32, int64, uint64, float32 or float64.
    image_type: the decoder's output_type, which decides the number of channels.

    >>> import importlib.resources, headrace.dynamic as ndd
    >>> files = importlib.resources.files("headrace.tools") / "demo_images"
    >>> encoded = ndd.tensor((files / "aurora.jpg").read_bytes())
    >>> shape = ndd.peek_image_shape(encoded)
    >>> shape.shape, tuple(int(n) for n in shape) == ndd.decoders.image(encoded).shape
    ((3,), True)
    """
    check_encoded(input)
    if dtype not in _TYPES:
        names = ", ".join(t.full_name for t in _TYPES)
        raise errors.ArgumentError(f"dtype may be {names}, got {dtype}")
    return kernel(
        "peek_image_shape",
        input,
        out=Out(dtype, 1),
        output_type=image_type,
        adjust_orientation=adjust_orientation,
        fast_idct=False,
        fancy_upsampling=True,
        max_pixels=codecs.max_pixels(),
    )


@reference(peek_image_shape)
def _peek(data, *, layout, adjust_orientation, dtype, image_type):
    pixels = image(data, adjust_orientation=adjust_orientation, output_type=image_type)
    return np.array(pixels.shape, dtype.numpy)
