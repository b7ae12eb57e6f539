"""decoders.image: TIFFs that would take far more memory than their pixels."""

from __future__ import annotations

import importlib.util
import io
import itertools
import lzma
import struct
import subprocess
import sys
import tracemalloc
import zlib
from typing import Any

import numpy as np
import PIL.Image
import pytest

import headrace
from headrace.codecs import tiff

from .pictures import RNG, decode

MEGABYTE = 1 << 20
BYTE, SHORT, LONG, SIGNED = 1, 3, 4, 9
Entry = tuple[int, int, int, int]
needs_tifffile = pytest.mark.skipif(
    importlib.util.find_spec("tifffile") is None, reason="needs tifffile"
)


def file(entries: list[Entry], blob: bytes = b"", elsewhere: tuple[int, ...] = ()) -> bytes:
    """A TIFF of one directory; the values of tags `elsewhere` are places in blob."""
    start = 8 + 2 + 12 * len(entries) + 4
    head = b"II*\0" + struct.pack("<IH", 8, len(entries))
    for tag, kind, count, value in sorted(entries):
        head += struct.pack("<HHII", tag, kind, count, value + start * (tag in elsewhere))
    return head + bytes(4) + blob


def gray(
    compression: int = 1, width: int = 1, height: int = 1, photometric: int = 1
) -> list[Entry]:
    values = {256: width, 257: height, 258: 8, 259: compression, 262: photometric, 277: 1}
    return [(tag, SHORT, 1, value) for tag, value in values.items()]


def rgb16(raw: bytes, compression: int, *more: Entry) -> bytes:
    """One pixel of 3 × 16 bits."""
    values = {256: 1, 257: 1, 259: compression, 262: 2, 277: 3, 278: 1, 284: 1}
    entries = [(tag, SHORT, 1, value) for tag, value in values.items()]
    entries += [(258, SHORT, 3, 0), (273, LONG, 1, 6), (279, LONG, 1, len(raw)), *more]
    return file(entries, struct.pack("<3H", 16, 16, 16) + raw, (258, 273))


def refused(data: bytes, why: str) -> None:
    with pytest.raises(headrace.DecodeError, match=f"cannot decode this TIFF: .*{why}"):
        decode(np.frombuffer(data, np.uint8))


def peak(data: bytes) -> int:
    """The most memory that Python takes while it reads a picture."""
    tiff.open_tiff(data).pixels()
    tracemalloc.start()
    try:
        tiff.open_tiff(data).pixels()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# ---- tags ---------------------------------------------------------------------------------------


def test_tags_that_nobody_needs_are_not_read() -> None:
    entries = [*gray(), (273, LONG, 1, 8), (279, LONG, 1, 1), (40000, BYTE, MEGABYTE, 0)]
    data = file(entries, bytes(MEGABYTE), (40000,))
    assert peak(data) < 100_000
    assert decode(np.frombuffer(data, np.uint8)).shape == (1, 1, 3)


def test_tags_may_not_hold_more_than_the_file() -> None:
    tags = range(40000, 40100)
    entries = [*gray(), (273, LONG, 1, 8), (279, LONG, 1, 1)]
    entries += [(tag, BYTE, MEGABYTE, 0) for tag in tags]
    refused(file(entries, bytes(MEGABYTE), tuple(tags)), "its tags hold more than the file")


def test_too_many_tags() -> None:
    entries = [*gray(), (273, LONG, 1, 8), (279, LONG, 1, 1)]
    entries += [(40000 + k, SHORT, 1, 0) for k in range(5000)]
    refused(file(entries), "its directory has 5008 tags")


def test_the_first_of_equal_tags_counts() -> None:
    """As for libtiff: or a limit would look at another value than they do."""
    data = file([*gray(), (256, SHORT, 1, 9), (273, LONG, 1, 8), (279, LONG, 1, 1)])
    assert decode(np.frombuffer(data, np.uint8)).shape == (1, 1, 3)


# ---- strips and tiles ---------------------------------------------------------------------------


def strips(count: int, size: int, *, height: int = 1, photometric: int = 1) -> bytes:
    """All of them at the same place, behind one that is somewhere else."""
    entries = [
        *gray(1, 1, height, photometric),
        (273, LONG, count, 0),
        (279, LONG, count, 4 * count),
    ]
    start = 8 + 2 + 12 * len(entries) + 4 + 8 * count
    places = struct.pack(f"<{count}I", start + 1, *[start] * (count - 1))
    sizes = struct.pack(f"<{count}I", 1, *[size] * (count - 1))
    return file(entries, places + sizes + b"\x07\x09" + bytes(size), (273, 279))


def test_strips_that_overlap() -> None:
    data = strips(40, MEGABYTE)
    assert peak(data) < 100_000
    np.testing.assert_array_equal(decode(np.frombuffer(data, np.uint8)), [[[9, 9, 9]]])
    data = strips(40, MEGABYTE, height=3)
    got = decode(np.frombuffer(data, np.uint8), output_type="GRAY")
    assert got.ravel().tolist() == [9, 7, 9]


