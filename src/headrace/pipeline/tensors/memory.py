"""Raw memory: the addresses of values, and copies of values to an address."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from ... import _native
from ...core import errors
from ...core.value import Value
from ...engine.gpu.streams import Stream

Part = tuple[int, int]  # address, bytes

_LEGACY = 1  # the handle of CUDA's default stream, which other streams wait for


def address(value: Value) -> int:
    """The address of a Tensor's data, which its owner may write to; 0 where there is none."""
    native = value._v
    if 0 in native.shapes()[0]:
        return 0
    if value.device.device_id is not None:
        return int(native.device_memory(0)[0])
    return int(native.array(0, True).ctypes.data)


def copy_on_cpu(value: Value, pointer: Any) -> None:
    """Puts the samples behind one another at an address, all in CPU memory."""
    stored = _stored(value)
    arrays = [stored.array(i, False) for i in range(stored.n)]
    _move([(a.ctypes.data, a.nbytes) for a in arrays], pointer)


def copy_from_gpu(value: Value, pointer: Any, cuda_stream: Any, wait: bool) -> None:
    """Puts the samples, which are on a GPU, behind one another at an address of any memory.

    The copies come after the work of `cuda_stream` so far. Either they are done on return, or what
    `cuda_stream` is given from now on comes after them.
    """
    stored = _stored(value)
    sizes = [value.dtype.bytes * _volume(shape) for shape in stored.shapes()]
    places = [stored.device_memory(i) for i in range(stored.n)]
    parts = [(int(place[0]), size) for place, size in zip(places, sizes)]
    to = _target(parts, pointer)
    if not parts:
        return
    stream = places[0][1]
    consumer = _native.wrap_stream(stream.device, _handle(cuda_stream, stream.device), cuda_stream)
    stream.follow(consumer.handle)
    if _native.gpu_emulated():  # its memory is the host's
        stream.synchronize()
        _move(parts, to)
        return
    # On the stream that the data was made on: its memory is used again only after the copies.
    with _context(stream.device) as cuda:
        for source, size in parts:
            _check(cuda.cuMemcpyAsync(to, source, size, stream.handle))
            to += size
    if wait:
        stream.synchronize()
    else:
        consumer.follow(stream.handle)


def _stored(value: Value) -> Any:
    """The native value, as one sample where all samples are one block."""
    native = value._v
    return native.stacked() if native.is_dense() else native


def _volume(shape: tuple[int, ...]) -> int:
    elements = 1
    for size in shape:
        elements *= size
    return elements


def _move(parts: list[Part], pointer: Any) -> None:
    to = _target(parts, pointer)
    for source, size in parts:
        ctypes.memmove(to, source, size)
        to += size


def _target(parts: list[Part], pointer: Any) -> int:
    """The address that a pointer of ctypes, or a number, stands for."""
    to = pointer.value or 0 if isinstance(pointer, ctypes.c_void_p) else pointer
    if not isinstance(to, int):
        raise errors.ArgumentTypeError(
            "the target of a copy is an address, as a ctypes.c_void_p or an int, "
            f"not {errors.brief(pointer)}"
        )
    if not to and any(size for _, size in parts):
        raise errors.ArgumentError("the target of a copy is a null pointer")
    return to


def _handle(given: Any, device: int) -> int:
    if given is None:
        return _LEGACY
    if isinstance(given, ctypes.c_void_p):
        return given.value or _LEGACY
    return Stream(stream=given, device_id=device).handle


@cache
def _cuda() -> Any:
    cuda = ctypes.CDLL("libcuda.so.1")
    pointer = ctypes.c_uint64
    cuda.cuMemcpyAsync.argtypes = [pointer, pointer, ctypes.c_size_t, ctypes.c_void_p]
    return cuda


@cache
def _primary_context(device: int) -> Any:
    found = ctypes.c_void_p()
    _check(_cuda().cuDevicePrimaryCtxRetain(ctypes.byref(found), device))
    return found


@contextmanager
def _context(device: int) -> Iterator[Any]:
    cuda = _cuda()
    _check(cuda.cuCtxPushCurrent_v2(_primary_context(device)))
    try:
        yield cuda
    finally:
        cuda.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p()))


def _check(status: int) -> None:
    if status:
        name = ctypes.c_char_p()
        _cuda().cuGetErrorName(status, ctypes.byref(name))
        what = (name.value or b"").decode() or f"error {status}"
        raise errors.ExecutionError(f"the driver of the GPU could not copy: {what}")
