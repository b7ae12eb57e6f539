"""readers.Webdataset: archives in every format, damaged ones, and what becomes of missing parts."""

from __future__ import annotations

import io
import os
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import Error
from headrace.core import errors

BLOCK = 512


def header(
    name: str | bytes, size: int | bytes = 0, kind: bytes = b"0", *, magic: bytes = b"ustar\x0000"
) -> bytes:
    """A header with whatever is asked for, and the right checksum."""
    block = bytearray(BLOCK)
    name = name.encode() if isinstance(name, str) else name
    block[: len(name)] = name
    block[124:136] = b"%011o\0" % size if isinstance(size, int) else size
    block[156:157] = kind
    block[257 : 257 + len(magic)] = magic
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def entry(name: str, data: bytes, **more: Any) -> bytes:
    return header(name, len(data), **more) + padded(data)


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % BLOCK)


END = bytes(2 * BLOCK)


def read(
    path: Path | list[Path], ext: Any = ("a", "b"), **arguments: Any
) -> list[tuple[bytes, ...]]:
    reader = ndd.readers.Webdataset(paths=path, ext=ext, **arguments)
    count = len(reader)
    batches = reader.next_epoch(batch_size=2)
    rows = [
        tuple(bytes(np.asarray(t)) for t in sample)
        for batch in batches
        for sample in zip(*[o.tensors for o in batch], strict=True)
    ]
    return rows[:count]


def write(tmp_path: Path, *parts: bytes) -> Path:
    path = tmp_path / "a.tar"
    path.write_bytes(b"".join(parts))
    return path


# ---- the format ---------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_names_of_every_length(tmp_path: Path, form: int) -> None:
    longest = 199 if form == tarfile.USTAR_FORMAT else 5000
    path = tmp_path / "a.tar"
    wanted = []
    with tarfile.open(path, "w", format=form) as tar:
        for n in (1, 90, 99, 100, 101, 155, 200, longest):
            folders = "/".join(["f" * 60] * (n // 61)) or "."
            name = f"{folders}/{'n' * (n % 61)}{n}"
            for ext, data in (("a", b"x" * n), ("b", b"")):
                info = tarfile.TarInfo(f"{name}.{ext}")
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))
            wanted.append((b"x" * n, b""))
    assert read(path) == wanted


def test_sizes_in_base_256(tmp_path: Path) -> None:
    size = b"\x80" + (3).to_bytes(11, "big")
    assert read(write(tmp_path, header("0.a", size), padded(b"abc"), END)) == [(b"abc", b"")]


def test_pax_sizes_and_paths(tmp_path: Path) -> None:
    records = b"".join(
        b"%d %s\n" % (len(r) + 4, r) for r in (b"path=long/0.a", b"size=5", b"mtime=12345.")
    )
    data = header("x", len(records), b"x") + padded(records)
    data += header("cut.zzz", 0) + padded(b"12345") + entry("long/0.b", b"b")
    assert read(write(tmp_path, data, END)) == [(b"12345", b"b")]


def test_what_is_left_out(tmp_path: Path) -> None:
    sparse = bytearray(header("0.c", 3, b"S", magic=b"ustar  \0"))
    sparse[482] = 1
    sparse[148:156] = b" " * 8
    sparse[148:156] = b"%06o\0 " % sum(sparse)
    parts = [
        header("g", 11, b"g") + padded(b"11 path=bad"), entry("0.a", b"1"),
        header("0.b", 0, b"1"), header("0.b", 99, b"2"),
        header("d/", 0, b"5"), header("f", 0, b"6"),
        header("old/", 0, b"\0"), bytes(sparse) + bytes(BLOCK) + padded(b"gap"),
        entry("0.b", b"V", kind=b"V"), entry("0.b", b"2", kind=b"7"),
    ]  # fmt: skip
    assert read(write(tmp_path, *parts, END)) == [(b"1", b"2")]


