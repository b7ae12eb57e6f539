"""What operators share that fetch pixels at computed places: axes, filters, the NumPy sampler."""

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
Origin = Literal["corner", "center"]  # where (0, 0) is in the first pixel


def filter_name(value: int) -> str:
    """The name that kernels know a public interpolation type by."""
    return DALIInterpType(value).name.removeprefix("INTERP_").lower()


def interp(value: int, allowed: Sequence[int], name: str = "interp_type") -> str:
    """The name of a filter, if it is one of those allowed."""
    given, *choices = map(filter_name, (value, *allowed))
    if given not in choices:
        raise errors.ArgumentError(
            f"{name}={given!r} is not available here. Valid: {', '.join(choices)}"
        )
    return given


def spatial(name: str, layout: str) -> tuple[str, dict[str, int]]:
    """The kernel for a layout, and which axes pixels are moved along."""
    first = min(layout.index(letter) for letter in "DHW" if letter in layout)
    axes = {"first": first, "spatial": 3 if "D" in layout else 2}
    return (name if axes == {"first": 0, "spatial": 2} else name + "_axes"), axes


def one_matrix(given: Any, argument: Any) -> Any:
    """The matrix, from the input or the argument; the input wins."""
    if given is not None:
        meta = Meta.get(given.dtype, given.ndim + given.frames, None, given.batch, given.device)
        return Dyn(given.index, meta, given.frames)
    if not isinstance(argument, Dyn) and not argument:
        raise errors.ArgumentError("needs a matrix: as the second input, or as matrix=")
    return argument


# ---- the reference -----------------------------------------------------------------------------


def _border(index: Any, size: int, border: str) -> Any:
    """Indices moved inside; -1 where nothing stands for them."""
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
    """Weights of the pixels around places, t right of the one at or before them."""
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
    """Pixels of `x` (spatial axes first, then channels) at places, one array for each axis.

    Pixel i covers [i, i + 1).
    """
    target = x.dtype if dtype is None else dtype.numpy
    value = reference_convert(reference_convert(np.asarray(fill, np.float64), target), x.dtype)
    channels = x.shape[len(places) :]
    if not channels:
        value = value.reshape(())
    pixels = np.concatenate(  # the last one is the fill value
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
    # Fractions as floats have them: at the edge of a place they decide how it is rounded.
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
    """As cast does it: halves away from zero, saturated."""
    if source is not None and source == target:
        return x
    if target.kind in "iu":
        limits = np.iinfo(target)
        y = np.asarray(x, np.float64)
        y = np.clip(np.trunc(y + np.copysign(0.5, y)), float(limits.min), float(limits.max))
        return y.astype(target)
    return np.asarray(x).astype(np.float64).astype(target)


def channels_last(x: Any, layout: str) -> tuple[Any, Any]:
    """The array as planes with spatial axes and channels behind; and what puts a result back."""
    first = min(layout.index(letter) for letter in "DHW" if letter in layout)
    planes = x.reshape(-1, *x.shape[first:])
    return planes, lambda y: y.reshape(*x.shape[:first], *y.shape[1:])
