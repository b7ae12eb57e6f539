"""The limit on one allocation of host memory."""

from __future__ import annotations

import operator as _operator
import os
import re

from .. import _native
from ..core import errors

_UNITS = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}
_MOST = 2**62  # set_max_allocation in native/base/memory_limit.cc


def get_max_allocation() -> int:
    """The largest allowed allocation of host memory, in bytes.

    Set by `set_max_allocation`, else by HEADRACE_MAX_ALLOCATION, else the memory of the machine or,
    if that is less, of the container.
    """
    return int(_native.max_allocation())


def set_max_allocation(limit: int | str | None) -> None:
    """Set the largest allowed allocation of host memory; None returns to the default.

    A call whose output needs more raises `OutOfMemoryError`, a MemoryError, before anything is
    allocated. A string may end in K, M, G or T (powers of 1024). GPU memory has no such limit.

    >>> import headrace.dynamic as ndd
    >>> ndd.set_max_allocation("2G"); ndd.get_max_allocation()
    2147483648
    >>> ndd.set_max_allocation(None)
    """
    if limit is None:
        _native.set_max_allocation(_from_environment())
    else:
        _native.set_max_allocation(_bytes(limit, "the limit on one allocation"))


def _bytes(limit: int | str, what: str) -> int:
    if isinstance(limit, str):
        found = re.fullmatch(r"\s*([0-9]{1,30})\s*([KMGT]?)(?:I?B)?\s*", limit, re.IGNORECASE)
        if found is None:
            raise errors.ArgumentError(
                f"{what} is a number of bytes such as 4294967296 or 4G, got {errors.brief(limit)}"
            )
        count = int(found[1]) << _UNITS[found[2].upper()]
    else:
        try:
            count = _operator.index(limit)
        except TypeError:
            raise errors.ArgumentTypeError(
                f"{what} is a number of bytes or text such as 4G, got {errors.brief(limit)}"
            ) from None
    if count <= 0:
        raise errors.ArgumentError(f"{what} must be positive, got {errors.brief(limit)}")
    return min(count, _MOST)


def _from_environment() -> int:
    text = os.environ.get("HEADRACE_MAX_ALLOCATION")
    return _bytes(text, "HEADRACE_MAX_ALLOCATION") if text else 0


set_max_allocation(None)
