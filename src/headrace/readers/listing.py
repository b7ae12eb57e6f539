"""Which files a reader of whole files reads: a folder, a list of names, or a list in a file."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .. import _native
from ..core import errors
from . import confine, paths, remote
from .source import Numbers


class Listing(NamedTuple):
    """Names of files, packed as native sets of files take them."""

    names: bytes  # one behind the other
    ends: Numbers
    root: bytes  # stands before names that are not absolute


def listing(
    file_root: paths.Name | None,
    file_filter: str,
    files: Sequence[paths.Name] | None,
    file_list: paths.Name | None,
    trust_paths: bool = False,
) -> Listing:
    """The files that these arguments, which several readers have, speak of.

    A folder stands for its files and those of its subfolders; a list of names may be relative to
    it. A list in a file has a name in each line, relative to `file_root` or to its own folder;
    Note [Names from data] says which ones are opened unless trust_paths is set.
    """
    if files is not None and file_list is not None:
        raise errors.ArgumentError("give files or file_list, not both")
    if files is not None:
        return _pack(paths.names(files, "files"), file_root or "")
    if file_list is not None:
        text = paths.read_bytes(file_list).decode("utf-8", "surrogateescape")
        lines = [(i, s.rstrip("\r")) for i, s in enumerate(text.split("\n"), 1) if s.strip()]
        if not lines:
            raise errors.ArgumentError(f'"{os.fspath(file_list)}" names no file')
        packed = _pack([line for _, line in lines], file_root or paths.folder_of(file_list))
        confine.check(
            confine.Names(packed.names, packed.ends), os.fsdecode(packed.root), origin=file_list,
            entry=lambda i: f"line {lines[i][0]}", anywhere=True, trust=trust_paths,
        )  # fmt: skip
        return packed
    if file_root is None:
        raise errors.ArgumentError("needs file_root, files or file_list")
    root = os.fsencode(paths.plain(file_root))
    if remote.is_remote(root):
        found = [n for n in remote.find(os.fspath(file_root)) if _matches(n, file_filter)]
        # As for local folders: its own files first.
        found.sort(key=lambda name: ("/" in name, name.rpartition("/")))
        names, ends, _ = _pack([n if "/" in n else f"./{n}" for n in found], root)
    else:
        names, ends = _native.list_tree(root, file_filter)
    if len(ends) == 0:
        raise errors.ArgumentError(
            f'no file in "{os.fspath(file_root)}" or its subfolders matches {file_filter}'
        )
    return Listing(names, ends, root)


def _matches(name: str, pattern: str) -> bool:
    """Whether a file of a folder or of its subfolders is meant."""
    return name.count("/") < 2 and fnmatch.fnmatchcase(name.rpartition("/")[2], pattern)


def _pack(names: list[str], root: paths.Name | bytes) -> Listing:
    packed = [os.fsencode(name) for name in names]
    ends = np.cumsum([len(name) for name in packed], dtype=np.int64)
    return Listing(b"".join(packed), ends, os.fsencode(root))
