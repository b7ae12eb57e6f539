"""resize_crop_mirror: resize, crop and mirror in one pass."""

from __future__ import annotations

import numpy as np

from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, PerSample
from .resampling import LAYOUTS, Scaling, Sizes, spatial_axes
from .resize import reference_resize
from .window import Window, reference_crop_windows


@operator(
    graph_aliases=("fast_resize_crop_mirror",),
    layouts=LAYOUTS,
    unused=("minibatch_size", "temp_buffer_hint"),
    samples=[
        cases.Case([cases.images()], {"resize_shorter": 9.0, "crop": [7, 8]}, 1),
        cases.Case(
            [cases.images()],
            {
                "size": [11, 13],
                "crop_h": 5.0,
                "crop_w": cases.PerSample([4.0, 13.0, 1.0], "float32"),
                "crop_pos_x": 0.2,
                "mirror": cases.PerSample([1, 2, 3]),
                "dtype": "float32",
            },
            1e-3,
        ),
        cases.Case(
            [cases.images("float32", "CHW")],
            {"resize_x": 10.0, "crop": [1, 6], "mirror": 1, "interp_type": "cubic"},
            1e-3,
        ),
        cases.Case(
            [cases.images("uint8", "DHWC")],
            {"size": [5, 7, 8], "crop": [2, 3, 4], "mirror": 7, "rounding": "truncate"},
            1,
        ),
    ],
)
def resize_crop_mirror(
    input: Input,
    /,
    *,
    scaling: Scaling,
    sizes: Sizes,
    window: Window,
    dtype: DType = None,
    mirror: PerSample[int] = 0,
):
    """Resize (see `resize`), crop (see `crop`) and mirror; only the window is computed.

    Outside of the resized image, a window repeats the edge.

    mirror: bit mask of axes to mirror: 1 horizontal, 2 vertical, 4 depth.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.zeros(shape=[375, 500, 3], layout="HWC")
    >>> ndd.resize_crop_mirror(x, resize_shorter=256, crop=[224, 224], mirror=1).shape
    (224, 224, 3)
    """
    dims = spatial_axes(input.layout)
    parameters = {**window.parameters(input.layout), **scaling.parameters(dims, vars(sizes))}
    parameters["axes"] = [*([-1] * (3 - len(dims))), *dims, -1]  # frames are not cut
    return kernel(
        "resize_crop_mirror",
        input,
        out=Out(dtype or input.dtype, input.ndim, input.layout),
        mirror=mirror,
        **parameters,
    )


@reference(resize_crop_mirror)
def _resize_crop_mirror(x, *, layout, mirror, **arguments):
    y, dims = reference_resize(x, layout, arguments)
    window = {p.name: arguments[p.name] for p in Window.params()}
    windows = reference_crop_windows(y.shape, layout.replace("F", "N"), **window)
    y = y[tuple(slice(*w) for w in windows)]
    return np.flip(y, tuple(d for k, d in enumerate(reversed(dims)) if int(mirror) >> k & 1))
