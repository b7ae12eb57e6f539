"""What other libraries say about broken files: an error says it better, or nothing is wrong.

`warnings.catch_warnings` changes the state of the process, and several workers decode at a time.
So one filter is put in front of the others, which holds only for a thread that asks for it.
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
    """In the place of a regular expression: matches any text where silence is wanted."""

    def match(self, text: str) -> bool:
        return _here.quiet


_moving = threading.Lock()
_FILTER: Any = ("ignore", _Matcher(), Warning, None, 0)


@functools.cache
def silence_libraries() -> None:
    """Once: logs that nobody listens to, and Pillow's own copy of libtiff, stay off stderr."""
    for name in ("PIL", "tifffile"):
        logging.getLogger(name).addHandler(logging.NullHandler())
    try:
        from PIL import _imaging  # noqa: F401  # loads it

        with open("/proc/self/maps") as maps:
            loaded = {line.split()[-1] for line in maps if "pillow.libs/libtiff" in line}
        for path in loaded:
            library = ctypes.CDLL(path)
            library.TIFFSetErrorHandler(None)
            library.TIFFSetWarningHandler(None)
    except (OSError, AttributeError, ImportError):
        pass  # another system, or a Pillow built elsewhere: its messages remain


def _put_first() -> None:
    """Our filter is there once, before those that somebody may have put before it since."""
    filters: Any = warnings.filters
    if filters and filters[0] is _FILTER:
        return
    with _moving:
        filters = warnings.filters  # another list inside of warnings.catch_warnings
        if filters and filters[0] is _FILTER:
            return
        filters.insert(0, _FILTER)  # first: it is never missing
        for i in range(len(filters) - 1, 0, -1):
            if filters[i] is _FILTER:
                del filters[i]


@contextmanager
def quiet() -> Iterator[None]:
    """No warnings from this thread."""
    _put_first()
    silence_libraries()
    before, _here.quiet = _here.quiet, True
    try:
        yield
    finally:
        _here.quiet = before
