"""The types of pipelines' outputs, by the name of DALI's module."""

from __future__ import annotations

from . import dynamic as _dynamic  # noqa: F401  registers what views call
from .pipeline.tensors import TensorCPU, TensorGPU, TensorListCPU, TensorListGPU

__all__ = ["TensorCPU", "TensorGPU", "TensorListCPU", "TensorListGPU"]
