"""resize, tensor_resize, resize_crop_mirror: parts of results, odd inputs, messages."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import headrace.dynamic as ndd

FILTERS = ["nn", "linear", "triangular", "cubic", "gaussian", "lanczos3"]
RNG = np.random.default_rng(4)
X = RNG.integers(0, 256, (37, 52, 3)).astype(np.uint8)


def image(x: np.ndarray = X, layout: str | None = "HWC") -> ndd.Tensor:
    return ndd.tensor(x, layout=layout)


def array(x: ndd.Tensor) -> np.ndarray:
    return np.array(x)


# ---- one operation in the place of several ----------------------------------------------------


@pytest.mark.parametrize("interp_type", FILTERS)
@pytest.mark.parametrize("layout", ["HWC", "CHW"])
@pytest.mark.parametrize("mirror", [0, 1, 2, 3])
def test_resize_crop_mirror_is_resize_then_crop_then_flip(interp_type, layout, mirror) -> None:
    x = image(X if layout == "HWC" else np.ascontiguousarray(X.transpose(2, 0, 1)), layout)
    size, crop = {"size": [23.4, 61], "interp_type": interp_type}, {"crop": [9, 31]}
    at = {"crop_pos_x": 0.3, "crop_pos_y": 0.9}
    whole = ndd.crop(ndd.resize(x, **size), **crop, **at)
    flipped = ndd.flip(whole, horizontal=mirror & 1, vertical=mirror >> 1)
    got = ndd.resize_crop_mirror(x, **size, **crop, **at, mirror=mirror)
    np.testing.assert_array_equal(array(got), array(flipped))


@pytest.mark.parametrize("interp_type", FILTERS)
def test_only_a_part_is_made_with_the_same_bits(interp_type) -> None:
    """resize → … → crop computes the crop: fused or not, the pixels are the same."""
    batch = ndd.batch([X, X[:20], X[:, :9]], layout="HWC")

    def chain(step) -> list[np.ndarray]:
        y = step(ndd.resize(batch, resize_shorter=24, interp_type=interp_type, dtype=ndd.float32))
        y = step(ndd.flip(y))
        y = step(ndd.brightness(y, brightness=1.5))
        y = step(ndd.resize_crop_mirror(y, resize_shorter=17, crop=[12, 13], mirror=1))
        return [array(t) for t in ndd.crop(y, crop=[5, 6], crop_pos_x=0.8).tensors]

    with ndd.EvalMode.deferred:
        fused = chain(lambda y: y)
        alone = chain(lambda y: y.evaluate())
    for a, b in zip(fused, alone):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("interp_type", FILTERS)
@pytest.mark.parametrize(
    ("layout", "shape"),
    [
        ("HW", (21, 30)),
        ("CHW", (3, 21, 30)),
        ("FHWC", (3, 21, 30, 2)),
        ("CFHW", (2, 3, 21, 30)),
        ("DHWC", (6, 21, 30, 1)),
        ("CDHW", (2, 6, 21, 30)),
    ],
)
def test_parts_along_any_axes(layout, shape, interp_type) -> None:
    """A slice of the first two axes, whatever they are, of resizes of some axes."""
    rng = np.random.default_rng([len(layout), len(interp_type)])
    x = image(rng.integers(0, 256, shape).astype(np.uint8), layout)
    calls = [lambda: ndd.resize(x, resize_longer=17.3, interp_type=interp_type)]
    for axes in ([0], [1], [0, 1], [len(shape) - 1], [0, len(shape) - 1]):
        scales = rng.uniform(0.4, 1.6, len(axes)).tolist()
        calls.append(
            lambda axes=axes, scales=scales: ndd.tensor_resize(
                x, axes=axes, scales=scales, interp_type=interp_type
            )
        )
    for call in calls:
        whole = array(call())
        start = [int(rng.integers(n)) for n in whole.shape[:2]]
        end = [int(rng.integers(a, n)) + 1 for a, n in zip(start, whole.shape)]
        with ndd.EvalMode.deferred:
            part = array(ndd.slice(call(), start=start, end=end, axes=[0, 1]))
        np.testing.assert_array_equal(part, whole[start[0] : end[0], start[1] : end[1]])


def test_a_window_beyond_the_image_repeats_its_edge() -> None:
    y = array(ndd.resize_crop_mirror(image(), size=[10, 10], crop=[14, 10], crop_pos_y=0.5))
    inner = array(ndd.resize(image(), size=[10, 10], interp_type="nn"))
    z = array(ndd.resize_crop_mirror(image(), size=[10, 10], crop=[30, 10], interp_type="nn"))
    assert y.shape == (14, 10, 3)
    np.testing.assert_array_equal(z[10:20], inner)
    np.testing.assert_array_equal(z[:9], np.broadcast_to(z[:1], z[:9].shape))


# ---- what goes in -----------------------------------------------------------------------------


@pytest.mark.parametrize("interp_type", FILTERS)
@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ((1, 1, 3), [40, 30]),
        ((1, 50, 3), [7, 3]),
        ((50, 1, 1), [3, 90]),
        ((64, 64, 4), [1, 1]),
        ((2, 3000, 3), [3, 2]),
        ((3, 2, 1), [1, 2500]),
    ],
)
def test_one_colour_stays(interp_type, shape, size) -> None:
    for dtype in (np.uint8, np.float32):
        y = array(ndd.resize(image(np.full(shape, 77, dtype)), size=size, interp_type=interp_type))
        assert y.shape == (*size, shape[2])
        np.testing.assert_allclose(y, 77, rtol=1e-5)


def test_empty_samples() -> None:
    assert ndd.resize(ndd.zeros(shape=[0, 9, 3], layout="HWC"), size=[4, 5]).shape == (0, 5, 3)
    assert ndd.resize(ndd.zeros(shape=[7, 9, 0], layout="HWC"), size=[4, 5]).shape == (4, 5, 0)
    assert array(ndd.resize(ndd.zeros(shape=[7, 9, 0], layout="HWC"), size=[4, 5])).size == 0
    assert array(ndd.tensor_resize(ndd.zeros(shape=[0, 4]), scales=2)).shape == (0, 8)


@pytest.mark.parametrize("dtype", ["int64", "uint64", "float64", "bool"])
def test_nearest_neighbours_of_every_type_are_exact(dtype) -> None:
    x = RNG.integers(0, 2**62, (9, 8, 2)).astype(dtype)
    y = array(ndd.resize(image(x), size=[18, 4], interp_type="nn"))
    np.testing.assert_array_equal(y, np.repeat(x, 2, 0)[:, 1::2])
    z = array(ndd.tensor_resize(ndd.tensor(x), sizes=[9, 16, 4], interp_type="nn"))
    np.testing.assert_array_equal(z, np.repeat(np.repeat(x, 2, 1), 2, 2))


def test_halves_and_other_types() -> None:
    want = array(ndd.resize(image(X.astype(np.float32)), size=[20, 90], interp_type="cubic"))
    for dtype, close in ((np.float16, 0.1), (ml_dtypes.bfloat16, 1), (np.float64, 1e-3)):
        y = array(ndd.resize(image(X.astype(dtype)), size=[20, 90], interp_type="cubic"))
        assert y.dtype == dtype
        np.testing.assert_allclose(y.astype(np.float64), want, atol=close, rtol=0)
    y = array(ndd.resize(image(), size=[20, 90], interp_type="cubic", dtype=ndd.int8))
    np.testing.assert_array_equal(y, np.clip(np.rint(want), -128, 127))


def test_original_sizes_of_a_sequence() -> None:
    video = ndd.tensor(np.zeros((2, 5, 7, 3), np.uint8), layout="FHWC")
    y, size = ndd.resize(video, resize_x=14, save_attrs=True)
    assert y.shape == (2, 10, 14, 3)
    assert size.dtype == "int32"
    assert array(size).tolist() == [5, 7]


def test_order_of_axes_does_not_matter() -> None:
    a = ndd.tensor_resize(image(), sizes=[11, 60], axes=[0, 1])
    b = ndd.tensor_resize(image(), sizes=[60, 11], axis_names="WH")
    np.testing.assert_array_equal(array(a), array(b))
    np.testing.assert_array_equal(array(a), array(ndd.resize(image(), size=[11, 60])))


def test_no_axis_at_all() -> None:
    for x in (X, 255 - X):
        np.testing.assert_array_equal(array(ndd.tensor_resize(image(x), sizes=1, axes=[])), x)


def test_old_name() -> None:
    with pytest.warns(DeprecationWarning, match="resize"):
        y = ndd.experimental.resize(image(), size=[3, 4])
    assert y.shape == (3, 4, 3)


# ---- messages ---------------------------------------------------------------------------------

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "no size is given"),
        ({"max_size": 9}, "no size is given"),
        ({"size": 9, "resize_x": 9}, "size= or resize_x=, not both"),
        ({"resize_shorter": 9, "resize_longer": 9}, "not both"),
        ({"resize_shorter": 9, "mode": "stretch"}, "resize_shorter= or mode=, not both"),
        ({"size": 9, "mode": "not_smaler"}, "not_smaller"),
        ({"size": [9, 9, 9]}, "size takes 1 number or 2, got 3"),
        ({"size": []}, "size takes 1 number or 2, got 0"),
        ({"size": [NAN, 9]}, "finite"),
        ({"resize_x": INF}, "finite"),
        ({"size": ndd.tensor([NAN, 9])}, "finite"),
        ({"size": [1e12, 9]}, "cannot resize to"),
        ({"size": [1e6, 1e6]}, "more than 2.32 elements"),
        ({"resize_y": 1e8}, "more than 2.32 elements"),
        ({"size": 9, "max_size": [1, 2, 3]}, "max_size takes 1 number or 2"),
        ({"size": 9, "roi_start": [0, 0]}, "roi_end is missing"),
        ({"size": 9, "roi_end": [0, 0]}, "roi_start is missing"),
        ({"size": 9, "roi_start": [0, NAN], "roi_end": [1, 1]}, "finite"),
        ({"size": 9, "roi_start": [0, 0, 0], "roi_end": [1, 1]}, "roi_start takes"),
        ({"size": 9, "roi_start": [0, 0], "roi_end": [1e30, 1]}, "cannot resample"),
        ({"size": 9, "interp_type": "sinc"}, "interp_type"),
        ({"size": 9, "min_filter": ndd.tensor(9)}, "'min_filter' is 9, its choices are 0 to 5"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        ndd.resize(image(), **arguments).evaluate()
    with pytest.raises((ValueError, TypeError), match=message):
        ndd.resize_crop_mirror(image(), **arguments).evaluate()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"sizes": 9, "crop": [3]}, "crop"),
        ({"size": 9, "crop": [3]}, "crop takes 2 or 3 sizes"),
        ({"size": 9, "crop": [3, 3], "crop_w": 3}, "not both"),
        ({"size": 9, "crop": [3, 3], "crop_pos_x": 1.5}, "crop_pos_x"),
        ({"size": 9, "crop": [3, 3], "rounding": "up"}, "rounding"),
        ({"size": 9, "crop": [1e12, 3]}, "more than 2.32 elements"),
    ],
)
def test_bad_windows(arguments: dict[str, object], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        ndd.resize_crop_mirror(image(), **arguments).evaluate()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "no size is given"),
        ({"sizes": 3, "scales": 2}, "sizes= or scales=, not both"),
        ({"sizes": [3, 3]}, "size takes 1 number or 3"),
        ({"scales": [3, 3]}, "scales takes 1 number or 3"),
        ({"scales": 2, "mode": "not_larger"}, "needs sizes="),
        ({"scales": NAN}, "finite"),
        ({"sizes": 3, "axes": [0, 0]}, "twice"),
        ({"sizes": 3, "axes": [7]}, "axis 7"),
        ({"sizes": 3, "axes": [0], "axis_names": "H"}, "not both"),
        ({"sizes": 3, "axis_names": "HX"}, '"X"'),
        ({"sizes": 3, "size_rounding": "up"}, "size_rounding"),
        ({"sizes": 3, "alignment": [0.1, 0.2]}, "alignment takes"),
        ({"sizes": 3.5, "alignment": NAN}, "finite"),
    ],
)
def test_bad_axes(arguments: dict[str, object], message: str) -> None:
    with pytest.raises((ValueError, TypeError, IndexError), match=message):
        ndd.tensor_resize(image(), **arguments).evaluate()
