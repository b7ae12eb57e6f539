"""ndd.capture: what DALI's capture mode asks programs to mark."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["invariant"]

T = TypeVar("T")


def invariant(value: T) -> T:
    """The value itself: the mark that it is the same in every step of a loop.

    DALI needs it to capture a call whose argument it cannot see to be constant. Here loops run
    ahead by comparing the arguments of a call with those of the step before, so nothing has to be
    marked, and programs that do it lose nothing: any value goes through, and every function takes
    the result as it would take the value.

    >>> import headrace.dynamic as ndd
    >>> size = [2, 2]
    >>> ndd.capture.invariant(size) is size
    True
    """
    return value
