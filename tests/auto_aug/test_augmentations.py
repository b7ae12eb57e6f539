"""What each augmentation does, in both fronts."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageEnhance, ImageOps

import headrace.dynamic as ndd
from headrace import fn, pipeline_def, types
from headrace.auto_aug import augmentations as a
from headrace.auto_aug import core

NAMES = sorted(n for n, x in vars(a).items() if isinstance(x, core.Augmentation))


def picture(seed=0, size=(40, 30)):
    small = np.random.default_rng(seed).integers(0, 255, (6, 8, 3), np.uint8)
    return np.asarray(Image.fromarray(small).resize(size, Image.Resampling.BICUBIC))


IMAGE = picture()


def run(name, magnitude, image=IMAGE, layout="HWC", **kwargs):
    one = getattr(a, name)
    if one.mag_range is not None:
        one = one.augmentation(mag_range=np.array([magnitude]), randomly_negate=False)
    data = ndd.batch([image], layout=layout)
    return np.asarray(one(data, magnitude_bin=0, **kwargs).tensors[0])


def differ(x, y):
    return np.abs(x.astype(int) - np.asarray(y).astype(int))


@pytest.mark.parametrize(
    ("name", "magnitude", "by_pillow"),
    [
        ("invert", None, ImageOps.invert),
        ("solarize", 100, lambda x: ImageOps.solarize(x, 100)),
        ("solarize", 256, lambda x: x),
        ("posterize", 3, lambda x: ImageOps.posterize(x, 3)),
        ("posterize", 8, lambda x: x),
        ("auto_contrast", None, ImageOps.autocontrast),
        ("brightness", 0.4, lambda x: ImageEnhance.Brightness(x).enhance(1.4)),
        ("brightness", -0.7, lambda x: ImageEnhance.Brightness(x).enhance(0.3)),
        ("contrast", 0.5, lambda x: ImageEnhance.Contrast(x).enhance(1.5)),
        ("contrast", -0.9, lambda x: ImageEnhance.Contrast(x).enhance(0.1)),
        ("color", -0.8, lambda x: ImageEnhance.Color(x).enhance(0.2)),
        ("color", 0.6, lambda x: ImageEnhance.Color(x).enhance(1.6)),
        ("sharpness", 0.5, lambda x: ImageEnhance.Sharpness(x).enhance(1.5)),
        ("sharpness", -0.9, lambda x: ImageEnhance.Sharpness(x).enhance(0.1)),
        ("identity", None, lambda x: x),
    ],
)
def test_beside_pillow(name, magnitude, by_pillow):
    """As in the papers' own programs, which use Pillow: up to rounding, and up to how borders are
    filtered. (Its equalize counts otherwise than this library's and OpenCV's.)"""
    want = np.asarray(by_pillow(Image.fromarray(IMAGE)))
    d = differ(run(name, magnitude), want)
    if name == "sharpness":
        d = d[1:-1, 1:-1]
    assert np.quantile(d, 0.95) <= (3 if name in ("sharpness", "color") else 2)


def test_solarize_add():
    x = IMAGE.astype(int)
    assert not differ(run("solarize_add", 55), np.where(x < 128, x + 55, x)).any()


def test_channels_of_one_value_stay():
    flat = np.full((5, 6, 3), 77, np.uint8)
    flat[:, :, 2] = np.arange(6) * 10
    made = run("auto_contrast", None, flat)
    assert (made[:, :, :2] == 77).all() and made[:, :, 2].min() == 0 and made[:, :, 2].max() == 255


@pytest.mark.parametrize("shape", [(30, 40), [30, 40, 3], np.array([30, 40]), "tensors"])
def test_translations(shape):
    """By parts of a shape, however it is given, and by pixels."""
    if isinstance(shape, str):
        shape = ndd.batch([np.int64([30, 40, 3])])
    by_parts = run("translate_x", 0.25, shape=shape, fill_value=3)
    assert not differ(by_parts, run("translate_x_no_shape", 10, fill_value=3)).any()
    assert (by_parts[:, :10] == 3).all()
    assert not differ(by_parts[:, 10:], IMAGE[:, :-10]).any()
    down = run("translate_y", 0.5, shape=shape, fill_value=3)
    assert (down[:15] == 3).all() and not differ(down[15:], IMAGE[:15]).any()


def test_rotation_of_any_size():
    assert run("rotate", 30.0).shape == IMAGE.shape
    assert run("rotate", 90.0, rotate_keep_size=False).shape[:2] == (40, 30)
    assert run("shear_x", 0.3, fill_value=0, interp_type=types.INTERP_NN).shape


@pytest.mark.parametrize("name", NAMES)
def test_graph_gives_what_values_give(name):
    images = [picture(1, (33, 21)), picture(2, (20, 20)), picture(3, (48, 31))]
    one = getattr(a, name)
    signs = [np.int32(i % 2) for i in range(3)]

    @pipeline_def(batch_size=3)
    def pipe():
        x = fn.external_source(lambda: images, layout="HWC")
        bin = core.signed_bin(fn.external_source(lambda: signs) * 3 + 2, fn.copy(sign_node()))
        return one(x, magnitude_bin=bin, num_magnitude_bins=11, shape=x.shape())

    def sign_node():
        return fn.external_source(lambda: signs)

    (out,) = pipe().run()
    bins = ndd.batch([s * 3 + 2 for s in signs])
    shapes = ndd.batch([np.int64(i.shape) for i in images])
    got = one(
        ndd.batch(images, layout="HWC"),
        magnitude_bin=core.signed_bin(bins, ndd.batch(signs)),
        num_magnitude_bins=11,
        shape=shapes,
    )
    for i, t in enumerate(got.tensors):
        np.testing.assert_array_equal(np.asarray(t), out.at(i))


def test_frames_in_a_graph():
    """Also where the graph does not know what it gets."""
    video = np.stack([picture(1), picture(2) // 3, picture(3)])
    bin = {"magnitude_bin": 0, "num_magnitude_bins": 1}
    one = a.contrast.augmentation(mag_range=(0.5, 1), randomly_negate=False)

    @pipeline_def(batch_size=1)
    def pipe():
        return one(fn.external_source(lambda: [video], layout="FHWC"), **bin)

    (out,) = pipe().run()
    np.testing.assert_array_equal(out.at(0), run("contrast", 0.5, video, "FHWC"))


@pytest.mark.parametrize("dtype", ["float32", "int16"])
@pytest.mark.parametrize("name", ["invert", "solarize", "auto_contrast", "solarize_add"])
def test_other_types(name, dtype):
    made = run(name, 60, IMAGE.astype(dtype))
    assert made.dtype == dtype
    assert np.abs(made - run(name, 60).astype(float)).max() <= (1 if name == "auto_contrast" else 0)


@pytest.mark.parametrize("name", NAMES)
def test_frames(name):
    """Each frame of a sequence is augmented like an image, all in the same way."""
    video = np.stack([picture(1), picture(2) // 3, picture(3)])
    magnitude = {"posterize": 3, "solarize": 90, "solarize_add": 40, "rotate": 20.0}.get(name, 0.3)
    kwargs = {"shape": (30, 40)}
    whole = run(name, magnitude, video, "FHWC", **kwargs)
    for i in range(3):
        assert differ(whole[i], run(name, magnitude, video[i], **kwargs)).max() <= 1
