"""NumPy arrays and native values: one direction each; bfloat16 travels as its bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _native
from .dtype import DType, bfloat16
from .errors import ArgumentError

Array = np.ndarray[Any, Any]
MAX_NDIM = 10  # kMaxDims in native/base/value.h


def array_of(native: Any, sample: int, dtype: DType, *, write: bool) -> Array:
    """An array over the memory of a sample.

    A writable one finishes first whatever still has to read that memory, and while it lives, calls
    on the value run at once. Memory that belongs to a read-only owner never becomes writable.
    """
    array: Array = native.array(sample, write)
    if dtype is bfloat16 or array.dtype.char in "qQ":  # long long is not NumPy's int64 everywhere
        return array.view(dtype.numpy)
    return array


def native_of(arrays: list[Array], dtype: DType, copy: bool, ndim: int = 0) -> Any:
    """Samples of one type and number of axes (`ndim` of none); copied, or shared where possible."""
    plain = [a.view(np.uint16) if a.dtype.kind == "V" else a for a in arrays]  # ml_dtypes' bfloat16
    made = _native.from_buffers(plain, copy, dtype.id, ndim)
    if made is None:
        most = max(a.ndim for a in arrays)
        if most > MAX_NDIM:
            raise ArgumentError(f"{most} axes are too many: samples have at most {MAX_NDIM}")
        raise ArgumentError("samples of one batch have one element type and number of axes")
    return made[0]


def with_failures(native: Any, failures: dict[str, list[Any]]) -> Any:
    """A value with what `failures()` of another one says of samples that were filled in: all but
    the lines of the calls, which only their process knows."""
    for operator, failed in failures.items():
        native = native.with_errors(operator, -1, failed)
    return native
