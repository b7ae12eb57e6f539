"""erase: overwrites regions of samples."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core import layout as layouts
from ...engine import cases
from ...engine.operator import kernel, operator, reference
from ...engine.params import Input, PerSample

_ASSUMED = {2: "HW", 3: "HWC"}  # for values that have no layout


@operator(
    samples=[
        cases.Case(
            [cases.images()],
            {"anchor": [1.0, 2.0], "shape": [3.0, 4.0], "fill_value": [1.0, 2.0, 3.0]},
        ),
        cases.Case(
            [cases.images("float32", "CHW")],
            {
                "anchor": cases.PerSample([[0.25, 0.1], [0.5, 0.5], [0.0, 0.0]], "float32"),
                "shape": [0.5, 0.5],
                "normalized": True,
                "fill_value": 9.0,
            },
        ),
        cases.Case(
            [cases.images("int16", "DHWC")],
            {"anchor": [0.0, 1.0, 3.0, 2.0], "shape": [2.0, 1.0, 1.0, 9.0], "axis_names": "WD"},
        ),
        cases.Case(
            [cases.images()],
            {"anchor": [3.0], "shape": [3.0], "axes": [0], "centered_anchor": True},
        ),
    ],
)
def erase(
    input: Input,
    /,
    *,
    anchor: PerSample[list[float]] = (),
    axes: list[int] = None,
    axis_names: str = None,
    centered_anchor: bool = False,
    fill_value: PerSample[list[float]] = (0.0,),
    normalized: bool = False,
    normalized_anchor: bool = False,
    normalized_shape: bool = False,
    shape: PerSample[list[float]] = (),
):
    """Overwrite one or more regions with a value, or with one value per channel.

    A region is an `anchor` and a `shape` along `axis_names` (by default "HW") or `axes`; numbers of
    several regions are concatenated. The anchor is the start of the region (by default the origin),
    or its centre with `centered_anchor`. With `normalized`, both are relative to the extents of the
    sample (`normalized_anchor`, `normalized_shape`: only one of them). Fractions of pixels are
    truncated; regions are clipped to the sample.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([[1, 1, 1, 1], [1, 1, 1, 1]], layout="HW")
    >>> ndd.erase(x, anchor=[0, 1], shape=[1, 2], fill_value=7).tolist()
    [[1, 7, 7, 1], [1, 1, 1, 1]]
    """
    known = input.layout or _ASSUMED.get(input.ndim)
    if axis_names is not None:
        where = layouts.axes(input.layout, axis_names)
    elif axes is not None:
        where = tuple(layouts.normalize_axis(axis, input.ndim) for axis in axes)
    elif known and "H" in known and "W" in known:
        where = layouts.axes(known, "HW")
    else:
        raise errors.ArgumentError(
            "needs axes= or axis_names=: "
            + (
                f'layout "{known}" has no axes H and W'
                if known
                else f"the {input.ndim} axes have no names"
            )
        )
    if len(set(where)) != len(where):
        raise errors.ArgumentError(f"axes={list(where)} names an axis twice")
    channel = layouts.find(known, "C")
    return kernel(
        "erase",
        input,
        anchor=anchor,
        shape=shape,
        fill_value=fill_value,
        axes=where,
        channel=-1 if channel is None else channel,
        normalized_anchor=normalized or normalized_anchor,
        normalized_shape=normalized or normalized_shape,
        centered_anchor=centered_anchor,
    )


@reference(erase)
def _erase(
    x,
    *,
    layout,
    anchor,
    axes,
    axis_names,
    centered_anchor,
    fill_value,
    normalized,
    normalized_anchor,
    normalized_shape,
    shape,
):
    y = x.copy()
    layout = layout or _ASSUMED.get(x.ndim, "")
    where = [layout.index(c) for c in axis_names or "HW"] if axes is None or axis_names else axes
    start, size = (np.asarray(v, np.float32).reshape(-1, len(where)) for v in (anchor, shape))
    start = start if len(start) else np.zeros_like(size)
    extent = np.float32([x.shape[a] for a in where])
    start = start * extent if normalized or normalized_anchor else start
    size = size * extent if normalized or normalized_shape else size
    start = start - size * np.float32(0.5) if centered_anchor else start
    fill = np.asarray(fill_value, np.float64).ravel()
    if len(fill) > 1:
        fill = fill.reshape([len(fill) if c == "C" else 1 for c in layout])
    canvas = np.broadcast_to(
        np.trunc(fill).astype(x.dtype) if x.dtype.kind in "iu" else fill.astype(x.dtype), x.shape
    )
    for a, s in zip(start, size):
        region = [slice(None)] * x.ndim
        for axis, lo, hi in zip(where, a, a + s):
            region[axis] = slice(*(int(np.clip(v, 0, x.shape[axis])) for v in (lo, hi)))
        y[tuple(region)] = canvas[tuple(region)]
    return y
