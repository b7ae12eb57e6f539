"""decoders.image: the pixels that another decoder finds, whole or in part."""

from __future__ import annotations

import io

import numpy as np
import PIL.Image
import pytest

import headrace
import headrace.dynamic as ndd


def picture(height: int, width: int) -> np.ndarray:
    y, x = np.mgrid[:height, :width]
    return np.stack([y * 255 // height, x * 255 // width, (x + y) % 256], axis=2).astype(np.uint8)


def jpeg(pixels: np.ndarray, **options) -> np.ndarray:
    file = io.BytesIO()
    PIL.Image.fromarray(pixels).save(file, "jpeg", **options)
    return np.frombuffer(file.getvalue(), np.uint8)


def by_pillow(data: np.ndarray, mode: str = "RGB") -> np.ndarray:
    return np.asarray(PIL.Image.open(io.BytesIO(data.tobytes())).convert(mode))


@pytest.mark.parametrize("options", [
    {"quality": 95, "subsampling": 0}, {"quality": 80, "subsampling": 2},
    {"quality": 50, "subsampling": 1}, {"progressive": True}, {"optimize": True},
], ids=str)  # fmt: skip
@pytest.mark.parametrize("size", [(33, 47), (16, 16), (1, 1), (7, 100)], ids=str)
def test_same_pixels_as_pillow(size, options):
    data = jpeg(picture(*size), **options)
    found = np.asarray(ndd.decoders.image(ndd.tensor(data))).astype(int)
    expected = by_pillow(data).astype(int)
    assert found.shape == expected.shape
    assert abs(found - expected).max() <= 3


def test_grey_pictures_become_rgb_and_back():
    data = jpeg(picture(20, 30)[:, :, 0])
    assert np.asarray(ndd.decoders.image(ndd.tensor(data))).shape == (20, 30, 3)
    grey = np.asarray(ndd.decoders.image(ndd.tensor(data), output_type="gray"))
    assert abs(grey[:, :, 0].astype(int) - by_pillow(data, "L")).max() <= 1


def test_floats_lie_between_zero_and_one():
    data = ndd.tensor(jpeg(picture(20, 30)))
    floats, bytes_ = ndd.decoders.image(data, dtype=ndd.float32), ndd.decoders.image(data)
    np.testing.assert_allclose(floats, np.asarray(bytes_) / np.float32(255), atol=1e-6)


@pytest.mark.parametrize("window", [(0, 0, 8, 8), (5, 3, 20, 30), (17, 9, 16, 1), (0, 0, 40, 60)])
def test_a_region_has_the_pixels_of_the_whole(window):
    """Decoding for a crop touches a part of the file only."""
    top, left, height, width = window
    data = ndd.batch([jpeg(picture(40, 60), subsampling=2), jpeg(picture(64, 64), quality=60)])
    with ndd.EvalMode.deferred:
        part = ndd.decoders.image(data).slice[top : top + height, left : left + width]
        cropped = ndd.crop_mirror_normalize(
            ndd.decoders.image(data), crop=[height, width], crop_pos_x=0.0, crop_pos_y=0.0,
            dtype=ndd.uint8, output_layout="HWC",
        )  # fmt: skip
    whole = ndd.decoders.image(data).evaluate()
    for full, some, corner in zip(whole, part, cropped, strict=True):
        pixels = np.asarray(full)
        np.testing.assert_array_equal(some, pixels[top : top + height, left : left + width])
        np.testing.assert_array_equal(corner, pixels[:height, :width])


@pytest.mark.parametrize("data", [b"", b"\xff\xd8\xff", b"nonsense" * 9, b"\x89PNG\r\n\x1a\n"])
def test_broken_files(data):
    with pytest.raises(headrace.DecodeError, match=r"decoders\.image"):
        ndd.decoders.image(ndd.tensor(np.frombuffer(data, np.uint8))).evaluate()


def test_truncated_file():
    data = jpeg(picture(100, 100))
    with pytest.raises(headrace.DecodeError):
        ndd.decoders.image(ndd.tensor(data[: len(data) // 2].copy())).evaluate()
