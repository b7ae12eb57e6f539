"""Enums and constants by the names that DALI programs use: `types.FLOAT`, `types.INTERP_CUBIC`.

Wherever one is taken, its name in a string is too: `interp_type="cubic"`.
"""

from __future__ import annotations

from typing import Any

from .core import enums as _enums
from .core.dtype import dtype as _dtype
from .core.enums import (
    ANY_DATA,
    BGR,
    BOOL,
    CPU_ONLY_DEVICE_ID,
    DATA_TYPE,
    FEATURE,
    FLOAT,
    FLOAT16,
    FLOAT64,
    GRAY,
    IMAGE_TYPE,
    INT8,
    INT16,
    INT32,
    INT64,
    INTERP_CUBIC,
    INTERP_GAUSSIAN,
    INTERP_LANCZOS3,
    INTERP_LINEAR,
    INTERP_NN,
    INTERP_TRIANGULAR,
    INTERP_TYPE,
    NCHW,
    NFCHW,
    NFHWC,
    NHWC,
    NO_TYPE,
    PYTHON_OBJECT,
    RGB,
    SAME,
    STRING,
    TENSOR_LAYOUT,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    DALIDataType,
    DALIImageType,
    DALIInterpType,
    PipelineAPIType,
    YCbCr,
)

__all__ = [
    "ANY_DATA",
    "BGR",
    "BOOL",
    "CPU_ONLY_DEVICE_ID",
    "DATA_TYPE",
    "FEATURE",
    "FLOAT",
    "FLOAT16",
    "FLOAT64",
    "GRAY",
    "IMAGE_TYPE",
    "INT8",
    "INT16",
    "INT32",
    "INT64",
    "INTERP_CUBIC",
    "INTERP_GAUSSIAN",
    "INTERP_LANCZOS3",
    "INTERP_LINEAR",
    "INTERP_NN",
    "INTERP_TRIANGULAR",
    "INTERP_TYPE",
    "NCHW",
    "NFCHW",
    "NFHWC",
    "NHWC",
    "NO_TYPE",
    "PYTHON_OBJECT",
    "RGB",
    "SAME",
    "STRING",
    "TENSOR_LAYOUT",
    "UINT8",
    "UINT16",
    "UINT32",
    "UINT64",
    "DALIDataType",
    "DALIImageType",
    "DALIInterpType",
    "PipelineAPIType",
    "YCbCr",
    "to_dali_type",
    "to_numpy_type",
]


def to_numpy_type(dali_type: Any) -> Any:
    """The NumPy type of an element type.

    >>> to_numpy_type(FLOAT)
    <class 'numpy.float32'>
    """
    return _dtype(dali_type).numpy.type


def to_dali_type(framework_type: Any) -> _enums.DALIDataType:
    """The number of a NumPy type, or of its name.

    >>> to_dali_type("float32")
    <DALIDataType.FLOAT: 9>
    """
    found = _dtype(framework_type)
    for member in _enums.DALIDataType:
        if 0 <= int(member) <= int(_enums.DALIDataType.BOOL) and _dtype(member) is found:
            return member
    raise TypeError(f"{found} has no number among DALI's types")
