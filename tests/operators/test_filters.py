"""Neighbourhood filters: parts of images, wide windows, instruction sets, OpenCV, messages."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import headrace.dynamic as ndd

RNG = np.random.default_rng(7)
IMAGE = RNG.integers(0, 256, (40, 53, 3)).astype(np.uint8)
WEIGHTS = RNG.normal(0, 0.1, (5, 4)).astype(np.float32)

FILTERS: dict[str, Any] = {
    "blur": lambda x: ndd.gaussian_blur(x, sigma=1.3),
    "wide blur": lambda x: ndd.gaussian_blur(x, sigma=[40.0, 3.0], dtype=ndd.float32),
    "laplacian": lambda x: ndd.laplacian(x, window_size=[5, 3], smoothing_size=[1, 9]),
    "median": lambda x: ndd.experimental.median_blur(x, window_size=[5, 3]),
    "wide median": lambda x: ndd.experimental.median_blur(x, window_size=[13, 11]),
    **{
        f"filter {border}": lambda x, border=border: ndd.filter(
            x, WEIGHTS, border=border, anchor=[4, 0]
        )
        for border in ("reflect_101", "reflect_1001", "wrap", "clamp", "constant")
    },
    "filter valid": lambda x: ndd.filter(x, WEIGHTS, mode="valid", dtype=ndd.float32),
    "filter product": lambda x: ndd.filter(x, np.full((7, 5), 1 / 35, np.float32)),
    **{
        f"{f} {border}": lambda x, f=f, border=border: getattr(ndd.experimental, f)(
            x, mask_size=[4, 7], anchor=[3, 1], border_mode=border, iterations=2
        )
        for f in ("dilate", "erode")
        for border in ("constant", "replicate", "reflect", "reflect_101", "wrap")
    },
}


@pytest.mark.parametrize("name", FILTERS)
@pytest.mark.parametrize("layout", ["HWC", "CHW", "HW"])
def test_a_part_is_the_part_of_the_whole(name: str, layout: str) -> None:
    """A crop behind a filter makes it compute only the crop: the same bytes."""
    pixels = {"HWC": IMAGE, "CHW": np.moveaxis(IMAGE, 2, 0), "HW": IMAGE[:, :, 0]}[layout]
    x = ndd.batch([np.ascontiguousarray(pixels)], layout=layout)
    whole = np.asarray(FILTERS[name](x).tensors[0])
    h = layout.index("H")
    for rows, cols in ((7, 9), (1, 1), (whole.shape[h], 2), (3, whole.shape[h + 1])):
        for at in (0.0, 0.3, 1.0):
            with ndd.EvalMode.deferred:
                y = ndd.crop(
                    FILTERS[name](ndd.copy(x)), crop=[rows, cols], crop_pos_x=at, crop_pos_y=1 - at
                )
                part = np.asarray(y.tensors[0])
            with ndd.EvalMode.sync_cpu:
                again = ndd.crop(
                    ndd.tensor(whole, layout=layout),
                    crop=[rows, cols],
                    crop_pos_x=at,
                    crop_pos_y=1 - at,
                )
            np.testing.assert_array_equal(part, np.asarray(again))


def test_volumes_and_lines_in_part() -> None:
    for layout, shape in (("DHWC", (9, 10, 11, 2)), ("CDHW", (2, 9, 10, 11)), ("WC", (30, 4))):
        x = ndd.batch([RNG.random(shape, np.float32)], layout=layout)
        for f in (lambda v: ndd.gaussian_blur(v, sigma=1.0), lambda v: ndd.laplacian(v)):
            whole = np.asarray(f(x).tensors[0])
            with ndd.EvalMode.deferred:
                part = f(ndd.copy(x)).slice[1:3, 2:4]
                part = np.asarray(part.tensors[0])
            np.testing.assert_array_equal(part, whole[1:3, 2:4])


def test_windows_wider_than_the_image() -> None:
    x = RNG.random((4, 7), np.float32)
    for sigma in (2.0, 10.0, 1000.0):
        radius = int(np.ceil(3 * sigma))
        window = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2)
        window /= window.sum()
        want = x.astype(np.float64)
        for axis in (0, 1):
            width = [(radius, radius) if d == axis else (0, 0) for d in (0, 1)]
            wide = np.pad(want, width, "reflect")
            want = np.apply_along_axis(lambda v: np.convolve(v, window, "valid"), axis, wide)  # noqa: B023
        y = np.asarray(ndd.gaussian_blur(ndd.tensor(x, layout="HW"), sigma=sigma))
        np.testing.assert_allclose(y, want, rtol=1e-4)
    one = ndd.tensor(np.full((1, 1, 3), 77, np.uint8), layout="HWC")
    assert np.asarray(ndd.gaussian_blur(one, sigma=50.0)).ravel().tolist() == [77] * 3
    assert np.asarray(ndd.laplacian(one, window_size=31)).ravel().tolist() == [0] * 3
    mask = ndd.experimental.dilate(
        ndd.tensor(IMAGE, layout="HWC"), mask_size=2**31 - 1, iterations=2**31 - 1
    )
    assert (np.asarray(mask) == IMAGE.max((0, 1))).all()


def test_opencv() -> None:
    cv2 = pytest.importorskip("cv2")
    experimental = ndd.experimental
    for pixels in (IMAGE, IMAGE.astype(np.uint16) * 199, IMAGE.astype(np.float32) / 7):
        x = ndd.tensor(pixels, layout="HWC")
        for k in (3, 5):
            y = np.asarray(experimental.median_blur(x, window_size=k))
            np.testing.assert_array_equal(y, cv2.medianBlur(pixels, k))
        for border, number in (("constant", cv2.BORDER_CONSTANT), ("reflect", cv2.BORDER_REFLECT),
                               ("replicate", cv2.BORDER_REPLICATE),
                               ("reflect_101", cv2.BORDER_REFLECT_101)):  # fmt: skip
            for size, anchor, n in (((3, 3), (-1, -1), 1), ((5, 2), (0, 1), 1), ((4, 7), (1, 6), 3),
                                    ((31, 17), (-1, -1), 1)):  # fmt: skip
                for ours, theirs in (
                    (experimental.dilate, cv2.dilate),
                    (experimental.erode, cv2.erode),
                ):
                    y = ours(x, mask_size=size, anchor=anchor, iterations=n, border_mode=border)
                    z = theirs(pixels, np.ones(size[::-1], np.uint8), anchor=anchor, iterations=n,
                               borderType=number)  # fmt: skip
                    np.testing.assert_array_equal(np.asarray(y), z)
    x = ndd.tensor(IMAGE, layout="HWC")
    for k in (7, 9, 11, 31, 101):
        y = np.asarray(experimental.median_blur(x, window_size=k))
        np.testing.assert_array_equal(y, cv2.medianBlur(IMAGE, k))


def test_medians_of_every_kind_of_window() -> None:
    """Networks, histograms and sorting against NumPy; narrow images."""
    for dtype in ("uint8", "int8", "int16", "float16", "float64"):
        for w, h in ((1, 1), (1, 3), (3, 3), (5, 5), (7, 3), (9, 9), (11, 9), (1, 83)):
            for shape in ((6, 5), (1, 1), (3, 70)):
                x = RNG.integers(-100, 100, shape).astype(dtype)
                wide = np.pad(x, ((h // 2, h // 2), (w // 2, w // 2)), "edge")
                views = np.lib.stride_tricks.sliding_window_view(wide, (h, w))
                want = np.sort(views.reshape(*shape, -1), -1)[..., h * w // 2]
                y = ndd.experimental.median_blur(ndd.tensor(x, layout="HW"), window_size=[w, h])
                np.testing.assert_array_equal(np.asarray(y), want)


def test_products_are_the_same_as_other_windows() -> None:
    x = ndd.tensor(RNG.random((30, 40, 3), np.float32), layout="HWC")
    column, row = RNG.normal(0, 1, 9), RNG.normal(0, 1, 6)
    k = np.outer(column, row).astype(np.float32)
    almost = k.copy()
    almost[0, 0] += 1e-3  # no product any more
    a, b = (np.asarray(ndd.filter(x, w, border="constant")) for w in (k, almost))
    corner = np.zeros_like(k)
    corner[0, 0] = 1e-3
    np.testing.assert_allclose(
        b, a + np.asarray(ndd.filter(x, corner, border="constant")), atol=2e-5
    )


def test_numbers_that_are_none() -> None:
    x = np.full((9, 9, 1), np.nan, np.float32)
    x[:3, :3] = np.inf
    t = ndd.tensor(x, layout="HWC")
    for f in FILTERS.values():
        assert np.asarray(f(t)).dtype == np.float32
    y = np.asarray(ndd.experimental.median_blur(t))
    assert np.isnan(y[4, 4]).all()
    assert np.isinf(y[0, 0]).all()


_DIGEST = """
import hashlib, numpy as np, headrace.dynamic as ndd
rng = np.random.default_rng(3)
h = hashlib.sha256()
for dtype in ("uint8", "float32", "uint16"):
    for shape in ((37, 61, 3), (5, 3, 1), (20, 33, 4)):
        x = ndd.tensor((rng.random(shape) * 250).astype(dtype), layout="HWC")
        for y in (ndd.gaussian_blur(x, sigma=1.5), ndd.laplacian(x, window_size=5, scale=0.3),
                  ndd.filter(x, np.float32([[0.1, -0.7, 1], [0.3, 0.2, 0.1]])),
                  ndd.filter(x, np.full((5, 3), 0.07, np.float32)),
                  ndd.experimental.median_blur(x), ndd.experimental.median_blur(x, window_size=11),
                  ndd.experimental.dilate(x, mask_size=[5, 2]), ndd.experimental.erode(x)):
            h.update(np.asarray(y).tobytes())
