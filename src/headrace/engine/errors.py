"""Converts native errors to Python exceptions, and warns about failures that nobody observed."""

from __future__ import annotations

import warnings
from typing import Any

from .. import _native
from ..core import errors
from . import ending


def _make(
    kind: str,
    message: str,
    op: str,
    site: int,
    sample: int,
    source: str,
    original: BaseException | None,
) -> BaseException:
    place: dict[str, Any] = {
        "operator": op or None,
        "site": site if site >= 0 else None,
        "sample": sample if sample >= 0 else None,
        "source": source or None,
    }
    if isinstance(original, errors.Error):
        return original.locate(**place)
    if original is not None and sample < 0:
        return original
    made = errors.NATIVE_KINDS[kind](message, **place)
    made.__cause__ = original  # exception of a user's function
    return made


def _warn(error: BaseException) -> None:
    """Warns that a failed value was discarded before anybody looked at it."""
    warnings.warn(
        f"a call failed and nobody looked at its result: {error}",
        errors.UnobservedErrorWarning,
        stacklevel=2,
    )


def install() -> None:
    """Register the exception factory and the handler of unobserved failures with the engine."""
    _native.set_error_factory(_make)
    _native.set_unobserved_handler(_warn)
    _native.set_shortage_handler(ending.warn_of_shortage)


install()
