"""reshape, reinterpret: the same bytes with another shape, type or layout."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import errors
from ...core import layout as _layout
from ...core.dtype import DType
from ...core.slots import slots
from ...engine import cases
from ...engine.operator import Lowered, Out, kernel, operator, reference
from ...engine.params import Group, Input, Layout, PerSample


def elements(argument: Any) -> int:
    """The number of elements of an argument or input, constant or per sample."""
    return len(argument) if isinstance(argument, tuple) else argument.size


class NewShape(Group):
    """Arguments of reshape and reinterpret."""

    layout: Layout = None
    rel_shape: PerSample[list[float]] = None
    shape: PerSample[list[int]] = None
    src_dims: PerSample[list[int]] = None

    def lower(self, data: Any, dtype: DType, shape_input: Any) -> Lowered:
        """The kernel call."""
        shape, rel_shape, src_dims = self.shape, self.rel_shape, self.src_dims
        asked = {"shape_input": shape_input, "shape": shape, "rel_shape": rel_shape}
        given = [name for name, value in asked.items() if value is not None]
        if len(given) > 1:
            raise errors.ArgumentError(
                f"{given[0]} and {given[1]} exclude one another: give one of them"
            )
        if shape_input is not None:
            if shape_input.dtype.kind not in (DType.Kind.signed, DType.Kind.unsigned):
                raise errors.DTypeError(
                    f"shape_input needs integers, got {shape_input.dtype.full_name}"
                )
            if shape_input.size < 0:
                raise errors.ShapeError("shape_input needs as many elements for every sample")
            shape = shape_input
        ndim = data.ndim
        if shape is not None:
            ndim, src_dims = elements(shape), None
        elif src_dims is not None or rel_shape is not None:
            ndim = elements(src_dims if src_dims is not None else rel_shape)
        _check(data.ndim, shape, rel_shape, src_dims)
        layout = data.layout if ndim == data.ndim else None
        if self.layout is not None:
            layout = _layout.check(self.layout, ndim)
        return kernel(
            "reshape",
            data,
            out=Out(dtype, ndim, layout),
            shape=shape,
            rel_shape=rel_shape,
            src_dims=src_dims,
        )


def _check(ndim: int, shape: Any, rel_shape: Any, src_dims: Any) -> None:
    """Checks constant arguments, before the data is known."""
    for name, value in (("shape", shape), ("rel_shape", rel_shape)):
        if isinstance(value, tuple) and sum(v < 0 for v in value) > 1:
            raise errors.ArgumentError(f"{name} may have one negative element, got {list(value)}")
    if isinstance(src_dims, tuple):
        for axis in src_dims:
            if not -1 <= axis < ndim:
                raise errors.ArgumentError(
                    f"src_dims is {list(src_dims)}, the input has axes 0 to "
                    f"{ndim - 1} (-1: a new axis)"
                )
        if isinstance(rel_shape, tuple) and len(rel_shape) != len(src_dims):
            raise errors.ArgumentError(
                f"rel_shape has {len(rel_shape)} elements, src_dims {len(src_dims)}"
            )
    elif isinstance(rel_shape, tuple) and src_dims is None:
        adds = bool(rel_shape) and rel_shape[-1] < 0  # a negative last size may be a new axis
        if len(rel_shape) > ndim + adds:
            raise errors.ArgumentError(
                f"rel_shape has {len(rel_shape)} elements, the input has {ndim} "
                "axes: src_dims= can add some"
            )


_SHAPED = ("shape_input", "shape", "rel_shape", "src_dims")


@operator(
    sized=_SHAPED,
    samples=[
        cases.Case([cases.images()], {"shape": [-1, 3]}),
        cases.Case([cases.images("float32")], {"rel_shape": [1, -1]}),
        cases.Case([cases.images("int16")], {"src_dims": [1, 0, -1, 2]}),
        cases.Case(
            [cases.images("uint8", "HW")], {"shape": cases.PerSample([[9, 7], [60, 1], [4, 4]])}
        ),
        cases.Case([cases.images(), np.array([3, -1], np.int32)], {"layout": "AB"}),
    ],
)
def reshape(data: Input, shape_input: Input = None, /, *, new: NewShape):
    """Return the same elements with another shape or layout; no data is copied.

    Give the new shape as `shape` (or as a second input), as multiples of the old sizes
    (`rel_shape`), or as old axes in a new order (`src_dims`; -1: a new axis of size 1). One
    negative size is computed from the others. The layout is kept if the number of axes is.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.zeros(shape=[480, 640, 3], layout="HWC")
    >>> ndd.reshape(x, shape=[240, -1]).shape
    (240, 3840)
    >>> ndd.reshape(x, rel_shape=[0.5, -1]).shape
    (240, 3840)
    >>> ndd.reshape(x, src_dims=[-1, 1, 0, 2], layout="FWHC").layout
    'FWHC'
    """
    if all(a is None for a in (shape_input, *vars(new).values())):
        raise errors.ArgumentError("nothing to do: give shape=, rel_shape=, src_dims= or layout=")
    return new.lower(data, data.dtype, shape_input)


@operator(
    sized=_SHAPED,
    samples=[
        cases.Case([cases.images("uint8", "HW")], {"dtype": "int8"}),
        cases.Case([cases.images("int16")], {"dtype": "uint8"}),
        cases.Case(
            [cases.Sample([(2, 4), (3, 8)], "uint16", "AB")], {"dtype": "float64", "shape": [-1]}
        ),
    ],
)
def reinterpret(data: Input, shape_input: Input = None, /, *, new: NewShape, dtype: DType = None):
    """Return the same bytes as elements of another type, with another shape or layout.

    Without a new shape, the size of the innermost axis follows the size of the elements.

    >>> import headrace.dynamic as ndd
    >>> ndd.reinterpret(ndd.tensor([[1.0, 2.0]]), dtype=ndd.uint16).shape
    (1, 4)
    """
    if all(a is None for a in (shape_input, *vars(new).values(), dtype)):
        raise errors.ArgumentError(
            "nothing to do: give dtype=, shape=, rel_shape=, src_dims= or layout="
        )
    return new.lower(data, dtype or data.dtype, shape_input)


def _shape_of(x, item, shape, rel_shape, src_dims):
    """The output shape, computed in NumPy."""
    if shape is None and rel_shape is None and src_dims is None:
        shape = [*x.shape[:-1], x.shape[-1] * x.itemsize // item] if x.ndim else []
    if shape is None:
        old = [*x.shape, 1]
        if src_dims is not None:
            old = [1 if d < 0 else x.shape[d] for d in src_dims]
        if rel_shape is None:
            shape = [*old[:-1], old[-1] * x.itemsize // item]
        else:
            shape = [
                -1 if r < 0 else int(np.floor(r * s + 0.5))
                for r, s in zip(rel_shape, old, strict=False)
            ]
    return [int(s) for s in np.ravel(shape)]


@reference(reinterpret)
def _reinterpret(
    x, shape_input=None, *, dtype=None, shape=None, rel_shape=None, src_dims=None, **_
):
    to = x.dtype if dtype is None else dtype.numpy
    new = _shape_of(
        x, to.itemsize, shape_input if shape_input is not None else shape, rel_shape, src_dims
    )
    return np.frombuffer(np.ascontiguousarray(x).tobytes(), to).reshape(new)


@reference(reshape)
def _reshape(x, shape_input=None, **arguments):
    return _reinterpret(x, shape_input, **arguments)


slots.fill("reshape", lambda value, shape: reshape(value, shape=shape))
