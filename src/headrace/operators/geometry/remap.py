"""experimental.remap: reads pixels at positions given by two maps."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...engine import cases
from ...engine.operator import kernel, operator, reference
from ...engine.params import Input, InterpType
from .sampling import (
    CUBIC,
    LANCZOS3,
    LINEAR,
    NN,
    Origin,
    channels_last,
    interp,
    reference_sample,
    spatial,
)


def _map(low: float, high: float, *, layout: str = "HW", dtype: str = "float32") -> cases.Sample:
    sizes = {"H": (5, 8, 2), "W": (6, 3, 20), "C": (1, 1, 1), "F": (2, 3, 1)}
    shapes = [tuple(sizes[letter][i] for letter in layout) for i in range(3)]
    return cases.Sample(shapes, dtype, layout, low, high)


@operator(
    "experimental.remap",
    layouts=("HWC", "FHWC", "CHW", "HW"),
    sequences=True,
    free=("mapx", "mapy"),
    samples=[
        cases.Case([cases.images(), _map(-1.0, 9.0), _map(-1.0, 12.0)], {}, 1.0),
        cases.Case(
            [cases.images("float32"), _map(-1.0, 9.0), _map(-1.0, 12.0)],
            {"interp": "cubic", "pixel_origin": "center"},
            2e-2,
        ),
        cases.Case(
            [cases.images("int16"), _map(-1.0, 9.0, layout="HWC"), _map(-1.0, 12.0)],
            {"interp": "lanczos3"},
            1.0,
        ),
        cases.Case(
            [cases.images("uint8", "CHW"), _map(-1.0, 9.0), _map(-1.0, 12.0)], {"interp": "nn"}
        ),
    ],
)
def remap(
    input: Input,
    mapx: Input,
    mapy: Input,
    /,
    *,
    interp: InterpType = LINEAR,
    pixel_origin: Origin = "corner",
):
    """Read each output pixel (y, x) at column mapx[y, x] and row mapy[y, x] of the input.

    The maps have the size of the output and any numeric type. Frames of a sequence share them, or
    have one each (layout "FHW"). Positions outside the input, and NaN, give 0.

    interp: "linear", "nn", "cubic" or "lanczos3".
    pixel_origin: whether (0, 0) is the "corner" of the first pixel or its "center".

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[10], [20], [30]]], dtype=ndd.uint8, layout="HWC")
    >>> columns, rows = [[2.0, 0.5, 7.0]], [[0.0, 0.0, 0.0]]
    >>> ndd.experimental.remap(x, columns, rows, pixel_origin="center")[0, :, 0].tolist()
    [30, 15, 0]
    """
    for name, given in (("mapx", mapx), ("mapy", mapy)):
        if given.ndim not in (2, 3):
            raise errors.ShapeError(f"{name} has {given.ndim} axes, needs height and width")
    name, axes = spatial("remap", input.layout)
    return kernel(
        name,
        input,
        mapx,
        mapy,
        interp=_interp(interp),
        center=pixel_origin == "center",
        **axes,
    )


def _interp(value: int) -> str:
    return interp(value, (NN, LINEAR, CUBIC, LANCZOS3), "interp")


@reference(remap)
def _remap(x, mapx, mapy, *, layout, interp, pixel_origin):
    planes, restore = channels_last(x, layout)
    half = np.float32(0.5 if pixel_origin == "center" else 0.0)
    places = [np.asarray(m, np.float32).reshape(m.shape[:2]) + half for m in (mapy, mapx)]
    return restore(np.stack([reference_sample(p, places, interp, "constant", 0.0) for p in planes]))
