"""io.file.read, imread and the deprecated names of the decoders."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace.engine.operator import deprecated_names

from .pictures import jpegs


def text(value) -> bytes:
    return np.asarray(value).tobytes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a").write_bytes(b"abc")
    (tmp_path / "Grüße 🌊").write_bytes(b"hello")
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "large").write_bytes(os.urandom(5_000_001))
    for i, picture in enumerate(jpegs()):
        (tmp_path / f"{i}.jpg").write_bytes(picture.tobytes())
    (tmp_path / "broken.jpg").write_bytes(jpegs()[0].tobytes()[:400])
    return tmp_path


def forms(path: Path):
    """One name in every form it may have."""
    raw = np.frombuffer(os.fsencode(path), np.uint8)
    return {
        "Path": path, "str": str(path), "bytes": os.fsencode(path), "uint8": raw,
        "int8": raw.view(np.int8), "Tensor": ndd.tensor(raw), "url": f"file://{path}",
        "numpy": np.array(str(path)), "zeros at the end": np.append(raw, np.zeros(3, np.uint8)),
    }  # fmt: skip


@pytest.mark.parametrize("form", list(forms(Path())))
def test_names(folder, form):
    for name, contents in {"a": b"abc", "Grüße 🌊": b"hello", "empty": b""}.items():
        found = ndd.io.file.read(forms(folder / name)[form])
        assert isinstance(found, ndd.Tensor)
        assert (found.dtype, found.ndim, found.layout) == (ndd.uint8, 1, None)
        assert text(found) == contents


@pytest.mark.parametrize("make", [list, tuple, lambda x: np.array([str(p) for p in x])])
def test_lists_of_names_are_batches(folder, make):
    paths = [folder / "a", folder / "empty", folder / "Grüße 🌊", folder / "a"]
    found = ndd.io.file.read(make(paths))
    assert [text(x) for x in found] == [b"abc", b"", b"hello", b"abc"]


def test_a_batch_of_names(folder):
    names = ndd.batch([np.frombuffer(os.fsencode(folder / n), np.uint8) for n in ("a", "empty")])
    assert [text(x) for x in ndd.io.file.read(names)] == [b"abc", b""]


def test_batch_size_repeats_a_name(folder):
    found = ndd.io.file.read(folder / "a", batch_size=3)
    assert [text(x) for x in found] == [b"abc"] * 3


@pytest.mark.parametrize("arguments", [{}, {"use_o_direct": True}, {"dont_use_mmap": True}])
def test_large_files(folder, arguments):
    found = ndd.io.file.read([folder / "large", folder / "a"], **arguments)
    assert [text(x) for x in found] == [(folder / "large").read_bytes(), b"abc"]


def test_more_files_than_may_be_open(folder):
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")) + 60, hard))
    try:
        found = ndd.io.file.read([folder / "a"] * 500).evaluate()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert found.batch_size == 500


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("none", "No such file or directory"), ("", "Is a directory"),
        ("a/b", "Not a directory"), ("x" * 300, "File name too long"),
    ],
)  # fmt: skip
def test_errors_name_the_file_and_the_reason(folder, name, reason):
    good, bad = folder / "a", folder / name
    with pytest.raises(headrace.Error, match=reason) as caught:
        ndd.io.file.read([good, bad, folder / "none too"]).evaluate()
    assert isinstance(caught.value, FileNotFoundError if "No" in reason else OSError)
    message = str(caught.value)
    assert f'"{bad}"' in message and "sample 1" in message and "io.file.read" in message
    assert "test_io.py" in message


def test_names_that_make_no_sense():
    with pytest.raises(OSError, match="the name is empty"):
        ndd.io.file.read("").evaluate()
    with pytest.raises(OSError, match="no regular file"):
        ndd.io.file.read("/dev/zero").evaluate()
    with pytest.raises(ValueError, match=r"(?s)list of file names is empty.*io\.file\.read"):
        ndd.io.file.read([])
    for wrong in (5, [1, 2], np.zeros((2, 2), np.uint8), ndd.tensor([1.0])):
        with pytest.raises(TypeError, match=r"(?s)a file name is text.*io\.file\.read"):
            ndd.io.file.read(wrong)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_one_may_not_read(folder):
    (folder / "a").chmod(0)
    with pytest.raises(OSError, match="Permission denied"):
        ndd.io.file.read(folder / "a").evaluate()


def test_a_file_that_changes_all_the_time(tmp_path):
    """Shrinking and growing: some contents or an error, never a crash."""
    path, stop = tmp_path / "restless", threading.Event()

    def change():
        while not stop.is_set():
            path.write_bytes(b"x" * 100_000)

    path.write_bytes(b"x")
    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(100):
            try:
                found = ndd.io.file.read([path] * 4).evaluate()
            except headrace.Error as e:
                if "somebody changed it" not in str(e):
                    raise
            else:
                assert all(set(text(x)) <= {ord("x")} for x in found)
    finally:
        stop.set()
        thread.join()


def test_values_know_their_file(folder):
    data = ndd.io.file.read([folder / "0.jpg", folder / "1.jpg"])
    images = ndd.flip(ndd.decoders.image(data))
    found = ndd.get_property(images, key="source_info")
    assert [text(x).decode() for x in found] == [str(folder / "0.jpg"), str(folder / "1.jpg")]


def test_decoders_name_the_file(folder):
    data = ndd.io.file.read([folder / "0.jpg", folder / "broken.jpg"])
    for decode in (ndd.decoders.image, ndd.decoders.image_random_crop, ndd.decoders.image_crop):
        with pytest.raises(headrace.DecodeError, match=r"sample 1, from .*broken\.jpg"):
            decode(data).evaluate()


# ---- imread ----------------------------------------------------------------------------------


def test_imread_takes_names_and_contents(folder):
    path = folder / "0.jpg"
    raw = path.read_bytes()
    expected = np.asarray(ndd.decoders.image(ndd.tensor(raw)))
    for one in (path, str(path), raw, bytearray(raw), np.frombuffer(raw, np.uint8),
                ndd.tensor(raw), ndd.io.file.read(path)):  # fmt: skip
        found = ndd.imread(one)
        assert isinstance(found, ndd.Tensor) and found.layout == "HWC"
        np.testing.assert_array_equal(found, expected)
    paths = [folder / "0.jpg", folder / "1.jpg"]
    for several in (paths, tuple(map(str, paths)), np.array([str(p) for p in paths]),
                    [p.read_bytes() for p in paths], ndd.io.file.read(paths)):  # fmt: skip
        found = ndd.imread(several)
        assert isinstance(found, ndd.Batch) and found.batch_size == 2
        np.testing.assert_array_equal(found.tensors[0], expected)


def test_imread_passes_the_decoders_arguments_on(folder):
    found = ndd.imread(folder / "0.jpg", output_type="gray", dtype=ndd.float32, device="cpu")
    assert found.shape[-1] == 1 and found.dtype == ndd.float32
    filled = ndd.imread([folder / "0.jpg", folder / "broken.jpg"], on_error="fill")
    assert filled.ok == [0]
    with pytest.raises(TypeError, match="output_type"):
        ndd.imread(folder / "0.jpg", output_typ="gray")


def test_imreads_errors_name_the_file(folder):
    with pytest.raises(FileNotFoundError, match=r'(?s)nothing\.jpg": No such file.*test_io\.py'):
        ndd.imread(folder / "nothing.jpg").evaluate()
    with pytest.raises(headrace.DecodeError, match=r"sample 1, from .*broken\.jpg"):
        ndd.imread([folder / "0.jpg", folder / "broken.jpg"]).evaluate()
    with pytest.raises(ValueError, match=r"(?s)empty.*test_io\.py"):
        ndd.imread([])
    with pytest.raises(TypeError, match=r"(?s)not both.*test_io\.py"):
        ndd.imread([folder / "0.jpg", b"bytes"])
    for wrong in (5, None, [1.5]):
        with pytest.raises((TypeError, ValueError)):
            ndd.imread(wrong).evaluate()


# ---- deprecated names ------------------------------------------------------------------------


OLD_DECODERS = ["", "_crop", "_slice", "_random_crop"]
OLD_NAMES = [
    *(f"experimental.decoders.image{x}" for x in OLD_DECODERS),
    "experimental.peek_image_shape",
]


@pytest.mark.parametrize("name", OLD_NAMES)
def test_deprecated_names_warn_and_work(name):
    *path, last = name.split(".")
    where = ndd
    for part in path:
        where = getattr(where, part)
    old = getattr(where, last)
    assert deprecated_names[name] is old
    new = old.definition
    data = ndd.tensor(jpegs()[0])
    arguments = {"rng": ndd.random.RNG(1)} if new.random else {}
    if last == "image_slice":
        arguments = {"start": [1, 2], "shape": [3, 4]}
    with pytest.warns(DeprecationWarning, match=f"^{name} is deprecated, use {new.name}$") as seen:
        found = old(data, **arguments)
    assert seen[0].filename == __file__
    if new.random:
        arguments = {"rng": ndd.random.RNG(1)}
    np.testing.assert_array_equal(found, new.function(data, **arguments))
    assert new.name in old.__doc__
