"""From native errors to Python exceptions, and warnings about failures nobody saw."""

from __future__ import annotations

import warnings
from typing import Any

from .. import _native
from ..core import errors


def _make(kind: int, message: str, op: str, site: int, sample: int, source: str,
          original: BaseException | None) -> BaseException:
    if original is not None:
        return original
    cls = errors.NATIVE_KINDS.get(kind, errors.ExecutionError)
    return cls(message, operator=op or None, site=site if site >= 0 else None,
               sample=sample if sample >= 0 else None, source=source or None)


def warn_unobserved(stacklevel: int = 2) -> None:
    """Emit a warning for every failed value that died unseen."""
    if _native.has_unobserved():
        for error in _native.take_unobserved():
            warnings.warn(f"a call failed and nobody looked at its result: {error}",
                          errors.UnobservedErrorWarning, stacklevel=stacklevel)


def install() -> Any:
    """Tell the native engine how to make exceptions."""
    _native.set_error_factory(_make)


install()
