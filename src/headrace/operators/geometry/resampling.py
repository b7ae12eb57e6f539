"""Arguments that the resizing operators share, and resampling in NumPy."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np

from ...core import errors
from ...engine.params import Dyn, Group, InterpType, PerSample
from .sampling import LINEAR as LINEAR
from .sampling import filter_name

LAYOUTS = (
    "HWC",
    "FHWC",
    "CHW",
    "FCHW",
    "CFHW",
    "DHWC",
    "FDHWC",
    "CDHW",
    "FCDHW",
    "CFDHW",
    "HW",
    "DHW",
)

Mode = Literal["default", "stretch", "not_larger", "not_smaller"]
Edges = Literal["repeat", "cut"]
SizeRounding = Literal["round", "truncate", "ceil"]


def spatial_axes(layout: str) -> list[int]:
    """The indices of depth, height and width."""
    return [layout.index(letter) for letter in "DHW" if letter in layout]


def _is_given(value: Any) -> bool:
    return value is not None and (isinstance(value, Dyn) or value != 0)


class Filters(Group):
    """Arguments of operators that resample: the interpolation."""

    antialias: bool = True
    interp_type: PerSample[InterpType] = LINEAR
    mag_filter: PerSample[InterpType] = None
    min_filter: PerSample[InterpType] = None
    minibatch_size: int = 32
    temp_buffer_hint: int = 0

    def filters(self) -> dict[str, Any]:
        """The kernel parameters of the interpolation."""
        given = {"min_filter": self.min_filter, "mag_filter": self.mag_filter}
        chosen = {k: self.interp_type if v is None else v for k, v in given.items()}
        named = {k: v if isinstance(v, Dyn) else filter_name(v) for k, v in chosen.items()}
        return {**named, "antialias": self.antialias}


class Scaling(Filters):
    """Arguments of operators that resize, apart from the sizes."""

    max_size: list[float] = None
    mode: Mode = "default"
    roi_end: PerSample[list[float]] = None
    roi_relative: bool = False
    roi_start: PerSample[list[float]] = None
    subpixel_scale: bool = True

    def parameters(
        self,
        dims: Sequence[int],
        sizes: dict[str, Any],
        size_rounding: str = "round",
        edges: str = "repeat",
    ) -> dict[str, Any]:
        """The kernel parameters; `dims` are the axes to resize, `sizes` as in `Sizes`."""
        parameters = _one_way(sizes, self.mode)
        if (self.roi_start is None) != (self.roi_end is None):
            missing = "roi_end" if self.roi_end is None else "roi_start"
            raise errors.ArgumentError(f"{missing} is missing: roi_start and roi_end go together")
        return {
            **parameters,
            "dims": dims,
            "max_size": self.max_size,
            "roi_start": self.roi_start,
            "roi_end": self.roi_end,
            "roi_relative": self.roi_relative,
            "subpixel": self.subpixel_scale,
            **self.filters(),
            "size_rounding": size_rounding,
            "cut": edges == "cut",
        }


class Sizes(Group):
    """Arguments of operators that resize images: alternative ways to give the size."""

    resize_longer: PerSample[float] = 0.0
    resize_shorter: PerSample[float] = 0.0
    resize_x: PerSample[float] = 0.0
    resize_y: PerSample[float] = 0.0
    resize_z: PerSample[float] = 0.0
    size: PerSample[list[float]] = None


_ALONE = ("size", "resize_shorter", "resize_longer")
_TOGETHER = ("resize_x", "resize_y", "resize_z")


def _one_way(sizes: dict[str, Any], mode: str) -> dict[str, Any]:
    """The kernel parameters of the size; raises unless it is given in exactly one way."""
    given = {k: sizes[k] for k in (*_ALONE, *_TOGETHER) if _is_given(sizes.get(k))}
    ways = [k for k in given if k in _ALONE] + [k for k in given if k in _TOGETHER][:1]
    if not ways:
        raise errors.ArgumentError(
            "no size is given: pass size=, resize_x= or resize_y=, resize_shorter= or "
            "resize_longer="
        )
    if len(ways) > 1:
        raise errors.ArgumentError(f"give {ways[0]}= or {ways[1]}=, not both")
    if ways[0] in ("resize_shorter", "resize_longer"):
        if mode != "default":
            raise errors.ArgumentError(f"give {ways[0]}= or mode=, not both")
        mode = "not_smaller" if ways[0] == "resize_shorter" else "not_larger"
    return {**given, "mode": None if mode == "default" else mode}


# ---- references in NumPy ------------------------------------------------------------------------


def reference_geometry(
    shape: Sequence[int],
    sizes: Sequence[float],
    *,
    mode: str = "default",
    max_size: Any = None,
    roi: tuple[Sequence[float], Sequence[float]] | None = None,
    subpixel: bool = True,
    alignment: Sequence[float] | float = 0.5,
    rounding: str = "round",
) -> list[tuple[int, float, float]]:
    """For each axis: output size, start and end of the source interval. Sizes of 0: not given."""
    n = len(shape)
    low, high = roi or ([0.0] * n, [float(s) for s in shape])
    extent = [abs(b - a) for a, b in zip(low, high)]
    sizes = [float(np.float32(s)) for s in np.broadcast_to(sizes, [n])]
    limits = np.broadcast_to(0 if max_size is None else max_size, [n])
    limits = [m if m > 0 and any(sizes) else math.inf for m in limits]
    scales = [abs(s) / e for s, e in zip(sizes, extent) if s]
    together = mode in ("not_larger", "not_smaller")
    if not scales:
        wanted = extent
    elif together:
        scale = min(scales) if mode == "not_larger" else max(scales)
        scale = min([scale, *(m / e for m, e in zip(limits, extent))])
        wanted = [e * scale for e in extent]
    else:
        mean = 1.0 if mode == "stretch" else math.prod(scales) ** (1 / len(scales))
        wanted = [min(abs(s) or e * mean, m) for s, e, m in zip(sizes, extent, limits)]
    result = []
    for k in range(n):
        mirror = (sizes[k] < 0) != (
            high[k] < low[k] and (sizes[k] != 0 or (together and any(sizes)))
        )
        lo, hi = sorted((low[k], high[k]), reverse=bool(mirror))
        exact = round(wanted[k], 5)  # the kernel computes in float32: ignore its rounding error
        whole = {"round": math.floor(exact + 0.5), "ceil": math.ceil(exact)}
        out = max(1, whole.get(rounding, math.floor(exact)))
        if subpixel and out != exact:
            at = float(np.broadcast_to(alignment, [n])[k])
            length = (hi - lo) * out / max(exact, 0.1)
            fixed = lo + (hi - lo) * at
            lo, hi = fixed - length * at, fixed + length * (1 - at)
        result.append((out, lo, hi))
    return result


def _cubic(x: np.ndarray) -> np.ndarray:
    near: np.ndarray = (1.5 * x - 2.5) * x * x + 1
    far: np.ndarray = ((-0.5 * x + 2.5) * x - 4) * x + 2
    return np.where(x < 1, near, far)


# InterpType → radius and shape of the filter
_FILTERS: dict[int, tuple[int, Callable[[np.ndarray], np.ndarray]]] = {
    1: (1, lambda x: 1 - x),
    2: (2, _cubic),
    3: (3, lambda x: np.sinc(x) * np.sinc(x / 3)),
    4: (1, lambda x: 1 - x),
    5: (1, lambda x: np.exp(-4 * x * x)),
}


def _weights(
    n: int, out: int, lo: float, hi: float, kind: int, antialias: bool, cut: bool
) -> np.ndarray:
    """The matrix that resamples n elements to `out`."""
    scale = (hi - lo) / out
    centre = lo + (np.arange(out) + 0.5) * scale - 0.5
    weights = np.zeros((out, n))
    if kind == 0:
        pixels = np.clip(np.floor(centre + 0.5).astype(int), 0, n - 1)
        weights[np.arange(out), pixels] = 1
        return weights
    radius, shape = _FILTERS[kind]
    wide = max(1.0, abs(scale)) if antialias else 1.0
    grid = np.arange(0, 32 * radius + 1) / 32  # the kernel uses tables, too
    table = shape(grid)
    for i, c in enumerate(centre):
        pixels = np.arange(math.ceil(c - radius * wide), math.ceil(c + radius * wide))
        values = np.interp(np.abs(pixels - c) / wide, grid, table)
        inside = (pixels >= 0) & (pixels < n)
        if cut and values[inside].sum():
            values = values * inside
        np.add.at(weights[i], np.clip(pixels, 0, n - 1), values / values.sum())
    return weights


def reference_scaling(
    x: np.ndarray, dims: Sequence[int], sizes: Any, arguments: dict[str, Any]
) -> np.ndarray:
    """An array with its axes `dims` resized; `arguments` are those of `Scaling`, and others."""
    shape = [x.shape[d] for d in dims]
    roi = None
    if arguments["roi_start"] is not None:
        unit = np.asarray(shape if arguments["roi_relative"] else 1)
        roi = (arguments["roi_start"] * unit, arguments["roi_end"] * unit)
    geometry = reference_geometry(
        shape,
        sizes,
        mode=arguments["mode"],
        max_size=arguments["max_size"],
        roi=roi,
        subpixel=arguments["subpixel_scale"],
        alignment=arguments.get("alignment", 0.5),
        rounding=arguments.get("size_rounding", "round"),
    )
    kind, low, high = (arguments[k] for k in ("interp_type", "min_filter", "mag_filter"))
    return reference_resample(
        x,
        dims,
        geometry,
        filters=(int(kind if low is None else low), int(kind if high is None else high)),
        antialias=arguments["antialias"],
        dtype=arguments["dtype"],
        edges=arguments.get("edges", "repeat"),
    )


def reference_resample(
    x: np.ndarray,
    dims: Sequence[int],
    geometry: Sequence[tuple[int, float, float]],
    *,
    filters: tuple[int, int],
    antialias: bool,
    dtype: Any,
    edges: str = "repeat",
) -> np.ndarray:
    """Resamples along `dims`; `filters`: for axes that shrink, and for axes that grow."""
    y = x.astype(np.float64)
    for axis, (out, lo, hi) in zip(dims, geometry):
        kind = filters[0] if out < abs(hi - lo) else filters[1]
        if not x.shape[axis]:
            return np.zeros([0 if d == axis else s for d, s in enumerate(x.shape)], x.dtype)
        matrix = _weights(x.shape[axis], out, lo, hi, kind, antialias, edges == "cut")
        y = np.moveaxis(np.tensordot(matrix, y, (1, axis)), 0, axis)
    return reference_round(y, x.dtype if dtype is None else dtype.numpy)


def reference_round(y: np.ndarray, target: np.dtype[Any]) -> np.ndarray:
    """Converts to an element type: rounds half to even, saturates."""
    if target.kind in "iub":
        limits = np.iinfo(np.uint8 if target.kind == "b" else target)
        y = np.clip(np.rint(y), limits.min, limits.max)
    return y.astype(target)
