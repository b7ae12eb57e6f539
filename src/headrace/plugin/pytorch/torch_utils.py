"""Converts pipeline values to torch tensors."""

from __future__ import annotations

from typing import Any

import torch

from headrace.core.batch import Batch
from headrace.core.dtype import DType
from headrace.core.dtype import dtype as read_dtype
from headrace.core.enums import DALIDataType
from headrace.engine.gpu.streams import Stream
from headrace.plugin.base_iterator import IteratorError

_KINDS = (
    torch.bool,
    torch.uint8,
    torch.uint16,
    torch.uint32,
    torch.uint64,
    torch.int8,
    torch.int16,
    torch.int32,
    torch.int64,
    torch.float16,
    torch.bfloat16,
    torch.float32,
    torch.float64,
)
_BY_DTYPE = {read_dtype(kind): kind for kind in _KINDS}
_NUMBERS = [DALIDataType(i) for i in range(12)]  # element types
to_torch_type: dict[DType | DALIDataType, torch.dtype] = dict(_BY_DTYPE.items())
to_torch_type.update((number, _BY_DTYPE[read_dtype(number)]) for number in _NUMBERS)


def to_torch_tensor(dali_tensor: Any, copy: bool) -> torch.Tensor:
    """A tensor, or a list of tensors of one shape, as a torch tensor: copied, or sharing memory."""
    made = _as_torch(dali_tensor)
    return made.clone() if copy else made


def feed_ndarray(dali_tensor: Any, arr: torch.Tensor, cuda_stream: Any = None) -> torch.Tensor:
    """Copies a tensor, or a list of tensors of one shape, into a torch tensor; returns it.

    cuda_stream: the torch stream (or a stream handle) for a copy to a GPU; by default the current
        one.
    """
    source = _as_torch(dali_tensor)
    if not isinstance(arr, torch.Tensor):
        raise IteratorError(f"the target has to be a torch.Tensor, not {type(arr).__name__}")
    if source.dtype != arr.dtype:
        raise IteratorError(f"the data is {source.dtype}, the target {arr.dtype}")
    if source.shape != arr.shape:
        raise IteratorError(
            f"the data has the shape {tuple(source.shape)}, the target {tuple(arr.shape)}"
        )
    if cuda_stream is None or arr.device.type != "cuda":
        return arr.copy_(source)
    stream = torch.cuda.ExternalStream(
        Stream(stream=cuda_stream, device_id=arr.device.index).handle, device=arr.device
    )
    stream.wait_stream(torch.cuda.current_stream(arr.device))
    with torch.cuda.stream(stream):
        arr.copy_(source, non_blocking=True)
    if source.device.type == "cuda":
        source.record_stream(stream)
    return arr


def sparse_coo(samples: list[torch.Tensor], batch: Batch) -> torch.Tensor:
    """One sparse tensor with all elements of the samples, including zeros."""
    axes = batch.ndim
    size = [len(samples), *(max((s.shape[i] for s in samples), default=0) for i in range(axes))]
    if not samples:
        return torch.sparse_coo_tensor(
            size=size, dtype=to_torch_type[batch.dtype], check_invariants=False
        )
    places = [_places(i, sample) for i, sample in enumerate(samples)]
    values = [sample.flatten() for sample in samples]
    # The indices are valid; checking them would cost more than making them.
    return torch.sparse_coo_tensor(
        torch.cat(places, 1), torch.cat(values), size, check_invariants=False
    )


def _places(number: int, sample: torch.Tensor) -> torch.Tensor:
    """Indices of all elements of a sample, one column each, with the sample's number on top."""
    sizes = [torch.arange(n, device=sample.device) for n in sample.shape]
    axes = torch.meshgrid(*sizes, indexing="ij") if sizes else ()
    first = torch.full((sample.numel(),), number, device=sample.device)
    return torch.stack([first, *(axis.flatten() for axis in axes)])


def _as_torch(data: Any) -> torch.Tensor:
    if hasattr(data, "__headrace_value__"):
        data = data.__headrace_value__()
    return data.torch() if hasattr(data, "torch") else torch.from_dlpack(data)
