"""The data of users' sources as arrays: batches or samples of NumPy, torch, DLPack or Python.

Users' memory is copied before the source runs again, unless nobody else can write into it: see
`take`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..core import errors
from ..core.arrays import Array, array_of
from ..core.batch import Batch, Samples
from ..core.dtype import DType
from ..core.interop import to_array
from ..core.python_data import SCALARS, is_python, python_array
from ..core.tensor import Tensor
from ..core.value import Value


class Arrays(NamedTuple):
    """One output of a batch, or of a part of one."""

    arrays: list[Array]  # one a sample; if `whole`, one array whose outer axis counts them
    whole: bool = False
    layout: str | None = None


def samples(block: Array) -> list[Array]:
    """The samples along the outer axis of an array, as arrays (numbers too)."""
    return [*block] if block.ndim > 1 else [block[i, ...] for i in range(len(block))]


def unwrap(data: Any) -> Any:
    """The value of dynamic mode that something of pipeline mode stands for; else the thing."""
    inner = getattr(data, "__headrace_value__", None)
    data = data if inner is None else inner()
    return data.as_batch() if isinstance(data, Samples) else data


def sample_array(x: Any, dtype: DType | None) -> tuple[Array, str | None]:
    """One sample as an array over its memory, and its layout; Python numbers get the dtype."""
    if type(x) is not np.ndarray:
        x = unwrap(x)
        if isinstance(x, Tensor):
            x.evaluate()
            x._need_cpu()
            return array_of(x._v, 0, x.dtype, write=False), x.layout
        if isinstance(x, Batch):
            raise errors.ArgumentTypeError("a sample is itself a Batch: samples are arrays")
        if is_python(x):
            return python_array(x, dtype)[0], None
    return to_array(x), None


def batch_arrays(data: Any, dtype: DType | None) -> Arrays:
    """A batch: an array with an outer axis, a sequence of samples, a Tensor, a Batch, a list."""
    data = unwrap(data)
    if isinstance(data, Batch):
        data.evaluate()
        data._need_cpu()
        native = data._v
        found = [array_of(native, i, data.dtype, write=False) for i in range(native.n)]
        return Arrays(found, layout=data.layout)
    if isinstance(data, (list, tuple)):
        return _from_sequence(data, dtype)
    if isinstance(data, Tensor):
        array, layout = sample_array(data, dtype)
        return Arrays([_outer(array)], True, (layout or "")[1:] or None)
    if isinstance(data, (str, bytes, dict)) or data is None or is_python(data):
        raise errors.ArgumentError(
            "a batch is an array whose outer axis counts the samples, or a list of samples, "
            f"got {errors.brief(data)}. A source that gives one sample needs batch=False"
        )
    return Arrays([_outer(to_array(data))], True)


def _outer(array: Array) -> Array:
    if array.ndim == 0:
        raise errors.ArgumentError(
            "one number is no batch: the outer axis counts the samples. A source that gives one "
            "sample needs batch=False"
        )
    return array


def _from_sequence(data: list[Any] | tuple[Any, ...], dtype: DType | None) -> Arrays:
    if data and SCALARS.keys() >= set(map(type, data)):
        return Arrays([python_array(list(data), dtype)[0]], True)
    found, layout = [], None
    for i, x in enumerate(data):
        try:
            array, named = sample_array(x, dtype)
        except errors.Error as e:
            raise e.locate(sample=i) from None
        found.append(array)
        layout = named if i == 0 else layout
    return Arrays(found, layout=layout)


def holds_values(data: Any) -> bool:
    """Whether there are values of dynamic mode, or lists of pipeline mode, in a batch."""
    if isinstance(data, (list, tuple)):
        return any(_is_value(x) for x in data)
    return _is_value(data)


def _is_value(x: Any) -> bool:
    return isinstance(x, (Value, Samples)) or hasattr(x, "__headrace_value__")


# Note [Unshared memory]
# A source may write into its arrays again, so they are copied, unless nobody else has them. That is
# so for an array that owns its memory and to which only we refer: its views, its buffers and frames
# with a variable for it would count as references. The same holds for arrays in lists and tuples
# to which only we refer. How many references are ours depends on the interpreter, so the same code
# measures it with fresh arrays. Without a global interpreter lock reference counts are not
# reliable, and everything is copied.


def take(call: Callable[..., Any], *args: Any) -> tuple[Any, bool]:
    """What a call returns, and whether nobody else refers to its arrays."""
    data = call(*args)
    return data, _alone(data, _TOP)


def _alone(data: Any, ours: int) -> bool:
    if type(data) is np.ndarray:
        owns = data.base is None and data.flags.owndata
        return owns and sys.getrefcount(data) <= ours
    if type(data) is list or type(data) is tuple:
        if sys.getrefcount(data) > ours:
            return False
        return all(_alone(x, _INNER) for x in data)
    return isinstance(data, (bool, int, float, np.generic))  # becomes a new array


def _measure() -> tuple[int, int]:
    """How many references are ours: to a fresh array in `_alone`, and to one inside of a list."""
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        return 0, 0
    most = 100
    counts = range(1, most)
    top = next(n for n in counts if _try(n, most, lambda: np.empty(1)))
    return top, next(n for n in counts if _try(top, n, lambda: [np.empty(1)]))


def _try(top: int, inner: int, call: Callable[[], Any]) -> bool:
    global _TOP, _INNER
    _TOP, _INNER = top, inner
    return take(call)[1]


_TOP = _INNER = 0
_TOP, _INNER = _measure()
