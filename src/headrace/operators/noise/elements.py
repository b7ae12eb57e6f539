"""Check of the inputs of noise operators."""

from __future__ import annotations

from typing import Any

from ...core import errors
from ...core.dtype import DType


def numbers(input: Any) -> Any:
    """The input; raises unless its elements are numbers."""
    if input.dtype.kind in (DType.Kind.bool, DType.Kind.enum):
        raise errors.ArgumentTypeError(f"takes numbers, got {input.dtype.full_name}")
    return input
