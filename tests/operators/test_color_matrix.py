"""hsv, hue, saturation, color_twist, color_space_conversion: instruction sets, chains, mistakes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

import headrace.dynamic as ndd

X = np.random.default_rng(0).integers(0, 256, (37, 41, 3)).astype(np.uint8)

_SCRIPT = """
import hashlib, numpy as np, headrace.dynamic as ndd
rng = np.random.default_rng(0)
found = hashlib.sha256()
for width in (1, 15, 16, 17, 255, 256, 257, 700):
    x = rng.integers(0, 256, (3, width, 3)).astype(np.uint8)
    t = ndd.tensor(x, layout="HWC")
    f = ndd.tensor(x.astype(np.float32) / 255, layout="HWC")
    for y in (
        ndd.color_twist(t, hue=33.0, saturation=1.4, contrast=0.7, brightness=1.2),
        ndd.color_twist(f, hue=33.0, contrast=0.7), ndd.hsv(t, hue=9.0, dtype=ndd.float16),
        ndd.equalize(t), ndd.equalize(t[:, :, 0]), ndd.grid_mask(t, tile=7, angle=0.3),
        ndd.clahe(t, tiles_x=3, tiles_y=2, clip_limit=2.0),
        ndd.clahe(t, tiles_x=3, tiles_y=2, clip_limit=2.0, luma_only=False),
        *(ndd.color_space_conversion(t, image_type=a, output_type=b)
          for a, b in (("RGB", "BGR"), ("RGB", "GRAY"), ("RGB", "YCbCr"), ("YCbCr", "RGB"))),
        ndd.color_space_conversion(t[:, :, :1], image_type="GRAY", output_type="YCbCr"),
    ):
        found.update(np.ascontiguousarray(y).tobytes())
print(found.hexdigest())
"""


def test_the_same_bits_on_every_instruction_set() -> None:
    found = set()
    for isa in ("base", "avx2", "avx512"):  # those the CPU lacks fall back to one it has
        done = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, text=True,
                              env={**os.environ, "HEADRACE_ISA": isa}, check=True)  # fmt: skip
        found.add(done.stdout.strip())
    assert len(found) == 1 and len(found.pop()) == len(hashlib.sha256().hexdigest())


def test_a_part_of_the_result_is_a_part() -> None:
    """Steps before a crop make only what it needs."""
    x = ndd.tensor(np.tile(X, (4, 4, 1)), layout="HWC")

    def steps(v: ndd.Tensor) -> ndd.Tensor:
        v = ndd.grid_mask(ndd.color_twist(v, hue=20.0, contrast=0.8), tile=17, angle=0.2)
        v = ndd.color_space_conversion(v, image_type="RGB", output_type="YCbCr")
        return ndd.color_space_conversion(v, image_type="YCbCr", output_type="GRAY")

    for window in ({"crop": [30, 50]}, {"crop": [1, 1], "crop_pos_x": 1.0}, {"crop": [148, 9]}):
        with ndd.EvalMode.deferred:
            part = np.asarray(ndd.crop(steps(x), **window))
        with ndd.EvalMode.sync_cpu:
            np.testing.assert_array_equal(part, np.asarray(ndd.crop(steps(x), **window)))


def test_grey_and_unchanged_colours() -> None:
    x = ndd.tensor(X, layout="HWC")
    for y in (ndd.hsv(x), ndd.hue(x, hue=360.0), ndd.saturation(x), ndd.color_twist(x)):
        np.testing.assert_array_equal(np.asarray(y), X)
    gray = np.asarray(ndd.saturation(x, saturation=0.0)).astype(int)
    assert np.abs(gray - gray[..., :1]).max() <= 1


def test_ranges_of_types() -> None:
    """White and black are the same colours in every type."""
    for dtype, most in (("uint8", 255), ("uint16", 65535), ("float32", 1), ("float64", 1)):
        x = ndd.tensor(np.array([[[0, 0, 0], [most] * 3]], dtype), layout="HWC")
        y = np.asarray(ndd.color_space_conversion(x, image_type="RGB", output_type="YCbCr"))
        tolerance = 1 / 255 if dtype.startswith("u") else 1e-6
        np.testing.assert_allclose(
            y[0] / most, [[16 / 255, 128 / 255, 128 / 255], [235 / 255, 128 / 255, 128 / 255]],
            atol=tolerance,
        )  # fmt: skip
        back = np.asarray(
            ndd.color_space_conversion(
                ndd.tensor(y, layout="HWC"), image_type="YCbCr", output_type="RGB"
            )
        )
        np.testing.assert_allclose(back / most, np.asarray(x) / most, atol=tolerance)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda x: ndd.hsv(x[:, :, :2]), ValueError, r"3 channels \(RGB\), got shape"),
        (lambda x: ndd.hue(x, dtype=bool), TypeError, "not bool"),
        (
            lambda x: ndd.color_space_conversion(x, image_type="GRAY", output_type="RGB"),
            ValueError,
            "image_type needs 1 channel, got shape",
        ),
        (
            lambda x: ndd.color_space_conversion(x, image_type="RGB", output_type="ANY_DATA"),
            ValueError,
            "output_type must name a colour space",
        ),
        (
            lambda x: ndd.color_space_conversion(x, image_type="RGB", output_type="GRAYISH"),
            ValueError,
            "GRAYISH",
        ),
        (lambda x: ndd.color_space_conversion(x, image_type="RGB"), TypeError, "output_type"),
    ],
)
def test_mistakes(call, error, message) -> None:
    with pytest.raises(error, match=message):
        call(ndd.tensor(X, layout="HWC")).evaluate()