print(h.hexdigest())
"""


def test_every_instruction_set_gives_the_same_bits() -> None:
    digests = set()
    for isa in ("base", "avx2", "avx512"):
        run = [sys.executable, "-c", _DIGEST]
        environment = {**os.environ, "HEADRACE_ISA": isa}
        digests.add(subprocess.run(run, env=environment, capture_output=True, check=True).stdout)
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: ndd.gaussian_blur(x), "sigma and window_size.*must not both be 0"),
        (lambda x: ndd.gaussian_blur(x, sigma=[1.0, 0.0]), "spatial axis 1 must not both be 0"),
        (lambda x: ndd.gaussian_blur(x, sigma=-1.0), "sigma.*positive, got -1|positive number"),
        (lambda x: ndd.gaussian_blur(x, sigma=float("inf")), "positive number, got inf"),
        (lambda x: ndd.gaussian_blur(x, sigma=1e9), "window.*larger than"),
        (lambda x: ndd.gaussian_blur(x, window_size=4), "odd and positive, got 4"),
        (lambda x: ndd.gaussian_blur(x, window_size=2**31 - 1), "larger than"),
        (lambda x: ndd.gaussian_blur(x, sigma=[1.0, 1.0, 1.0]), "sigma has 3 numbers.*one or 2"),
        (lambda x: ndd.laplacian(x, window_size=1), "window_size.*odd number from 3 to 31, got 1"),
        (lambda x: ndd.laplacian(x, smoothing_size=2), "smoothing_size.*from 1 to 31, got 2"),
        (lambda x: ndd.laplacian(x, scale=[1.0, 2.0, 3.0]), "scale has 3 numbers"),
        (lambda x: ndd.filter(x, np.ones(3, np.float32)), "filter has 1 axes.*2 spatial axes"),
        (lambda x: ndd.filter(x, np.ones((0, 3), np.float32)), "the filter is empty"),
        (lambda x: ndd.filter(x, WEIGHTS, anchor=9), "anchor must lie in the filter.*got 9"),
        (lambda x: ndd.filter(x, WEIGHTS, border="clmap"), "clamp"),
        (lambda x: ndd.filter(x, WEIGHTS, mode="vaild"), "valid"),
        (lambda x: ndd.filter(x, np.ones((99, 1), np.float32), mode="valid"), "not smaller than"),
        (lambda x: ndd.filter(x, WEIGHTS, np.ones(2)), "fill_value must be one number"),
        (lambda x: ndd.experimental.dilate(x, mask_size=0), "mask_size must be at least 1, got 0"),
        (lambda x: ndd.experimental.erode(x, anchor=[3, 0]), "anchor must lie in the mask"),
        (lambda x: ndd.experimental.erode(x, iterations=-1), "iterations must not be negative"),
        (lambda x: ndd.experimental.erode(x, border_mode="replicat"), "replicate"),
        (lambda x: ndd.experimental.median_blur(x, window_size=2), "odd and positive, got 2"),
        (lambda x: ndd.experimental.median_blur(x, window_size=[3, 3, 3]), "has 3 numbers"),
        (lambda x: ndd.experimental.median_blur(x, window_size=2**31 - 1), "at most 65535 elem"),
    ],
)  # fmt: skip
def test_mistakes(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call(ndd.tensor(IMAGE, layout="HWC")).evaluate()


@pytest.mark.parametrize("layout", ["HCW", "C", "HWFC"])
def test_layouts_are_named(layout: str) -> None:
    x = ndd.tensor(np.zeros((2,) * len(layout), np.uint8), layout=layout)
    for f in (ndd.gaussian_blur, ndd.laplacian):
        with pytest.raises(ValueError, match=f'layout "{layout}"'):
            f(x, window_size=3)
