"""readers.MXNet: RecordIO files, their indices, and damage."""

from __future__ import annotations

import random
import struct

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd

from .record_writers import MAGIC, io_image, io_record, part, write_recordio


def read(path, batch_size=None, **more):
    """One epoch: (bytes, labels) of each sample."""
    reader = ndd.readers.MXNet(path=path, **more)
    return [
        (np.array(image).tobytes(), np.array(label).tolist())
        for images, labels in reader.next_epoch(batch_size=batch_size or len(reader))
        for image, label in zip(images.tensors, labels.tensors, strict=True)
    ]


ITEMS = [
    (b"abc", [1.5]),
    (b"", [2.0]),
    (b"defgh" * 1000, [3.0, 4.0, 5.0]),
    (b"abcd" + MAGIC + b"efgh" + MAGIC + MAGIC, [6.0]),
    (MAGIC, [7.0, 8.0]),
    (b"x", [9.0]),
]


@pytest.fixture
def file(tmp_path):
    """Records of every form, with an index beside the file."""
    path = tmp_path / "images.rec"
    write_recordio(path, [io_image(i, v[0] if len(v) == 1 else v) for i, v in ITEMS])
    return path


def test_with_and_without_an_index(file):
    assert read(file) == read(file, index_path=f"{file}.idx") == ITEMS


def test_dtypes(file):
    images, labels = next(iter(ndd.readers.MXNet(path=file).next_epoch(batch_size=6)))
    assert (images.dtype, images.ndim, labels.dtype, labels.ndim) == (ndd.uint8, 1, ndd.float32, 1)


def test_the_order_is_that_of_the_file(file, tmp_path):
    lines = (tmp_path / "images.rec.idx").read_text().splitlines()
    (tmp_path / "index").write_text("\n".join([lines[4], lines[1], lines[4], lines[2]]))
    assert read(file, index_path=tmp_path / "index") == [ITEMS[1], ITEMS[2], ITEMS[4]]


def test_several_files(file, tmp_path):
    index = write_recordio(tmp_path / "b.rec", [io_image(b"more", 0.0)])
    more = [(b"more", [0.0])]
    names = [file, tmp_path / "b.rec"]
    assert read(names) == [*ITEMS, *more]
    assert read(names, index_path=[f"{file}.idx", index]) == [*ITEMS, *more]


def test_one_index_for_several_files(file, tmp_path):
    size = file.stat().st_size
    index = write_recordio(tmp_path / "b.rec", [io_image(b"more", 0.0), io_image(b"!", 1.0)], size)
    (tmp_path / "all").write_text((tmp_path / "images.rec.idx").read_text() + index.read_text())
    got = read([file, tmp_path / "b.rec"], index_path=tmp_path / "all")
    assert got == [*ITEMS, (b"more", [0.0]), (b"!", [1.0])]


def test_the_last_padding_may_be_missing(tmp_path):
    (tmp_path / "f").write_bytes(part(io_image(b"abc", 1.0))[:-1])
    assert read(tmp_path / "f") == [(b"abc", [1.0])]


def test_source_info(file):
    (batch, *_) = ndd.readers.MXNet(path=file).next_epoch(batch_size=6)
    info = np.array(ndd.get_property(batch[0].tensors[1], key="source_info")).tobytes().decode()
    assert info == f"{file} at index {len(part(io_image(b'abc', 1.5)))}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0\t0\nx\n", "line 2 should end with a number"),
        ("0\t0x10\n", "line 1 should end with a number"),
        ("0\t-4\n", "a record at byte -4: not in"),
        ("0\t9999999\n", "a record at byte 9999999: not in"),
        ("", "no record in"),
    ],
)
def test_malformed_indices(file, tmp_path, text, message):
    (tmp_path / "index").write_text(text)
    with pytest.raises((OSError, ValueError), match=message):
        ndd.readers.MXNet(path=file, index_path=tmp_path / "index")


def test_an_index_of_another_file(file, tmp_path):
    (tmp_path / "index").write_text("0\t4\n")
    with pytest.raises(OSError, match=r"the record at byte 4: no RecordIO record starts here"):
        read(file, index_path=tmp_path / "index")


