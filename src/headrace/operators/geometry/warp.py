"""warp_affine, experimental.warp_perspective: affine and perspective warps."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import errors
from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, InterpType, PerFrame, PerSample
from .sampling import (
    CUBIC,
    LINEAR,
    NN,
    Border,
    Origin,
    channels_last,
    interp,
    one_matrix,
    reference_sample,
    spatial,
)

_TURN = [0.8, -0.55, 2.125, 0.6, 0.75, -1.0]
_TILT = [1.0, 0.125, 0.5, -0.125, 0.875, 1.0, 0.01, -0.02, 1.0]


@operator(
    # An unnamed 4-D value is a sequence (FHWC comes first); its frames share a matrix.
    layouts=("HWC", "FHWC", "DHWC", "FDHWC", "CHW", "HW"),
    sequences=True,
    free=("mtx",),
    deprecated={"output_dtype": "dtype"},
    samples=[
        cases.Case([cases.images()], {"matrix": _TURN, "fill_value": 7.0}, 1.0),
        cases.Case(
            [cases.images("float32")],
            {"matrix": _TURN, "size": cases.PerSample([[3, 4], [5, 2], [9, 20]], "float32")},
            1e-3,
        ),
        cases.Case([cases.images()], {"matrix": _TURN, "interp_type": "nn", "dtype": "int16"}),
        cases.Case(
            [cases.images(), cases.Sample([(2, 3)] * 3, "float32", None, 0.5, 1.5)],
            {"inverse_map": False, "dtype": "float32"},
            1e-2,
        ),
        cases.Case(
            [cases.images("int16", "DHWC")],
            {"matrix": [1.0, 0.25, 0, 1, 0, 1, -0.5, 0, 0.25, 0, 0.75, 0], "fill_value": -5.0},
            1.0,
        ),
        cases.Case(
            [cases.images("uint8", "FHWC")],
            {
                "matrix": cases.PerSample(
                    [[_TURN, [1.0, 0, 1.5, 0, 1, 0]], [_TURN] * 3, [_TURN]],
                    "float32",
                    per_frame=True,
                )
            },
            1.0,
        ),
    ],
)
def warp_affine(
    data: Input,
    mtx: Input = None,
    /,
    *,
    dtype: DType = None,
    fill_value: float = None,
    interp_type: InterpType = LINEAR,
    inverse_map: bool = True,
    matrix: PerFrame[list[float]] = (),
    size: PerSample[list[float]] = (),
):
    """Apply an affine warp: each output pixel is read where a matrix maps its position.

    The matrix is 2 × 3 for images, 3 × 4 for volumes; rows and columns are in the order x, y, z,
    the last column is the offset in pixels. The centre of the first pixel is (0.5, 0.5). The matrix
    may be an input, also with one matrix per frame.

    inverse_map: the matrix maps output to input positions; False: input to output positions, and
        its inverse is used.
    size: (depth,) height and width of the output; the input's by default.
    fill_value: value outside of the input; by default the edge is repeated.
    interp_type: "linear" or "nn".

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[10], [20], [30]]], dtype=ndd.uint8, layout="HWC")
    >>> ndd.warp_affine(x, matrix=[1, 0, 0.5, 0, 1, 0])[0, :, 0].tolist()
    [15, 25, 30]
    """
    name, axes = spatial("warp_affine", data.layout)
    return kernel(
        name,
        data,
        out=Out(dtype or data.dtype, data.ndim, data.layout),
        matrix=one_matrix(mtx, matrix),
        size=size,
        fill_value=fill_value,
        interp=interp(interp_type, (NN, LINEAR)),
        border="replicate" if fill_value is None else "constant",
        inverse_map=inverse_map,
        **axes,
    )


@reference(warp_affine)
def _warp_affine(x, mtx=None, *, layout, matrix, dtype, fill_value, interp_type, inverse_map, size):
    planes, restore = channels_last(x, layout)
    n = 3 if "D" in layout else 2
    m = np.asarray(mtx if mtx is not None else matrix, np.float32).astype(np.float64)
    m = np.vstack([m.reshape(n, n + 1), [[0] * n + [1]]])
    if not inverse_map:
        m = np.linalg.inv(m)
    sides = np.floor(np.asarray(size)).astype(int) if len(size) else planes.shape[1 : n + 1]
    places = affine_places(m, tuple(sides))
    border = "replicate" if fill_value is None else "constant"
    return restore(
        np.stack(
            [
                reference_sample(p, places, interp_type, border, fill_value or 0.0, dtype)
                for p in planes
            ]
        )
    )


def affine_places(m: Any, sides: tuple[int, ...]) -> list[Any]:
    """Input positions of the output pixels, outermost axis first."""
    centers = np.meshgrid(*[np.arange(s) + 0.5 for s in sides], indexing="ij")[::-1]  # x, y, z
    n = len(sides)
    return [sum(m[r, c] * centers[c] for c in range(n)) + m[r, n] for r in range(n)][::-1]


@operator(
    "experimental.warp_perspective",
    layouts=("HWC", "FHWC", "CHW", "FCHW", "HW"),
    sequences=True,
    free=("matrix_input",),
    samples=[
        cases.Case([cases.images()], {"matrix": _TILT, "fill_value": [7.0, 8.0, 9.0]}, 1.0),
        cases.Case(
            [cases.images("float32", "CHW")], {"matrix": _TILT, "border_mode": "reflect"}, 1e-2
        ),
        cases.Case(
            [cases.images("int16", "HW"), cases.Sample([(3, 3)] * 3, "float32", None, 0.5, 1.5)],
            {"border_mode": "wrap", "pixel_origin": "center"},
            1.0,
        ),
        cases.Case(
            [cases.images()],
            {
                "matrix": _TILT,
                "interp_type": "cubic",
                "border_mode": "reflect_101",
                "size": cases.PerSample([[3, 4], [5, 2], [9, 20]], "float32"),
            },
            1.0,
        ),
        cases.Case(
            [cases.images()],
            {
                "matrix": [1.0, 0.25, 0.3, 0, 1, 0.2, 0, 0, 1],
                "interp_type": "nn",
                "border_mode": "replicate",
                "inverse_map": False,
            },
        ),
    ],
)
def warp_perspective(
    input: Input,
    matrix_input: Input = None,
    /,
    *,
    border_mode: Border = "constant",
    fill_value: list[float] = (),
    interp_type: InterpType = LINEAR,
    inverse_map: bool = True,
    matrix: PerFrame[list[float]] = (),
    pixel_origin: Origin = "corner",
    size: PerSample[list[float]] = (),
):
    """Apply a perspective warp: output pixels are read where a 3 × 3 matrix maps (x, y, 1).

    The matrix may be an input, also with one matrix per frame.

    inverse_map: the matrix maps output to input positions; False: input to output positions, and
        its inverse is used.
    border_mode: values outside of the input: "constant" (fill_value, one number or one per channel,
        0 by default), "replicate", "reflect", "reflect_101" or "wrap".
    pixel_origin: whether (0, 0) is the "corner" of the first pixel or its "center".
    interp_type: "linear", "nn" or "cubic".
    size: height and width of the output; the input's by default.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[10], [20], [30]]], dtype=ndd.uint8, layout="HWC")
    >>> shift = [1, 0, 1, 0, 1, 0, 0, 0, 1]
    >>> ndd.experimental.warp_perspective(x, matrix=shift)[0, :, 0].tolist()
    [20, 30, 0]
    """
    name, axes = spatial("warp_perspective", input.layout)
    if len(fill_value) > 1 and not input.layout.endswith("C"):
        raise errors.ArgumentError(
            f'fill_value has {len(fill_value)} numbers, needs one for the layout "{input.layout}"'
        )
    return kernel(
        name,
        input,
        matrix=one_matrix(matrix_input, matrix),
        size=size,
        fill_value=fill_value,
        interp=interp(interp_type, (NN, LINEAR, CUBIC)),
        border=border_mode,
        inverse_map=inverse_map,
        center=pixel_origin == "center",
        **axes,
    )


@reference(warp_perspective)
def _warp_perspective(
    x,
    matrix_input=None,
    *,
    layout,
    border_mode,
    fill_value,
    interp_type,
    inverse_map,
    matrix,
    pixel_origin,
    size,
):
    planes, restore = channels_last(x, layout)
    m = np.asarray(matrix if matrix_input is None else matrix_input, np.float32)
    m = m.astype(np.float64).reshape(3, 3)
    if not inverse_map:
        m = np.linalg.inv(m)
    half = 0.5 if pixel_origin == "corner" else 0.0
    sides = np.round(np.asarray(size)).astype(int) if len(size) else planes.shape[1:3]
    rows, columns = np.meshgrid(*[np.arange(s) + half for s in sides], indexing="ij")
    px, py, w = (r[0] * columns + r[1] * rows + r[2] for r in m)
    places = [p / w - half for p in (py, px)]  # relative to pixel centres
    if interp_type == NN:
        places = [np.rint(p) for p in places]
    places = [p + 0.5 for p in places]
    fill = np.asarray(fill_value) if len(fill_value) else np.zeros(1)
    return restore(
        np.stack([reference_sample(p, places, interp_type, border_mode, fill) for p in planes])
    )
