"""Colour: transforms of pixel values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core import errors
from . import draws, pixel_ops
from .items import Items
from .options import pair, span
from .transform import Chance, Params, Transform, in_order

_Range = float | Sequence[float] | None
_STEPS = (
    ("brightness", pixel_ops.brightness),
    ("contrast", pixel_ops.contrast),
    ("saturation", pixel_ops.saturation),
    ("hue", pixel_ops.hue),
)


def _jitter(items: Items, params: Params) -> None:
    """Brightness, contrast, saturation and hue by factors, in the order of each image."""
    branches: list[Any] = [
        lambda part, here, name=name, step=step: step(part, params[name][here])
        for name, step in _STEPS
        if params.get(name) is not None
    ]
    if branches:
        in_order(items, params["order"][:, : len(branches)], branches)


class ColorJitter(Transform):
    """Change brightness, contrast, saturation and hue by random factors, in random order.

    Each is a range of factors, or how far they spread around 1 (hue: around 0, up to 0.5).
    """

    def __init__(
        self,
        brightness: _Range = None,
        contrast: _Range = None,
        saturation: _Range = None,
        hue: _Range = None,
    ) -> None:
        self.brightness = self._span("brightness", brightness)
        self.contrast = self._span("contrast", contrast)
        self.saturation = self._span("saturation", saturation)
        self.hue = self._span("hue", hue, 0.0)
        if self.hue and not -0.5 <= self.hue[0] <= self.hue[1] <= 0.5:
            raise errors.ArgumentError(f"hue lies in -0.5 … 0.5, got {hue}")

    @staticmethod
    def _span(name: str, value: _Range, centre: float = 1.0) -> list[float] | None:
        if value is None:
            return None
        found = span(name, value, centre, 0.0 if centre else None)
        return None if found == [centre, centre] else found

    def draw(self, items: Items) -> Params:
        """See Transform."""
        ranges = {name: getattr(self, name) for name, _ in _STEPS}
        params: Params = {
            name: None if found is None else draws.uniform(items.n, *found)
            for name, found in ranges.items()
        }
        params["order"] = draws.order(items.n, sum(v is not None for v in ranges.values()))
        return params

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        _jitter(items, params)


class RandomPhotometricDistort(Transform):
    """Brightness, contrast, saturation, hue, channel order: each changed with probability p."""

    def __init__(
        self,
        brightness: Sequence[float] = (0.875, 1.125),
        contrast: Sequence[float] = (0.5, 1.5),
        saturation: Sequence[float] = (0.5, 1.5),
        hue: Sequence[float] = (-0.05, 0.05),
        p: float = 0.5,
    ) -> None:
        self.brightness = tuple(brightness)
        self.contrast = tuple(contrast)
        self.saturation = tuple(saturation)
        self.hue = tuple(hue)
        self.p = p

    def draw(self, items: Items) -> Params:
        """See Transform. A factor that is not a number means: leave it."""
        n = items.n
        params: Params = {}
        for name, _ in _STEPS:
            drawn = draws.uniform(n, *getattr(self, name))
            params[name] = np.where(draws.chance(n, self.p), drawn, np.nan)
        params["late"] = draws.chance(n, 0.5)  # contrast after the other two
        channels = items.images[0].channels if items.images else 3
        orders = draws.order(n, channels)
        params["channels"] = np.where(draws.chance(n, self.p)[:, None], orders, np.arange(channels))
        return params

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        steps = dict(_STEPS)

        def step(name: str, when: Any = True) -> None:
            on = ~np.isnan(params[name]) & when
            items.only(on, lambda part, here: steps[name](part, params[name][here]))

        step("brightness")
        step("contrast", ~params["late"])
        step("saturation")
        step("hue")
        step("contrast", params["late"])
        if (params["channels"] != np.arange(params["channels"].shape[1])).any():
            pixel_ops.permute_channels(items, params["channels"])


class Grayscale(Transform):
    """Grey images, of one channel or three equal ones."""

    def __init__(self, num_output_channels: int = 1) -> None:
        self.num_output_channels = num_output_channels

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        pixel_ops.grayscale(items, self.num_output_channels)


class RandomGrayscale(Chance):
    """Grey, with as many channels as before."""

    def __init__(self, p: float = 0.1) -> None:
        super().__init__(p)

    def change(self, items: Items, params: Params) -> None:
        """See Chance."""
        for picture in items.images:
            pixel_ops.grayscale(items, picture.channels)
            break


class RGB(Transform):
    """Three channels; grey images get three equal ones."""

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        pixel_ops.rgb(items)


class RandomChannelPermutation(Transform):
    """The channels in random order."""

    def draw(self, items: Items) -> Params:
        """See Transform."""
        channels = items.images[0].channels if items.images else 1
        return {"permutation": draws.order(items.n, channels)}

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        pixel_ops.permute_channels(items, params["permutation"])


class RandomInvert(Chance):
    """White minus the values."""

    def change(self, items: Items, params: Params) -> None:
        """See Chance."""
        pixel_ops.invert(items)


class RandomPosterize(Chance):
    """Keep the highest bits of each value."""

    def __init__(self, bits: int, p: float = 0.5) -> None:
        super().__init__(p)
        self.bits = bits

    def change(self, items: Items, params: Params) -> None:
        """See Chance."""
        pixel_ops.posterize(items, self.bits)


class RandomSolarize(Chance):
    """Invert values at and above a threshold."""

    def __init__(self, threshold: float, p: float = 0.5) -> None:
        super().__init__(p)
        self.threshold = threshold

    def change(self, items: Items, params: Params) -> None:
        """See Chance."""
        pixel_ops.solarize(items, self.threshold)


class RandomAdjustSharpness(Chance):
    """Blur (factor 0) or sharpen (above 1)."""

    def __init__(self, sharpness_factor: float, p: float = 0.5) -> None:
        super().__init__(p)
        self.sharpness_factor = sharpness_factor

    def change(self, items: Items, params: Params) -> None:
        """See Chance."""
        pixel_ops.sharpness(items, self.sharpness_factor)


class RandomAutocontrast(Chance):
    """Stretch each channel to the full range."""

    def change(self, items: Items, params: Params) -> None:
        """See Chance."""
        pixel_ops.autocontrast(items)


class RandomEqualize(Chance):
    """Spread the values of each channel evenly."""

    def change(self, items: Items, params: Params) -> None:
        """See Chance."""
        pixel_ops.equalize(items)


class GaussianBlur(Transform):
    """Blur with a window of odd size and a random standard deviation."""

    def __init__(
        self, kernel_size: int | Sequence[int], sigma: float | Sequence[float] = (0.1, 2.0)
    ) -> None:
        self.kernel_size = pair("kernel_size", kernel_size)
        if any(k <= 0 or k % 2 == 0 for k in self.kernel_size):
            raise errors.ArgumentError(f"kernel_size is odd and positive, got {kernel_size}")
        self.sigma = [sigma, sigma] if isinstance(sigma, (int, float)) else list(sigma)
        if not 0 < self.sigma[0] <= self.sigma[1]:
            raise errors.ArgumentError(f"sigma is positive, and a range rises: {sigma}")

    def draw(self, items: Items) -> Params:
        """See Transform."""
        return {"sigma": np.repeat(draws.uniform(items.n, *self.sigma)[:, None], 2, 1)}

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        pixel_ops.blur(items, self.kernel_size, params["sigma"])


class GaussianNoise(Transform):
    """Add noise, in units of white; clip: keep floats in 0 … 1."""

    def __init__(self, mean: float = 0.0, sigma: float = 0.1, clip: bool = True) -> None:
        self.mean, self.sigma, self.clip = mean, sigma, clip

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        pixel_ops.noise(items, self.mean, self.sigma, self.clip)


class JPEG(Transform):
    """The artefacts of a JPEG of random quality, 1 to 100."""

    def __init__(self, quality: int | Sequence[int]) -> None:
        self.quality = pair("quality", quality)

    def draw(self, items: Items) -> Params:
        """See Transform."""
        return {"quality": draws.integers(items.n, self.quality[0], self.quality[1] + 1)}

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        pixel_ops.jpeg(items, params["quality"])
