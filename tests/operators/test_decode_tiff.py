"""decoders.image: TIFFs that would take far more memory than their pixels."""

from __future__ import annotations

import importlib.util
import io
import lzma
import struct
import tracemalloc
import zlib
from typing import Any

import numpy as np
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
    """One pixel of 3 × 16 bits, for tifffile."""
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
    """As for libtiff and tifffile: or a limit would look at another value than they do."""
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


# ---- what tifffile decodes ----------------------------------------------------------------------

PIXEL = struct.pack("<3H", 1, 2, 3)
BACKWARDS = bytes(int(f"{i:08b}"[::-1], 2) for i in range(256))
# Compression → one pixel, and far more.
PACKED: dict[Any, tuple[bytes, bytes]] = {
    8: (zlib.compress(PIXEL), zlib.compress(bytes(MEGABYTE))),
    32946: (zlib.compress(PIXEL), zlib.compress(bytes(MEGABYTE))),
    34925: (lzma.compress(PIXEL), lzma.compress(bytes(MEGABYTE))),
    32773: (b"\x05" + PIXEL, b"\x81\0" * 5000),
    1: (PIXEL, bytes(MEGABYTE)),
}


@needs_tifffile
@pytest.mark.parametrize("compression", [c for c in PACKED if c != 1])
def test_strips_that_inflate_far_beyond_the_picture(compression: int) -> None:
    good, bad = PACKED[compression]
    got = decode(np.frombuffer(rgb16(good, compression), np.uint8), dtype=headrace.dynamic.uint16)
    assert got.tolist() == [[[1, 2, 3]]]
    refused(rgb16(bad, compression), "a strip or tile holds more than")


@needs_tifffile
def test_a_second_stream() -> None:
    good, bad = PACKED[34925]
    refused(rgb16(good + bad, 34925), "a strip or tile holds more than")


@needs_tifffile
def test_bits_in_the_other_order() -> None:
    backwards = PACKED[8][1].translate(BACKWARDS)
    refused(rgb16(backwards, 8, (266, SHORT, 1, 2)), "a strip or tile holds more than")


@needs_tifffile
@pytest.mark.parametrize("spare", [b"", bytes(1000)])
def test_a_little_too_much_is_left_alone(spare: bytes) -> None:
    """As libtiff does."""
    data = rgb16(zlib.compress(PIXEL + spare), 8)
    got = decode(np.frombuffer(data, np.uint8), dtype=headrace.dynamic.uint16)
    assert got.tolist() == [[[1, 2, 3]]]


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
