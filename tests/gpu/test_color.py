"""Colours on the GPU: types, channels and sizes that the operators' own cases do not have."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

from .on_gpu import assert_alike, counted, spent

KINDS = ("RGB", "BGR", "GRAY", "YCbCr")


def images(*shapes, dtype="uint8", layout="HWC", seed=0):
    rng = np.random.default_rng(seed)
    made = [rng.random(s) if "float" in dtype else rng.integers(0, 256, s) for s in shapes]
    numpy = {"bfloat16": "float32"}.get(dtype, dtype)
    x = ndd.batch([a.astype(numpy) for a in made], layout=layout)
    return x if numpy == dtype else ndd.cast(x, dtype=getattr(ndd, dtype))


def assert_same(call, x, **args):
    """The call's results on the CPU and on the GPU are equal."""
    assert_alike(call(x.gpu(), **args), call(x, **args), exact=True)


# ---- pixel by pixel ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype", "out"),
    [
        ("uint8", "float16"), ("float16", "uint8"), ("bfloat16", "bfloat16"), ("int64", "uint8"),
        ("float64", "float64"), ("uint16", "int32"), ("uint32", "float32"),
    ],
)  # fmt: skip
def test_element_types(dtype, out):
    x = images((19, 37, 3), (1, 1, 3), (4, 16, 3), dtype=dtype)
    to = getattr(ndd, out)
    assert_same(ndd.color_twist, x, hue=33.0, contrast=1.5, saturation=0.7, dtype=to)
    assert_same(ndd.brightness_contrast, x, brightness=1.25, contrast=0.5, dtype=to)


@pytest.mark.parametrize("from_", KINDS)
@pytest.mark.parametrize("to", KINDS)
def test_colour_spaces(from_, to):
    channels = 1 if from_ == "GRAY" else 3
    shapes = [(9, 40, channels), (1, 3, channels)]
    kinds = {"image_type": from_, "output_type": to}
    assert_same(ndd.color_space_conversion, images(*shapes), **kinds)
    if from_ in ("BGR", "GRAY") and from_ != to:
        assert_same(ndd.color_space_conversion, images(*shapes, dtype="uint16"), **kinds)


def test_64_bit_colour_spaces():
    for dtype in ("float64", "int64"):
        x = images((3, 5, 3), dtype=dtype)
        assert_same(ndd.color_space_conversion, x, image_type="BGR", output_type="YCbCr")


def test_arguments_of_frames_and_samples():
    x = images((2, 5, 7, 3), (3, 4, 20, 3), layout="FHWC")
    hue = ndd.batch([np.float32([10, 20]), np.float32([-90, 0, 200])], layout="F")
    assert_same(ndd.hsv, x, hue=hue, value=0.5)
    assert_same(ndd.hsv, x, saturation=2.0)
    assert_same(ndd.hue, images((2, 5, 7, 3), layout="DHWC"), hue=120.0)


def test_values_that_are_no_numbers():
    x = np.float32([[[np.nan, 0, 1], [np.inf, -np.inf, 0], [1e30, 1, -1e30]]])
    x = ndd.batch([x], layout="HWC")
    assert_same(ndd.contrast, x, contrast=3.0, dtype=ndd.uint8)
    assert_same(ndd.saturation, x, saturation=3.0, dtype=ndd.int16)


@pytest.mark.parametrize("channels", [1, 2, 5])
def test_brightness_of_any_channels_after_moves(channels):
    x = images((20, 33, channels), (21, 50, channels))
    assert_same(lambda x: ndd.brightness(ndd.flip(x), brightness=1.5, dtype=ndd.float32), x)


def test_chain_is_one_launch():
    x = images((20, 33, 3), (21, 50, 3))

    def chain(x):
        x = ndd.color_twist(ndd.flip(x), hue=40.0, brightness=1.2)
        x = ndd.color_space_conversion(x, image_type="RGB", output_type="GRAY")
        return ndd.cast(ndd.contrast(x, contrast=1.5), dtype=ndd.float32)

    assert_same(chain, x)
    g = x.gpu()
    g.evaluate()
    before = counted()
    with ndd.EvalMode.deferred:  # nothing runs before the whole chain is there
        chain(g).evaluate()
    assert spent(before)["launches"] == 1


