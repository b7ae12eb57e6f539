"""paste: places images on larger canvases."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...engine import cases
from ...engine.operator import kernel, operator, reference
from ...engine.params import Input, PerSample


@operator(
    layouts=("HWC",),
    unused=("n_channels",),
    samples=[
        cases.Case([cases.images()], {"ratio": 1.7, "fill_value": [1, 2, 3]}),
        cases.Case(
            [cases.images("float32")],
            {
                "ratio": cases.PerSample([1.0, 2.5, 3.0], "float32"),
                "fill_value": 7,
                "paste_x": 0.25,
                "min_canvas_size": 9.5,
            },
        ),
    ],
)
def paste(
    input: Input,
    /,
    *,
    fill_value: list[int],
    ratio: PerSample[float],
    min_canvas_size: PerSample[float] = 0.0,
    n_channels: int = 3,
    paste_x: PerSample[float] = 0.5,
    paste_y: PerSample[float] = 0.5,
):
    """Place an image on a canvas that is `ratio` times as large and filled with a colour.

    Height and width of the canvas are at least `min_canvas_size`. `paste_x` and `paste_y` in [0, 1]
    are the relative position of the image in the free space. `fill_value` is one number, or one per
    channel of the image, whatever `n_channels` is.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[[1], [2]]], layout="HWC")
    >>> ndd.paste(x, ratio=2, fill_value=[9], paste_x=1, paste_y=0)[..., 0].tolist()
    [[9, 9, 1, 2], [9, 9, 9, 9]]
    """
    if not fill_value:
        raise errors.ArgumentError("fill_value is empty: give one number, or one per channel")
    return kernel(
        "paste",
        input,
        ratio=ratio,
        min_canvas_size=min_canvas_size,
        paste_x=paste_x,
        paste_y=paste_y,
        fill_value=fill_value,
    )


@reference(paste)
def _paste(x, *, layout, fill_value, ratio, min_canvas_size, n_channels, paste_x, paste_y):
    h, w, c = x.shape
    height, width = (
        max(int(np.float32(ratio) * np.float32(s)), int(min_canvas_size)) for s in (h, w)
    )
    y = np.empty((height, width, c), x.dtype)
    y[:] = np.asarray(fill_value).astype(x.dtype)
    top, left = (
        int(np.float32(paste_y) * np.float32(height - h)),
        int(np.float32(paste_x) * np.float32(width - w)),
    )
    y[top : top + h, left : left + w] = x
    return y
