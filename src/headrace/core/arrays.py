"""NumPy arrays and native values: one direction each; bfloat16 travels as its bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _native
from .dtype import DType, bfloat16
from .errors import ArgumentError

Array = np.ndarray[Any, Any]
MAX_NDIM = 10  # kMaxDims in native/include/headrace/value.h


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


def failures_of(native: Any) -> tuple[str, list[Any]] | None:
    """What a value says of samples that were filled in, without what only this process knows."""
    failed = native.failures()
    return (native.failed_operator(), failed) if failed else None


def with_failures(native: Any, failures: tuple[str, list[Any]] | None) -> Any:
    """The value with what `failures_of` said."""
    return native if failures is None else native.with_errors(failures[0], -1, failures[1])
