"""Boxes and key points: transforms of these alone, and crops that keep boxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core import errors
from . import conversions, draws, leaves, moves
from .items import Items
from .transform import Params, Transform, call_foreign


class ConvertBoundingBoxFormat(Transform):
    """Boxes as "XYXY", "XYWH" or "CXCYWH"."""

    def __init__(self, format: Any) -> None:
        self.format = format

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        conversions.convert_boxes(items, self.format)


class ClampBoundingBoxes(Transform):
    """Boxes cut to their canvas; clamping_mode=None leaves them alone."""

    def __init__(self, clamping_mode: str | None = "auto") -> None:
        self.clamping_mode = clamping_mode

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        if self.clamping_mode is not None:
            conversions.clamp(items, boxes=True)


class ClampKeyPoints(Transform):
    """Key points moved onto their canvas."""

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        conversions.clamp(items, boxes=False)


class SetClampingMode(Transform):
    """Whether later transforms cut boxes to their canvas: None for no."""

    def __init__(self, clamping_mode: str | None) -> None:
        self.clamping_mode = clamping_mode

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        for outline in items.outlines.values():
            outline.clamps = outline.clamps if not outline.boxes else self.clamping_mode is not None


class RandomIoUCrop(Transform):
    """A random window that shows enough of the boxes, as SSD is trained with.

    sampler_options: how much of a box has to overlap; 1 or more leaves the image as it is.
    """

    def __init__(
        self,
        min_scale: float = 0.3,
        max_scale: float = 1.0,
        min_aspect_ratio: float = 0.5,
        max_aspect_ratio: float = 2.0,
        sampler_options: Sequence[float] | None = None,
        trials: int = 40,
    ) -> None:
        self.min_scale, self.max_scale = min_scale, max_scale
        self.min_aspect_ratio, self.max_aspect_ratio = min_aspect_ratio, max_aspect_ratio
        self.options = list(sampler_options or (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0))
        self.trials = trials

    def draw(self, items: Items) -> Params:
        """See Transform."""
        boxes = [o for o in items.outlines.values() if o.boxes]
        if len(boxes) != 1 or not items.images:
            raise errors.ArgumentTypeError(
                f"RandomIoUCrop takes an image and its BoundingBoxes, got {len(boxes)} of these"
            )
        found = [self._window(s, b) for s, b in zip(items.sizes.tolist(), boxes[0].points)]
        windows = np.array(found)
        return {"start": windows[:, :2], "shape": windows[:, 2:]}

    def _window(self, size: list[int], boxes: Any) -> tuple[int, int, int, int]:
        """Top, left, height, width."""
        height, width = size
        while True:
            least = self.options[int(draws.integers(1, 0, len(self.options))[0])]
            if least >= 1.0 or not len(boxes):
                return 0, 0, height, width
            for _ in range(self.trials):
                r = draws.uniform(4)
                w, h = (int(s * (self.min_scale + (self.max_scale - self.min_scale) * d))
                        for s, d in zip((width, height), r[:2]))  # fmt: skip
                if not h or not self.min_aspect_ratio <= w / h <= self.max_aspect_ratio:
                    continue
                left, top = int((width - w) * r[2]), int((height - h) * r[3])
                middle = (boxes[:, :2] + boxes[:, 2:]) / 2
                inside = ((middle > [left, top]) & (middle < [left + w, top + h])).all(1)
                if not inside.any():
                    continue
                if _overlap(boxes[inside], (left, top, left + w, top + h)).max() >= least:
                    return top, left, h, w

    def apply(self, items: Items, params: Params) -> None:
        """See Transform. Boxes whose centre is outside of the window become zeros."""
        start, shape = params["start"], params["shape"]
        low, high = start[:, ::-1], (start + shape)[:, ::-1]
        outside = {}
        for at, outline in items.outlines.items():
            middles = [(p[..., :2] + p[..., -2:]) / 2 for p in outline.points]
            outside[at] = [((m <= a) | (m >= b)).any(-1) for m, a, b in zip(middles, low, high)]
        moves.window(items, start, shape)
        for at, outline in items.outlines.items():
            if outline.boxes:
                for points, gone in zip(outline.points, outside[at]):
                    points[gone] = 0.0


def _overlap(boxes: Any, window: tuple[int, int, int, int]) -> Any:
    """Intersection over union with a window."""
    other = np.array(window, np.float64)
    low, high = np.maximum(boxes[:, :2], other[:2]), np.minimum(boxes[:, 2:], other[2:])
    common = np.maximum(high - low, 0).prod(1)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(1) + (other[2:] - other[:2]).prod()
    return common / (area - common)


class SanitizeBoundingBoxes(Transform):
    """Remove boxes that are too small or outside of their canvas, with their labels and masks.

    labels_getter: "default" (the key "labels" of a dict), a function of the inputs that returns
        labels, or None.
    """

    def __init__(
        self,
        min_size: float = 1.0,
        min_area: float = 1.0,
        labels_getter: Callable[[Any], Any] | str | None = "default",
    ) -> None:
        self.min_size, self.min_area = min_size, min_area
        self.labels_getter = labels_getter

    def run(self, items: Items) -> None:
        """See Transform."""
        inputs = items.restore(items.results())
        given = inputs if len(inputs) > 1 else inputs[0]
        labels = _labels(self.labels_getter, given)
        call_foreign(lambda xs: self._kept(xs, labels), items)

    _marker = "BoundingBoxes"

    def _valid(self, points: Any, size: Any) -> Any:
        """Which rows are kept."""
        return valid_boxes(points, size, self.min_size, self.min_area)

    def _kept(self, values: list[Any], labels: list[Any]) -> list[Any]:
        found = [v for v in values if leaves.marked(v) == self._marker]
        if len(found) != 1:
            raise errors.ArgumentError(f"needs one value of {self._marker}, got {len(found)}")
        outline = leaves.outline_of(found[0])
        keep = self._valid(outline.points[0], outline.sizes[0])
        with_them = (self._marker, "Mask") if self._marker == "BoundingBoxes" else (self._marker,)
        made = []
        for value in values:
            picked = leaves.marked(value) in with_them or any(value is label for label in labels)
            made.append(leaves.picked(value, keep) if picked else value)
        return made


class SanitizeKeyPoints(SanitizeBoundingBoxes):
    """Remove key points outside of their canvas, with their labels.

    labels_getter: None, "default" (the key "labels" of a dict), or a function of the inputs.
    """

    _marker = "KeyPoints"

    def __init__(self, labels_getter: Callable[[Any], Any] | str | None = None) -> None:
        super().__init__(labels_getter=labels_getter)

    def _valid(self, points: Any, size: Any) -> Any:
        """Which rows are kept."""
        return valid_points(points, size)


def valid_points(points: Any, size: Any) -> Any:
    """Which points lie on the canvas."""
    return ((points >= 0) & (points < [size[1], size[0]])).all(-1)


def valid_boxes(boxes: Any, size: Any, min_size: float, min_area: float) -> Any:
    """Which boxes (corners) are large enough and lie on the canvas."""
    extent = boxes[:, 2:] - boxes[:, :2]
    limit = np.array([size[1], size[0]] * 2)
    inside = (boxes >= 0).all(1) & (boxes <= limit).all(1)
    return inside & (extent >= min_size).all(1) & (extent.prod(1) >= min_area)


def _labels(getter: Any, inputs: Any) -> list[Any]:
    """The values that belong to boxes one by one."""
    if getter is None:
        return []
    if getter != "default":
        found = getter(inputs)
        return list(found) if isinstance(found, tuple) else [found]
    for one in inputs if isinstance(inputs, tuple) else (inputs,):
        if isinstance(one, dict):
            named = [v for k, v in one.items() if str(k).lower() in ("labels", "label")]
            if named:
                return named[:1]
    raise errors.ArgumentError(
        "found no labels: give a dict with the key 'labels', labels_getter=None if there are none, "
        "or a function of the inputs that returns them"
    )
