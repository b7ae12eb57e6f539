"""color_space_conversion: converts pixels between colour spaces."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core.dtype import bool_
from ...core.enums import DALIImageType
from ...engine import cases
from ...engine.operator import kernel, operator, reference
from ...engine.params import ImageType, Input

_STUDIO = np.float64([16, 128, 128])
_GRAY_IMAGES = cases.Sample([(7, 9, 1), (12, 5, 1), (1, 16, 1)], "uint8", "HWC")


@operator(
    layouts=("FDHWC", "FHWC", "DHWC", "HWC"),
    sequences=True,
    samples=[
        cases.Case([cases.images()], {"image_type": "RGB", "output_type": "YCbCr"}),
        cases.Case([cases.images()], {"image_type": "YCbCr", "output_type": "BGR"}),
        cases.Case([cases.images()], {"image_type": "BGR", "output_type": "GRAY"}),
        cases.Case([cases.images()], {"image_type": "YCbCr", "output_type": "GRAY"}),
        cases.Case([_GRAY_IMAGES], {"image_type": "GRAY", "output_type": "YCbCr"}),
        cases.Case([_GRAY_IMAGES], {"image_type": "GRAY", "output_type": "RGB"}),
        cases.Case([cases.images("int32", "FDHWC")], {"image_type": "BGR", "output_type": "RGB"}),
        cases.Case([cases.images()], {"image_type": "RGB", "output_type": "RGB"}),
        cases.Case(
            [cases.images("float32", "FHWC", low=0, high=1)],
            {"image_type": "RGB", "output_type": "YCbCr"},
            1e-5,
        ),
    ],
)
def color_space_conversion(
    input: Input,
    /,
    *,
    image_type: ImageType,
    output_type: ImageType,
):
    """Convert pixels between RGB, BGR, GRAY (one channel) and YCbCr.

    YCbCr is the limited range of ITU-R BT.601: for 8 bits, luma is in 16…235, chroma in 16…240
    around 128. Other types use the same numbers relative to their range: the largest value of an
    integer type, 1 for floats.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[255, 255, 255], [255, 0, 0]]], dtype=ndd.uint8, layout="HWC")
    >>> ndd.color_space_conversion(x, image_type="RGB", output_type="YCbCr")[0].tolist()
    [[235, 128, 128], [81, 90, 240]]
    """
    given = {"image_type": image_type, "output_type": output_type}
    for name, kind in given.items():
        if kind == int(DALIImageType.ANY_DATA):
            raise errors.ArgumentError(
                f"{name} must name a colour space: RGB, BGR, GRAY or YCbCr, not ANY_DATA"
            )
    if input.dtype is bool_:
        raise errors.DTypeError("takes numbers, got bool: cast it")
    spaces = {name: DALIImageType(kind).name for name, kind in given.items()}
    return kernel("color_space", input, **spaces)


_BGR, _GRAY, _YCBCR = (int(k) for k in list(DALIImageType)[1:4])
_WEIGHTS = np.float64([0.299, 0.587, 0.114])


def _map(source, target):
    """Matrix, centre and offset of the conversion, for 8 bits."""
    none = np.zeros(3)
    chroma = np.float64([[0, 0, 1], [1, 0, 0]])  # rows: Cb, Cr
    to_ycbcr = np.stack([
        _WEIGHTS * 219 / 255,
        *((c - _WEIGHTS) * 112 / 255 / (1 - w) for c, w in zip(chroma, _WEIGHTS[[2, 0]])),
    ])  # fmt: skip
    if source == _YCBCR:
        matrix = np.linalg.inv(to_ycbcr)
        matrix[np.abs(matrix) < 1e-9] = 0
        return matrix[1:2] * [1, 0, 0] if target == _GRAY else matrix, _STUDIO, none
    if target == _YCBCR:
        gray = [[219 / 255], [0], [0]]
        return gray if source == _GRAY else to_ycbcr, none, _STUDIO
    return [[9798 / 32768, 19235 / 32768, 3735 / 32768]], none, none


@reference(color_space_conversion)
def _color_space_conversion(x, *, layout, image_type, output_type):
    source, target = (int(DALIImageType.parse(t)) for t in (image_type, output_type))
    if source == target:
        return x
    if {source, target} <= {0, _BGR}:
        return x[..., ::-1]
    if source == _GRAY and target != _YCBCR:
        return np.repeat(x, 3, -1)
    matrix, center, offset = (np.asarray(t, np.float32) for t in _map(source, target))
    integer = x.dtype.kind in "iu"
    unit = np.float32((np.iinfo(x.dtype).max if integer else 1) / 255)
    if source == _BGR:
        x = x[..., ::-1]
    if target == _BGR:
        matrix = matrix[::-1]
    real = np.float64 if x.itemsize == 8 else np.float32
    x_ = x.astype(real) - (center * unit)[: x.shape[-1]]
    p = x_[..., None, :] * matrix
    y = p[..., 0]
    for k in range(1, x.shape[-1]):
        y = y + p[..., k]
    y = y + (offset * unit)[: len(matrix)]
    if integer:
        y = y.astype(np.float64)
        y = np.clip(np.trunc(y + np.copysign(0.5, y)), np.iinfo(x.dtype).min, np.iinfo(x.dtype).max)
    return y.astype(x.dtype)
