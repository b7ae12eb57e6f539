"""readers.File: whole files, each with a label."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .. import _native
from ..core import errors
from ..core.batch import Batch
from . import confine, paths, remote
from .registry import reader
from .source import Records, Request, Source, Table, file_set

FILE_FILTERS = (
    "*.jpg", "*.jpeg", "*.png", "*.bmp", "*.tif", "*.tiff", "*.pnm", "*.ppm", "*.pgm", "*.pbm",
    "*.jp2", "*.webp", "*.flac", "*.ogg", "*.wav",
)  # fmt: skip
_LABEL = re.compile("[+-]?[0-9]{1,18}")


@reader("readers.File", graph_aliases=("file_reader",), result="list", parts=("data", "label"))
def file(
    *,
    file_root: str | os.PathLike[str] | None = None,
    files: Sequence[str | os.PathLike[str]] | None = None,
    labels: Sequence[int] | None = None,
    file_list: str | os.PathLike[str] | None = None,
    file_filters: Sequence[str] = FILE_FILTERS,
    dir_filters: Sequence[str] | None = None,
    case_sensitive_filter: bool = False,
    trust_paths: bool = False,
) -> Source:
    """Read whole files, each with a label: (contents, label).

    Contents are 1-D uint8 values of any length, labels int32 of shape (1,).

    file_root: a folder whose subfolders are classes: the label of a file is the number of its
        subfolder in the order of their names. Or what stands before relative names in `files` and
        `file_list`.
    files: names of files instead of a folder; `labels`: one for each, otherwise they count from 0.
    file_list: a text file with a name and a label in each line, blanks or tabs between them; names
        are relative to `file_root` or to the list's own folder.
    file_filters: patterns of file names in class folders; dir_filters: of class folders;
        case_sensitive_filter: whether "*.jpg" leaves "A.JPG" out.
    trust_paths: names in `file_list` may be any URL, and those in a list behind a URL local paths
        too. Otherwise URLs have the protocol and host of `file_root` or of the list, and a list
        behind a URL names files of its own host.

    >>> import importlib.resources, headrace.dynamic as ndd
    >>> folder = importlib.resources.files("headrace.tools") / "demo_images"
    >>> reader = ndd.readers.File(files=sorted(folder.glob("*.jpg")))
    >>> for jpegs, labels in reader.next_epoch(batch_size=4):
    ...     images = ndd.decoders.image(jpegs)
    >>> images.layout, images.dtype
    ('HWC', DType(uint8))
    """
    if files is not None and file_list is not None:
        raise errors.ArgumentError("give files or file_list, not both")
    if labels is not None and files is None:
        raise errors.ArgumentError("labels go with files")
    if files is not None:
        return _from_names(paths.names(files, "files"), labels, file_root or "")
    if file_list is not None:
        return _from_list(file_list, file_root, trust_paths)
    if file_root is None:
        raise errors.ArgumentError("needs file_root, files or file_list")
    patterns = _patterns(file_filters)
    folders = ["*"] if dir_filters is None else _patterns(dir_filters)
    if remote.is_remote(file_root):
        names, numbers = remote.find_classes(
            os.fspath(file_root), patterns, folders, case_sensitive_filter
        )
        found, classes = file_set(names, file_root), np.array(numbers, np.int32)
    else:
        found, classes, _ = _native.list_classes(
            os.fsencode(paths.plain(file_root)), patterns, folders, case_sensitive_filter
        )
    if len(found) == 0:
        raise errors.ArgumentError(
            f'no file in the subfolders of "{os.fspath(file_root)}" matches {", ".join(patterns)}'
        )
    return FileSource(found, classes)


def _patterns(given: str | Sequence[str]) -> list[str]:
    return [given] if isinstance(given, str) else list(given)


def _from_names(
    names: list[str], labels: Sequence[int] | None, root: str | os.PathLike[str]
) -> Source:
    if labels is None:
        labels = range(len(names))
    if not hasattr(labels, "__len__"):
        raise errors.ArgumentTypeError(f"labels are a list, not {errors.brief(labels)}")
    if len(labels) != len(names):
        raise errors.ArgumentError(f"{len(labels)} labels for {len(names)} files")
    for at, label in enumerate(labels):
        if isinstance(label, (int, np.integer)) and not -(1 << 31) <= label < 1 << 31:
            raise errors.ArgumentError(
                f"the label of file {at} is {errors.brief(int(label))}: labels are int32"
            )
    return FileSource(file_set(names, root), np.array(labels, np.int32))


def _from_list(
    file_list: str | os.PathLike[str], root: str | os.PathLike[str] | None, trust: bool
) -> Source:
    names, labels, lines = [], [], []
    text = paths.read_bytes(file_list).decode("utf-8", "surrogateescape")
    # Nothing but blanks and tabs separates: names may hold whatever else Unicode calls a space.
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip("\r")
        stripped = line.strip(" \t")
        if not stripped:
            continue
        cut = max(stripped.rfind(" "), stripped.rfind("\t"))
        name, label = stripped[: max(cut, 0)].rstrip(" \t"), stripped[cut + 1 :]
        if not name or not _LABEL.fullmatch(label):
            raise errors.ArgumentError(
                f'"{os.fspath(file_list)}", line {number}: a line is the name of a file and a '
                f"label, got {line[:200]!r}",
                source=os.fspath(file_list),
            )
        names.append(name)
        labels.append(int(label))
        lines.append(number)
    if not names:
        raise errors.ArgumentError(f'"{os.fspath(file_list)}" names no file')
    root = root or paths.folder_of(file_list)
    confine.check(
        confine.Names.of([os.fsencode(name) for name in names]), root, origin=file_list,
        entry=lambda i: f"line {lines[i]}", anywhere=True, trust=trust,
    )  # fmt: skip
    return _from_names(names, labels, root)


class FileSource(Source):
    """Whole files, a label each."""

    def __init__(self, files: _native.FileSet, labels: NDArray[np.int32]) -> None:
        self._files = Records(files)
        self._labels = Table(labels.reshape(-1, 1))
        self.outputs = (*self._files.outputs, self._labels.output)

    def __len__(self) -> int:
        return len(self._files)

    def fetch(self, request: Request) -> tuple[Batch, ...]:
        return (*self._files.read(request), self._labels.pick(request.which))
