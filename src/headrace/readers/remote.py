"""Files behind URLs ("s3://…", "https://…"), through fsspec. Local files never come here.

Native code reads from sets of files and knows which of their names are URLs; for those it calls
`_open` here, on threads that may wait (`source.io_pool`). So every format reads from URLs, and none
knows about it. One read brings no more than `http_limits.max_bytes`, and does not wait for a silent
server for longer than `http_limits.timeout`.
"""

from __future__ import annotations

import fnmatch
import importlib.util
import io
import os
from collections.abc import Callable, Sequence
from typing import Any

from .. import _native
from ..core import errors
from . import confine, http_limits

Read = Callable[[int, int], Any]
_AHEAD = 4 << 20  # bytes read at a time where small parts follow one another
_SMALL = 64 << 10
_HTTP = ("http", "https")
_DEEPEST = 16  # folders in one another


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
        system, path = fsspec.core.url_to_fs(url, **_options(fsspec, url))
    except (ImportError, ValueError) as e:  # no such scheme, or its package is missing
        raise OSError(str(e)) from None
    return system, path


def _options(fsspec: Any, url: str) -> dict[str, Any]:
    """Options for the protocols of a URL that speak HTTP: limits on what servers may send."""
    options: dict[str, Any] = {}
    if importlib.util.find_spec("aiohttp") is None:  # fsspec says that it needs it
        return options
    for protocol in _HTTP:
        if f"{protocol}://" in url:
            given = fsspec.config.conf.get(protocol, {}).get("client_kwargs", {})
            options[protocol] = {"client_kwargs": http_limits.client_options(given)}
    return options


def _ask(system: Any, name: str, seconds: float, *args: Any, **kwargs: Any) -> Any:
    """Call a method of a file system, with a time limit. (File systems that are not asynchronous
    have none: they wait as long as their own library does.)"""
    asyn = importlib.import_module("fsspec.asyn")
    try:
        # Ask the class: wrapping file systems forward attributes to the one they wrap.
        if not issubclass(type(system), asyn.AsyncFileSystem):
            return getattr(system, name)(*args, **kwargs)
        return asyn.sync(system.loop, getattr(system, "_" + name), *args, timeout=seconds, **kwargs)
    except Exception as e:
        # fsspec reports a file as missing, whatever the reason why it got no size.
        if any(isinstance(x, TimeoutError) for x in (e, e.__cause__)):
            raise OSError(
                f"its server did not answer in time (within {http_limits.timeout():g} s, which "
                "HEADRACE_REMOTE_TIMEOUT can raise)"
            ) from None
        raise


def _open(url: str, whole: bool) -> tuple[int, Read]:
    """A file's size, and how to read parts of it. whole: all of it is wanted, in one request."""
    system, path = file_system(url)
    if whole:
        longest = http_limits.deadline(http_limits.max_bytes())
        contents = memoryview(_ask(system, "cat_file", longest, path))
        http_limits.check_size(len(contents))
        return len(contents), lambda offset, length: contents[offset : offset + length]
    size = _ask(system, "info", 3 * http_limits.timeout(), path).get("size")
    if size is None:
        raise OSError("its file system does not tell its size")
    return int(size), _Parts(system, path, int(size)).read


class _Parts:
    """Reads parts of a file. Small parts that follow one another, as when an index is made, come
    from one larger request: each request has a latency."""

    def __init__(self, system: Any, path: str, size: int) -> None:
        self._system, self._path, self._size = system, path, size
        self._window: tuple[int, memoryview] = (0, memoryview(b""))
        self._end = 0  # where the last read ended

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
        http_limits.check_size(length, "a part of it has")
        data = memoryview(
            _ask(
                self._system, "cat_file", http_limits.deadline(length), self._path,
                start=offset, end=offset + length,
            )
        )  # fmt: skip
        if len(data) == self._size > length:  # servers without range requests send all of it
            data = data[offset : offset + length]
        return data


_native.set_remote_opener(_open)


def open_file(url: str) -> Any:
    """A file to read from, as Python's `open` gives it."""
    size, read = _open(url, False)
    return io.BufferedReader(_Stream(size, read), _SMALL)


def read_file(url: str) -> bytes:
    """The whole contents of a file."""
    size, read = _open(url, True)
    return bytes(read(0, size))


class _Stream(io.RawIOBase):
    """A file's parts as Python's streams give them."""

    def __init__(self, size: int, read: Read) -> None:
        super().__init__()
        self._size, self._read, self._at = size, read, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        if base + offset < 0:
            raise ValueError("a position before the file")
        self._at = base + offset
        return self._at

    def readinto(self, buffer: Any, /) -> int:
        view = memoryview(buffer).cast("B")
        length = max(0, min(len(view), self._size - self._at))
        if length:
            data = self._read(self._at, length)
            if len(data) != length:
                raise OSError(f"it ended after {self._at + len(data)} of {self._size} bytes")
            view[:length] = data
        self._at += length
        return length


def find(url: str) -> list[str]:
    """Names of all files under a folder, relative to it, sorted bytewise."""
    try:
        system, path = file_system(url)
        # Pages of an HTTP server may lead deeper and deeper.
        depth = {"maxdepth": _DEEPEST} if url.startswith(_HTTP) else {}
        seconds = http_limits.LISTING * http_limits.timeout()
        found = _ask(system, "find", seconds, path, **depth)
    except Exception as e:  # libraries for files elsewhere have exceptions of their own
        raise unreadable(url, e) from e
    root = path.rstrip("/") + "/"
    names = [n[len(root) :] for n in found if n.startswith(root)]
    return sorted(_listed(names, url), key=os.fsencode)


def _listed(names: list[str], url: str) -> list[str]:
    """Names that a server gave, if they are such as may be opened."""
    packed = confine.Names.of([os.fsencode(name) for name in names])
    confine.check(packed, url, origin=url, entry=lambda i: f"file {i} of its listing")
    return names


def glob(pattern: str) -> list[str]:
    """URLs of the files that match a pattern, sorted."""
    try:
        system, path = file_system(pattern)
        seconds = http_limits.LISTING * http_limits.timeout()
        found = _ask(system, "glob", seconds, path)
        folder = pattern[: min(pattern.find(c) % (len(pattern) + 1) for c in "*?[")]
        folder = folder.rpartition("/")[0]
        return sorted(_listed([system.unstrip_protocol(name) for name in found], folder))
    except errors.Error:
        raise
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