def test_strips_that_end_early() -> None:
    refused(strips(3, 1, height=4), "ends early")


def test_strips_that_nothing_needs() -> None:
    """A palette: for Pillow."""
    refused(strips(5000, 1, photometric=3), "5000 strips or tiles for 1×1")


@pytest.mark.parametrize("kind", [SHORT, LONG, SIGNED])
@pytest.mark.parametrize("side", [8192, 30720])
def test_tiles_far_beyond_the_picture(kind: int, side: int) -> None:
    raw = zlib.compress(bytes(1000))
    entries = [*gray(8), (322, kind, 1, side), (323, kind, 1, side)]
    entries += [(324, LONG, 1, 0), (325, LONG, 1, len(raw))]
    refused(file(entries, raw, (324,)), f"its tiles have {side * side} pixels, the picture 1")


@pytest.mark.parametrize("side", [16, 256, 1024])
def test_tiles_larger_than_the_picture(side: int) -> None:
    pixels = RNG.integers(0, 256, (side, side), dtype=np.uint8)
    raw = zlib.compress(pixels.tobytes())
    entries = [*gray(8, 5, 3), (322, SHORT, 1, side), (323, SHORT, 1, side)]
    entries += [(324, LONG, 1, 0), (325, LONG, 1, len(raw))]
    data = np.frombuffer(file(entries, raw, (324,)), np.uint8)
    np.testing.assert_array_equal(decode(data, output_type="GRAY")[..., 0], pixels[:3, :5])


# ---- compressed samples that are read here ------------------------------------------------------

PIXEL = struct.pack("<3H", 1, 2, 3)
BACKWARDS = bytes(int(f"{i:08b}"[::-1], 2) for i in range(256))


