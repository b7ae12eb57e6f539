"""readers.Caffe, readers.Caffe2: LMDB databases of protobuf messages."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .. import _native
from ..core import errors
from ..core.batch import Batch
from ..core.dtype import DType
from ..engine.lowering import Out
from . import paths
from .registry import reader
from .source import Call, Records, Request, Source, Table, file_set

_LABELS = ("single", "sparse", "dense", "weighted sparse", "none")
_LOOKED_AT = 16  # so many first records are tried, until one can be parsed


@reader("readers.Caffe", graph_aliases=("caffe_reader",), parts=("data", "label"))
def caffe(
    *,
    path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    image_available: bool = True,
    label_available: bool = True,
) -> Source:
    """Read LMDB databases of Caffe: (image, label), in the order of their keys.

    Images are encoded, 1-D uint8 values for a decoder, unless the records say that they are not:
    then they are uint8 arrays of height, width and channels. Labels are int32 of shape (1,), or
    (0,) where a record has none. The databases are read natively and must not be written to
    meanwhile.

    path: folder of a database (with a file data.mdb in it), or several, read one after the other.
    image_available, label_available: leave out what the records do not have.

    >>> import tempfile, lmdb, headrace.dynamic as ndd
    >>> record = bytes([4 << 3 | 2, 3]) + b"abc" + bytes([5 << 3, 7])  # fields data and label
    >>> folder = tempfile.mkdtemp()
    >>> with lmdb.open(folder) as database, database.begin(write=True) as transaction:
    ...     _ = transaction.put(b"0", record)
    >>> for images, labels in ndd.readers.Caffe(path=folder).next_epoch(batch_size=1):
    ...     print(images.shape, [label.item() for label in labels])
    [(3,)] [7]
    """
    params = {"image": bool(image_available), "label": bool(label_available)}
    return _source(path, "parse_datum", _native.describe_datum, params)


@reader("readers.Caffe2", graph_aliases=("caffe2_reader",), parts=("data", "label"))
def caffe2(
    *,
    path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    image_available: bool = True,
    label_type: int = 0,
    num_labels: int = 1,
    additional_inputs: int = 0,
    bbox: bool = False,
) -> Source:
    """Read LMDB databases of Caffe2: (image, label, …), in the order of their keys.

    A record is a list of tensors, which the arguments explain from its beginning. Images are
    encoded, 1-D uint8 values for a decoder, or arrays of the shape that the record says. The rest
    are 1-D values of the type in the first record.

    path: folder of a database (with a file data.mdb in it), or several, read one after the other.
    image_available: whether records begin with an image.
    label_type: 0, one label. 1, a list of labels: becomes `num_labels` values, one where there is a
        label and zero elsewhere. 2, as many values as there are. 3, a list of labels and a list of
        their weights: becomes `num_labels` values, the weights where there is a label. 4, none.
    additional_inputs: how many tensors follow, each an output.
    bbox: whether one more tensor follows, an output too.

    >>> import tempfile, lmdb, headrace.dynamic as ndd
    >>> image = bytes([2 << 3, 4, 6 << 3 | 2, 3]) + b"abc"  # a string
    >>> label = bytes([2 << 3, 2, 4 << 3 | 2, 1, 7])  # an int32
    >>> record = b"".join(bytes([1 << 3 | 2, len(x)]) + x for x in (image, label))
    >>> folder = tempfile.mkdtemp()
    >>> with lmdb.open(folder) as database, database.begin(write=True) as transaction:
    ...     _ = transaction.put(b"0", record)
    >>> for images, labels in ndd.readers.Caffe2(path=folder).next_epoch(batch_size=1):
    ...     print(images.shape, [label.item() for label in labels])
    [(3,)] [7]
    """
    for name, value in (("num_labels", num_labels), ("additional_inputs", additional_inputs)):
        if value < 0:
            raise errors.ArgumentError(f"{name} is at least 0, got {value}")
    if not 0 <= label_type < len(_LABELS):
        kinds = ", ".join(f"{i} ({kind})" for i, kind in enumerate(_LABELS))
        raise errors.ArgumentError(f"label_type={label_type} is unknown. Valid: {kinds}.")
    params = {
        "image": bool(image_available), "label": int(label_type), "num_labels": int(num_labels),
        "additional": int(additional_inputs), "bbox": bool(bbox),
    }  # fmt: skip
    return _source(path, "parse_tensors", _native.describe_tensors, params)


def _source(
    path: Any, kernel: str, describe: Callable[..., Any], params: dict[str, Any]
) -> CaffeSource:
    databases = [_data_file(name) for name in paths.names(path, "path")]
    files = file_set(databases, keep_open=True)
    found = [_native.index_lmdb(files, i) for i in range(len(databases))]
    number = np.repeat(np.arange(len(found)), [len(offsets) for offsets, *_ in found])
    if len(number) == 0:
        raise errors.ArgumentError(f'no record in "{databases[0]}"', source=databases[0])
    records = Records(
        files, number, np.concatenate([f[0] for f in found]), np.concatenate([f[1] for f in found])
    )
    lengths = np.concatenate([np.diff(f[3]) for f in found])
    keys = Table(np.concatenate([f[2] for f in found]), np.concatenate([[0], np.cumsum(lengths)]))
    return CaffeSource(records, keys, kernel, params, _outputs(records, describe, params))


def _data_file(path: str) -> str:
    return path if path.endswith(".mdb") or os.path.isfile(path) else path + "/data.mdb"


def _outputs(
    records: Records, describe: Callable[..., Any], params: dict[str, Any]
) -> tuple[Out, ...]:
    """The outputs, as the first record that can be parsed describes them."""
    first: str | None = None
    for i in range(min(len(records), _LOOKED_AT)):
        (raw,) = records.read(Request(np.array([i]), "readers"))
        found = describe(raw.tensors[0].numpy().tobytes(), **params)
        if not isinstance(found, str):
            if not found:
                raise errors.ArgumentError("the arguments leave no output")
            return tuple([Out(DType.from_native(dtype), ndim) for dtype, ndim in found])
        first = first or found
    name = os.fsdecode(records.files.name(0))
    raise errors.FileError(f'cannot read "{name}": in its first record: {first}', source=name)


class CaffeSource(Source):
    """Records of databases, parsed natively."""

    def __init__(
        self,
        records: Records,
        keys: Table,
        kernel: str,
        params: dict[str, Any],
        outputs: tuple[Out, ...],
    ) -> None:
        self._records, self._keys, self.outputs = records, keys, outputs
        self._parse = Call(kernel, params, outputs)

    def __len__(self) -> int:
        return len(self._records)

    def fetch(self, request: Request) -> tuple[Batch, ...]:
        (raw,) = self._records.read(request)
        return self._parse(request, raw._v, self._keys.pick(request.which)._v)
