"""Small intact datasets of every format, which campaigns then read wrongly or damage."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from headrace.readers.registry import readers

from ..readers.test_every_reader import MAKERS

Made = tuple[type, dict[str, Any]]


@functools.cache
def make(name: str, folder: str) -> Made | None:
    """A reader and its arguments; None where a package for its format is missing."""
    place = Path(folder) / name
    place.mkdir(parents=True, exist_ok=True)
    writer: Callable[[Path], dict[str, Any]] = MAKERS[name]
    try:
        return readers[name], writer(place)
    except pytest.skip.Exception:
        return None


def available(folder: str) -> list[str]:
    return [name for name in sorted(MAKERS) if make(name, folder) is not None]


@functools.cache
def files(name: str, folder: str) -> tuple[tuple[Path, bytes], ...]:
    """Its files with what they hold."""
    found = [Path(at) / f for at, _, names in os.walk(Path(folder) / name) for f in names]
    return tuple((path, path.read_bytes()) for path in sorted(found))
