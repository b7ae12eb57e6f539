"""crop: what is special beyond the harness and the oracle."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import Error

X = np.arange(6 * 8 * 3, dtype=np.uint8).reshape(6, 8, 3)


def test_centre_and_corners() -> None:
    for at, y, x in ((0.0, 0, 0), (0.5, 1, 2), (1.0, 2, 4)):
        got = ndd.crop(ndd.tensor(X, layout="HWC"), crop=[4, 4], crop_pos_x=at, crop_pos_y=at)
        np.testing.assert_array_equal(np.asarray(got), X[y : y + 4, x : x + 4])


def test_nothing_left_and_nothing_given() -> None:
    x = ndd.tensor(X, layout="HWC")
    assert ndd.crop(x).shape == X.shape
    assert ndd.crop(ndd.zeros(shape=[0, 4, 3], layout="HWC"), crop=[0, 2]).shape == (0, 2, 3)


def test_repeated_edges_need_something_to_repeat() -> None:
    with pytest.raises(Error, match="nothing to repeat"):
        ndd.crop(
            ndd.zeros(shape=[0, 4, 3], layout="HWC"), crop=[2, 2], out_of_bounds_policy="edge"
        ).evaluate()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"crop": [9, 4]},
            r'window \[-2, 7\) on axis 0 leaves the sample of shape .*out_of_bounds_policy="pad"',
        ),
        ({"crop": [2]}, "crop takes 2 or 3 sizes, got 1"),
        ({"crop": [2, 2], "crop_w": 3.0}, "crop= or crop_w=, not both"),
        ({"crop": [2, 2], "crop_pos_x": 1.5}, r"crop_pos_x must lie in \[0, 1\], got 1.5"),
        ({"crop": [2, 2], "crop_pos_y": ndd.tensor(-0.5)}, r"position must lie in \[0, 1\]"),
        ({"crop": [2, 2], "rounding": "up"}, "rounding=.up. is unknown"),
        (
            {"crop": [2, 2], "out_of_bounds_policy": "padd"},
            "out_of_bounds_policy='padd' is unknown.*pad",
        ),
        (
            {"crop": [9, 9], "out_of_bounds_policy": "pad", "fill_values": [1, 2]},
            "2 values for 3 channels",
        ),
        ({"krop": [2, 2]}, "krop.*crop"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises((ValueError, IndexError, TypeError), match=message):
        ndd.crop(ndd.tensor(X, layout="HWC"), **arguments).evaluate()


def test_deprecated_names() -> None:
    with pytest.warns(DeprecationWarning, match="output_dtype"):
        y = ndd.crop(ndd.tensor(X, layout="HWC"), crop=[2, 2], output_dtype=ndd.float32)
    assert y.dtype == ndd.float32
