"""Making values from Python numbers and lists, NumPy, torch, JAX, anything with DLPack."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

import numpy as np

from .. import _native
from . import errors, promotion
from . import layout as _layout
from .arrays import Array, native_of
from .batch import Batch, Samples
from .device import Device
from .device import device as read_device
from .dtype import DType
from .dtype import dtype as read_dtype
from .gpu_arrays import gpu_value, on_gpu
from .meta import Meta
from .python_data import SCALARS, first_leaf, is_python, python_array
from .slots import slots
from .tensor import Tensor
from .value import Value


def tensor(
    data: Any,
    dtype: Any = None,
    device: Any = None,
    layout: str | None = None,
    pad: bool = False,
) -> Tensor:
    """A Tensor with a copy of the data: numbers, lists, arrays of any library, a Batch.

    dtype: by default that of the data; Python ints are int32, floats float32.
    layout: names of the axes, such as "HWC"; "" for none.
    pad: for a Batch, fill smaller samples with zeros; the samples become an outer axis "N".

    >>> import headrace.dynamic as ndd
    >>> ndd.tensor([[1, 2], [3, 4]]).shape
    (2, 2)
    """
    return _make_tensor(data, dtype, device, layout, pad, True)


def as_tensor(
    data: Any,
    dtype: Any = None,
    device: Any = None,
    layout: str | None = None,
    pad: bool = False,
) -> Tensor:
    """A Tensor that shares the data's memory where that is possible, and copies otherwise.

    >>> import numpy as np, headrace.dynamic as ndd
    >>> a = np.zeros(3, np.float32)
    >>> t = ndd.as_tensor(a)
    >>> a[0] = 5
    >>> t
    Tensor([5. 0. 0.], dtype=f32, device="cpu")
    """
    return _make_tensor(data, dtype, device, layout, pad, False)


def batch(tensors: Any, dtype: Any = None, device: Any = None, layout: str | None = None) -> Batch:
    """A Batch with copies of the samples: a sequence, or an array whose outer axis counts them.

    dtype is, unless given, a type for all samples: arrays promote as in arithmetic, Python numbers
    take the type of the arrays, floats a float type. The layout is that of the first sample.

    >>> import numpy as np, headrace.dynamic as ndd
    >>> ndd.batch([1, 2.5, 3]).dtype, ndd.batch([np.uint8([1, 2]), [3]]).dtype
    (DType(float32), DType(uint8))
    >>> ndd.batch([np.zeros((4, 3)), np.zeros((2, 3))], layout="HW").shape
    [(4, 3), (2, 3)]
    """
    return _make_batch(tensors, dtype, device, layout, True)


def as_batch(
    tensors: Any, dtype: Any = None, device: Any = None, layout: str | None = None
) -> Batch:
    """A Batch that shares the samples' memory where that is possible, and copies otherwise.

    >>> import numpy as np, headrace.dynamic as ndd
    >>> ndd.as_batch(np.zeros((8, 4, 3))).batch_size
    8
    """
    return _make_batch(tensors, dtype, device, layout, False)


# ---- arrays -----------------------------------------------------------------------------------


def to_array(data: Any) -> Array:
    """A NumPy array over the data's memory; a copy where the memory cannot be shared."""
    if isinstance(data, np.ndarray):
        array = data
    elif isinstance(data, (bytes, bytearray)):
        array = np.frombuffer(data, np.uint8)
    elif isinstance(data, (memoryview, np.generic)):
        array = np.asarray(data)
    else:
        array = _from_framework(data)
    if array.dtype.kind == "c":
        raise errors.DTypeError("complex numbers are not supported")
    if array.dtype.kind not in "biuf" and array.dtype.name != "bfloat16":
        raise errors.DTypeError(f"a Tensor holds numbers, not {array.dtype} ({_name(data)})")
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def _torch() -> Any:
    """The torch module, if it is imported completely (not by a thread that is still at it)."""
    torch = sys.modules.get("torch")
    return torch if hasattr(torch, "Tensor") and hasattr(torch, "bfloat16") else None


