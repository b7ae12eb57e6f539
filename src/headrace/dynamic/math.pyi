"""Type stubs of headrace.dynamic.math, written by scripts/make_stubs.py: do not edit."""

from typing import Any as _Any
from typing import TypeAlias as _TypeAlias
from typing import overload as _overload

from headrace.core.batch import Batch as _Batch

_TensorLike: _TypeAlias = _Any  # Tensor, Batch, any framework's array, list, number

@_overload
def abs(input: _Batch) -> _Batch:
    """Absolute value, in the operand's type: the least integer stays as it is."""

@_overload
def abs(input: _TensorLike) -> _Any:
    """Absolute value, in the operand's type: the least integer stays as it is."""

@_overload
def acos(input: _Batch) -> _Batch:
    """Arc cosine in radians; NaN outside [-1, 1]."""

@_overload
def acos(input: _TensorLike) -> _Any:
    """Arc cosine in radians; NaN outside [-1, 1]."""

@_overload
def acosh(input: _Batch) -> _Batch:
    """Inverse hyperbolic cosine; NaN below 1."""

@_overload
def acosh(input: _TensorLike) -> _Any:
    """Inverse hyperbolic cosine; NaN below 1."""

@_overload
def asin(input: _Batch) -> _Batch:
    """Arc sine in radians; NaN outside [-1, 1]."""

@_overload
def asin(input: _TensorLike) -> _Any:
    """Arc sine in radians; NaN outside [-1, 1]."""

@_overload
def asinh(input: _Batch) -> _Batch:
    """Inverse hyperbolic sine."""

@_overload
def asinh(input: _TensorLike) -> _Any:
    """Inverse hyperbolic sine."""

@_overload
def atan(input: _Batch) -> _Batch:
    """Arc tangent in radians."""

@_overload
def atan(input: _TensorLike) -> _Any:
    """Arc tangent in radians."""

@_overload
def atan2(x: _Batch, y: _TensorLike) -> _Batch:
    """Arc tangent of x / y in the right quadrant."""

@_overload
def atan2(x: _TensorLike, y: _TensorLike) -> _Any:
    """Arc tangent of x / y in the right quadrant."""

@_overload
def atanh(input: _Batch) -> _Batch:
    """Inverse hyperbolic tangent; NaN outside [-1, 1]."""

@_overload
def atanh(input: _TensorLike) -> _Any:
    """Inverse hyperbolic tangent; NaN outside [-1, 1]."""

@_overload
def cbrt(input: _Batch) -> _Batch:
    """Cube root."""

@_overload
def cbrt(input: _TensorLike) -> _Any:
    """Cube root."""

@_overload
def ceil(input: _Batch) -> _Batch:
    """The smallest whole number not below the operand, as a float."""

@_overload
def ceil(input: _TensorLike) -> _Any:
    """The smallest whole number not below the operand, as a float."""

@_overload
def clamp(value: _Batch, lo: _TensorLike, hi: _TensorLike) -> _Batch:
    """The value, or the bound it lies beyond; `hi` where `lo` is above it."""

@_overload
def clamp(value: _TensorLike, lo: _TensorLike, hi: _TensorLike) -> _Any:
    """The value, or the bound it lies beyond; `hi` where `lo` is above it."""

@_overload
def cos(input: _Batch) -> _Batch:
    """Cosine of radians."""

@_overload
def cos(input: _TensorLike) -> _Any:
    """Cosine of radians."""

@_overload
def cosh(input: _Batch) -> _Batch:
    """Hyperbolic cosine."""

@_overload
def cosh(input: _TensorLike) -> _Any:
    """Hyperbolic cosine."""

@_overload
def exp(input: _Batch) -> _Batch:
    """e raised to the operand."""

@_overload
def exp(input: _TensorLike) -> _Any:
    """e raised to the operand."""

@_overload
def fabs(input: _Batch) -> _Batch:
    """Absolute value as a float: fabs(-3) is 3.0."""

@_overload
def fabs(input: _TensorLike) -> _Any:
    """Absolute value as a float: fabs(-3) is 3.0."""

@_overload
def floor(input: _Batch) -> _Batch:
    """The largest whole number not above the operand, as a float."""

@_overload
def floor(input: _TensorLike) -> _Any:
    """The largest whole number not above the operand, as a float."""

@_overload
def fpow(base: _Batch, exponent: _TensorLike) -> _Batch:
    """Base raised to the exponent, as a float."""

@_overload
def fpow(base: _TensorLike, exponent: _TensorLike) -> _Any:
    """Base raised to the exponent, as a float."""

@_overload
def log(input: _Batch) -> _Batch:
    """Natural logarithm: -inf at 0, NaN below."""

@_overload
def log(input: _TensorLike) -> _Any:
    """Natural logarithm: -inf at 0, NaN below."""

@_overload
def log10(input: _Batch) -> _Batch:
    """Logarithm to base 10."""

@_overload
def log10(input: _TensorLike) -> _Any:
    """Logarithm to base 10."""

@_overload
def log2(input: _Batch) -> _Batch:
    """Logarithm to base 2."""

@_overload
def log2(input: _TensorLike) -> _Any:
    """Logarithm to base 2."""

@_overload
def max(left: _Batch, right: _TensorLike) -> _Batch:
    """The larger of two operands; the right one where either is NaN."""

@_overload
def max(left: _TensorLike, right: _TensorLike) -> _Any:
    """The larger of two operands; the right one where either is NaN."""

@_overload
def min(left: _Batch, right: _TensorLike) -> _Batch:
    """The smaller of two operands; the right one where either is NaN."""

@_overload
def min(left: _TensorLike, right: _TensorLike) -> _Any:
    """The smaller of two operands; the right one where either is NaN."""

@_overload
def pow(base: _Batch, exponent: _TensorLike) -> _Batch:
    """Base raised to the exponent, in the type in which they meet."""

@_overload
def pow(base: _TensorLike, exponent: _TensorLike) -> _Any:
    """Base raised to the exponent, in the type in which they meet."""

@_overload
def rsqrt(input: _Batch) -> _Batch:
    """One over the square root; infinite at 0."""

@_overload
def rsqrt(input: _TensorLike) -> _Any:
    """One over the square root; infinite at 0."""

@_overload
def sin(input: _Batch) -> _Batch:
    """Sine of radians."""

@_overload
def sin(input: _TensorLike) -> _Any:
    """Sine of radians."""

@_overload
def sinh(input: _Batch) -> _Batch:
    """Hyperbolic sine."""

@_overload
def sinh(input: _TensorLike) -> _Any:
    """Hyperbolic sine."""

@_overload
def sqrt(input: _Batch) -> _Batch:
    """Square root."""

@_overload
def sqrt(input: _TensorLike) -> _Any:
    """Square root."""

@_overload
def tan(input: _Batch) -> _Batch:
    """Tangent of radians."""

@_overload
def tan(input: _TensorLike) -> _Any:
    """Tangent of radians."""

@_overload
def tanh(input: _Batch) -> _Batch:
    """Hyperbolic tangent."""

@_overload
def tanh(input: _TensorLike) -> _Any:
    """Hyperbolic tangent."""
