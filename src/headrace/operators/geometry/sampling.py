"""Shared by operators that sample at computed positions: axes, filters, the NumPy sampler."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from ...core import errors
from ...core.enums import DALIInterpType
from ...core.meta import Meta
from ...engine.params import Dyn

NN = int(DALIInterpType.INTERP_NN)
LINEAR = int(DALIInterpType.INTERP_LINEAR)
CUBIC = int(DALIInterpType.INTERP_CUBIC)
LANCZOS3 = int(DALIInterpType.INTERP_LANCZOS3)

Border = Literal["constant", "replicate", "reflect", "reflect_101", "wrap"]
Origin = Literal["corner", "center"]  # position of (0, 0) in the first pixel


def filter_name(value: int) -> str:
    """The name that kernels know a public interpolation type by."""
    return DALIInterpType(value).name.removeprefix("INTERP_").lower()


def interp(value: int, allowed: Sequence[int], name: str = "interp_type") -> str:
    """The name of an interpolation; raises unless it is allowed."""
    given, *choices = map(filter_name, (value, *allowed))
    if given not in choices:
        raise errors.ArgumentError(
            f"{name}={given!r} is not available here. Valid: {', '.join(choices)}"
        )
    return given


def spatial(name: str, layout: str) -> tuple[str, dict[str, int]]:
    """The kernel for a layout, and its spatial axes."""
    first = min(layout.index(letter) for letter in "DHW" if letter in layout)
    axes = {"first": first, "spatial": 3 if "D" in layout else 2}
    return (name if axes == {"first": 0, "spatial": 2} else name + "_axes"), axes


def one_matrix(given: Any, argument: Any) -> Any:
    """The matrix: the input if given, else the argument."""
    if given is not None:
        meta = Meta.get(given.dtype, given.ndim + given.frames, None, given.batch, given.device)
        return Dyn(given.index, meta, given.frames)
    if not isinstance(argument, Dyn) and not argument:
        raise errors.ArgumentError("needs a matrix: as the second input, or as matrix=")
    return argument


# ---- the reference -----------------------------------------------------------------------------


def _border(index: Any, size: int, border: str) -> Any:
    """Maps indices outside the axis to elements inside; -1: the fill value."""
    inside = (index >= 0) & (index < size)
    if border == "constant":
        return np.where(inside, index, -1)
    if border == "replicate":
        return np.clip(index, 0, size - 1)
    if border == "wrap":
        return index % size
    period = 2 * size if border == "reflect" else max(2 * size - 2, 1)
    folded = index % period
    return np.where(folded < size, folded, 2 * size - (1 if border == "reflect" else 2) - folded)


def _weights(t: Any, filter: int) -> list[Any]:
    """Weights of the pixels around a position; t is its distance from the pixel at or before it."""
    if filter == LINEAR:
        return [1 - t, t]
    if filter == CUBIC:

        def near(d: Any) -> Any:
            return 1.25 * d**3 - 2.25 * d**2 + 1

        def far(d: Any) -> Any:
            return -0.75 * (d**3 - 5 * d**2 + 8 * d - 4)

        return [far(1 + t), near(t), near(1 - t), far(2 - t)]
    taps = [np.sinc(t + k) * np.sinc((t + k) / 3) for k in (2, 1, 0, -1, -2, -3)]
    return [w / sum(taps) for w in taps]


def reference_sample(
    x: Any, places: Sequence[Any], filter: int, border: str, fill: Any, dtype: Any = None
) -> Any:
    """Samples `x` (spatial axes first, then channels) at positions, one array per axis.

    Pixel i covers [i, i + 1).
    """
    target = x.dtype if dtype is None else dtype.numpy
    value = reference_convert(reference_convert(np.asarray(fill, np.float64), target), x.dtype)
    channels = x.shape[len(places) :]
    if not channels:
        value = value.reshape(())
    pixels = np.concatenate(  # the last pixel is the fill value
        [x.reshape(-1, *channels), np.broadcast_to(value, channels)[None]]
    )
    shape = np.broadcast_shapes(*[p.shape for p in places])

    def fetch(indices: Sequence[Any]) -> Any:
        flat = np.zeros(shape, np.int64)
        outside = np.zeros(shape, bool)
        for index, size in zip(indices, x.shape, strict=False):
            moved = _border(index, size, border)
            outside |= moved < 0
            flat = flat * size + moved
        return pixels[np.where(outside, len(pixels) - 1, flat)]

    def far(p: Any) -> Any:
        return np.clip(np.nan_to_num(p.astype(np.float64), nan=-1e9), -1e9, 1e9)

    if filter == NN:
        return reference_convert(
            fetch([np.floor(far(p)).astype(np.int64) for p in places]), target, x.dtype
        )
    # Positions in float32, as in the kernel: rounding decides the pixel of a position at an edge.
    whole = [np.floor(far(p.astype(np.float32) - np.float32(0.5))).astype(np.int64) for p in places]
    rest = [
        far(p.astype(np.float32) - np.float32(0.5)) - w for p, w in zip(places, whole, strict=True)
    ]
    weights = [_weights(t, filter) for t in rest]
    before = len(weights[0]) // 2 - 1
    total = np.zeros((*shape, *channels))
    for taps in np.ndindex(*[len(w) for w in weights]):
        weight = np.ones(shape)
        for axis, tap in enumerate(taps):
            weight = weight * weights[axis][tap]
        taken = fetch([w - before + tap for w, tap in zip(whole, taps, strict=True)])
        total = total + taken.astype(np.float64) * weight.reshape(shape + (1,) * len(channels))
    if x.dtype.kind == "b" and target.kind == "b":
        return total >= 0.5
    return reference_convert(total, target)


def reference_convert(x: Any, target: Any, source: Any = None) -> Any:
    """Converts as `cast` does: rounds half away from zero, saturates."""
    if source is not None and source == target:
        return x
    if target.kind in "iu":
        limits = np.iinfo(target)
        y = np.asarray(x, np.float64)
        y = np.clip(np.trunc(y + np.copysign(0.5, y)), float(limits.min), float(limits.max))
        return y.astype(target)
    return np.asarray(x).astype(np.float64).astype(target)


def channels_last(x: Any, layout: str) -> tuple[Any, Any]:
    """The array with its axes before H (or D) merged into one; and the function that undoes it."""
    first = min(layout.index(letter) for letter in "DHW" if letter in layout)
    planes = x.reshape(-1, *x.shape[first:])
    return planes, lambda y: y.reshape(*x.shape[:first], *y.shape[1:])
