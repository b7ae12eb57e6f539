"""Constants in graphs: numbers, arrays, and what types.Constant makes of them."""

from __future__ import annotations

import operator as _operator
from typing import Any

import numpy as np

from ..core import errors
from ..core.dtype import DType, bool_, float32, float64, int32, int64, uint32, uint64
from ..core.dtype import dtype as read_dtype
from ..core.interop import as_tensor, tensor
from ..core.site import caller_site
from ..core.tensor import Tensor
from ..core.value import Operators, Value
from .node import DataNode
from .sources import constant, frozen

# NumPy arrays in a graph are constants of 32 bits, as plain numbers are; types.Constant with dtype=
# makes others. Arrays without axes, NumPy's numbers and torch's tensors keep their types.
_NARROW = {int64: int32, uint64: uint32, float64: float32}


def own(value: Tensor, given: Any) -> Tensor:
    """A constant of the given data: a read-only copy."""
    narrow = _NARROW.get(value.dtype) if isinstance(given, (np.ndarray, np.generic)) else None
    if narrow is not None:
        value = tensor(np.asarray(value).astype(narrow.numpy), layout=value.layout)
    return frozen(value)  # type: ignore[return-value]


class ScalarConstant(Operators):
    """A number of a given type, for arithmetic with nodes and for arguments.

    >>> from headrace import types
    >>> types.Constant(3).float16(), str(types.Constant(3).uint8())
    (3.0, '3:DALIDataType.UINT8')
    """

    __slots__ = ("dtype", "value")

    value: Any
    dtype: DType

    def __init__(self, value: Any, dtype: Any = None) -> None:
        if isinstance(value, ScalarConstant):
            value, dtype = value.value, dtype or value.dtype
        if getattr(value, "ndim", None) == 0 and hasattr(value, "__array__"):
            value = np.asarray(value)[()]
        if not isinstance(value, (bool, int, float, np.generic)):
            raise errors.ArgumentTypeError(
                f"a scalar constant is a number, got {errors.brief(value)}", site=caller_site()
            )
        guess = bool_ if isinstance(value, bool) else int32 if isinstance(value, int) else float32
        if dtype is None and isinstance(value, np.generic):
            guess = read_dtype(value.dtype)
        self.dtype = guess if dtype is None else read_dtype(dtype)
        python = _PYTHON.get(self.dtype.kind)
        self.value = value if dtype is None or python is None else python(value)

    def scalar(self) -> Any:
        """The number, rounded to its type."""
        value, kind = self.value, self.dtype.numpy
        if kind.kind in "iu":
            limits = np.iinfo(kind)
            value = min(max(int(value), int(limits.min)), int(limits.max))
        return kind.type(value)

    def __index__(self) -> int:
        return int(_operator.index(self.scalar()))

    def _combine(self, op: str, *operands: Any) -> Any:
        if not any(isinstance(x, DataNode) for x in operands):
            raise errors.ArgumentTypeError(
                "constants take part in arithmetic with DataNodes; between numbers use Python's",
                site=caller_site(),
            )
        from .calls import arithmetic

        return arithmetic(op, *operands)

    __hash__ = object.__hash__  # type: ignore[assignment]  # == makes a node

    def __getattr__(self, name: str) -> Any:
        try:
            kind = read_dtype(_METHODS[name])
        except KeyError:
            raise AttributeError(name) from None
        return lambda: ScalarConstant(self.value, kind)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __repr__(self) -> str:
        return str(self.value)

    def __str__(self) -> str:
        return f"{self.value}:{self.dtype.type_id or self.dtype}"


_PYTHON: dict[DType.Kind, type] = {
    DType.Kind.bool: bool, DType.Kind.signed: int, DType.Kind.unsigned: int,
    DType.Kind.float: float,
}  # fmt: skip
_METHODS = {
    "bool": "bool", "int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64",
    "uint8": "uint8", "uint16": "uint16", "uint32": "uint32", "uint64": "uint64",
    "float16": "float16", "float32": "float32", "float64": "float64",
}  # fmt: skip


def make_constant(
    value: Any,
    dtype: Any = None,
    shape: Any = None,
    layout: str | None = None,
    device: str | None = None,
    name: str | None = None,
) -> Any:
    """types.Constant: a number for arithmetic, or a node with the same array in every sample."""
    scalar = isinstance(value, (bool, int, float, np.generic, ScalarConstant))
    scalar |= getattr(value, "ndim", None) == 0 and hasattr(value, "__array__")
    if scalar and shape is None and layout is None and device is None:
        return ScalarConstant(value, dtype)
    array = _array(value, dtype, shape)
    node = constant(as_tensor(array, layout=layout), name)
    return node.gpu() if device == "gpu" else node


def constant_op(
    *,
    fdata: Any = None,
    idata: Any = None,
    shape: Any = None,
    dtype: Any = None,
    layout: str | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: bool = False,
    bytes_per_sample_hint: Any = None,
) -> DataNode:
    """The same array in every sample: fdata (floats) or idata (integers), in a shape.

    >>> from headrace import fn, pipeline_def
    >>> @pipeline_def(batch_size=1)
    ... def graph():
    ...     return fn.constant(idata=[1, 2, 3, 4], shape=[2, 2])
    >>> graph().run()[0].at(0).tolist()
    [[1, 2], [3, 4]]
    """
    if (fdata is None) == (idata is None):
        raise errors.ArgumentError(
            "give fdata or idata, one of them", operator="constant", site=caller_site()
        )
    value = np.asarray(idata, np.int32) if fdata is None else np.asarray(fdata, np.float32)
    node = make_constant(np.atleast_1d(value), dtype, shape, layout, "cpu", name)
    return node.gpu() if device == "gpu" else node  # type: ignore[no-any-return]


def _array(value: Any, dtype: Any, shape: Any) -> Any:
    if isinstance(value, ScalarConstant):
        value, dtype = value.scalar(), dtype or value.dtype
    array = np.asarray(value if hasattr(value, "__array__") else tensor(value))
    if dtype is not None:
        array = array.astype(read_dtype(dtype).numpy)
    elif array.dtype.kind in "iuf" and isinstance(value, np.ndarray):
        kind = read_dtype(array.dtype)
        array = array.astype(_NARROW.get(kind, kind).numpy)
    if shape is not None:
        shape = tuple(shape) if isinstance(shape, (list, tuple)) else (shape,)
        if array.size not in (1, int(np.prod(shape))):
            raise errors.ShapeError(
                f"{array.size} elements do not fill the shape {shape}", site=caller_site()
            )
        same = array.size == int(np.prod(shape))
        array = array.reshape(shape) if same else np.broadcast_to(array.reshape(()), shape)
    return np.array(array, order="C")


def as_node(x: Any) -> DataNode:
    """A node for something that need not be one: a number, an array, a constant."""
    if isinstance(x, DataNode):
        return x
    if isinstance(x, ScalarConstant):
        return constant(tensor(x.scalar()))
    try:
        return constant(x if isinstance(x, Value) else own(as_tensor(x), x))
    except (TypeError, ValueError) as e:
        raise errors.ArgumentTypeError(
            f"{errors.brief(x)} is neither a DataNode nor something to make a constant of: {e}",
            site=caller_site(),
        ) from None
