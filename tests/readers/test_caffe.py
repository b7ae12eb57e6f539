"""readers.Caffe, readers.Caffe2: messages, databases, and damage."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd

from .lmdb_writers import (
    BOOL,
    BYTE,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT8,
    INT16,
    INT32,
    INT64,
    STRING,
    UINT8,
    UINT16,
    datum,
    number,
    tensor,
    tensors,
    write_lmdb,
)  # fmt: skip
from .record_writers import field

IMAGE = tensor(STRING, [b"image"], [1])
LABEL = tensor(INT32, [7], [1])


def read(reader, **more):
    """One epoch in one batch: for each output its samples."""
    made = reader(**more)
    (batch,) = made.next_epoch(batch_size=len(made))
    return [[np.array(x) for x in output] for output in batch]


def caffe(tmp_path, *values, **more):
    return read(ndd.readers.Caffe, path=write_lmdb(tmp_path / "db", values), **more)


def caffe2(tmp_path, *values, **more):
    return read(ndd.readers.Caffe2, path=write_lmdb(tmp_path / "db", values), **more)


# ---- Caffe --------------------------------------------------------------------------------------


def test_caffe(tmp_path):
    images, labels = caffe(tmp_path, datum(b"abc", 3), datum(b"", -1), datum(b"x" * 9000, 1 << 30))
    assert [i.tobytes() for i in images] == [b"abc", b"", b"x" * 9000]
    assert [x.tolist() for x in labels] == [[3], [-1], [1 << 30]]
    assert images[0].dtype == np.uint8
    assert labels[0].dtype == np.int32


def test_arrays_have_height_width_and_channels(tmp_path):
    images, _ = caffe(tmp_path, datum(bytes(range(30)), 1, (3, 2, 5), encoded=False))
    np.testing.assert_array_equal(images[0], np.arange(30, dtype=np.uint8).reshape(2, 5, 3))


def test_unlabelled_and_unknown_fields(tmp_path):
    group = (
        bytes([20 << 3 | 3 & 7 | 0x80, 1]) + number(1, 5) + bytes([20 << 3 & 0x7F | 4 | 0x80, 1])
    )
    extra = number(99, 5) + field(50, b"zz") + group
    _, labels = caffe(tmp_path, datum(b"a"), extra + datum(b"b", 2) + extra)
    assert [x.tolist() for x in labels] == [[], [2]]


def test_caffe_without_images_or_labels(tmp_path):
    path = write_lmdb(tmp_path / "db", [datum(b"abc", 3)])
    assert [x[0].tolist() for x in read(ndd.readers.Caffe, path=path, image_available=False)] == [
        [3]
    ]
    (image,) = read(ndd.readers.Caffe, path=path, label_available=False)
    assert image[0].tobytes() == b"abc"
    with pytest.raises(headrace.Error, match="leave no output"):
        ndd.readers.Caffe(path=path, image_available=False, label_available=False)


def test_values_keep_their_bytes_when_written_into(tmp_path):
    """Images lie where the record was read to: writing into one harms no other."""
    path = write_lmdb(tmp_path / "db", [datum(b"abc", 3), datum(b"def", 4)])
    reader = ndd.readers.Caffe(path=path)
    images, labels = next(reader.next_epoch(batch_size=2))
    np.asarray(images.select(0))[:] = 0
    assert [bytes(np.array(i)) for i in images] == [b"\0\0\0", b"def"]
    assert [np.array(x).tolist() for x in labels] == [[3], [4]]
    images, _ = next(reader.next_epoch(batch_size=2))
    assert bytes(np.array(images.select(0))) == b"abc"


# ---- Caffe2 -------------------------------------------------------------------------------------

NUMBERS = [
    (FLOAT, [1.5, -2, 3], np.float32), (INT32, [1, -2, 3], np.int32), (BOOL, [1, 0, 1], np.bool_),
    (UINT8, [1, 200, 3], np.uint8), (INT8, [1, -2, 3], np.int8), (UINT16, [1, 60000, 3], np.uint16),
    (INT16, [1, -2, 3], np.int16), (INT64, [1, -(1 << 60), 3], np.int64),
    (DOUBLE, [1.5, -2, 3], np.float64),
]  # fmt: skip


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize(("kind", "values", "dtype"), NUMBERS)
def test_types_of_further_tensors(tmp_path, kind, values, dtype, packed):
    record = tensors(IMAGE, LABEL, tensor(kind, values, [3], packed=packed))
    _, _, more = caffe2(tmp_path, record, additional_inputs=1)
    np.testing.assert_array_equal(more[0], np.array(values, dtype), strict=True)


def test_halves_are_stored_as_their_bits(tmp_path):
    bits = np.array([1.5, -2], np.float16).view(np.uint16)
    _, _, more = caffe2(tmp_path, tensors(IMAGE, LABEL, tensor(FLOAT16, bits)), additional_inputs=1)
    np.testing.assert_array_equal(more[0], np.array([1.5, -2], np.float16), strict=True)


@pytest.mark.parametrize(
    ("kind", "values", "dtype"),
    [
        (BYTE, bytes(range(12)), np.uint8),
        (UINT8, bytes(range(12)), np.uint8),
        (UINT8, range(12), np.uint8),
        (FLOAT, range(12), np.float32),
    ],
)
def test_images_that_are_arrays(tmp_path, kind, values, dtype):
    images, _ = caffe2(tmp_path, tensors(tensor(kind, values, [2, 2, 3]), LABEL))
    np.testing.assert_array_equal(
        images[0], np.arange(12, dtype=dtype).reshape(2, 2, 3), strict=True
    )


def test_kinds_of_labels(tmp_path):
    indices, weights = tensor(INT32, [1, 3]), tensor(FLOAT, [0.5, 0.25])
    record = tensors(IMAGE, indices, weights, tensor(INT32, [1, 2, 3, 4]))

    def labels(kind, **more):
        _, *rest = caffe2(tmp_path, record, label_type=kind, num_labels=5, **more)
        return [r[0].tolist() for r in rest]

    assert labels(1) == [[0, 1, 0, 1, 0]]
    assert labels(2) == [[1, 3]]
    assert labels(3) == [[0, 0.5, 0, 0.25, 0]]
    assert labels(3, bbox=True) == [[0, 0.5, 0, 0.25, 0], [1, 2, 3, 4]]
    assert labels(2, additional_inputs=1, bbox=True) == [[1, 3], [0.5, 0.25], [1, 2, 3, 4]]
    assert labels(4) == []
    assert labels(4, additional_inputs=2) == [[1, 3], [0.5, 0.25]]


def test_sparse_labels_of_nothing(tmp_path):
    nothing = tensor(INT32, [])
    _, labels = caffe2(tmp_path, tensors(IMAGE, nothing), label_type=1, num_labels=3)
    assert labels[0].tolist() == [0, 0, 0]
    _, labels = caffe2(tmp_path, tensors(IMAGE, b"", b""), label_type=3, num_labels=3)
    assert labels[0].tolist() == [0, 0, 0]


def test_numbers_in_a_field_of_bytes_are_no_indices(tmp_path):
    indices, weights = number(2, BYTE) + number(5, 1), tensor(FLOAT, [])
    _, labels = caffe2(tmp_path, tensors(IMAGE, indices, weights), label_type=3, num_labels=3)
    assert labels[0].tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("record", "arguments", "message"),
    [
        (tensors(IMAGE), {}, "1 tensors, which are not enough"),
        (tensors(IMAGE, tensor(INT32, [1, 2])), {}, "2 numbers instead of one"),
        (tensors(IMAGE, LABEL), {"label_type": 1, "num_labels": 7}, "label 7 of 7"),
        (tensors(IMAGE, tensor(FLOAT, [float("nan")])), {"label_type": 1}, "label -1 of 1"),
        (tensors(IMAGE, IMAGE), {"label_type": 1}, "not a list of numbers"),
        (tensors(IMAGE, LABEL, tensor(FLOAT, [])), {"label_type": 3}, "1 labels have 0 weights"),
        (tensors(tensor(BYTE, b"abc", [2, 2]), LABEL), {}, r"shape \(2, 2\) has 3 elements"),
        (tensors(tensor(BYTE, b"abc", [1 << 39] * 9), LABEL), {}, "has 3 elements"),
        (tensors(tensor(BYTE, b"", [0, 1 << 39, 1 << 39]), LABEL), {}, "too large"),
        (tensors(IMAGE, LABEL), {"label_type": 1, "num_labels": 1 << 60}, "too large"),
        (tensors(tensor(BYTE, b"abc", [1] * 11), LABEL), {}, "more than 10 dimensions"),
        (tensors(tensor(11, []), LABEL), {}, "unknown type 11"),
        (b"garbage!", {}, "no protobuf message"),
        (field(1, IMAGE)[:-1], {}, "reaches beyond its end"),
        (tensors(IMAGE, number(1, 5) + field(3, b"12345")), {}, "ends within a number"),
    ],
)
def test_records_that_are_not_what_they_should(tmp_path, record, arguments, message):
    with pytest.raises(headrace.Error, match=message):
        caffe2(tmp_path, record, **arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"label_type": 5}, r"label_type=5 is unknown\. Valid: 0 \(single\)"),
        ({"num_labels": -1}, "at least 0"),
        ({"additional_inputs": -1}, "at least 0"),
    ],
)
def test_arguments(tmp_path, arguments, message):
    with pytest.raises(headrace.Error, match=message):
        caffe2(tmp_path, tensors(IMAGE, LABEL), **arguments)


# ---- records that fail --------------------------------------------------------------------------


def test_a_damaged_record_fails_alone(tmp_path):
    path = write_lmdb(tmp_path / "db", [datum(b"abc", 3), b"garbage!", datum(b"def", 4)])
    reader = ndd.readers.Caffe(path=path)
    with pytest.raises(headrace.Error, match="db at key 00000001.*no protobuf message") as e:
        next(iter(reader.next_epoch(batch_size=3)))[0].evaluate()
    assert e.value.sample == 1
    images, labels = next(ndd.readers.Caffe(path=path, on_error="fill").next_epoch(batch_size=3))
    assert [bytes(np.array(i)) for i in images] == [b"abc", b"", b"def"]
    assert labels.shape == [(1,), (0,), (1,)]
    assert list(images.errors) == list(labels.errors) == [1]


def test_records_of_different_kinds(tmp_path):
    values = [datum(b"abcd", 1, (1, 2, 2), encoded=False), datum(b"abc", 1)]
    path = write_lmdb(tmp_path / "db", values)
    images, _ = next(ndd.readers.Caffe(path=path).next_epoch(batch_size=2))
    with pytest.raises(headrace.Error, match="but in the first record uint8 with 3 axes"):
        images.evaluate()
    images, _ = next(
        ndd.readers.Caffe(path=tmp_path / "db", on_error="fill").next_epoch(batch_size=2)
    )
    assert images.shape == [(2, 2, 1), (0, 0, 0)]


def test_damage_at_the_beginning_does_not_hide_the_rest(tmp_path):
    path = write_lmdb(tmp_path / "db", [b"garbage!", datum(b"abc", 3)])
    images, _ = next(ndd.readers.Caffe(path=path, on_error="fill").next_epoch(batch_size=2))
    assert [bytes(np.array(i)) for i in images] == [b"", b"abc"]


def test_a_file_that_shrinks(tmp_path):
    path = write_lmdb(tmp_path / "db", [datum(bytes([i]) * 20000, i) for i in range(9)])
    reader = ndd.readers.Caffe(path=path, prefetch_queue_depth=1)
    file = Path(path, "data.mdb")
    with file.open("r+b") as f:
        f.truncate(60000)
    failed = 0
    for images, _ in reader.next_epoch(batch_size=1):
        try:
            images.evaluate()
        except headrace.Error as e:
            failed += "data.mdb" in str(e)
    assert 0 < failed < 9


# ---- databases ----------------------------------------------------------------------------------


def test_order_and_names(tmp_path):
    keys = [b"b", b"a\xff\0", b"", b"zz" * 100]
    values = [datum(bytes([i]), i) for i in range(4)]
    first = write_lmdb(tmp_path / "first", values[:2], keys[:2])
    second = write_lmdb(tmp_path / "second", values[3:], keys[3:])
    empty = write_lmdb(tmp_path / "empty", [])
    reader = ndd.readers.Caffe(path=[first, empty, second])
    images, labels = next(reader.next_epoch(batch_size=3))
    assert [np.array(x).tolist() for x in labels] == [[1], [0], [3]]
    names = [bytes(np.array(n)) for n in ndd.get_property(images, key="source_info")]
    assert names == [
        f"{first} at key ".encode() + b"a\xff\0",
        f"{first} at key b".encode(),
        f"{second} at key {'zz' * 100}".encode(),
    ]


def test_a_path_of_the_file_itself(tmp_path):
    path = write_lmdb(tmp_path / "db", [datum(b"abc", 3)])
    images, _ = read(ndd.readers.Caffe, path=f"{path}/data.mdb")
    assert images[0].tobytes() == b"abc"


@pytest.mark.parametrize("size", [0, 10, 1000, 2030, 5000, 100_000])
def test_large_and_small_values_of_many_records(tmp_path, size):
    """Values within pages and in pages of their own, trees of several levels."""
    n = 3000 if size <= 2030 else 40
    values = [datum(bytes([i % 251]) * size, i) for i in range(n)]
    keys = [b"%x" % (i * 2654435761 % (1 << 32)) for i in range(n)]
    path = write_lmdb(tmp_path / "db", values, keys)
    images, labels = read(ndd.readers.Caffe, path=path)
    order = sorted(range(n), key=lambda i: keys[i])
    assert [int(x[0]) for x in labels] == order
    assert all(i.tobytes() == bytes([k % 251]) * size for i, k in zip(images, order))


def test_a_database_with_deleted_and_replaced_records(tmp_path):
    lmdb = pytest.importorskip("lmdb")
    path = write_lmdb(tmp_path / "db", [datum(b"x" * 3000, i) for i in range(300)])
    for round in range(4):
        with lmdb.open(path, map_size=1 << 28) as env, env.begin(write=True) as transaction:
            for i in range(round, 300, 3):
                transaction.delete(b"%08d" % i)
            for i in range(0, 300, 7):
                transaction.put(b"%08d" % i, datum(b"y" * round, i))
    with lmdb.open(path, readonly=True, lock=False) as env, env.begin() as transaction:
        expected = [bytes(v) for _, v in transaction.cursor()]
    images, labels = read(ndd.readers.Caffe, path=path)
    assert [datum(i.tobytes(), int(x[0])) for i, x in zip(images, labels)] == expected


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file"),
        (b"", "too short"),
        (b"x" * 10000, "no LMDB database"),
    ],
)
def test_what_is_no_database(tmp_path, content, message):
    (tmp_path / "db").mkdir()
    if content is not None:
        (tmp_path / "db" / "data.mdb").write_bytes(content)
    with pytest.raises(headrace.Error, match=message) as e:
        ndd.readers.Caffe(path=tmp_path / "db")
    assert "data.mdb" in str(e.value)


def test_databases_of_another_version(tmp_path):
    path = Path(write_lmdb(tmp_path / "db", [datum(b"abc", 3)]), "data.mdb")
    data = bytearray(path.read_bytes())
    data[20] = 2
    path.write_bytes(data)
    with pytest.raises(NotImplementedError, match="format version 2"):
        ndd.readers.Caffe(path=path)


def test_empty_and_named_databases(tmp_path):
    lmdb = pytest.importorskip("lmdb")
    with pytest.raises(headrace.Error, match="no record in"):
        ndd.readers.Caffe(path=write_lmdb(tmp_path / "empty", []))
    with lmdb.open(str(tmp_path / "named"), max_dbs=2) as env:
        database = env.open_db(b"sub")
        with env.begin(write=True, db=database) as transaction:
            transaction.put(b"a", datum(b"abc", 3))
    with pytest.raises(NotImplementedError, match="named databases"):
        ndd.readers.Caffe(path=tmp_path / "named")
    with pytest.raises(headrace.Error, match="empty list"):
        ndd.readers.Caffe(path=[])


def test_damaged_databases_are_errors(tmp_path):
    """Every byte of the tree's pages counts: whatever it becomes, something readable or an error
    comes of it."""
    values = [datum(bytes([i]) * (5000 if i % 9 == 0 else 20), i) for i in range(200)]
    path = Path(write_lmdb(tmp_path / "db", values), "data.mdb")
    intact = path.read_bytes()
    draw = random.Random(1)
    messages = []
    for _ in range(150):
        data = bytearray(intact)
        for _ in range(draw.choice([1, 3, 50])):
            at = draw.randrange(len(data)) if draw.random() < 0.5 else draw.randrange(12 * 4096)
            data[at] = draw.choice([0, 1, 255, draw.randrange(256)])
        if draw.random() < 0.2:
            del data[draw.randrange(len(data)) :]
        path.write_bytes(data)
        try:
            reader = ndd.readers.Caffe(path=path, on_error="fill")
            for images, labels in reader.next_epoch(batch_size=50):
                images.evaluate()
                labels.evaluate()
        except headrace.Error as e:
            messages.append(str(e))
    assert 20 < len(messages) < 150
    assert all("data.mdb" in m for m in messages)
