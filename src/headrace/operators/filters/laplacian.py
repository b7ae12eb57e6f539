"""laplacian: the sum of second derivatives along the spatial axes."""

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
        cases.Case([cases.images()], {"window_size": cases.PerSample([3, 5, 7], "int32")}),
        cases.Case(
            [cases.images("float32", "CHW")],
            {
                "window_size": [5, 3],
                "smoothing_size": cases.PerSample([[1, 3], [3, 3], [5, 1]], "int32"),
                "normalized_kernel": True,
            },
        ),
        cases.Case(
            [cases.images("uint8", "FHWC")],
            {
                "scale": cases.PerSample(
                    [[[1.0], [0.25]], [[0.1], [0.5], [0.25]], [[1.5]]], "float32", per_frame=True
                ),
                "dtype": "int16",
            },
        ),
        cases.Case(
            [cases.images("int16", "DHWC")],
            {"window_size": [3, 5, 7], "smoothing_size": 1, "scale": [0.5, 2.0, 0.125]},
        ),
        cases.Case([cases.images("uint8", "HW")], {"window_size": 31, "dtype": "float32"}),
    ],
)
def laplacian(
    input: Input,
    /,
    *,
    dtype: DType = None,
    normalized_kernel: bool = False,
    scale: PerFrame[list[float]] = (1.0,),
    smoothing_size: PerFrame[list[int]] = None,
    window_size: PerFrame[list[int]] = (3,),
):
    """Add up the second derivatives of samples along their spatial axes.

    The spatial axes are one to three: all but frames and channels. Each derivative is smoothed
    along the other axes. Samples are mirrored at their borders without repeating the edge. Sums are
    float32.

    window_size: size of the derivative kernel along each axis, odd, from 3 to 31; one number or one
        per axis.
    smoothing_size: size of the smoothing kernels, odd, from 1 to 31; by default the window_size of
        the derivative that is smoothed.
    scale: factor of the derivative along each axis. normalized_kernel: also divide each by a power
        of two, so that its gain is that of [1, -2, 1] without smoothing.
    dtype: type of the output; by default the input's. Integers are rounded and saturated.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[0, 0, 0], [0, 1, 0], [0, 0, 0]], dtype=ndd.float32, layout="HW")
    >>> ndd.laplacian(x, smoothing_size=1).tolist()
    [[0.0, 2.0, 0.0], [2.0, -4.0, 2.0], [0.0, 2.0, 0.0]]
    """
    first, count = spatial_axes(input.layout, input.ndim)
    return kernel(
        "laplacian",
        input,
        out=Out(dtype or input.dtype, input.ndim, input.layout),
        window_size=window_size,
        smoothing_size=smoothing_size,
        scale=scale,
        normalized_kernel=normalized_kernel,
        first=first,
        count=count,
    )


def _smoothing(size: int) -> np.ndarray:
    return np.array([math.comb(size - 1, size // 2 + k) for k in range(size // 2 + 1)], np.float32)


def _derivative(size: int) -> np.ndarray:
    whole: np.ndarray = np.convolve([1, -2, 1], [math.comb(size - 3, k) for k in range(size - 2)])
    return whole[size // 2 :].astype(np.float32)


@reference(laplacian)
def _reference(x, *, layout, dtype, normalized_kernel, scale, smoothing_size, window_size):
    first, count = spatial_axes(layout, x.ndim)
    derivatives, scales = per_axis(window_size, count), per_axis(scale, count)
    total = None
    for along in range(count):
        sizes = [derivatives[along]] * count
        if smoothing_size is not None:
            sizes = per_axis(smoothing_size, count)
            sizes[along] = derivatives[along]
        y = to_float32(x)
        for k in reversed(range(count)):
            half = _derivative(sizes[k]) if k == along else _smoothing(sizes[k])
            y = convolve(y, first + k, fold(half, x.shape[first + k]))
        unit = 0.5 ** (sum(sizes) - count - 2) if normalized_kernel else 1
        y = y * np.float32(np.float32(scales[along]) * unit)
        total = y if total is None else total + y
    return from_float32(total, target(x, dtype))
