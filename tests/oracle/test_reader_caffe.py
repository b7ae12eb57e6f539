"""readers.Caffe and readers.Caffe2: the same databases through DALI."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")
pytest.importorskip("lmdb")

from ..readers.lmdb_writers import (
    BYTE,
    FLOAT,
    INT32,
    INT64,
    STRING,
    UINT8,
    datum,
    tensor,
    tensors,
    write_lmdb,
)
from .both import dali, ours
from .epochs import both_refuse, read, same

# Batches that a reader reads ahead fail as the first one does, and nobody looks at them.
pytestmark = pytest.mark.filterwarnings(
    "ignore::headrace.UnobservedErrorWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)

IMAGE = tensor(STRING, [b"some image"], [1])
LABEL = tensor(INT32, [7], [1])
BOX = tensor(INT32, [1, 2, 3, 4], [4])


def database(folder, *values, keys=None):
    return write_lmdb(folder / "db", values, keys)


# ---- Caffe --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        [datum(b"abc", 3, encoded=True), datum(b"defg", -1, encoded=True), datum(b"", 1 << 30)],
        [datum(b"x" * 20000, 3), datum(b"y", 4), datum(b"z" * 5000), datum(label=5), b""],
        [datum(bytes(range(30)), 3, (3, 2, 5), encoded=False)] * 2,
        [datum(bytes(range(30)), 3, (3, 2, 5)), datum(b"abc", 4, (1, 1, 3), encoded=True)],
        [datum(b"", 3, (0, 1, 3), encoded=False)],
        [datum(b"abc", 1) + datum(b"def", 2)],
    ],
    ids=["encoded", "lengths", "arrays", "sizes", "empty", "twice"],
)
def test_datums(tmp_path, values):
    path = database(tmp_path, *values)
    same("readers.Caffe", path=path)
    same("readers.Caffe", path=path, image_available=False)
    same("readers.Caffe", path=path, label_available=False)


def test_several_databases_and_any_key(tmp_path):
    values = [datum(bytes([i]) * (i * 500), i) for i in range(40)]
    keys = [b"%x" % (i * 2654435761 % (1 << 32)) for i in range(40)]
    paths = [
        write_lmdb(tmp_path / "a", values[:15], keys[:15]),
        write_lmdb(tmp_path / "b", []),
        write_lmdb(tmp_path / "c", values[15:], [b"\xff\0" + k for k in keys[15:]]),
    ]
    assert len(same("readers.Caffe", path=paths, batch_size=7)) == 40
    same("readers.Caffe", path=paths[2], num_shards=3, shard_id=1, pad_last_batch=True)


@pytest.mark.parametrize(
    "value",
    [
        b"garbage!",
        datum(b"abc", 3)[:3],
        datum(b"abc", 3, (3, 1, 2), encoded=False),
        datum(b"abc", 3, (-1, -1, 3), encoded=False),
    ],
)
def test_bad_datums(tmp_path, value):
    both_refuse("readers.Caffe", path=database(tmp_path, value))


def test_no_database(tmp_path):
    both_refuse("readers.Caffe", path=str(tmp_path / "none"))
    both_refuse("readers.Caffe", path=write_lmdb(tmp_path / "empty", []))
    both_refuse("readers.Caffe", path=[])
    path = database(tmp_path, datum(b"abc", 3))
    both_refuse("readers.Caffe", path=path, image_available=False, label_available=False)


# ---- Caffe2 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "arguments"),
    [
        ([IMAGE, LABEL], {}),
        ([IMAGE, tensor(FLOAT, [7.5])], {}),
        ([IMAGE, tensor(INT32, [-5], packed=False)], {}),
        ([tensor(STRING, [b"abc", b"more"]), LABEL], {}),
        ([tensor(BYTE, bytes(range(12)), [2, 2, 3]), LABEL], {}),
        ([LABEL], {"image_available": False}),
        ([IMAGE], {"label_type": 4}),
        ([IMAGE, tensor(INT32, [1, 0, 9])], {"label_type": 2, "num_labels": 3}),
        ([IMAGE, tensor(FLOAT, [1, 0, 0.5])], {"label_type": 2}),
        ([IMAGE, LABEL, BOX], {"bbox": True}),
        ([IMAGE, BOX], {"bbox": True, "label_type": 4}),
        ([IMAGE, LABEL, BOX], {"additional_inputs": 1}),
        ([IMAGE, LABEL, BOX, tensor(FLOAT, [1.5])], {"additional_inputs": 2}),
        ([IMAGE, LABEL, tensor(INT64, [1, 1 << 40])], {"additional_inputs": 1}),
        ([IMAGE, LABEL, tensor(FLOAT, [1.5]), BOX], {"additional_inputs": 1, "bbox": True}),
    ],
)
def test_tensors(tmp_path, record, arguments):
    path = database(tmp_path, *[tensors(*record)] * 4)
    same("readers.Caffe2", path=path, **arguments)


@pytest.mark.parametrize(
    ("record", "arguments"),
    [
        ([IMAGE], {}),
        ([IMAGE, tensor(INT32, [1, 2])], {}),
        ([IMAGE, LABEL], {"label_type": 5}),
        ([IMAGE, LABEL], {"label_type": 1, "num_labels": 7}),
        ([IMAGE, LABEL], {"bbox": True}),
        ([tensor(None, [], [1]), LABEL], {}),
    ],
)
def test_bad_tensors(tmp_path, record, arguments):
    both_refuse("readers.Caffe2", path=database(tmp_path, tensors(*record)), **arguments)


# ---- differences --------------------------------------------------------------------------------


def test_caffe2_sparse(tmp_path):
    """DALI announces an output too many, so that only records with a box after an unused tensor
    work; weights are taken for the next tensor as well."""
    indices, weights = tensor(INT32, [1, 3]), tensor(FLOAT, [0.5, 0.25])
    path = database(tmp_path, tensors(IMAGE, indices, weights, BOX))
    (theirs,) = read(dali, "readers.Caffe2", path=path, label_type=1, num_labels=5)
    (mine,) = read(ours, "readers.Caffe2", path=path, label_type=1, num_labels=5)
    assert mine["values"] == theirs["values"][:2]
    assert mine["dtypes"] == theirs["dtypes"][:2] == ["uint8", "int32"]

    arguments = {"path": path, "label_type": 3, "num_labels": 5}
    (theirs,) = read(dali, "readers.Caffe2", additional_inputs=1, **arguments)
    (mine,) = read(ours, "readers.Caffe2", bbox=True, **arguments)
    assert mine["values"] == [theirs["values"][i] for i in (0, 1, 3)]
    assert mine["dtypes"] == ["uint8", "float32", "int32"]


def test_caffe2_more_tensors(tmp_path):
    """Tensors that nobody asked for may follow."""
    path = database(tmp_path, tensors(IMAGE, LABEL, BOX))
    with pytest.raises(RuntimeError):
        read(dali, "readers.Caffe2", path=path)
    (mine,) = read(ours, "readers.Caffe2", path=path)
    assert len(mine["values"]) == 2


@pytest.mark.parametrize("more", [tensor(UINT8, [1, 2]), IMAGE, tensor(BYTE, b"ab")])
def test_caffe2_types(tmp_path, more):
    path = database(tmp_path, tensors(IMAGE, LABEL, more))
    with pytest.raises(RuntimeError):
        read(dali, "readers.Caffe2", path=path, additional_inputs=1)
    (mine,) = read(ours, "readers.Caffe2", path=path, additional_inputs=1)
    assert mine["dtypes"][2] == "uint8"


def test_photos(tmp_path):
    folder = os.environ.get("HEADRACE_TEST_DATA")
    if not folder:
        pytest.skip("needs the photos of HEADRACE_TEST_DATA")
    photos = [p.read_bytes() for p in sorted(Path(folder, "photos").glob("*.jpg"))[:24]]
    path = database(tmp_path, *[datum(p, i) for i, p in enumerate(photos)])
    found = same("readers.Caffe", path=path, batch_size=8)
    assert [s["values"][0] for s in found] == photos
    assert [np.frombuffer(s["values"][1], np.int32)[0] for s in found] == list(range(len(photos)))
