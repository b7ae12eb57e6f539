"""The operations of arithmetic by name, numbers at the edges of types, how results compare."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

import headrace.dynamic as ndd
from headrace.core.dtype import DType

BINARY = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "min": ndd.math.min,
    "max": ndd.math.max,
    "pow": ndd.math.pow,
    "fpow": ndd.math.fpow,
    "atan2": ndd.math.atan2,
}
UNARY = {"neg": operator.neg, "pos": operator.pos, "abs": abs, "invert": operator.invert}
MATH = (
    *("sqrt", "rsqrt", "cbrt", "exp", "log", "log2", "log10", "fabs", "floor", "ceil"),
    *("sin", "cos", "tan", "asin", "acos", "atan"),
    *("sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
)
EXACT = {*BINARY, *UNARY, "sqrt", "rsqrt", "fabs", "floor", "ceil"} - {"**", "pow", "fpow", "atan2"}


def edge_values(t: DType) -> np.ndarray[Any, Any]:
    """Numbers at which arithmetic in this type goes wrong, if anywhere."""
    if t.kind is DType.Kind.bool:
        return np.array([False, True])
    if t.kind is DType.Kind.float:
        some = [-7.5, -2, -1, -0.0, 0, 0.5, 1, 2, 3.7, 100, 4e4, np.nan, np.inf, -np.inf]
        return np.array(some, t.numpy)
    info = np.iinfo(t.numpy)
    some = [info.min, info.min + 1, -100, -7, -3, -1, 0, 1, 2, 3, 7, 33, 100, info.max - 1]
    return np.array([v for v in [*some, info.max] if v >= info.min], t.numpy)


def same(op: str, actual: Any, expected: np.ndarray[Any, Any]) -> None:
    found = np.asarray(actual)
    assert found.dtype == expected.dtype, f"{op}: {found.dtype} is not {expected.dtype}"
    assert found.shape == expected.shape, f"{op}: {found.shape} is not {expected.shape}"
    if op in EXACT or expected.dtype.kind in "biu":
        if expected.dtype.kind == "V":  # NumPy does not know bfloat16's NaN
            found, expected = found.astype(np.float32), expected.astype(np.float32)
        np.testing.assert_array_equal(found, expected)
        return
    wide = np.float64 if expected.dtype == np.float64 else np.float32
    tolerance = {"float64": 1e-13, "float32": 1e-6, "float16": 1e-3, "bfloat16": 1e-2}
    np.testing.assert_allclose(
        found.astype(wide), expected.astype(wide), rtol=tolerance[expected.dtype.name]
    )
