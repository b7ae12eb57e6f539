"""cast, copy: the same values in another type or place."""

from __future__ import annotations

from ...core.dtype import DType
from ...core.slots import slots
from ...engine.operator import Out, kernel, operator
from ...engine.params import Input


@operator()
def cast(input: Input, /, *, dtype: DType):
    """Convert elements to another type: floats round half away from zero, everything saturates."""
    return kernel("cast", input, out=Out(dtype, input.ndim, input.layout))


@operator()
def copy(input: Input, /):
    """A copy with memory of its own."""
    return kernel("cast", input)


slots.fill("cast", lambda value, dtype: cast(value, dtype=dtype))
slots.fill("copy", copy)
