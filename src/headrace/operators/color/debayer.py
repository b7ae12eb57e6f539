"""debayer: RGB images from Bayer mosaics."""

from __future__ import annotations

from typing import Literal

from ...core import errors
from ...core.dtype import uint8, uint16
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, PerFrame
from .debayer_reference import demosaic

_ALGORITHMS = ("bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv")
Algorithm = Literal["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv", "default_npp"]
_MOSAICS = cases.Sample([(8, 12), (2, 6), (10, 4)], "uint8", "HW")


@operator(
    graph_aliases=("experimental.debayer",),
    layouts=("HW", "HWC", "FHW", "FHWC"),
    sequences=True,
    samples=[
        cases.Case([_MOSAICS], {"blue_position": [0, 0]}),
        cases.Case(
            [cases.Sample([(8, 12, 1), (4, 6, 1), (10, 10, 1)], "uint16", "HWC")],
            {
                "blue_position": cases.PerSample([[0, 1], [1, 0], [1, 1]], "int32"),
                "algorithm": "edgeaware_ocv",
            },
        ),
        cases.Case(
            [cases.Sample([(2, 8, 12), (3, 10, 8), (1, 20, 40)], "uint8", "FHW")],
            {
                "blue_position": cases.PerSample(
                    [[[0, 0], [0, 1]], [[1, 0], [1, 1], [0, 0]], [[0, 1]]], "int32", per_frame=True
                ),
                "algorithm": "vng_ocv",
            },
        ),
        cases.Case(
            [cases.Sample([(8, 12, 1), (4, 6, 1), (10, 10, 1)], "uint16", "HWC")],
            {"blue_position": [1, 0], "algorithm": "gray_ocv"},
        ),
    ],
)
def debayer(input: Input, /, *, blue_position: PerFrame[list[int]], algorithm: Algorithm = None):
    """Interpolate RGB images from Bayer mosaics: uint8 or uint16, one channel, even sizes.

    blue_position: row and column of blue in the 2×2 tile that starts at row 1, column 1, as OpenCV
        names mosaics: (0, 0) BG, (0, 1) GB, (1, 0) GR, (1, 1) RG. One number is used for both.
    algorithm: "bilinear_ocv" (default), means of neighbours; "edgeaware_ocv", green along the
        direction of the smaller gradient; "vng_ocv", variable number of gradients (uint8 only);
        "gray_ocv", luma only, one channel. Images with only two rows or columns become black: no
        pixel has all its neighbours.

    >>> import headrace.dynamic as ndd
    >>> mosaic = ndd.tensor([[30, 20] * 2, [20, 10] * 2] * 2, dtype=ndd.uint8, layout="HW")
    >>> ndd.debayer(mosaic, blue_position=[0, 0])[1, 1].tolist()
    [30, 20, 10]
    """
    name = algorithm or _ALGORITHMS[0]
    if name == "default_npp":
        raise errors.ArgumentError(
            'algorithm "default_npp" is one of a GPU: the CPU has ' + ", ".join(_ALGORITHMS)
        )
    if input.dtype is not uint8 and (input.dtype is not uint16 or name == "vng_ocv"):
        kinds = "uint8" if name == "vng_ocv" else "uint8 or uint16"
        raise errors.DTypeError(f"{name} takes {kinds}, got {input.dtype.full_name}")
    if isinstance(blue_position, tuple) and (
        len(blue_position) not in (1, 2) or not {*blue_position} <= {0, 1}
    ):
        raise errors.ArgumentError(
            f"blue_position is a row and a column, each 0 or 1, got {list(blue_position)}"
        )
    return kernel(
        "debayer",
        input,
        out=Out(input.dtype, 3, "HWC"),
        blue_position=blue_position,
        algorithm=name,
    )


@reference(debayer)
def _debayer(x, *, layout, blue_position, algorithm):
    return demosaic(x.reshape(x.shape[:2]), blue_position, algorithm or _ALGORITHMS[0])
