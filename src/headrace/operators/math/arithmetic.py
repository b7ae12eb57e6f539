"""Arithmetic: implements the operators of values (+, <, ~ …) and the functions of ndd.math.

An integer divided by 0 is an error on the CPU. On a GPU, whose kernels cannot raise, quotient and
remainder are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core import errors, promotion
from ...core import layout as _layout
from ...core.device import Device
from ...core.dtype import DType, float32, float64, int32, int64, uint32, uint64
from ...core.meta import Meta
from ...core.site import caller_site
from ...core.slots import slots
from ...engine import cases
from ...engine.lowering import Immediate, InputMeta
from ...engine.operator import Definition, Lowered, Out, kernel, operator, reference
from ...engine.params import Input

# Names that value methods use for unary operators → symbols of the promotion tables.
_UNARY = {"neg": "-", "pos": "+", "abs": "abs", "invert": "~"}
_BINARY = ("+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>",
           "==", "!=", "<", "<=", ">", ">=")  # fmt: skip
_NO_FLOATS = ("&", "|", "^", "<<", ">>", "invert")
_WIDE = (int32, uint32, int64, uint64)


def arithmetic(op: str, *operands: Any) -> Any:
    """The result of an operator ("+", "<", "neg") or function ("sqrt", "clamp") of 1 to 3 operands.

    Python and NumPy numbers are immediates: their type is part of the cache key, and the call
    passes their value to the kernel. Other operands that are not values become Tensors.
    """
    site = caller_site(2)  # skip our own frame: `__add__`, `math.sqrt`
    return _definitions[op].call(operands, (), None, None, None, site)


# ---- structures ---------------------------------------------------------------------------------


def lower(op: str, operands: Sequence[Any]) -> Lowered:
    """The kernel call for operands that are values or immediates."""
    values = [x for x in operands if not isinstance(x, Immediate)]
    try:
        _check_devices(values)
        out, params = _rules(op, values, [x.dtype for x in operands])
    except errors.Error as e:
        raise e.locate(detail=_describe(operands)) from None
    kinds = [x.dtype.id if isinstance(x, Immediate) else -1 for x in operands]
    return kernel("arithmetic", *values, out=out, operands=kinds, **params)


def _operator(op: str) -> Definition:
    """The Definition of an operator; its symbol or name is the name in errors."""

    def body(*operands: Input):
        return lower(op, operands)

    return Definition(op, body, immediates=True)


_definitions = {op: _operator(op) for op in (*_UNARY, *_BINARY)}


def define(op: str, definition: Definition) -> None:
    """Adds a function of ndd.math, unless an operator has the same name."""
    _definitions.setdefault(op, definition)


def _rules(op: str, metas: Sequence[Any], dtypes: Sequence[DType]) -> tuple[Out, dict[str, Any]]:
    """Type, number of axes and layout of the result, and the kernel parameters."""
    if len(dtypes) == 1:
        rule = promotion.unary(_UNARY.get(op, op), dtypes[0])
    elif len(dtypes) == 2:
        rule = promotion.binary(op, dtypes[0], dtypes[1])
    else:
        rule = promotion.ternary(op, dtypes[0], dtypes[1], dtypes[2])
    compute = [rule.compute.id] * len(dtypes)
    if op == "%" and rule.compute is float32 and any(d in _WIDE for d in dtypes):
        compute = [float64.id] * 2  # a remainder depends on all digits of its operands
    if rule.by_value:
        compute = [(uint64 if d is uint64 else int64).id for d in dtypes]
    ndim = max([m.ndim for m in metas])
    layout = None
    for m in metas:
        layout = _layout.broadcast(layout, m.layout)
    if layout is not None and len(layout) != ndim:
        layout = None  # the operand with more axes has no layout
    return Out(rule.result, ndim, layout), {"op": op, "compute": compute}


def _check_devices(values: Sequence[InputMeta]) -> None:
    devices = {x.device for x in values}
    if len(devices) > 1:
        where = " and ".join(sorted(str(d) for d in devices))
        raise errors.DeviceError(
            f"operands are on different devices, {where}: move one of them with .cpu() or .gpu()"
        )


def _describe(operands: Sequence[Any]) -> str:
    def one(x: Any) -> str:
        if isinstance(x, Immediate):
            return f"a {x.dtype.full_name} number"
        axes = "1 axis" if x.ndim == 1 else f"{x.ndim} axes"
        layout = f' "{x.layout}"' if x.layout else ""
        where = "" if x.device is Device.CPU else f" on {x.device}"
        return f"{'Batch' if x.batch else 'Tensor'} of {x.dtype.full_name}, {axes}{layout}{where}"

    return "operands: " + "; ".join([one(x) for x in operands])


# ---- the operator, for the registry and the harness ---------------------------------------------


def _samples() -> list[cases.Case]:
    shapes = [(4, 5, 3), (1, 7, 2), (3, 1, 1)]
    others = [(5, 3), (7, 1), (1, 1)]
    found = []
    for op in _BINARY:
        kinds = ("uint8", "int8") if op in _NO_FLOATS else ("int16", "float32")
        low, high = (0, 7) if op in ("<<", ">>") else (1, 9)
        found.append(
            cases.Case(
                [
                    cases.Sample(shapes, kinds[0]),
                    cases.Sample(others, kinds[1], low=low, high=high),
                ],
                {"op": op},
                tolerance=1e-6 if op == "**" else 0.0,
            )
        )
        found.append(
            cases.Case(
                [
                    cases.Sample(shapes, "int32", low=-99, high=99),
                    cases.Sample(shapes, "uint8", low=1, high=9),
                ],
                {"op": op},
            )
        )
    for op in _UNARY:
        found.append(cases.Case([cases.Sample(shapes, "int8")], {"op": op}))
    return found


@operator("_arithmetic", samples=_samples(), immediates=True)
def _apply(*operands: Input, op: str):
    """The operator behind `x + y`, `x < y`, `-x` and all of `ndd.math`, by its symbol or name.

    Integers divided by 0 (`//`, `%`) are an error on the CPU, and 0 on a GPU.

    >>> import headrace.dynamic as ndd
    >>> x = ndd.tensor([1, 2, 3], dtype="u8")
    >>> (x * 100 + 50).dtype, (x < 2).dtype
    (DType(int32), DType(bool))
    """
    return lower(op, operands)


slots.fill("arithmetic", arithmetic)


@reference(_apply)
def evaluate(*arrays: Any, op: str, layout: str | None = None) -> Any:
    """The NumPy reference."""
    dtypes = [DType.parse(a.dtype.name) for a in arrays]
    metas = [Meta.get(d, a.ndim, None, False) for d, a in zip(dtypes, arrays)]
    out, params = _rules(op, metas, dtypes)
    kinds = [DType.from_native(i).numpy for i in params["compute"]]
    with np.errstate(all="ignore"):
        if kinds[0] != kinds[-1]:  # uint64 with signed integers, by value
            kinds = [np.dtype(object)] * 2
        ready = [a.astype(k) for a, k in zip(arrays, kinds)]
        result = _NUMPY[op](*ready)
        return np.asarray(result).astype(out.dtype.numpy)


def _divide(a: Any, b: Any) -> Any:
    if a.dtype.kind == "f":
        return a / b
    q = np.floor_divide(a, b)  # rounds down; C truncates
    return q + ((q < 0) & (q * b != a))


def _remainder(a: Any, b: Any) -> Any:
    return np.fmod(a, b)


def _power(a: Any, b: Any) -> Any:
    if a.dtype.kind == "f":
        return np.power(a, b)
    return np.where(b < 0, 0, np.power(a, np.maximum(b, 0)))


def _shift(function: Any) -> Any:
    def shift(a: Any, b: Any) -> Any:
        wide = a.dtype if a.dtype.itemsize == 8 else np.dtype(np.int32)
        if a.dtype.name == "uint32":
            wide = a.dtype
        count = b.astype(wide) & (63 if wide.itemsize == 8 else 31)
        return function(a.astype(wide), count)

    return shift


_NUMPY: dict[str, Any] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide,
    "//": _divide, "%": _remainder, "**": _power,
    "&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor,
    "<<": _shift(np.left_shift), ">>": _shift(np.right_shift),
    "==": np.equal, "!=": np.not_equal, "<": np.less, "<=": np.less_equal,
    ">": np.greater, ">=": np.greater_equal,
    "neg": np.negative, "pos": np.array, "abs": np.abs, "invert": np.invert,
    "min": lambda a, b: np.where(a < b, a, b), "max": lambda a, b: np.where(a > b, a, b),
    "pow": _power, "fpow": _power, "atan2": np.arctan2,
    "clamp": lambda v, lo, hi: np.where((t := np.where(v < lo, lo, v)) > hi, hi, t),
    "rsqrt": lambda x: 1 / np.sqrt(x), "cbrt": np.cbrt, "sqrt": np.sqrt,
    "exp": np.exp, "log": np.log, "log2": np.log2, "log10": np.log10,
    "fabs": np.fabs, "floor": np.floor, "ceil": np.ceil,
    "sin": np.sin, "cos": np.cos, "tan": np.tan,
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan,
    "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh,
    "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh,
}  # fmt: skip
