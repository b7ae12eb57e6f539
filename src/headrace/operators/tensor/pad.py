"""pad: pads samples to a common or a given size."""

from __future__ import annotations

import numpy as np

from ...core import errors
from ...core import layout as _layout
from ...core.slots import slots
from ...engine import cases
from ...engine.operator import kernel, operator, reference
from ...engine.params import Dyn, Input, Layout, PerSample
from .dims import distinct_axes


@operator(
    samples=[
        cases.Case([cases.images()], {"shape": [13, 16, 4], "fill_value": 7}),
        cases.Case([cases.images("float32")], {"axis_names": "HW", "shape": [1], "align": [4, 5]}),
        cases.Case(
            [cases.images("int16")],
            {
                "axes": [1],
                "shape": cases.PerSample([[10], [5], [20]]),
                "fill_value": cases.PerSample([1.0, 2.0, -3.0]),
            },
        ),
        cases.Case(
            [cases.Sample([(3,), (5,), (1,)], "float64")], {"shape": [6], "fill_value": -0.5}
        ),
    ],
)
def pad(
    input: Input,
    /,
    *,
    align: PerSample[list[int]] = None,
    axes: PerSample[list[int]] = None,
    axis_names: Layout = None,
    fill_value: PerSample[float] = 0.0,
    shape: PerSample[list[int]] = None,
):
    """Pad samples at the end of some axes (all by default).

    An axis grows to the largest size in the batch, or to at least its element of `shape` (-1: the
    largest size in the batch); then to a multiple of `align`. No axis shrinks.

    >>> import headrace.dynamic as ndd
    >>> b = ndd.batch([[3, 4, 2], [2]])
    >>> [t.tolist() for t in ndd.pad(b, fill_value=-1).tensors]
    [[3, 4, 2], [2, -1, -1]]
    >>> ndd.pad(b, shape=1, align=2).shape
    [(4,), (2,)]
    """
    if axes is not None and axis_names is not None:
        raise errors.ArgumentError("give axes= or axis_names=, not both")
    if axis_names:
        axes = _layout.axes(input.layout, axis_names)
    if not isinstance(axes, Dyn):
        axes = distinct_axes(axes or (), input.ndim) or None
    count = input.ndim if axes is None else len(axes) if isinstance(axes, list) else None
    for name, value in (("shape", shape), ("align", align)):
        if isinstance(value, tuple) and count is not None and len(value) not in (0, 1, count):
            raise errors.ArgumentError(f"{name} has {len(value)} elements for {count} axes")
    if isinstance(align, tuple) and any(a <= 0 for a in align):
        raise errors.ArgumentError(f"align must be positive, got {list(align)}")
    return kernel("pad", input, shape=shape, align=align, axes=axes, fill_value=fill_value)


@reference(pad)
def _pad(x, *, layout, align, axes, axis_names, fill_value, shape):
    """Pads one sample; its own size is the largest of the batch."""
    if axis_names:
        axes = [layout.index(letter) for letter in axis_names]
    axes = (
        list(range(x.ndim)) if axes is None or len(axes) == 0 else [int(a) % x.ndim for a in axes]
    )
    wanted = np.broadcast_to(-1 if shape is None or len(shape) == 0 else shape, len(axes))
    to = np.broadcast_to(1 if align is None or len(align) == 0 else align, len(axes))
    grow = [(0, 0)] * x.ndim
    for axis, size, unit in zip(axes, wanted, to, strict=True):
        grow[axis] = (0, int(-(-max(size, x.shape[axis]) // unit) * unit - x.shape[axis]))
    return np.pad(
        x,
        grow,
        constant_values=np.trunc(fill_value).astype(x.dtype) if x.dtype.kind != "f" else fill_value,
    )


slots.fill("pad", pad)