def test_arguments(file, tmp_path):
    with pytest.raises(TypeError, match="'path'"):
        ndd.readers.MXNet()
    with pytest.raises(ValueError, match="2 index files for 1 files"):
        ndd.readers.MXNet(path=file, index_path=[file, file])
    with pytest.raises(FileNotFoundError, match="none"):
        ndd.readers.MXNet(path=tmp_path / "none")
    with pytest.raises(FileNotFoundError, match="none"):
        ndd.readers.MXNet(path=file, index_path=tmp_path / "none")
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(ValueError, match="no record in"):
        ndd.readers.MXNet(path=tmp_path / "empty")


IMAGE = io_image(b"abc", 1.0)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (part(IMAGE)[:-4], "record 0 at byte 0: it has 27 bytes, the file only 24 more"),
        (part(IMAGE) + MAGIC, "record 1 at byte 36: .* it is truncated"),
        (b"\0" * 40, "record 0 at byte 0: no RecordIO record starts here"),
        (part(IMAGE, 2), "its first part is missing"),
        (part(IMAGE, 1), "its last part is missing"),
        (part(IMAGE, 1) + part(IMAGE), "its last part is missing"),
        (part(IMAGE, 5), "no part of kind 5"),
        (MAGIC + struct.pack("<I", (1 << 29) - 1) + IMAGE, "it is truncated"),
    ],
    ids=[
        "cut",
        "cut head",
        "zeros",
        "no first part",
        "no last part",
        "no last part before another",
        "no such part",
        "too long",
    ],
)
def test_damaged_files(tmp_path, data, message):
    """Found while the file is searched; with an index, when the record is read."""
    (tmp_path / "f").write_bytes(data)
    with pytest.raises(OSError, match=message) as caught:
        ndd.readers.MXNet(path=tmp_path / "f")
    assert str(tmp_path / "f") in str(caught.value)
    (tmp_path / "index").write_text("0\t0\n1\t36\n" if len(data) > 36 else "0\t0\n")
    with pytest.raises(OSError, match="the record at byte"):
        read(tmp_path / "f", index_path=tmp_path / "index")


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (b"abc", "it has 3 bytes, the header of an image alone has 24"),
        (struct.pack("<IfQQ", 1, 0, 0, 0) + b"123", "it has 1 labels, and only 3 bytes"),
        (struct.pack("<IfQQ", 0xFFFFFFFF, 0, 0, 0) + b"1234", "has 4294967295 labels"),
    ],
    ids=["short", "few labels", "many labels"],
)
def test_records_that_are_no_images(tmp_path, item, message):
    write_recordio(tmp_path / "f", [IMAGE, item, IMAGE])
    with pytest.raises(OSError, match=message):
        read(tmp_path / "f")
    reader = ndd.readers.MXNet(path=tmp_path / "f", on_error="fill")
    ((images, labels),) = reader.next_epoch(batch_size=3)
    assert list(images.errors) == list(labels.errors) == [1]
    assert [np.array(t).tobytes() for t in images.tensors] == [b"abc", b"", b"abc"]


def test_damage_of_every_kind(tmp_path):
    rng = random.Random(3)
    data = b"".join(io_record(io_image(i, v)) for i, v in ITEMS[1:])
    starts = "\n".join(f"0\t{at}" for at in (0, 32, len(data) - 36))
    (tmp_path / "index").write_text(starts)
    wrong = 0
    for k in range(400):
        changed = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(changed)) if rng.randrange(2) else rng.randrange(64)
            changed[at] = rng.choice([0, 1, 0x20, 0x60, 255, changed[at] ^ 1 << rng.randrange(8)])
        if rng.randrange(4) == 0:
            del changed[rng.randrange(len(data) - 30, len(data)) :]
        (tmp_path / "f").write_bytes(changed)
        try:
            read(tmp_path / "f", index_path=tmp_path / "index" if k % 2 else None)
        except headrace.Error as e:
            wrong += str(tmp_path) in str(e)
    assert 20 < wrong < 400
