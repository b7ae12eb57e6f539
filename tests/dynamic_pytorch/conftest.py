"""Small datasets: numbered files, and images of many sizes."""

from __future__ import annotations

import numpy as np
import PIL.Image
import pytest


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """Names of 11 files; file i holds i + 1 bytes of value i."""
    folder = tmp_path_factory.mktemp("numbers")
    for i in range(11):
        (folder / f"{i:03d}").write_bytes(bytes([i]) * (i + 1))
    return sorted(str(p) for p in folder.iterdir())


@pytest.fixture(scope="session")
def images(tmp_path_factory):
    """A folder of two classes with 10 images, no two of one size."""
    folder = tmp_path_factory.mktemp("images")
    rng = np.random.default_rng(1)
    for i in range(10):
        (folder / "ab"[i % 2]).mkdir(exist_ok=True)
        pixels = rng.integers(0, 255, (20 + i, 30 - i, 3), np.uint8)
        PIL.Image.fromarray(pixels).save(folder / "ab"[i % 2] / f"{i}.png")
    return str(folder)
