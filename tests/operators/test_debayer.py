"""debayer: OpenCV's colours, what every mosaic keeps, mistakes."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import headrace
import headrace.dynamic as ndd

ALGORITHMS = ["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv"]
POSITIONS = [(0, 0), (0, 1), (1, 0), (1, 1)]
NAMES = {(0, 0): "BG", (0, 1): "GB", (1, 0): "GR", (1, 1): "RG"}
SUFFIX = {"bilinear_ocv": "RGB", "edgeaware_ocv": "RGB_EA", "vng_ocv": "RGB_VNG",
          "gray_ocv": "GRAY"}  # fmt: skip


def debayered(x: np.ndarray, position: tuple[int, int], algorithm: str) -> np.ndarray:
    y = ndd.debayer(ndd.tensor(x, layout="HW"), blue_position=position, algorithm=algorithm)
    return np.asarray(y)


def mosaic(h: int, w: int, dtype: str = "uint8", seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng([h, w, seed])
    return rng.integers(0, np.iinfo(dtype).max + 1, (h, w)).astype(dtype)


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_opencv(algorithm: str, position: tuple[int, int]) -> None:
    cv2 = pytest.importorskip("cv2")
    code = getattr(cv2, f"COLOR_Bayer{NAMES[position]}2{SUFFIX[algorithm]}")
    for h, w in ((4, 4), (6, 18), (20, 36), (40, 300)):
        for dtype in ("uint8",) if algorithm == "vng_ocv" else ("uint8", "uint16"):
            x = mosaic(h, w, dtype)
            found = debayered(x, position, algorithm).astype(int)
            expected = cv2.cvtColor(x, code).reshape(found.shape)
            # OpenCV rounds some halves of VNG otherwise in the last columns.
            assert np.abs(found - expected).max() <= (algorithm == "vng_ocv")
            assert (found != expected).mean() < 0.01


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 20),
    st.integers(1, 150),
    st.sampled_from(POSITIONS),
    st.sampled_from(ALGORITHMS),
    st.integers(0, 9),
)
def test_what_mosaics_keep(
    half_height: int, half_width: int, position: tuple[int, int], algorithm: str, seed: int
) -> None:
    """Known colours stay; no colour leaves the range of the values; a flat mosaic is flat."""
    h, w = 2 * half_height, 2 * half_width
    x = mosaic(h, w, seed=seed)
    y = debayered(x, position, algorithm)
    flat = debayered(np.full_like(x, 113), position, algorithm)
    if min(h, w) <= 2:
        assert not y.any() and not flat.any()
        return
    assert (flat == 113).all()
    if algorithm != "vng_ocv":
        assert y.min() >= x.min() and y.max() <= x.max()
    if algorithm == "gray_ocv":
        return
    row, column = np.mgrid[1 : h - 1, 1 : w - 1]
    blue_row, blue_column = row % 2 != position[0], column % 2 != position[1]
    known = np.where(blue_row & blue_column, 2, np.where(blue_row | blue_column, 1, 0))
    inside = np.take_along_axis(y[1:-1, 1:-1], known[..., None], 2)[..., 0]
    np.testing.assert_array_equal(inside, x[1:-1, 1:-1])


@pytest.mark.parametrize(
    ("shape", "arguments", "message"),
    [
        ((7, 8), {"blue_position": [0, 0]}, "even height and width"),
        ((8, 8), {"blue_position": [0, 2]}, "each 0 or 1"),
        ((8, 8), {"blue_position": [0, 0, 1]}, "a row and a column"),
        ((8, 8), {"blue_position": []}, "a row and a column"),
        ((8, 8), {"blue_position": [0, 0], "algorithm": "default_npp"}, "of a GPU"),
        ((8, 8), {"blue_position": [0, 0], "algorithm": "bilinear"}, "bilinear_ocv"),
    ],
)
def test_mistakes(shape: tuple[int, ...], arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ndd.debayer(ndd.tensor(np.zeros(shape, np.uint8), layout="HW"), **arguments).evaluate()


def test_channels_and_types() -> None:
    three = ndd.tensor(np.zeros((8, 8, 3), np.uint8), layout="HWC")
    with pytest.raises(ValueError, match="one channel"):
        ndd.debayer(three, blue_position=[0, 0]).evaluate()
    wide = ndd.tensor(np.zeros((8, 8), np.uint16), layout="HW")
    with pytest.raises(TypeError, match="vng_ocv takes uint8"):
        ndd.debayer(wide, blue_position=[0, 0], algorithm="vng_ocv")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=4))
def test_any_position(position: list[int]) -> None:
    """Positions that come late: an image, or an error."""
    x = ndd.tensor(mosaic(8, 8), layout="HW")
    late = ndd.tensor(np.array(position, np.int64))
    try:
        y = np.asarray(ndd.debayer(x, blue_position=late))
    except headrace.Error:
        assert len(position) not in (1, 2) or not set(position) <= {0, 1}
        return
    np.testing.assert_array_equal(y, np.asarray(ndd.debayer(x, blue_position=position)))
