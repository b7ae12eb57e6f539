"""Arrays and DLPack capsules of other libraries, as the values that tensor lists are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ... import _native
from ...core import errors
from ...core import layout as _layout
from ...core.arrays import native_of
from ...core.batch import Batch
from ...core.device import Device
from ...core.dtype import DType, uint8
from ...core.gpu_arrays import gpu_value, on_gpu
from ...core.meta import Meta
from ...core.slots import slots
from ...core.tensor import Tensor
from ...engine.gpu.streams import Stream

# What a list is that was made of nothing: it has no type yet.
NOTHING: Batch = Batch._of(native_of([], uint8, True), Meta.get(uint8, 0, None, True))


def read_cpu(data: Any, layout: str | None = None) -> Tensor:
    """A Tensor over the data, which has to be in CPU memory."""
    if is_capsule(data):
        data = _Capsule(data)
    made: Tensor = Tensor._construct(data, None, None, layout or None, False, False)
    if made.device is not Device.CPU:
        raise errors.DeviceError(
            f"the data is on {made.device}: TensorGPU and TensorListGPU take it there"
        )
    return made


def read_gpu(
    data: Any, layout: str | None = None, device_id: int = -1, stream: Any = None
) -> Tensor:
    """A Tensor over the data, which has to be on a GPU.

    stream: what makes the data of a capsule; other arrays say it themselves.
    """
    if hasattr(data, "__headrace_value__"):
        data = data.__headrace_value__()
    number = _gpu_of(data, device_id)
    if isinstance(data, Tensor):
        return Tensor._construct(data, None, None, layout or None, False, False)  # type: ignore[no-any-return]
    where = Device("gpu", number)
    if is_capsule(data):
        native, dtype, ndim = _gpu_capsule(data, where.device_id or 0, stream)
    else:
        native, dtype, ndim = gpu_value(data, where.device_id or 0)
    meta = Meta.get(dtype, ndim, _layout.check(layout, ndim), False, where)
    return Tensor._of(native, meta)  # type: ignore[no-any-return]


def read_batch(
    data: Any, layout: str | None, contiguous: bool, read: Callable[[Any], Tensor], device: str
) -> Batch:
    """A Batch of a list of samples, along the outer axis of an array, or of another list.

    contiguous: copy the samples of a list, to lie behind one another.
    read: what makes a Tensor of a sample or an array.
    device: where other lists have to be, "cpu" or "gpu".
    """
    if isinstance(data, (list, tuple)):
        samples = _samples(data, read)
        if not samples:
            return NOTHING
        made = Batch._construct(samples, None, None, layout or None, False)
        return slots.copy(made).evaluate() if contiguous else made  # type: ignore[no-any-return]
    if hasattr(data, "__headrace_value__"):
        data = data.__headrace_value__()
    if isinstance(data, Batch):
        if data is not NOTHING and data.device != device:
            raise errors.DeviceError(f"the samples are on {data.device}, not on the {device}")
        return Batch._construct(data, None, None, layout or None, False)  # type: ignore[no-any-return]
    whole = read(data)
    if not layout:  # without a name for the outer axis, those of the others may mean anything
        named = whole.layout or ""
        layout = named[1:] if named.startswith("N") else ""
    return Batch._construct(whole, None, None, layout, False)  # type: ignore[no-any-return]


def _samples(data: Sequence[Any], read: Callable[[Any], Tensor]) -> list[Tensor]:
    """The samples of a list, which have one type and, where they have any, one layout."""
    samples: list[Tensor] = []
    for i, x in enumerate(data):
        try:
            samples.append(_alike(read(x), samples))
        except errors.Error as e:
            raise e.locate(sample=i) from None
    return samples


def dlpack_objects(objects: Sequence[Any]) -> list[Any]:
    """The objects, if each of them has DLPack."""
    for i, x in enumerate(objects):
        if not hasattr(x, "__dlpack__"):
            raise errors.ArgumentTypeError(f"{errors.brief(x)} has no __dlpack__()", sample=i)
    return list(objects)


def _alike(sample: Tensor, others: list[Tensor]) -> Tensor:
    if not others:
        return sample
    first = others[0]
    if sample.dtype is not first.dtype:
        raise errors.DTypeError(
            f"samples of a list have one type: this one is {sample.dtype.full_name}, "
            f"sample 0 is {first.dtype.full_name}"
        )
    if sample.layout is not None and sample.layout != first.layout:
        was = "none" if first.layout is None else f'"{first.layout}"'
        raise errors.LayoutError(
            f'samples of a list have one layout: this one has "{sample.layout}", sample 0 has {was}'
        )
    return sample


def _gpu_of(data: Any, device_id: int) -> int | None:
    """The number of the GPU that the data is on; None for a capsule, which does not say it."""
    if is_capsule(data):
        return device_id if device_id >= 0 else None
    number = on_gpu(data)
    if number is None:
        raise errors.DeviceError(
            "the data is in CPU memory: TensorCPU and TensorListCPU take it there, "
            "ndd.as_tensor(data).gpu() moves it"
        )
    asks = hasattr(data, "__dlpack_device__")  # __cuda_array_interface__ says no number
    return number if asks or device_id < 0 else device_id


def _gpu_capsule(capsule: Any, number: int, stream: Any) -> tuple[Any, DType, int]:
    ours = slots.stream(number)
    if stream is not None:
        ours.follow(Stream(stream=stream, device_id=number).handle)
    made = _native.from_dlpack(capsule, ours)
    if made is None:
        raise errors.ArgumentError(
            f"the capsule is not dense, of a type that there is not here, or not of gpu:{number}"
        )
    native, kind, ndim = made
    return native, DType.from_native(kind), ndim


def is_capsule(data: Any) -> bool:
    """Whether something is a bare DLPack capsule."""
    return type(data).__name__ == "PyCapsule"


def read_capsule(capsule: Any) -> Tensor:
    """A Tensor over the memory of a capsule, which is ready for the GPU's legacy default stream."""
    kind, number = _native.dlpack_device(capsule)
    if Device.type_from_dlpack(kind) == "cpu":
        return read_cpu(capsule)
    return read_gpu(capsule, device_id=number, stream=_LEGACY)


_LEGACY = 1  # the handle of CUDA's legacy default stream


class _Capsule:
    """A DLPack capsule as an object that hands it out."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __dlpack__(self, **_: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return _native.dlpack_device(self._capsule)
