"""resize, tensor_resize and resize_crop_mirror: the same calls through DALI and Headrace.

Sizes are exact; integers are within 1 (sums of float32 in another order), nearest neighbours equal.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

pytest.importorskip("nvidia.dali")

from .both import Value, batch, both_fail, dali, ours, run, tensor
from .differences import DIFFERENCES

FILTERS = ["NN", "LINEAR", "CUBIC", "LANCZOS3", "TRIANGULAR", "GAUSSIAN"]


def smooth(shape: tuple[int, ...], dtype: str = "uint8", seed: int = 0) -> np.ndarray:
    """A picture with edges, slopes and some noise."""
    rng = np.random.default_rng([seed, *shape])
    waves = sum(np.sin(i / (1 + k)) for k, i in enumerate(np.indices(shape).astype(float)))
    x = 120 + 40 * waves + rng.integers(-30, 30, shape)
    return np.clip(x, 0, 255).astype(dtype)


def close(call: str, x: Value, limit: float = 1.0) -> None:
    """Equal metadata and shapes; elements within the limit."""
    for a, b in zip(run(dali, call, x=x), run(ours, call, x=x), strict=True):
        for key in ("batch", "dtype", "layout", "shape"):
            assert b[key] == a[key], f"{call}: {key}"
        for p, q in zip(a["samples"], b["samples"], strict=True):
            np.testing.assert_allclose(
                q.astype(np.float64), p.astype(np.float64), rtol=0, atol=limit, err_msg=call
            )


def filtered(call: str, filter: str, x: Value, limit: float = 1.0) -> None:
    """With a filter; NN makes no difference at all."""
    number = {"NN": 0, "LINEAR": 1, "CUBIC": 2, "LANCZOS3": 3, "TRIANGULAR": 4, "GAUSSIAN": 5}
    close(
        f"{call[:-1]}, interp_type=t(np.int32({number[filter]})))",
        x,
        0.0 if filter == "NN" else limit,
    )


X = tensor(smooth((40, 61, 3)), "HWC")

# ---- sizes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        "size=[20, 20]",
        "size=20",
        "size=[20.5, 20.4]",
        "size=[0.3, 20]",
        "size=[0, 20]",
        "size=[20, 0]",
        "size=[0, 0]",
        "size=[0, 0], max_size=10",
        "size=[-20, 33]",
        "size=[20, 20], max_size=15",
        "size=[20, 20], max_size=[15, 100]",
        "size=[20, 20], max_size=0",
        "size=t([20, 33])",
        "size=t(20)",
        "resize_x=20",
        "resize_y=20.7",
        "resize_x=-20",
        "resize_x=20, resize_y=33",
        "resize_x=20, resize_z=33",
        "resize_x=20, max_size=10",
        "resize_x=0.1",
        "resize_x=t(20.0), resize_y=t(0.0)",
        "resize_shorter=20",
        "resize_shorter=-20.5",
        "resize_shorter=20, max_size=25",
        "resize_shorter=20, max_size=[25, 29]",
        "resize_longer=20",
        "resize_longer=20.3, max_size=15",
        "size=[20, 10], mode='not_larger'",
        "size=[20, 10], mode='not_smaller'",
        "size=[20, 10], mode='not_smaller', max_size=25",
        "size=[0, 10], mode='stretch'",
        "resize_x=20, mode='stretch'",
        "resize_x=20, mode='not_larger'",
        "resize_shorter=25, save_attrs=True",
        "size=[20, 20], dtype=ndd.float32",
        "size=[17.3, 29.8], subpixel_scale=False",
        "size=[17.3, 29.8], roi_start=[3, 4], roi_end=[30, 50.5]",
        "size=[17.3, 29.8], roi_start=[30, 4], roi_end=[3.25, 50.5]",
        "resize_shorter=33, roi_start=[.1, .9], roi_end=[.95, .15], roi_relative=True",
        "resize_x=33, roi_start=[.8, .9], roi_end=[.1, .15], roi_relative=True",
        "resize_x=33, mode='not_larger', roi_start=[.8, .1], roi_end=[.1, .9], roi_relative=True",
        "size=[20, 20], roi_start=[-3, -2.5], roi_end=[44, 63]",
        "size=[20, 20], roi_start=t([3, 4]), roi_end=t([30, 50])",
    ],
)
def test_sizes(arguments: str) -> None:
    close(f"ndd.resize(x, {arguments})", X)
    if "save_attrs" not in arguments:
        close(f"ndd.resize_crop_mirror(x, {arguments}, crop=[1, 1], mirror=1)", X)


@pytest.mark.parametrize("way", ["resize_x", "resize_y", "resize_shorter", "resize_longer"])
def test_rounding_of_sizes(way: str) -> None:
    """Sizes that fall between two integers: float32 arithmetic decides."""
    rng = np.random.default_rng(3)
    for _ in range(6):
        n = int(rng.integers(1, 200))
        shapes = []
        while len(shapes) < 8:
            h, w = (int(v) for v in rng.integers(1, 160, 2))
            one, other = {
                "resize_x": (h, w),
                "resize_y": (w, h),
                "resize_shorter": (max(h, w), min(h, w)),
                "resize_longer": (min(h, w), max(h, w)),
            }[way]
            if 2 * one * n % other == 0 and one * n < 400 * other:
                shapes.append((h, w, 1))
        x = batch(*[np.zeros(s, np.uint8) for s in shapes], layout="HWC")
        close(f"ndd.resize(x, {way}={n}, antialias=False)", x, 0)


def test_per_sample() -> None:
    x = batch(smooth((30, 44, 3)), smooth((52, 21, 3)), layout="HWC")
    close("ndd.resize(x, size=b([20.0, 17.0], [9.5, 30.0]))", x)
    close("ndd.resize(x, resize_shorter=b(20.0, 17.5), interp_type=b(np.int32(0), np.int32(2)))", x)
    close("ndd.resize(x, resize_x=b(20, 0), resize_y=b(0, 40), min_filter=t(np.int32(3)))", x)
    close("ndd.resize_crop_mirror(x, resize_x=40, crop=b([7, 8], [9, 6]), mirror=b(1, 2))", x)
    close("ndd.tensor_resize(x, axes=[0, 1], scales=b([.5, .3], [1.2, 1.1]))", x)


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "max_size=20",
        "size=[20, 20], resize_x=20",
        "resize_shorter=20, resize_longer=30",
        "resize_shorter=20, mode='stretch'",
        "size=[1, 2, 3]",
        "size=[20, 20], mode='foo'",
        "size=[20, 20], max_size=[1, 2, 3]",
        "size=[20, 20], roi_start=[0, 0]",
        "size=[20, 20], roi_end=[0, 0]",
        "size=[20, 20], roi_start=[0, 0, 0], roi_end=[1, 1, 1]",
        "size=[20, 20], interp_type=t(np.int32(9))",
    ],
)
def test_bad_resize(arguments: str) -> None:
    both_fail(f"ndd.resize(x, {arguments})", x=X)
    both_fail(f"ndd.resize_crop_mirror(x, {arguments})", x=X)


# ---- pixels -----------------------------------------------------------------------------------


@pytest.mark.parametrize("filter", FILTERS)
@pytest.mark.parametrize("antialias", [True, False])
def test_filters(filter: str, antialias: bool) -> None:
    for shape, size in (
        ((75, 100, 3), [31, 47]),
        ((75, 100, 3), [190, 140]),
        ((20, 30, 1), [7, 64]),
        ((33, 21, 4), [40, 10]),
        ((1, 1, 3), [9, 5]),
        ((1, 40, 3), [3, 11]),
        ((40, 1, 2), [90, 3]),
        ((64, 48, 3), [1, 1]),
        ((64, 48, 3), [1, 96]),
        ((3, 2, 3), [300, 200]),
        ((600, 500, 1), [4, 3]),
        ((48, 48, 3), [48, 24]),
    ):
        for dtype, limit in (("uint8", 1), ("float32", 0.01)):
            x = tensor(smooth(shape, dtype), "HWC")
            filtered(f"ndd.resize(x, size={size}, antialias={antialias})", filter, x, limit)


@pytest.mark.parametrize("filter", FILTERS)
def test_regions_and_fractions(filter: str) -> None:
    rng = np.random.default_rng(8)
    x = tensor(smooth((66, 91, 3)), "HWC")
    for _ in range(12):
        start, end = rng.uniform(0, 0.45, 2), rng.uniform(0.55, 1, 2)
        if rng.integers(2):
            start[1], end[1] = end[1], start[1]
        size = rng.uniform(1, 120, 2).round(2).tolist()
        filtered(
            f"ndd.resize(x, size={size}, roi_start={start.tolist()}, roi_end={end.tolist()}, "
            f"roi_relative=True, subpixel_scale={bool(rng.integers(2))})",
            filter,
            x,
        )


# Sizes that put no output between two pixels, where a mirror image picks the other one.
@pytest.mark.parametrize(
    ("layout", "shape", "size"),
    [
        ("CHW", (3, 30, 41), [16, 48]),
        ("FHWC", (2, 30, 41, 3), [16, 48]),
        ("FCHW", (2, 3, 30, 41), [16, 48]),
        ("CFHW", (3, 2, 30, 41), [48, 16]),
        ("DHWC", (9, 30, 41, 3), [4, 16, 48]),
        ("DHWC", (5, 30, 41, 1), [8, 16, 48]),
        ("CDHW", (2, 9, 21, 22), [16, 32, 16]),
        ("FDHWC", (2, 5, 21, 22, 1), [8, 8, 16]),
        ("CFDHW", (2, 2, 5, 21, 22), [8, 24, 16]),
    ],
)
def test_layouts(layout: str, shape: tuple[int, ...], size: list[int]) -> None:
    x = tensor(smooth(shape), layout)
    mirror = 7 if layout == "DHWC" else 0  # see resize_crop_mirror.mirror
    for filter in FILTERS:
        filtered(f"ndd.resize(x, size={size})", filter, x)
        call = f"ndd.resize_crop_mirror(x, size={size}, crop={[4] * len(size)}, mirror={mirror})"
        filtered(call, filter, x)


@pytest.mark.parametrize("dtype", ["uint16", "int16"])
@pytest.mark.parametrize("filter", FILTERS)
def test_types(dtype: str, filter: str) -> None:
    x = tensor(smooth((30, 41, 3), dtype) * 99 - (9000 if dtype == "int16" else 0), "HWC")
    x.arrays = [a.astype(dtype) for a in x.arrays]
    filtered("ndd.resize(x, size=[17, 50])", filter, x)
    filtered("ndd.resize(x, size=[17, 50], dtype=ndd.float32)", filter, x, 0.05)


def test_photos() -> None:
    folder = os.environ.get("HEADRACE_TEST_DATA")
    if not folder:
        pytest.skip("HEADRACE_TEST_DATA is not set")
    files = sorted((Path(folder) / "photos").glob("*.jpg"))[:4]
    arrays = [np.asarray(PIL.Image.open(io.BytesIO(f.read_bytes())).convert("RGB")) for f in files]
    x = batch(*arrays, layout="HWC")
    for filter in FILTERS:
        filtered("ndd.resize(x, resize_shorter=256)", filter, x)
        filtered("ndd.resize_crop_mirror(x, resize_shorter=256, crop=[224, 224])", filter, x)


# ---- resize_crop_mirror -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        "crop=[10, 10]",
        "crop=[10.7, 11.3], mirror=1",
        "crop=[0, 10], mirror=2",
        "crop=[3, 10, 10], mirror=3",
        "crop_h=7, crop_w=9, crop_pos_x=0.2, crop_pos_y=1.0",
        "crop=[11, 12], crop_pos_x=0.37, rounding='truncate', mirror=1",
        "mirror=1",
        "mirror=-1",
        "crop=[50, 60]",
        "crop=[10, 60], mirror=1",
        "crop=t([10, 9]), mirror=t(np.int32(1))",
    ],
)
def test_crop_and_mirror(arguments: str) -> None:
    close(f"ndd.resize_crop_mirror(x, resize_shorter=30, {arguments})", X)


# ---- tensor_resize ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        "sizes=[20, 20, 3]",
        "sizes=20",
        "sizes=[20, 30], axes=[0, 1]",
        "sizes=[20, 30], axes=[1, 0]",
        "sizes=[20, 30], axes=[-1, 0]",
        "sizes=[20, 30], axis_names='WH'",
        "sizes=[20.4, 30.7], axes=[0, 1], size_rounding='ceil'",
        "sizes=[20.4, 30.7], axes=[0, 1], size_rounding='truncate', alignment=[0, 1]",
        "sizes=[20.4, 30.7], axes=[0, 1], alignment=t([0.25, 0.9])",
        "sizes=[0, 30], axes=[0, 1], mode='stretch'",
        "sizes=[20, 30, 1], mode='not_smaller'",
        "scales=[.5, .5, 1]",
        "scales=.5",
        "scales=[.51, -.333], axes=[0, 1]",
        "scales=[.51, .333], axes=[0, 1], size_rounding='ceil'",
        "scales=[.51, .333], axes=[0, 1], max_size=[10, 100]",
        "scales=[2, 2], axes=[0, 1], roi_start=[3, 4], roi_end=[30, 20]",
        "sizes=t([20, 20]), axes=[0, 1]",
        "sizes=t(20), axes=[0, 1]",
    ],
)
def test_tensor_resize(arguments: str) -> None:
    close(f"ndd.tensor_resize(x, {arguments})", X)


def test_tensor_resize_of_other_shapes() -> None:
    close("ndd.tensor_resize(x, sizes=[9])", tensor(smooth((5,))))
    close("ndd.tensor_resize(x, sizes=[9, 4])", tensor(smooth((5, 7))))
    close("ndd.tensor_resize(x, sizes=[9, 4], axes=[1, 2])", tensor(smooth((5, 7, 6, 2, 3))))


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "sizes=[20, 20]",
        "sizes=[20, 30], axes=[0, 0]",
        "sizes=[20, 30], axes=[0, 5]",
        "sizes=[20, 30], axis_names='HX'",
        "sizes=[20, 30], axes=[0, 1], axis_names='HW'",
        "sizes=[20, 30], scales=[1, 2], axes=[0, 1]",
        "scales=[.5, .5], axes=[0, 1], mode='not_larger'",
        "scales=[.5, .5], axes=[0, 1], size_rounding='foo'",
        "sizes=[20, 30], axes=[0, 1], roi_start=[0, 0]",
        "sizes=[20, 30], axes=[0, 1], alignment=[.1, .2, .3]",
    ],
)
def test_bad_tensor_resize(arguments: str) -> None:
    both_fail(f"ndd.tensor_resize(x, {arguments})", x=X)


# ---- deliberate differences -------------------------------------------------------------------


def shape(call: str, x: Value) -> tuple[int, ...]:
    return run(ours, call, x=x)[0]["shape"][0]


def test_types_and_layouts_beyond_dali() -> None:
    assert {"resize.types", "resize.layouts"} <= set(DIFFERENCES)
    for dtype in ("int8", "int32", "float16", "float64", "bool"):
        call, x = "ndd.resize(x, size=[7, 9])", tensor(smooth((20, 30, 3)).astype(dtype), "HWC")
        with pytest.raises(RuntimeError):
            run(dali, call, x=x)
        assert shape(call, x) == (7, 9, 3)
    for call in ("ndd.resize(x, size=[7, 9])", "ndd.resize(x, size=[7, 9], dtype=ndd.float16)"):
        x = tensor(smooth((20, 30)), "HW") if "dtype" not in call else X
        with pytest.raises((RuntimeError, ValueError)):
            run(dali, call, x=x)
        assert shape(call, x)[:2] == (7, 9)


def test_regions_outside_the_image() -> None:
    assert "resize.outside" in DIFFERENCES
    for filter in range(6):
        region = "roi_start=[30.5, 90], roi_end=[30.5, 99.5]"  # one row, right of the image
        call = f"ndd.resize(x, size=[3, 4], {region}, interp_type={filter})"
        y = run(ours, call, x=X)[0]["samples"][0]
        assert y.shape == (3, 4, 3)
        np.testing.assert_array_equal(y, np.broadcast_to(y[:1, :1], y.shape))
        if filter in (0, 1, 4):  # the others weigh the rows beside it too
            np.testing.assert_array_equal(y[0, 0], X.arrays[0][30, -1])


def test_mirror_of_planes() -> None:
    assert "resize_crop_mirror.mirror" in DIFFERENCES
    call, x = "ndd.resize_crop_mirror(x, size=[4, 5], mirror=1)", np.arange(20).reshape(1, 4, 5)
    planes = tensor(x.astype(np.uint8), "CHW")
    np.testing.assert_array_equal(run(dali, call, x=planes)[0]["samples"][0], x[:, ::-1])
    np.testing.assert_array_equal(run(ours, call, x=planes)[0]["samples"][0], x[:, :, ::-1])


def test_axes_that_are_not_named_stay() -> None:
    assert "tensor_resize.other_axes" in DIFFERENCES
    call = "ndd.tensor_resize(x, sizes=[20, 10], axes=[0, 1], mode='not_larger')"
    assert run(dali, call, x=tensor(X.arrays[0]))[0]["shape"][0][2] == 1
    assert shape(call, tensor(X.arrays[0])) == (7, 10, 3)


def test_more_than_three_axes() -> None:
    assert "tensor_resize.axes" in DIFFERENCES
    call, x = "ndd.tensor_resize(x, scales=2)", tensor(smooth((3, 4, 5, 6)))
    with pytest.raises(ValueError, match="3"):
        run(dali, call, x=x)
    assert shape(call, x) == (6, 8, 10, 12)


def test_a_size_of_nothing() -> None:
    assert "resize.zero" in DIFFERENCES
    call = "ndd.resize(x, resize_x=0)"
    assert run(dali, call, x=X)[0]["shape"] == [(40, 61, 3)]
    with pytest.raises(ValueError, match="no size is given"):
        run(ours, call, x=X)
