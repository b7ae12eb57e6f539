"""readers.Numpy and decoders.numpy: every kind of file, windows, damaged and hostile files."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.lib import format as npy

import headrace.dynamic as ndd
from headrace import Error
from headrace.core import errors

A = np.arange(24, dtype=np.float32).reshape(4, 6)


def save(path: Path, array: Any, version: tuple[int, int] | None = None) -> Path:
    with path.open("wb") as f:
        npy.write_array(f, np.asanyarray(array), version=version)
    return path


def header(text: str, version: int = 1) -> bytes:
    """A file with this header and no data."""
    data = text.encode("latin1")
    return (
        b"\x93NUMPY"
        + bytes([version, 0])
        + len(data).to_bytes(2 if version == 1 else 4, "little")
        + data
    )


def read(files: Any, batch_size: int = 4, **arguments: Any) -> list[np.ndarray]:
    reader = ndd.readers.Numpy(files=files, **arguments)
    count = len(reader)
    batches = [b for (b,) in reader.next_epoch(batch_size=batch_size)]
    return [np.array(t) for b in batches for t in b.tensors][:count]


# ---- files --------------------------------------------------------------------------------------

TYPES = ["?", "i1", "u1", *(o + t for o in "<>" for t in ("i2", "u4", "i8", "f2", "f4", "f8"))]


@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize("dtype", TYPES)
def test_types_and_orders(tmp_path: Path, dtype: str, order: Any) -> None:
    rng = np.random.default_rng(1)
    arrays = [
        np.array(rng.integers(0, 99, shape), dtype, order=order)
        for shape in ((3, 4, 5), (1, 1, 2), (2, 0, 3), (7, 300, 2))
    ]
    files = [save(tmp_path / f"{i}.npy", a) for i, a in enumerate(arrays)]
    for got, array in zip(read(files), arrays, strict=True):
        assert got.dtype == array.dtype.newbyteorder("=")
        np.testing.assert_array_equal(got, array)
    for got, array in zip(read(files, roi_start=[0, 0, 1], roi_shape=[1, 0, 1]), arrays):
        np.testing.assert_array_equal(got, array[:1, :0, 1:2])


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_versions(tmp_path: Path, version: tuple[int, int]) -> None:
    (got,) = read(save(tmp_path / "a.npy", A, version))
    np.testing.assert_array_equal(got, A)


@pytest.mark.parametrize("ndim", range(11))
def test_numbers_of_axes(tmp_path: Path, ndim: int) -> None:
    array = np.arange(2**ndim, dtype=np.int32).reshape((2,) * ndim)
    path = save(tmp_path / "a.npy", np.asfortranarray(array))
    (got,) = read(path)
    np.testing.assert_array_equal(got, array)


def test_eleven_axes_are_too_many(tmp_path: Path) -> None:
    with pytest.raises(Error, match="dimensions"):
        read(save(tmp_path / "a.npy", np.zeros((1,) * 11)))


@pytest.mark.parametrize(
    "text",
    [
        "{'shape': (2,), 'descr': '|u1', 'fortran_order': False}",
        '{"descr": "u1", "fortran_order": False, "shape": (2,)}',
        "{ 'descr' : '<u1' , 'fortran_order' : True ,'shape':(2L,) , }   \n",
        "{'descr': '=u1', 'fortran_order': False, 'shape': (2), }\n",
        "{'descr': '>u1', 'fortran_order': False, 'shape': (1, 2), }" + " " * 4000 + "\n",
    ],
)
def test_headers_in_other_spellings(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.npy"
    path.write_bytes(header(text) + b"\x05\x06")
    (got,) = read(path)
    assert got.tobytes() == b"\x05\x06"


def test_booleans_are_zero_or_one(tmp_path: Path) -> None:
    path = tmp_path / "a.npy"
    path.write_bytes(
        header("{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}") + b"\0\1\xff"
    )
    (got,) = read(path)
    assert got.tobytes() == b"\0\1\1"


# ---- windows ------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", "CF")
def test_windows_of_large_arrays(tmp_path: Path, order: Any) -> None:
    """Rows near one another are read together, distant ones by themselves: the same elements."""
    rng = np.random.default_rng(2)
    array = np.asarray(rng.integers(0, 255, (60, 50, 400), np.uint8), order=order)
    path = save(tmp_path / "a.npy", array)
    for _ in range(60):
        lo = [int(rng.integers(0, n)) for n in array.shape]
        hi = [int(rng.integers(a, n + 1)) for a, n in zip(lo, array.shape)]
        for d in range(3):
            if rng.random() < 0.3:
                lo[d], hi[d] = 0, array.shape[d]
        (got,) = read(path, roi_start=lo, roi_end=hi)
        np.testing.assert_array_equal(got, array[tuple(slice(*w) for w in zip(lo, hi))])


def test_only_the_window_is_read(tmp_path: Path) -> None:
    """A window of an array of 8 GB, of which the disk holds next to nothing."""
    path = tmp_path / "a.npy"
    path.write_bytes(header("{'descr': '<f4', 'fortran_order': False, 'shape': (200000, 10000)}"))
    start = path.stat().st_size
    os.truncate(path, start + 200000 * 10000 * 4)
    with path.open("r+b") as f:
        f.seek(start + (150000 * 10000 + 5000) * 4)
        f.write(np.float32(7).tobytes())
    (got,) = read(path, batch_size=1, roi_start=[149999, 4999], roi_shape=[3, 3])
    np.testing.assert_array_equal(got, [[0, 0, 0], [0, 7, 0], [0, 0, 0]])


def test_windows_outside(tmp_path: Path) -> None:
    path = save(tmp_path / "a.npy", A.astype(">i2"))
    (got,) = read(
        path, roi_start=[-1, 4], roi_end=[2, 8], out_of_bounds_policy="pad", fill_value=2.5
    )
    np.testing.assert_array_equal(got, [[3, 3, 3, 3], [4, 5, 3, 3], [10, 11, 3, 3]])
    (got,) = read(path, roi_start=[-1, 4], roi_end=[2, 8], out_of_bounds_policy="trim_to_shape")
    np.testing.assert_array_equal(got, [[4, 5], [10, 11]])
    with pytest.raises(IndexError, match=r"a.npy.*leaves the sample"):
        read(path, roi_start=[-1, 4])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            {"roi_start": [10**15] * 2, "roi_shape": [10**15] * 2},
            "too large",
        ),
        ({"rel_roi_start": [1e300], "rel_roi_shape": [1]}, "makes no sense"),
        ({"rel_roi_end": [float("nan")]}, "makes no sense"),
        ({"roi_start": [2**62]}, "makes no sense"),
        ({"roi_start": [1, 2, 3]}, "roi_start has 3 elements for 2 axes"),
        ({"roi_start": [1.5]}, "integers"),
        ({"roi_start": ["a"]}, "integers"),
        ({"roi_start": [1], "rel_roi_start": [0.1]}, "not both"),
        ({"roi_end": [1], "rel_roi_shape": [0.1]}, "not both"),
        ({"roi_axes": [2]}, "2 axes"),
        ({"roi_axes": [0, -2]}, "twice"),
        ({"out_of_bounds_policy": "pat"}, "pad"),
    ],
)
def test_windows_that_make_no_sense(tmp_path: Path, arguments: dict[str, Any], says: str) -> None:
    path = save(tmp_path / "a.npy", A)
    arguments.setdefault("out_of_bounds_policy", "pad")
    with pytest.raises((Error, MemoryError), match=says):
        read(path, **arguments)


def test_windows_are_the_same_for_all_samples(tmp_path: Path) -> None:
    path = save(tmp_path / "a.npy", A)
    with pytest.raises(TypeError, match="Batch"):
        read(path, roi_start=ndd.batch([[1, 2]]))
    (got,) = read(path, roi_start=ndd.tensor([1, 2]), roi_shape=np.array([1, 1]))
    assert got.tolist() == [[8.0]]


# ---- files that are not alike, not there, not whole ---------------------------------------------


def test_files_have_to_be_alike(tmp_path: Path) -> None:
    first = save(tmp_path / "a.npy", A)
    for other, says in ((A.astype("i4"), "int32"), (A[0], "1 axes")):
        reader = ndd.readers.Numpy(files=[first, save(tmp_path / "b.npy", other)], on_error="fill")
        ((batch,),) = reader.next_epoch(batch_size=2)
        np.testing.assert_array_equal(batch.tensors[0], A)
        assert batch.tensors[1].shape == (0, 0)
        assert "b.npy" in str(batch.errors[1]) and says in str(batch.errors[1])


def test_missing_files(tmp_path: Path) -> None:
    for arguments in (
        {"files": ["no.npy"]},
        {"file_root": tmp_path / "no"},
        {"file_list": "no.txt"},
    ):
        with pytest.raises(FileNotFoundError, match="no"):
            ndd.readers.Numpy(**arguments)
    with pytest.raises(ValueError, match=r"\*\.npy"):
        ndd.readers.Numpy(file_root=tmp_path)
    with pytest.raises(ValueError, match="needs file_root"):
        ndd.readers.Numpy()
    (tmp_path / "list.txt").write_text("\n \n")
    with pytest.raises(ValueError, match="names no file"):
        ndd.readers.Numpy(file_list=tmp_path / "list.txt")


def test_a_file_goes_away(tmp_path: Path) -> None:
    files = [save(tmp_path / f"{i}.npy", A + i) for i in range(3)]
    reader = ndd.readers.Numpy(files=files)
    files[1].unlink()
    batches = [b for (b,) in reader.next_epoch(batch_size=1)]
    np.testing.assert_array_equal(batches[0].tensors[0], A)
    with pytest.raises(FileNotFoundError, match=r"1\.npy"):
        batches[1].evaluate()
    np.testing.assert_array_equal(batches[2].tensors[0], A + 2)


@pytest.mark.parametrize("remember", [False, True])
def test_a_file_changes(tmp_path: Path, remember: bool) -> None:
    path = save(tmp_path / "a.npy", A)
    reader = ndd.readers.Numpy(files=path, cache_header_information=remember)
    for array in (A, A[:2], A * 2, A.reshape(6, 4)):
        save(path, array)
        reader.reset()  # forgets what was read ahead
        ((got,),) = reader.next_epoch(batch_size=1)
        if remember and array.shape == (6, 4):  # of the same size: taken for the file it was
            array = array.reshape(4, 6)
        np.testing.assert_array_equal(got.tensors[0], array)


def test_more_files_than_may_be_open(tmp_path: Path) -> None:
    files = [save(tmp_path / f"{i}.npy", np.array([i])) for i in range(300)]
    assert [int(a[0]) for a in read(files * 5, batch_size=1500)] == [*range(300)] * 5


def test_folders_and_lists(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("b.npy", "a.npy", "sub/c.npy", "x.txt"):
        save(tmp_path / name, np.frombuffer(name.encode().ljust(9), np.uint8))
    (tmp_path / "list").write_text("sub/c.npy\r\na.npy\n")

    def names(**arguments: Any) -> list[tuple[str, str]]:
        reader = ndd.readers.Numpy(**arguments)
        return [
            (
                bytes(np.asarray(a)).decode().strip(),
                bytes(np.asarray(ndd.get_property(a, key="source_info"))).decode(),
            )
            for (a,) in reader.next_epoch()
        ]

    assert names(file_root=tmp_path) == [
        ("a.npy", "./a.npy"), ("b.npy", "./b.npy"), ("sub/c.npy", "sub/c.npy"),
    ]  # fmt: skip
    assert [n for n, _ in names(file_list=tmp_path / "list")] == ["sub/c.npy", "a.npy"]
    assert names(file_root=tmp_path, files=["b.npy"]) == [("b.npy", "b.npy")]


DAMAGED = {
    "empty": b"",
    "magic": b"\x93NUMPZ" + bytes(200),
    "version": header("{}", 9),
    "header cut off": header("{'descr': '<f4'")[:20],
    "long header": b"\x93NUMPY\x02\x00\xff\xff\xff\xff" + bytes(300),
    "nothing": header(""),
    "no key": header("{}"),
    "no shape": header("{'descr': '<f4', 'fortran_order': False}"),
    "twice": header("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': ()}"),
    "other key": header("{'descr': '<f4', 'fortran_order': False, 'shape': (), 'x': 1}"),
    "order": header("{'descr': '<f4', 'fortran_order': Maybe, 'shape': ()}"),
    "text": header("{'descr': '<f4, 'fortran_order': False, 'shape': ()}"),
    "type": header("{'descr': '<c8', 'fortran_order': False, 'shape': ()}"),
    "fields": header("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}"),
    "negative": header("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}"),
    "zero": header("{'descr': 'f4', 'fortran_order': True, 'shape': (0, 9876543210, 9876543210)}"),
    "digits": header("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}"),
    "code": header("{'descr': '<f4', 'fortran_order': False, 'shape': (exit(),)}"),
    "huge": header("{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,)}"),
    "rest": header("{'descr': '<f4', 'fortran_order': False, 'shape': (0,)} and more"),
    "short": header("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}") + bytes(7),
}  # fmt: skip


@pytest.mark.parametrize("what", DAMAGED)
def test_damaged(tmp_path: Path, what: str) -> None:
    path = tmp_path / "a.npy"
    path.write_bytes(DAMAGED[what])
    with pytest.raises((errors.DecodeError, errors.DTypeError), match="a.npy"):
        ndd.readers.Numpy(files=path)
    with pytest.raises((errors.DecodeError, errors.DTypeError)):
        ndd.decoders.numpy(np.frombuffer(DAMAGED[what], np.uint8)).evaluate()


def test_mutations(tmp_path: Path) -> None:
    """Whatever bytes change: an array, or an error."""
    rng = np.random.default_rng(4)
    file = io.BytesIO()
    np.save(file, np.asfortranarray(np.arange(12, dtype=">i4").reshape(3, 4)))
    good = np.frombuffer(file.getvalue(), np.uint8)
    path = tmp_path / "a.npy"
    refused = 0
    for _ in range(400):
        data = good.copy()
        for at in rng.integers(0, 80, rng.integers(1, 4)):
            data[at] = rng.choice(np.frombuffer(b"(){}[],:'0129 <>\0\xffL", np.uint8))
        if rng.random() < 0.2:
            data = data[: rng.integers(len(data))]
        path.write_bytes(data.tobytes())
        try:
            read(path, batch_size=1)
        except Error:
            refused += 1
        try:
            ndd.decoders.numpy(data).evaluate()
        except Error:
            refused += 1
    assert 200 < refused < 800


# ---- decoders.numpy -----------------------------------------------------------------------------


def encoded(array: Any) -> np.ndarray:
    file = io.BytesIO()
    np.save(file, array)
    return np.frombuffer(file.getvalue(), np.uint8)


def test_decoder_of_fortran_and_big_endian_arrays() -> None:
    for array in (np.asfortranarray(A), A.astype(">f4"), np.asfortranarray(A.astype(">f8"))):
        np.testing.assert_array_equal(ndd.decoders.numpy(encoded(array)), array)
        np.testing.assert_array_equal(
            ndd.decoders.numpy(encoded(array), dtype=ndd.int16), array.astype(np.int16)
        )


def test_decoder_fills() -> None:
    files = [np.zeros(9, np.uint8), encoded(A), encoded(A[0]), encoded(A.astype("i4"))]
    out = ndd.decoders.numpy(ndd.batch(files), on_error="fill")
    assert out.dtype is ndd.float32 and out.ndim == 2
    assert [t.shape for t in out.tensors] == [(1, 1), (4, 6), (1, 1), (1, 1)]
    assert set(out.errors) == {0, 2, 3}
    nothing = ndd.decoders.numpy(ndd.batch(files[:1]), on_error="fill")
    assert nothing.tensors[0].shape == (1,)


def test_decoder_after_a_reader(tmp_path: Path) -> None:
    files = [save(tmp_path / f"{i}.npy", A + i) for i in range(2)]
    ((contents, _),) = ndd.readers.File(files=files).next_epoch(batch_size=2)
    for i, array in enumerate(ndd.decoders.numpy(contents).tensors):
        np.testing.assert_array_equal(array, A + i)


def test_files_elsewhere() -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    for name in ("b", "a", "sub/c", "sub/deep/d"):
        memory.pipe(
            f"/arrays/{name}.npy", encoded(np.frombuffer(name.encode()[-1:], np.uint8)).tobytes()
        )
    memory.pipe("/arrays/list.txt", b"sub/c.npy\nb.npy\n")

    def values(**arguments: Any) -> bytes:
        reader = ndd.readers.Numpy(**arguments)
        return b"".join(bytes(np.asarray(a)) for (a,) in reader.next_epoch())

    assert values(file_root="memory://arrays") == b"abc"
    assert values(files=["memory://arrays/b.npy"]) == b"b"
    assert values(file_list="memory://arrays/list.txt") == b"cb"
