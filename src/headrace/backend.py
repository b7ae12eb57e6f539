"""Names that programs import from DALI's module `backend`, as far as they mean something here."""

from __future__ import annotations

from . import _native
from . import dynamic as _dynamic  # noqa: F401  registers what views call
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
    """How many GPUs can be used here."""
    return _gpu_count()


def ReleaseUnusedMemory() -> None:
    """Gives memory that is kept for later use back to the system."""
    _native.trim_memory()