def _from_framework(data: Any) -> Array:
    torch = _torch()
    if torch is not None and isinstance(data, torch.Tensor):
        return _from_torch(torch, data)
    if isinstance(data, str) or data is None:
        raise errors.ArgumentTypeError(f"cannot make a value of {errors.brief(data)}")
    _check_on_cpu(data)
    try:
        if hasattr(data, "__array__") or hasattr(data, "__array_interface__"):
            return np.asarray(data)  # a read-only view for a jax.Array
        if hasattr(data, "__dlpack__"):
            return np.from_dlpack(data)
    except (BufferError, RuntimeError) as e:
        raise errors.DTypeError(f"NumPy cannot read {_name(data)}: {e}") from e
    try:
        return np.asarray(memoryview(data))
    except TypeError:
        raise errors.ArgumentTypeError(f"cannot make a value of {errors.brief(data)}") from None


def _from_torch(torch: Any, data: Any) -> Array:
    if data.device.type != "cpu":
        raise errors.DeviceError(f"the torch.Tensor is on {data.device}: call .cpu() on it first")
    if data.layout != torch.strided:
        raise errors.ArgumentTypeError(
            f"the torch.Tensor is {data.layout}: call .to_dense() on it first"
        )
    if data.requires_grad:
        data = data.detach()
    if data.is_neg():
        data = data.resolve_neg()
    if data.dtype == torch.bfloat16:
        import ml_dtypes

        return data.view(torch.int16).numpy().view(ml_dtypes.bfloat16)  # type: ignore[no-any-return]
    try:
        return data.numpy()  # type: ignore[no-any-return]
    except TypeError as e:
        raise errors.DTypeError(f"{data.dtype} has no counterpart here: {e}") from None


def _check_on_cpu(data: Any) -> None:
    ask = getattr(data, "__dlpack_device__", None)
    where = int(ask()[0]) if ask is not None else 1
    if where not in (1, 3) or hasattr(data, "__cuda_array_interface__"):
        raise errors.DeviceError(f"the {_name(data)} is not in CPU memory: move it there first")


def _name(data: Any) -> str:
    kind = type(data)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def _unwrap(data: Any) -> Any:
    """The content of a wrapper such as capture.invariant."""
    unwrap = getattr(data, "__headrace_value__", None)
    return data if unwrap is None else unwrap()


# ---- tensors ----------------------------------------------------------------------------------


def _make_tensor(
    data: Any, dtype: Any, device: Any, layout: str | None, pad: bool, copy: bool
) -> Tensor:
    wanted = None if dtype is None else read_dtype(dtype)
    if isinstance(data, Tensor):
        return _finish(data, wanted, device, layout, copy)  # type: ignore[no-any-return]
    if isinstance(data, (Batch, Samples)):
        stacked = data.as_batch()._stacked(pad)
        return _finish(stacked, wanted, device, layout, copy)  # type: ignore[no-any-return]
    if is_python(data):
        array, found = python_array(data, wanted)
        native = native_of([array], found, True)
    elif data is None:
        raise errors.ArgumentError("cannot make a Tensor of None")
    elif hasattr(data, "__headrace_value__"):
        return _make_tensor(_unwrap(data), dtype, device, layout, pad, copy)
    elif (number := on_gpu(data)) is not None:
        return _from_gpu(data, number, wanted, device, layout, copy)
    else:
        array = to_array(data)
        found = read_dtype(array.dtype)
        native = native_of([array], found, copy)
    lay = _layout.check(layout, array.ndim)
    made = Tensor._of(native, Meta.get(found, array.ndim, lay, False))
    if device is None and (wanted is None or wanted is found):
        return made  # type: ignore[no-any-return]
    return _finish(made, wanted, device, None, False)  # type: ignore[no-any-return]


