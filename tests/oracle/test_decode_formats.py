"""decoders.image of PNG, WebP, BMP, PNM, TIFF and JPEG 2000: the pixels that DALI finds."""

from __future__ import annotations

import io
import os
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("nvidia.dali")

from nvidia.dali import types

from .both import dali, ours
from .differences import DIFFERENCES

DATA = Path(os.environ.get("HEADRACE_TEST_DATA", "/nonexistent"))
FILES = sorted(
    p for p in (DATA / "formats").glob("*") if p.suffix != ".jpg"
)  # JPEGs are in test_decode.py
RNG = np.random.default_rng(8)
H, W = 13, 17


def decode(ndd: Any, data: np.ndarray, color: str, dtype: str) -> np.ndarray:
    kind = getattr(types, color)
    arguments = {"output_type": kind if ndd is dali else int(kind), "dtype": getattr(ndd, dtype)}
    with ndd.EvalMode.sync_full:
        return np.array(ndd.decoders.image(ndd.tensor(data), **arguments))


def tolerance(color: str, dtype: str) -> float:
    """YCbCr is computed in floats, and rounded from them."""
    return 0.0 if color != "YCbCr" or dtype == "uint8" else 1e-6 if dtype == "float32" else 1.0


def same(data: np.ndarray, color: str, dtype: str, what: str, off: float = 0.0) -> None:
    theirs = decode(dali, data, color, dtype)
    mine = decode(ours, data, color, dtype)
    assert (mine.shape, mine.dtype) == (theirs.shape, theirs.dtype), (what, color, dtype)
    wrong = np.abs(mine.astype(np.float64) - theirs.astype(np.float64)).max()
    assert wrong <= max(off, tolerance(color, dtype)), (what, color, dtype, wrong)


COLORS = ["RGB", "BGR", "GRAY", "YCbCr", "ANY_DATA"]
DTYPES = ["uint8", "uint16", "int16", "float32"]

# Parts of the names of files that DALI cannot decode.
REFUSED = ("rgb_15bit", "rgb_4bit", "rgb_7bit", "cat-lossless-3113513_640_")


@pytest.mark.skipif(not FILES, reason="HEADRACE_TEST_DATA is not set")
@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name[-40:])
@pytest.mark.parametrize("color", ["RGB", "GRAY", "ANY_DATA"])
def test_files(path: Path, color: str) -> None:
    data = np.frombuffer(path.read_bytes(), np.uint8)
    if any(part in path.name for part in REFUSED):
        assert "decoders.image.formats" in DIFFERENCES
        with pytest.raises(RuntimeError):
            decode(dali, data, color, "uint8")
        assert decode(ours, data, color, "uint8").size
        return
    if color == "ANY_DATA" and "alpha-1987672" in path.name:
        assert "decoders.image.turned_alpha" in DIFFERENCES
        turned = decode(ours, data, color, "uint8")
        np.testing.assert_array_equal(turned[..., :3], decode(ours, data, "RGB", "uint8"))
        return
    if "rgb_12bit" in path.name:
        assert "decoders.image.tiff_depths" in DIFFERENCES
        same(data, color, "uint8", path.name, off=1)
        return
    same(data, color, "uint8", path.name)


