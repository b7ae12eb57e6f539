"""Making values from data: Python numbers and lists, NumPy, torch, JAX, anything with DLPack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from .. import _native
from . import errors
from . import layout as _layout
from .batch import Batch
from .device import device as to_device
from .dtype import DType
from .dtype import dtype as to_dtype
from .meta import Meta
from .slots import slots
from .tensor import Tensor


def tensor(data: Any, dtype: Any = None, device: Any = None, layout: str | None = None,
           pad: bool = False) -> Tensor:
    """A Tensor with a copy of the data.

    >>> import headrace.dynamic as ndd
    >>> ndd.tensor([[1, 2], [3, 4]]).shape
    (2, 2)
    """
    return _make_tensor(data, dtype, device, layout, pad, copy=True)


def as_tensor(data: Any, dtype: Any = None, device: Any = None, layout: str | None = None,
              pad: bool = False) -> Tensor:
    """A Tensor that shares the data's memory where that is possible."""
    return _make_tensor(data, dtype, device, layout, pad, copy=False)


def batch(tensors: Any, dtype: Any = None, device: Any = None, layout: str | None = None) -> Batch:
    """A Batch with copies of the samples (a list, or an array whose outer axis counts them)."""
    return _make_batch(tensors, dtype, device, layout, copy=True)


def as_batch(tensors: Any, dtype: Any = None, device: Any = None,
             layout: str | None = None) -> Batch:
    """A Batch that shares the samples' memory where that is possible."""
    return _make_batch(tensors, dtype, device, layout, copy=False)


# ---- arrays -----------------------------------------------------------------------------------


def to_array(data: Any) -> tuple[np.ndarray[Any, Any], DType, bool]:
    """A C-contiguous NumPy array over (or of) the data, its dtype, and whether memory is shared."""
    if isinstance(data, np.ndarray):
        shared = True
        array = data
    elif isinstance(data, (bytes, bytearray, memoryview)):
        array, shared = np.frombuffer(data, np.uint8), True
    elif isinstance(data, Tensor):
        array, shared = data.numpy(), True
    elif isinstance(data, (bool, int, float, list, tuple)) or np.isscalar(data):
        return _from_python(data)
    else:
        array, shared = _from_framework(data)
    if array.dtype == object or array.dtype.kind in "USV" and array.dtype.name != "bfloat16":
        raise TypeError(f"no element type for {array.dtype}")
    if array.dtype.kind == "c":
        raise TypeError("complex numbers are not supported")
    if not array.dtype.isnative:
        array, shared = array.astype(array.dtype.newbyteorder("=")), False
    if not array.flags.c_contiguous:
        array, shared = np.ascontiguousarray(array).reshape(array.shape), False
    return array, to_dtype(array.dtype), shared


def _from_python(data: Any) -> tuple[np.ndarray[Any, Any], DType, bool]:
    """Numbers and lists: int → int32 (uint32 when needed), float → float32, bool → bool."""
    if isinstance(data, (list, tuple)) and any(isinstance(e, Tensor) for e in data):
        data = [np.asarray(e) if isinstance(e, Tensor) else e for e in data]
        array = np.array(data)
        return array, to_dtype(array.dtype), False
    if isinstance(data, np.generic):
        array = np.asarray(data)
        return array, to_dtype(array.dtype), False
    numpy_inside = isinstance(data, (list, tuple)) and _has_numpy(data)
    array = np.array(data) if not (isinstance(data, (list, tuple)) and not data) else np.zeros(0, np.float32)
    if array.dtype.kind == "c":
        raise TypeError("complex numbers are not supported")
    if array.dtype == object or array.dtype.kind in "US":
        raise TypeError("needs numbers, got " + (type(data).__name__ if np.isscalar(data) else "a list of other things"))
    if not numpy_inside:
        if array.dtype.kind == "i":
            low, high = (int(array.min()), int(array.max())) if array.size else (0, 0)
            if low >= -(2**31) and high < 2**31:
                array = array.astype(np.int32)
            elif low >= 0 and high < 2**32:
                array = array.astype(np.uint32)
            else:
                raise errors.RangeError(f"{low if low < 0 else high} fits neither int32 nor uint32: give dtype=")
        elif array.dtype.kind == "u":
            raise errors.RangeError(f"{int(array.max())} fits neither int32 nor uint32: give dtype=")
        elif array.dtype.kind == "f":
            array = array.astype(np.float32)
    return array, to_dtype(array.dtype), False


def _has_numpy(data: Any) -> bool:
    while isinstance(data, (list, tuple)) and data:
        data = data[0]
    return isinstance(data, (np.ndarray, np.generic)) or hasattr(data, "__dlpack__")


def _from_framework(data: Any) -> tuple[np.ndarray[Any, Any], bool]:
    """Arrays of other frameworks: NumPy's protocol first, then DLPack (bfloat16 by its bits)."""
    name = type(data).__module__.partition(".")[0]
    if name == "torch":
        import torch

        if data.is_cuda:
            raise errors.DeviceError("the torch tensor is on a GPU: move it with .cpu() first")
        data = data.detach().contiguous()
        if data.dtype == torch.bfloat16:
            import ml_dtypes

            return data.view(torch.int16).numpy().view(ml_dtypes.bfloat16), True
        return data.numpy(), True
    if hasattr(data, "__array__"):
        return np.asarray(data), True
    if hasattr(data, "__dlpack__"):
        return np.from_dlpack(data), True
    if hasattr(data, "__array_interface__"):
        return np.asarray(data), True
    try:
        return np.asarray(memoryview(data)), True
    except TypeError:
        raise TypeError(f"cannot make a value of {type(data).__name__}") from None


