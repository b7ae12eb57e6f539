"""gaussian_blur: smooths samples along their spatial axes."""

from __future__ import annotations

import math

import numpy as np

from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, PerFrame
from .separable import convolve, fold
from .spatial import from_float32, per_axis, spatial_axes, target, to_float32


@operator(
    sequences=True,
    samples=[
        cases.Case([cases.images()], {"sigma": cases.PerSample([0.5, 1.0, 2.25], "float32")}),
        cases.Case(
            [cases.images("float32", "CHW")],
            {"window_size": cases.PerSample([[3, 5], [1, 7], [5, 41]], "int32")},
        ),
        cases.Case(
            [cases.images("uint8", "FHWC")],
            {
                "sigma": cases.PerSample(
                    [[[1.0], [0.25]], [[2.0], [0.5], [0.25]], [[1.5]]], "float32", per_frame=True
                ),
                "window_size": 7,
            },
        ),
        cases.Case(
            [cases.images("int16", "DHWC")], {"sigma": [0.5, 1.0, 0.0], "window_size": [0, 0, 3]}
        ),
        cases.Case([cases.images("uint16", "HW")], {"sigma": 1.0, "dtype": "float32"}),
        cases.Case([cases.images("float32", "CDHW")], {"sigma": 0.75, "dtype": "uint8"}),
    ],
)
def gaussian_blur(
    input: Input,
    /,
    *,
    dtype: DType = None,
    sigma: PerFrame[list[float]] = (0.0,),
    window_size: PerFrame[list[int]] = (0,),
):
    """Blur samples with a Gaussian kernel.

    The spatial axes are one to three: all but frames and channels. Samples are mirrored at their
    borders without repeating the edge. Sums are float32.

    sigma: standard deviation in pixels, one number or one per spatial axis. 0: 0.3 · (r - 1) + 0.8
        for a window of size 2 · r + 1.
    window_size: odd, one number or one per spatial axis. 0: 2 · ⌈3 · sigma⌉ + 1.
    dtype: type of the output; by default the input's. Integers are rounded and saturated.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[0, 0, 100, 0, 0]], dtype=ndd.uint8, layout="HW")
    >>> ndd.gaussian_blur(x, sigma=0.5).tolist()
    [[0, 11, 79, 11, 0]]
    """
    first, count = spatial_axes(input.layout, input.ndim)
    return kernel(
        "gaussian_blur",
        input,
        out=Out(dtype or input.dtype, input.ndim, input.layout),
        sigma=sigma,
        window_size=window_size,
        first=first,
        count=count,
    )


def _window(sigma: float, size: int) -> np.ndarray:
    sigma = float(np.float32(sigma))
    radius = (size - 1) // 2 if size else math.ceil(sigma * 3)
    sigma = sigma or (radius - 1) * 0.3 + 0.8
    scale = 0.5 / (sigma * sigma)
    half = [math.exp(-scale * k * k) for k in range(radius + 1)]
    total = 0.0
    for k in range(radius, 0, -1):
        total += 2 * half[k]
    return np.array([v / (total + 1) for v in half], np.float32)


@reference(gaussian_blur)
def _reference(x, *, layout, dtype, sigma, window_size):
    first, count = spatial_axes(layout, x.ndim)
    y = to_float32(x)
    sigmas, sizes = per_axis(sigma, count), per_axis(window_size, count)
    for k in reversed(range(count)):
        y = convolve(y, first + k, fold(_window(sigmas[k], sizes[k]), x.shape[first + k]))
    return from_float32(y, target(x, dtype))
