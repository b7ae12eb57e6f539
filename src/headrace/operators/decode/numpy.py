"""decoders.numpy: decodes .npy files."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from ... import _native
from ...core import errors
from ...core.dtype import NUMERIC, DType, uint8
from ...core.meta import Meta
from ...engine.operator import Out, kernel, operator, reference
from ...engine.params import Input, OnError
from .image import check_encoded

_BY_ID = {t.id: t for t in NUMERIC}
_AXES = 16  # above the maximum number of axes


def _kind(meta: Meta, native: Any) -> int:
    """Element type and number of axes of the first valid array, encoded as one number; -1: no
    valid array, -2: no sample."""
    if meta.dtype is not uint8 or meta.ndim != 1 or meta.device.device_type != "cpu":
        return -1
    if native.n == 0:
        return -2
    found = _native.npy_header_of(native)
    return found[0] * _AXES + len(found[1]) if found else -1


@operator(
    "decoders.numpy",
    sized=["data"],
    measure=_kind,
    cpu_only="it reads encoded bytes",
)
def numpy(data: Input, /, *, dtype: DType = None, on_error: OnError = "raise"):
    """Decode arrays from the bytes of .npy files, as NumPy's `save` writes them.

    All arrays of a batch must have the number of axes of the first one, and its element type unless
    `dtype` is given. They are part of the result's type, so the call waits for its input. Any byte
    order, C and Fortran order, versions 1 to 3 of the format.

    dtype: element type of the output; values are rounded and saturated.
    on_error: "raise", or "fill": a file that cannot be decoded becomes a single zero, and the rest
        of the batch is decoded; see `Batch.errors` and `Batch.ok`.

    >>> import io, numpy as np, headrace.dynamic as ndd
    >>> file = io.BytesIO()
    >>> np.save(file, np.array([[1.5, 2.0], [3.0, 4.0]], np.float32))
    >>> ndd.decoders.numpy(file.getvalue()).numpy().tolist()
    [[1.5, 2.0], [3.0, 4.0]]
    """
    check_encoded(data)
    if data.size == -2:  # type: ignore[attr-defined]
        raise errors.ArgumentError("a batch without samples does not say what arrays it holds")
    # No valid array: every sample raises its own error when it is decoded.
    native, axes = divmod(data.size, _AXES) if data.size >= 0 else (uint8.id, 1)  # type: ignore[attr-defined]
    out = Out(dtype or _BY_ID[native], axes)
    return kernel("decode_npy", data, out=out, on_error=on_error, converts=dtype is not None)


@reference(numpy)
def _numpy(data, *, layout, dtype, on_error):
    array = np.load(io.BytesIO(data.tobytes()))
    if dtype is None or array.dtype == dtype.numpy:
        return array
    if dtype.kind is DType.Kind.float or dtype.kind is DType.Kind.bool:
        return array.astype(dtype.numpy)
    whole = np.copysign(np.floor(np.abs(array) + 0.5), array) if array.dtype.kind == "f" else array
    limits = np.iinfo(dtype.numpy)
    return np.clip(whole, limits.min, limits.max).astype(dtype.numpy)