def _from_gpu(
    data: Any, number: int, wanted: DType | None, device: Any, layout: str | None, copy: bool
) -> Tensor:
    """A Tensor from another library's GPU array: over its memory, or over a copy."""
    try:
        where = Device("gpu", number)
    except errors.DeviceError as e:
        raise errors.DeviceError(
            f"the {_name(data)} is on a GPU, move it to the CPU first: {e}"
        ) from None
    native, found, ndim = gpu_value(data, number)
    lay = _layout.check(layout, ndim)
    meta = Meta.get(found, ndim, lay, False, where)
    return _finish(Tensor._of(native, meta), wanted, device, None, copy)  # type: ignore[no-any-return]


def _finish(value: Any, wanted: DType | None, device: Any, layout: str | None, copy: bool) -> Any:
    """The value with the requested dtype, layout and device; copied if `copy` and still shared."""
    if wanted is not None and wanted is not value.dtype:
        value, copy = slots.cast(value, wanted), False
    if layout is not None and (layout or None) != value.layout:
        lay = _layout.check(layout, value.ndim)
        value = type(value)._of(value._v, value._m.with_layout(lay))
    where = None if device is None else read_device(device)
    if where is not None and where is not value.device:
        return slots.to_device(value, where, False)
    return slots.copy(value) if copy else value


# ---- batches ----------------------------------------------------------------------------------


def _make_batch(data: Any, dtype: Any, device: Any, layout: str | None, copy: bool) -> Batch:
    wanted = None if dtype is None else read_dtype(dtype)
    if type(data) is list:
        made = _alike(data, copy)
        if made is not None:
            native, kind, ndim = made
            found, lay = DType.from_native(kind), _layout.check(layout, ndim)
            value = Batch._of(native, Meta.get(found, ndim, lay, True))
            return _finish(value, wanted, device, None, False)  # type: ignore[no-any-return]
    elif not isinstance(data, Value):
        data = _unwrap(data)
    if isinstance(data, Samples):
        data = data.as_batch()
    if isinstance(data, Batch):
        return _finish(data, wanted, device, layout, copy)  # type: ignore[no-any-return]
    if isinstance(data, Tensor) or _is_array(data):
        value = _split(data, wanted, layout, copy)
    else:
        value = _collect(_sequence(data), wanted, layout, copy)
    return _finish(value, wanted, device, None, False)  # type: ignore[no-any-return]


_ARRAYS = ("__dlpack__", "__cuda_array_interface__", "__array_interface__")


def _is_array(data: Any) -> bool:
    if hasattr(data, "ndim") and hasattr(data, "shape"):
        return True
    return any(hasattr(data, protocol) for protocol in _ARRAYS)


def _alike(data: list[Any], copy: bool) -> tuple[Any, int, int] | None:
    """Fast path for a list of arrays (or bytes) of one kind; None for anything else."""
    if not data:
        return None
    torch = _torch()
    if torch is not None and type(data[0]) is torch.Tensor:
        if any(
            type(x) is not torch.Tensor or x.dtype == torch.bfloat16 or x.device.type != "cpu"
            for x in data
        ):
            return None
        data = [_from_torch(torch, x) for x in data]
    return _native.from_buffers(data, copy)  # type: ignore[no-any-return]


def _sequence(data: Any) -> list[Any]:
    if isinstance(data, list):
        return data
    if isinstance(data, (str, bytes)) or not isinstance(data, Iterable):
        raise errors.ArgumentError(
            f"a Batch needs a sequence of samples, or an array, not {errors.brief(data)}"
        )
    return list(data)


def _split(data: Any, wanted: DType | None, layout: str | None, copy: bool) -> Batch:
    """A Batch of the slices along the outer axis of an array."""
    whole = _make_tensor(data, None, None, None, False, copy and wanted is None)
    if whole.ndim < 1:
        raise errors.ArgumentError("one number has no samples: a Batch needs an outer axis")
    if layout is None and whole.layout is not None:
        if whole.layout[0] != "N":
            raise errors.LayoutError(
                f'the Tensor\'s layout "{whole.layout}" does not begin with "N", so its outer axis '
                "may not be the samples: say what one sample is with layout="
            )
        layout = whole.layout[1:]
    lay = _layout.check(layout, whole.ndim - 1)
    meta = Meta.get(whole.dtype, whole.ndim - 1, lay, True, whole.device)
    return Batch._of(whole._v.split_outer(), meta)  # type: ignore[no-any-return]


