"""A small dataset of images in class folders, for the tests of this folder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import PIL.Image

CLASSES = ("cat", "dog", "owl")


def write_images(root: Path, count: int) -> Path:
    """Images of different sizes, dealt to the classes in turn; image i is about 8 * i bright."""
    for i in range(count):
        folder = root / CLASSES[i % len(CLASSES)]
        folder.mkdir(parents=True, exist_ok=True)
        pixels = np.full((20 + i % 5, 30 - i % 7, 3), 8 * i % 256, np.uint8)
        PIL.Image.fromarray(pixels).save(folder / f"{i:03}.jpg", quality=95)
    return root


def write_files(root: Path, count: int) -> list[Path]:
    """Files of one byte each: their own number."""
    root.mkdir(parents=True, exist_ok=True)
    files = [root / f"{i:03}.bin" for i in range(count)]
    for i, file in enumerate(files):
        file.write_bytes(bytes([i]))
    return files


def numbers(batch) -> list[int]:
    """What the samples of a batch of such files are."""
    return [int(t[0]) for t in batch]
