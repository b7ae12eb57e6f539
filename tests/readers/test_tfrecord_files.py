"""readers.TFRecord: files, indices, and damage of every kind."""

from __future__ import annotations

import random
import struct

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
import headrace.tfrecord as tfrec

from .record_writers import (
    bytes_list,
    example,
    float_list,
    int64_list,
    masked_crc,
    tf_record,
    write_tfrecord,
)

FIXED, VAR = tfrec.FixedLenFeature, tfrec.VarLenFeature
NUMBER = {"a": FIXED([1], tfrec.int64)}


def numbers(path, **more) -> list[int]:
    """The feature "a" of all records."""
    reader = ndd.readers.TFRecord(path=path, features=NUMBER, **more)
    (batch,) = reader.next_epoch(batch_size=len(reader))
    return [t.item() for t in batch["a"].tensors]


@pytest.fixture
def ten(tmp_path):
    """Ten numbers, in a file with an index beside it."""
    path = tmp_path / "ten"
    write_tfrecord(path, [example(a=int64_list(i), b=bytes_list(b"-" * 50 * i)) for i in range(10)])
    return path


def test_with_and_without_an_index(ten):
    assert numbers(ten) == numbers(ten, index_path=f"{ten}.idx") == list(range(10))


def test_an_index_decides_which_and_in_which_order(ten, tmp_path):
    lines = (tmp_path / "ten.idx").read_text().splitlines()
    (tmp_path / "some").write_text("\r\n\n".join([lines[7], lines[2], lines[7]]))
    assert numbers(ten, index_path=tmp_path / "some") == [7, 2, 7]


def test_several_files(ten, tmp_path):
    index = write_tfrecord(tmp_path / "more", [example(a=int64_list(99))])
    write_tfrecord(tmp_path / "empty", [])
    names = [ten, tmp_path / "empty", tmp_path / "more"]
    assert numbers(names) == [*range(10), 99]
    assert numbers([names[2], ten], index_path=[index, f"{ten}.idx"]) == [99, *range(10)]


def test_long_and_short_records(tmp_path):
    """The search for records skips long ones and reads through short ones."""
    sizes = [0, 5, 300_000, 1, 70_000, 2, 2, 900_000, *[3] * 5000]
    write_tfrecord(
        tmp_path / "f",
        [example(a=int64_list(i), b=bytes_list(bytes(n))) for i, n in enumerate(sizes)],
    )
    assert numbers(tmp_path / "f") == list(range(len(sizes)))


def test_source_info(ten):
    reader = ndd.readers.TFRecord(path=ten, features=NUMBER)
    second = next(iter(reader.next_epoch(batch_size=5)))["a"].tensors[1]
    at = len(tf_record(example(a=int64_list(0), b=bytes_list(b""))))
    info = np.array(ndd.get_property(second, key="source_info")).tobytes().decode()
    assert info == f"{ten} at index {at}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 20\nx y\n", "line 2 should end with 2 numbers"),
        ("5\n", "line 1 should end with 2 numbers"),
        ("0 99999999999999999999\n", "line 1 should end with 2 numbers"),
        ("0 9223372036854775807\n", "record 0 is 9223372036854775807 bytes at byte 0: not in"),
        ("-5 20\n", "record 0 is 20 bytes at byte -5: not in"),
        ("0 15\n", "record 0 is 15 bytes at byte 0: not in"),
        ("9" * 5000, "line 1 is far too long|should end with 2 numbers"),
        ("", "no record in"),
        ("\n \n", "no record in"),
    ],
)
def test_malformed_indices(ten, tmp_path, text, message):
    (tmp_path / "index").write_text(text)
    with pytest.raises((OSError, ValueError), match=message):
        ndd.readers.TFRecord(path=ten, index_path=tmp_path / "index", features=NUMBER)


@pytest.mark.parametrize(
    ("text", "message"),
    [("3 30\n", "no TFRecord starts here"), ("0 40\n", "its index says 40")],
)
def test_an_index_of_another_file(ten, tmp_path, text, message):
    (tmp_path / "index").write_text(text)
    with pytest.raises(headrace.Error, match=message):
        numbers(ten, index_path=tmp_path / "index")


def test_files_that_are_not_there(ten, tmp_path):
    with pytest.raises(FileNotFoundError, match="none"):
        ndd.readers.TFRecord(path=tmp_path / "none", features=NUMBER)
    with pytest.raises(FileNotFoundError, match="none"):
        ndd.readers.TFRecord(path=ten, index_path=tmp_path / "none", features=NUMBER)
    with pytest.raises(FileNotFoundError, match="none"):
        ndd.readers.TFRecord(path=tmp_path / "none", index_path=f"{ten}.idx", features=NUMBER)
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(ValueError, match="no record in"):
        ndd.readers.TFRecord(path=tmp_path / "empty", features=NUMBER)


@pytest.mark.parametrize("cut", [1, 5, 14, 16, 30])
def test_truncated_files(ten, cut):
    ten.write_bytes(ten.read_bytes()[:-cut])
    with pytest.raises(OSError, match="record 9 at byte .* it is truncated") as caught:
        ndd.readers.TFRecord(path=ten, features=NUMBER)
    assert str(ten) in str(caught.value)


def test_hostile_lengths(tmp_path):
    for length in (1 << 20, (1 << 63) - 1, (1 << 64) - 1, (1 << 64) - 16):
        head = struct.pack("<Q", length)
        (tmp_path / "f").write_bytes(head + masked_crc(head) + bytes(100))
        with pytest.raises(OSError, match="record 0 at byte 0"):
            ndd.readers.TFRecord(path=tmp_path / "f", features=NUMBER)


