"""Shared by operators that crop: arguments of windows, and values outside the sample."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from ...core import errors
from ...engine.params import Dyn, Group, PerSample

LAYOUTS = (
    "HWC",
    "CHW",
    "DHWC",
    "CDHW",
    "FHWC",
    "FCHW",
    "CFHW",
    "FDHWC",
    "FCDHW",
    "CFDHW",
    "HW",
    "DHW",
    "DCHW",
    "FDCHW",
)

NormalizeBounds = Literal["error", "constant", "pad", "trim_to_shape"]
Bounds = Literal[
    "error", "constant", "pad", "trim_to_shape", "edge", "clamp", "reflect", "reflect_1001",
    "reflect_101", "wrap",
]  # fmt: skip
Rounding = Literal["round", "truncate"]  # how positions become whole pixels
_SAME_BOUNDS = {"pad": "constant", "clamp": "edge", "reflect": "reflect_1001"}


def bounds(policy: str) -> str:
    """The name of an out-of-bounds policy in the kernels."""
    return _SAME_BOUNDS.get(policy, policy)


class Window(Group):
    """Arguments of operators that crop: the size of the window and its relative position."""

    crop: PerSample[list[float]] = None
    crop_d: PerSample[float] = 0.0
    crop_h: PerSample[float] = 0.0
    crop_pos_x: PerSample[float] = 0.5
    crop_pos_y: PerSample[float] = 0.5
    crop_pos_z: PerSample[float] = 0.5
    crop_w: PerSample[float] = 0.0
    rounding: Rounding = "round"

    def parameters(self, layout: str) -> dict[str, Any]:
        """The kernel parameters (CropWindowArgs)."""
        if self.crop is not None:
            sizes = {"crop_d": self.crop_d, "crop_h": self.crop_h, "crop_w": self.crop_w}
            also = [name for name, size in sizes.items() if isinstance(size, Dyn) or size != 0]
            if also:
                raise errors.ArgumentError(f"give crop= or {also[0]}=, not both")
            if not isinstance(self.crop, Dyn) and len(self.crop) not in (2, 3):
                raise errors.ArgumentError(f"crop takes 2 or 3 sizes, got {len(self.crop)}")
        for name, at in (("x", self.crop_pos_x), ("y", self.crop_pos_y)):
            if not isinstance(at, Dyn) and not 0 <= at <= 1:
                raise errors.ArgumentError(f"crop_pos_{name} must lie in [0, 1], got {at}")
        depth = layout.find("D") if "D" in layout else layout.find("F")
        return {**vars(self), "axes": [depth, *(layout.find(letter) for letter in "HWC")]}


class RandomWindow(Group):
    """Arguments of operators that crop at random."""

    num_attempts: int = 10
    random_area: list[float] = (0.08, 1.0)
    random_aspect_ratio: list[float] = (0.75, 1.333333)

    def parameters(self) -> dict[str, Any]:
        """The kernel parameters (RandomWindowArgs)."""
        area, ratio = self.random_area, self.random_aspect_ratio
        for name, pair in (("random_area", area), ("random_aspect_ratio", ratio)):
            if len(pair) != 2 or not 0 < pair[0] <= pair[1]:
                raise errors.ArgumentError(
                    f"{name} is a range [low, high] with 0 < low <= high, got {list(pair)}"
                )
        return {"area": area, "ratio": ratio, "num_attempts": self.num_attempts}


# ---- references in NumPy ------------------------------------------------------------------------


def half_away(v: float) -> int:
    """Rounds to the nearest integer, halves away from zero.

    >>> half_away(2.5), half_away(-2.5), half_away(2.4)
    (3, -3, 2)
    """
    return int(np.copysign(np.floor(abs(v) + 0.5), v))


def reference_crop_windows(
    shape: tuple[int, ...],
    layout: str,
    *,
    crop: Any,
    crop_d: float,
    crop_h: float,
    crop_w: float,
    crop_pos_x: float,
    crop_pos_y: float,
    crop_pos_z: float,
    rounding: str,
) -> list[tuple[int, int]]:
    """(start, end) of a crop on every axis."""
    sizes = [crop_d, crop_h, crop_w] if crop is None else [0] * (3 - len(crop)) + list(crop)
    letters = ("D" if "D" in layout else "F") + "HW"
    windows = [(0, n) for n in shape]
    for letter, size, at in zip(letters, sizes, (crop_pos_z, crop_pos_y, crop_pos_x)):
        if letter in layout:
            axis = layout.index(letter)
            n = int(size) if int(size) > 0 else shape[axis]
            offset = float(np.float32(at)) * (shape[axis] - n)
            start = int(np.trunc(offset)) if rounding == "truncate" else half_away(offset)
            windows[axis] = (start, start + n)
    return windows


def reference_window(
    x: np.ndarray, windows: list[tuple[int, int]], policy: str, fill: Any, channel_axis: int | None
) -> np.ndarray:
    """Cuts the window out; elements outside of the sample follow the policy."""
    if policy == "trim_to_shape":
        windows = [
            (min(max(lo, 0), n), min(max(hi, 0), n)) for (lo, hi), n in zip(windows, x.shape)
        ]
    if policy == "error":
        assert all(lo >= 0 and hi <= n for (lo, hi), n in zip(windows, x.shape))
    blank = np.zeros([hi - lo for lo, hi in windows], bool)
    for axis, ((lo, hi), n) in enumerate(zip(windows, x.shape)):
        index = np.arange(lo, hi)
        outside = (index < 0) | (index >= n)
        if policy in ("edge", "clamp"):
            index = np.clip(index, 0, n - 1)
        elif policy == "wrap":
            index %= n
        elif policy.startswith("reflect"):
            period = 2 * n if policy != "reflect_101" else max(2 * n - 2, 1)
            index %= period
            index = np.where(index < n, index, period - (policy != "reflect_101") - index)
        else:
            index = np.where(outside, 0, index)
            blank |= outside.reshape([-1 if d == axis else 1 for d in range(x.ndim)])
        x = (
            x.take(index, axis)
            if n
            else np.zeros([len(index) if d == axis else s for d, s in enumerate(x.shape)], x.dtype)
        )
    if not blank.any():
        return x
    fill = np.asarray(fill, np.float32)
    if fill.size > 1:
        fill = fill.reshape([-1 if d == channel_axis else 1 for d in range(x.ndim)])
    if x.dtype.kind in "iu":
        fill = np.trunc(fill).astype(np.int64)
    return np.where(blank, np.broadcast_to(fill, x.shape).astype(x.dtype), x)


def reference_convert(x: np.ndarray, dtype: Any) -> np.ndarray:
    """Converts as `crop` does: truncates fractions, saturates."""
    target = x.dtype if dtype is None else dtype.numpy
    if target == x.dtype:
        return x
    if target.kind in "iu":
        limits = np.iinfo(target)
        wide = np.trunc(x.astype(np.float64)) if x.dtype.kind == "f" else x
        clipped: np.ndarray = np.clip(np.nan_to_num(wide), limits.min, limits.max)
        return clipped.astype(target)
    if target == np.float16:
        return np.clip(x.astype(np.float32), -65504, 65504).astype(target)
    return x.astype(target)
