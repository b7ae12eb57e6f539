"""Compiled kernels on disk. The cache never fails a run: what it cannot give is made again.

Its entries are code. They lie in a folder that nobody else can write into (private.py), and each is
sealed with the folder's key: what was not written by this user's Headrace is not loaded.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
from pathlib import Path

from ..._version import __version__
from . import nvrtc, private, sources

LIMIT = 256 << 20  # bytes in one folder
_DIGEST = hashlib.sha256().digest_size


def folder(kind: str) -> Path | None:
    """Where entries of a kind are; None when the cache is off (HEADRACE_CACHE_DIR is empty)."""
    chosen = os.environ.get("HEADRACE_CACHE_DIR")
    if chosen is None:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        chosen = os.path.join(base, "headrace") if os.path.isabs(base) else ""
    return Path(chosen, kind) if chosen else None


def place(kind: str) -> Path | None:
    """The same folder, made if need be; None too where that is not possible, or where others could
    write into it."""
    where = folder(kind)
    try:
        return None if where is None else private.folder(where)
    except OSError:
        return None


def key(*parts: str) -> str:
    """The name of an entry: a hash of all that decides what is in it."""
    digest = hashlib.sha256()
    for part in (__version__, sources.fingerprint(), *parts):
        data = part.encode()
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


def load(kind: str, name: str) -> bytes | None:
    """An entry, or None if there is no sound one."""
    where = place(kind)
    if where is None:
        return None
    sealed = private.read(where / name)
    if sealed is None:
        return None
    data, seal = sealed[:-_DIGEST], sealed[-_DIGEST:]
    try:
        sound = hmac.compare_digest(private.seal(where, name, data), seal)
    except OSError:
        return None
    return data if sound else None


def store(kind: str, name: str, data: bytes) -> Path | None:
    """Keeps an entry: its file, or None where that is not possible.

    The seal stands at the end, so that the file of a shared library is still one.
    """
    where = place(kind)
    if where is None:
        return None
    try:
        private.write(where / name, data + private.seal(where, name, data))
        _shrink(where, keep=name)
    except OSError:
        return None
    return where / name


def _shrink(where: Path, keep: str) -> None:
    """Removes what was not used for longest, until the folder is within its limit."""
    found = []
    for entry in os.scandir(where):
        if entry.name == private.KEY:
            continue
        with contextlib.suppress(OSError):  # another process may have removed it
            status = entry.stat()
            found.append((status.st_mtime_ns, status.st_size, entry))
    total = sum(size for _, size, _ in found)
    for _, size, entry in sorted(found, key=lambda item: item[0]):
        if total <= LIMIT:
            return
        if entry.name != keep:
            with contextlib.suppress(OSError):
                os.unlink(entry.path)
            total -= size


def image(text: str, arch: int) -> bytes:
    """What nvrtc.compile gives, compiled at most once on this computer."""
    name = key(text, *nvrtc.options(arch), ".".join(map(str, nvrtc.version())))
    data = load("gpu", name)
    if data is None:
        data = nvrtc.compile(text, arch)
        store("gpu", name, data)
    return data
