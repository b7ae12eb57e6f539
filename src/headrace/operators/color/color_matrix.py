"""hsv, hue, saturation, color_twist: colour changes by one matrix per image."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from ...core import errors
from ...core.dtype import DType, bool_, uint8
from ...core.enums import DALIImageType
from ...engine import cases
from ...engine.operator import Lowered, Out, kernel, operator, reference
from ...engine.params import ImageType, Input, PerFrame

# FHWC precedes DHWC: a 4-D value without a layout is a sequence.
_LAYOUTS = ("HWC", "FHWC", "DHWC")


def _color_matrix(input: Any, dtype: DType | None, **arguments: Any) -> Lowered:
    if bool_ in (input.dtype, dtype):
        raise errors.DTypeError("takes and gives numbers, not bool: cast it")
    return kernel(
        "color_matrix", input, out=Out(dtype or input.dtype, input.ndim, input.layout), **arguments
    )


@operator(
    layouts=_LAYOUTS,
    sequences=True,
    samples=[
        cases.Case(
            [cases.images()],
            {"hue": cases.PerSample([20.0, -120.0, 300.0], "float32"), "saturation": 1.5},
            1e-3,
        ),
        cases.Case(
            [cases.images("float32", "FHWC")],
            {"value": 0.5, "saturation": 0.25, "dtype": "float32"},
            1e-3,
        ),
    ],
)
def hsv(
    input: Input,
    /,
    *,
    dtype: DType = uint8,
    hue: PerFrame[float] = 0.0,
    saturation: PerFrame[float] = 1.0,
    value: PerFrame[float] = 1.0,
):
    """Rotate the hue of RGB pixels, and scale their saturation and their value.

    hue: angle in degrees.
    saturation: factor; 0 makes grey.
    value: factor of all channels.

    The hue is rotated in the chroma plane, so that all three changes are one matrix. The result is
    rounded and saturated to `dtype` (uint8 by default).

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[200, 100, 50]]], dtype=ndd.uint8, layout="HWC")
    >>> ndd.hsv(x, saturation=0.0, value=0.5)[0, 0].tolist()
    [62, 62, 62]
    """
    return _color_matrix(input, dtype, hue=hue, saturation=saturation, value=value)


@operator(
    layouts=_LAYOUTS,
    sequences=True,
    unused=("image_type",),
    samples=[
        cases.Case([cases.images()], {"hue": 45.0}, 1e-3),
        cases.Case(
            [cases.images("int16", "DHWC")],
            {"hue": cases.PerSample([0.0, 90.0, 180.0], "float32"), "dtype": "float32"},
            1e-3,
        ),
        cases.Case(
            [cases.images()],
            {"hue": cases.PerSample([0.0, 75.0, -100.0], "float32"), "space": "HSV"},
            1,
        ),
    ],
)
def hue(
    input: Input,
    /,
    *,
    dtype: DType = None,
    hue: PerFrame[float] = 0.0,
    image_type: ImageType = int(DALIImageType.RGB),
    space: Literal["YIQ", "HSV"] = "YIQ",
):
    """Rotate the hue of RGB pixels by an angle in degrees.

    `image_type` has no effect: the input is RGB.

    space: "YIQ" turns colours in a plane of chroma, as DALI does. "HSV" keeps their largest and
        smallest channel, as Pillow and torchvision do.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[200, 100, 50]]], dtype=ndd.uint8, layout="HWC")
    >>> ndd.hue(x, hue=180.0)[0, 0].tolist()
    [48, 148, 199]
    """
    if space == "YIQ":
        return _color_matrix(input, dtype, hue=hue)
    if bool_ in (input.dtype, dtype):
        raise errors.DTypeError("takes and gives numbers, not bool: cast it")
    return kernel(
        "hue_hsv", input, out=Out(dtype or input.dtype, input.ndim, input.layout), hue=hue
    )


@operator(
    layouts=_LAYOUTS,
    sequences=True,
    unused=("image_type",),
    samples=[
        cases.Case(
            [cases.images()], {"saturation": cases.PerSample([0.0, 1.0, 3.0], "float32")}, 1e-3
        ),
        cases.Case([cases.images("float16", "DHWC")], {"saturation": 0.5}, 0.25),
    ],
)
def saturation(
    input: Input,
    /,
    *,
    dtype: DType = None,
    image_type: ImageType = int(DALIImageType.RGB),
    saturation: PerFrame[float] = 1.0,
):
    """Scale the saturation of RGB pixels: 0 makes grey, 1 changes nothing.

    `image_type` has no effect: the input is RGB.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[200, 100, 50]]], dtype=ndd.uint8, layout="HWC")
    >>> ndd.saturation(x, saturation=0.5)[0, 0].tolist()
    [162, 112, 87]
    """
    return _color_matrix(input, dtype, saturation=saturation)


@operator(
    layouts=_LAYOUTS,
    sequences=True,
    unused=("image_type",),
    samples=[
        cases.Case(
            [cases.images()],
            {
                "hue": 30.0,
                "saturation": 1.25,
                "brightness": cases.PerSample([0.5, 1.0, 1.5], "float32"),
                "contrast": 0.75,
            },
            1e-3,
        ),
        cases.Case(
            [cases.images("uint8", "FHWC")],
            {
                "hue": cases.PerSample(
                    [[10.0, 20.0], [0.0, 90.0, 200.0], [-5.0]], "float32", per_frame=True
                )
            },
        ),
        cases.Case([cases.images("float32")], {"contrast": 2.0, "brightness": 0.5}, 1e-3),
    ],
)
def color_twist(
    input: Input,
    /,
    *,
    brightness: PerFrame[float] = 1.0,
    contrast: PerFrame[float] = 1.0,
    dtype: DType = None,
    hue: PerFrame[float] = 0.0,
    image_type: ImageType = int(DALIImageType.RGB),
    saturation: PerFrame[float] = 1.0,
):
    """Change hue and saturation, then contrast, then brightness of RGB pixels, in one step.

    hue: angle in degrees. saturation: factor; 0 makes grey.
    contrast: factor of the distance from the centre, 128 for integers and 0.5 for floats.
    brightness: factor of the result.

    `image_type` has no effect: the input is RGB.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[200, 100, 50]]], dtype=ndd.uint8, layout="HWC")
    >>> ndd.color_twist(x, contrast=0.5, brightness=1.5)[0, 0].tolist()
    [246, 171, 133]
    """
    return _color_matrix(
        input, dtype, hue=hue, saturation=saturation, brightness=brightness, contrast=contrast
    )


_TO_YIQ = np.float32([[0.299, 0.587, 0.114], [0.596, -0.274, -0.321], [0.211, -0.523, 0.311]])
_FROM_YIQ = np.float32(
    [
        [0.99966437, 0.9565412, 0.6208617],
        [0.99962485, -0.27227446, -0.6474513],
        [1.0028123, -1.106848, 1.7054056],
    ]
)


def _product(a, b):
    """Matrix product in float32; terms are added from left to right."""
    return (a[:, :1] * b[:1] + a[:, 1:2] * b[1:2]) + a[:, 2:] * b[2:]


def _reference(
    x,
    *,
    layout,
    dtype,
    hue=0.0,
    saturation=1.0,
    value=1.0,
    brightness=1.0,
    contrast=1.0,
    image_type=0,
):
    target = x.dtype if dtype is None else dtype.numpy
    s, v, b, c = (np.float32(k) for k in (saturation, value, brightness, contrast))
    angle = float(np.float32(np.float64(np.float32(hue)) * np.pi / 180))
    cos, sin = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    matrix = _FROM_YIQ * (b * c)
    for factor in (
        np.float32([[1, 0, 0], [0, cos, sin], [0, -sin, cos]]),
        np.diag([np.float32(1), s, s]),
        np.diag([v, v, v]),
        _TO_YIQ,
    ):
        matrix = _product(matrix, factor)
    half = np.float32(128 if x.dtype.kind in "iu" else 0.5)
    p = x.astype(np.float32)[..., None, :] * matrix
    y = ((p[..., 0] + p[..., 1]) + p[..., 2]) + (half - half * c) * b
    if target.kind in "iu":
        y = y.astype(np.float64)
        y = np.clip(np.trunc(y + np.copysign(0.5, y)), np.iinfo(target).min, np.iinfo(target).max)
    return y.astype(target)


for _f in (hsv, saturation, color_twist):
    reference(_f)(_reference)


@reference(hue)
def _hue(x, *, layout, dtype, hue, image_type, space):  # type: ignore[no-untyped-def]
    if space == "YIQ":
        return _reference(x, layout=layout, dtype=dtype, hue=hue)
    target = x.dtype if dtype is None else dtype.numpy
    r, g, b = np.moveaxis(x.astype(np.float64), -1, 0)
    top = np.maximum(np.maximum(r, g), b)
    chroma = top - np.minimum(np.minimum(r, g), b)
    per = 1 / np.where(chroma > 0, chroma, 1)
    sixths = np.where(
        top == r, (g - b) * per, np.where(top == g, 2 + (b - r) * per, 4 + (r - g) * per)
    )
    ramps = [(n + sixths + float(hue) / 60) % 6 for n in (5, 3, 1)]
    y = np.stack([top - chroma * np.clip(np.minimum(k, 4 - k), 0, 1) for k in ramps], -1)
    if target.kind in "iu":
        y = np.clip(np.trunc(y + np.copysign(0.5, y)), np.iinfo(target).min, np.iinfo(target).max)
    return y.astype(target)
