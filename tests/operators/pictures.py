"""Picture files for tests, made on the spot."""

from __future__ import annotations

import functools
import io
from typing import Any

import numpy as np
from PIL import Image, features

import headrace.dynamic as ndd

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


RNG = np.random.default_rng(3)
MODES = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4}
# Formats that are decoded through Python, by Pillow's names.
FOREIGN = ["TIFF", "JPEG2000", "GIF", *(["AVIF"] if features.check("avif") else [])]


def noise(mode: str, height: int = 21, width: int = 17) -> np.ndarray:
    pixels = RNG.integers(0, 256, (height, width, MODES[mode]), dtype=np.uint8)
    return pixels[..., 0] if mode == "L" else pixels


def photo(height: int, width: int, seed: int = 0) -> np.ndarray:
    """Something like a photo: smooth, with edges and some noise."""
    rng = np.random.default_rng(seed)
    small = rng.integers(0, 256, (9, 12, 3), np.uint8)
    image = np.asarray(Image.fromarray(small).resize((width, height), Image.Resampling.BICUBIC))
    image = image.astype(np.int16) + rng.integers(-6, 7, image.shape)
    image[height // 4 : height // 2, width // 3 : width // 2] //= 2
    return np.clip(image, 0, 255).astype(np.uint8)


def encode(image: Any, format: str, **options: Any) -> np.ndarray:
    image = image if isinstance(image, Image.Image) else Image.fromarray(image)
    stream = io.BytesIO()
    image.save(stream, format, **options)
    return np.frombuffer(stream.getvalue(), np.uint8)


def small(format: str) -> np.ndarray:
    """A small file of a format."""
    return encode(noise("RGB"), format)


def decode(data: np.ndarray, **arguments: Any) -> np.ndarray:
    return np.array(ndd.decoders.image(data, **arguments))
