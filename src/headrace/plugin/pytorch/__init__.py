"""Iterators whose batches are torch tensors, and operators that call torch."""

from __future__ import annotations

from headrace.plugin.base_iterator import LastBatchPolicy

from . import experimental, fn, torch_utils
from .iterators import DALIClassificationIterator, DALIGenericIterator, DALIRaggedIterator
from .operators import TorchPythonFunction
from .torch_utils import feed_ndarray, to_torch_type

__all__ = [
    "DALIClassificationIterator",
    "DALIGenericIterator",
    "DALIRaggedIterator",
    "LastBatchPolicy",
    "TorchPythonFunction",
    "experimental",
    "feed_ndarray",
    "fn",
    "to_torch_type",
    "torch_utils",
]
