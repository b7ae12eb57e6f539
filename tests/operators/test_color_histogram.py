"""equalize and clahe: against OpenCV, odd tiles, mistakes."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

RNG = np.random.default_rng(0)


def image(*shape: int) -> ndd.Tensor:
    values = np.clip(RNG.normal(120, 40, shape), 0, 255).astype(np.uint8)
    return ndd.tensor(values, layout="HWC")


def test_equalize_flattens() -> None:
    y = np.asarray(ndd.equalize(image(200, 300, 3)))
    for k in range(3):
        assert y[..., k].min() == 0 and y[..., k].max() == 255
        quarters = np.histogram(y[..., k], 4, (0, 256))[0] / y[..., k].size
        assert np.abs(quarters - 0.25).max() < 0.05


def test_against_opencv() -> None:
    cv2 = pytest.importorskip("cv2")
    for shape in ((64, 64), (50, 71), (9, 200)):
        x = image(*shape, 3)
        tool = cv2.createCLAHE(2.5, (5, 4))
        plane = np.ascontiguousarray(np.asarray(x)[..., 0])
        one = ndd.tensor(plane[..., None], layout="HWC")
        np.testing.assert_array_equal(np.asarray(ndd.equalize(one))[..., 0],
                                      cv2.equalizeHist(plane))  # fmt: skip
        arguments = {"tiles_x": 5, "tiles_y": 4, "clip_limit": 2.5}
        np.testing.assert_array_equal(
            np.asarray(ndd.clahe(one, **arguments))[..., 0], tool.apply(plane)
        )
        lab = cv2.cvtColor(np.asarray(x), cv2.COLOR_RGB2LAB)
        lab[..., 0] = tool.apply(np.ascontiguousarray(lab[..., 0]))
        want = cv2.cvtColor(lab, cv2.COLOR_LAB2RGB)
        np.testing.assert_array_equal(np.asarray(ndd.clahe(x, **arguments)), want)


def test_more_tiles_than_pixels() -> None:
    """Then each pixel is a tile; further ones lie outside the image."""
    x = image(3, 5, 1)
    few = ndd.clahe(x, tiles_x=5, tiles_y=3, clip_limit=4.0)
    many = ndd.clahe(x, tiles_x=2**31 - 1, tiles_y=10**9, clip_limit=4.0)
    np.testing.assert_array_equal(np.asarray(many), np.asarray(few))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: ndd.equalize(ndd.tensor(np.zeros((3, 3), np.float32))), TypeError, "uint8.*cast"),
        (lambda: ndd.equalize(ndd.zeros(shape=[3], dtype=ndd.uint8)), ValueError, "1 axis"),
        (
            lambda: ndd.clahe(image(5, 5, 2), tiles_x=2, tiles_y=2, clip_limit=1.0),
            ValueError,
            "1 or 3 channels, got shape",
        ),
        (
            lambda: ndd.clahe(image(5, 5, 1), tiles_x=2, tiles_y=-1, clip_limit=1.0),
            ValueError,
            "tiles_y must be positive, got -1",
        ),
        (lambda: ndd.clahe(image(5, 5, 1), tiles_x=2, tiles_y=2), TypeError, "clip_limit"),
    ],
)
def test_mistakes(call, error, message) -> None:
    with pytest.raises(error, match=message):
        call().evaluate()
