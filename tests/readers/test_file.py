"""readers.File: lists of files, patterns of names."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.core import errors


def pairs(folder: Path, text: str) -> list[tuple[bytes, int]]:
    """What a list of files stands for: contents and labels."""
    path = folder / "list.txt"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    reader = ndd.readers.File(file_list=path)
    ((contents, labels),) = reader.next_epoch(batch_size=len(reader))
    return [(bytes(np.asarray(c)), int(np.asarray(n)[0])) for c, n in zip(contents, labels)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a", "b", "a b", "a\tb"):
        (tmp_path / name).write_bytes(name.encode())
    return tmp_path


@pytest.mark.parametrize("between", [" ", "\t", "  ", "\t\t", " \t "])
@pytest.mark.parametrize("end", ["\n", "\r\n", " \n", "\t\r\n"])
def test_blanks_and_tabs(folder: Path, between: str, end: str) -> None:
    lines = [f"{name}{between}{label}" for name, label in (("a", 3), ("a b", -4), ("a\tb", 5))]
    want = [(b"a", 3), (b"a b", -4), (b"a\tb", 5)]
    assert pairs(folder, end.join(lines) + end) == want
    assert pairs(folder, end.join(lines)) == want
    assert pairs(folder, f"{end} \t{end}" + f"{end}{end}\t".join(lines)) == want


SPACES = [
    "\u2028",
    "\u2029",
    "\x85",
    "\x0b",
    "\x0c",
    "\x1c",
    "\x1d",
    "\x1e",
    "\x1f",
    "\xa0",
    "\u3000",
]


@pytest.mark.parametrize("space", SPACES, ids=ascii)
@pytest.mark.parametrize("form", ["x{}y", "{}x", "x{}", "{}"])
def test_names_keep_other_spaces(folder: Path, space: str, form: str) -> None:
    name = form.format(space)
    (folder / name).write_bytes(b"found")
    assert pairs(folder, f"{name} 1\nb 2\n{name}\t3") == [(b"found", 1), (b"b", 2), (b"found", 3)]


def test_bytes_that_are_no_text(folder: Path) -> None:
    name = b"\xff\xfe".decode("utf-8", "surrogateescape")
    (folder / name).write_bytes(b"found")
    assert pairs(folder, f"{name}\t1\n") == [(b"found", 1)]


@pytest.mark.parametrize(
    "line",
    [
        "a",
        "3",
        " 3",
        "a b",
        "a 1.5",
        "a 1_000",
        "a \u0663",
        "a 3\xa0",
        "a\u20283",
        "a " + "9" * 5000,
    ],
)
def test_lines_that_make_no_sense(folder: Path, line: str) -> None:
    with pytest.raises(
        errors.ArgumentError, match="line 2: a line is the name of a file and a label"
    ):
        pairs(folder, f"b 1\n{line}\n")


@pytest.mark.parametrize("text", ["", "\n \t\r\n"])
def test_a_list_without_names(folder: Path, text: str) -> None:
    with pytest.raises(errors.ArgumentError, match="names no file"):
        pairs(folder, text)


@pytest.fixture
def classes(tmp_path: Path) -> Path:
    for name in ("a/0.jpg", "a/1.JPG", "a/x.txt", "b/0.jpg", "bc/2.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    return tmp_path


@pytest.mark.parametrize("remote", [False, True])
@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"file_filters": "*.jpg"}, ["a/0.jpg", "a/1.JPG", "b/0.jpg"]),
        ({"file_filters": "*.jpg", "case_sensitive_filter": True}, ["a/0.jpg", "b/0.jpg"]),
        (
            {"file_filters": ["*.jpg", "*.txt"], "dir_filters": "a*"},
            ["a/0.jpg", "a/1.JPG", "a/x.txt"],
        ),
        ({"file_filters": "0.jpg", "dir_filters": ["b*"]}, ["b/0.jpg"]),
    ],
)
def test_one_pattern_or_several(
    classes: Path, options: dict[str, object], found: list[str], remote: bool
) -> None:
    if remote:
        pytest.importorskip("fsspec")
    root = f"{'local://' if remote else ''}{classes}"
    reader = ndd.readers.File(file_root=root, **options)
    ((contents, _),) = reader.next_epoch(batch_size=len(reader))
    assert [bytes(np.asarray(c)).decode() for c in contents] == found


def test_labels_that_are_no_list() -> None:
    with pytest.raises(TypeError, match=r"labels are a list[\s\S]*readers\.File"):
        ndd.readers.File(files=["a"], labels=7)  # type: ignore[arg-type]
