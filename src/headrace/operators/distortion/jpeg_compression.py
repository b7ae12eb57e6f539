"""jpeg_compression_distortion: the traces that a JPEG file of some quality leaves."""

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
    """RGB images as they are after compression to JPEG and decompression.

    quality: from 1, the worst, to 100; numbers beyond are taken for the nearest of these. Chroma
        has half the resolution (4:2:0). Pixels are those of libjpeg, to the bit.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[255, 0, 0]] * 16] * 16, dtype=ndd.uint8, layout="HWC")
    >>> ndd.jpeg_compression_distortion(x, quality=10)[0, 0].tolist()
    [255, 2, 4]
    """
    if input.dtype is not uint8:
        raise errors.DTypeError(f"takes uint8 images, got {input.dtype.full_name}: cast them")
    return kernel("jpeg_distortion", input, quality=quality)


@reference(jpeg_compression_distortion)
def _jpeg(x, *, layout, quality):  # type: ignore[no-untyped-def]
    return jpeg(x, int(quality))
