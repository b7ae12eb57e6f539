"""Enums and constants under DALI's names: `types.FLOAT`, `types.INTERP_CUBIC`.

Each is also accepted as a string: `interp_type="cubic"`.
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
from .core.errors import ArgumentTypeError as _ArgumentTypeError
from .core.errors import brief as _brief
from .core.infos import BatchInfo, SampleInfo

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
    "BatchInfo",
    "CUDAStream",
    "DALIDataType",
    "DALIImageType",
    "DALIInterpType",
    "PipelineAPIType",
    "SampleInfo",
    "TensorLayout",
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
    """The DALIDataType of a NumPy type, or of its name.

    >>> to_dali_type("float32")
    <DALIDataType.FLOAT: 9>
    """
    found = _dtype(framework_type)
    for member in _enums.DALIDataType:
        if 0 <= int(member) <= int(_enums.DALIDataType.BOOL) and _dtype(member) is found:
            return member
    raise TypeError(f"{found} has no number among DALI's types")


class TensorLayout(str):
    """A layout such as "HWC": a string, accepted wherever a layout is.

    >>> TensorLayout("HWC"), len(TensorLayout("HWC")), TensorLayout("HWC") == "HWC"
    (TensorLayout('HWC'), 3, True)
    """

    __slots__ = ()

    def __new__(cls, layout: str, /) -> TensorLayout:
        """A layout with one letter per axis."""
        if not isinstance(layout, str):
            raise _ArgumentTypeError(f'a layout is a string such as "HWC", not {_brief(layout)}')
        return super().__new__(cls, layout)

    def __repr__(self) -> str:
        return f"TensorLayout({super().__repr__()})"


class CUDAStream:
    """A CUDA stream by its handle; 0 is the default stream. Accepted wherever a stream is.

    >>> CUDAStream(5).ptr, CUDAStream() == CUDAStream(0)
    (5, True)
    """

    __slots__ = ("_ptr",)

    def __init__(self, ptr: int = 0) -> None:
        self._ptr = int(ptr)

    @property
    def ptr(self) -> int:
        """The handle, as a number."""
        return self._ptr

    def __eq__(self, other: object) -> bool:
        return self._ptr == other._ptr if isinstance(other, CUDAStream) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._ptr)

    def __repr__(self) -> str:
        return f"CUDAStream({self._ptr:#x})"


def Constant(
    value: Any,
    dtype: Any = None,
    shape: Any = None,
    layout: str | None = None,
    device: str | None = None,
    **kwargs: Any,
) -> Any:
    """A constant for graphs: a typed number for arithmetic, or, given an array, a shape, a layout
    or a device, a node with the same value in every sample.

    >>> print(Constant(7, UINT8))
    7:DALIDataType.UINT8
    """
    from .pipeline.constants import make_constant

    return make_constant(value, dtype, shape, layout, device)


def ConstantNode(
    device: str | None, value: Any, dtype: Any, shape: Any, layout: str | None, **kwargs: Any
) -> Any:
    """A node with the same array in every sample."""
    from .pipeline.constants import make_constant

    return make_constant(value, dtype, shape, layout, device or "cpu")


def __getattr__(name: str) -> Any:
    if name == "ScalarConstant":
        from .pipeline.constants import ScalarConstant

        return ScalarConstant
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
