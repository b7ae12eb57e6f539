"""readers.Webdataset: samples whose components lie side by side in tar archives."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from .. import _native
from ..core import errors
from ..core.batch import Batch
from ..core.dtype import DType, bool_, uint8
from ..core.dtype import dtype as read_dtype
from ..core.site import warn
from ..engine.lowering import Out
from . import paths as _paths
from .registry import reader
from .remote import is_remote
from .source import Records, Request, Source, io_pool

_MISSING = {"": 0, "empty": 0, "skip": 1, "error": 2}  # WebdatasetOptions::Missing


@reader("readers.Webdataset")
def webdataset(
    *,
    paths: Sequence[str | os.PathLike[str]],
    ext: Sequence[str],
    index_paths: Sequence[str | os.PathLike[str]] | None = None,
    dtypes: Sequence[DType] | None = None,
    missing_component_behavior: Literal["", "empty", "skip", "error"] = "",
    case_sensitive_extensions: bool = True,
) -> Source:
    """Read samples from tar archives, as the webdataset package writes them.

    Neighbouring files of an archive whose names differ only in what follows the first dot are the
    components of one sample. Archives that were concatenated are read on behind the end of the
    first; other bytes there are left out with a warning. There is an output for each entry of
    `ext`: the contents of that component as a 1-D value.

    paths: the archives.
    ext: the extension of each output, such as "jpg" or "seg.png"; several with semicolons between
        them ("jpg;png") match any. If several files match, the first is taken.
    index_paths: an index for each archive, as DALI's wds2idx writes them. Without, the headers of
        the archives are read, which takes a moment for large ones.
    dtypes: element types of the outputs, uint8 by default: the bytes are taken as that type.
    missing_component_behavior: where a sample lacks one: "empty" gives an empty value, "skip"
        leaves the sample out, "error" refuses the dataset.
    case_sensitive_extensions: whether "jpg" leaves "A.JPG" out.

    >>> import io, pathlib, tarfile, tempfile, headrace.dynamic as ndd
    >>> archive = pathlib.Path(tempfile.mkdtemp()) / "a.tar"
    >>> with tarfile.open(archive, "w") as tar:
    ...     files = {"0.txt": b"zero", "0.cls": b"7", "1.txt": b"one", "1.cls": b"8"}
    ...     for name, data in files.items():
    ...         entry = tarfile.TarInfo(name)
    ...         entry.size = len(data)
    ...         tar.addfile(entry, io.BytesIO(data))
    >>> reader = ndd.readers.Webdataset(paths=[archive], ext=["txt", "cls"])
    >>> for texts, classes in reader.next_epoch(batch_size=2):
    ...     print([bytes(x.numpy()) for x in (*texts.tensors, *classes.tensors)])
    [b'zero', b'one', b'7', b'8']
    """
    archives = _paths.names(paths, "paths")
    indices = [] if index_paths is None else _paths.names(index_paths, "index_paths")
    if indices and len(indices) != len(archives):
        raise errors.ArgumentError(f"{len(indices)} index_paths for {len(archives)} paths")
    extensions = _extensions(ext)
    types = _types(dtypes, len(extensions))
    missing = _MISSING[missing_component_behavior]
    packed = [os.fsencode(name) for name in archives]
    found = _native.Webdataset(
        b"".join(packed), np.cumsum([len(name) for name in packed], dtype=np.int64),
        [os.fsencode(name) for name in indices], extensions, [t.bits // 8 for t in types],
        bool(case_sensitive_extensions), missing, io_pool(any(map(is_remote, archives))),
    )  # fmt: skip
    for k, name in enumerate(archives):
        if left := found.unread(k):
            warn(
                f'"{name}": {left} bytes behind the end of the archive are left out: no archive',
            )
    if len(found) == 0:
        more = " with all components" if missing else ""
        raise errors.ArgumentError(f"there is no sample{more} in {', '.join(archives[:3])}")
    return WebdatasetSource(found, types)


def _extensions(ext: Any) -> list[list[str]]:
    """The alternatives of each output."""
    given = [ext] if isinstance(ext, str) else list(ext)
    if not given or not all(isinstance(e, str) for e in given):
        raise errors.ArgumentTypeError(
            f"argument 'ext' is a list of extensions, got {errors.brief(ext)}"
        )
    # An empty extension matches nothing.
    return [[e for e in alternatives.split(";") if e] or ["\0"] for alternatives in given]


def _types(dtypes: Any, outputs: int) -> list[DType]:
    if dtypes is None:
        return [uint8] * outputs
    types = [read_dtype(t) for t in (dtypes if isinstance(dtypes, (list, tuple)) else [dtypes])]
    if len(types) != outputs:
        raise errors.ArgumentError(f"{len(types)} dtypes for {outputs} extensions")
    if bool_ in types:
        raise errors.DTypeError("bytes of a file cannot be taken for booleans")
    return types


class WebdatasetSource(Source):
    """Components of samples in archives."""

    def __init__(self, archives: _native.Webdataset, types: list[DType]) -> None:
        outputs = [Out(t, 1) for t in types]
        self._records = Records(archives, kernel="read_webdataset", outputs=outputs)
        self.outputs = self._records.outputs

    def __len__(self) -> int:
        return len(self._records)

    def fetch(self, request: Request) -> tuple[Batch, ...]:
        return self._records.read(request)