@pytest.mark.parametrize("end", [b"", bytes(BLOCK), END, bytes(20 * BLOCK), END + b"anything"])
def test_ends(tmp_path: Path, end: bytes) -> None:
    assert read(write(tmp_path, entry("0.a", b"1"), end)) == [(b"1", b"")]


def test_last_block_may_be_short(tmp_path: Path) -> None:
    assert read(write(tmp_path, header("0.a", 1) + b"1")) == [(b"1", b"")]


def test_lone_zero_block_is_passed_over(tmp_path: Path) -> None:
    path = write(tmp_path, entry("0.a", b"1"), bytes(BLOCK), entry("1.a", b"2"), END)
    assert read(path, ["a"]) == [(b"1",), (b"2",)]


@pytest.mark.parametrize("zeros", [2, 20, 4096])
def test_concatenated_archives_are_read_on(tmp_path: Path, zeros: int) -> None:
    parts = [entry("0.a", b"1"), bytes(zeros * BLOCK), entry("1.a", b"2"), entry("2.a", b"3"), END]
    path = write(tmp_path, *parts, *parts[2:], bytes(18 * BLOCK))
    assert read(path, ["a"]) == [(b"1",), (b"2",), (b"3",), (b"2",), (b"3",)]


def test_an_extended_header_does_not_reach_into_the_next_archive(tmp_path: Path) -> None:
    parts = [header("x", 2, b"L"), padded(b"9.a"), END, entry("0.a", b"1"), END]
    parts[0] = header("x", 4, b"L")
    assert read(write(tmp_path, *parts), ["a"]) == [(b"1",)]


@pytest.mark.parametrize("damage", [b"garbage" * 200, entry("1.a", b"2")[1:] + b"x"])
def test_what_follows_an_archive_is_never_dropped_silently(tmp_path: Path, damage: bytes) -> None:
    path = write(tmp_path, entry("0.a", b"1"), END, damage)
    with pytest.warns(UserWarning, match=rf"a\.tar\": {len(damage)} bytes behind the end"):
        assert read(path, ["a"]) == [(b"1",)]


def test_archives_far_behind_an_end_are_not_looked_for(tmp_path: Path) -> None:
    path = write(tmp_path, entry("0.a", b"1"), END)
    with open(path, "r+b") as f:
        f.seek(1 << 40)  # a hole
        f.write(entry("1.a", b"2") + END)
    with pytest.warns(UserWarning, match="bytes behind the end"):
        assert read(path, ["a"]) == [(b"1",)]


# ---- damaged archives ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no sample"),
        (b"x" * 100, "ends within a header"),
        (b"x" * 600, "checksum"),
        (header("0.a", 600), "truncated"),
        (header("0.a", b"\x80" + b"\xff" * 11) + END, "size"),
        (header("0.a", b"\xff" * 12) + END, "size"),
        (header("0.a", b"notoctal\0\0\0\0") + END, "size"),
        (header("x", 2**40, b"L"), "extended header"),
        (header("x", 2**33, b"x") + END, "extended header"),
        (header("x", 9, b"x") + padded(b"99 path=a"), "pax header"),
        (header("x", 9, b"x") + padded(b"9 path a\n"), "pax header"),
        (header("x", 28, b"x") + padded(b"28 size=9999999999999999999\n"), "pax header"),
        (header("x", 3, b"x") + padded(b"abc"), "pax header"),
    ],
)
def test_damaged(tmp_path: Path, data: bytes, says: str) -> None:
    path = write(tmp_path, data)
    with pytest.raises(Error, match=says) as caught:
        read(path)
    assert "a.tar" in str(caught.value)