def packed(compression: int, data: bytes) -> bytes:
    if compression in (8, 32946):
        return zlib.compress(data, 1)
    if compression == 34925:
        return lzma.compress(data, preset=0)
    assert set(data[6:]) <= {0}  # PackBits
    return bytes([5]) + data[:6] + b"\x81\0" * (len(data) // 128)


def one_pixel(data: bytes) -> list[int]:
    return list(decode(np.frombuffer(data, np.uint8), dtype=headrace.dynamic.uint16).ravel())


@pytest.mark.parametrize("compression", [8, 32946, 34925, 32773])
def test_strips_that_inflate_far_beyond_the_picture(compression: int) -> None:
    """libtiff stops where the strip should end."""
    data = rgb16(packed(compression, PIXEL + bytes(128 * MEGABYTE)), compression)
    program = (
        "import resource, sys, numpy as np, headrace.dynamic as ndd\n"
        "from headrace.codecs import tiff\n"
        "data = sys.stdin.buffer.read()\n"
        "tiff.open_tiff(bytes.fromhex(sys.argv[1])).pixels()\n"  # what the first one loads
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "assert tiff.open_tiff(data).pixels().tolist() == [[[1, 2, 3]]]\n"
        "print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)\n"
    )
    small = rgb16(packed(compression, PIXEL), compression)
    done = subprocess.run(
        [sys.executable, "-c", program, small.hex()], input=data, capture_output=True, check=True
    )
    assert int(done.stdout) < 32  # MiB


@pytest.mark.parametrize("spare", [b"", bytes(1000), lzma.compress(bytes(MEGABYTE))])
def test_more_behind_the_pixels_is_left_alone(spare: bytes) -> None:
    assert one_pixel(rgb16(packed(8, PIXEL + spare), 8)) == [1, 2, 3]
    assert one_pixel(rgb16(packed(34925, PIXEL) + spare, 34925)) == [1, 2, 3]
    refused(rgb16(packed(8, PIXEL[:4]), 8), "")


@pytest.mark.parametrize("compression", [1, 8])
def test_bits_in_the_other_order(compression: int) -> None:
    raw = PIXEL if compression == 1 else zlib.compress(PIXEL)
    data = rgb16(raw.translate(BACKWARDS), compression, (266, SHORT, 1, 2))
    assert one_pixel(data) == [1, 2, 3]


def deep(pixels: np.ndarray, written: bytes, compression: int, *more: Entry) -> bytes:
    """The strips of a picture of bytes, which Pillow wrote, as one of deep pixels."""
    tags = tiff.Tags(written)
    strips, count = tags.count(tiff.OFFSETS), pixels.shape[2]
    places, sizes = tags.values(tiff.OFFSETS, strips), tags.values(tiff.COUNTS, strips)
    form = 3 if pixels.dtype.kind == "f" else 1
    values = {256: pixels.shape[1], 257: len(pixels), 259: compression, 262: 2, 277: count}
    values |= {278: tags.one(tiff.ROWS, 1), 284: 1}
    entries = [(tag, SHORT, 1, value) for tag, value in values.items()]
    entries += [(258, SHORT, count, 0), (339, SHORT, count, 2 * count), *more]
    entries += [(273, LONG, strips, 4 * count), (279, LONG, strips, 4 * count + 4 * strips)]
    start = 8 + 2 + 12 * len(entries) + 4 + 4 * count + 8 * strips
    blob = struct.pack(f"<{2 * count}H", *[8 * pixels.itemsize] * count, *[form] * count)
    blob += struct.pack(f"<{strips}I", *[start + p for p in places])
    blob += struct.pack(f"<{strips}I", *sizes)
    return file(entries, blob + written, (258, 273, 279, 339))


COMPRESSIONS = {"tiff_lzw": 5, "tiff_adobe_deflate": 8, "packbits": 32773, "lzma": 34925,
                "zstd": 50000}  # fmt: skip


def as_bytes(rows: np.ndarray, compression: str) -> bytes:
    stream = io.BytesIO()
    PIL.Image.fromarray(rows).save(stream, "TIFF", compression=compression, tiffinfo={tiff.ROWS: 7})
    return stream.getvalue()


@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize(
    ("dtype", "predictor"),
    [
        *itertools.product(["uint16", "uint32", "float16", "float32", "float64"], [1, 2]),
        *itertools.product(["float16", "float32", "float64"], [3]),
    ],
)
def test_every_compression_and_predictor(compression: str, dtype: str, predictor: int) -> None:
    pixels = RNG.normal(1000, 300, (40, 13, 3)).astype(dtype)
    rows, each = pixels.reshape(40, -1), pixels.itemsize
    more: tuple[Entry, ...] = ()
    if compression == "packbits":
        predictor = 1
    if predictor == 2:
        whole = pixels.view(f"u{each}")
        rows = np.diff(whole, axis=1, prepend=np.zeros_like(whole[:, :1])).reshape(40, -1)
    if predictor == 3:
        high_first = rows.astype(pixels.dtype.newbyteorder(">")).view(np.uint8)
        split = high_first.reshape(40, -1, each).swapaxes(1, 2).reshape(40, -1, 3)
        rows = np.diff(split, axis=1, prepend=np.zeros_like(split[:, :1])).reshape(40, -1)
    if predictor > 1:
        more = ((317, SHORT, 1, predictor),)
    written = as_bytes(np.ascontiguousarray(rows).view(np.uint8), compression)
    data = deep(pixels, written, COMPRESSIONS[compression], *more)
    got = tiff.open_tiff(data).pixels()
    want = pixels.astype(np.float64) / 2**32 if dtype == "uint32" else pixels
    np.testing.assert_allclose(got, np.asarray(want, got.dtype), rtol=1e-6)


def test_predictors_are_those_of_libtiff() -> None:
    """Of one channel, Pillow reads the same file."""
    pixels = RNG.normal(0, 1, (40, 13)).astype(np.float32)
    stream = io.BytesIO()
    tags = {tiff.PREDICTOR: 3}
    PIL.Image.fromarray(pixels).save(stream, "TIFF", compression="tiff_lzw", tiffinfo=tags)
    read = tiff.Tags(stream.getvalue())
    assert read.one(tiff.PREDICTOR, 1) == 3 and not tiff.is_plain(read)
    got = tiff.SampledPicture(stream.getvalue(), read, 1).pixels()
    np.testing.assert_array_equal(got[..., 0], pixels)


@pytest.mark.parametrize(
    ("tag", "value", "why"),
    [(259, 7, "compression 7"), (339, 2, "signed"), (317, 9, "predictor 9"), (32997, 4, "volumes")],
)
def test_what_is_not_read(tag: int, value: int, why: str) -> None:
    compression = value if tag == 259 else 8
    more = () if tag == 259 else ((tag, SHORT, 1, value),)
    refused(rgb16(zlib.compress(PIXEL), compression, *more), why)


@needs_tifffile
@pytest.mark.parametrize("planar", ["contig", "separate"])
@pytest.mark.parametrize("compression", [None, "zlib", "lzma"])
@pytest.mark.parametrize("parts", [{"tile": (16, 32)}, {"rowsperstrip": 7}, {}], ids=str)
def test_deep_pictures_in_parts(
    planar: str, compression: str | None, parts: dict[str, Any]
) -> None:
    import tifffile

    pixels = RNG.integers(0, 65536, (50, 43, 3)).astype(np.uint16)
    stored = pixels if planar == "contig" else np.moveaxis(pixels, 2, 0)
    stream = io.BytesIO()
    options = {"photometric": "rgb", "planarconfig": planar, "compression": compression, **parts}
    tifffile.imwrite(stream, stored, **options)
    data = np.frombuffer(stream.getvalue(), np.uint8)
    np.testing.assert_array_equal(decode(data, dtype=headrace.dynamic.uint16), pixels)
