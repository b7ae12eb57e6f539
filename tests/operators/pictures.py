"""JPEG files for tests, made on the spot."""

from __future__ import annotations

import functools
import io

import numpy as np
from PIL import Image

SIZES = [(64, 48), (47, 61), (33, 32), (1, 7), (9, 1), (80, 100)]


@functools.cache
def jpegs() -> list[np.ndarray]:
    """Small pictures of several sizes, samplings and qualities, as bytes."""
    files = []
    for i, (h, w) in enumerate(SIZES):
        y, x = np.mgrid[0:h, 0:w]
        noise = np.random.default_rng(i).integers(0, 60, (h, w))
        pixels = (
            np.stack([x * 3 + noise, y * 2 + noise, (x + y) * 2], -1).clip(0, 255).astype(np.uint8)
        )
        file = io.BytesIO()
        Image.fromarray(pixels).save(
            file, "JPEG", quality=70 + 5 * i, subsampling=i % 3, progressive=i == 5
        )
        files.append(np.frombuffer(file.getvalue(), np.uint8))
    return files
