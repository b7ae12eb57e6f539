"""ndd.capture: a no-op for programs that use DALI's capture mode."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["invariant"]

T = TypeVar("T")


def invariant(value: T) -> T:
    """Returns the value unchanged. Marks a value that is the same in every step of a loop.

    DALI needs the mark to capture a call whose argument it cannot prove constant. Headrace runs
    loops ahead by comparing the arguments of each call with those of the previous step, so nothing
    has to be marked.

    >>> import headrace.dynamic as ndd
    >>> size = [2, 2]
    >>> ndd.capture.invariant(size) is size
    True
    """
    return value
