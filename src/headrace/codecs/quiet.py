"""Silences warnings of other libraries about damaged files: our errors report the problem.

`warnings.catch_warnings` changes the state of the process, while several workers decode. So one
filter is put in front of the others; it matches only in threads that ask for silence.
"""

from __future__ import annotations

import ctypes
import functools
import logging
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class _Here(threading.local):
    quiet = False


_here = _Here()


class _Matcher:
    """Used instead of a regular expression: matches any text in threads that want silence."""

    def match(self, text: str) -> bool:
        return _here.quiet


_moving = threading.Lock()
_FILTER: Any = ("ignore", _Matcher(), Warning, None, 0)


@functools.cache
def silence_libraries() -> None:
    """Once: keeps unused loggers and Pillow's copy of libtiff off stderr."""
    logging.getLogger("PIL").addHandler(logging.NullHandler())
    try:
        from PIL import _imaging  # noqa: F401  # loads libtiff

        with open("/proc/self/maps") as maps:
            loaded = {line.split()[-1] for line in maps if "pillow.libs/libtiff" in line}
        for path in loaded:
            library = ctypes.CDLL(path)
            library.TIFFSetErrorHandler(None)
            library.TIFFSetWarningHandler(None)
    except (OSError, AttributeError, ImportError):
        pass  # another system or build of Pillow: its messages remain


def _put_first() -> None:
    """Puts our filter first, once, even if others were inserted since."""
    filters: Any = warnings.filters
    if filters and filters[0] is _FILTER:
        return
    with _moving:
        filters = warnings.filters  # another list inside warnings.catch_warnings
        if filters and filters[0] is _FILTER:
            return
        filters.insert(0, _FILTER)  # insert before removing: it must never be missing
        for i in range(len(filters) - 1, 0, -1):
            if filters[i] is _FILTER:
                del filters[i]


@contextmanager
def quiet() -> Iterator[None]:
    """Suppresses warnings in this thread."""
    _put_first()
    silence_libraries()
    before, _here.quiet = _here.quiet, True
    try:
        yield
    finally:
        _here.quiet = before
