"""brightness, contrast, brightness_contrast: linear functions of pixel values."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Lowered, Out, kernel, operator, reference
from ...engine.params import Input, PerFrame

# FHWC precedes DHWC: a 4-D value without a layout is a sequence.
_LAYOUTS = ("FHWC", "DHWC", "HWC")


def _scale_shift(input: Any, dtype: DType | None, **arguments: Any) -> Lowered:
    return kernel(
        "scale_shift", input, out=Out(dtype or input.dtype, input.ndim, input.layout), **arguments
    )


@operator(
    layouts=_LAYOUTS,
    sequences=True,
    samples=[
        cases.Case(
            [cases.images()],
            {"brightness": cases.PerSample([0.5, 1.0, 2.0], "float32"), "brightness_shift": 0.125},
        ),
        cases.Case(
            [cases.images("float32", "FHWC", low=0.0, high=1.0)],
            {"brightness": 1.5, "dtype": "uint8", "brightness_shift": 0.25},
        ),
    ],
)
def brightness(
    input: Input,
    /,
    *,
    brightness: PerFrame[float] = 1.0,
    brightness_shift: PerFrame[float] = 0.0,
    dtype: DType = None,
):
    """Multiply pixels by `brightness` and add `brightness_shift` × the range of the output type.

    The range is the largest value of an integer type, and 1 for floats.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[10], [20], [200]]], dtype=ndd.uint8, layout="HWC")
    >>> ndd.brightness(x, brightness=2.0)[0, :, 0].tolist()
    [20, 40, 255]
    """
    return _scale_shift(input, dtype, brightness=brightness, brightness_shift=brightness_shift)


@operator(
    layouts=_LAYOUTS,
    sequences=True,
    samples=[
        cases.Case([cases.images()], {"contrast": cases.PerSample([0.5, 1.0, 2.0], "float32")}),
        cases.Case(
            [cases.images("int16", "DHWC")],
            {"contrast": 1.5, "contrast_center": 10.0, "dtype": "float32"},
            1e-3,
        ),
    ],
)
def contrast(
    input: Input,
    /,
    *,
    contrast: PerFrame[float] = 1.0,
    contrast_center: PerFrame[float] = None,
    dtype: DType = None,
):
    """Scale the distance of pixels from `contrast_center`.

    The centre is a value of the input type; by default half of the range of an integer type (128
    for uint8), and 0.5 for floats.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[100], [128], [200]]], dtype=ndd.uint8, layout="HWC")
    >>> ndd.contrast(x, contrast=2.0)[0, :, 0].tolist()
    [72, 128, 255]
    """
    return _scale_shift(input, dtype, contrast=contrast, contrast_center=contrast_center)


@operator(
    layouts=_LAYOUTS,
    sequences=True,
    samples=[
        cases.Case(
            [cases.images()], {"brightness": 1.25, "contrast": 0.5, "contrast_center": 100.0}
        ),
        cases.Case(
            [cases.images("float32")],
            {"brightness": 1.25, "contrast": 0.5, "brightness_shift": 0.5},
            1e-3,
        ),
        cases.Case(
            [cases.images("uint8", "FHWC")],
            {
                "brightness": cases.PerSample(
                    [[1.0, 0.5], [2.0, 0.5, 0.25], [1.5]], "float32", per_frame=True
                )
            },
        ),
    ],
)
def brightness_contrast(
    input: Input,
    /,
    *,
    brightness: PerFrame[float] = 1.0,
    brightness_shift: PerFrame[float] = 0.0,
    contrast: PerFrame[float] = 1.0,
    contrast_center: PerFrame[float] = None,
    dtype: DType = None,
):
    """Change contrast, then brightness, in one step: see `contrast` and `brightness`.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[0.0], [0.5], [1.0]]], layout="HWC")
    >>> ndd.brightness_contrast(x, brightness=2.0, contrast=0.5)[0, :, 0].tolist()
    [0.5, 1.0, 1.5]
    """
    return _scale_shift(
        input,
        dtype,
        brightness=brightness,
        brightness_shift=brightness_shift,
        contrast=contrast,
        contrast_center=contrast_center,
    )


def _reference(
    x,
    *,
    layout,
    dtype,
    brightness=1.0,
    brightness_shift=0.0,
    contrast=1.0,
    contrast_center=None,
):
    target = x.dtype if dtype is None else dtype.numpy
    b, s, c = np.float32(brightness), np.float32(brightness_shift), np.float32(contrast)
    if contrast_center is None:
        contrast_center = np.iinfo(x.dtype).max // 2 + 1 if x.dtype.kind in "iu" else 0.5
    center = np.float32(contrast_center)
    unit = np.float32(np.iinfo(target).max if target.kind in "iu" else 1)
    real = np.float64 if 8 in (x.itemsize, target.itemsize) else np.float32
    y = x.astype(real) * real(b * c) + real(s * unit + b * (center - c * center))
    if target.kind in "iu":
        y = y.astype(np.float64)
        y = np.clip(np.trunc(y + np.copysign(0.5, y)), np.iinfo(target).min, np.iinfo(target).max)
    return y.astype(target)


for _f in (brightness, contrast, brightness_contrast):
    reference(_f)(_reference)
