"""Filters on the GPU: tiles, borders, windows that do not fit into shared memory."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

from .on_gpu import assert_alike, counted, spent

# More than a tile, less than one, rows that begin anywhere.
SIZES = [(70, 45), (9, 130), (1, 1), (1, 37), (41, 1)]


def images(shapes, dtype="uint8", layout="HWC", seed=0):
    rng = np.random.default_rng(seed)
    if dtype in ("uint8", "int16"):
        info = np.iinfo(dtype)
        arrays = [rng.integers(info.min, info.max, s, dtype, endpoint=True) for s in shapes]
        return ndd.batch(arrays, layout=layout)
    x = ndd.batch([rng.normal(0, 50, s).astype(np.float32) for s in shapes], layout=layout)
    return ndd.cast(x, dtype=getattr(ndd, dtype))


def with_channels(*channels):
    return [(*SIZES[i % len(SIZES)], c) for i, c in enumerate(channels)]


def check(call, x, *more, exact=True):
    want = call(x, *more)
    got = call(x.gpu(), *[m.gpu() for m in more])
    assert_alike(got, want, exact)


def window(*shape, seed=1):
    return ndd.as_tensor(np.random.default_rng(seed).normal(0, 0.3, shape).astype(np.float32))


@pytest.mark.parametrize("dtype", ["uint8", "float16", "float32"])
def test_gaussian_blur_of_tiles(dtype):
    check(lambda x: ndd.gaussian_blur(x, sigma=[1.3, 2.0]), images(with_channels(*[3] * 5), dtype))


def test_any_number_of_channels():
    x = images(with_channels(1, 2, 4, 5, 7, 1))
    check(lambda x: ndd.gaussian_blur(x, sigma=2.0), x)
    check(lambda x: ndd.laplacian(x, window_size=5), x)
    check(lambda x: ndd.experimental.dilate(x, mask_size=5), x)
    check(lambda x: ndd.experimental.median_blur(x), x)
    check(lambda x, w: ndd.filter(x, w, border="clamp"), x, window(4, 3))


@pytest.mark.parametrize(
    ("layout", "shapes"),
    [("HW", [(70, 45), (1, 9)]), ("CDHW", [(2, 5, 9, 40), (1, 1, 3, 3)]), ("DHWC", [(3, 9, 8, 3)])],
)
@pytest.mark.parametrize("sigma", [1.0, 25.0])
def test_layouts(layout, shapes, sigma):
    x = images(shapes, layout=layout)
    check(lambda x: ndd.gaussian_blur(x, sigma=sigma), x)
    check(lambda x: ndd.laplacian(x, window_size=5, dtype=ndd.int16), x)


def test_windows_of_all_sizes_in_one_batch():
    """Some go through tiles, in small or in large memory, others one axis after the other."""
    x = images([(70, 145, 3)] * 4)
    sigma = ndd.batch([np.float32(s) for s in (0.3, 4.0, 9.0, 40.0)])
    check(lambda x: ndd.gaussian_blur(x, sigma=sigma), x)
    check(lambda x: ndd.gaussian_blur(x, sigma=[3.0, 0.5], dtype=ndd.float32), x)


def test_laplacians_whose_smoothing_differs():
    x = images([(96, 32, 4)] * 3)
    sizes = ndd.batch([np.int32(s) for s in ([1, 1], [7, 13], [3, 5])])
    check(
        lambda x: ndd.laplacian(x, window_size=[7, 13], smoothing_size=sizes, dtype=ndd.float32),
        x,
        exact=False,
    )


@pytest.mark.parametrize("border", ["reflect_101", "reflect_1001", "wrap", "clamp", "constant"])
def test_borders(border):
    x = images(with_channels(*[3] * 5))
    check(lambda x, w: ndd.filter(x, w, border=border, anchor=[0, 3]), x, window(5, 4))
    name = {"reflect_1001": "reflect", "clamp": "replicate"}.get(border, border)
    for size in ([3, 3], [2, 20], [300, 150]):
        check(lambda x: ndd.experimental.erode(x, mask_size=size, border_mode=name), x)  # noqa: B023


def test_filter():
    x = images([(70, 45, 3)])
    fill = ndd.as_tensor(np.float32(3.7))
    check(lambda x, w, f: ndd.filter(x, w, f, border="constant"), x, window(3, 3), fill)
    sobel = ndd.as_tensor(np.array([[1, 0, -1], [2, 0, -2], [1, 0, -1]], np.int32))
    check(lambda x, w: ndd.filter(x, w, dtype=ndd.int16), x, sobel)
    volume = images([(4, 20, 50), (2, 3, 4)], "float32", "DHW")
    check(lambda x, w: ndd.filter(x, w, border="wrap"), volume, window(3, 2, 5))


def test_filter_in_parts():
    """Windows that are taken in parts are added up in another order."""
    x = images([(70, 45, 3), (5, 6, 3)])
    f = lambda x, w: ndd.filter(x, w, dtype=ndd.float32)  # noqa: E731
    check(f, x, window(40, 45), exact=False)
    check(lambda x, w: ndd.filter(x, w, mode="valid"), images([(70, 90, 3)]), window(40, 45))


def test_morphology_of_floats():
    array = np.random.default_rng(0).normal(0, 50, (70, 45)).astype(np.float32)
    array[array > 90] = np.nan
    x = ndd.batch([array], layout="HW")
    check(lambda x: ndd.experimental.dilate(x, mask_size=[3, 9]), x)
    check(lambda x: ndd.experimental.erode(x, mask_size=[999, 9], border_mode="wrap"), x)


@pytest.mark.parametrize("dtype", ["uint8", "float16", "float64"])
def test_median_windows(dtype):
    x = images([(30, 45, 3), (1, 9, 3), (5, 4, 3), (12, 13, 3)], dtype)
    sizes = ndd.batch([np.int32(s) for s in ([3, 3], [5, 3], [1, 1], [11, 9])])
    check(lambda x: ndd.experimental.median_blur(x, window_size=sizes), x)


def test_large_medians():
    x = images([(12, 13)], layout="HW")
    check(lambda x: ndd.experimental.median_blur(x, window_size=7), x)
    check(lambda x: ndd.experimental.median_blur(x, window_size=[255, 201]), x)


def test_chain():
    x = images([(60, 80, 3), (90, 70, 3)])

    def chain(x):
        x = ndd.crop(x, crop=(50, 61), crop_pos_x=0.3)
        x = ndd.gaussian_blur(ndd.flip(x), sigma=1.0)
        return ndd.cast(ndd.flip(x, vertical=1), dtype=ndd.float32)

    check(chain, x)


def test_one_launch():
    x = images(with_channels(*[3] * 5)).gpu().evaluate()
    for call in (
        lambda x: ndd.gaussian_blur(x, sigma=1.0),
        lambda x: ndd.laplacian(x),
        lambda x: ndd.experimental.dilate(x),
        lambda x: ndd.experimental.median_blur(x),
    ):
        before = counted()
        call(x).evaluate()
        used = spent(before)
        assert used["launches"] == 1 and used["uploads"] == 1 and used["downloaded"] == 0