def test_missing_archive(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere.tar"):
        ndd.readers.Webdataset(paths=[tmp_path / "nowhere.tar"], ext=["a"])
    with pytest.raises(errors.FileError, match="directory"):
        ndd.readers.Webdataset(paths=[tmp_path], ext=["a"])


def test_mutations(tmp_path: Path) -> None:
    """Whatever bytes change: samples, or an error."""
    rng = np.random.default_rng(11)
    parts = [
        header("x", 12, b"x"), padded(b"12 path=0.a\n"), entry("q", b"one"), entry("0.b", b"1"),
        header("x", 300, b"L"), padded(b"n" * 298 + b".a"), entry("q", b"two" * 300), END,
    ]  # fmt: skip
    good = np.frombuffer(b"".join(parts), np.uint8)
    path = tmp_path / "a.tar"
    refused = 0
    for _ in range(400):
        data = good.copy()
        for at in rng.integers(0, len(data), rng.integers(1, 4)):
            data[at] = rng.choice([0, 0x20, 0x30, 0x37, 0x80, 0xFF, rng.integers(256)])
        if rng.random() < 0.3:  # so that more than the checksum is looked at
            block = int(rng.choice([0, 2, 4, 6, 8])) * BLOCK
            data[block + 148 : block + 156] = 32
            said = b"%06o\0 " % int(data[block : block + BLOCK].sum(dtype=np.int64))
            data[block + 148 : block + 156] = np.frombuffer(said, np.uint8)
        path.write_bytes(data.tobytes()[: rng.integers(len(data)) if rng.random() < 0.2 else None])
        try:
            read(path)
        except Error:
            refused += 1
    assert 40 < refused < 400


def test_mutated_indices(tmp_path: Path) -> None:
    archive = write(tmp_path, entry("0.a", b"1"), entry("0.b", b"2"), END)
    index = tmp_path / "a.idx"
    good = b"v1.2 1\na 512 1 0.a b 1536 1 0.b\n"
    index.write_bytes(good)
    assert read([archive], index_paths=[index]) == [(b"1", b"2")]
    rng = np.random.default_rng(12)
    messages = []
    for _ in range(300):
        data = bytearray(good)
        for at in rng.integers(0, len(data), rng.integers(1, 4)):
            data[at] = rng.choice(np.frombuffer(b" \n\0-9012ab.v\xff", np.uint8))
        index.write_bytes(bytes(data))
        try:
            read([archive], index_paths=[index])
        except Error as e:
            messages.append(str(e))
    assert 60 < len(messages) < 300
    assert all("a.idx" in m or "a.tar" in m for m in messages)


def test_hostile_indices(tmp_path: Path) -> None:
    archive = write(tmp_path, entry("0.a", b"1"), END)
    index = tmp_path / "a.idx"
    for text in (
        "v1.1 9223372036854775807\na 512 1\n", "v1.1 99999999999999999999\na 512 1\n",
        "v1.1 1\na 512 9223372036854775807\n", "v1.1 1\na 9223372036854775296 512\n",
        "v1.1 1\na 512 -1\n", "v1.1 1\na 512 1e3\n",
    ):  # fmt: skip
        index.write_text(text)
        with pytest.raises(Error, match="a.idx"):
            read([archive], ["a"], index_paths=[index])


# ---- the reader ---------------------------------------------------------------------------------


def shards(tmp_path: Path, count: int = 3, each: int = 5) -> list[Path]:
    paths = []
    for k in range(count):
        path = tmp_path / f"{k}.tar"
        parts = [
            entry(f"{i}.a", b"%d.%d" % (k, i)) + entry(f"{i}.b", bytes(8)) for i in range(each)
        ]
        path.write_bytes(b"".join(parts) + END)
        paths.append(path)
    return paths


def test_shuffled_and_sharded(tmp_path: Path) -> None:
    paths = shards(tmp_path)
    everything = read(paths, ["a"])
    assert everything == [(b"%d.%d" % (k, i),) for k in range(3) for i in range(5)]
    halves = [read(paths, ["a"], num_shards=2, shard_id=s) for s in (0, 1)]
    assert halves[0] + halves[1] == everything
    mixed = read(paths, ["a"], random_shuffle=True)
    assert mixed != everything
    assert sorted(mixed) == everything


def test_types_are_views_of_the_bytes(tmp_path: Path) -> None:
    path = write(tmp_path, entry("0.a", np.arange(5, dtype="<f4").tobytes()), END)
    reader = ndd.readers.Webdataset(paths=path, ext=["a"], dtypes=[ndd.float32])
    ((x,),) = reader.next_epoch()
    assert x.dtype is ndd.float32
    np.testing.assert_array_equal(x, np.arange(5, dtype=np.float32))
    with pytest.raises(ValueError, match=r"a.tar.*20 bytes"):
        ndd.readers.Webdataset(paths=path, ext=["a"], dtypes=[ndd.int64])


def test_source_info_reaches_errors(tmp_path: Path) -> None:
    path = write(tmp_path, entry("x/0.jpg", b"no picture"), END)
    reader = ndd.readers.Webdataset(paths=path, ext=["jpg"])
    ((x,),) = reader.next_epoch(batch_size=1)
    with pytest.raises(errors.DecodeError, match=r"a.tar:512:x/0.jpg"):
        ndd.decoders.image(x).evaluate()


@pytest.mark.parametrize("on_error", ["raise", "fill"])
def test_archive_shrinks(tmp_path: Path, on_error: str) -> None:
    paths = shards(tmp_path, 2)
    reader = ndd.readers.Webdataset(paths=paths, ext=["a", "b"], on_error=on_error)
    os.truncate(paths[1], BLOCK)
    batches = [list(b) for b in reader.next_epoch(batch_size=5)]
    assert bytes(np.asarray(batches[0][0].tensors[4])) == b"0.4"
    if on_error == "raise":
        with pytest.raises(errors.FileError, match=r"1\.tar"):
            batches[1][0].evaluate()
    else:
        assert [t.shape for t in batches[1][1].tensors] == [(0,)] * 5
        assert "1.tar" in str(batches[1][0].errors[2])
    again, _ = next(reader.next_epoch(batch_size=5))
    assert bytes(np.asarray(again.tensors[0])) == b"0.0"


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"ext": []}, TypeError, "ext"),
        ({"ext": [3]}, TypeError, "ext"),
        ({"ext": ["a"], "missing_component_behavior": "skp"}, ValueError, "skip"),
        ({"ext": ["a"], "missing_component_behavior": 7}, ValueError, "=7 is unknown"),
        ({"ext": ["zz"], "missing_component_behavior": "error"}, ValueError, r'"0".*\.zz'),
        ({"ext": ["a"], "dtypes": [ndd.bool]}, TypeError, "booleans"),
        ({"ext": ["a"], "dtypes": ["f32", "f32"]}, ValueError, "2 dtypes for 1"),
        ({"ext": ["a"], "index_paths": ["x", "y"]}, ValueError, "2 index_paths for 1"),
        ({}, TypeError, "ext"),
    ],
)
def test_arguments_that_make_no_sense(
    tmp_path: Path, arguments: dict[str, Any], error: type[Exception], says: str
) -> None:
    path = write(tmp_path, entry("0.a", b"1"), END)
    with pytest.raises(error, match=says):
        ndd.readers.Webdataset(paths=path, **arguments)


def test_archives_elsewhere(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    archive = b"".join(entry(f"{i}.a", b"%d" % i * 700) for i in range(5)) + END
    memory.pipe("/shards/a.tar", archive)
    memory.pipe("/shards/a.idx", b"v1.1 1\na 512 700\n")
    url = "memory://shards/a.tar"
    assert read([url], ["a"]) == [(b"%d" % i * 700,) for i in range(5)]
    assert read([url], ["a"], index_paths=["memory://shards/a.idx"]) == [(b"0" * 700,)]
    with pytest.raises(FileNotFoundError, match="no.tar"):
        read(["memory://shards/no.tar"], ["a"])