# ---- histograms -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "shapes"),
    [
        ("HWC", [(150, 210, 3), (1, 1, 3), (3, 7, 3)]),
        ("HWC", [(40, 30, 4), (2, 2, 4)]),
        ("HWC", [(40, 30, 2), (17, 1, 2)]),
        ("HWC", [(20, 30, 6), (9, 5, 6)]),
        ("HWC", [(20, 30, 1), (9, 5, 3)]),
        ("FCHW", [(2, 3, 33, 20), (1, 2, 5, 5)]),
    ],
)
def test_equalize(layout, shapes):
    x = images(*shapes, layout=layout)
    assert_same(ndd.equalize, x)
    assert_same(lambda x: ndd.equalize(ndd.cast(x // 16 + 30, dtype=ndd.uint8)), x)


def test_equalize_keeps_channels_of_one_value():
    x = np.full((30, 20, 3), 200, np.uint8)
    x[:, 10:, 1] = 90
    assert_same(ndd.equalize, ndd.batch([x], layout="HWC"))


@pytest.mark.parametrize("luma_only", [True, False])
@pytest.mark.parametrize("tiles", [(8, 8), (3, 1), (100, 9), (2**31 - 1, 5)])
def test_clahe(luma_only, tiles):
    x = images((31, 45, 3), (1, 1, 3), (5, 64, 1), (16, 8, 1))
    for clip in (2.0, 0.0, 1e9):
        across, down = tiles
        args = {"tiles_x": across, "tiles_y": down, "luma_only": luma_only}
        assert_same(ndd.clahe, x, clip_limit=clip, **args)


def test_clahe_of_all_colours():
    """Lab of colours from all over the cube, and back."""
    x = np.stack(np.meshgrid(*[np.arange(0, 256, 15)] * 3), -1).reshape(18, -1, 3)
    x = ndd.batch([x.astype(np.uint8)], layout="HWC")
    assert_same(ndd.clahe, x, tiles_x=2, tiles_y=2, clip_limit=3.0)


# ---- mosaics ----------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["bilinear_ocv", "edgeaware_ocv", "vng_ocv", "gray_ocv"])
def test_debayer(algorithm):
    x = images((38, 66), (2, 10), (6, 40), (8, 8), layout="HW")
    for blue in ([0, 0], [0, 1], [1, 0], [1, 1]):
        assert_same(ndd.debayer, x, blue_position=blue, algorithm=algorithm)


def test_debayer_between_other_steps():
    x = images((2, 38, 66, 1), (1, 8, 8, 1), layout="FHWC")

    def chain(x):
        x = ndd.debayer(ndd.flip(x), blue_position=[0, 1], algorithm="vng_ocv")
        return ndd.hue(x, hue=30.0)

    assert_same(chain, x)


# ---- JPEG -------------------------------------------------------------------------------------


def test_jpeg_sizes_and_qualities():
    shapes = [(1, 1), (1, 200), (200, 1), (3, 5), (2, 2), (16, 16), (15, 17), (17, 132), (34, 129)]
    x = images(*[(*s, 3) for s in shapes])
    quality = ndd.batch([np.int32(q) for q in (1, 5, 50, 51, 75, 90, 99, 100, 1000)])
    assert_same(ndd.jpeg_compression_distortion, x, quality=quality)


def test_jpeg_of_extremes():
    """Blocks with the largest coefficients there are."""
    y, x = np.mgrid[:64, :64]
    made = [
        ((y * a + x * b) // 4 % 2 * 255)[..., None].repeat(3, 2)
        for a in (0, 1, 4)
        for b in (0, 1, 4)
    ]
    x = ndd.batch([m.astype(np.uint8) for m in made], layout="HWC")
    for quality in (1, 3, 100):
        assert_same(ndd.jpeg_compression_distortion, x, quality=quality)
