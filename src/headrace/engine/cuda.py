"""The cuda lane: calls on GPU values. CuPy compiles the kernels, owns memory and streams.

A call on a ragged batch is one launch: pointers, shapes and arguments of all samples travel to the
device in one small copy. Nothing here waits for the device.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from .. import _native
from ..core import errors
from ..core.device import Device, register_gpu
from ..core.dtype import DType
from ..core.meta import Meta
from ..core.slots import slots
from .lowering import Entry
from .params import Dyn

THREADS = 256
_EXTRA = "install headrace[cuda12] or headrace[cuda13] to use the GPU"


@functools.cache
def _cupy() -> Any:
    try:
        import cupy
    except ImportError as e:
        raise errors.DeviceError(f"the GPU needs CuPy ({e}): {_EXTRA}") from None
    return cupy


@functools.cache
def _count() -> int:
    try:
        cupy = _cupy()
        return int(cupy.cuda.runtime.getDeviceCount())
    except errors.DeviceError:
        return 0
    except Exception as e:  # CuPy's own error class: no driver, or no device
        if type(e).__name__ != "CUDARuntimeError":
            raise
        return 0


def _why_none() -> str:
    try:
        cupy = _cupy()
        cupy.cuda.runtime.getDeviceCount()
    except Exception as e:
        return str(e)
    return "the driver reports no GPU"


register_gpu(_count, why_none=_why_none)


def _sources() -> Path:
    """The folder of the kernels' texts: in the package, or beside it in a source tree."""
    inside = Path(__file__).parent.parent / "cuda"
    return inside if inside.is_dir() else Path(__file__).parents[3] / "native" / "cuda"


@functools.cache
def compiled(file: str, function: str, defines: tuple[tuple[str, str], ...]) -> Any:
    """A kernel of native/cuda, compiled for the current device and cached on disk by CuPy."""
    cupy = _cupy()
    folder = _sources()
    options = ["-std=c++17", f"-I{folder}", *(f"-D{k}={v}" for k, v in defines)]
    text = (folder / file).read_text()
    return cupy.RawModule(code=text, options=tuple(options)).get_function(function)


class _Memory:
    """Device memory of one value: CuPy's pointer, kept until the value dies."""

    __slots__ = ("pointer",)

    def __init__(self, pointer: Any) -> None:
        self.pointer = pointer


