"""slice: cuts a window out of each sample, given by its start and end on some axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import errors
from ...core import layout as _layout
from ...core.dtype import DType
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Dyn, Group, Input, Layout, PerSample
from .window import Bounds, bounds, half_away, reference_convert, reference_window

# Layouts assumed for values without one.
_ASSUMED = {2: "HW", 3: "HWC", 4: "DHWC"}


def _axes(ndim: int, layout: str | None, axes: Any, axis_names: str | None) -> Any:
    """Non-negative axes; None: all; Dyn: given per sample."""
    if axes is not None and axis_names is not None:
        raise errors.ArgumentError("give axes= or axis_names=, not both")
    if isinstance(axes, Dyn):
        return axes
    if axes is None:
        known = layout or _ASSUMED.get(ndim)
        try:
            axes = _layout.axes(known, "WH" if axis_names is None else axis_names)
        except errors.LayoutError as e:
            if axis_names is None:
                raise errors.LayoutError(f"{e}; say with axes= which axes to cut") from None
            raise
    positions = [_layout.normalize_axis(axis, ndim) for axis in axes]
    if len(set(positions)) != len(positions):
        raise errors.ArgumentError(f"axes={list(axes)} names an axis twice")
    return positions or None


def _check_ends(
    inputs: tuple[Any, ...], starts: dict[str, Any], ends: dict[str, Any], axes: Any, ndim: int
) -> None:
    """Raises unless the window is given in one way, with lists of the right length or empty."""
    named = [name for name, value in {**starts, **ends}.items() if value is not None]
    if inputs[0] is not None or inputs[1] is not None:
        if inputs[1] is None:
            raise errors.ArgumentError("an anchor needs a shape: slice(data, anchor, shape)")
        if named:
            raise errors.ArgumentError(
                f"give an anchor and a shape as inputs, or {named[0]}=, not both"
            )
        return
    if not named:
        raise errors.ArgumentError(
            "say where to cut: start= and end= or shape= (or rel_start=, "
            "rel_end=, rel_shape=), or an anchor and a shape as inputs"
        )
    for group in (starts, ends):
        given = [name for name, value in group.items() if value is not None]
        if len(given) > 1:
            raise errors.ArgumentError(f"give {given[0]}= or {given[1]}=, not both")
    if isinstance(axes, Dyn):
        return
    count = ndim if axes is None else len(axes)
    for name, value in {**starts, **ends}.items():
        if isinstance(value, tuple) and len(value) not in (0, 1, count):
            raise errors.ArgumentError(f"{name} has {len(value)} elements for {count} axes")


class SliceWindow(Group):
    """Arguments of operators that slice: start and end of the window on some axes."""

    axes: PerSample[list[int]] = None
    axis_names: Layout = None
    end: PerSample[list[int]] = None
    normalized_anchor: bool = True
    normalized_shape: bool = True
    rel_end: PerSample[list[float]] = None
    rel_shape: PerSample[list[float]] = None
    rel_start: PerSample[list[float]] = None
    shape: PerSample[list[int]] = None
    start: PerSample[list[int]] = None

    def parameters(self, ndim: int, layout: str | None, *inputs: Any) -> dict[str, Any]:
        """The kernel parameters (SliceWindowArgs); `inputs` are an anchor and a shape, or None."""
        axes = _axes(ndim, layout, self.axes, self.axis_names)
        starts = {name: getattr(self, name) for name in ("start", "rel_start")}
        ends = {name: getattr(self, name) for name in ("end", "rel_end", "shape", "rel_shape")}
        _check_ends(inputs, starts, ends, axes, ndim)
        relative = {}
        if inputs[0] is not None:  # then both are given: see _check_ends
            kinds = (DType.Kind.signed, DType.Kind.unsigned, DType.Kind.float)
            for what, value in zip(("anchor", "shape"), inputs):
                if value.dtype.kind not in kinds:
                    raise errors.ArgumentTypeError(f"the {what} needs numbers, got {value.dtype}")
            normalized = (self.normalized_anchor, self.normalized_shape)
            given = zip(("anchor_relative", "size_relative"), inputs, normalized)
            relative = {k: on and v.dtype.kind is DType.Kind.float for k, v, on in given}
        return {
            "axes": axes,
            **{name: None if value == () else value for name, value in {**starts, **ends}.items()},
            "anchor": inputs[0],
            "shape_input": inputs[1],
            **relative,
        }


@operator(
    deprecated={"image_type": None, "output_dtype": "dtype"},
    samples=[
        cases.Case([cases.images()], {"start": [1, 0], "shape": [4, 1]}),
        cases.Case(
            [cases.images()],
            {
                "rel_start": cases.PerSample([[0.1, 0.2], [0.5, 0.25], [0.0, 0.0]], "float32"),
                "rel_end": [0.9, 0.95],
                "axis_names": "HW",
            },
        ),
        cases.Case(
            [cases.images("float32")],
            {
                "start": [-2, -3, 0],
                "end": [4, 20, 3],
                "axes": [0, 1, 2],
                "out_of_bounds_policy": "pad",
                "fill_values": [1.5, 2.5, -3.5],
                "dtype": "int16",
            },
        ),
        cases.Case(
            [cases.images("int32")],
            {
                "start": [-9],
                "shape": [30],
                "axes": cases.PerSample([[0], [1], [-2]]),
                "out_of_bounds_policy": "wrap",
            },
        ),
        cases.Case(
            [
                cases.images(),
                cases.Sample([(2,)] * 3, "float32", low=0.0, high=0.5),
                cases.Sample([(2,)] * 3, "float32", low=0.0, high=0.5),
            ],
            {},
        ),
        cases.Case(
            [cases.Sample([(9,), (12,)], "int64")],
            {"start": [-4], "shape": [40], "axes": [0], "out_of_bounds_policy": "reflect_1001"},
        ),
    ],
)
def slice(
    data: Input,
    anchor: Input = None,
    shape_input: Input = None,
    /,
    *,
    window: SliceWindow,
    dtype: DType = None,
    fill_values: list[float] = (0.0,),
    out_of_bounds_policy: Bounds = "error",
):
    """Cut a window out of each sample, on the axes `axes` or `axis_names` ("WH" by default).

    Give start and end, or start and shape, in elements; or rel_start, rel_end and rel_shape,
    relative to the axis. Or two inputs, an anchor and a shape: integers are elements, floats are
    relative (elements with normalized_anchor=False and normalized_shape=False). An empty `axes`
    means all axes. out_of_bounds_policy, fill_values, dtype: as in `crop`.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.zeros(shape=[10, 8, 3], layout="HWC")
    >>> ndd.slice(x, start=[2, 5], shape=[4, 3]).shape
    (3, 4, 3)
    >>> ndd.slice(x, rel_start=[0.5], rel_end=[1.0], axis_names="H").shape
    (5, 8, 3)
    >>> ndd.slice(x, [1, 1], [2, 3], axes=[0, 1]).shape
    (2, 3, 3)
    """
    layout = data.layout or _ASSUMED.get(data.ndim, "")
    return kernel(
        "slice",
        data,
        out=Out(dtype or data.dtype, data.ndim, data.layout),
        **window.parameters(data.ndim, data.layout, anchor, shape_input),
        bounds=bounds(out_of_bounds_policy),
        fill_values=fill_values or (0.0,),
        channel_axis=layout.find("C"),
    )


@reference(slice)
def _slice(
    x,
    anchor=None,
    shape_input=None,
    *,
    layout,
    dtype,
    fill_values,
    out_of_bounds_policy,
    **window,
):
    layout = layout or _ASSUMED.get(x.ndim, "")
    windows = reference_slice_windows(x.shape, layout, anchor, shape_input, **window)
    channels = layout.index("C") if "C" in layout else None
    return reference_window(
        reference_convert(x, dtype), windows, out_of_bounds_policy, fill_values, channels
    )


def reference_slice_windows(
    sizes: tuple[int, ...],
    layout: str,
    anchor: Any,
    shape_input: Any,
    *,
    axes: Any,
    axis_names: str | None,
    end: Any,
    normalized_anchor: bool,
    normalized_shape: bool,
    rel_end: Any,
    rel_shape: Any,
    rel_start: Any,
    shape: Any,
    start: Any,
) -> list[tuple[int, int]]:
    """(start, end) of a slice on every axis."""
    if axes is None:
        axes = [layout.index(letter) for letter in axis_names or "WH"]
    axes = [int(a) % len(sizes) for a in np.ravel(axes)] or list(range(len(sizes)))
    windows = [(0, n) for n in sizes]
    single = np.float32
    for j, axis in enumerate(axes):
        n = sizes[axis]

        def one(values: Any, j: int = j) -> Any:
            return np.broadcast_to(values, len(axes))[j]

        if anchor is not None:
            lo = float(one(anchor)) * (n if normalized_anchor and anchor.dtype.kind == "f" else 1)
            hi = lo + float(one(shape_input)) * (
                n if normalized_shape and shape_input.dtype.kind == "f" else 1
            )
            windows[axis] = (half_away(lo), half_away(hi))
            continue
        lo = 0 if start is None else int(one(start))
        if rel_start is not None:
            lo = half_away(single(one(rel_start)) * single(n))
        hi = n if end is None else int(one(end))
        if shape is not None:
            hi = lo + int(one(shape))
        elif rel_end is not None:
            hi = half_away(single(one(rel_end)) * single(n))
        elif rel_shape is not None and rel_start is not None:
            hi = half_away((float(single(one(rel_start))) + float(single(one(rel_shape)))) * n)
        elif rel_shape is not None:
            hi = half_away(single(lo) + single(one(rel_shape)) * single(n))
        windows[axis] = (lo, hi)
    return windows
