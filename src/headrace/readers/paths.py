"""Names of files: text, Paths and URLs; opening them for a look at their structure."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from ..core import errors
from . import remote
from .remote import unreadable as unreadable

Name = str | os.PathLike[str]


def names(given: Any, argument: str) -> list[str]:
    """One name or several, as a list of text; an empty list is an error."""
    if isinstance(given, (str, bytes, os.PathLike)):
        given = [given]
    if not isinstance(given, Sequence):
        given = list(given)
    for name in given:
        if not isinstance(name, (str, bytes, os.PathLike)):
            raise errors.ArgumentTypeError(
                f"argument {argument!r} holds names of files, got {errors.brief(name)}"
            )
    if not given:
        raise errors.ArgumentError(f"argument {argument!r} is an empty list")
    return [os.fsdecode(name) for name in given]


def open_file(path: Name) -> Any:
    """A file, opened for reading; errors name it."""
    try:
        if remote.is_remote(path):
            return remote.open_file(os.fspath(path))
        return open(plain(path), "rb")
    except Exception as e:  # libraries for files elsewhere have exceptions of their own
        raise unreadable(path, e) from e


def read_bytes(path: Name) -> bytes:
    """The whole contents of a file, such as an index."""
    try:
        if remote.is_remote(path):
            return remote.read_file(os.fspath(path))
        with open(plain(path), "rb") as f:
            return f.read()
    except Exception as e:  # as above
        raise unreadable(path, e) from e


def folder_of(path: Name) -> str:
    """The folder that a file is in; of a URL, a URL."""
    name = os.fspath(path)
    if remote.is_remote(name):
        return name.rpartition("/")[0]
    return os.path.dirname(os.path.abspath(plain(name)))


def plain(path: Name) -> str:
    """A local path without the "file://" that may stand before it."""
    return os.fspath(path).removeprefix("file://")
