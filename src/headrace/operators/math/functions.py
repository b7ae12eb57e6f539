"""ndd.math: functions of values and numbers, element by element.

Integers become float32, float64 stays float64; abs, min, max, clamp and pow return the common type
of their operands. 16-bit floats are computed in float32 and rounded once. A plain number gives a
Tensor.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from ...core import promotion
from ...engine import cases
from ...engine.operator import operator, registry
from .arithmetic import arithmetic, define, evaluate, lower

Function = Callable[..., Any]


def _function(
    low: float = -4.0, high: float = 4.0, *, tolerance: float = 0.0, keeps: bool = False
) -> Function:
    """Register a function of ndd.math; its samples are drawn from [low, high).

    keeps: the result has the common type of its operands, rather than a float type.
    """

    def decorate(function: Function) -> Function:
        name = function.__name__
        promotion.define(name, len(inspect.signature(function).parameters), keeps)

        def body(*operands: Any) -> Any:
            return lower(name, operands)

        def reference(*arrays: Any, layout: str | None = None) -> Any:
            return evaluate(*arrays, op=name)

        body.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
        body.__name__, body.__doc__, body.__module__ = name, function.__doc__, function.__module__
        samples = _samples(function, low, high, tolerance)
        operator(f"math.{name}", samples=samples, immediates=True)(body)
        definition = registry[f"math.{name}"]
        define(name, definition)
        definition.function, definition.reference = function, reference
        function.definition = definition  # type: ignore[attr-defined]
        return function

    return decorate


def _samples(function: Function, low: float, high: float, tolerance: float) -> list[cases.Case]:
    count = len(inspect.signature(function).parameters)
    shapes = [[(4, 5, 3), (1, 7, 2), (3, 1, 1)], [(5, 3), (7, 1), (1, 1)], [(3,), (2,), (1,)]]
    return [
        cases.Case([cases.Sample(shapes[i], dtype, low=low, high=high) for i in range(count)],
                   tolerance=tolerance)
        for dtype in ("float32", "float64", "int16")
    ]  # fmt: skip


@_function(keeps=True)
def abs(input: Any) -> Any:
    """Absolute value, in the operand's type; the smallest integer does not change.

    >>> import headrace.dynamic as ndd
    >>> ndd.math.abs(ndd.tensor([-3, 2]))
    Tensor([3 2], dtype=i32, device="cpu")
    """
    return arithmetic("abs", input)


@_function()
def fabs(input: Any) -> Any:
    """Absolute value as a float: fabs(-3) is 3.0."""
    return arithmetic("fabs", input)


@_function()
def floor(input: Any) -> Any:
    """The largest integer not above the operand, as a float."""
    return arithmetic("floor", input)


@_function()
def ceil(input: Any) -> Any:
    """The smallest integer not below the operand, as a float."""
    return arithmetic("ceil", input)


@_function(0.0, 100.0)
def sqrt(input: Any) -> Any:
    """Square root.

    >>> import headrace.dynamic as ndd
    >>> float(ndd.math.sqrt(4))
    2.0
    """
    return arithmetic("sqrt", input)


@_function(0.1, 100.0, tolerance=1e-6)
def rsqrt(input: Any) -> Any:
    """One over the square root; infinite at 0."""
    return arithmetic("rsqrt", input)


@_function(-100.0, 100.0, tolerance=1e-6)
def cbrt(input: Any) -> Any:
    """Cube root."""
    return arithmetic("cbrt", input)


@_function(tolerance=1e-5)
def exp(input: Any) -> Any:
    """e raised to the operand."""
    return arithmetic("exp", input)


@_function(0.1, 100.0, tolerance=1e-6)
def log(input: Any) -> Any:
    """Natural logarithm: -inf at 0, NaN below."""
    return arithmetic("log", input)


@_function(0.1, 100.0, tolerance=1e-6)
def log2(input: Any) -> Any:
    """Logarithm to base 2."""
    return arithmetic("log2", input)


@_function(0.1, 100.0, tolerance=1e-6)
def log10(input: Any) -> Any:
    """Logarithm to base 10."""
    return arithmetic("log10", input)


@_function(tolerance=1e-6)
def sin(input: Any) -> Any:
    """Sine of radians."""
    return arithmetic("sin", input)


@_function(tolerance=1e-6)
def cos(input: Any) -> Any:
    """Cosine of radians."""
    return arithmetic("cos", input)


@_function(-1.5, 1.5, tolerance=1e-4)
def tan(input: Any) -> Any:
    """Tangent of radians."""
    return arithmetic("tan", input)


@_function(-1.0, 1.0, tolerance=1e-6)
def asin(input: Any) -> Any:
    """Arc sine in radians; NaN outside [-1, 1]."""
    return arithmetic("asin", input)


@_function(-1.0, 1.0, tolerance=1e-6)
def acos(input: Any) -> Any:
    """Arc cosine in radians; NaN outside [-1, 1]."""
    return arithmetic("acos", input)


@_function(tolerance=1e-6)
def atan(input: Any) -> Any:
    """Arc tangent in radians."""
    return arithmetic("atan", input)


@_function(tolerance=1e-6)
def atan2(x: Any, y: Any) -> Any:
    """Arc tangent of x / y, in the correct quadrant.

    The first operand is the ordinate, as in C, despite its name.
    """
    return arithmetic("atan2", x, y)


@_function(tolerance=1e-5)
def sinh(input: Any) -> Any:
    """Hyperbolic sine."""
    return arithmetic("sinh", input)


@_function(tolerance=1e-5)
def cosh(input: Any) -> Any:
    """Hyperbolic cosine."""
    return arithmetic("cosh", input)


@_function(tolerance=1e-6)
def tanh(input: Any) -> Any:
    """Hyperbolic tangent."""
    return arithmetic("tanh", input)


@_function(tolerance=1e-6)
def asinh(input: Any) -> Any:
    """Inverse hyperbolic sine."""
    return arithmetic("asinh", input)


@_function(1.0, 9.0, tolerance=1e-6)
def acosh(input: Any) -> Any:
    """Inverse hyperbolic cosine; NaN below 1."""
    return arithmetic("acosh", input)


@_function(-0.9, 0.9, tolerance=1e-6)
def atanh(input: Any) -> Any:
    """Inverse hyperbolic tangent; NaN outside [-1, 1]."""
    return arithmetic("atanh", input)


@_function(keeps=True)
def min(left: Any, right: Any) -> Any:
    """The smaller of two operands; the right one where either is NaN."""
    return arithmetic("min", left, right)


@_function(keeps=True)
def max(left: Any, right: Any) -> Any:
    """The larger of two operands; the right one where either is NaN.

    >>> import headrace.dynamic as ndd
    >>> ndd.math.max(ndd.tensor([1, 5, 2]), 3)
    Tensor([3 5 3], dtype=i32, device="cpu")
    """
    return arithmetic("max", left, right)


@_function(keeps=True)
def clamp(value: Any, lo: Any, hi: Any) -> Any:
    """The value, limited to [lo, hi]; `hi` if `lo` is above `hi`.

    >>> import headrace.dynamic as ndd
    >>> ndd.math.clamp(ndd.tensor([-5, 100, 300]), 0, 255)
    Tensor([  0 100 255], dtype=i32, device="cpu")
    """
    return arithmetic("clamp", value, lo, hi)


@_function(0.5, 4.0, tolerance=1e-4, keeps=True)
def pow(base: Any, exponent: Any) -> Any:
    """Base raised to the exponent, in their common type.

    Integers wrap around, and give 0 for negative exponents; `fpow` computes in floats.
    """
    return arithmetic("pow", base, exponent)


@_function(0.5, 4.0, tolerance=1e-4)
def fpow(base: Any, exponent: Any) -> Any:
    """Base raised to the exponent, as a float.

    >>> import headrace.dynamic as ndd
    >>> float(ndd.math.fpow(2, -1))
    0.5
    """
    return arithmetic("fpow", base, exponent)
