"""Python numbers, enums and nested lists as arrays; int becomes int32, float float32."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import errors
from .arrays import Array
from .dtype import DType, bool_, float32, int32, uint32
from .dtype import dtype as read_dtype
from .enums import Choice

_MOST_AXES = 10  # kMaxDims in native/base/value.h
SCALARS: dict[type, DType] = {bool: bool_, int: int32, float: float32}


def is_python(data: Any) -> bool:
    """Whether this module converts it: numbers, enums, lists, tuples, ranges."""
    if isinstance(data, np.generic):  # np.float64 is a float as well
        return False
    return isinstance(data, (bool, int, float, list, tuple, range, Choice))


def python_array(data: Any, wanted: DType | None) -> tuple[Array, DType]:
    """The data as an array, and its type: the wanted one, or the default for the data.

    >>> python_array([[1, 2], [3, 4]], None)[1], python_array(2.7, int32)[0]
    (DType(int32), array(2, dtype=int32))
    """
    known = SCALARS.get(type(data))
    if known is not None and (wanted is known or (wanted is None and _fits_int32(data))):
        return np.array(data, known.numpy), known
    leaf = first_leaf(data)
    if isinstance(leaf, Choice):
        found = wanted or read_dtype(type(leaf))
        return convert(np.array(_plain(data)), found), found
    if isinstance(data, complex) or isinstance(leaf, complex):
        raise errors.DTypeError("complex numbers are not supported")
    try:
        array = np.array(data)
    except ValueError as e:
        raise errors.ShapeError(
            f"a nested list whose parts have different lengths is no Tensor ({e}); "
            "batch() makes a Batch of such a list"
        ) from None
    _check_numbers(array, data)
    if array.dtype.kind == "f" and type(leaf) is int and _lost_digits(array, data):
        raise errors.RangeError("integers beyond int64 among others: give dtype=")
    if wanted is not None:
        return convert(array, wanted), wanted
    found = _default(array, leaf)
    return array.astype(found.numpy, copy=False), found


def convert(array: Array, to: DType) -> Array:
    """NumPy's conversion of Python numbers: floats are truncated; overflow is an error.

    >>> convert(np.array([2.7, -2.7]), int32)
    array([ 2, -2], dtype=int32)
    """
    kind = to.numpy
    if array.dtype == kind:
        return array
    if kind.kind in "iu" and array.size and array.dtype.kind != "b":
        _check_range(array, to)
    if to.bits == 16 and kind.kind not in "iu":
        with np.errstate(over="ignore"):  # 16-bit floats overflow to infinity
            return array.astype(kind)
    return array.astype(kind)


def _check_range(array: Array, to: DType) -> None:
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise errors.RangeError(f"infinity and NaN do not fit {to.full_name}")
    unsigned = to.kind is DType.Kind.unsigned
    low, high = (0, 2**to.bits - 1) if unsigned else (-(2 ** (to.bits - 1)), 2 ** (to.bits - 1) - 1)
    for extreme in (array.min(), array.max()):
        if not low <= int(extreme) <= high:
            raise errors.RangeError(f"{extreme} does not fit {to.full_name} ({low} to {high})")


def _fits_int32(number: float) -> bool:
    return type(number) is not int or -(2**31) <= number < 2**31


def _default(array: Array, leaf: Any) -> DType:
    kind = array.dtype.kind
    if hasattr(leaf, "dtype"):  # a list of values of NumPy, torch …: keep their type
        return read_dtype(array.dtype)
    if kind == "b":
        return bool_
    if kind == "f":
        return float32
    low, high = (int(array.min()), int(array.max())) if array.size else (0, 0)
    if low >= -(2**31) and high < 2**31:
        return int32
    if low >= 0 and high < 2**32:
        return uint32
    wrong = low if low < -(2**31) else high
    raise errors.RangeError(f"{wrong} fits neither int32 nor uint32: give dtype=")


def first_leaf(data: Any) -> Any:
    """The first element of nested lists; the data itself if it is no list."""
    depth = 0
    while isinstance(data, (list, tuple, range)) and len(data):
        data, depth = data[0], depth + 1
        _check_depth(depth)
    return data


def _plain(data: Any, depth: int = 0) -> Any:
    if not isinstance(data, (list, tuple)):
        return int(data)
    _check_depth(depth + 1)
    return [_plain(e, depth + 1) for e in data]


def _leaves(data: Any, depth: int = 0) -> Any:
    if isinstance(data, (list, tuple, range)):
        _check_depth(depth + 1)
        for e in data:
            yield from _leaves(e, depth + 1)
    else:
        yield data


def _check_depth(depth: int) -> None:
    if depth > _MOST_AXES:
        raise errors.ShapeError(
            f"lists are nested more than {_MOST_AXES} deep, or one contains itself; a Tensor has "
            f"at most {_MOST_AXES} axes"
        )


def _lost_digits(array: Array, data: Any) -> bool:
    # NumPy turns a mix of integers that fits neither int64 nor uint64 into floats.
    large = array.size and float(np.abs(array).max()) >= 2**63
    return bool(large) and all(isinstance(e, int) for e in _leaves(data))


def _check_numbers(array: Array, data: Any) -> None:
    if array.dtype.kind in "biuf" or array.dtype.name == "bfloat16":
        return
    if array.dtype.kind == "c":
        raise errors.DTypeError("complex numbers are not supported")
    for leaf in _leaves(data):
        if not isinstance(leaf, (bool, int, float)):
            raise errors.DTypeError(f"a Tensor holds numbers, not {errors.brief(leaf)}")
    raise errors.RangeError("integers beyond 64 bits do not fit any element type")
