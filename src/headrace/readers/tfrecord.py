"""readers.TFRecord: tf.train.Example messages in TFRecord files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import numpy as np

from ..core import errors
from ..core.batch import Batch
from . import paths, record_files
from .features import Feature, parameters
from .registry import reader
from .source import Numbers, Records, Request, Source, file_set

_NAME = "readers.TFRecord"
_LEAST = 16  # bytes of a record without data


@reader(_NAME, graph_aliases=("tfrecord_reader",), result="dict", unused=("use_o_direct",))
def tfrecord(
    *,
    path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    features: Mapping[str, Feature],
    index_path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    use_o_direct: bool = False,
) -> Source:
    """Read tf.train.Example records: dicts with a Batch for every feature.

    path: one file or several.
    features: what to take out of each record: names with FixedLenFeature or VarLenFeature of
        `headrace.tfrecord`. A string is a 1-D uint8 value of any length, the first if there are
        several; numbers are int64 or float32 arrays of the feature's shape.
    index_path: for each file one with a line "offset size" for each record, in the order to read
        them. Without it the files are looked through once, record by record.
    use_o_direct: accepted without a meaning here.

    Records are checked against their checksums while they are read; a checksum of zero counts as
    none.

    >>> import pathlib, tempfile, headrace.dynamic as ndd, headrace.tfrecord as tfrec
    >>> record = bytes.fromhex(  # a tf.train.Example {"label": [3]}
    ...     "1200000000000000241f64250a100a0e0a056c6162656c12051a030a01034319c1db")
    >>> features = {"label": tfrec.FixedLenFeature([1], tfrec.int64, -1)}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "train.tfrecord")
    ...     size = file.write_bytes(record)
    ...     reader = ndd.readers.TFRecord(path=file, features=features)
    ...     for batch in reader.next_epoch(batch_size=1):
    ...         print(batch["label"])
    Batch([[3]], dtype=i64, device="cpu", num_samples=1, shape=[(1,)])
    """
    names = paths.names(path, "path")
    wanted = _read_features(features)
    if index_path is None:
        found = record_files.index(names, _NAME, "index_tfrecord")
    else:
        found = _read_indices(paths.names(index_path, "index_path"), names)
    rows, file = record_files.joined(found, names, "record")
    return TFRecordSource(names, file, rows, wanted)


def _read_features(given: Mapping[str, Feature]) -> dict[str, Feature]:
    if not isinstance(given, Mapping):
        raise errors.ArgumentTypeError(f"features is a dict, got {errors.brief(given)}")
    if not given:
        raise errors.ArgumentError("features names no feature")
    for name, feature in given.items():
        if not isinstance(name, str) or not isinstance(feature, Feature):
            raise errors.ArgumentTypeError(
                "features maps names to FixedLenFeature or VarLenFeature of headrace.tfrecord, got "
                f"{errors.brief(name)}: {errors.brief(feature)}"
            )
        try:
            name.encode()
        except UnicodeEncodeError as e:
            raise errors.ArgumentError(f"{name!r} cannot be the name of a feature") from e
    return dict(given)


def _read_indices(indices: list[str], names: list[str]) -> list[Numbers]:
    if len(indices) != len(names):
        raise errors.ArgumentError(f"{len(indices)} index files for {len(names)} files")
    found = record_files.index(indices, _NAME, "index_text", columns=2)
    for rows, size, index, name in zip(
        found, record_files.sizes(names, _NAME), indices, names, strict=True
    ):
        offsets, lengths = rows.T
        bad = (offsets < 0) | (lengths < _LEAST) | (lengths > size) | (offsets > size - lengths)
        if bad.any():
            at = int(np.argmax(bad))
            raise errors.FileError(
                f'"{index}" says that record {at} is {lengths[at]} bytes at byte {offsets[at]}: '
                f'not in "{name}" of {size} bytes',
                source=index,
            )
    return found


class TFRecordSource(Source):
    """Features of records."""

    def __init__(
        self, names: list[str], file: Numbers, rows: Numbers, features: dict[str, Feature]
    ) -> None:
        self._records = Records(
            file_set(names, keep_open=True), file, rows[:, 0], rows[:, 1], kernel="read_tfrecord",
            params=parameters(features), outputs=[f.output for f in features.values()],
        )  # fmt: skip
        self.outputs = self._records.outputs
        self.names = tuple(features)

    def __len__(self) -> int:
        return len(self._records)

    def fetch(self, request: Request) -> tuple[Batch, ...]:
        return self._records.read(request)
