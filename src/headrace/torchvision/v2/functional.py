"""torchvision.transforms.v2.functional: single operations with parameters that are given.

All take what the transforms take: Pillow images, torch tensors, encoded bytes, Batches; and, where
geometry is concerned, masks, boxes and key points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core import errors
from . import conversions, leaves, moves, pixel_ops, regions
from .boxes import valid_boxes, valid_points
from .items import Items
from .options import Fill, Interpolation, pair

_Size = int | Sequence[int]


def _done(inpt: Any, change: Callable[..., None], *args: Any) -> Any:
    """A value, changed."""
    items = Items([inpt])
    if not items.pictures and not items.outlines and not isinstance(inpt, np.ndarray):
        raise errors.ArgumentTypeError(
            f"takes an image, a mask, boxes or key points, not {errors.brief(inpt)}"
        )
    change(items, *args)
    return items.results()[0]


# ---- geometry ---------------------------------------------------------------------------------


def resize(
    inpt: Any,
    size: _Size | None,
    interpolation: Interpolation = "bilinear",
    max_size: int | None = None,
    antialias: bool | None = True,
) -> Any:
    """Resize to (height, width), or so that the shorter side has a length.

    >>> import numpy as np, headrace.dynamic as ndd
    >>> resize(ndd.tensor(np.zeros((3, 20, 40), np.uint8), layout="CHW"), 10).shape
    (3, 10, 20)
    """

    def change(items: Items) -> None:
        to = moves.output_sizes(items.sizes, size, max_size)
        moves.resize(items, to, interpolation, antialias)

    return _done(inpt, change)


def crop(inpt: Any, top: int, left: int, height: int, width: int) -> Any:
    """A window; what lies outside of the image is 0."""
    return _done(inpt, moves.window, (top, left), (height, width))


def center_crop(inpt: Any, output_size: _Size) -> Any:
    """The middle; smaller images are padded with zeros."""
    size = pair("output_size", output_size)
    return _done(inpt, lambda i: moves.window(i, moves.center_start(i.sizes, size), size))


def resized_crop(
    inpt: Any,
    top: int,
    left: int,
    height: int,
    width: int,
    size: _Size,
    interpolation: Interpolation = "bilinear",
    antialias: bool | None = True,
) -> Any:
    """A window, resized."""

    def change(items: Items) -> None:
        moves.window(items, (top, left), (height, width))
        to = moves.output_sizes(items.sizes, size)
        moves.resize(items, to, interpolation, antialias)

    return _done(inpt, change)


def five_crop(inpt: Any, size: _Size) -> tuple[Any, ...]:
    """The corners (top left, top right, bottom left, bottom right) and the middle."""
    high, wide = pair("size", size)
    height, width = get_size(inpt)
    if high > height or wide > width:
        raise errors.ArgumentError(f"a crop of {high, wide} is larger than {height, width}")
    places = [(0, 0), (0, width - wide), (height - high, 0), (height - high, width - wide)]
    corners = [crop(inpt, top, left, high, wide) for top, left in places]
    return (*corners, center_crop(inpt, (high, wide)))


def ten_crop(inpt: Any, size: _Size, vertical_flip: bool = False) -> tuple[Any, ...]:
    """five_crop of the image, then of its mirror image."""
    mirrored = (_vertical if vertical_flip else _horizontal)(inpt)
    return (*five_crop(inpt, size), *five_crop(mirrored, size))


def horizontal_flip(inpt: Any) -> Any:
    """Mirror left and right."""
    return _done(inpt, moves.flip, True, False)


def vertical_flip(inpt: Any) -> Any:
    """Mirror top and bottom."""
    return _done(inpt, moves.flip, False, True)


hflip = _horizontal = horizontal_flip
vflip = _vertical = vertical_flip


def pad(inpt: Any, padding: _Size, fill: Fill = None, padding_mode: str = "constant") -> Any:
    """Add pixels around: one number, two (sides; top and bottom), or left, top, right, bottom."""
    return _done(inpt, moves.pad, moves.padding_sides(padding), padding_mode, fill)


def rotate(
    inpt: Any,
    angle: float,
    interpolation: Interpolation = "nearest",
    expand: bool = False,
    center: Sequence[float] | None = None,
    fill: Fill = None,
) -> Any:
    """Turn by degrees, counter-clockwise."""

    def change(items: Items) -> None:
        angles = np.full(items.n, float(angle))
        found = moves.rotation(items.sizes, angles, expand, center)
        moves.warp(items, *found, interpolation, fill)

    return _done(inpt, change)


def affine(
    inpt: Any,
    angle: float,
    translate: Sequence[float],
    scale: float,
    shear: float | Sequence[float],
    interpolation: Interpolation = "nearest",
    fill: Fill = None,
    center: Sequence[float] | None = None,
) -> Any:
    """Shear, turn clockwise, scale, then move by pixels."""
    slant = [float(shear), 0.0] if isinstance(shear, (int, float)) else [*shear, 0.0][:2]

    def change(items: Items) -> None:
        matrix = moves.affine_matrix(items.sizes, angle, translate, scale, slant, center)
        moves.warp(items, matrix, None, interpolation, fill)

    return _done(inpt, change)


def perspective(
    inpt: Any,
    startpoints: Sequence[Sequence[int]] | None,
    endpoints: Sequence[Sequence[int]] | None,
    interpolation: Interpolation = "bilinear",
    fill: Fill = None,
    coefficients: Sequence[float] | None = None,
) -> Any:
    """Move four points to four others.

    coefficients: instead of points, the first eight numbers of the matrix from the output to the
        input.
    """
    if coefficients is not None:
        matrix = np.linalg.inv(
            np.append(np.asarray(coefficients, np.float64), 1.0).reshape(1, 3, 3)
        )
    elif startpoints is None or endpoints is None:
        raise errors.ArgumentError("give startpoints and endpoints, or coefficients")
    else:
        matrix = moves.perspective_matrix(startpoints, endpoints)
    return _done(inpt, moves.warp, matrix, None, interpolation, fill)


def erase(inpt: Any, i: int, j: int, h: int, w: int, v: Any, inplace: bool = False) -> Any:
    """Overwrite a rectangle at (i, j): with a number, or one per channel."""
    value = v.numpy() if leaves.is_torch(v) else v
    return _done(inpt, regions.erase, (i, j), (h, w), np.asarray(value).ravel())


# ---- colours ----------------------------------------------------------------------------------


def _one(value: float) -> Any:
    return np.array([value])


def adjust_brightness(inpt: Any, brightness_factor: float) -> Any:
    """Scale all values; 0 is black."""
    return _done(inpt, pixel_ops.brightness, _one(_positive(brightness_factor)))


def adjust_contrast(inpt: Any, contrast_factor: float) -> Any:
    """Scale the distance from the mean grey."""
    return _done(inpt, pixel_ops.contrast, _one(_positive(contrast_factor)))


def adjust_saturation(inpt: Any, saturation_factor: float) -> Any:
    """Scale the distance from grey."""
    return _done(inpt, pixel_ops.saturation, _one(_positive(saturation_factor)))


def _positive(factor: float) -> float:
    if factor < 0:
        raise errors.ArgumentError(f"a factor must not be negative, got {factor}")
    return factor


def adjust_hue(inpt: Any, hue_factor: float) -> Any:
    """Turn the hue by -0.5 … 0.5 turns."""
    return _done(inpt, pixel_ops.hue, _one(hue_factor))


def adjust_gamma(inpt: Any, gamma: float, gain: float = 1.0) -> Any:
    """gain · x ** gamma, for x from 0 (black) to 1 (white)."""
    return _done(inpt, pixel_ops.gamma, _positive(gamma), gain)


def adjust_sharpness(inpt: Any, sharpness_factor: float) -> Any:
    """0 blurs, 1 changes nothing, more sharpens."""
    return _done(inpt, pixel_ops.sharpness, _one(_positive(sharpness_factor)))


def autocontrast(inpt: Any) -> Any:
    """Stretch each channel to the full range."""
    return _done(inpt, pixel_ops.autocontrast)


def equalize(inpt: Any) -> Any:
    """Spread the values of each channel evenly."""
    return _done(inpt, pixel_ops.equalize)


def invert(inpt: Any) -> Any:
    """White minus the values."""
    return _done(inpt, pixel_ops.invert)


def posterize(inpt: Any, bits: int) -> Any:
    """Keep the highest bits."""
    return _done(inpt, pixel_ops.posterize, bits)


def solarize(inpt: Any, threshold: float) -> Any:
    """Invert values at and above a threshold."""
    return _done(inpt, pixel_ops.solarize, threshold)


def rgb_to_grayscale(inpt: Any, num_output_channels: int = 1) -> Any:
    """Grey, of one channel or three equal ones."""
    return _done(inpt, pixel_ops.grayscale, num_output_channels)


to_grayscale = rgb_to_grayscale


def grayscale_to_rgb(inpt: Any) -> Any:
    """Three channels; those of a grey image are equal."""
    return _done(inpt, pixel_ops.rgb)


def permute_channels(inpt: Any, permutation: Sequence[int]) -> Any:
    """Channel k of the result is channel permutation[k]."""
    return _done(inpt, pixel_ops.permute_channels, list(permutation))


def gaussian_blur(
    inpt: Any, kernel_size: _Size, sigma: float | Sequence[float] | None = None
) -> Any:
    """Blur with a window of (width, height); sigma: 0.3 · ((size - 1) / 2 - 1) + 0.8 by default."""
    sizes = pair("kernel_size", kernel_size)
    if sigma is None:
        sigma = [0.3 * ((k - 1) * 0.5 - 1) + 0.8 for k in sizes]
    spread = [float(sigma)] * 2 if isinstance(sigma, (int, float)) else [float(s) for s in sigma]
    return _done(inpt, pixel_ops.blur, sizes, [spread if len(spread) == 2 else spread * 2])


def gaussian_noise(inpt: Any, mean: float = 0.0, sigma: float = 0.1, clip: bool = True) -> Any:
    """Add normally distributed noise, in units of white."""
    return _done(inpt, pixel_ops.noise, mean, sigma, clip)


def jpeg(inpt: Any, quality: int) -> Any:
    """The artefacts of a JPEG of this quality."""
    return _done(inpt, pixel_ops.jpeg, _one(quality))


# ---- types ------------------------------------------------------------------------------------


def to_image(inpt: Any) -> Any:
    """A Pillow image or a NumPy array (H, W, C) as a tensor (C, H, W)."""
    return _done(inpt, conversions.to_image)


def pil_to_tensor(pic: Any) -> Any:
    """A Pillow image as a tensor (C, H, W)."""
    return _done(pic, lambda items: conversions.to_image(items, marked=False))


def to_tensor(inpt: Any) -> Any:
    """A Pillow image as a tensor (C, H, W) of floats 0 … 1."""
    return _done(inpt, lambda items: conversions.to_image(items, marked=False, scale=True))


def to_pil_image(inpt: Any, mode: str | None = None) -> Any:
    """A tensor (C, H, W) as a Pillow image."""
    return _done(inpt, conversions.to_pil, mode)


def to_dtype(inpt: Any, dtype: Any = "float32", scale: bool = False) -> Any:
    """Another element type; scale: white stays white."""
    masks = dtype if leaves.marked(inpt) == "Mask" else None
    return _done(inpt, conversions.to_dtype, dtype, scale, masks)


def convert_image_dtype(image: Any, dtype: Any = "float32") -> Any:
    """Another element type; white stays white."""
    return to_dtype(image, dtype, scale=True)


def normalize(inpt: Any, mean: Sequence[float], std: Sequence[float], inplace: bool = False) -> Any:
    """(x - mean) / std of each channel; takes floats."""
    return _done(inpt, conversions.normalize, mean, std)


# ---- facts and boxes ----------------------------------------------------------------------------


def get_size(inpt: Any) -> list[int]:
    """Height and width."""
    return [int(s) for s in Items([inpt]).sizes[0]]


def get_dimensions(inpt: Any) -> list[int]:
    """Channels, height and width."""
    picture = next(iter(Items([inpt]).pictures.values()))
    return [picture.channels, *(int(s) for s in picture.sizes[0])]


def get_num_channels(inpt: Any) -> int:
    """Number of channels."""
    return get_dimensions(inpt)[0]


get_image_num_channels = get_num_channels


def get_image_size(inpt: Any) -> list[int]:
    """Width and height."""
    return get_size(inpt)[::-1]


def is_pure_tensor(inpt: Any) -> bool:
    """Whether this is a torch.Tensor without a marker."""
    return leaves.is_torch(inpt) and leaves.marked(inpt) is None


def convert_bounding_box_format(
    inpt: Any, old_format: Any = None, new_format: Any = None, inplace: bool = False
) -> Any:
    """Boxes in another format."""
    return _done(inpt, conversions.convert_boxes, new_format)


def clamp_bounding_boxes(inpt: Any, **_: Any) -> Any:
    """Boxes cut to their canvas."""
    return _done(inpt, conversions.clamp, True)


def clamp_keypoints(inpt: Any, **_: Any) -> Any:
    """Key points moved onto their canvas."""
    return _done(inpt, conversions.clamp, False)


def sanitize_bounding_boxes(
    bounding_boxes: Any, min_size: float = 1.0, min_area: float = 1.0
) -> tuple[Any, Any]:
    """Boxes that are large enough and lie on the canvas, and a mask of which these are."""
    outline = leaves.outline_of(bounding_boxes)
    return _picked(
        bounding_boxes, valid_boxes(outline.points[0], outline.sizes[0], min_size, min_area)
    )


def sanitize_keypoints(key_points: Any) -> tuple[Any, Any]:
    """Key points that lie on the canvas, and a mask of which these are."""
    outline = leaves.outline_of(key_points)
    return _picked(key_points, valid_points(outline.points[0], outline.sizes[0]))


def _picked(value: Any, keep: Any) -> tuple[Any, Any]:
    torch = leaves.torch_module()
    return leaves.picked(value, keep), keep if torch is None else torch.from_numpy(keep)
