"""Type stubs of headrace.dynamic.math, written by scripts/make_stubs.py: do not edit."""

from headrace import _stubs as _t

@_t.overload
def abs(input: _t.Batch) -> _t.Batch:
    """Absolute value, in the operand's type; the smallest integer does not change."""

@_t.overload
def abs(input: _t.TensorLike) -> _t.Any:
    """Absolute value, in the operand's type; the smallest integer does not change."""

@_t.overload
def acos(input: _t.Batch) -> _t.Batch:
    """Arc cosine in radians; NaN outside [-1, 1]."""

@_t.overload
def acos(input: _t.TensorLike) -> _t.Any:
    """Arc cosine in radians; NaN outside [-1, 1]."""

@_t.overload
def acosh(input: _t.Batch) -> _t.Batch:
    """Inverse hyperbolic cosine; NaN below 1."""

@_t.overload
def acosh(input: _t.TensorLike) -> _t.Any:
    """Inverse hyperbolic cosine; NaN below 1."""

@_t.overload
def asin(input: _t.Batch) -> _t.Batch:
    """Arc sine in radians; NaN outside [-1, 1]."""

@_t.overload
def asin(input: _t.TensorLike) -> _t.Any:
    """Arc sine in radians; NaN outside [-1, 1]."""

@_t.overload
def asinh(input: _t.Batch) -> _t.Batch:
    """Inverse hyperbolic sine."""

@_t.overload
def asinh(input: _t.TensorLike) -> _t.Any:
    """Inverse hyperbolic sine."""

@_t.overload
def atan(input: _t.Batch) -> _t.Batch:
    """Arc tangent in radians."""

@_t.overload
def atan(input: _t.TensorLike) -> _t.Any:
    """Arc tangent in radians."""

@_t.overload
def atan2(x: _t.Batch, y: _t.TensorLike) -> _t.Batch:
    """Arc tangent of x / y, in the correct quadrant."""

@_t.overload
def atan2(x: _t.TensorLike, y: _t.TensorLike) -> _t.Any:
    """Arc tangent of x / y, in the correct quadrant."""

@_t.overload
def atanh(input: _t.Batch) -> _t.Batch:
    """Inverse hyperbolic tangent; NaN outside [-1, 1]."""

@_t.overload
def atanh(input: _t.TensorLike) -> _t.Any:
    """Inverse hyperbolic tangent; NaN outside [-1, 1]."""

@_t.overload
def cbrt(input: _t.Batch) -> _t.Batch:
    """Cube root."""

@_t.overload
def cbrt(input: _t.TensorLike) -> _t.Any:
    """Cube root."""

@_t.overload
def ceil(input: _t.Batch) -> _t.Batch:
    """The smallest integer not below the operand, as a float."""

@_t.overload
def ceil(input: _t.TensorLike) -> _t.Any:
    """The smallest integer not below the operand, as a float."""

@_t.overload
def clamp(value: _t.Batch, lo: _t.TensorLike, hi: _t.TensorLike) -> _t.Batch:
    """The value, limited to [lo, hi]; `hi` if `lo` is above `hi`."""

@_t.overload
def clamp(value: _t.TensorLike, lo: _t.TensorLike, hi: _t.TensorLike) -> _t.Any:
    """The value, limited to [lo, hi]; `hi` if `lo` is above `hi`."""

@_t.overload
def cos(input: _t.Batch) -> _t.Batch:
    """Cosine of radians."""

@_t.overload
def cos(input: _t.TensorLike) -> _t.Any:
    """Cosine of radians."""

@_t.overload
def cosh(input: _t.Batch) -> _t.Batch:
    """Hyperbolic cosine."""

@_t.overload
def cosh(input: _t.TensorLike) -> _t.Any:
    """Hyperbolic cosine."""

@_t.overload
def exp(input: _t.Batch) -> _t.Batch:
    """e raised to the operand."""

