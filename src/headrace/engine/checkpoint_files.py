"""Numbered files: `{seq}` patterns, and atomic writes that never overwrite."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import string
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

# Names of temporary files.
_PREFIX, _SUFFIX = ".headrace-checkpoint-", ".tmp"
_STALE_SECONDS = 60.0  # temporary files older than this are checked for a live writer
_UNSUPPORTED = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}


@dataclass(frozen=True)
class Pattern:
    """A file name with a number: the text before it, its format, the text after it."""

    before: str
    format: str
    after: str

    def name(self, number: int) -> str:
        """The file name with this number.

        >>> parse("run/ckpt_{seq:04d}.json").name(12)
        'run/ckpt_0012.json'
        """
        return f"{self.before}{number:{self.format}}{self.after}"


def parse(text: str | os.PathLike[str]) -> Pattern:
    """Parse a pattern: a file name with one `{seq}`, `{seq:d}` or `{seq:04d}`.

    `{{` and `}}` stand for braces, as in `str.format`.

    >>> parse("ckpt_{seq:04d}.json")
    Pattern(before='ckpt_', format='04d', after='.json')
    """
    pattern = file_name(text)
    literals, formats = [""], []
    try:
        fields = list(string.Formatter().parse(pattern))
    except ValueError as e:
        raise ValueError(
            f"{pattern!r} is no pattern of file names: {e} (a brace is written twice)"
        ) from None
    for literal, field, spec, conversion in fields:
        literals[-1] += literal
        if field is not None:
            formats.append(_check_field(pattern, field, spec or "", conversion))
            literals.append("")
    if not formats:
        raise ValueError(
            f"{pattern!r} has no {{seq}}, where the number of the file goes: write for example "
            f'"{_suggestion(pattern)}"'
        )
    if len(formats) > 1:
        raise ValueError(f"{pattern!r}: {{seq}} may stand there once only")
    if os.sep in literals[1] and os.path.basename(literals[1]) in ("", ".", ".."):
        raise ValueError(f"{pattern!r} names folders, not files")
    return Pattern(literals[0], formats[0], literals[1])


def file_name(name: Any) -> str:
    """A file name as text; TypeError if it is not one."""
    text = os.fspath(name) if isinstance(name, os.PathLike) else name
    if not isinstance(text, str):
        raise TypeError(f"a file name is text or a path, got {type(name).__name__}")
    return text


def _check_field(pattern: str, field: str, spec: str, conversion: str | None) -> str:
    if field != "seq":
        raise ValueError(
            f"{pattern!r}: the only field is {{seq}}, the number of the file; found {{{field}}}"
        )
    if conversion or not re.fullmatch(r"(0[0-9]{1,2})?d?", spec):
        shown = (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
        raise ValueError(
            f"{pattern!r}: the number is written as {{seq}}, {{seq:d}} or with zeros in front, "
            f"{{seq:04d}}; found {{seq{shown}}}"
        )
    return spec


def _suggestion(name: str) -> str:
    root, extension = os.path.splitext(name)
    return f"{root or 'checkpoint'}_{{seq:04d}}{extension}"


def matching(pattern: Pattern) -> list[tuple[int, str]]:
    """(number, name) of everything that matches a pattern, lowest first, whatever the zero padding.

    If two names have the same number, the one that the pattern would produce comes last.
    """
    parent, stem = os.path.split(pattern.before)
    prefix = pattern.before[: len(pattern.before) - len(stem)]
    tail, slash, below = pattern.after.partition(os.sep)
    found = []
    try:
        names = os.listdir(parent or os.curdir)
    except FileNotFoundError:
        return []
    for name in names:
        digits = name[len(stem) : len(name) - len(tail)]
        if not (name == stem + digits + tail and digits.isascii() and digits.isdigit()):
            continue
        path = prefix + name + slash + below
        if not slash or os.path.lexists(path):
            found.append((int(digits), path))
    return sorted(found, key=lambda item: (item[0], item[1] == pattern.name(item[0]), item[1]))


def newest_first(pattern: Pattern) -> list[tuple[int, str]]:
    """(number, name) of the files that match a pattern, highest first."""
    return [(n, path) for n, path in reversed(matching(pattern)) if os.path.isfile(path)]


def next_number(pattern: Pattern, least: int = 0) -> int:
    """The number after the highest existing one, at least `least`."""
    found = matching(pattern)
    return max(least, found[-1][0] + 1) if found else least


def write_new(pattern: Pattern, text: str, least: int = 0) -> tuple[int, str]:
    """Write a file under the next free number; returns its number and name.

    The name appears only once the whole content is on disk. Existing files are never overwritten,
    even if another process creates one concurrently.
    """
    number = next_number(pattern, least)
    while True:
        folder = os.path.dirname(pattern.name(number))
        make_folder(folder)
        with _written(folder, text) as temporary:
            # The number may be part of a folder's name: then each number needs a file of its own.
            while os.path.dirname(path := pattern.name(number)) == folder:
                if _publish(temporary, path):
                    sync_folder(folder)
                    remove_stale(folder)
                    return number, path
                number += 1


def replace(path: str | os.PathLike[str], text: str) -> None:
    """Write a file atomically, replacing an existing one."""
    name = file_name(path)
    folder = os.path.dirname(name)
    make_folder(folder)
    with _written(folder, text) as temporary:
        os.rename(temporary, name)
        sync_folder(folder)


def make_folder(folder: str) -> None:
    """Make a folder and its parents durably: each is synced into its parent."""
    if not folder or os.path.isdir(folder):
        return
    parent = os.path.dirname(folder.rstrip(os.sep))
    make_folder(parent)
    with contextlib.suppress(FileExistsError):
        os.mkdir(folder)
    sync_folder(parent)


def sync_folder(folder: str) -> None:
    """Sync the entries of a folder to disk, where the file system supports it."""
    fd = os.open(folder or os.curdir, os.O_RDONLY)
    try:
        os.fsync(fd)
    except OSError as e:
        if e.errno not in _UNSUPPORTED:
            raise
    finally:
        os.close(fd)


@contextlib.contextmanager
def _written(folder: str, text: str) -> Iterator[str]:
    """A temporary file with this content, synced to disk; removed afterwards."""
    path = os.path.join(folder, f"{_PREFIX}{os.urandom(8).hex()}{_SUFFIX}")
    fd = _create(path)
    try:
        with open(fd, "wb", closefd=False) as file:
            file.write(text.encode())
        os.fsync(fd)
        yield path
    finally:
        with contextlib.suppress(FileNotFoundError):  # renamed
            os.unlink(path)
        os.close(fd)


def _create(path: str) -> int:
    """A new file, locked for as long as its writer lives."""
    fd = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666)
    with contextlib.suppress(OSError):  # the file system has no locks
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return fd


def _publish(temporary: str, path: str) -> bool:
    """Give a complete file its name; False if the name is taken."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        return False
    except OSError as e:
        if e.errno not in _UNSUPPORTED:
            raise
        return _publish_by_renaming(temporary, path)
    return True


def _publish_by_renaming(temporary: str, path: str) -> bool:
    """`_publish` for file systems without hard links: a claim file keeps other writers away."""
    folder, name = os.path.split(path)
    claim = os.path.join(folder, f"{_PREFIX}{name}{_SUFFIX}")
    try:
        fd = _create(claim)
    except FileExistsError:
        return False
    try:
        if os.path.lexists(path):
            return False
        os.rename(temporary, path)
        return True
    finally:
        os.unlink(claim)
        os.close(fd)


def remove_stale(folder: str) -> None:
    """Remove temporary files of killed writers: old and unlocked."""
    oldest = time.time() - _STALE_SECONDS
    for name in os.listdir(folder or os.curdir):
        if not (name.startswith(_PREFIX) and name.endswith(_SUFFIX)):
            continue
        path = os.path.join(folder, name)
        # Not our file, already removed, or in use: leave it.
        with contextlib.suppress(OSError):
            if os.stat(path).st_mtime < oldest:
                fd = os.open(path, os.O_RDWR)
                try:
                    fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    os.unlink(path)
                finally:
                    os.close(fd)
