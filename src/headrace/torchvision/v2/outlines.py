"""Boxes and key points on their way through transforms: points that matrices move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core import errors

Array = np.ndarray[Any, np.dtype[Any]]

FORMATS = ("XYXY", "XYWH", "CXCYWH")


def to_corners(boxes: Array, format: str) -> Array:
    """Boxes (…, 4) of any format as left, top, right, bottom."""
    a, b = boxes[..., :2], boxes[..., 2:]
    if format == "XYXY":
        return boxes
    if format == "XYWH":
        return np.concatenate([a, a + b], -1)
    return np.concatenate([a - b / 2, a + b / 2], -1)


def from_corners(boxes: Array, format: str) -> Array:
    """The opposite of to_corners."""
    a, b = boxes[..., :2], boxes[..., 2:]
    if format == "XYXY":
        return boxes
    if format == "XYWH":
        return np.concatenate([a, b - a], -1)
    return np.concatenate([(a + b) / 2, b - a], -1)


def check_format(format: str) -> str:
    """The name of a format that is supported."""
    if format not in FORMATS:
        raise errors.UnsupportedError(
            f"boxes of the format {format} (rotated ones) are not supported. "
            f"Valid: {', '.join(FORMATS)}; convert them, or keep their corners as KeyPoints"
        )
    return format


def _moved(points: Array, matrix: Array) -> Array:
    """Points (…, 2) through a 3 × 3 matrix."""
    homogeneous = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(homogeneous[..., :2] / homogeneous[..., 2:])


class Outline:
    """Boxes (as corners) or key points of each sample, and the canvas they lie on."""

    def __init__(
        self,
        points: list[Array],
        sizes: Array,
        *,
        boxes: bool,
        clamps: bool,
        format: str = "XYXY",
        rebuild: Callable[[Outline], Any],
    ) -> None:
        self.points = points
        self.sizes = sizes  # height and width of each sample
        self.boxes = boxes
        self.clamps = clamps
        self.format = format
        self.rebuild = rebuild

    @property
    def count(self) -> int:
        """Number of samples."""
        return len(self.points)

    def like(self, points: list[Array], sizes: Array) -> Outline:
        """The same outline elsewhere."""
        made = Outline.__new__(Outline)
        made.__dict__.update(self.__dict__)
        made.points, made.sizes = points, sizes
        return made

    def part(self, here: list[int]) -> Outline:
        """Some of the samples."""
        return self.like([self.points[i] for i in here], self.sizes[here])

    def move(self, matrix: Array, sizes: Array, mirrors: Array | None, cuts: bool) -> Outline:
        """Every point moved by the matrix of its sample.

        mirrors: whether x and y are mirrored: key points are centres of pixels there, not edges.
        cuts: whether points may have left the canvas.
        """
        made = []
        for k, points in enumerate(self.points):
            m = matrix[k if len(matrix) > 1 else 0]
            if self.boxes:
                moved = _moved_boxes(points, m)
            else:
                moved = _moved(points, m)
                if mirrors is not None:
                    moved = moved - mirrors[k if len(mirrors) > 1 else 0]
            made.append(moved)
        sizes = np.broadcast_to(sizes, (self.count, 2))
        found = self.like(made, sizes)
        return found.clamped() if cuts and self.clamps else found

    def clamped(self) -> Outline:
        """Points outside of the canvas moved onto its edge."""
        made = []
        for points, (height, width) in zip(self.points, self.sizes, strict=True):
            limit = np.array([width, height], np.float64) - (0 if self.boxes else 1)
            made.append(np.clip(points, 0, np.tile(limit, points.shape[-1] // 2)))
        return self.like(made, self.sizes)


def _moved_boxes(boxes: Array, matrix: Array) -> Array:
    """The smallest upright boxes around moved boxes."""
    corners = boxes[..., [0, 1, 2, 1, 2, 3, 0, 3]].reshape(*boxes.shape[:-1], 4, 2)
    moved = _moved(corners, matrix)
    return np.concatenate([moved.min(-2), moved.max(-2)], -1)
