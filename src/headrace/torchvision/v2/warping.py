"""Warping: rotation, affine and perspective maps with random parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core import errors
from . import draws, moves
from .items import Items
from .options import WARPING, Fill, Interpolation, interpolation, span
from .transform import Chance, Params, Transform

_mode = interpolation


class RandomRotation(Transform):
    """Turn by a random angle in degrees, counter-clockwise; degrees: a range, or ± a number.

    expand: make the result large enough for the whole image.
    """

    def __init__(
        self,
        degrees: float | Sequence[float],
        interpolation: Interpolation = "nearest",
        expand: bool = False,
        center: Sequence[float] | None = None,
        fill: Fill = 0,
    ) -> None:
        self.degrees = span("degrees", degrees)
        self.interpolation = _mode(interpolation, WARPING)
        self.expand = expand
        self.center = center
        self.fill = fill

    def draw(self, items: Items) -> Params:
        """See Transform."""
        return {"angle": draws.uniform(items.n, *self.degrees)}

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        found = moves.rotation(items.sizes, params["angle"], self.expand, self.center)
        moves.warp(items, *found, self.interpolation, self.fill)


class RandomAffine(Transform):
    """Turn, move, scale and shear by random amounts.

    translate: the most to move, in parts of width and height. scale: a range of factors.
    shear: degrees along x (± a number, or a range), or along x and y (four numbers).
    """

    def __init__(
        self,
        degrees: float | Sequence[float],
        translate: Sequence[float] | None = None,
        scale: Sequence[float] | None = None,
        shear: float | Sequence[float] | None = None,
        interpolation: Interpolation = "nearest",
        fill: Fill = 0,
        center: Sequence[float] | None = None,
    ) -> None:
        self.degrees = span("degrees", degrees)
        if translate is not None and not all(0 <= t <= 1 for t in translate):
            raise errors.ArgumentError(f"translate takes parts of the size, 0 to 1: {translate}")
        if scale is not None and min(scale) <= 0:
            raise errors.ArgumentError(f"scale takes positive factors: {scale}")
        self.translate = translate
        self.scale = scale
        shears: Any = [0.0, 0.0] if shear is None else shear
        four = not isinstance(shears, (int, float)) and len(shears) == 4
        along_x = span("shear", shears[:2] if four else shears)
        self.shear = [*along_x, *(span("shear", shears[2:]) if four else [0.0, 0.0])]
        self.interpolation = _mode(interpolation, WARPING)
        self.fill = fill
        self.center = center

    def draw(self, items: Items) -> Params:
        """See Transform."""
        n, params = items.n, {}
        params["angle"] = draws.uniform(n, *self.degrees)
        most = np.array(self.translate or (0.0, 0.0)) * items.sizes[:, ::-1]
        params["translate"] = np.rint(draws.uniform((n, 2), -most, most)).astype(np.int64)
        params["scale"] = draws.uniform(n, *(self.scale or (1.0, 1.0)))
        low, high = np.array(self.shear[::2]), np.array(self.shear[1::2])
        params["shear"] = draws.uniform((n, 2), low, high)
        return params

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        matrix = moves.affine_matrix(items.sizes, **params, center=self.center)
        moves.warp(items, matrix, None, self.interpolation, self.fill)


class RandomPerspective(Chance):
    """Move the corners inwards by random amounts, up to distortion_scale of half the size."""

    def __init__(
        self,
        distortion_scale: float = 0.5,
        p: float = 0.5,
        interpolation: Interpolation = "bilinear",
        fill: Fill = 0,
    ) -> None:
        super().__init__(p)
        if not 0 <= distortion_scale <= 1:
            raise errors.ArgumentError(f"distortion_scale lies in 0 … 1, got {distortion_scale}")
        self.distortion_scale = distortion_scale
        self.interpolation = _mode(interpolation, WARPING)
        self.fill = fill

    def draw(self, items: Items) -> Params:
        """See Transform."""
        n, sizes = items.n, items.sizes
        most = np.floor(self.distortion_scale * (sizes[:, ::-1] // 2)) + 1
        inwards = np.floor(draws.uniform((n, 4, 2)) * most[:, None])
        last = (sizes[:, ::-1] - 1).astype(np.float64)
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])  # the corners, clockwise
        start = unit * last[:, None]
        return {
            **super().draw(items),
            "startpoints": start,
            "endpoints": start + np.where(unit, -1, 1) * inwards,
        }

    def change(self, items: Items, params: Params) -> None:
        """See Chance."""
        both = zip(params["startpoints"], params["endpoints"])
        matrix = np.concatenate([moves.perspective_matrix(a, b) for a, b in both])
        moves.warp(items, matrix, None, self.interpolation, self.fill)
