"""Names of files inside of data: which of them may be opened. The only place that decides it.

Note [Names from data]: an annotation file, a list or a server's index comes from elsewhere and
names files. Taken as they are, such names could read any file of this machine, ask any server that
it reaches, or make fsspec do what a chain of protocols says. So a name

- of an annotation file or an index stays below the root that the caller gave: no absolute path and
  no URL but one below it, and no ".." (behind a link it would not lead back to where it began);
- of a list that lies on this machine may also be a local path anywhere: that is what such lists
  hold. A URL is taken where the caller gave one with the same protocol and host, as the root or as
  the list. A list behind a URL names files of that host alone;
- is never a chain of protocols ("::"), and never begins with a protocol that wraps another one or
  runs something, unless the caller's own root does.

`trust_paths=True` lifts the first two. Links below a local root are followed: whoever can make
links there could as well put the files there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from urllib.parse import unquote_to_bytes

import numpy as np
from numpy.typing import NDArray

from .. import _native
from ..core import errors

# Protocols of fsspec that read through another one, run programs or reach into the process.
WRAPPING = frozenset(
    b"blockcache cached dask data dir dirfs filecache generic gist git github jlab jupyter "
    b"libarchive reference simplecache tar zip".split()
)
_LOCAL = b"file://"
_SHOWN = 120  # characters of a name in a message


class Names:
    """Names of files as data gives them: `packed` one behind the other, `ends` where each ends."""

    def __init__(self, packed: bytes, ends: NDArray[np.int64]) -> None:
        self.packed, self.ends = packed, ends

    @classmethod
    def of(cls, names: Sequence[bytes]) -> Names:
        """The same of a list."""
        return cls(b"".join(names), np.cumsum([len(name) for name in names], dtype=np.int64))

    def __getitem__(self, i: int) -> bytes:
        return self.packed[int(self.ends[i - 1]) if i else 0 : int(self.ends[i])]

    def plain(self) -> bool:
        """Whether all names are harmless: none is absolute or has "..", ":" or an escape in it."""
        if any(part in self.packed for part in (b"..", b":", b"\0", b"%", b"\\")):
            return False
        starts = np.concatenate([np.zeros(1, np.int64), self.ends[:-1]])[: len(self.ends)]
        first = np.frombuffer(self.packed, np.uint8)
        within = starts[starts < self.ends]
        return not bool((first[within] == ord("/")).any())


def check(
    names: Names,
    root: str | os.PathLike[str],
    *,
    origin: str | os.PathLike[str],
    entry: Callable[[int], str],
    anywhere: bool = False,
    trust: bool = False,
) -> None:
    """Raises FileError for the first name that Note [Names from data] refuses.

    root: what stands before relative names. origin: the file that has the names, and entry(i) the
    place of name i there, for the message. anywhere: it is a list. trust: the caller says so.
    """
    if names.plain():
        return
    place = _Place(os.fsencode(root), os.fsencode(origin), anywhere)
    for i in range(len(names.ends)):
        why = place.refusal(names[i], trust)
        if why:
            name = os.fsdecode(names[i])
            shown = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"
            raise errors.FileError(
                f'"{os.fspath(origin)}", {entry(i)}: the name "{shown}" {why}',
                source=os.fspath(origin),
            )


class _Place:
    """Where names may lead."""

    def __init__(self, root: bytes, origin: bytes, anywhere: bool) -> None:
        self.root, self.anywhere = root, anywhere
        self.remote = _native.is_remote(root)
        self.remote_origin = _native.is_remote(origin)
        self.folder = b"" if self.remote else os.path.abspath(_stripped(root) or b".")
        self.bases = [_base(url) for url in (root, origin) if _native.is_remote(url)]
        self.protocols = {base[0] for base in self.bases}

    def refusal(self, name: bytes, trust: bool) -> str:
        """Why a name may not be opened; empty: it may."""
        url = _native.is_remote(name)
        if b"\0" in name:
            return "holds a zero byte"
        if b"::" in name and (url or self.remote):
            return "is a chain of protocols, which only the caller can give"
        if url and (wraps := _base(name)[0]) in WRAPPING and wraps not in self.protocols:
            kind = os.fsdecode(wraps)
            return f"has the protocol {kind}://, which only the caller can give"
        if trust:
            return ""
        if url:
            return self._url(name)
        if name.startswith((b"/", _LOCAL)):
            return self._absolute(_stripped(name))
        if self.remote:
            return self._below(unquote_to_bytes(name))
        if self.anywhere and not self.remote_origin:
            return ""
        return self._below(name)

    def _url(self, name: bytes) -> str:
        if self.anywhere and _base(name) in self.bases:
            return ""
        if self.remote and name.startswith(self.root.rstrip(b"/") + b"/"):
            return self._below(unquote_to_bytes(name[len(self.root.rstrip(b"/")) + 1 :]))
        where = "of another protocol or host than the caller gave" if self.bases else "a URL"
        return f"is {where}: {_hint(self)}"

    def _absolute(self, path: bytes) -> str:
        if self.anywhere and not self.remote_origin:
            return ""
        if not self.remote and path.startswith(self.folder.rstrip(b"/") + b"/"):
            return self._below(path)
        return f"is a path of this machine: {_hint(self)}"

    def _below(self, name: bytes) -> str:
        if b".." in name.replace(b"\\", b"/").split(b"/"):
            return f"leads upwards: {_hint(self)}"
        return ""


def _hint(place: _Place) -> str:
    root = os.fsdecode(place.root) or "."
    return f'names inside of data stay below "{root}" unless trust_paths=True'


def _stripped(path: bytes) -> bytes:
    return path.removeprefix(_LOCAL)


def _base(url: bytes) -> tuple[bytes, bytes]:
    """Protocol and host of a URL; of a chain, all before the host."""
    protocol, _, rest = url.partition(b"://")
    return protocol.lower(), rest.partition(b"/")[0].lower()
