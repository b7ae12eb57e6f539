"""Folders and files that only this user can write, for code that will be loaded."""

from __future__ import annotations

import contextlib
import grp
import hmac
import os
import pwd
import stat
import tempfile
import warnings
from pathlib import Path

KEY = "key"  # file name of a cache's key
_KEY_BYTES = 32
_refused: set[str] = set()


def folder(path: str | os.PathLike[str]) -> Path | None:
    """A folder, created if needed, that nobody else can write into or replace; None, with a
    warning, if others could. Symbolic links in the given path are followed."""
    given = os.path.realpath(path)
    for part in (*reversed(Path(given).parents), Path(given)):
        if not part.is_dir():
            with contextlib.suppress(FileExistsError):
                part.mkdir(0o700)
    why = _exposed(given)
    if why is None:
        return Path(given)
    if given not in _refused:
        _refused.add(given)
        warnings.warn(
            f'"{given}" is not used as a cache of compiled kernels: {why}. Choose a folder of your '
            "own with HEADRACE_CACHE_DIR, or take the rights of others away (chmod go-w)",
            RuntimeWarning,
            stacklevel=2,
        )
    return None


def _exposed(path: str) -> str | None:
    """How another user could place a file in a folder; None if that is impossible."""
    last = os.stat(path, follow_symlinks=False)
    if last.st_uid != os.geteuid():
        return f"it belongs to the user {last.st_uid}"
    if last.st_mode & stat.S_IWOTH or (last.st_mode & stat.S_IWGRP and _shared(last.st_gid)):
        return "others can write into it"
    for above in Path(path).parents:
        status = os.stat(above, follow_symlinks=False)
        if status.st_uid not in (0, os.geteuid()):
            return f'the folder "{above}" belongs to the user {status.st_uid}'
        if status.st_mode & stat.S_ISVTX:  # sticky: others can write, but not replace our files
            continue
        shared = status.st_mode & stat.S_IWGRP and _shared(status.st_gid)
        if status.st_mode & stat.S_IWOTH or shared:
            return f'others can write into "{above}"'
    return None


def _shared(group: int) -> bool:
    """Whether a group may have members besides this user; many systems give each user a private
    group."""
    try:
        user, members = pwd.getpwuid(os.geteuid()), grp.getgrgid(group).gr_mem
    except KeyError:
        return True
    return group != user.pw_gid or any(name != user.pw_name for name in members)


def read(path: Path) -> bytes | None:
    """The contents of a regular file that only this user can write; None otherwise."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return None
    with open(handle, "rb") as file:
        status = os.fstat(handle)
        exposed = status.st_mode & (stat.S_IWOTH | stat.S_IWGRP)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid() or exposed:
            return None
        with contextlib.suppress(OSError):
            os.utime(handle)  # marks it as recently used
        return file.read()


def write(path: Path, data: bytes, *, replace: bool = True) -> None:
    """Writes a file atomically. replace: overwrite an existing one; otherwise keep it."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if replace:
            os.replace(temporary, path)
        else:
            with contextlib.suppress(FileExistsError):
                os.link(temporary, path)
            os.unlink(temporary)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def secret(where: Path) -> bytes:
    """The key of a cache: random, made once, readable by this user only."""
    path = where / KEY
    for replace in (False, True):  # the first process makes it; an invalid key is replaced
        key = read(path)
        if key is not None and len(key) == _KEY_BYTES:
            return key
        write(path, os.urandom(_KEY_BYTES), replace=replace)
    key = read(path)
    if key is None or len(key) != _KEY_BYTES:
        raise OSError(f'"{path}" cannot be kept')
    return key


def seal(where: Path, name: str, data: bytes) -> bytes:
    """The signature of an entry, by the cache's key."""
    return hmac.digest(secret(where), name.encode() + b"\0" + data, "sha256")
