"""Convert between NumPy arrays and native values; bfloat16 travels as uint16 bits."""

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

    write: first finish all queued reads of that memory; calls on the value then run at once for as
        long as the array lives. Memory with a read-only owner never becomes writable.
    """
    array: Array = native.array(sample, write)
    if dtype is bfloat16 or array.dtype.char in "qQ":  # long long is not NumPy's int64 everywhere
        return array.view(dtype.numpy)
    return array


def native_of(arrays: list[Array], dtype: DType, copy: bool, ndim: int = 0) -> Any:
    """A native value of samples with one dtype; without `copy`, memory is shared where possible.

    ndim: number of axes where `arrays` is empty.
    """
    plain = [a.view(np.uint16) if a.dtype.kind == "V" else a for a in arrays]  # ml_dtypes' bfloat16
    made = _native.from_buffers(plain, copy, dtype.id, ndim)
    if made is None:
        most = max(a.ndim for a in arrays)
        if most > MAX_NDIM:
            raise ArgumentError(f"{most} axes are too many: samples have at most {MAX_NDIM}")
        raise ArgumentError("samples of one batch have one element type and number of axes")
    return made[0]


def with_failures(native: Any, failures: dict[str, list[Any]]) -> Any:
    """Attach the failures of filled samples, as returned by `failures()` of another value.

    Call sites are not restored: they mean nothing outside their process.
    """
    for operator, failed in failures.items():
        native = native.with_errors(operator, -1, failed)
    return native
