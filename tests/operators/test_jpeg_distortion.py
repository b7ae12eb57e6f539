"""jpeg_compression_distortion: the pixels of an encoder and a decoder, whatever the processor."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zlib

import hypothesis.strategies as st
import numpy as np
import PIL.Image
import pytest
from hypothesis import given, settings

import headrace.dynamic as ndd


def encoded_and_decoded(x: np.ndarray, quality: int) -> np.ndarray:
    file = io.BytesIO()
    PIL.Image.fromarray(x).save(file, "JPEG", quality=quality, subsampling="4:2:0")
    return np.asarray(PIL.Image.open(file))


def distorted(x: np.ndarray, quality: int) -> np.ndarray:
    y = ndd.jpeg_compression_distortion(ndd.tensor(x, layout="HWC"), quality=quality)
    return np.asarray(y)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 70), st.integers(1, 300), st.integers(1, 100), st.integers(0, 3))
def test_pixels_of_libjpeg(height: int, width: int, quality: int, kind: int) -> None:
    rng = np.random.default_rng(height * 1000 + width)
    x = rng.integers(0, 256, (height, width, 3))
    if kind == 1:  # only black, white and pure colours
        x = x // 128 * 255
    if kind == 2:  # slopes
        x = np.add.outer(np.arange(height) * 3, np.arange(width))[..., None] + x // 40
    if kind == 3:
        x = np.broadcast_to(x[:1, :1], x.shape)
    x = np.clip(x, 0, 255).astype(np.uint8)
    np.testing.assert_array_equal(distorted(x, quality), encoded_and_decoded(x, quality))


@pytest.mark.parametrize("isa", ["base", "avx2", "avx512"])
def test_instruction_sets(isa: str) -> None:
    """A process for each: the choice is made once."""
    program = """if True:
        import zlib, numpy as np, headrace.dynamic as ndd
        x = np.random.default_rng(3).integers(0, 256, (75, 333, 3)).astype(np.uint8)
        y = ndd.jpeg_compression_distortion(ndd.tensor(x, layout="HWC"), quality=60)
        print(zlib.crc32(np.asarray(y).tobytes()))"""
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "HEADRACE_ISA": isa},
        capture_output=True,
        text=True,
        check=True,
    )
    x = np.random.default_rng(3).integers(0, 256, (75, 333, 3)).astype(np.uint8)
    assert int(run.stdout) == zlib.crc32(encoded_and_decoded(x, 60).tobytes())


def test_worse_with_every_step() -> None:
    y, x = np.mgrid[:64, :64]
    image = np.uint8(np.stack([x * 4, y * 4, (x ^ y) * 4], -1))
    errors = [np.abs(distorted(image, q).astype(int) - image).mean() for q in (1, 10, 40, 80, 100)]
    assert errors == sorted(errors, reverse=True) and errors[-1] > 0


@pytest.mark.parametrize("shape", [(0, 5, 3), (5, 0, 3), (0, 0, 3)])
def test_no_pixels(shape: tuple[int, ...]) -> None:
    assert distorted(np.zeros(shape, np.uint8), 50).shape == shape


def test_very_long() -> None:
    x = np.random.default_rng(0).integers(0, 256, (1, 70_001, 3)).astype(np.uint8)
    part = encoded_and_decoded(x[:, :60_000], 80)[:, :-2]  # without the columns at the cut
    np.testing.assert_array_equal(distorted(x, 80)[:, : part.shape[1]], part)


@pytest.mark.parametrize(
    ("x", "message"),
    [
        (np.zeros((4, 4, 1), np.uint8), "3 channels"),
        (np.zeros((4, 4, 4), np.uint8), "3 channels"),
        (np.zeros((4, 4, 3), np.float32), "takes uint8 images, got float32"),
    ],
)
def test_mistakes(x: np.ndarray, message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        ndd.jpeg_compression_distortion(ndd.tensor(x, layout="HWC")).evaluate()


@settings(max_examples=30, deadline=None)
@given(st.integers(-(2**63), 2**63 - 1))
def test_any_quality(quality: int) -> None:
    x = np.full((9, 9, 3), 77, np.uint8)
    nearest = min(max(quality, 1), 100)
    per_sample = ndd.jpeg_compression_distortion(
        ndd.tensor(x, layout="HWC"), quality=ndd.tensor(np.int64(quality))
    )
    np.testing.assert_array_equal(np.asarray(per_sample), encoded_and_decoded(x, nearest))
