"""Whole batches as a training loop takes them: torch's tensors where torch is installed."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np

import headrace.dynamic as ndd

TORCH = importlib.util.find_spec("torch") is not None


def views(value: Any) -> list[Any]:
    """Writable arrays over a value's memory: one, or without torch one for each sample."""
    if TORCH:
        return [value.torch().numpy()]
    return list(value.numpy_list()) if isinstance(value, ndd.Batch) else [np.asarray(value)]


def dense(value: Any) -> Any:
    """All samples of a Batch as one array, or a Tensor's."""
    arrays = views(value)
    return arrays[0] if TORCH or not isinstance(value, ndd.Batch) else np.stack(arrays)