def _plain(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """An array that has the buffer protocol: bfloat16 travels as uint16."""
    if array.dtype.name == "bfloat16":
        return array.view(np.uint16)
    return array


# ---- tensors ----------------------------------------------------------------------------------


def _make_tensor(data: Any, dtype: Any, device: Any, layout: str | None, pad: bool, copy: bool) -> Tensor:
    wanted = None if dtype is None else to_dtype(dtype)
    if data is None:
        raise ValueError("cannot make a Tensor of None")
    if isinstance(data, Batch):
        return _finish(data._stacked(pad), wanted, device, layout, copy)
    if isinstance(data, Tensor):
        return _finish(data, wanted, device, layout, copy)
    if wanted is not None and isinstance(data, (bool, int, float, list, tuple)):
        array = np.array(data, dtype=wanted.numpy)  # NumPy's conversion: truncates, may overflow
        found, shared = wanted, False
    else:
        array, found, shared = to_array(data)
    lay = _layout.check(layout, array.ndim)
    native = _native.from_buffers([_plain(array)], found.id, array.ndim, copy or not shared)
    result = Tensor._of(native, Meta.get(found, array.ndim, lay, False))
    if wanted is not None and wanted is not found:
        result = slots.cast(result, wanted)
    return _on_device(result, device)


def _finish(value: Any, wanted: DType | None, device: Any, layout: str | None, copy: bool) -> Any:
    if wanted is not None and wanted is not value.dtype:
        value, copy = slots.cast(value, wanted), False
    if layout is not None and (layout or None) != value.layout:
        lay = _layout.check(layout, value.ndim)
        value = type(value)._of(value._v, value._m.with_layout(lay))
    if copy:
        value = slots.copy(value)
    return _on_device(value, device)


def _on_device(value: Any, device: Any) -> Any:
    if device is None:
        return value
    where = to_device(device)
    return value if where == value.device else slots.to_device(value, where, False)


# ---- batches ----------------------------------------------------------------------------------


def _make_batch(data: Any, dtype: Any, device: Any, layout: str | None, copy: bool) -> Batch:
    wanted = None if dtype is None else to_dtype(dtype)
    if isinstance(data, Batch):
        return _finish(data, wanted, device, layout, copy)
    if data is None or isinstance(data, (bool, int, float, str, bytes)):
        raise ValueError(f"a Batch needs a sequence of samples or an array, got {type(data).__name__}")
    if isinstance(data, Tensor) or (hasattr(data, "ndim") and hasattr(data, "shape")):
        return _split_batch(data, wanted, device, layout, copy)
    if not isinstance(data, (list, tuple)):
        if not isinstance(data, Iterable):
            raise ValueError(f"a Batch needs a sequence of samples, got {type(data).__name__}")
        data = list(data)
    if not data:
        if wanted is None:
            raise ValueError("an empty Batch needs a dtype")
        native = _native.from_buffers([], wanted.id, len(layout or ""), True)
        return Batch._of(native, Meta.get(wanted, len(layout or ""), layout, True))
    return _list_batch(data, wanted, device, layout, copy)


def _split_batch(data: Any, wanted: DType | None, device: Any, layout: str | None, copy: bool) -> Batch:
    t = _make_tensor(data, wanted, None, None, False, copy)
    if t.ndim < 1:
        raise ValueError("a scalar has no samples: a Batch needs an outer axis")
    if layout is None and t.layout is not None:
        if t.layout[0] != "N":
            raise errors.LayoutError(f"the Tensor's layout {t.layout!r} does not begin with N: "
                                     "give the layout of one sample with layout=")
        layout = t.layout[1:]
    lay = _layout.check(layout, t.ndim - 1)
    result = Batch._of(t._v.split_outer(), Meta.get(t.dtype, t.ndim - 1, lay, True))
    return _on_device(result, device)


def _list_batch(data: Any, wanted: DType | None, device: Any, layout: str | None, copy: bool) -> Batch:
    arrays, found = [], None
    for i, x in enumerate(data):
        if x is None:
            raise TypeError(f"sample {i} of the Batch is None")
        if isinstance(x, Batch):
            raise TypeError(f"sample {i} is itself a Batch: samples are arrays or Tensors")
        if wanted is not None and isinstance(x, (bool, int, float, list, tuple)):
            array, kind, shared = np.array(x, dtype=wanted.numpy), wanted, False
        else:
            array, kind, shared = to_array(x)
        if found is None:
            found = wanted or kind
            if layout is None and isinstance(x, Tensor):
                layout = x.layout
        if kind is not found:
            python = isinstance(x, (bool, int, float, list, tuple))
            array = array.astype(found.numpy) if python else _cast_array(array, found)
            shared = False
        if arrays and array.ndim != arrays[0].ndim:
            raise errors.ShapeError(f"samples of a Batch have one number of dimensions: sample 0 has "
                                    f"{arrays[0].ndim}, sample {i} has {array.ndim}")
        arrays.append(array)
    assert found is not None
    ndim = arrays[0].ndim
    lay = _layout.check(layout, ndim)
    native = _native.from_buffers([_plain(a) for a in arrays], found.id, ndim, copy)
    return _on_device(Batch._of(native, Meta.get(found, ndim, lay, True)), device)


def _cast_array(array: np.ndarray[Any, Any], to: DType) -> np.ndarray[Any, Any]:
    """Rounding and saturating, as the cast operator does it."""
    return np.asarray(slots.cast(_make_tensor(array, None, None, None, False, True), to))
