"""flip: mirrors samples."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...core import errors
from ...engine import cases
from ...engine.cuda import CudaKernel
from ...engine.operator import kernel, operator, reference
from ...engine.params import Input, PerSample


def _on_gpu(low: Any) -> Any:
    """Axes that are not mirrored are merged with their neighbours: four remain at most."""
    ndim, size, axes = low.outs[0].ndim, low.outs[0].dtype.bytes, low.params["axes"]

    mirrored = [a for a in axes if a >= 0]
    last = max(mirrored)

    def rows(shapes: Any, values: Any) -> Any:
        numbers = []
        for i, shape in enumerate(shapes):
            shift = len(shape) - ndim  # a leading frame axis
            flags = [0] * len(shape)
            for name, axis in zip(("horizontal", "vertical", "depthwise"), axes):
                if axis >= 0 and values[name][i]:
                    flags[axis + shift] = 1
            sizes = [1, 1, 1, 1]
            marks = [0, 0, 0, 0]
            k = 3
            sizes[3] = math.prod(shape[last + shift + 1 :])
            for d in range(last + shift, -1, -1):
                if flags[d] != marks[k] or flags[d]:
                    k -= 1
                    if k < 0:
                        raise errors.UnsupportedError("mirrors more axes than the GPU kernel can")
                    marks[k] = flags[d]
                sizes[k] *= shape[d]
            numbers.append([*sizes, *marks])
        return list(shapes), numbers, max((math.prod(n[:4]) for n in numbers), default=0)

    return "flip.cuh", f"flip_{size}", (), rows


@operator(
    gpu=CudaKernel(_on_gpu),
    # A value without layout is taken for a sequence; frames need no unfolding.
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
def _flip(x, *, layout, horizontal, vertical, depthwise):  # type: ignore[no-untyped-def]
    for letter, on in zip("WHD", (horizontal, vertical, depthwise)):
        if on and letter in layout:
            x = np.flip(x, layout.index(letter))
    return x
