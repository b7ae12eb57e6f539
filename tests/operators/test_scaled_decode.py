"""scaled_decode=True: a JPEG decoded at a fraction of its size for a resize that shrinks it."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

import headrace.dynamic as ndd

from .pictures import encode as encoded
from .pictures import photo as picture


def encode(image: np.ndarray, format: str = "JPEG", **options) -> np.ndarray:
    return encoded(image, format, **options)


def resized(files, scaled: bool, crop=None, **size) -> list[np.ndarray]:
    with ndd.EvalMode.deferred:
        x = ndd.resize(ndd.decoders.image(ndd.as_batch(files), scaled_decode=scaled), **size)
        if crop:
            x = ndd.crop(x, crop=crop)
    return [np.asarray(t) for t in x.tensors]


def psnr(a: np.ndarray, b: np.ndarray) -> float:
    return float(10 * np.log10(255**2 / max(np.mean((a.astype(float) - b) ** 2), 1e-9)))


@pytest.mark.parametrize("subsampling", [0, 1, 2])
@pytest.mark.parametrize(
    "size",
    [
        {"size": [120, 160]},  # a half
        {"size": [50, 70]},  # a quarter
        {"resize_shorter": 25},  # an eighth
        {"size": [90, 100], "interp_type": "cubic"},
        {"size": [60, 60], "roi_start": [20.5, 100], "roi_end": [600, 900]},
        {"size": [60, 60], "roi_start": [600, 900], "roi_end": [20, 100]},  # mirrored
    ],
    ids=str,
)
def test_close_to_a_full_decode(subsampling, size):
    files = [
        encode(picture(717, 1001), quality=90, subsampling=subsampling),
        encode(picture(720, 1280, 1), quality=75, subsampling=subsampling, progressive=True),
    ]
    for full, scaled in zip(resized(files, False, **size), resized(files, True, **size)):
        assert scaled.shape == full.shape
        assert not np.array_equal(scaled, full)  # it did happen
        assert psnr(scaled, full) >= 40


@pytest.mark.parametrize("orientation", range(1, 9))
def test_turned_pictures(orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    size = {"size": [50, 60]}
    for height, width in ((400, 736), (401, 733)):
        files = [encode(picture(height, width), quality=90, exif=exif)]
        assert psnr(resized(files, True, **size)[0], resized(files, False, **size)[0]) >= 40


def test_a_crop_behind_it_changes_nothing():
    files = [encode(picture(801, 1203), quality=90, subsampling=s) for s in range(3)]
    whole = resized(files, True, size=[100, 120])
    part = resized(files, True, crop=[40, 50], size=[100, 120])
    for a, b in zip(whole, part):
        np.testing.assert_array_equal(a[30:70, 35:85], b)


@pytest.mark.parametrize(
    "size", [{"size": [300, 400]}, {"size": [60, 900]}, {"size": [40, 40], "interp_type": "nn"},
             {"size": [40, 40], "antialias": False}], ids=str
)  # fmt: skip
def test_off_where_pixels_would_suffer(size):
    """Too little shrinking, or along one axis only, or filters that pick single pixels."""
    files = [encode(picture(640, 960), quality=90)]
    np.testing.assert_array_equal(resized(files, True, **size)[0], resized(files, False, **size)[0])


def test_other_formats_and_other_steps_are_untouched():
    png = [encode(picture(400, 500), "PNG")]
    np.testing.assert_array_equal(
        resized(png, True, size=[30, 40])[0], resized(png, False, size=[30, 40])[0]
    )
    jpeg = ndd.as_batch([encode(picture(400, 500))])
    with ndd.EvalMode.deferred:
        plain = ndd.flip(ndd.decoders.image(jpeg, scaled_decode=True))
    np.testing.assert_array_equal(
        np.asarray(plain.tensors[0]), np.asarray(ndd.flip(ndd.decoders.image(jpeg)).tensors[0])
    )
