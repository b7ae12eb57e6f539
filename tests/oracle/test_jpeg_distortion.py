"""jpeg_compression_distortion against DALI: equal bit for bit."""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

pytest.importorskip("nvidia.dali")

from .both import agree, batch, both_fail, ours, run, tensor
from .differences import DIFFERENCES

CALL = "ndd.jpeg_compression_distortion(x{})"


def noise(*shape: int) -> np.ndarray:
    return np.random.default_rng(shape).integers(0, 256, shape).astype(np.uint8)


def smooth(height: int, width: int) -> np.ndarray:
    y, x = np.mgrid[:height, :width]
    waves = [np.sin(x / 9 + y / 31), np.cos(y / 7), np.sin((x * y) / 400)]
    return np.uint8(127.5 * (1 + np.stack(waves, -1)))


@pytest.mark.parametrize("quality", [-3, 0, 1, 2, 10, 49, 50, 51, 75, 99, 100, 101, 1000])
def test_qualities(quality: int) -> None:
    call = CALL.format(f", quality={quality}")
    agree(call, x=tensor(smooth(70, 90), "HWC"))
    agree(call, x=tensor(noise(33, 47, 3), "HWC"))


@pytest.mark.parametrize("height", [1, 2, 7, 8, 15, 16, 17, 31, 33])
def test_every_edge(height: int) -> None:
    """Widths around those of blocks, of units, and of what is smoothed."""
    sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 250, 255, 257, 273]
    agree(CALL.format(""), x=batch(*(noise(height, w, 3) for w in sizes), layout="HWC"))
    agree(CALL.format(", quality=90"), x=batch(*(smooth(height, w) for w in sizes), layout="HWC"))


def test_extremes() -> None:
    """Only black and white: the largest coefficients there are."""
    rng = np.random.default_rng(0)
    x = batch(*((rng.integers(0, 2, (40, 50, 3)) * 255).astype(np.uint8) for _ in range(8)),
              layout="HWC")  # fmt: skip
    for quality in (1, 30, 100):
        agree(CALL.format(f", quality={quality}"), x=x)


def test_per_sample_and_sequences() -> None:
    x = batch(smooth(20, 30), noise(9, 40, 3), layout="HWC")
    agree(CALL.format(", quality=b(5, 95)"), x=x)
    agree(CALL.format(", quality=b(5, 95)"), x=tensor(smooth(20, 30), "HWC"))
    s = batch(np.stack([smooth(20, 30), noise(20, 30, 3)]), noise(3, 17, 9, 3), layout="FHWC")
    agree(CALL.format(""), x=s)
    agree(CALL.format(", quality=b(5, 95)"), x=s)
    agree(CALL.format(""), x=tensor(noise(2, 10, 12, 3)))
    agree(CALL.format(""), x=tensor(noise(10, 12, 3)))


def test_photos() -> None:
    root = os.environ.get("HEADRACE_TEST_DATA")
    files = sorted(Path(root, "photos").glob("*.jpg"))[:8] if root else []
    if not files:
        pytest.skip("no photos (HEADRACE_TEST_DATA)")
    pixels = [np.asarray(PIL.Image.open(io.BytesIO(f.read_bytes())).convert("RGB")) for f in files]
    agree(CALL.format(", quality=b(3, 20, 40, 50, 60, 80, 92, 100)"),
          x=batch(*pixels, layout="HWC"))  # fmt: skip


def test_refused() -> None:
    for shape, layout in (
        ((8, 8, 1), "HWC"),
        ((8, 8, 4), "HWC"),
        ((3, 8, 8), "CHW"),
        ((8, 8), "HW"),
    ):
        both_fail(CALL.format(""), x=tensor(noise(*shape), layout))
    for dtype in ("float32", "uint16", "int8"):
        both_fail(CALL.format(""), x=tensor(noise(8, 8, 3).astype(dtype), "HWC"))
    both_fail(CALL.format(", quality=b(1, 2, 3)"), x=batch(noise(8, 8, 3), layout="HWC"))


def test_differences() -> None:
    assert "jpeg_compression_distortion.sizes" in DIFFERENCES
    for shape in ((0, 8, 3), (8, 0, 3), (1, 70000, 3)):
        x = tensor(noise(*shape), "HWC")
        assert run(ours, CALL.format(""), x=x)[0]["shape"] == [shape]