# ---- files made on the spot ---------------------------------------------------------------------


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def packed(row: np.ndarray, bits: int) -> bytes:
    if bits == 16:
        return bytes(row.astype(">u2").tobytes())
    text = "".join(format(int(v), f"0{bits}b") for v in row.reshape(-1))
    text += "0" * (-len(text) % 8)
    return int(text, 2).to_bytes(len(text) // 8, "big")


# Where each pass of an interlaced PNG begins, and its steps: rows, columns.
PASSES = [
    (0, 0, 8, 8),
    (0, 4, 8, 8),
    (4, 0, 8, 4),
    (0, 2, 4, 4),
    (2, 0, 4, 2),
    (0, 1, 2, 2),
    (1, 0, 2, 1),
]


def png(color: int, bits: int, interlaced: bool = False, extra: bytes = b"") -> np.ndarray:
    """A PNG of noise; `extra` are chunks before the pixels."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    pixels = RNG.integers(0, 2**bits, (H, W, channels))
    if color == 3:
        extra += chunk(b"PLTE", RNG.integers(0, 256, 3 * 2**bits, dtype=np.uint8).tobytes())
    parts = [pixels[y::dy, x::dx] for y, x, dy, dx in PASSES] if interlaced else [pixels]
    rows = b"".join(b"\0" + packed(row, bits) for part in parts for row in part if part.size)
    head = struct.pack(">IIBBBBB", W, H, bits, color, 0, 0, interlaced)
    file = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra
    return np.frombuffer(file + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""), np.uint8)


DEPTHS = {0: (1, 2, 4, 8, 16), 3: (1, 2, 4, 8), 2: (8, 16), 6: (8, 16)}
PNGS = [(color, bits) for color, depths in DEPTHS.items() for bits in depths]


@pytest.mark.parametrize(("color", "bits"), PNGS)
@pytest.mark.parametrize("interlaced", [False, True])
def test_png(color: int, bits: int, interlaced: bool) -> None:
    data = png(color, bits, interlaced)
    for output in COLORS:
        for dtype in DTYPES:
            same(data, output, dtype, "png")


def test_png_with_a_transparent_colour() -> None:
    for color, bits, value in ((0, 8, b"\0\1"), (2, 16, b"\0\1" * 3), (0, 2, b"\0\1")):
        same(png(color, bits, extra=chunk(b"tRNS", value)), "ANY_DATA", "uint8", "tRNS")


@pytest.mark.parametrize(
    "extra",
    [chunk(b"sRGB", b"\0"), chunk(b"gAMA", struct.pack(">I", 45455)), chunk(b"sBIT", b"\5\6\5")],
    ids=["sRGB", "gAMA", "sBIT"],
)
def test_png_with_a_colour_space(extra: bytes) -> None:
    for output in COLORS:
        same(png(2, 8, extra=extra), output, "uint8", "colour space")


@pytest.mark.parametrize("turn", range(1, 9))
def test_png_orientation(turn: int) -> None:
    tiff = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + struct.pack(">HHI", turn, 0, 0)
    same(png(2, 8, extra=chunk(b"eXIf", tiff)), "RGB", "uint8", "orientation")


def test_gray_with_alpha() -> None:
    assert "decoders.image.gray_alpha" in DIFFERENCES
    for bits in (8, 16):
        data = png(4, bits)
        for output in ("RGB", "GRAY", "YCbCr"):
            same(data, output, "uint16", "gray with alpha")
        with pytest.raises(RuntimeError):
            decode(dali, data, "ANY_DATA", "uint8")
        assert decode(ours, data, "ANY_DATA", "uint8").shape == (H, W, 2)


def saved(image: Image.Image, format: str, **options: Any) -> np.ndarray:
    stream = io.BytesIO()
    image.save(stream, format, **options)
    return np.frombuffer(stream.getvalue(), np.uint8)


def picture(mode: str) -> Image.Image:
    channels = {"RGB": 3, "RGBA": 4, "LA": 2}.get(mode, 0)
    if channels:
        return Image.fromarray(RNG.integers(0, 256, (H, W, channels), dtype=np.uint8))
    if mode == "I;16":
        return Image.fromarray(RNG.integers(0, 65536, (H, W)).astype(np.uint16))
    if mode == "F":
        return Image.fromarray(RNG.random((H, W), np.float32))
    return picture("RGB").convert(mode)


@pytest.mark.parametrize(
    ("format", "mode", "options"),
    [
        *[("BMP", m, {}) for m in ("1", "L", "P", "RGB")],
        *[("PPM", m, {}) for m in ("1", "L", "RGB")],
        *[("WEBP", m, {"lossless": True, "exact": True}) for m in ("RGB", "RGBA")],
        *[("WEBP", m, {"quality": 80}) for m in ("RGB", "RGBA")],
        *[("TIFF", m, {}) for m in ("L", "P", "RGB", "RGBA", "I;16", "F", "CMYK")],
        *[("TIFF", "RGB", {"compression": c}) for c in ("tiff_lzw", "packbits", "jpeg")],
        *[("JPEG2000", m, {}) for m in ("L", "RGB", "RGBA", "I;16")],
    ],
    ids=str,
)
def test_saved(format: str, mode: str, options: dict[str, Any]) -> None:
    data = saved(picture(mode), format, **options)
    for output in COLORS:
        for dtype in DTYPES:
            same(data, output, dtype, format)


@pytest.mark.parametrize("top", [1, 5, 15, 100, 255, 65535])
def test_pnm_as_text(top: int) -> None:
    values = RNG.integers(0, top + 1, H * W * 3)
    text = f"P3 {W} {H}\n# a comment\n{top}\n" + " ".join(map(str, values)) + "\n"
    same(np.frombuffer(text.encode(), np.uint8), "RGB", "uint8", "P3")


def test_pnm_uses_its_largest_value() -> None:
    assert "decoders.image.pnm" in DIFFERENCES
    data = np.frombuffer(b"P5 2 1 100\n\x64\x32", np.uint8)
    assert decode(dali, data, "GRAY", "uint8").tolist() == [[[100], [50]]]
    assert decode(ours, data, "GRAY", "uint8").tolist() == [[[255], [127]]]


def test_bmp_of_16_bits() -> None:
    assert "decoders.image.bmp" in DIFFERENCES
    masks = struct.pack("<III", 0xF800, 0x7E0, 0x1F)
    info = struct.pack("<IiiHHIIiiII", 40, 2, 1, 1, 16, 3, 4, 0, 0, 0, 0) + masks
    file = b"BM" + struct.pack("<IHHI", 70, 0, 0, 66) + info + b"\xff\xff\0\0"
    data = np.frombuffer(file, np.uint8)
    assert decode(dali, data, "RGB", "uint8")[0, 0].tolist() == [248, 252, 248]
    assert decode(ours, data, "RGB", "uint8")[0, 0].tolist() == [255, 255, 255]


def test_tiff_of_gray_with_alpha() -> None:
    assert "decoders.image.gray_alpha" in DIFFERENCES
    data = saved(picture("LA"), "TIFF")
    stored = decode(ours, data, "ANY_DATA", "uint8")
    np.testing.assert_array_equal(stored, decode(dali, data, "ANY_DATA", "uint8"))
    want = np.repeat(stored[..., :1], 3, 2)
    np.testing.assert_array_equal(decode(ours, data, "RGB", "uint8"), want)
    assert (decode(dali, data, "RGB", "uint8") != want).any()


@pytest.mark.parametrize("format", ["GIF", "AVIF"])
def test_formats_that_dali_does_not_know(format: str) -> None:
    assert "decoders.image.formats" in DIFFERENCES
    data = saved(picture("RGB"), format)
    with pytest.raises(RuntimeError):
        decode(dali, data, "RGB", "uint8")
    assert decode(ours, data, "RGB", "uint8").shape == (H, W, 3)
