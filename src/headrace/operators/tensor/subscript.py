"""subscript: Tensor[...] and Batch.slice[...]."""

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
    """An index that no axis can take. NumPy calls it an IndexError, DALI a ValueError."""


# How a bound of an axis is given; shared with native/operators/tensor/subscript.cc.
_NONE, _CONST, _DYNAMIC = (0, 0), 1, 2
_INT64 = 2**63 - 1


def _read(index: Any, ndim: int) -> tuple[tuple[int, ...], list[Any]]:
    """An index as the kernel's numbers, and the values that are known only when it runs."""
    if type(index) is int and ndim and -_INT64 <= index <= _INT64:
        return (1, _CONST, index, *[0] * (7 * ndim - 3)), []
    items = index if type(index) is tuple else (index,)
    given = len(items)
    if any(item is ... for item in items):
        at = next(k for k, item in enumerate(items) if item is ...)
        rest = [item for item in items[at + 1 :] if item is not ...]
        given = at + len(rest)
        items = (*items[:at], *[_ALL] * (ndim - given), *rest)
    if given > ndim:
        axes = "1 axis" if ndim == 1 else f"{ndim} axes"
        raise SubscriptError(f"{given} indices are too many for data with {axes}")
    numbers: list[int] = []
    dynamic: list[Any] = []
    for item in items:
        if type(item) is slice:
            numbers.append(0)
            for part in (item.start, item.stop, item.step):
                numbers += _bound(part, dynamic) if part is not None else _NONE
            if numbers[-2:] == [_CONST, 0]:
                raise SubscriptError("slice step cannot be zero")
        else:
            numbers.append(1)
            numbers += _bound(item, dynamic)
            numbers += (*_NONE, *_NONE)
    numbers += [0] * (7 * (ndim - len(items)))
    return tuple(numbers), dynamic


_ALL = slice(None)


def _bound(item: Any, dynamic: list[Any]) -> tuple[int, int]:
    if type(item) is int:
        number = item
    elif isinstance(item, Value):
        if item.ndim != 0 or item.dtype.kind is DType.Kind.float:
            raise SubscriptError(
                "an index is one integer (for each sample), "
                f"not {item.dtype.full_name} with {item.ndim} axes"
            )
        dynamic.append(item)
        return _DYNAMIC, len(dynamic) - 1
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
    return _CONST, max(-_INT64, min(_INT64, number))


# ---- the operator ------------------------------------------------------------------------------


def _numbers(*items: Any) -> tuple[int, ...]:
    return _read(items, len(items))[0]


def _samples() -> list[cases.Case]:
    number = cases.Sample([()] * 3, "int32", low=-1, high=1)
    every, back = slice(None), slice(None, None, -1)
    late = (0, _DYNAMIC, 0, 0, 0, 0, 0)  # start: argument d0
    return [
        cases.Case([cases.images()], {"axes": _numbers(slice(1, None), slice(None, -1, 2), 0)}),
        cases.Case([cases.images("float32")], {"axes": _numbers(every, back, back)}),
        cases.Case([cases.images("int16", "FHWC")], {"axes": _numbers(-1, every, back, every)}),
        cases.Case([cases.images(), number], {"axes": (*late, *_numbers(every, every))}),
    ]


@operator("_subscript", samples=_samples())
def _subscript(*inputs: Input, axes: object):
    """The operator behind `tensor[...]` and `batch.slice[...]`.

    `axes` holds seven numbers an axis, as the kernel reads them; further inputs are the bounds
    that differ between samples.

    >>> import headrace.dynamic as ndd
    >>> ndd.batch([[1, 2, 3], [4, 5]]).slice[-1]
    Batch([3, 5], dtype=i32, device="cpu", num_samples=2, shape=[(), ()])
    """
    x, *dynamic = inputs
    dropped = [d for d in range(x.ndim) if axes[d * 7]]
    layout = None
    if x.layout:
        layout = "".join([a for d, a in enumerate(x.layout) if d not in dropped]) or None
    out = Out(x.dtype, x.ndim - len(dropped), layout)
    bounds = {f"d{k}": value for k, value in enumerate(dynamic)}
    return kernel("subscript", x, out=out, axes=axes, **bounds)


@reference(_subscript)
def _reference(x, *dynamic, layout, axes):  # type: ignore[no-untyped-def]
    index = []
    for at in range(0, len(axes), 7):
        given = zip(axes[at + 1 : at + 7 : 2], axes[at + 2 : at + 7 : 2], strict=True)
        start, stop, step = (
            None if how == 0 else value if how == _CONST else int(dynamic[value])
            for how, value in given
        )
        index.append(start if axes[at] else slice(start, stop, step))
    return x[tuple(index)]


def subscript(value: Any, index: Any) -> Any:
    """``value[index]`` of a Tensor, of every sample of a Batch."""
    try:
        axes, dynamic = _read(index, value.ndim)
    except errors.Error as e:
        raise e.locate(operator="subscript", site=caller_site()) from None
    return _call((value, *dynamic), (axes,), None, None, None)


_call = _subscript.definition.call  # type: ignore[attr-defined]


slots.fill("subscript", subscript)
