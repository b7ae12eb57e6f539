"""What comes out of pipelines: lists of tensors and tensors, views of batches and samples."""

from .lists import TensorCPU, TensorGPU, TensorListCPU, TensorListGPU

__all__ = ["TensorCPU", "TensorGPU", "TensorListCPU", "TensorListGPU"]
