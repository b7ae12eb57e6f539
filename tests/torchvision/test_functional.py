"""Each function gives what torchvision gives: of bytes, of floats, of Pillow images."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from headrace.torchvision.v2 import functional as ours

torch = pytest.importorskip("torch")

CORNERS = [[0, 0], [99, 0], [99, 74], [0, 74]]
MOVED = [[10, 12], [80, 5], [95, 70], [5, 60]]

# name, arguments, largest difference in levels of 255: of tensors, of Pillow images (None: not
# compared, because Pillow does not blend pixels with the fill value at the edges of what it turns).
CASES = [
    ("resize", {"size": [32, 40]}, 1, 1),
    ("resize", {"size": [32, 40], "antialias": False}, 1, None),
    ("resize", {"size": [150, 155]}, 1, 1),
    ("resize", {"size": 25}, 1, 1),
    ("resize", {"size": None, "max_size": 77}, 1, 1),
    ("resize", {"size": 60, "max_size": 70}, 1, 1),
    ("resize", {"size": [32, 40], "interpolation": "nearest"}, 0, 0),
    ("resize", {"size": [32, 40], "interpolation": "nearest-exact"}, 0, 0),
    ("resize", {"size": [151, 205], "interpolation": "nearest"}, 0, None),
    ("crop", {"top": -5, "left": 10, "height": 60, "width": 150}, 0, 0),
    ("center_crop", {"output_size": [31, 40]}, 0, 0),
    ("center_crop", {"output_size": [91, 140]}, 0, 0),
    ("resized_crop", {"top": 5, "left": 9, "height": 50, "width": 30, "size": [24, 24]}, 1, 1),
    ("horizontal_flip", {}, 0, 0),
    ("vertical_flip", {}, 0, 0),
    ("pad", {"padding": [3, 5, 7, 9], "fill": 0.5}, 0, None),
    ("pad", {"padding": [3, 5, 7, 9], "fill": 4}, 0, 0),
    ("pad", {"padding": [3, 5], "padding_mode": "reflect"}, 0, 0),
    ("pad", {"padding": 4, "padding_mode": "symmetric"}, 0, 0),
    ("pad", {"padding": [4], "padding_mode": "edge"}, 0, 0),
    ("rotate", {"angle": 30.0, "interpolation": "bilinear"}, 1, None),
    ("rotate", {"angle": 33.0, "interpolation": "bilinear", "expand": True}, 1, None),
    ("rotate", {"angle": 90.0, "expand": True}, 0, 0),
    (
        "affine",
        {
            "angle": 15.0,
            "translate": [5, -7],
            "scale": 1.2,
            "shear": [10.0, -5.0],
            "interpolation": "bilinear",
        },
        1,
        None,
    ),
    ("perspective", {"startpoints": CORNERS, "endpoints": MOVED}, 1, None),
    ("adjust_brightness", {"brightness_factor": 1.3}, 1, 1),
    ("adjust_contrast", {"contrast_factor": 1.4}, 1, 1),
    ("adjust_contrast", {"contrast_factor": 0.4}, 1, 1),
    ("adjust_saturation", {"saturation_factor": 1.7}, 2, 2),
    ("adjust_saturation", {"saturation_factor": 0.2}, 2, 2),
    ("adjust_hue", {"hue_factor": 0.2}, 1, 8),
    ("adjust_hue", {"hue_factor": -0.4}, 1, 8),
    ("adjust_gamma", {"gamma": 2.2}, 1, 1),
    ("adjust_sharpness", {"sharpness_factor": 2.0}, 1, 1),
    ("adjust_sharpness", {"sharpness_factor": 0.3}, 1, 1),
    ("autocontrast", {}, 1, 1),
    ("equalize", {}, 0, 0),
    ("invert", {}, 0, 0),
    ("posterize", {"bits": 3}, 0, 0),
    ("rgb_to_grayscale", {}, 1, 1),
    ("rgb_to_grayscale", {"num_output_channels": 3}, 1, 1),
    ("permute_channels", {"permutation": [2, 0, 1]}, 0, None),
    ("gaussian_blur", {"kernel_size": [5, 9], "sigma": [1.0, 2.0]}, 1, 1),
    ("gaussian_blur", {"kernel_size": [5, 5]}, 1, 1),
    ("to_dtype", {"dtype": torch.float32, "scale": True}, 0, None),
]
IDS = [f"{name}-{k}" for k, (name, *_) in enumerate(CASES)]


def arguments(theirs, given):
    modes = theirs.InterpolationMode
    return {k: modes(v) if k == "interpolation" else v for k, v in given.items()}


def compare(a, b, most):
    assert type(a) is type(b)
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    assert a.shape == b.shape
    assert np.abs(a - b).max() <= most


@pytest.mark.parametrize(("name", "given", "levels", "_"), CASES, ids=IDS)
def test_bytes(theirs, tensor, name, given, levels, _):
    made = getattr(ours, name)(tensor, **given)
    wanted = getattr(theirs.functional, name)(tensor, **arguments(theirs, given))
    assert made.dtype == wanted.dtype
    compare(made, wanted, levels if made.dtype == torch.uint8 else 1e-6)


@pytest.mark.parametrize(("name", "given", "levels", "_"), CASES, ids=IDS)
def test_floats(theirs, tensor, name, given, levels, _):
    """Floats are equal to 1e-4; grey has other weights in the fourth digit."""
    x = tensor.to(torch.float32) / 255
    made = getattr(ours, name)(x, **given)
    wanted = getattr(theirs.functional, name)(x, **arguments(theirs, given))
    assert made.dtype == wanted.dtype
    exact = name not in ("equalize", "adjust_saturation", "rgb_to_grayscale", "adjust_contrast")
    compare(made, wanted, 1e-4 if exact else 2e-4 + 1.1 * levels / 255)


@pytest.mark.parametrize(("name", "given", "_", "levels"), [c for c in CASES if c[3] is not None])
def test_pillow(theirs, picture, name, given, _, levels):
    made = getattr(ours, name)(picture, **given)
    wanted = getattr(theirs.functional, name)(picture, **arguments(theirs, given))
    assert isinstance(made, Image.Image) and made.mode == wanted.mode
    compare(np.asarray(made), np.asarray(wanted), levels)


@pytest.mark.parametrize(("size", "most"), [([32, 40], 3), ([150, 155], 8)])
def test_bicubic(theirs, tensor, size, most):
    """torchvision rounds bytes between the axes, which shows where a filter overshoots."""
    made = ours.resize(tensor, size, "bicubic").to(torch.float64)
    wanted = theirs.functional.resize(tensor, size, theirs.InterpolationMode.BICUBIC)
    difference = (made - wanted).abs()
    assert difference.max() <= most
    assert (difference > 1).double().mean() < 0.002
    x = tensor.to(torch.float32) / 255
    for antialias in (True, False):
        made = ours.resize(x, size, "bicubic", antialias=antialias)
        wanted = theirs.functional.resize(
            x, size, theirs.InterpolationMode.BICUBIC, antialias=antialias
        )
        assert (made - wanted).abs().max() < 5e-4


@pytest.mark.parametrize("fill", [9.0, [10.0, 20.0, 30.0]])
@pytest.mark.parametrize("name", ["rotate", "pad"])
def test_fill_values(theirs, tensor, name, fill):
    given = {"angle": 25.0} if name == "rotate" else {"padding": [4, 6]}
    made = getattr(ours, name)(tensor, **given, fill=fill)
    compare(made, getattr(theirs.functional, name)(tensor, **given, fill=fill), 0)


def test_solarize_and_erase(theirs, tensor):
    f = theirs.functional
    compare(ours.solarize(tensor, 100), f.solarize(tensor, 100), 0)
    x = tensor / 255
    compare(ours.solarize(x, 0.4), f.solarize(x, 0.4), 1e-6)
    value = torch.tensor([1.0, 2.0, 3.0])[:, None, None]
    compare(ours.erase(tensor, 5, 6, 20, 30, value), f.erase(tensor, 5, 6, 20, 30, value), 0)


def test_crops(theirs, tensor):
    for made, wanted in zip(
        ours.ten_crop(tensor, [20, 30]), theirs.functional.ten_crop(tensor, [20, 30]), strict=True
    ):
        compare(made, wanted, 0)


def test_conversions(theirs, tensor, picture):
    f = theirs.functional
    compare(ours.pil_to_tensor(picture), f.pil_to_tensor(picture), 0)
    compare(ours.to_image(picture), f.to_image(picture), 0)
    compare(
        ours.to_image(np.asarray(picture)), torch.from_numpy(np.array(picture)).permute(2, 0, 1), 0
    )
    assert np.array_equal(np.asarray(ours.to_pil_image(tensor)), np.asarray(picture))
    x = torch.rand(3, 9, 8)
    compare(ours.to_dtype(x, torch.uint8, scale=True), f.to_dtype(x, torch.uint8, scale=True), 0)
    compare(
        ours.to_dtype(tensor, torch.int32, scale=True),
        f.to_dtype(tensor, torch.int32, scale=True),
        0,
    )
    compare(ours.to_dtype(tensor, torch.float32), f.to_dtype(tensor, torch.float32), 0)
    mean, std = [0.4, 0.5, 0.6], [0.2, 0.3, 0.4]
    compare(ours.normalize(x, mean, std), f.normalize(x, mean, std), 1e-5)


def test_facts(tensor, picture):
    assert ours.get_size(tensor) == ours.get_size(picture) == [75, 100]
    assert ours.get_dimensions(tensor) == [3, 75, 100]
    assert ours.get_image_size(picture) == [100, 75]
    assert ours.get_num_channels(picture.convert("L")) == 1
    assert ours.is_pure_tensor(tensor) and not ours.is_pure_tensor(picture)
