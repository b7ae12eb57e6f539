"""Type stubs of headrace.math, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

def abs(input: _t.NodeLike, /) -> _t.DataNode:
    """Absolute value, in the operand's type; the smallest integer does not change."""

def acos(input: _t.NodeLike, /) -> _t.DataNode:
    """Arc cosine in radians; NaN outside [-1, 1]."""

def acosh(input: _t.NodeLike, /) -> _t.DataNode:
    """Inverse hyperbolic cosine; NaN below 1."""

def asin(input: _t.NodeLike, /) -> _t.DataNode:
    """Arc sine in radians; NaN outside [-1, 1]."""

def asinh(input: _t.NodeLike, /) -> _t.DataNode:
    """Inverse hyperbolic sine."""

def atan(input: _t.NodeLike, /) -> _t.DataNode:
    """Arc tangent in radians."""

def atan2(x: _t.NodeLike, y: _t.NodeLike, /) -> _t.DataNode:
    """Arc tangent of x / y, in the correct quadrant."""

def atanh(input: _t.NodeLike, /) -> _t.DataNode:
    """Inverse hyperbolic tangent; NaN outside [-1, 1]."""

def cbrt(input: _t.NodeLike, /) -> _t.DataNode:
    """Cube root."""

def ceil(input: _t.NodeLike, /) -> _t.DataNode:
    """The smallest integer not below the operand, as a float."""

def clamp(value: _t.NodeLike, lo: _t.NodeLike, hi: _t.NodeLike, /) -> _t.DataNode:
    """The value, limited to [lo, hi]; `hi` if `lo` is above `hi`."""

def cos(input: _t.NodeLike, /) -> _t.DataNode:
    """Cosine of radians."""

def cosh(input: _t.NodeLike, /) -> _t.DataNode:
    """Hyperbolic cosine."""

def exp(input: _t.NodeLike, /) -> _t.DataNode:
    """e raised to the operand."""

def fabs(input: _t.NodeLike, /) -> _t.DataNode:
    """Absolute value as a float: fabs(-3) is 3.0."""

def floor(input: _t.NodeLike, /) -> _t.DataNode:
    """The largest integer not above the operand, as a float."""

def fpow(base: _t.NodeLike, exponent: _t.NodeLike, /) -> _t.DataNode:
    """Base raised to the exponent, as a float."""

def log(input: _t.NodeLike, /) -> _t.DataNode:
    """Natural logarithm: -inf at 0, NaN below."""

def log10(input: _t.NodeLike, /) -> _t.DataNode:
    """Logarithm to base 10."""

def log2(input: _t.NodeLike, /) -> _t.DataNode:
    """Logarithm to base 2."""

def max(left: _t.NodeLike, right: _t.NodeLike, /) -> _t.DataNode:
    """The larger of two operands; the right one where either is NaN."""

def min(left: _t.NodeLike, right: _t.NodeLike, /) -> _t.DataNode:
    """The smaller of two operands; the right one where either is NaN."""

def pow(base: _t.NodeLike, exponent: _t.NodeLike, /) -> _t.DataNode:
    """Base raised to the exponent, in their common type."""

def rsqrt(input: _t.NodeLike, /) -> _t.DataNode:
    """One over the square root; infinite at 0."""

def sin(input: _t.NodeLike, /) -> _t.DataNode:
    """Sine of radians."""

def sinh(input: _t.NodeLike, /) -> _t.DataNode:
    """Hyperbolic sine."""

def sqrt(input: _t.NodeLike, /) -> _t.DataNode:
    """Square root."""

def tan(input: _t.NodeLike, /) -> _t.DataNode:
    """Tangent of radians."""

def tanh(input: _t.NodeLike, /) -> _t.DataNode:
    """Hyperbolic tangent."""
