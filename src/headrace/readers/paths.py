"""Names of files: text, Paths and URLs; opening them for a look at their structure."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, BinaryIO

from ..core import errors
from . import remote

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


def open_file(path: Name) -> BinaryIO:
    """A file, opened for reading; errors name it."""
    try:
        return remote.open_file(os.fspath(path)) if remote.is_remote(path) else open(path, "rb")
    except errors.Error:
        raise
    except Exception as e:  # libraries for files elsewhere have exceptions of their own
        raise unreadable(path, e) from e


def read_bytes(path: Name) -> bytes:
    """The whole contents of a file, such as an index."""
    with open_file(path) as f:
        try:
            return f.read()
        except Exception as e:
            raise unreadable(path, e) from e


def folder_of(path: Name) -> str:
    """The folder that a file is in; of a URL, a URL."""
    name = os.fspath(path)
    if remote.is_remote(name):
        return name.rpartition("/")[0]
    return os.path.dirname(os.path.abspath(name.removeprefix("file://")))


def unreadable(path: Name, error: Exception) -> errors.FileError:
    """The error for a file that cannot be read."""
    missing = isinstance(error, (FileNotFoundError, NotADirectoryError))
    cls = errors.MissingFileError if missing else errors.FileError
    why = getattr(error, "strerror", None) or error or type(error).__name__
    return cls(f'cannot read "{os.fspath(path)}": {why}', source=os.fspath(path))
