"""crop_mirror_normalize: what is special beyond the harness and the oracle."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import headrace.dynamic as ndd


@pytest.mark.parametrize("channels", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("width", [1, 2, 15, 16, 17, 33, 70])
def test_every_width(channels: int, width: int) -> None:
    """Vector loops and their remainders, all combinations of types, order and padding."""
    x = np.random.default_rng(width).integers(0, 256, (2, width, channels)).astype(np.uint8)
    mean, std = np.arange(channels) * 3.0, np.arange(channels) + 1.5
    for dtype, mirror, layout, pad in itertools.product(
        ("uint8", "float32", "int16"), (0, 1), ("HWC", "CHW"), (False, True)
    ):
        y = ndd.crop_mirror_normalize(
            ndd.tensor(x.astype(dtype), layout="HWC"),
            mean=mean.tolist(),
            std=std.tolist(),
            mirror=mirror,
            output_layout=layout,
            pad_output=pad,
            fill_values=9.0,
        )
        got = np.asarray(y) if layout == "HWC" else np.moveaxis(np.asarray(y), 0, -1)
        want = (x[:, ::-1] if mirror else x).astype(np.float64)
        np.testing.assert_allclose(got[..., :channels], (want - mean) / std, rtol=1e-5, atol=1e-4)
        assert (got[..., channels:] == 9).all()
        assert got.shape[2] == (1 << (channels - 1).bit_length() if pad else channels)


def test_mirror_is_flip() -> None:
    x = ndd.tensor(np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3), layout="HWC")
    a = ndd.crop_mirror_normalize(x, mean=[1.0], std=[3.0], mirror=1)
    b = ndd.crop_mirror_normalize(ndd.flip(x), mean=[1.0], std=[3.0])
    np.testing.assert_array_equal(np.asarray(a), np.asarray(b))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"mean": [1.0, 2.0]}, "mean has 2 values for 3 channels"),
        ({"std": ndd.tensor([1.0, 2.0])}, "std has 2 values for 3 channels"),
        ({"std": 0.0}, "std must not be 0"),
        ({"std": ndd.tensor([0.0])}, "std must not be 0"),
        ({"mean": []}, "mean is empty"),
        ({"output_layout": "XYZ"}, "no permutation of the input's layout 'HWC'"),
        ({"crop": [9, 9]}, "leaves the sample"),
        (
            {"crop": [9, 9], "out_of_bounds_policy": "edge"},
            "out_of_bounds_policy='edge' is unknown",
        ),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises((ValueError, IndexError, TypeError), match=message):
        ndd.crop_mirror_normalize(ndd.zeros(shape=[5, 7, 3], layout="HWC"), **arguments).evaluate()
