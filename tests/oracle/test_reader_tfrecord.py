"""readers.TFRecord: the same files through DALI."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

import nvidia.dali.tfrecord as dali_tfrec

import headrace.tfrecord as our_tfrec

from ..readers.record_writers import (
    bytes_list,
    entry,
    example,
    field,
    float_list,
    int64_list,
    tf_record,
    varint,
    write_tfrecord,
)
from .both import dali, ours
from .differences import DIFFERENCES


def read(ndd, tfrec, path, index, features, batch_size, epochs=1, **more):
    """Epochs as plain data: a dict a batch, of (dtype, ndim, layout, arrays, sources)."""
    made = {name: make(tfrec) for name, make in features.items()}
    reader = ndd.readers.TFRecord(path=path, index_path=index, features=made, **more)
    return [
        {
            name: (
                values.dtype.name,
                values.ndim,
                values.layout or None,
                [np.array(t).tolist() for t in values.tensors],
                [np.array(t).shape for t in values.tensors],
                [
                    np.array(ndd.get_property(t, key="source_info")).tobytes()
                    for t in values.tensors
                ],
            )
            for name, values in batch.items()
        }
        for _ in range(epochs)
        for batch in reader.next_epoch(batch_size=batch_size)
    ]


def agree(path, index, features, batch_size, **more):
    """Both read the same."""
    theirs = read(dali, dali_tfrec, path, index, features, batch_size, **more)
    assert read(ours, our_tfrec, path, index, features, batch_size, **more) == theirs
    assert [list(b) for b in theirs] == [list(features)] * len(theirs)
    return theirs


STRING = {"s": lambda t: t.FixedLenFeature([], t.string, "")}
INTS = {"a": lambda t: t.VarLenFeature(t.int64, 0)}
FLOATS = {"a": lambda t: t.VarLenFeature(t.float32, 0.0)}


@pytest.fixture
def mixed(tmp_path):
    """Records with all types, of growing lengths."""
    messages = [
        example(
            s=bytes_list(bytes(range(i))),
            one=int64_list(i - 3),
            table=int64_list(*range(-i, 6 - i)),
            some=float_list(*np.arange(i) / 7),
            rows=float_list(*np.arange(4.0 * i)),
            zero=float_list(0.5),
        )
        for i in range(7)
    ]
    return str(tmp_path / "mixed"), str(write_tfrecord(tmp_path / "mixed", messages))


def test_types_and_shapes(mixed):
    features = {
        "rows": lambda t: t.VarLenFeature([2, 2], t.float32, 0.0),
        **STRING,
        "table": lambda t: t.FixedLenFeature([2, 3], t.int64, 0),
        "one": lambda t: t.FixedLenFeature([1], t.int64, 0),
        "zero": lambda t: t.FixedLenFeature([], t.float32, 0.0),
        "some": lambda t: t.VarLenFeature(t.float32, 0.0),
    }
    agree(*mixed, features, 7)
    theirs = agree(*mixed, features, 3, epochs=2)
    assert read(ours, our_tfrec, mixed[0], None, features, 3, epochs=2) == theirs


@pytest.mark.parametrize("shape", [[], [1], [1, 1], [0]])
def test_strings(mixed, shape):
    agree(*mixed, {"s": lambda t: t.FixedLenFeature(shape, t.string, "")}, 7)


def test_several_files_and_shards(mixed, tmp_path):
    index = write_tfrecord(tmp_path / "more", [example(s=bytes_list(b"more"))] * 3)
    files, indices = [mixed[0], str(tmp_path / "more")], [mixed[1], str(index)]
    agree(files, indices, STRING, 4, epochs=3)
    agree(files, indices, STRING, 2, pad_last_batch=True, num_shards=3, shard_id=1, epochs=2)
    agree(files, indices, STRING, 3, stick_to_shard=True, num_shards=2, shard_id=1, epochs=2)
    agree(files, indices, STRING, 5, dont_use_mmap=True)
    agree(files, indices, STRING, 5, dont_use_mmap=True, use_o_direct=True)


def test_an_index_in_another_order(mixed, tmp_path):
    lines = Path(mixed[1]).read_text().splitlines()
    (tmp_path / "some").write_text("\n".join([lines[5], lines[1], lines[3]]))
    agree(mixed[0], str(tmp_path / "some"), STRING, 3)


MESSAGES = {
    "unpacked": example(a=int64_list(1, -2, 2**62 + 1, packed=False)),
    "packed": example(a=int64_list(1, -2, 2**62 + 1)),
    "both": example(a=field(3, varint(8) + varint(4) + field(1, varint(5) + varint(6)))),
    "last key": field(1, entry("a", int64_list(1)) + entry("a", int64_list(2, 3))),
    "joined": example(a=int64_list(1) + int64_list(2)),
    "replaced": example(a=int64_list(9) + float_list(9) + int64_list(2)),
    "two maps": example(a=int64_list(1)) + example(b=int64_list(2)),
    "two values": field(1, field(1, field(1, b"a") + field(2, int64_list(4)) * 2)),
    "value first": field(1, field(1, field(2, int64_list(4)) + field(1, b"a"))),
    "unknown": varint(72) + varint(5) + example(a=int64_list(1)) + varint(77) + b"1234",
    "group": varint(75) + varint(8) + varint(1) + varint(76) + example(a=int64_list(1)),
    "too many bits": example(a=field(3, field(1, b"\xff" * 9 + b"\x7f"))),
    "empty": example(a=int64_list()),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_messages(tmp_path, name):
    index = write_tfrecord(tmp_path / "f", [MESSAGES[name]])
    agree(str(tmp_path / "f"), str(index), INTS, 1)


def test_unpacked_floats(tmp_path):
    index = write_tfrecord(tmp_path / "f", [example(a=float_list(0.1, -2.5, packed=False))])
    agree(str(tmp_path / "f"), str(index), FLOATS, 1)


def test_the_first_of_several_strings(tmp_path):
    index = write_tfrecord(tmp_path / "f", [example(s=bytes_list(b"one", b"two"))])
    agree(str(tmp_path / "f"), str(index), STRING, 1)


@pytest.mark.parametrize(
    ("message", "features"),
    [
        (b"\xff\xff\xff", INTS),
        (example(a=field(3, field(1, b"\x80" * 10 + b"\0"))), INTS),
        (example(a=int64_list(1, 2, 3)), {"a": lambda t: t.FixedLenFeature([2], t.int64, 0)}),
        (example(a=int64_list(1, 2, 3)), {"a": lambda t: t.VarLenFeature([2], t.int64, 0)}),
        (example(s=bytes_list(b"a", b"b")), {"s": lambda t: t.FixedLenFeature([2], t.string, "")}),
        (example(s=bytes_list(b"a")), {"s": lambda t: t.VarLenFeature(t.string, "")}),
        (example(), {"a": lambda t: t.FixedLenFeature([1], t.int64, 1.5)}),
        (example(), {"a": lambda t: t.FixedLenFeature([1], 7, 0)}),
        (example(), {}),
    ],
    ids=["message", "number", "many", "rows", "strings", "any strings", "default", "type", "none"],
)
def test_both_refuse(tmp_path, message, features):
    index = write_tfrecord(tmp_path / "f", [message])
    for ndd, tfrec in ((dali, dali_tfrec), (ours, our_tfrec)):
        with pytest.raises((RuntimeError, ValueError, TypeError)):
            read(ndd, tfrec, str(tmp_path / "f"), str(index), features, 1)


@pytest.mark.parametrize("text", ["", "0 10\n", "0 100000\n", "100000 20\n", "x y\n"])
def test_both_refuse_the_index(mixed, tmp_path, text):
    (tmp_path / "index").write_text(text)
    for ndd, tfrec in ((dali, dali_tfrec), (ours, our_tfrec)):
        with pytest.raises((RuntimeError, ValueError)):
            read(ndd, tfrec, mixed[0], str(tmp_path / "index"), STRING, 1)


# ---- differences ---------------------------------------------------------------------------------


def test_missing_features(tmp_path):
    assert "readers.TFRecord.default_value" in DIFFERENCES
    index = write_tfrecord(tmp_path / "f", [example(b=int64_list(1))])
    features = {"a": lambda t: t.FixedLenFeature([2], t.int64, -1)}
    (theirs,) = read(dali, dali_tfrec, str(tmp_path / "f"), str(index), features, 1)
    assert theirs["a"][4] == [()]
    (mine,) = read(ours, our_tfrec, str(tmp_path / "f"), str(index), features, 1)
    assert mine["a"][3] == [[-1, -1]]


def test_too_few_values(tmp_path):
    assert "readers.TFRecord.shape" in DIFFERENCES
    index = write_tfrecord(tmp_path / "f", [example(a=int64_list(1, 2))])
    features = {"a": lambda t: t.FixedLenFeature([3], t.int64, -1)}
    (theirs,) = read(dali, dali_tfrec, str(tmp_path / "f"), str(index), features, 1)
    assert theirs["a"][4] == [(3,)]
    with pytest.raises(RuntimeError, match="has 2 values, its shape wants 3"):
        read(ours, our_tfrec, str(tmp_path / "f"), str(index), features, 1)


def test_values_of_another_type(tmp_path):
    assert "readers.TFRecord.dtype" in DIFFERENCES
    index = write_tfrecord(tmp_path / "f", [example(a=float_list(1, 2))])
    (theirs,) = read(dali, dali_tfrec, str(tmp_path / "f"), str(index), INTS, 1)
    assert theirs["a"][4] == [(0,)]
    with pytest.raises(RuntimeError, match="holds float32 values, not int64"):
        read(ours, our_tfrec, str(tmp_path / "f"), str(index), INTS, 1)


def test_checksums(mixed):
    assert "readers.TFRecord.checksums" in DIFFERENCES
    data = bytearray(Path(mixed[0]).read_bytes())
    data[-1] ^= 1
    Path(mixed[0]).write_bytes(data)
    read(dali, dali_tfrec, *mixed, STRING, 7)
    with pytest.raises(RuntimeError, match="its checksum is wrong"):
        read(ours, our_tfrec, *mixed, STRING, 7)


# ---- the writer ----------------------------------------------------------------------------------


def test_our_files_are_those_of_a_tool(tmp_path):
    tool = pytest.importorskip("tfrecord.writer")
    writer = tool.TFRecordWriter(str(tmp_path / "tool"))
    writer.write({"a": ([1, -2, 300], "int")})
    writer.write({"b": ([b"bytes"], "byte")})
    writer.write({"c": ([0.5, 2.0], "float")})
    writer.close()
    messages = [
        example(a=int64_list(1, -2, 300)),
        example(b=bytes_list(b"bytes")),
        example(c=float_list(0.5, 2.0)),
    ]
    assert (tmp_path / "tool").read_bytes() == b"".join(map(tf_record, messages))
