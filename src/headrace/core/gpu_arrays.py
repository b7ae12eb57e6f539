"""GPU arrays of other libraries, by DLPack or __cuda_array_interface__, without copies."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from .. import _native
from . import errors
from .dtype import DType
from .dtype import dtype as read_dtype
from .slots import slots

_CUDA = (2, 13)  # DLPack device types: CUDA memory, managed CUDA memory


def on_gpu(data: Any) -> int | None:
    """The number of the GPU that an array is on; None for anything else."""
    ask = getattr(data, "__dlpack_device__", None)
    if ask is not None:
        kind, number = ask()
        return int(number) if int(kind) in _CUDA else None
    facts = getattr(data, "__cuda_array_interface__", None)
    if facts is None:
        return None
    address = facts["data"][0]
    return int(_native.gpu_of(address)) if address else 0


def gpu_value(data: Any, number: int) -> tuple[Any, DType, int]:
    """(native value, dtype, number of axes) over the array's memory.

    Our stream waits for the work that the array's library has queued on it.
    """
    stream = slots.stream(number)
    made = None
    if hasattr(data, "__dlpack__"):
        constant = type(data).__module__.partition(".")[0] in ("jax", "jaxlib")
        made = _native.from_dlpack(_capsule(data, stream), stream, constant)
        if made is None:
            dense = _dense(data)
            if dense is not data:
                made = _native.from_dlpack(_capsule(dense, stream), stream, constant)
        if made is not None:
            native, kind, ndim = made
            return native, DType.from_native(kind), ndim
    if hasattr(data, "__cuda_array_interface__"):
        return _by_interface(data, stream)
    raise errors.DTypeError(
        f"the array ({type(data).__name__}) is not dense, not aligned, or of a type that there is "
        "not here: copy it first"
    )


def _capsule(data: Any, stream: Any) -> Any:
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(data, torch.Tensor) and data.requires_grad:
        data = data.detach()
    return data.__dlpack__(stream=stream.handle)


def _dense(data: Any) -> Any:
    """A contiguous copy, made by the array's own library or by another one that is installed."""
    if hasattr(data, "contiguous"):
        return data.contiguous()
    torch = sys.modules.get("torch")
    by_interface = hasattr(data, "__cuda_array_interface__")
    if torch is not None and by_interface and torch.cuda.is_available():
        return torch.as_tensor(data, device="cuda").contiguous()
    cupy = sys.modules.get("cupy")
    return data if cupy is None else cupy.ascontiguousarray(cupy.asarray(data))


def _by_interface(data: Any, stream: Any) -> tuple[Any, DType, int]:
    facts = data.__cuda_array_interface__
    kind = np.dtype(facts["typestr"])
    shape = tuple(facts["shape"])
    strides = facts.get("strides")
    if strides is not None and strides != _c_strides(shape, kind.itemsize):
        dense = _dense(data)
        if dense is data:
            raise errors.ArgumentError("the array is not dense: copy it first")
        return _by_interface(dense, stream)
    if facts.get("mask") is not None:
        raise errors.ArgumentError("the array has a mask: fill what it hides first")
    if not kind.isnative:
        raise errors.DTypeError(f"the array's byte order ({kind.str}) is not the machine's")
    producer = facts.get("stream")
    if producer is not None:
        if not producer:
            raise errors.ArgumentError(
                "the array's __cuda_array_interface__ names stream 0, which may be two: "
                "1 is the legacy default stream, 2 the thread's"
            )
        stream.follow(int(producer))
    dtype = read_dtype(kind)
    address, read_only = facts["data"]
    if (address or 0) % kind.itemsize:
        raise errors.ArgumentError("the array's elements are not aligned: copy it first")
    native = _native.from_device(address or 0, shape, dtype.id, stream, data, bool(read_only))
    return native, dtype, len(shape)


def _c_strides(shape: tuple[int, ...], item: int) -> tuple[int, ...]:
    strides: list[int] = []
    for size in reversed(shape):
        strides.append(item)
        item *= size
    return tuple(reversed(strides))
