"""jpeg_compression_distortion: artefacts of JPEG compression."""

from __future__ import annotations

from ...core import errors
from ...core.dtype import uint8
from ...engine import cases
from ...engine.operator import kernel, operator, reference
from ...engine.params import Input, PerSample
from .jpeg_reference import jpeg


@operator(
    layouts=("HWC", "FHWC"),
    sequences=True,
    samples=[
        cases.Case([cases.images()], {"quality": cases.PerSample([5, 50, 95], "int32")}),
        cases.Case([cases.Sample([(40, 70, 3), (17, 33, 3), (1, 5, 3)], "uint8", "HWC")]),
        cases.Case([cases.images("uint8", "FHWC")], {"quality": 30}),
    ],
)
def jpeg_compression_distortion(input: Input, /, *, quality: PerSample[int] = 50):
    """Add the artefacts of JPEG compression to RGB images.

    The pixels are exactly those that libjpeg compresses and decompresses, with 4:2:0 chroma.

    quality: from 1 (worst) to 100; other numbers are clamped.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[255, 0, 0]] * 16] * 16, dtype=ndd.uint8, layout="HWC")
    >>> ndd.jpeg_compression_distortion(x, quality=10)[0, 0].tolist()
    [255, 2, 4]
    """
    if input.dtype is not uint8:
        raise errors.DTypeError(f"takes uint8 images, got {input.dtype.full_name}: cast them")
    return kernel("jpeg_distortion", input, quality=quality)


@reference(jpeg_compression_distortion)
def _jpeg(x, *, layout, quality):
    return jpeg(x, int(quality))
