"""The types of pipeline outputs, under DALI's module name."""

from __future__ import annotations

from . import dynamic as _dynamic  # noqa: F401  registers functions that views call
from .pipeline.tensors import TensorCPU, TensorGPU, TensorListCPU, TensorListGPU

__all__ = ["TensorCPU", "TensorGPU", "TensorListCPU", "TensorListGPU"]
