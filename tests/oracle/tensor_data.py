"""Inputs that the oracle tests of the tensor family share."""

from __future__ import annotations

import numpy as np

from .both import batch, tensor

TYPES = [
    *("bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64"),
    *("float16", "float32", "float64"),
]


def numbers(*shape: int, dtype: str = "uint8", start: int = 0) -> np.ndarray:
    """An array that counts."""
    return np.arange(start, start + int(np.prod(shape))).reshape(shape).astype(dtype)


def cases(template: str, *arguments: str) -> list[str]:
    """Calls that differ in their arguments."""
    return [template.format(a) for a in arguments]


X = tensor(numbers(2, 3, 4), "HWC")
N = tensor(numbers(2, 3, 4))
XB = batch(numbers(2, 3, 4), numbers(2, 3, 2, start=50), layout="HWC")
HW = tensor(numbers(2, 3, dtype="int32"), "HW")
HWB = batch(numbers(2, 3, dtype="int32"), numbers(2, 2, dtype="int32", start=9), layout="HW")
FHW = tensor(numbers(4, 3, 2, dtype="int16"), "FHW")
FHWB = batch(
    numbers(4, 3, 2, dtype="int16"), numbers(3, 3, 2, dtype="int16", start=99), layout="FHW"
)
ONES = tensor(numbers(1, 2, 1, 12), "FHWC")
ONES_B = batch(numbers(1, 2, 1, 12), numbers(1, 3, 1, 8), layout="FHWC")