def _collect(data: list[Any], wanted: DType | None, layout: str | None, copy: bool) -> Batch:
    """A Batch from a list; the first sample decides the layout, all of them the dtype."""
    if not data:
        if wanted is None:
            raise errors.ArgumentError("an empty Batch needs a dtype")
        ndim = len(layout or "")
        native = native_of([], wanted, True, ndim)
        return Batch._of(native, Meta.get(wanted, ndim, layout, True))  # type: ignore[no-any-return]
    numbers = _numbers(data, wanted)
    if numbers is not None:
        _layout.check(layout, 0)
        array, found = numbers
        native = native_of([array], found, True).split_outer()
        return Batch._of(native, Meta.get(found, 0, None, True))  # type: ignore[no-any-return]
    samples: list[Tensor] = []
    for i, x in enumerate(data):
        try:
            samples.append(_sample(x, samples[0] if samples else None, wanted))
        except errors.Error as e:
            raise e.locate(sample=i) from None
    if len({s.dtype for s in samples}) > 1:
        kind = _common([s.dtype for s in samples], [_is_weak(x) for x in data])
        for i, x in enumerate(data):
            try:
                samples[i] = _sample(x, samples[0], kind)
            except errors.Error as e:
                raise e.locate(sample=i) from None
    first = samples[0]
    lay = first.layout if layout is None else _layout.check(layout, first.ndim)
    native = _native.from_values([s._v for s in samples], copy)
    meta = Meta.get(first.dtype, first.ndim, lay, True, first.device)
    made = Batch._of(native, meta)
    return slots.copy(made) if copy and first.device is not Device.CPU else made  # type: ignore[no-any-return]


def _numbers(data: list[Any], wanted: DType | None) -> tuple[Array, DType] | None:
    """Fast path for a list of plain Python numbers."""
    return python_array(data, wanted) if SCALARS.keys() >= set(map(type, data)) else None


def _is_weak(x: Any) -> bool:
    """Whether the type of a sample gives way to that of others: Python's numbers, lists of them."""
    return is_python(x) and not hasattr(first_leaf(x), "dtype")


_RANK = {DType.Kind.bool: 0, DType.Kind.unsigned: 1, DType.Kind.signed: 1, DType.Kind.float: 2}


def _common(dtypes: list[DType], weak: list[bool]) -> DType:
    """A type for samples of several types."""
    if any(t.kind is DType.Kind.enum for t in dtypes):
        return dtypes[0]
    strong = [t for t, gives_way in zip(dtypes, weak) if not gives_way] or dtypes
    found = strong[0]
    for t in strong:
        found = promotion.binary("*", found, t).result
    most = max(dtypes, key=lambda t: _RANK[t.kind])
    return found if _RANK[found.kind] >= _RANK[most.kind] else most


def _sample(x: Any, first: Tensor | None, wanted: DType | None) -> Tensor:
    x = _unwrap(x) if not isinstance(x, Value) else x
    if x is None:
        raise errors.ArgumentTypeError("a sample of a Batch is None")
    if isinstance(x, (Batch, Samples)):
        raise errors.ArgumentTypeError("a sample is itself a Batch: samples are Tensors or arrays")
    one = _make_tensor(x, wanted, None, None, False, False)
    if first is not None and one.device is not first.device:
        raise errors.DeviceError(f"sample 0 is on {first.device}, this one on {one.device}")
    if first is not None and one.ndim != first.ndim:
        raise errors.ShapeError(
            f"samples of a Batch have one number of axes: sample 0 has {first.ndim} "
            f"{first.shape}, this one {one.ndim} {one.shape}"
        )
    return one


DType._construct = staticmethod(tensor)
Tensor._construct = staticmethod(_make_tensor)
Batch._construct = staticmethod(_make_batch)
