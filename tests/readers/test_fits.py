"""experimental.readers.Fits beside astropy, and damaged files."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import Error
from headrace.core import errors

BLOCK = 2880


def unit(cards: dict[str, Any] | list[str], data: bytes = b"") -> bytes:
    """A header and its data, in blocks."""
    if isinstance(cards, dict):
        cards = [f"{k:8}= {v!s:>20} / a comment" for k, v in cards.items()]
    text = "".join(card.ljust(80) for card in [*cards, "END"]).encode()
    return text + b" " * (-len(text) % BLOCK) + data + bytes(-len(data) % BLOCK)


def image(array: np.ndarray, **more: Any) -> bytes:
    """A primary unit with an array of integers or floats."""
    bits = array.itemsize * 8 * (-1 if array.dtype.kind == "f" else 1)
    axes = {f"NAXIS{k + 1}": n for k, n in enumerate(array.shape[::-1])}
    cards = {"SIMPLE": "T", "BITPIX": bits, "NAXIS": array.ndim, **axes, **more}
    return unit(cards, array.astype(array.dtype.newbyteorder(">")).tobytes())


def read(files: Any, batch_size: int = 2, **arguments: Any) -> list[tuple[np.ndarray, ...]]:
    arguments.setdefault("hdu_indices", [1])
    reader = ndd.experimental.readers.Fits(files=files, **arguments)
    count = len(reader)
    batches = list(reader.next_epoch(batch_size=batch_size))
    rows = [tuple(np.array(t) for t in s) for b in batches for s in zip(*[o.tensors for o in b])]
    return rows[:count]


def write(tmp_path: Path, *units: bytes) -> Path:
    path = tmp_path / "a.fits"
    path.write_bytes(b"".join(units))
    return path


@pytest.mark.parametrize("dtype", ["u1", "i2", "i4", "i8", "f4", "f8"])
@pytest.mark.parametrize("shape", [(5,), (3, 4), (2, 3, 4), (1, 1, 1, 7), (0, 3), (300, 301)])
def test_types_and_shapes(tmp_path: Path, dtype: str, shape: tuple[int, ...]) -> None:
    array = (np.arange(np.prod(shape)) % 120).astype(dtype).reshape(shape)
    ((got,),) = read(write(tmp_path, image(array)))
    assert got.dtype == array.dtype
    np.testing.assert_array_equal(got, array)


def test_scaling(tmp_path: Path) -> None:
    stored = np.array([[-32768, 0], [7, 32767]], "i2")
    ((got,),) = read(write(tmp_path, image(stored, BSCALE="2.5D0", BZERO="+1.E1")))
    assert got.dtype == np.float32
    np.testing.assert_allclose(got, stored * 2.5 + 10)
    ((got,),) = read(write(tmp_path, image(stored, BLANK=7)))
    np.testing.assert_array_equal(got, [[-32768, 0], [np.nan, 32767]])
    ((got,),) = read(write(tmp_path, image(stored.astype("f4"), BSCALE=2)))
    np.testing.assert_array_equal(got, stored * np.float32(2))


@pytest.mark.parametrize(
    ("stored", "zero", "dtype"),
    [("u1", -128, "i1"), ("i2", 2**15, "u2"), ("i4", 2**31, "u4"), ("i8", 2**63, "u8")],
)
def test_other_integers(tmp_path: Path, stored: str, zero: int, dtype: str) -> None:
    limits = np.iinfo(stored)
    array = np.array([limits.min, 1, limits.max], stored)
    ((got,),) = read(write(tmp_path, image(array, BZERO=zero)))
    assert got.dtype == dtype
    assert got.tolist() == [int(v) + zero for v in array]


def test_dtypes(tmp_path: Path) -> None:
    array = np.array([-3.5, 2.5, 300.0, 1e30, np.nan], "f4")
    path = write(tmp_path, image(array))
    ((got,),) = read(path, dtypes=[ndd.uint8])
    assert got.tolist() == [0, 3, 255, 255, 0]
    ((got,),) = read(path, dtypes=["f64"])
    np.testing.assert_array_equal(got, array.astype("f8"))
    with pytest.raises(ValueError, match="2 dtypes for 1"):
        read(path, dtypes=["u8", "u8"])


def test_several_units(tmp_path: Path) -> None:
    more = {
        "XTENSION": "'IMAGE   '",
        "BITPIX": 8,
        "NAXIS": 1,
        "NAXIS1": 3,
        "PCOUNT": 0,
        "GCOUNT": 1,
    }
    table = {"XTENSION": "'BINTABLE'", "BITPIX": 8, "NAXIS": 2, "NAXIS1": 4, "NAXIS2": 5,
             "PCOUNT": 3000, "GCOUNT": 1}  # fmt: skip
    path = write(
        tmp_path, image(np.arange(4, dtype="i2")), unit(table, bytes(3020)), unit(more, b"abc")
    )
    ((a, b, c),) = read(path, hdu_indices=[3, 1, 3])
    assert (a.tobytes(), b.tolist(), c.tobytes()) == (b"abc", [0, 1, 2, 3], b"abc")
    with pytest.raises(errors.DecodeError, match=r"a.fits.*table"):
        read(path, hdu_indices=[2])
    with pytest.raises(errors.DecodeError, match=r"no unit \(HDU\) 4: the file has 3"):
        read(path, hdu_indices=[4])


def test_the_default_unit_is_the_second(tmp_path: Path) -> None:
    more = {
        "XTENSION": "'IMAGE   '",
        "BITPIX": 8,
        "NAXIS": 1,
        "NAXIS1": 3,
        "PCOUNT": 0,
        "GCOUNT": 1,
    }
    path = write(tmp_path, unit({"SIMPLE": "T", "BITPIX": 8, "NAXIS": 0}), unit(more, b"xyz"))
    reader = ndd.experimental.readers.Fits(files=path)
    ((got,),) = reader.next_epoch()
    assert bytes(np.asarray(got)) == b"xyz"
    with pytest.raises(errors.DecodeError, match="no axes"):
        read(path, hdu_indices=[1])


def test_files_may_differ_in_shape(tmp_path: Path) -> None:
    for i in range(3):
        (tmp_path / f"{i}.fits").write_bytes(image(np.full((i + 1, 2), i, "i2")))
    (tmp_path / "3.fits").write_bytes(image(np.zeros(3, "i2")))
    reader = ndd.experimental.readers.Fits(file_root=tmp_path, hdu_indices=[1], on_error="fill")
    ((batch,),) = reader.next_epoch(batch_size=4)
    assert [t.shape for t in batch.tensors] == [(1, 2), (2, 2), (3, 2), (0, 0)]
    assert "3.fits" in str(batch.errors[3])


@pytest.mark.parametrize("units", [[], [0], [-1], ["a"], [1.5]])
def test_units_that_make_no_sense(tmp_path: Path, units: Any) -> None:
    with pytest.raises(Error, match="hdu_indices"):
        read(write(tmp_path, image(np.zeros(3))), hdu_indices=units)


GOOD = {"SIMPLE": "T", "BITPIX": 16, "NAXIS": 2, "NAXIS1": 3, "NAXIS2": 2}
DAMAGED = {
    "empty": b"",
    "noise": b"x" * 3000,
    "cut off": unit(GOOD, bytes(12))[:2000],
    "no data": unit(GOOD)[:BLOCK],
    "no end": b"SIMPLE  =".ljust(80) * 36,
    "bitpix": unit({**GOOD, "BITPIX": 12}, bytes(12)),
    "no bitpix": unit({"SIMPLE": "T", "NAXIS": 0}),
    "axes": unit({**GOOD, "NAXIS": 5}, bytes(12)),
    "many axes": unit({**GOOD, "NAXIS": 10**9}, bytes(12)),
    "negative": unit({**GOOD, "NAXIS1": -3}, bytes(12)),
    "overflow": unit({**GOOD, "NAXIS1": 2**62, "NAXIS2": 2**62}, bytes(12)),
    "gcount": unit({**GOOD, "GCOUNT": 2**62}, bytes(12)),
    "fewer groups": unit({**GOOD, "GCOUNT": 0}, bytes(12)),
    "pcount": unit({**GOOD, "PCOUNT": -(2**40)}, bytes(12)),
    "text": unit({**GOOD, "NAXIS1": "three"}, bytes(12)),
    "scale": unit({**GOOD, "BSCALE": "'x'"}, bytes(12)),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_damaged(tmp_path: Path, what: str) -> None:
    with pytest.raises(errors.DecodeError, match="a.fits"):
        read(write(tmp_path, DAMAGED[what]))


def test_mutations(tmp_path: Path) -> None:
    """Whatever bytes change: an image, or an error."""
    rng = np.random.default_rng(6)
    good = np.frombuffer(image(np.arange(6, dtype="i2").reshape(2, 3), BZERO=32768), np.uint8)
    refused = 0
    for _ in range(400):
        data = good.copy()
        for at in rng.integers(0, 480, rng.integers(1, 4)):
            data[at] = rng.choice(np.frombuffer(b" =/'0123689TFED+-.\0\xff", np.uint8))
        path = write(tmp_path, data.tobytes()[: rng.integers(6000) if rng.random() < 0.2 else None])
        try:
            read(path)
        except Error:
            refused += 1
    assert 40 < refused < 400


# ---- files of astropy ---------------------------------------------------------------------------


def test_files_of_astropy(tmp_path: Path) -> None:
    fits = pytest.importorskip("astropy.io.fits")
    rng = np.random.default_rng(8)
    arrays = [
        rng.integers(0, 100, (3, 4, 5)).astype(t)
        for t in ("u1", "i1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8")
    ]
    scaled = fits.ImageHDU(rng.random((4, 5)).astype("f4") * 50)
    scaled.scale("int16", bscale=0.01, bzero=20)
    blank = fits.ImageHDU(np.array([1, 2, -99], "i4"))
    blank.header["BLANK"] = -99
    table = fits.BinTableHDU.from_columns([fits.Column("a", "J", array=np.arange(9))])
    units = [fits.PrimaryHDU(), *map(fits.ImageHDU, arrays), scaled, table, blank]
    path = tmp_path / "a.fits"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fits.HDUList(units).writeto(path)
        with fits.open(path) as opened:
            numbers = [i for i, u in enumerate(opened, 1) if u.is_image and u.header["NAXIS"]]
            wanted = [np.array(opened[i - 1].data) for i in numbers]
    (got,) = read(path, hdu_indices=numbers)
    for a, b in zip(got, wanted, strict=True):
        assert a.dtype == b.dtype.newbyteorder("=")
        np.testing.assert_allclose(a, b, rtol=1e-6)


@pytest.mark.parametrize("kind", ["RICE_1", "GZIP_1", "GZIP_2", "PLIO_1"])
def test_compressed_images(tmp_path: Path, kind: str) -> None:
    fits = pytest.importorskip("astropy.io.fits")
    array = np.arange(5000, dtype="i2").reshape(50, 100)
    files = [tmp_path / f"{i}.fits" for i in range(3)]
    for i, path in enumerate(files):
        compressed = fits.CompImageHDU(array + i, compression_type=kind)
        fits.HDUList([fits.PrimaryHDU(), compressed]).writeto(path)
    for i, (got,) in enumerate(read(files, hdu_indices=[2])):
        assert got.dtype == np.int16
        np.testing.assert_array_equal(got, array + i)
    (first, *_) = read(files, hdu_indices=[2], dtypes=["u8"])
    np.testing.assert_array_equal(first[0], np.clip(array, 0, 255))
    files[1].write_bytes(b"no")
    reader = ndd.experimental.readers.Fits(files=files)
    batches = iter(reader.next_epoch(batch_size=1))
    next(batches)
    with pytest.raises(errors.FileError, match=r"1\.fits"):
        next(batches)[0].evaluate()


def test_damaged_compressed_images(tmp_path: Path) -> None:
    fits = pytest.importorskip("astropy.io.fits")
    array = np.arange(100, dtype="i2").reshape(10, 10)
    files = [tmp_path / f"{i}.fits" for i in range(4)]
    for i, path in enumerate(files):
        units = [fits.CompImageHDU(array + i), fits.CompImageHDU(array.ravel() * i)]
        fits.HDUList([fits.PrimaryHDU(), *units]).writeto(path)
    files[1].write_bytes(b"no")
    reader = ndd.experimental.readers.Fits(files=files, hdu_indices=[2, 3], on_error="fill")
    files[3].unlink()
    (batch,) = reader.next_epoch(batch_size=4)
    for output, empty in zip(batch, [(0, 0), (0,)]):
        assert list(output.ok) == [0, 2]
        assert [t.shape for t in output.tensors][1::2] == [empty, empty]
        assert output.dtype == ndd.int16
        assert type(output.errors[1]) is errors.FileError
        assert type(output.errors[3]) is errors.MissingFileError
        text = str(output.errors[1])
        assert "operator experimental.readers.Fits, called at" in text
        assert f"sample 1, from {files[1]}" in text
    np.testing.assert_array_equal(batch[0].tensors[2], array + 2)
    np.testing.assert_array_equal(batch[1].tensors[2], array.ravel() * 2)
    reader = ndd.experimental.readers.Fits(files=files, hdu_indices=[2, 3])
    place = r"(?s)1\.fits.*operator experimental\.readers\.Fits, called at .*test_fits.*sample 1"
    with pytest.raises(errors.FileError, match=place):
        next(iter(reader.next_epoch(batch_size=4)))[0].evaluate()


def test_compressed_images_need_astropy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"XTENSION": "'BINTABLE'", "BITPIX": 8, "NAXIS": 2, "NAXIS1": 8, "NAXIS2": 1}
    table |= {"PCOUNT": 0, "GCOUNT": 1, "ZIMAGE": "T", "ZBITPIX": 16, "ZNAXIS": 1, "ZNAXIS1": 4}
    path = write(tmp_path, unit({"SIMPLE": "T", "BITPIX": 8, "NAXIS": 0}), unit(table, bytes(8)))
    monkeypatch.setitem(sys.modules, "astropy.io.fits", None)
    with pytest.raises(errors.UnsupportedError, match=r"headrace\[fits\]"):
        read(path, hdu_indices=[2])


@pytest.mark.parametrize("axes", [{"ZNAXIS1": 10**6, "ZNAXIS2": 10**7}, {"ZNAXIS2": 10**8}])
def test_compressed_images_beyond_the_limit(tmp_path, axes):
    """A header that speaks of far more than there is."""
    fits = pytest.importorskip("astropy.io.fits")
    path = tmp_path / "a.fits"
    image = fits.CompImageHDU(np.zeros((64, 64), np.int16), compression_type="GZIP_1")
    fits.HDUList([fits.PrimaryHDU(), image]).writeto(path)
    data = path.read_bytes()
    for key, value in axes.items():
        at = data.index(f"{key:<8}=".encode())
        data = data[:at] + f"{key:<8}= {value:>20}".encode() + data[at + 30 :]
    path.write_bytes(data)
    epoch = ndd.experimental.readers.Fits(files=[path], hdu_indices=[2]).next_epoch(batch_size=1)
    with pytest.raises(Error, match=r"a.fits.*HEADRACE_MAX_PIXELS"):
        next(epoch)
