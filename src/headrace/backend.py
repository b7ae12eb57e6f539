"""The part of DALI's module `backend` that applies here."""

from __future__ import annotations

from . import _native
from . import dynamic as _dynamic  # noqa: F401  registers functions that views call
from .core.device import gpu_count as _gpu_count
from .pipeline.tensors import TensorCPU, TensorGPU, TensorListCPU, TensorListGPU

__all__ = [
    "GetCUDADeviceCount",
    "ReleaseUnusedMemory",
    "TensorCPU",
    "TensorGPU",
    "TensorListCPU",
    "TensorListGPU",
]


def GetCUDADeviceCount() -> int:
    """The number of usable GPUs."""
    return _gpu_count()


def ReleaseUnusedMemory() -> None:
    """Returns cached memory to the system."""
    _native.trim_memory()
