"""Resizing on the GPU gives what it gives on the CPU: filters, types, axes, chains."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.core.value import Value

from .on_gpu import assert_array, counted, spent

FILTERS = ["nn", "linear", "cubic", "lanczos3", "triangular", "gaussian"]
SIZES = [(31, 45), (64, 17), (5, 90), (1, 1), (1, 7), (40, 2)]


def batch(shapes, dtype="uint8", layout="HWC", seed=0):
    rng = np.random.default_rng(seed)
    if np.dtype(dtype).kind == "f":
        arrays = [rng.normal(size=s).astype(dtype) for s in shapes]
    else:
        top = min(np.iinfo(dtype).max, 100_000)
        arrays = [rng.integers(0, top + 1, s).astype(dtype) for s in shapes]
    return ndd.batch(arrays, layout=layout)


def images(channels=3, dtype="uint8", sizes=SIZES):
    return batch([(*s, channels) for s in sizes], dtype)


def check(op, x, exact=False, off=None, **args):
    """The operator on both sides; `off`: how many elements in 1,000 may differ at all."""
    want = op(x, **args)
    got = op(x.gpu(), **args)
    pairs = zip(got, want) if isinstance(want, tuple) else [(got, want)]
    for g, w in pairs:
        assert isinstance(g, Value) and g.device == "gpu"
        wrong = total = 0
        for i, (a, b) in enumerate(zip(g.cpu().tensors, w.tensors, strict=True)):
            a, b = np.asarray(a), np.asarray(b)
            assert_array(a, b, exact, f"sample {i}")
            wrong, total = wrong + (a != b).sum(), total + b.size
        if off is not None:
            assert wrong <= off * max(total, 1000) / 1000


@pytest.mark.parametrize("interp", FILTERS)
@pytest.mark.parametrize("size", [(24, 33), (7, 120), (90, 3), (1, 1)])
@pytest.mark.parametrize("antialias", [True, False])
def test_filters(interp, size, antialias):
    exact = interp == "nn"
    check(ndd.resize, images(), exact, 20, size=size, interp_type=interp, antialias=antialias)


@pytest.mark.parametrize("interp", FILTERS)
def test_large_scales(interp):
    x = images(sizes=[(700, 300), (300, 900)])
    check(ndd.resize, x, interp == "nn", 3, size=(9, 7), interp_type=interp)
    check(
        ndd.resize, images(sizes=[(3, 4)]), interp == "nn", 3, size=(301, 257), interp_type=interp
    )


def test_nearest_rows_are_found_as_on_the_cpu():
    for rows in (300, 301, 448, 999, 1500):
        x = batch([(rows, 2), (150, 3)], "int32", "HW")
        for size in (150, 300, 500, 33, 900):
            check(ndd.resize, x, True, size=(size, 5), interp_type="nn")
            check(ndd.resize, x, True, size=(-size, 5), interp_type="nn")


@pytest.mark.parametrize("dtype", ["float32", "int16", "uint16", "float16", "uint32"])
def test_types(dtype):
    x = images(dtype=dtype)
    check(ndd.resize, x, size=(20, 26), dtype=ndd.float32)
    check(ndd.resize, x, exact=True, size=(20, 26), interp_type="nn")
    check(ndd.resize, x, exact=True, size=(20, 26), interp_type="nn", dtype=ndd.uint8)
    if dtype != "uint32":
        check(ndd.resize, x, size=(20, 26), interp_type="cubic")


@pytest.mark.parametrize("out", [ndd.float32, ndd.float16, ndd.int16])
@pytest.mark.parametrize("interp", ["linear", "lanczos3"])
def test_bytes_to_other_types(out, interp):
    check(ndd.resize, images(), size=(21, 16), dtype=out, interp_type=interp)


@pytest.mark.parametrize("channels", [1, 2, 4, 5])
def test_channels(channels):
    for size in ((20, 15), (50, 61)):
        check(ndd.resize, images(channels), off=3, size=size)
    check(ndd.resize, images(channels), size=(20, 15), interp_type="cubic")


def test_ragged_channels():
    x = batch([(31, 20, 3), (15, 40, 1), (9, 8, 7)])
    check(ndd.resize, x, size=(12, 13))
    check(ndd.resize, x, True, size=(12, 13), interp_type="nn")


@pytest.mark.parametrize(
    ("layout", "shapes"),
    [
        ("CHW", [(3, 20, 31), (1, 40, 9)]),
        ("FHWC", [(2, 20, 31, 3), (3, 17, 9, 3)]),
        ("FCHW", [(2, 3, 20, 31), (1, 2, 17, 9)]),
        ("HW", [(20, 31), (50, 9)]),
    ],
)
@pytest.mark.parametrize("interp", ["linear", "nn"])
def test_layouts(layout, shapes, interp):
    check(
        ndd.resize, batch(shapes, layout=layout), interp == "nn", size=(13, 15), interp_type=interp
    )


@pytest.mark.parametrize(
    ("layout", "shapes"),
    [("DHWC", [(6, 20, 31, 3), (9, 17, 9, 3)]), ("CDHW", [(2, 6, 20, 31), (2, 3, 8, 9)]),
     ("DHW", [(9, 12, 10)])],
)  # fmt: skip
@pytest.mark.parametrize("interp", FILTERS)
def test_volumes(layout, shapes, interp):
    for size in ((4, 13, 15), (20, 7, 40)):
        x = batch(shapes, layout=layout)
        check(ndd.resize, x, interp == "nn", size=size, interp_type=interp)


@pytest.mark.parametrize("interp", ["linear", "nn", "gaussian"])
@pytest.mark.parametrize(
    "axes", [[0], [1], [2], [3], [0, 3], [1, 2], [0, 2], [0, 1, 2], [0, 1, 3], [0, 1, 2, 3], []]
)
def test_axes_of_tensors(axes, interp):
    x = batch([(7, 5, 9, 6), (3, 8, 20, 17)], "float32", None)
    for sizes in ([5, 9, 4, 11], [12, 3, 18, 5]):
        args = {"sizes": [sizes[a] for a in axes] or 1, "axes": axes, "interp_type": interp}
        check(ndd.tensor_resize, x, interp == "nn", **args)
    y = batch([(7, 5, 9, 6), (3, 8, 20, 17)], "int32", None, seed=1)
    if interp == "nn" and axes:
        check(ndd.tensor_resize, y, True, scales=[0.7], axes=axes, interp_type="nn")


def test_short_tensors():
    check(ndd.tensor_resize, batch([(9,), (40,)], layout=None), sizes=[17])
    check(ndd.tensor_resize, batch([(200, 9), (30, 40)], layout=None), sizes=[17], axes=[1])
    check(ndd.tensor_resize, batch([(3, 4, 5, 6, 2)], layout=None), scales=[1.5])


def test_parts_and_mirrors():
    x = images()
    check(
        ndd.resize, x, size=(-20, 25), roi_start=(0.2, 0.9), roi_end=(0.7, 0.1), roi_relative=True
    )
    check(ndd.resize, x, size=(20, 25), roi_start=(-9.0, 3.0), roi_end=(50.0, 200.0))
    check(ndd.resize, x, size=(20, 25), roi_start=(300.0, -70.0), roi_end=(340.0, -20.0))
    check(ndd.resize, x, resize_shorter=19.7, subpixel_scale=False)


@pytest.mark.parametrize("interp", ["linear", "nn", "lanczos3"])
def test_resize_crop_mirror(interp):
    mirror = ndd.batch([np.int32(i % 4) for i in range(len(SIZES))])
    for crop in ((11, 17), (40, 50)):
        args = {"size": (30, 35), "crop": crop, "mirror": mirror, "interp_type": interp}
        check(ndd.resize_crop_mirror, images(), interp == "nn", **args)


def test_filters_of_samples():
    kinds = [i % len(FILTERS) for i in range(len(SIZES))]
    interp = ndd.batch([np.int32(k) for k in kinds])
    check(ndd.resize, images(), size=(20, 50), interp_type=interp)
    x = batch([(7, 5, 9, 6, 3), (3, 8, 20, 17, 2)], "float32", None)
    interp = ndd.batch([np.int32(0), np.int32(1)])
    check(ndd.tensor_resize, x, scales=[1.3], interp_type=interp)


def test_save_attrs():
    check(ndd.resize, images(), size=(20, 15), save_attrs=True)


def test_random_resized_crop():
    x = images(sizes=[(300, 200), (150, 310)])
    for kind in ("linear", "nn"):
        want = ndd.random_resized_crop(
            x, size=(24, 24), interp_type=kind, rng=ndd.random.RNG(seed=3)
        )
        got = ndd.random_resized_crop(
            x.gpu(), size=(24, 24), interp_type=kind, rng=ndd.random.RNG(seed=3)
        )
        for a, b in zip(got.cpu().tensors, want.tensors):
            assert_array(np.asarray(a), np.asarray(b), kind == "nn", kind)


def test_infinite_pixels_of_no_weight():
    x = np.ones((1, 9, 9), np.float32)
    x[0, 0, 5] = x[0, 6, 0] = np.inf
    check(ndd.resize, ndd.batch(x, layout="HW"), size=(3, 3))


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int32", "uint32", "float16"])
def test_no_numbers(dtype):
    x = ndd.batch([np.full((4, 16, 1), np.nan, np.float32)], layout="HWC")
    check(ndd.resize, x, exact=True, resize_x=9, resize_y=3, dtype=getattr(ndd, dtype))
    y = ndd.batch([np.full((2, 3, 2, 4, 5), np.nan, np.float32)])
    check(ndd.tensor_resize, y, exact=True, sizes=[4], axes=[3], dtype=getattr(ndd, dtype))


def fused(x):
    y = ndd.flip(ndd.resize(ndd.flip(x, vertical=1), size=(24, 20)), horizontal=1)
    return ndd.cast(y, dtype=ndd.float32)


@pytest.mark.parametrize("channels", [3, 6])
def test_chains_are_one_launch(channels):
    x = images(channels)
    want, g = fused(x).evaluate(), x.gpu().evaluate()
    before = counted()
    with ndd.EvalMode.deferred:
        got = fused(g).evaluate()
    assert spent(before)["launches"] == 1
    for a, b in zip(got.cpu().tensors, want.tensors):
        assert np.abs(np.asarray(a) - np.asarray(b)).max() <= 1


def test_normalised_photos_are_one_launch():
    x = images(sizes=[(375, 500), (333, 500)])

    def chain(v):
        y = ndd.resize(v, size=(56, 48))
        return ndd.crop_mirror_normalize(y, mean=[120.0], std=[50.0], dtype=ndd.float16, mirror=1)

    want, g = chain(x).evaluate(), x.gpu().evaluate()
    before = counted()
    with ndd.EvalMode.deferred:
        got = chain(g).evaluate()
    assert spent(before)["launches"] == 1
    for a, b in zip(got.cpu().tensors, want.tensors):
        assert np.abs(np.asarray(a, np.float32) - np.asarray(b, np.float32)).max() <= 1.1 / 50
