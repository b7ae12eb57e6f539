"""squeeze, expand_dims: remove and add axes of size 1."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core import layout as _layout
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Dyn, Input, Layout, PerSample


@operator(
    sized=("axes",),
    samples=[
        cases.Case([cases.Sample([(1, 4, 1), (1, 7, 1)], "int16", "HWC")], {"axes": [0, -1]}),
        cases.Case([cases.Sample([(1, 4, 1), (1, 7, 1)], "float32", "HWC")], {"axis_names": "C"}),
        cases.Case([cases.Sample([(1, 4, 1), (1, 7, 1)])], {"axes": cases.PerSample([[0], [2]])}),
    ],
)
def squeeze(data: Input, /, *, axes: PerSample[list[int]] = None, axis_names: Layout = None):
    """Remove axes of size 1, by index or by name; no data is copied.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.zeros(shape=[1, 3, 4], layout="FHW")
    >>> ndd.squeeze(x, axis_names="F").layout
    'HW'
    """
    if (axes is None) == (axis_names is None):
        raise errors.ArgumentError(
            "give axes= or axis_names=" + ("" if axes is None else ", not both")
        )
    if axes is None:
        axes = _layout.axes(data.layout, axis_names)
    if isinstance(axes, Dyn):
        if axes.size > data.ndim:
            raise errors.ShapeError(
                f"axes has {axes.size} elements, the input has {data.ndim} axes"
            )
        return kernel("squeeze", data, out=Out(data.dtype, data.ndim - axes.size), axes=axes)
    axes = distinct_axes(axes, data.ndim)
    out = Out(data.dtype, data.ndim - len(axes), _layout.drop(data.layout, axes))
    return kernel("squeeze", data, out=out, axes=axes)


@reference(squeeze)
def _squeeze(x, *, layout, axes, axis_names):
    if axis_names is not None:
        axes = [layout.index(letter) for letter in axis_names]
    return np.squeeze(x, tuple(int(a) for a in np.ravel(axes)))


@operator(
    samples=[
        cases.Case([cases.images()], {"axes": [0], "new_axis_names": "F"}),
        cases.Case([cases.images("float32", "HW")], {"axes": [3, 1]}),
    ],
)
def expand_dims(data: Input, /, *, axes: list[int], new_axis_names: Layout = ""):
    """Add axes of size 1 at indices of the result; no data is copied.

    The layout is kept if the new axes are named, otherwise it is dropped.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.zeros(shape=[3, 4], layout="HW")
    >>> y = ndd.expand_dims(x, axes=[0, 3], new_axis_names="FC")
    >>> y.shape, y.layout
    ((1, 3, 4, 1), 'FHWC')
    """
    ndim = data.ndim + len(axes)
    if new_axis_names and len(new_axis_names) != len(axes):
        raise errors.LayoutError(f'new_axis_names is "{new_axis_names}" for {len(axes)} new axes')
    if new_axis_names and data.layout is None and data.ndim:
        raise errors.LayoutError(
            f'new_axis_names is "{new_axis_names}", but the data has no layout'
        )
    names = new_axis_names or " " * len(axes)
    letters = dict(zip(distinct_axes(axes, ndim), names, strict=True))
    old, src_dims, layout = 0, [], ""
    for d in range(ndim):
        src_dims.append(-1 if d in letters else old)
        layout += letters[d] if d in letters else (data.layout or "")[old : old + 1]
        old += d not in letters
    named = new_axis_names or not axes
    return kernel(
        "reshape", data, out=Out(data.dtype, ndim, layout if named else None), src_dims=src_dims
    )


@reference(expand_dims)
def _expand_dims(x, *, layout, axes, new_axis_names):
    return np.expand_dims(x, tuple(axes))


def distinct_axes(axes: tuple[int, ...], ndim: int) -> list[int]:
    """Non-negative axes; raises if an axis is named twice."""
    found = [_layout.normalize_axis(a, ndim) for a in axes]
    if len(set(found)) != len(found):
        raise errors.ArgumentError(f"axes names an axis twice: {list(axes)}")
    return found