def _allocate(shapes: list[tuple[int, ...]], dtype: DType) -> tuple[Any, list[int]]:
    """One slab for all samples; 256-byte alignment unless the shapes agree (then dense)."""
    cupy = _cupy()
    sizes = [int(np.prod(s, dtype=np.int64)) * dtype.bytes for s in shapes]
    align = 1 if len(set(shapes)) <= 1 else 256
    offsets, total = [], 0
    for size in sizes:
        offsets.append(total)
        total += -(-size // align) * align
    return cupy.cuda.alloc(max(total, 1)), offsets


def upload(value: Any, where: Device) -> Any:
    """A CPU value on the GPU: gathered into pinned memory, one asynchronous copy."""
    cupy = _cupy()
    v = value._v
    shapes = v.shapes()
    with cupy.cuda.Device(where.device_id or 0):
        memory, offsets = _allocate(shapes, value.dtype)
        total = max(memory.mem.size, 1)
        staging = cupy.cuda.alloc_pinned_memory(total)
        host = np.frombuffer(staging, np.uint8, total)
        for i, (at, shape) in enumerate(zip(offsets, shapes)):
            size = int(np.prod(shape, dtype=np.int64)) * value.dtype.bytes
            host[at : at + size] = v.array(i).reshape(-1).view(np.uint8)
        stream = cupy.cuda.get_current_stream()
        memory.copy_from_host_async(staging.ptr, total, stream)
        native = _native.from_device(
            memory.ptr,
            offsets,
            shapes,
            value.dtype.id,
            value.ndim,
            where.device_id or 0,
            (_Memory(memory), staging),
        )
    meta = Meta.get(value.dtype, value.ndim, value.layout, value._m.batch, where)
    return type(value)._of(native, meta)


def download(value: Any) -> Any:
    """A GPU value on the CPU."""
    cupy = _cupy()
    arrays = []
    with cupy.cuda.Device(value.device.device_id or 0):
        stream = cupy.cuda.get_current_stream()
        for pointer, shape in zip(_native.pointers(value._v), value._v.shapes()):
            array = np.empty(
                shape, np.uint16 if value.dtype.name == "bfloat16" else value.dtype.numpy
            )
            if array.nbytes:
                cupy.cuda.runtime.memcpyAsync(
                    array.ctypes.data, pointer, array.nbytes, 2, stream.ptr
                )
            arrays.append(array)
        stream.synchronize()
    native = _native.from_buffers(arrays, True, value.dtype.id, value.ndim)[0]
    meta = Meta.get(value.dtype, value.ndim, value.layout, value._m.batch)
    return type(value)._of(native, meta)


def _to_device(value: Any, where: Device, force_copy: bool) -> Any:
    if where.device_type == value.device.device_type:
        return slots.copy(value) if force_copy else value
    return upload(value, where) if where.device_type == "gpu" else download(value)


class CudaKernel:
    """The GPU side of an operator.

    `prepare(low)` looks at the lowered call and returns (file, function, defines, rows): `rows` is
    called per batch with the inputs' shapes and the arguments' values (a list per parameter name,
    one entry a sample) and gives the output shapes and, for each sample, up to 14 integers.
    """

    def __init__(self, prepare: Callable[[Any], Any]) -> None:
        self.prepare = prepare

    def lower(self, definition: Any, low: Any, where: Device, frames: bool) -> Any:
        """The entry of a new structure: a python-lane spec that launches the kernel."""
        file, function, defines, rows = self.prepare(low)
        out = low.outs[0]
        if frames:  # kernels take the frame axis along
            out.ndim, out.layout = out.ndim + 1, "F" + out.layout if out.layout else None
        names = [k for k, v in low.params.items() if isinstance(v, Dyn)]
        constants = {k: v for k, v in low.params.items() if not isinstance(v, Dyn)}

        def run(inputs: list[Any], args: dict[int, Any], n: int) -> Any:
            x = inputs[0]
            shapes = x.shapes()
            values = {k: [v] * n for k, v in constants.items()}
            for position, name in enumerate(names):
                given = args[position]
                values[name] = [given.array(i if given.n > 1 else 0).item() for i in range(n)]
            return launch(where, x, shapes, out, rows(shapes, values), (file, function, defines))

        spec = _native.make_spec(
            "python", definition.name, {}, [(out.dtype.id, out.ndim)], 0, False, run
        )
        dyn = tuple((i, low.params[k].index, False) for i, k in enumerate(names))
        single = Meta.get(out.dtype, out.ndim, out.layout, False, where)
        metas = ((single, single.with_batch(True)),)
        return Entry(spec, tuple(x.index for x in low.inputs), dyn, metas)


_lock = threading.Lock()


def launch(
    where: Device,
    x: Any,
    shapes: list[tuple[int, ...]],
    out: Any,
    rows: tuple[list[tuple[int, ...]], list[list[int]], int],
    kernel: Any,
) -> Any:
    """Allocate the output, upload the descriptors, launch once."""
    cupy = _cupy()
    out_shapes, numbers, most = rows
    number = where.device_id or 0
    with cupy.cuda.Device(number), _lock:
        memory, offsets = _allocate(out_shapes, out.dtype)
        table = np.zeros((len(shapes), 16), np.uint64)
        table[:, 0] = _native.pointers(x)
        table[:, 1] = [memory.ptr + at for at in offsets]
        for i, row in enumerate(numbers):
            table[i, 2 : 2 + len(row)] = np.array(row, np.int64).view(np.uint64)
        staging = cupy.cuda.alloc_pinned_memory(table.nbytes)
        np.frombuffer(staging, np.uint64, table.size)[:] = table.ravel()
        device_table = cupy.cuda.alloc(table.nbytes)
        stream = cupy.cuda.get_current_stream()
        device_table.copy_from_host_async(staging.ptr, table.nbytes, stream)
        if len(shapes) and most:
            blocks = max(1, min(-(-most // THREADS), 4096))
            compiled(*kernel)((blocks, len(shapes)), (THREADS,), (device_table.ptr,))
        # CuPy's pools are ordered by stream: what is given back now is reused after this launch.
        return _native.from_device(
            memory.ptr,
            offsets,
            out_shapes,
            out.dtype.id,
            out.ndim,
            number,
            (_Memory(memory), staging),
        )


slots.fill("to_device", _to_device)
