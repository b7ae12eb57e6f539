"""readers.Webdataset beside DALI's, on archives of webdataset's writer and of Python's tarfile."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import headrace.dynamic as ours

from .both import dali
from .differences import DIFFERENCES
from .epochs import both_refuse, read, same

READER = "readers.Webdataset"
FORMATS = {"ustar": tarfile.USTAR_FORMAT, "gnu": tarfile.GNU_FORMAT, "pax": tarfile.PAX_FORMAT}


def archive(path: Path, files: list[tuple[str, Any]], form: int = tarfile.USTAR_FORMAT) -> str:
    """Contents are bytes; None is a folder, text a link to that name."""
    with tarfile.open(path, "w", format=form) as tar:
        for name, data in files:
            entry = tarfile.TarInfo(name)
            if data is None:
                entry.type = tarfile.DIRTYPE
            elif isinstance(data, str):
                entry.type, entry.linkname = tarfile.SYMTYPE, data
            else:
                entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data) if isinstance(data, bytes) else None)
    return str(path)


FILES = [
    ("a/0.jpg", b"J0"), ("a/0.cls", b"0"), ("a/1.jpg", b"J1" * 700), ("a/1.cls", b"1"), ("d", None),
    ("2.seg.png", b"P2"), ("2.cls", b"2"), ("2.jpg", b"J2"), ("x/a.b/c.jpg", b""),
    ("x/a.b/c.cls", b"12345678"), ("q.JPG", b"Q"), ("q.cls", b"q"),
]  # fmt: skip


@pytest.fixture
def plain(tmp_path: Path) -> str:
    return archive(tmp_path / "a.tar", FILES)


@pytest.mark.parametrize(
    "arguments",
    [
        {"ext": ["jpg", "cls"]},
        {"ext": "jpg"},
        {"ext": ["cls", "jpg", "cls"]},
        {"ext": ["jpg;seg.png", "cls"]},
        {"ext": ["seg.png;jpg;", "cls"]},
        {"ext": ["png", "cls"]},
        {"ext": [".jpg", "cls"]},
        {"ext": ["", "cls"]},
        {"ext": ["xyz"]},
        {"ext": ["jpg", "cls"], "case_sensitive_extensions": False},
        {"ext": ["JPG", "cLs"], "case_sensitive_extensions": False},
        {"ext": ["seg.png", "cls"], "missing_component_behavior": "empty"},
        {"ext": ["seg.png", "cls"], "missing_component_behavior": "SKIP"},
        {"ext": ["jpg", "cls"], "missing_component_behavior": "skip"},
        {"ext": ["cls", "jpg"], "dtypes": ["int8", "uint8"]},
        {"ext": ["jpg", "cls"], "batch_size": 1},
        {"ext": ["jpg", "cls"], "num_shards": 2, "shard_id": 1},
        {"ext": ["jpg", "cls"], "dont_use_mmap": True},
    ],
)
def test_arguments(plain: str, arguments: dict[str, Any]) -> None:
    same(READER, paths=[plain], **arguments)


@pytest.mark.parametrize("dtype", ["int32", "int64", "float", "float64", "float16", "uint16"])
def test_types(tmp_path: Path, dtype: str) -> None:
    path = archive(
        tmp_path / "a.tar", [("0.a", bytes(range(32))), ("0.b", b""), ("1.a", b"12345678")]
    )
    same(READER, paths=path, ext=["a", "b"], dtypes=[dtype] * 2)
    uneven = archive(tmp_path / "b.tar", [("0.a", b"123456789")])
    error = both_refuse(READER, paths=uneven, ext=["a"], dtypes=[dtype])
    assert "multiple" in str(error)


@pytest.mark.parametrize("form", FORMATS)
def test_formats(tmp_path: Path, form: str) -> None:
    rng = np.random.default_rng(7)
    files: list[tuple[str, Any]] = []
    for i in range(12):
        folder = "f" * (i * 12)
        for ext, size in (("jpg", 513 * i), ("txt", i)):
            name = f"{folder}/{i}.{ext}" if folder else f"{i}.{ext}"
            files.append((name, rng.integers(0, 256, size, np.uint8).tobytes()))
    if form != "ustar":
        files += [("n" * 300 + ".jpg", b"long"), ("n" * 300 + ".txt", b"name")]
    path = archive(tmp_path / "a.tar", files, FORMATS[form])
    found = read(ours, READER, paths=path, ext=["jpg", "txt"])
    assert [v for s in found for v in s["values"]] == [data for _, data in files]
    if form == "pax":  # readers.Webdataset.pax: DALI does not read such headers
        path = archive(tmp_path / "b.tar", files[:14], FORMATS[form])
    same(READER, paths=path, ext=["jpg", "txt"])


@pytest.mark.parametrize(
    "files",
    [
        [("0.a", b"1"), ("1.a", b"2"), ("0.b", b"3"), ("1.b", b"4")],  # not side by side
        [("0.a", b"1"), ("0.a", b"2"), ("0.b", b"3"), ("0.b", b"4")],
        [("0.a", b"1"), ("0.x", "0.a"), ("0.b", b"3")],
        [("0.a", b"1"), ("0", None), ("0.b", b"3")],
        [("q.a", b"1"), ("noext", b"2"), ("q.b", b"3")],
        [("q.a", b"1"), (".hidden", b"2"), ("q.b", b"3")],
        [("x/.a.b", b"1"), ("x/.a", b"2"), ("x/.b", b"3")],
        [("d.x/noext", b"1"), ("d.a", b"2"), ("d.", b"3")],
        [("./0.a", b"1"), ("0.b", b"2")],
        [("0..a", b"1"), ("0.b", b"2")],
        [("0.a b", b"1"), ("0 1.b", b"2")],
    ],
)
def test_names(tmp_path: Path, files: list[tuple[str, Any]]) -> None:
    path = archive(tmp_path / "a.tar", files)
    same(READER, paths=path, ext=["a", "b", ".a", "a b", "a.b"])


def test_several_archives(tmp_path: Path) -> None:
    paths = [
        archive(tmp_path / f"{k}.tar", [(f"{i}.x", bytes([k, i])) for i in range(4)])
        for k in range(3)
    ]
    found = same(READER, paths=paths, ext=["x"], batch_size=5)
    assert [tuple(s["values"][0]) for s in found] == [(k, i) for k in range(3) for i in range(4)]


# ---- webdataset's own writer, DALI's own indexer ------------------------------------------------


def test_archives_of_webdataset(tmp_path: Path) -> None:
    webdataset = pytest.importorskip("webdataset")
    path = str(tmp_path / "w.tar")
    with webdataset.TarWriter(path) as writer:
        for i in range(20):
            image = np.full((4, 5, 3), i, np.uint8)
            writer.write({"__key__": f"sample{i:03d}", "png": image, "cls": i, "json": {"i": i}})
    found = same(READER, paths=path, ext=["png", "cls", "json"], batch_size=8)
    assert [int(s["values"][1]) for s in found] == list(range(20))
    reader = ours.readers.Webdataset(paths=path, ext=["png"])
    for i, (png,) in enumerate(reader.next_epoch()):
        assert (ours.decoders.image(png).numpy() == i).all()


@pytest.mark.parametrize("form", FORMATS)
def test_indices_of_dali(tmp_path: Path, form: str) -> None:
    path = archive(tmp_path / "a.tar", FILES, FORMATS[form])
    index = str(tmp_path / "a.idx")
    tool = Path(sys.executable).parent / "wds2idx"
    if not tool.exists():
        pytest.skip("wds2idx is not installed")
    subprocess.run([str(tool), path, index], check=True, capture_output=True)
    with_index = same(READER, paths=[path], index_paths=[index], ext=["jpg", "cls"])
    assert with_index == read(ours, READER, paths=[path], ext=["jpg", "cls"])


INDICES = {
    "v1.1": "v1.1 2\njpg 512 2 cls 1536 1\njpg 2560 1400 cls 4608 1\n",
    "v1.2": "v1.2 2\njpg 512 2 a/0.jpg cls 1536 1 b\njpg 2560 1400 a/1.jpg cls 4608 1 c\n",
    "no last newline": "v1.1 1\njpg 512 2 cls 1536 1",
    "more lines": "v1.1 1\njpg 512 2 cls 1536 1\njpg 2560 2 cls 4608 1\n",
    "missing": "v1.1 2\njpg 512 2\njpg 2560 2 cls 4608 1\n",
    "shorter": "v1.2 1\njpg 512 1 x cls 1536 0 y\n",
}


@pytest.mark.parametrize("which", INDICES)
def test_indices(tmp_path: Path, plain: str, which: str) -> None:
    index = tmp_path / "a.idx"
    index.write_text(INDICES[which])
    same(READER, paths=[plain], index_paths=[str(index)], ext=["jpg", "cls"])


BROKEN = {
    "empty": ("", "line 1"),
    "old version": ("v1.0 1\njpg 512 2\n", "line 1"),
    "new version": ("v1.3 1\njpg 512 2\n", "line 1"),
    "no count": ("v1.2\n", "line 1"),
    "no samples": ("v1.2 0\n", "line 1"),
    "too few": ("v1.1 3\njpg 512 2\n", "1 of 3"),
    "empty line": ("v1.1 2\n\njpg 512 2\n", "line 2"),
    "no size": ("v1.1 1\njpg 512 2 cls 1536\n", "line 2"),
    "odd offset": ("v1.1 1\njpg 513 2\n", "512"),
    "negative": ("v1.1 1\njpg -512 2\n", "line 2"),
    "too far": ("v1.1 1\njpg 5120000 2\n", "outside"),
    "words": ("v1.1 1\njpg a b\n", "line 2"),
    "blanks in names": ("v1.2 1\njpg 512 2 a b.jpg\n", "line 2"),
}


@pytest.mark.parametrize("which", BROKEN)
def test_broken_indices(tmp_path: Path, plain: str, which: str) -> None:
    text, says = BROKEN[which]
    index = tmp_path / "a.idx"
    index.write_text(text)
    error = both_refuse(READER, paths=[plain], index_paths=[str(index)], ext=["jpg"])
    assert says in str(error) and "a.idx" in str(error)


@pytest.mark.parametrize(
    "arguments",
    [
        {"ext": ["seg.png", "cls"], "missing_component_behavior": "error"},
        {"ext": ["cls"], "missing_component_behavior": "foo"},
        {"ext": ["cls"], "dtypes": ["bool"]},
        {"ext": ["cls"], "dtypes": ["uint8", "uint8"]},
        {"ext": ["cls"], "index_paths": ["a", "b"]},
        {"ext": ["xyz"], "missing_component_behavior": "skip"},
        {"ext": []},
    ],
)
def test_refused(plain: str, arguments: dict[str, Any]) -> None:
    both_refuse(READER, paths=[plain], **arguments)


def test_no_archives(tmp_path: Path) -> None:
    (tmp_path / "empty.tar").write_bytes(b"")
    (tmp_path / "noise.tar").write_bytes(np.random.default_rng(1).bytes(5000))
    for paths in (
        [],
        ["nowhere.tar"],
        [str(tmp_path / "empty.tar")],
        [str(tmp_path / "noise.tar")],
    ):
        both_refuse(READER, paths=paths, ext=["a"])


def test_differences(tmp_path: Path) -> None:
    listed = {"empty_archive", "hidden_first", "pax"}
    assert {f"readers.Webdataset.{what}" for what in listed} <= set(DIFFERENCES)
    nothing = archive(tmp_path / "nothing.tar", [])
    assert len(read(dali, READER, paths=[nothing], ext=["a"])) == 1
    some = archive(tmp_path / "some.tar", [(".hidden", b"x"), ("0.a", b"1")])
    assert len(read(dali, READER, paths=[some], ext=["a"])) == 2
    found = read(ours, READER, paths=[nothing, some], ext=["a"])
    assert [s["values"] for s in found] == [[b"1"]]
