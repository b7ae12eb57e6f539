"""The source files of the GPU kernels: our own, and those of libraries with operators."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from ...core import errors

_libraries: dict[str, dict[str, bytes]] = {}  # device code of libraries, by folder: see `add`
_INCLUDED = re.compile(r'^#include "(library/[0-9a-f]+/)', re.M)


@functools.cache
def folder() -> Path:
    """The header folder: in the package, or beside it in a source tree."""
    package = Path(__file__).parents[2]
    inside = package / "include"
    return inside if inside.is_dir() else package.parents[1] / "native"


def headers() -> list[Path]:
    """Headers that kernels may include: device code, and the emulation of CUDA."""
    root = folder()
    return sorted([*root.rglob("*.cuh"), *(root / "gpu" / "emulation").glob("*.h")])


@functools.cache
def fingerprint() -> str:
    """A hash of all headers; compiled kernels with another one are out of date."""
    root = folder()
    return _hash({p.relative_to(root).as_posix(): p.read_bytes() for p in headers()})


def _hash(files: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in files.items():
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def add(beside: Path, needed: Sequence[str]) -> str:
    """Read the device code of a library: all .cuh files in its folder.

    Returns the folder under which kernels include the files. Its name is a hash of them, so that
    the text of a kernel, and with it the name of its entry in the cache, depends on their content.
    """
    files = {p.name: p.read_bytes() for p in sorted(beside.glob("*.cuh"))}
    for name in needed:
        if name not in files:
            raise errors.MissingFileError(f"its device code {name} is not beside it, in {beside}")
    where = f"library/{_hash(files)}/"
    _libraries[where] = files
    return where


@contextlib.contextmanager
def include_folders(text: str) -> Iterator[list[str]]:
    """Folders to search for the files that a kernel includes.

    Device code of libraries is written to a private temporary folder, as it was when the library
    was loaded: what is compiled is what the name of the folder says.
    """
    used = set(_INCLUDED.findall(text))
    if not used:
        yield [str(folder())]
        return
    with tempfile.TemporaryDirectory(prefix="headrace-") as temporary:
        for where in used:
            Path(temporary, where).mkdir(parents=True)
            for name, content in _libraries[where].items():
                Path(temporary, where, name).write_bytes(content)
        yield [str(folder()), temporary]
