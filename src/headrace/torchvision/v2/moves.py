"""Moves: what geometry does to pixels, boxes and points, as one matrix and one operator.

A move maps places of the input to places of the output. Pixel i covers [i, i + 1), as the engine
and boxes have it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ... import dynamic as ndd
from ...core import errors
from ...core.batch import Batch
from .items import Items
from .options import WARPING, fill_of, interpolation
from .pictures import Picture, argument

Array = np.ndarray[Any, np.dtype[Any]]

_FILTERS = {
    "nearest": "nn",
    "nearest-exact": "nn",
    "bilinear": "linear",
    "bicubic": "cubic",
    "lanczos": "lanczos3",
}
_BOUNDS = {"constant": "pad", "edge": "edge", "reflect": "reflect_101", "symmetric": "reflect_1001"}


class Move(NamedTuple):
    """Where things go: a size and a matrix for each sample, and the operator that moves pixels."""

    sizes: Array  # (n, 2): height and width of the result
    matrix: Callable[[], Array]  # (n, 3, 3): made where there are boxes or points
    pixels: Callable[[Picture, Batch], Any]
    mirrors: Array | None = None  # (n, 2): whether x and y run backwards
    cuts: bool = False  # whether parts of the input may lie outside of the result


def carry_out(items: Items, move: Move) -> None:
    """Move all pictures and outlines of a call."""
    for picture in items.pictures.values():
        picture.put(move.pixels(picture, picture.pixels()), move.sizes)
    if items.outlines:
        matrix = move.matrix()
        for at, outline in items.outlines.items():
            items.outlines[at] = outline.move(matrix, move.sizes, move.mirrors, move.cuts)


def rows(value: Any, n: int, width: int | None = None) -> Array:
    """One row for each of n samples, from one for all or from one for each."""
    array = np.asarray(value)
    wanted = 1 if width is None else 2
    if array.ndim == wanted:
        return array
    return array[None] if n == 1 else np.broadcast_to(array, (n, *array.shape))


def matrices(n: int, **entries: Any) -> Array:
    """n matrices that change nothing, but for entries such as xx (scale), x0 (offset)."""
    made = np.tile(np.eye(3), (n, 1, 1))
    for name, values in entries.items():
        made[:, "xy".index(name[0]), "xy0".index(name[1])] = values
    return made


# ---- windows ----------------------------------------------------------------------------------


def window(items: Items, start: Any, shape: Any, mode: str = "constant", fill: Any = 0) -> None:
    """Cut windows (top, left), (height, width); they may reach out of the image."""
    start, shape = rows(start, items.n, 2), rows(shape, items.n, 2)
    sizes = items.sizes
    if (start == 0).all() and (shape == sizes).all():
        return
    policy = _BOUNDS[errors.choice("padding_mode", mode, list(_BOUNDS))]
    inside = bool((start >= 0).all() and (start + shape <= sizes).all())

    def pixels(picture: Picture, x: Batch) -> Any:
        bounds: dict[str, Any] = {}
        if not inside:
            bounds["out_of_bounds_policy"] = policy
            if policy == "pad":
                bounds["fill_values"] = _fills(picture, fill)
        axes = list(picture.axes)
        return ndd.slice(x, start=argument(start), shape=argument(shape), axes=axes, **bounds)

    def matrix() -> Array:
        return matrices(items.n, x0=-start[:, 1], y0=-start[:, 0])

    carry_out(items, Move(shape, matrix, pixels, cuts=True))


def _fills(picture: Picture, fill: Any) -> tuple[float, ...]:
    kinds = (picture.name,) if picture.name != "Image" else ("Image", "Tensor")
    values = fill_of(fill, kinds)
    if picture.mask and len(values) > 1:
        raise errors.ArgumentError(f"a mask has no channels to fill with {list(values)}")
    if len(values) not in (1, picture.channels):
        raise errors.ArgumentError(
            f"{len(values)} fill values for {picture.channels} channels: give one for each, or one"
        )
    return values


def padding_sides(padding: Any) -> tuple[int, int, int, int]:
    """left, top, right, bottom from one number, two (sides, top and bottom), or four."""
    given = [padding] if isinstance(padding, int) else [int(p) for p in padding]
    if len(given) not in (1, 2, 4):
        raise errors.ArgumentError(f"padding takes 1, 2 or 4 numbers, got {len(given)}")
    left, top, right, bottom = given * (4 // len(given))
    return left, top, right, bottom


def pad(items: Items, sides: Any, mode: str = "constant", fill: Any = 0) -> None:
    """Add left, top, right, bottom pixels; negative numbers take them away."""
    sides = rows(sides, items.n, 2)
    start = -sides[:, [1, 0]]
    window(items, start, items.sizes + sides[:, [1, 0]] + sides[:, [3, 2]], mode, fill)


def center_start(sizes: Array, shape: Any) -> Array:
    """Where windows of a shape begin that lie in the middle; negative where they are larger."""
    gap = sizes - np.asarray(shape)
    inside = np.rint(gap / 2.0)  # halves to even, as Python's round()
    return np.asarray(np.where(gap >= 0, inside, -((-gap) // 2)).astype(np.int64))


# ---- sizes ------------------------------------------------------------------------------------


def output_sizes(sizes: Array, size: Any, max_size: int | None = None) -> Array:
    """Sizes of resized images: a pair, or the length of the shorter side, the longer limited."""
    given = [size] if isinstance(size, int) else None if size is None else [int(s) for s in size]
    if given is not None and len(given) == 2:
        if max_size is not None:
            raise errors.ArgumentError("max_size is for a size of one number: the shorter side")
        return np.broadcast_to(np.array(given), sizes.shape)
    made = []
    for height, width in sizes.tolist():
        short, long = sorted((height, width))
        if given is None:
            if max_size is None:
                raise errors.ArgumentError(
                    "size=None needs max_size: the length of the longer side"
                )
            new_short, new_long = int(max_size * short / long), max_size
        else:
            new_short, new_long = given[0], int(given[0] * long / short)
            if max_size is not None and new_long > max_size:
                new_short, new_long = int(max_size * new_short / new_long), max_size
        made.append((new_short, new_long) if height <= width else (new_long, new_short))
    return np.array(made)


def resize(items: Items, size: Any, mode: Any = "bilinear", antialias: bool | None = True) -> None:
    """Resize to (height, width)."""
    name = interpolation(mode)
    sizes, size = items.sizes, np.maximum(rows(size, items.n, 2), 1)
    if (size == sizes).all():
        return
    scale = sizes / size

    def pixels(picture: Picture, x: Batch) -> Any:
        kind = "nearest" if picture.mask else name
        to = argument(size.astype(np.float64))
        smooth = antialias is not False or picture.kind == "pillow"
        if kind == "nearest" and picture.kind != "pillow":
            # Pixel floor(i · scale): half a step before that of nearest-exact.
            shift = scale * (0.5 - 1e-4)
            return ndd.resize(
                x, size=to, interp_type="nn", roi_start=argument(-shift),
                roi_end=argument(sizes - shift),
            )  # fmt: skip
        if kind == "bicubic" and not smooth:  # another cubic than the one for antialiasing
            return _warped(x, matrices(items.n, xx=scale[:, 1], yy=scale[:, 0]), size, kind, None)
        return ndd.resize(x, size=to, interp_type=_FILTERS[kind], antialias=smooth, edges="cut")

    def matrix() -> Array:
        return matrices(items.n, xx=1 / scale[:, 1], yy=1 / scale[:, 0])

    carry_out(items, Move(size, matrix, pixels))


def flip(items: Items, horizontal: Any = False, vertical: Any = False) -> None:
    """Mirror left and right, top and bottom."""
    x_on, y_on = rows(horizontal, items.n).astype(bool), rows(vertical, items.n).astype(bool)
    if not (x_on.any() or y_on.any()):
        return
    sizes = items.sizes

    def pixels(picture: Picture, x: Batch) -> Any:
        return ndd.flip(x, horizontal=argument(x_on), vertical=argument(y_on))

    def matrix() -> Array:
        signs = {"xx": np.where(x_on, -1, 1), "yy": np.where(y_on, -1, 1)}
        return matrices(items.n, **signs, x0=x_on * sizes[:, 1], y0=y_on * sizes[:, 0])

    carry_out(items, Move(sizes, matrix, pixels, np.stack([x_on, y_on], 1).astype(float)))


# ---- matrices ---------------------------------------------------------------------------------


def _warped(x: Batch, inverse: Array, size: Array, kind: str, fill: Any) -> Any:
    """Pixels fetched from where matrices say. fill: None repeats the edge."""
    to = argument(size.astype(np.float64))
    affine = (inverse[:, 2] == (0, 0, 1)).all() and kind != "bicubic"
    if affine and (fill is None or len(set(fill)) == 1):
        return ndd.warp_affine(
            x, matrix=argument(inverse[:, :2].reshape(-1, 6)), size=to, interp_type=_FILTERS[kind],
            fill_value=None if fill is None else fill[0],
        )  # fmt: skip
    more: dict[str, Any] = {"border_mode": "replicate"} if fill is None else {"fill_value": fill}
    return ndd.experimental.warp_perspective(
        x, matrix=argument(inverse.reshape(-1, 9)), size=to, interp_type=_FILTERS[kind], **more
    )


def warp(
    items: Items, matrix: Array, size: Any = None, mode: Any = "nearest", fill: Any = 0
) -> None:
    """Move everything by matrices (n, 3, 3); the results have the size of the input, or `size`."""
    name = interpolation(mode, WARPING)
    matrix = np.asarray(matrix, np.float64)
    matrix = np.broadcast_to(matrix, (items.n, 3, 3))
    sizes = items.sizes if size is None else rows(size, items.n, 2)
    inverse = np.linalg.inv(matrix)
    inverse = inverse / inverse[:, 2:, 2:]

    def pixels(picture: Picture, x: Batch) -> Any:
        kind = "nearest" if picture.mask else name
        values = _fills(picture, fill)
        if len(set(values)) > 1:  # a value per channel: of interleaved ones
            x = picture.pixels("HWC")
        return _warped(x, inverse, sizes, kind, values)

    carry_out(items, Move(sizes, lambda: matrix, pixels, cuts=True))


def affine_matrix(
    sizes: Array,
    angle: Any = 0.0,
    translate: Any = (0.0, 0.0),
    scale: Any = 1.0,
    shear: Any = (0.0, 0.0),
    center: Any = None,
) -> Array:
    """Matrices (n, 3, 3): shear along x, then y, turn clockwise, scale, then move; in degrees.

    All happens about `center`, by default the middle of the image.
    """
    n = len(sizes)
    turn = np.radians(rows(angle, n).astype(np.float64))
    slant = np.radians(rows(shear, n, 2).astype(np.float64))
    moved = rows(translate, n, 2).astype(np.float64)
    middle = sizes[:, ::-1] / 2 if center is None else rows(center, n, 2).astype(np.float64)
    cos, sin = np.round(np.cos(turn), 15), np.round(np.sin(turn), 15)  # quarter turns are exact
    turned = matrices(n, xx=cos, xy=-sin, yx=sin, yy=cos)
    sheared = matrices(n, yx=-np.tan(slant[:, 1])) @ matrices(n, xy=-np.tan(slant[:, 0]))
    linear = turned @ sheared
    linear[:, :2, :2] *= rows(scale, n).astype(np.float64)[:, None, None]
    there = matrices(n, x0=middle[:, 0] + moved[:, 0], y0=middle[:, 1] + moved[:, 1])
    return np.asarray(there @ linear @ matrices(n, x0=-middle[:, 0], y0=-middle[:, 1]))


def rotation(sizes: Array, angle: Any, expand: bool, center: Any) -> tuple[Array, Array]:
    """Matrices that turn counter-clockwise, and the sizes of the results.

    expand: large enough for the whole image, which is turned about its middle.
    """
    matrix = affine_matrix(sizes, -np.asarray(angle, np.float64), center=None if expand else center)
    if not expand:
        return matrix, sizes
    made, moved = [], []
    for m, (height, width) in zip(matrix, sizes.tolist()):
        corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]]) @ m.T
        low = np.trunc(corners.min(0)[:2] * 1e4) / 1e4
        high = np.trunc(corners.max(0)[:2] * 1e4) / 1e4
        extent = np.ceil(high) - np.floor(low)
        if (np.abs(m[:2, :2]).max(0) == 1).all():  # quarter turns
            extent = high - low
        new_width, new_height = extent.astype(int)
        made.append((new_height, new_width))
        moved.append(((new_width - width) / 2, (new_height - height) / 2))
    at = np.array(moved)
    return matrices(len(sizes), x0=at[:, 0], y0=at[:, 1]) @ matrix, np.array(made)


def perspective_matrix(startpoints: Any, endpoints: Any) -> Array:
    """The matrix (1, 3, 3) that maps four points to four others."""
    system, right = [], []
    for (x, y), (u, v) in zip(startpoints, endpoints):
        system += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    found = np.linalg.lstsq(np.array(system, np.float64), np.array(right, np.float64), rcond=None)
    return np.append(found[0], 1.0).reshape(1, 3, 3)
