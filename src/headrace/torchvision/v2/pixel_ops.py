"""Operations on the pixel values of pictures: what colour transforms and functions call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import dynamic as ndd
from ... import types
from ...core import errors
from ...core.batch import Batch
from ...core.dtype import DType, float32, uint8
from .items import Items
from .pictures import Picture, argument, constant, operand

Array = np.ndarray[Any, np.dtype[Any]]


def most(dtype: DType) -> float:
    """White: 1 for floats and bools, the largest integer otherwise."""
    return float(np.iinfo(dtype.numpy).max) if dtype.numpy.kind in "iu" else 1.0


def _white(dtype: DType) -> Any:
    """White as a number of this type."""
    if dtype.numpy.kind not in "iu":
        return 1.0
    return dtype.numpy.type(np.iinfo(dtype.numpy).max)


def change(
    items: Items,
    function: Callable[[Picture, Batch], Any],
    layout: str | None = "HWC",
    channels: int | None = None,
) -> None:
    """Put a function of their pixels in the place of all images; masks and boxes stay.

    channels: how many the results have, where that is another number.
    """
    for picture in items.images:
        x = picture.pixels(layout)
        made = function(picture, x)
        if made.dtype is not x.dtype:  # arithmetic of float16 is float32
            made = ndd.cast(made, dtype=x.dtype)
        picture.put(made, channels=channels)


def _limited(x: Batch) -> Batch:
    """Floats cut to [0, 1]; integers have been saturated."""
    if x.dtype.kind is not DType.Kind.float:
        return x
    return ndd.math.clamp(x, 0.0, 1.0)


def _is_color(picture: Picture, what: str) -> bool:
    """Whether an image has colours; one channel is grey already."""
    if picture.channels not in (1, 3):
        raise errors.ShapeError(f"{what} takes images of 1 or 3 channels, got {picture.channels}")
    return picture.channels == 3


def _gray(x: Batch) -> Batch:
    return ndd.color_space_conversion(x, image_type=types.RGB, output_type=types.GRAY)


def brightness(items: Items, factor: Any) -> None:
    """Scale all values."""
    by = argument(np.asarray(factor, np.float64))
    change(items, lambda p, x: _limited(ndd.brightness(x, brightness=by)))


def contrast(items: Items, factor: Any) -> None:
    """Scale the distance from the mean grey."""
    by = argument(np.asarray(factor, np.float64))

    def pixels(picture: Picture, x: Batch) -> Any:
        gray = _gray(x) if _is_color(picture, "adjust_contrast") else x
        center = ndd.reductions.mean(gray, axes=[0, 1, 2])
        return _limited(ndd.contrast(x, contrast=by, contrast_center=center))

    change(items, pixels)


def saturation(items: Items, factor: Any) -> None:
    """Scale the distance from grey."""
    by = argument(np.asarray(factor, np.float64))

    def pixels(picture: Picture, x: Batch) -> Any:
        if not _is_color(picture, "adjust_saturation"):
            return x
        return _limited(ndd.saturation(x, saturation=by))

    change(items, pixels)


def hue(items: Items, factor: Any) -> None:
    """Turn the hue, by -0.5 … 0.5 turns of the HSV cone."""
    turns = np.asarray(factor, np.float64)
    if (np.abs(turns) > 0.5).any():
        raise errors.ArgumentError(f"hue_factor lies in -0.5 … 0.5, got {turns.max()}")
    by = argument(turns * 360)

    def pixels(picture: Picture, x: Batch) -> Any:
        return ndd.hue(x, hue=by, space="HSV") if _is_color(picture, "adjust_hue") else x

    change(items, pixels)


def gamma(items: Items, value: float, gain: float = 1.0) -> None:
    """white · gain · (x / white) ** gamma."""

    def pixels(picture: Picture, x: Batch) -> Any:
        white = most(x.dtype)
        if x.dtype is uint8:
            levels = np.clip(gain * (np.arange(256) / white) ** value, 0, 1) * white
            return _looked_up(x, np.trunc(levels))
        return _limited(ndd.cast(gain * ndd.math.fpow(x / white, value) * white, dtype=x.dtype))

    change(items, pixels, None)


def _looked_up(x: Batch, levels: Array) -> Batch:
    return ndd.lookup_table(
        x, keys=list(range(256)), values=[float(v) for v in levels], dtype=uint8
    )


def grayscale(items: Items, channels: int = 1) -> None:
    """Grey of one channel or of three equal ones."""
    if channels not in (1, 3):
        raise errors.ArgumentError(f"num_output_channels is 1 or 3, got {channels}")

    def pixels(picture: Picture, x: Batch) -> Any:
        gray = _gray(x) if _is_color(picture, "rgb_to_grayscale") else x
        if channels == 1:
            return gray
        return ndd.color_space_conversion(gray, image_type=types.GRAY, output_type=types.RGB)

    change(items, pixels, channels=channels)


def rgb(items: Items) -> None:
    """Three channels; grey images get three equal ones."""

    def pixels(picture: Picture, x: Batch) -> Any:
        if picture.channels != 1:
            return x
        return ndd.color_space_conversion(x, image_type=types.GRAY, output_type=types.RGB)

    for picture in items.images:
        now = 3 if picture.channels == 1 else picture.channels
        picture.put(pixels(picture, picture.pixels("HWC")), channels=now)


def permute_channels(items: Items, permutation: Any) -> None:
    """Channel k of the result is channel permutation[k]."""
    orders = np.atleast_2d(np.asarray(permutation))
    for picture in items.images:
        if sorted(orders[0].tolist()) != list(range(picture.channels)):
            raise errors.ArgumentError(
                f"permutation={orders[0].tolist()} is none of {picture.channels} channels"
            )
    by = argument(orders)

    def pixels(picture: Picture, x: Batch) -> Any:  # channels are frames of a sequence here
        frames = ndd.as_batch(x, layout="FHW")
        return ndd.as_batch(ndd.sequence_rearrange(frames, new_order=by), layout="CHW")

    change(items, pixels, "CHW")


def invert(items: Items) -> None:
    """White minus the values."""

    def pixels(picture: Picture, x: Batch) -> Any:
        return _white(x.dtype) - x

    change(items, pixels, None)


def posterize(items: Items, bits: Any) -> None:
    """Keep the highest bits only; of floats, as if they were bytes."""
    kept = np.atleast_1d(np.asarray(bits, np.int64))
    if ((kept < 0) | (kept > 8)).any():
        raise errors.ArgumentError(f"bits lies in 0 … 8, got {kept.tolist()}")

    def pixels(picture: Picture, x: Batch) -> Any:
        if x.dtype.kind is DType.Kind.float:
            levels = operand(2.0**kept, x)
            return ndd.math.clamp(ndd.math.floor(x * levels), 0.0, levels - 1.0) / levels
        mask = (256 - (1 << (8 - kept))).astype(np.uint8)
        return x & (mask[0] if len(mask) == 1 else operand(mask, x))

    change(items, pixels, None)


def solarize(items: Items, threshold: Any) -> None:
    """Invert values at and above a threshold."""
    least = np.atleast_1d(np.asarray(threshold, np.float64))

    def pixels(picture: Picture, x: Batch) -> Any:
        if (least > most(x.dtype)).any() and len(least) == 1:
            return x
        white = _white(x.dtype)
        limit = np.float32(least[0]) if len(least) == 1 else operand(least, x)
        above = ndd.cast(x >= limit, dtype=x.dtype)
        return x + above * (white - x - x)

    change(items, pixels, None)


def autocontrast(items: Items) -> None:
    """Stretch each channel to the full range."""

    def pixels(picture: Picture, x: Batch) -> Any:
        white = most(x.dtype)
        low = ndd.cast(ndd.reductions.min(x, axes=[0, 1], keep_dims=True), dtype=float32)
        high = ndd.cast(ndd.reductions.max(x, axes=[0, 1], keep_dims=True), dtype=float32)
        flat = ndd.cast(low == high, dtype=float32)
        scale = white / (high - low + flat)
        made = (x - low * (1.0 - flat)) * (scale * (1.0 - flat) + flat)
        return _limited(ndd.cast(made, dtype=x.dtype))

    change(items, pixels)


def equalize(items: Items) -> None:
    """Spread the values of each channel evenly; floats by way of bytes."""

    def pixels(picture: Picture, x: Batch) -> Any:
        if x.dtype.kind is not DType.Kind.float:
            return ndd.equalize(x, rule="steps")
        levels = ndd.cast(ndd.math.floor(x * 255.999), dtype=uint8)
        return ndd.cast(ndd.equalize(levels, rule="steps"), dtype=x.dtype) / 255.0

    change(items, pixels, None)


def sharpness(items: Items, factor: Any) -> None:
    """0 blurs, 1 changes nothing, more sharpens; the outermost pixels stay."""
    factors = np.atleast_1d(np.asarray(factor, np.float64))
    kernels = np.repeat((1 - factors)[:, None, None] / 13, 3, 1).repeat(3, 2)
    kernels[:, 1, 1] = 5 * (1 - factors) / 13 + factors
    small = np.float32(kernels)

    def pixels(picture: Picture, x: Batch) -> Any:
        height, width = picture.sizes.min(0) if picture.count else (0, 0)
        if min(height, width) <= 2:
            return x
        window: Any = small[0] if len(small) == 1 else constant(small)
        inner = _limited(ndd.filter(x, window))
        # The outermost pixels are the input's: its inside is erased, of the other its four sides.
        h, w = picture.sizes.astype(np.float64).T
        o, i = np.zeros_like(h), np.ones_like(h)
        frame = ndd.erase(
            x, anchor=[1.0, 1.0], shape=argument(picture.sizes - 2.0), axis_names="HW"
        )
        inner = ndd.erase(
            inner,
            anchor=argument(np.stack([o, o, h - 1, o, o, o, o, w - 1], 1)),
            shape=argument(np.stack([i, w, i, w, h, i, h, i], 1)),
            axis_names="HW",
        )
        return frame + inner

    change(items, pixels)


def blur(items: Items, kernel_size: tuple[int, int], sigma: Any) -> None:
    """A Gaussian window of (width, height) pixels and standard deviations along x and y."""
    sigmas = np.atleast_2d(np.asarray(sigma, np.float64))[:, ::-1]
    sizes = list(kernel_size[::-1])
    by = argument(sigmas)
    change(items, lambda p, x: ndd.gaussian_blur(x, sigma=by, window_size=sizes), None)


def noise(items: Items, mean: float, sigma: float, clip: bool) -> None:
    """Add normally distributed noise, in units of white."""

    def pixels(picture: Picture, x: Batch) -> Any:
        white = most(x.dtype)
        made = ndd.noise.gaussian(x, mean=mean * white, stddev=sigma * white)
        return _limited(made) if clip else made

    change(items, pixels, None)


def jpeg(items: Items, quality: Any) -> None:
    """The artefacts of a JPEG of this quality."""
    by = argument(np.asarray(quality, np.int64))
    change(items, lambda p, x: ndd.jpeg_compression_distortion(x, quality=by))
