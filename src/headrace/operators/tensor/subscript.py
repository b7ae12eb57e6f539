"""subscript: implements tensor[...] and batch.slice[...]."""

from __future__ import annotations

import operator as _operator
from typing import Any

from ...core import errors
from ...core.dtype import DType
from ...core.site import caller_site
from ...core.slots import slots
from ...core.value import Value
from ...engine import cases
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input


class SubscriptError(errors.IndexError_, errors.ArgumentError, TypeError):
    """An index out of range. An IndexError as in NumPy, and a ValueError as in DALI."""


_INT64 = 2**63 - 1
_ALL = slice(None)


def _read(index: Any, ndim: int) -> tuple[tuple[Any, ...], list[Any]]:
    """The index of each axis, and the bounds that are values, known only when the call runs.

    An axis has an integer, or a slice (start, stop, step). `...` stands for the next of the values.
    """
    if type(index) is int and ndim and -_INT64 <= index <= _INT64:
        return (index,), []
    items = index if type(index) is tuple else (index,)
    given = len(items)
    if any(item is ... for item in items):
        at = next(k for k, item in enumerate(items) if item is ...)
        rest = [item for item in items[at + 1 :] if item is not ...]
        given = at + len(rest)
        items = (*items[:at], *[_ALL] * (ndim - given), *rest)
    if given > ndim:
        there = "1 axis" if ndim == 1 else f"{ndim} axes"
        raise SubscriptError(f"{given} indices are too many for data with {there}")
    axes: list[Any] = []
    dynamic: list[Any] = []
    for item in items:
        if type(item) is slice:
            parts = (item.start, item.stop, item.step)
            axes.append(tuple([None if p is None else _bound(p, dynamic) for p in parts]))
            if axes[-1][2] == 0:
                raise SubscriptError("slice step cannot be zero")
        else:
            axes.append(_bound(item, dynamic))
    return tuple(axes), dynamic


def _bound(item: Any, dynamic: list[Any]) -> Any:
    if type(item) is int:
        number = item
    elif isinstance(item, Value):
        if item.ndim != 0 or item.dtype.kind is DType.Kind.float:
            raise SubscriptError(
                "an index is one integer (for each sample), "
                f"not {item.dtype.full_name} with {item.ndim} axes"
            )
        dynamic.append(item)
        return ...
    elif item is None:
        raise SubscriptError("None is no index here: expand_dims() adds an axis")
    else:
        try:
            number = _operator.index(item)
        except TypeError:
            hint = ": select() takes samples of a Batch by a list"
            raise SubscriptError(
                f"an index is an integer, a slice or ..., not {errors.brief(item)}"
                + (hint if isinstance(item, list) else "")
            ) from None
    return max(-_INT64, min(_INT64, number))


# ---- the operator ------------------------------------------------------------------------------


def _samples() -> list[cases.Case]:
    number = cases.Sample([()] * 3, "int32", low=-1, high=1)
    every, back = (None, None, None), (None, None, -1)
    return [
        cases.Case([cases.images()], {"axes": ((1, None, None), (None, -1, 2), 0)}),
        cases.Case([cases.images("float32")], {"axes": (every, back, back)}),
        cases.Case([cases.images("int16", "FHWC")], {"axes": (-1, every, back)}),
        cases.Case([cases.images(), number], {"axes": ((..., None, None), every)}),
    ]


@operator("_subscript", samples=_samples())
def _subscript(*inputs: Input, axes: object):
    """The operator behind `tensor[...]` and `batch.slice[...]`.

    `axes` is the result of _read; further inputs are the bounds that are given per sample.

    >>> import headrace.dynamic as ndd
    >>> ndd.batch([[1, 2, 3], [4, 5]]).slice[-1]
    Batch([3, 5], dtype=i32, device="cpu", num_samples=2, shape=[(), ()])
    """
    x, *dynamic = inputs
    later = iter(dynamic)
    bounds = {}
    items: Any = axes
    for d, item in enumerate(items):
        for name, bound in zip(("start", "stop", "step"), item if type(item) is tuple else (item,)):
            bounds[f"{name}{d}"] = next(later) if bound is ... else bound
    index = [type(item) is not tuple for item in items]
    dropped = [d for d, is_index in enumerate(index) if is_index]
    layout = None
    if x.layout:
        layout = "".join([a for d, a in enumerate(x.layout) if d not in dropped]) or None
    out = Out(x.dtype, x.ndim - len(dropped), layout)
    return kernel("subscript", x, out=out, index=index, **bounds)


@reference(_subscript)
def _reference(x, *dynamic, layout, axes):
    later = iter(dynamic)

    def bound(given):
        return int(next(later)) if given is ... else given

    return x[tuple([slice(*map(bound, a)) if type(a) is tuple else bound(a) for a in axes])]


def subscript(value: Any, index: Any) -> Any:
    """``value[index]`` of a Tensor, or of every sample of a Batch."""
    try:
        axes, dynamic = _read(index, value.ndim)
    except errors.Error as e:
        raise e.locate(operator="subscript", site=caller_site()) from None
    return _call((value, *dynamic), (axes,), None, None, None)


SUBSCRIPT = _subscript.definition  # type: ignore[attr-defined]
_call = SUBSCRIPT.call


slots.fill("subscript", subscript)
