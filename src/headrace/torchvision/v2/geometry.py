"""Geometry: resizing, cropping, flipping, padding."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core import errors
from . import draws, moves, regions
from .items import Items
from .options import Fill, Interpolation, interpolation, pair
from .transform import Chance, Params, Transform

interpolation_name = interpolation


class Resize(Transform):
    """Resize to (height, width), or so that the shorter side has a length.

    max_size: the longer side gets no longer than that; with size=None it gets exactly that.

    >>> import numpy as np, headrace.dynamic as ndd
    >>> from headrace.torchvision import v2
    >>> x = ndd.batch([np.zeros((100, 200, 3), np.uint8)], layout="HWC")
    >>> v2.Resize(50)(x).shape
    [(50, 100, 3)]
    """

    def __init__(
        self,
        size: int | Sequence[int] | None,
        interpolation: Interpolation = "bilinear",
        max_size: int | None = None,
        antialias: bool | None = True,
    ) -> None:
        self.size = size
        self.interpolation = interpolation_name(interpolation)
        self.max_size = max_size
        self.antialias = antialias

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        size = moves.output_sizes(items.sizes, self.size, self.max_size)
        moves.resize(items, size, self.interpolation, self.antialias)


class CenterCrop(Transform):
    """The middle of an image; smaller ones are padded with zeros."""

    def __init__(self, size: int | Sequence[int]) -> None:
        self.size = pair("size", size)

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        moves.window(items, moves.center_start(items.sizes, self.size), self.size)


class RandomCrop(Transform):
    """A window at a random place.

    padding: pixels added first: one number, two (sides; top and bottom) or four (left, top, right,
        bottom). pad_if_needed: also as many as are missing.
    """

    def __init__(
        self,
        size: int | Sequence[int],
        padding: int | Sequence[int] | None = None,
        pad_if_needed: bool = False,
        fill: Fill = 0,
        padding_mode: str = "constant",
    ) -> None:
        self.size = pair("size", size)
        self.padding = None if padding is None else moves.padding_sides(padding)
        self.pad_if_needed = pad_if_needed
        self.fill = fill
        self.padding_mode = padding_mode

    def draw(self, items: Items) -> Params:
        """See Transform."""
        left, top, right, bottom = self.padding or (0, 0, 0, 0)
        before = np.broadcast_to([top, left], (items.n, 2))
        whole = items.sizes + before + [bottom, right]
        if self.pad_if_needed:
            missing = np.maximum(np.array(self.size) - whole, 0)
            before, whole = before + missing, whole + 2 * missing
        room = whole - self.size
        if (room < 0).any():
            k = int(np.flatnonzero((room < 0).any(1))[0])
            raise errors.ArgumentError(
                f"a crop of {self.size} is larger than the image with its padding, "
                f"{tuple(whole[k].tolist())}: pad_if_needed=True makes it fit"
            )
        at = [draws.integers(items.n, 0, room[:, k] + 1) for k in (0, 1)]
        return {"start": np.stack(at, 1) - before}

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        moves.window(items, params["start"], self.size, self.padding_mode, self.fill)


class RandomResizedCrop(Transform):
    """A window of random area and proportions at a random place, resized.

    scale: the window's part of the area; ratio: its width to its height.
    """

    def __init__(
        self,
        size: int | Sequence[int],
        scale: Sequence[float] = (0.08, 1.0),
        ratio: Sequence[float] = (3 / 4, 4 / 3),
        interpolation: Interpolation = "bilinear",
        antialias: bool | None = True,
    ) -> None:
        self.size = pair("size", size)
        self.scale = tuple(scale)
        self.ratio = tuple(ratio)
        for name, (low, high) in (("scale", self.scale), ("ratio", self.ratio)):
            if not 0 < low <= high:
                raise errors.ArgumentError(f"{name} takes a rising pair of positive numbers")
        self.interpolation = interpolation_name(interpolation)
        self.antialias = antialias

    def draw(self, items: Items) -> Params:
        """See Transform."""
        return dict(zip(("start", "shape"), random_windows(items.sizes, self.scale, self.ratio)))

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        moves.window(items, params["start"], params["shape"])
        moves.resize(items, self.size, self.interpolation, self.antialias)


def tried_windows(
    sizes: Any, scale: Sequence[float], ratio: Sequence[float]
) -> tuple[Any, Any, Any]:
    """Starts and shapes of random windows, and which of them fit; ten tries each."""
    n, tries = len(sizes), 10
    drawn = draws.uniform((4, n, tries))
    area = sizes.prod(1)[:, None] * (scale[0] + (scale[1] - scale[0]) * drawn[0])
    low, top = math.log(ratio[0]), math.log(ratio[1])
    aspect = np.exp(low + (top - low) * drawn[1])
    w, h = np.rint(np.sqrt(area * aspect)), np.rint(np.sqrt(area / aspect))
    fits = (w > 0) & (w <= sizes[:, 1:]) & (h > 0) & (h <= sizes[:, :1])
    every, first = np.arange(n), fits.argmax(1)
    shape = np.stack([h[every, first], w[every, first]], 1)
    free = drawn[2:, every, first].T
    start = np.floor(free * (sizes - shape + 1))
    return start.astype(np.int64), shape.astype(np.int64), fits.any(1)


def random_windows(sizes: Any, scale: Sequence[float], ratio: Sequence[float]) -> tuple[Any, Any]:
    """Starts and shapes of random windows; where none fits, of the largest one in the middle."""
    start, shape, found = tried_windows(sizes, scale, ratio)
    if not found.all():
        high, wide = sizes.astype(np.float64).T
        flat = np.where(wide / high > ratio[1], np.rint(high * ratio[1]), wide)
        tall = np.where(wide / high < ratio[0], np.rint(wide / ratio[0]), high)
        middle = np.stack([tall, flat], 1).astype(np.int64)
        shape = np.where(found[:, None], shape, middle)
        start = np.where(found[:, None], start, (sizes - middle) // 2)
    return start, shape


class RandomHorizontalFlip(Chance):
    """Mirror left and right."""

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        moves.flip(items, horizontal=params["on"])


class RandomVerticalFlip(Chance):
    """Mirror top and bottom."""

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        moves.flip(items, vertical=params["on"])


class Pad(Transform):
    """Add pixels around: one number, two (sides; top and bottom) or left, top, right, bottom.

    padding_mode: "constant" (fill), "edge", "reflect" (edge not repeated) or "symmetric".
    """

    def __init__(
        self, padding: int | Sequence[int], fill: Fill = 0, padding_mode: str = "constant"
    ) -> None:
        self.padding = moves.padding_sides(padding)
        self.fill = fill
        self.padding_mode = padding_mode

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        moves.pad(items, self.padding, self.padding_mode, self.fill)


class RandomZoomOut(Chance):
    """Put the image at a random place of a larger canvas."""

    def __init__(
        self, fill: Fill = 0, side_range: Sequence[float] = (1.0, 4.0), p: float = 0.5
    ) -> None:
        super().__init__(p)
        self.fill = fill
        self.side_range = tuple(side_range)
        if self.side_range[0] < 1.0 or self.side_range[0] > self.side_range[1]:
            raise errors.ArgumentError(f"side_range rises from 1 or more, got {side_range}")

    def draw(self, items: Items) -> Params:
        """See Transform."""
        side = draws.uniform(items.n, *self.side_range)[:, None]
        canvas = np.floor(items.sizes * side).astype(np.int64)
        start = np.floor((canvas - items.sizes) * draws.uniform((items.n, 2))).astype(np.int64)
        return {**super().draw(items), "start": -start, "shape": canvas}

    def change(self, items: Items, params: Params) -> None:
        """See Chance."""
        moves.window(items, params["start"], params["shape"], "constant", self.fill)


class RandomResize(Transform):
    """Resize the shorter side to a random length in [min_size, max_size)."""

    def __init__(
        self,
        min_size: int,
        max_size: int,
        interpolation: Interpolation = "bilinear",
        antialias: bool | None = True,
    ) -> None:
        self.min_size, self.max_size = min_size, max_size
        self.interpolation = interpolation_name(interpolation)
        self.antialias = antialias

    def draw(self, items: Items) -> Params:
        """See Transform."""
        drawn = draws.integers(items.n, self.min_size, self.max_size)
        return {"size": _each(items.sizes, drawn, None)}

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        moves.resize(items, params["size"], self.interpolation, self.antialias)


def _each(sizes: Any, short: Any, most: int | None) -> Any:
    return np.concatenate([moves.output_sizes(s[None], int(k), most) for s, k in zip(sizes, short)])


class RandomShortestSize(RandomResize):
    """Resize the shorter side to one of some lengths, the longer one to at most max_size."""

    def __init__(
        self,
        min_size: int | Sequence[int],
        max_size: int | None = None,
        interpolation: Interpolation = "bilinear",
        antialias: bool | None = True,
    ) -> None:
        super().__init__(0, 1, interpolation, antialias)
        self.min_size = [min_size] if isinstance(min_size, int) else list(min_size)  # type: ignore[assignment]
        self.max_size = max_size  # type: ignore[assignment]

    def draw(self, items: Items) -> Params:
        """See Transform."""
        lengths = np.array(self.min_size)
        drawn = lengths[draws.integers(items.n, 0, len(lengths))]
        scale = drawn / items.sizes.min(1)
        if self.max_size is not None:
            scale = np.minimum(scale, self.max_size / items.sizes.max(1))
        return {"size": (items.sizes * scale[:, None] + 1e-9).astype(np.int64)}


class ScaleJitter(RandomResize):
    """Resize by a random factor, relative to what fits into target_size."""

    def __init__(
        self,
        target_size: Sequence[int],
        scale_range: Sequence[float] = (0.1, 2.0),
        interpolation: Interpolation = "bilinear",
        antialias: bool | None = True,
    ) -> None:
        super().__init__(0, 1, interpolation, antialias)
        self.target_size = pair("target_size", target_size)
        self.scale_range = tuple(scale_range)

    def draw(self, items: Items) -> Params:
        """See Transform."""
        factor = draws.uniform(items.n, *self.scale_range)
        factor = factor * (np.array(self.target_size) / items.sizes).min(1)
        return {"size": np.maximum((items.sizes * factor[:, None]).astype(np.int64), 1)}


class FiveCrop(Transform):
    """The four corners and the middle, as a tuple."""

    def __init__(self, size: int | Sequence[int]) -> None:
        self.size = pair("size", size)

    def forward(self, *inputs: Any) -> Any:
        """The crops of each image."""
        from . import functional

        if len(inputs) != 1:
            raise errors.ArgumentError(f"{type(self).__name__} takes one image")
        return functional.five_crop(inputs[0], self.size)


class TenCrop(FiveCrop):
    """FiveCrop of the image and of its mirror image."""

    def __init__(self, size: int | Sequence[int], vertical_flip: bool = False) -> None:
        super().__init__(size)
        self.vertical_flip = vertical_flip

    def forward(self, *inputs: Any) -> Any:
        """The crops of each image."""
        from . import functional

        return functional.ten_crop(inputs[0], self.size, self.vertical_flip)


class RandomErasing(Chance):
    """Overwrite a random rectangle: with a value, one per channel, or "random" noise."""

    def __init__(
        self,
        p: float = 0.5,
        scale: Sequence[float] = (0.02, 0.33),
        ratio: Sequence[float] = (0.3, 3.3),
        value: float | Sequence[float] | str = 0.0,
        inplace: bool = False,
    ) -> None:
        super().__init__(p)
        if isinstance(value, str) and value != "random":
            raise errors.ArgumentError(f'value takes numbers or "random", got {value!r}')
        self.scale, self.ratio, self.value = tuple(scale), tuple(ratio), value
        self.inplace = inplace

    def draw(self, items: Items) -> Params:
        """See Transform."""
        start, shape, fits = tried_windows(items.sizes, self.scale, self.ratio)
        on = draws.chance(items.n, self.p) & fits
        return {"on": on, "start": start, "shape": shape}

    def change(self, items: Items, params: Params) -> None:
        """See Chance."""
        regions.erase(items, params["start"], params["shape"], self.value)