@_t.overload
def exp(input: _t.TensorLike) -> _t.Any:
    """e raised to the operand."""

@_t.overload
def fabs(input: _t.Batch) -> _t.Batch:
    """Absolute value as a float: fabs(-3) is 3.0."""

@_t.overload
def fabs(input: _t.TensorLike) -> _t.Any:
    """Absolute value as a float: fabs(-3) is 3.0."""

@_t.overload
def floor(input: _t.Batch) -> _t.Batch:
    """The largest integer not above the operand, as a float."""

@_t.overload
def floor(input: _t.TensorLike) -> _t.Any:
    """The largest integer not above the operand, as a float."""

@_t.overload
def fpow(base: _t.Batch, exponent: _t.TensorLike) -> _t.Batch:
    """Base raised to the exponent, as a float."""

@_t.overload
def fpow(base: _t.TensorLike, exponent: _t.TensorLike) -> _t.Any:
    """Base raised to the exponent, as a float."""

@_t.overload
def log(input: _t.Batch) -> _t.Batch:
    """Natural logarithm: -inf at 0, NaN below."""

@_t.overload
def log(input: _t.TensorLike) -> _t.Any:
    """Natural logarithm: -inf at 0, NaN below."""

@_t.overload
def log10(input: _t.Batch) -> _t.Batch:
    """Logarithm to base 10."""

@_t.overload
def log10(input: _t.TensorLike) -> _t.Any:
    """Logarithm to base 10."""

@_t.overload
def log2(input: _t.Batch) -> _t.Batch:
    """Logarithm to base 2."""

@_t.overload
def log2(input: _t.TensorLike) -> _t.Any:
    """Logarithm to base 2."""

@_t.overload
def max(left: _t.Batch, right: _t.TensorLike) -> _t.Batch:
    """The larger of two operands; the right one where either is NaN."""

@_t.overload
def max(left: _t.TensorLike, right: _t.TensorLike) -> _t.Any:
    """The larger of two operands; the right one where either is NaN."""

@_t.overload
def min(left: _t.Batch, right: _t.TensorLike) -> _t.Batch:
    """The smaller of two operands; the right one where either is NaN."""

@_t.overload
def min(left: _t.TensorLike, right: _t.TensorLike) -> _t.Any:
    """The smaller of two operands; the right one where either is NaN."""

@_t.overload
def pow(base: _t.Batch, exponent: _t.TensorLike) -> _t.Batch:
    """Base raised to the exponent, in their common type."""

@_t.overload
def pow(base: _t.TensorLike, exponent: _t.TensorLike) -> _t.Any:
    """Base raised to the exponent, in their common type."""

@_t.overload
def rsqrt(input: _t.Batch) -> _t.Batch:
    """One over the square root; infinite at 0."""

@_t.overload
def rsqrt(input: _t.TensorLike) -> _t.Any:
    """One over the square root; infinite at 0."""

@_t.overload
def sin(input: _t.Batch) -> _t.Batch:
    """Sine of radians."""

@_t.overload
def sin(input: _t.TensorLike) -> _t.Any:
    """Sine of radians."""

@_t.overload
def sinh(input: _t.Batch) -> _t.Batch:
    """Hyperbolic sine."""

@_t.overload
def sinh(input: _t.TensorLike) -> _t.Any:
    """Hyperbolic sine."""

@_t.overload
def sqrt(input: _t.Batch) -> _t.Batch:
    """Square root."""

@_t.overload
def sqrt(input: _t.TensorLike) -> _t.Any:
    """Square root."""

@_t.overload
def tan(input: _t.Batch) -> _t.Batch:
    """Tangent of radians."""

@_t.overload
def tan(input: _t.TensorLike) -> _t.Any:
    """Tangent of radians."""

@_t.overload
def tanh(input: _t.Batch) -> _t.Batch:
    """Hyperbolic tangent."""

@_t.overload
def tanh(input: _t.TensorLike) -> _t.Any:
    """Hyperbolic tangent."""
