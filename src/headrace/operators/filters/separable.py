"""Convolution with symmetric kernels in NumPy, for references."""

from __future__ import annotations

import numpy as np

from .spatial import border_position, taken


def fold(half: np.ndarray, extent: int) -> np.ndarray:
    """Folds a kernel wider than its axis to the length of the axis: mirrored axes are periodic."""
    if len(half) <= extent:
        return half
    far = extent - 1
    folded: np.ndarray = half[:extent].copy()
    for k in range(extent, len(half)):
        i = k % (2 * far) if far else 0
        i = 2 * far - i if i > far else i
        folded[i] += half[k] * np.float32(1 if i else 2)
    return folded


def convolve(x: np.ndarray, axis: int, half: np.ndarray) -> np.ndarray:
    """Convolves one axis; half[0] is the centre of the kernel, half[k] its value at distance k."""
    n = x.shape[axis]

    def shifted(k: int) -> np.ndarray:
        return taken(x, axis, [border_position("reflect_101", i + k, n) for i in range(n)])

    y: np.ndarray = x * half[0]
    for k in range(1, len(half)):
        y = y + (shifted(-k) + shifted(k)) * half[k]
    return y