def test_damage_is_found(ten):
    data = bytearray(ten.read_bytes())
    data[-6] ^= 1
    ten.write_bytes(data)
    reader = ndd.readers.TFRecord(path=ten, features=NUMBER)
    batches = iter(reader.next_epoch(batch_size=5))
    assert np.array(next(batches)["a"].tensors[4]) == [4]
    with pytest.raises(OSError, match="its checksum is wrong"):
        next(batches)["a"].evaluate()


def without_checksums(data, *, lengths, messages):
    """The records of a file with zeros in the place of checksums."""
    data, at = bytearray(data), 0
    while at < len(data):
        (length,) = struct.unpack_from("<Q", data, at)
        if lengths:
            data[at + 8 : at + 12] = bytes(4)
        if messages:
            data[at + 12 + length : at + 16 + length] = bytes(4)
        at += 16 + length
    return bytes(data)


@pytest.mark.parametrize(("lengths", "messages"), [(1, 1), (1, 0), (0, 1)])
@pytest.mark.parametrize("indexed", [False, True])
def test_zero_checksums_count_as_none(ten, tmp_path, lengths, messages, indexed):
    data = ten.read_bytes()
    ten.write_bytes(without_checksums(data, lengths=lengths, messages=messages))
    index, at = tmp_path / "index", 0
    with open(index, "w") as f:
        while at < len(data):
            size = 16 + struct.unpack_from("<Q", data, at)[0]
            f.write(f"{at} {size}\n")
            at += size
    more = {"index_path": index} if indexed else {}
    reader = ndd.readers.TFRecord(path=ten, features=NUMBER, **more)
    found = [np.asarray(t).item() for b in reader.next_epoch(batch_size=5) for t in b["a"].tensors]
    assert found == list(range(10))


def test_zeros_are_no_records(tmp_path):
    (tmp_path / "f").write_bytes(bytes(1 << 20))
    with pytest.raises(OSError, match="record 0 at byte 0: .* zeros"):
        ndd.readers.TFRecord(path=tmp_path / "f", features=NUMBER)


def test_lengths_without_checksums_stay_within_the_file(tmp_path):
    for length in (101, 1 << 40, (1 << 63) - 1, (1 << 64) - 1):
        (tmp_path / "f").write_bytes(struct.pack("<Q", length) + bytes(100))
        with pytest.raises(OSError, match="record 0 at byte 0"):
            ndd.readers.TFRecord(path=tmp_path / "f", features=NUMBER)


def test_damaged_samples_are_filled(ten):
    data = bytearray(ten.read_bytes())
    data[-6] ^= 1
    ten.write_bytes(data)
    features = NUMBER | {"b": FIXED([], tfrec.string, "none"), "c": VAR(tfrec.float32, 0.0)}
    reader = ndd.readers.TFRecord(path=ten, features=features, on_error="fill")
    (batch,) = reader.next_epoch(batch_size=10)
    for values in batch.values():
        assert list(values.errors) == [9]
        assert np.array(values.tensors[9]).size == 0
    assert [int(np.array(t)[0]) for t in batch["a"].tensors[:9]] == list(range(9))


def test_a_file_that_shrinks_while_it_is_read(ten):
    data = ten.read_bytes()
    reader = ndd.readers.TFRecord(path=ten, features=NUMBER)
    ten.write_bytes(data[:500])
    with pytest.raises(OSError, match="ten"):
        next(iter(reader.next_epoch(batch_size=10)))["a"].evaluate()
    ten.write_bytes(data)
    reader.reset()
    (batch,) = reader.next_epoch(batch_size=10)
    assert np.array(batch["a"].tensors[9]) == [9]


# ---- damage of every kind ------------------------------------------------------------------------


def _damaged(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(changed))
        match rng.randrange(4):
            case 0:
                changed[at] ^= 1 << rng.randrange(8)
            case 1:
                changed[at] = rng.choice([0, 1, 127, 128, 255])
            case 2:
                del changed[at : at + rng.randint(1, 9)]
            case 3:
                changed[at:at] = rng.randbytes(rng.randint(1, 9))
    return bytes(changed)


FEATURES = {
    "s": FIXED([], tfrec.string, "none"),
    "i": FIXED([2], tfrec.int64, 0),
    "x": VAR([2], tfrec.float32, 0.0),
    "v": VAR(tfrec.int64, 0),
}
MESSAGE = example(
    s=bytes_list(b"some bytes"), i=int64_list(1, -2), x=float_list(1, 2, 3, 4), v=int64_list(7, 300)
)


def test_damaged_messages(tmp_path):
    """Whatever a message holds, its values or an error."""
    rng = random.Random(5)
    write_tfrecord(tmp_path / "f", [_damaged(rng, MESSAGE) for _ in range(3000)])
    reader = ndd.readers.TFRecord(path=tmp_path / "f", features=FEATURES, on_error="fill")
    good = 0
    for batch in reader.next_epoch(batch_size=100):
        for i in batch["s"].ok:
            assert np.array(batch["i"].tensors[i]).shape == (2,)
            assert np.array(batch["x"].tensors[i]).shape[1:] == (2,)
            good += 1
    assert 100 < good < 2900


def test_damaged_files(tmp_path):
    rng = random.Random(6)
    data = b"".join(tf_record(MESSAGE) for _ in range(4))
    wrong = 0
    for _ in range(300):
        (tmp_path / "f").write_bytes(_damaged(rng, data))
        try:
            reader = ndd.readers.TFRecord(path=tmp_path / "f", features=FEATURES)
            for batch in reader.next_epoch(batch_size=4):
                batch["s"].evaluate()
        except (OSError, ValueError) as e:
            wrong += str(tmp_path) in str(e)
    assert wrong > 250
