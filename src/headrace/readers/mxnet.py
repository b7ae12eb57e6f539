"""readers.MXNet: images with labels in RecordIO files."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

from ..core import errors
from ..core.batch import Batch
from ..core.dtype import float32, uint8
from ..engine.lowering import Out
from . import paths, record_files
from .registry import reader
from .source import Numbers, Records, Request, Source, file_set

_NAME = "readers.MXNet"


@reader(_NAME, graph_aliases=("mxnet_reader",), result="list", parts=("data", "label"))
def mxnet(
    *,
    path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    index_path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
) -> Source:
    """Read images with labels from RecordIO files, as MXNet's tools write them: (image, label).

    Images are encoded: 1-D uint8 values of any length. Labels are float32: one, or as many as the
    record has.

    path: one file or several.
    index_path: files with a line "key offset" for each record: one for each file, or a single one
        that counts the bytes of all files behind one another. Records come in the order in which
        they lie in the files. Without it the files are looked through once, record by record.

    >>> import pathlib, struct, tempfile, headrace.dynamic as ndd
    >>> record = struct.pack("<IfQQ", 0, 3.0, 0, 0) + b"any image..."
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "train.rec")
    ...     size = file.write_bytes(struct.pack("<II", 0xCED7230A, len(record)) + record)
    ...     for images, labels in ndd.readers.MXNet(path=file).next_epoch(batch_size=1):
    ...         print(labels)
    Batch([[3.]], dtype=f32, device="cpu", num_samples=1, shape=[(1,)])
    """
    names = paths.names(path, "path")
    if index_path is None:
        found = record_files.index(names, _NAME, "index_recordio")
    else:
        found = _read_indices(paths.names(index_path, "index_path"), names)
    rows, file = record_files.joined(found, names, "record")
    return MXNetSource(names, file, rows[:, 0], record_files.sizes(names, _NAME))


def _read_indices(indices: list[str], names: list[str]) -> list[Numbers]:
    if len(indices) not in (1, len(names)):
        raise errors.ArgumentError(f"{len(indices)} index files for {len(names)} files")
    found = [
        np.unique(rows) for rows in record_files.index(indices, _NAME, "index_text", columns=1)
    ]
    sizes = record_files.sizes(names, _NAME)
    ends = np.cumsum(sizes) if len(indices) == 1 else sizes
    for offsets, end, index in zip(
        found, ends if len(indices) > 1 else ends[-1:], indices, strict=True
    ):
        if len(offsets) and (offsets[0] < 0 or offsets[-1] >= end):
            wrong = offsets[0] if offsets[0] < 0 else offsets[-1]
            raise errors.FileError(
                f'"{index}" speaks of a record at byte {wrong}: not in {end} bytes', source=index
            )
    if len(found) < len(names):  # one index for all files
        cuts = np.searchsorted(found[0], ends[:-1])
        found = [
            part - end + size for part, end, size in zip(np.split(found[0], cuts), ends, sizes)
        ]
    return [offsets.reshape(-1, 1) for offsets in found]


class MXNetSource(Source):
    """Images and labels."""

    def __init__(self, names: list[str], file: Numbers, offsets: Numbers, sizes: Numbers) -> None:
        # An upper bound: the next record, or the end of the file. The header has the exact length.
        lengths = sizes[file] - offsets
        same = file[1:] == file[:-1]
        lengths[:-1][same] = np.diff(offsets)[same]
        self._records = Records(
            file_set(names, keep_open=True), file, offsets, lengths, kernel="read_recordio",
            outputs=[Out(uint8, 1), Out(float32, 1)],
        )  # fmt: skip
        self.outputs = self._records.outputs

    def __len__(self) -> int:
        return len(self._records)

    def fetch(self, request: Request) -> tuple[Batch, ...]:
        return self._records.read(request)
