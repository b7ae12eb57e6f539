"""Debayering in NumPy, with the rounding of OpenCV.

A row of a Bayer mosaic holds green and one other colour, its own; `own` marks the pixels that have
it. Colours are (own, green, other) relative to the row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Colors = tuple[Any, Any, Any]


def _around(x: Any, margin: int) -> Callable[[int, int], Any]:
    """The image shifted by rows and columns; mirrored at its edges."""
    h, w = x.shape
    padded = np.pad(x, margin, "reflect")
    return lambda dy, dx: padded[margin + dy : margin + dy + h, margin + dx : margin + dx + w]


def _means(x: Any, own: Any, edge_aware: bool) -> Colors:
    """Sums of four neighbours, or of two neighbours doubled."""
    r = _around(x, 1)
    across, along = r(0, -1) + r(0, 1), r(-1, 0) + r(1, 0)
    corners = r(-1, -1) + r(-1, 1) + r(1, -1) + r(1, 1)
    cross = across + along
    if edge_aware:
        vertical = abs(r(0, -1) - r(0, 1)) > abs(r(-1, 0) - r(1, 0))
        cross = 2 * np.where(vertical, along, across)
    return (
        np.where(own, 4 * x, 2 * across),
        np.where(own, cross, 4 * x),
        np.where(own, corners, 2 * along),
    )


_STRAIGHT = [(-1, 0), (1, 0), (0, -1), (0, 1)]
_DIAGONAL = [(-1, 1), (1, -1), (-1, -1), (1, 1)]


def _gradients(r: Callable[[int, int], Any], own: Any) -> Any:
    """Gradients in the eight directions, doubled."""

    def apart(y: int, x: int, v: int, u: int) -> Any:
        return abs(r(y, x) - r(v, u))

    found = []
    for dy, dx in _STRAIGHT:
        total = 0
        for step in (0, 1):
            y, x = step * dy, step * dx
            for side, weight in ((-1, 1), (0, 2), (1, 1)):
                a, b = y + side * dx, x + side * dy
                total = total + weight * apart(a - dy, b - dx, a + dy, b + dx)
        found.append(total)
    for dy, dx in _DIAGONAL:
        same = 2 * (apart(dy, dx, -dy, -dx) + apart(2 * dy, 2 * dx, 0, 0))
        mixed = apart(dy, 0, 0, -dx) + apart(0, dx, -dy, 0)
        mixed = mixed + apart(2 * dy, dx, dy, 0) + apart(dy, 2 * dx, 0, dx)
        green = 2 * (apart(2 * dy, dx, 0, -dx) + apart(dy, 2 * dx, -dy, 0))
        found.append(same + np.where(own, mixed, green))
    return np.stack(found)


def _terms(r: Callable[[int, int], Any], x: Any) -> tuple[list[Colors], list[Colors]]:
    """Doubled (own colour, the two missing colours) in each direction, by kind of pixel."""
    at_own, at_green = [], []
    for dy, dx in _STRAIGHT:
        here, ahead = r(2 * dy, 2 * dx) + x, 2 * r(dy, dx)
        at_own.append((here, ahead, r(dy - dx, dx - dy) + r(dy + dx, dx + dy)))
        sides = r(2 * dy - dx, 2 * dx - dy) + r(2 * dy + dx, 2 * dx + dy)
        at_green.append((here, sides, ahead) if dy else (here, ahead, sides))
    for dy, dx in _DIAGONAL:
        column, row = r(2 * dy, dx) + r(0, dx), r(dy, 2 * dx) + r(dy, 0)
        at_own.append((r(2 * dy, 2 * dx) + x, (column + row) >> 1, 2 * r(dy, dx)))
        at_green.append((2 * r(dy, dx), column, row))
    return at_own, at_green


def _vng(x: Any, own: Any) -> Colors:
    """Variable number of gradients: means over the directions of small gradients."""
    r = _around(x, 3)
    gradients = _gradients(r, own)
    use = gradients < gradients.min(0) + np.maximum(gradients.max(0) // 2, 1)
    scale = np.float32(0.5) / use.sum(0).astype(np.float32)

    def lacking(terms: list[Colors]) -> list[Any]:
        here, first, second = (sum(u * t[k] for u, t in zip(use, terms)) for k in range(3))
        return [
            np.clip(x + np.rint((c - here).astype(np.float32) * scale).astype(np.int64), 0, 255)
            for c in (first, second)
        ]

    at_own, at_green = (lacking(terms) for terms in _terms(r, x))
    return (
        np.where(own, x, at_green[0]),
        np.where(own, at_own[0], x),
        np.where(own, at_own[1], at_green[1]),
    )


def _framed(image: Any) -> Any:
    """Replaces the outermost pixels by their inner neighbours."""
    image[:, 0], image[:, -1] = image[:, 1], image[:, -2]
    image[0], image[-1] = image[1], image[-2]
    return image


def demosaic(x: Any, blue_position: Any, algorithm: str) -> Any:
    """An RGB or grey image from a mosaic."""
    h, w = x.shape
    gray, vng = algorithm == "gray_ocv", algorithm == "vng_ocv" and min(h, w) >= 8
    if min(h, w) <= 2:
        return np.zeros((h, w, 1 if gray else 3), x.dtype)
    row, column = np.mgrid[:h, :w] % 2
    blue_y, blue_x = np.broadcast_to(np.ravel(blue_position), 2)
    blue_row, blue_column = row != blue_y, column != blue_x
    own = blue_row == blue_column
    wide = x.astype(np.int64)
    a, green, z = _vng(wide, own) if vng else _means(wide, own, algorithm == "edgeaware_ocv")
    red, blue = np.where(blue_row, z, a), np.where(blue_row, a, z)
    if vng:
        return np.stack([red, green, blue], 2).astype(x.dtype)
    if gray:
        total = (4899 * red + 9617 * green + 1868 * blue + (1 << 15)) >> 16
        return _framed(total[..., None].astype(x.dtype))
    return _framed(((np.stack([red, green, blue], 2) + 2) >> 2).astype(x.dtype))
