"""Compiled kernels on disk. The cache never fails a run: what it cannot load is compiled again.

Entries are code. They are in a folder that only this user can write (private.py), and each is
signed with the folder's key, so that files from anyone else are not loaded.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
from pathlib import Path

from ..._version import __version__
from . import nvrtc, private, sources

LIMIT = 256 << 20  # bytes per folder
_DIGEST = hashlib.sha256().digest_size


def folder(kind: str) -> Path | None:
    """The folder of a kind of entries; None if the cache is off (HEADRACE_CACHE_DIR is empty)."""
    chosen = os.environ.get("HEADRACE_CACHE_DIR")
    if chosen is None:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        chosen = os.path.join(base, "headrace") if os.path.isabs(base) else ""
    return Path(chosen, kind) if chosen else None


def place(kind: str) -> Path | None:
    """The folder, created if needed; None also if that fails or if others could write into it."""
    where = folder(kind)
    try:
        return None if where is None else private.folder(where)
    except OSError:
        return None


def key(*parts: str) -> str:
    """The name of an entry: a hash of everything that its content depends on."""
    digest = hashlib.sha256()
    for part in (__version__, sources.fingerprint(), *parts):
        data = part.encode()
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


def load(kind: str, name: str) -> bytes | None:
    """An entry; None if it is missing or its signature is wrong."""
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
    """Writes an entry; returns its path, or None on failure.

    The signature comes last, so that the file is still a valid shared library.
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
    """Removes the least recently used entries until the folder is within its limit."""
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
    """The result of nvrtc.compile, from the cache if possible."""
    name = key(text, *nvrtc.options(arch), ".".join(map(str, nvrtc.version())))
    data = load("gpu", name)
    if data is None:
        data = nvrtc.compile(text, arch)
        store("gpu", name, data)
    return data
