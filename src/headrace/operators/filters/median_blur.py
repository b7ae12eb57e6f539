"""experimental.median_blur: median filter."""

from __future__ import annotations

import numpy as np

from ...engine import cases
from ...engine.operator import kernel, operator, reference
from ...engine.params import Input, PerSample
from .spatial import border_position, per_axis


@operator(
    "experimental.median_blur",
    layouts=("HWC", "CHW", "HW"),
    sequences=True,
    samples=[
        cases.Case(
            [cases.images()], {"window_size": cases.PerSample([[3, 3], [5, 1], [7, 3]], "int32")}
        ),
        cases.Case([cases.images("float32", "CHW")], {"window_size": 5}),
        cases.Case([cases.images("uint8", "FHWC")], {"window_size": [11, 13]}),
        cases.Case([cases.images("int16", "HW")], {"window_size": [9, 11]}),
    ],
)
def median_blur(input: Input, /, *, window_size: PerSample[list[int]] = (3, 3)):
    """Replace each element by the median of a window around it; the edge is repeated outside.

    window_size: [width, height], odd numbers, or one for both.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[1, 9, 2, 3, 0]], dtype=ndd.uint8, layout="HW")
    >>> ndd.experimental.median_blur(x).tolist()
    [[1, 2, 3, 2, 0]]
    """
    return kernel("median_blur", input, window_size=window_size, first=input.layout.index("H"))


@reference(median_blur)
def _reference(x, *, layout, window_size):
    columns, rows = per_axis(window_size, 2)
    shifted = [x]
    for axis, size in ((layout.index("W"), columns), (layout.index("H"), rows)):
        n = x.shape[axis]
        where = [
            [border_position("clamp", i + k - size // 2, n) for i in range(n)] for k in range(size)
        ]
        shifted = [np.take(s, w, axis) for s in shifted for w in where]
    return np.sort(np.stack(shifted), axis=0)[len(shifted) // 2]
