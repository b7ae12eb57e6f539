"""flip: mirrors samples."""

from __future__ import annotations

import numpy as np

from ...engine import cases
from ...engine.operator import kernel, operator, reference
from ...engine.params import Input, PerSample


@operator(
    # An unnamed 4-D value is a sequence (FHWC comes first). Frames need no unfolding.
    layouts=(
        "FDHWC",
        "FHWC",
        "DHWC",
        "HWC",
        "FCDHW",
        "FCHW",
        "CDHW",
        "CHW",
        "FDCHW",
        "DCHW",
        "HW",
        "FHW",
        "DHW",
    ),
    samples=[
        cases.Case([cases.images()], {"horizontal": cases.PerSample([0, 1, 1]), "vertical": 1}),
        cases.Case([cases.images("float32", "DCHW")], {"depthwise": 1}),
        cases.Case([cases.images("int16", "FHWC")], {"vertical": 1}),
    ],
)
def flip(
    input: Input,
    /,
    *,
    horizontal: PerSample[int] = 1,
    vertical: PerSample[int] = 0,
    depthwise: PerSample[int] = 0,
):
    """Mirror samples along their width, height or depth.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[1], [2], [3]]], layout="HWC")
    >>> ndd.flip(x)[0, :, 0]
    Tensor([3 2 1], dtype=i32, layout="W", device="cpu")
    """
    axes = [(input.layout or "").find(letter) for letter in "WHD"]
    return kernel(
        "flip", input, horizontal=horizontal, vertical=vertical, depthwise=depthwise, axes=axes
    )


@reference(flip)
def _flip(x, *, layout, horizontal, vertical, depthwise):
    for letter, on in zip("WHD", (horizontal, vertical, depthwise)):
        if on and letter in layout:
            x = np.flip(x, layout.index(letter))
    return x
