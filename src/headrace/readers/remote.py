"""Files behind URLs ("s3://…", "https://…"), through fsspec. Local files never come here.

Native code reads from sets of files and knows which of their names are URLs; for those it calls
`_open` here, on threads that may wait (`source.io_pool`). So every format reads from URLs, and none
knows about it.
"""

from __future__ import annotations

import fnmatch
import importlib
import os
from collections.abc import Callable, Sequence
from typing import Any

from .. import _native
from ..core import errors

Read = Callable[[int, int], Any]
_AHEAD = 4 << 20  # bytes read at a time where small parts follow one another
_SMALL = 64 << 10


def is_remote(name: str | bytes | os.PathLike[str]) -> bool:
    """Whether a name is a URL; "file://" is a local path.

    >>> is_remote("s3://bucket/a.jpg"), is_remote("/data/a.jpg"), is_remote("file:///data/a.jpg")
    (True, False, False)
    """
    return _native.is_remote(os.fsencode(name))


def file_system(url: str) -> tuple[Any, str]:
    """The file system that a URL belongs to, and the path there."""
    try:
        fsspec = importlib.import_module("fsspec")
    except ImportError:
        raise OSError('URLs are read by fsspec: pip install "headrace[remote]"') from None
    try:
        system, path = fsspec.core.url_to_fs(url)
    except (ImportError, ValueError) as e:  # no such scheme, or its package is missing
        raise OSError(str(e)) from None
    return system, path


def _open(url: str, whole: bool) -> tuple[int, Read]:
    """A file's size, and how to read parts of it. whole: all of it is wanted, in one request."""
    system, path = file_system(url)
    if whole:
        contents = memoryview(system.cat_file(path))
        return len(contents), lambda offset, length: contents[offset : offset + length]
    size = system.size(path)
    if size is None:
        raise OSError("its file system does not tell its size")
    return int(size), _Parts(system, path, int(size)).read


class _Parts:
    """Parts of a file. Small parts that are read one after the other, as when an index is made,
    come from larger ones: a request takes its time, however little it asks for."""

    def __init__(self, system: Any, path: str, size: int) -> None:
        self._system, self._path, self._size = system, path, size
        self._window: tuple[int, memoryview] = (0, memoryview(b""))
        self._end = 0  # of what was read last

    def read(self, offset: int, length: int) -> memoryview:
        start, data = self._window
        if not start <= offset <= offset + length <= start + len(data):
            near = 0 <= offset - self._end < _AHEAD
            self._end = offset + length
            if length > _SMALL or not near:
                return self._fetch(offset, length)
            start, data = offset, self._fetch(offset, min(_AHEAD, self._size - offset))
            self._window = start, data
        self._end = offset + length
        return data[offset - start : offset - start + length]

    def _fetch(self, offset: int, length: int) -> memoryview:
        data = memoryview(self._system.cat_file(self._path, start=offset, end=offset + length))
        if len(data) == self._size > length:  # some servers send all of it, whatever is asked for
            data = data[offset : offset + length]
        return data


_native.set_remote_opener(_open)


def open_file(url: str) -> Any:
    """A file to read from, as Python's `open` gives it."""
    system, path = file_system(url)
    return system.open(path, "rb")


def find(url: str) -> list[str]:
    """Names of all files under a folder, relative to it, sorted bytewise."""
    try:
        system, path = file_system(url)
        found = system.find(path)
    except Exception as e:  # libraries for files elsewhere have exceptions of their own
        raise unreadable(url, e) from e
    root = path.rstrip("/") + "/"
    return sorted([n[len(root) :] for n in found if n.startswith(root)], key=os.fsencode)


def glob(pattern: str) -> list[str]:
    """URLs of the files that match a pattern, sorted."""
    try:
        system, path = file_system(pattern)
        return sorted(system.unstrip_protocol(name) for name in system.glob(path))
    except Exception as e:
        raise unreadable(pattern, e) from e


def find_classes(
    url: str, files: Sequence[str], folders: Sequence[str], case_sensitive: bool
) -> tuple[list[str], list[int]]:
    """The files "class/name" of a folder of classes that match, and the number of each one's class:
    the same as the native listing of a local folder."""
    by_class: dict[str, list[str]] = {}
    for name in find(url):
        folder, slash, rest = name.partition("/")
        if slash:
            by_class.setdefault(folder, []).append(rest)
    names: list[str] = []
    labels: list[int] = []
    classes = [f for f in sorted(by_class, key=os.fsencode) if _matches(f, folders, case_sensitive)]
    for label, folder in enumerate(classes):
        here = [n for n in by_class[folder] if "/" not in n and _matches(n, files, case_sensitive)]
        names += [f"{folder}/{n}" for n in here]
        labels += [label] * len(here)
    return names, labels


def _matches(name: str, patterns: Sequence[str], case_sensitive: bool) -> bool:
    if not case_sensitive:
        name, patterns = name.lower(), [p.lower() for p in patterns]
    return any(fnmatch.fnmatchcase(name, p) for p in patterns)


def unreadable(name: str | os.PathLike[str], error: Exception) -> errors.FileError:
    """The error for a file that cannot be read, here or elsewhere."""
    missing = isinstance(error, (FileNotFoundError, NotADirectoryError))
    cls = errors.MissingFileError if missing else errors.FileError
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return cls(f'cannot read "{os.fspath(name)}": {why}', source=os.fspath(name))
