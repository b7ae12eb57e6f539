"""Type stubs of headrace.math, written by scripts/make_stubs.py: do not edit."""

from typing import Any as _Any
from typing import TypeAlias as _TypeAlias

from headrace.pipeline.node import DataNode as _DataNode

_NodeLike: _TypeAlias = _DataNode | _Any  # a node; arrays, lists and numbers are constants

def abs(input: _NodeLike, /) -> _DataNode:
    """Absolute value, in the operand's type: the least integer stays as it is."""

def acos(input: _NodeLike, /) -> _DataNode:
    """Arc cosine in radians; NaN outside [-1, 1]."""

def acosh(input: _NodeLike, /) -> _DataNode:
    """Inverse hyperbolic cosine; NaN below 1."""

def asin(input: _NodeLike, /) -> _DataNode:
    """Arc sine in radians; NaN outside [-1, 1]."""

def asinh(input: _NodeLike, /) -> _DataNode:
    """Inverse hyperbolic sine."""

def atan(input: _NodeLike, /) -> _DataNode:
    """Arc tangent in radians."""

def atan2(x: _NodeLike, y: _NodeLike, /) -> _DataNode:
    """Arc tangent of x / y in the right quadrant."""

def atanh(input: _NodeLike, /) -> _DataNode:
    """Inverse hyperbolic tangent; NaN outside [-1, 1]."""

def cbrt(input: _NodeLike, /) -> _DataNode:
    """Cube root."""

def ceil(input: _NodeLike, /) -> _DataNode:
    """The smallest whole number not below the operand, as a float."""

def clamp(value: _NodeLike, lo: _NodeLike, hi: _NodeLike, /) -> _DataNode:
    """The value, or the bound it lies beyond; `hi` where `lo` is above it."""

def cos(input: _NodeLike, /) -> _DataNode:
    """Cosine of radians."""

def cosh(input: _NodeLike, /) -> _DataNode:
    """Hyperbolic cosine."""

def exp(input: _NodeLike, /) -> _DataNode:
    """e raised to the operand."""

def fabs(input: _NodeLike, /) -> _DataNode:
    """Absolute value as a float: fabs(-3) is 3.0."""

def floor(input: _NodeLike, /) -> _DataNode:
    """The largest whole number not above the operand, as a float."""

def fpow(base: _NodeLike, exponent: _NodeLike, /) -> _DataNode:
    """Base raised to the exponent, as a float."""

def log(input: _NodeLike, /) -> _DataNode:
    """Natural logarithm: -inf at 0, NaN below."""

def log10(input: _NodeLike, /) -> _DataNode:
    """Logarithm to base 10."""

def log2(input: _NodeLike, /) -> _DataNode:
    """Logarithm to base 2."""

def max(left: _NodeLike, right: _NodeLike, /) -> _DataNode:
    """The larger of two operands; the right one where either is NaN."""

def min(left: _NodeLike, right: _NodeLike, /) -> _DataNode:
    """The smaller of two operands; the right one where either is NaN."""

def pow(base: _NodeLike, exponent: _NodeLike, /) -> _DataNode:
    """Base raised to the exponent, in the type in which they meet."""

def rsqrt(input: _NodeLike, /) -> _DataNode:
    """One over the square root; infinite at 0."""

def sin(input: _NodeLike, /) -> _DataNode:
    """Sine of radians."""

def sinh(input: _NodeLike, /) -> _DataNode:
    """Hyperbolic sine."""

def sqrt(input: _NodeLike, /) -> _DataNode:
    """Square root."""

def tan(input: _NodeLike, /) -> _DataNode:
    """Tangent of radians."""

def tanh(input: _NodeLike, /) -> _DataNode:
    """Hyperbolic tangent."""
