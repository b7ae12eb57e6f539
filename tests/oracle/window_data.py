"""Samples of every layout and type for the operators that cut and mirror."""

from __future__ import annotations

import numpy as np
import pytest

from .both import Value, batch, dali, ours, run, tensor
from .differences import DIFFERENCES

DTYPES = [
    "uint8",
    "int8",
    "uint16",
    "int16",
    "uint32",
    "int32",
    "uint64",
    "int64",
    "float16",
    "float32",
    "float64",
]
LAYOUTS = {
    "HWC": (4, 5, 3),
    "CHW": (3, 4, 5),
    "DHWC": (3, 4, 5, 2),
    "CDHW": (2, 3, 4, 5),
    "FHWC": (3, 4, 5, 2),
    "FCHW": (3, 2, 4, 5),
    "CFHW": (2, 3, 4, 5),
}


def ramp(shape: tuple[int, ...], dtype: str = "uint8") -> np.ndarray:
    return np.arange(np.prod(shape)).reshape(shape).astype(dtype)


def of(layout: str | None, shape: tuple[int, ...] | None = None, dtype: str = "uint8") -> Value:
    return tensor(ramp(shape or LAYOUTS[layout or "HWC"], dtype), layout)


X = of("HWC")
B = batch(ramp((4, 5, 3)), ramp((6, 3, 3)), layout="HWC")
FRACTIONS = np.array(
    [[[-3.7, -0.5, 0.4]], [[0.5, 1.5, 2.5]], [[254.5, 255.5, 300.0]], [[7e4, -7e4, 1e10]]],
    np.float32,
)


# What a deliberate difference is about, the call, its input, the shape that Headrace gives.
Different = tuple[str, str, Value, tuple[int, ...]]


def only_ours(what: str, call: str, x: Value, shape: tuple[int, ...]) -> None:
    """DALI refuses what is listed as a difference."""
    assert what in DIFFERENCES
    with pytest.raises(Exception):  # noqa: B017  # RuntimeError, ValueError
        run(dali, call, x=x)
    assert run(ours, call, x=x)[0]["shape"] == [shape]
