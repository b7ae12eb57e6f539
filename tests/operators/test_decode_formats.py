"""decoders.image: PNG, WebP, BMP, PNM natively, TIFF, JPEG 2000, GIF through the bridge: pixels."""

from __future__ import annotations

import io
import sys
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageOps, features

import headrace
import headrace.dynamic as ndd

from .pictures import RNG, decode, encode, noise

# Pillow's name → the modes that it writes without loss, and how.
LOSSLESS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "PNG": (["L", "LA", "RGB", "RGBA"], {}),
    "WEBP": (["RGB", "RGBA"], {"lossless": True, "exact": True}),
    "BMP": (["L", "RGB"], {}),
    "PPM": (["L", "RGB"], {}),
    "TIFF": (["L", "LA", "RGB", "RGBA"], {"compression": "tiff_lzw"}),
    "JPEG2000": (["L", "LA", "RGB", "RGBA"], {}),
}


@pytest.mark.parametrize("format", LOSSLESS)
def test_pixels(format: str) -> None:
    modes, options = LOSSLESS[format]
    for mode in modes:
        pixels = noise(mode)
        data = encode(pixels, format, **options)
        stored = pixels.reshape(21, 17, -1)
        np.testing.assert_array_equal(decode(data, output_type="ANY_DATA"), stored)
        rgb = np.repeat(stored[..., :1], 3, 2) if mode in ("L", "LA") else stored[..., :3]
        np.testing.assert_array_equal(decode(data), rgb)
        np.testing.assert_array_equal(decode(data, output_type="BGR"), rgb[..., ::-1])
        gray = decode(data, output_type="GRAY")[..., 0]
        assert np.abs(gray - rgb @ [0.299, 0.587, 0.114]).max() <= 1.5


@pytest.mark.parametrize("format", ["PNG", "PPM", "TIFF", "JPEG2000"])
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "int16", "float32", "float16", "bfloat16"])
def test_sixteen_bits_are_kept(format: str, dtype: str) -> None:
    pixels = RNG.integers(0, 65536, (9, 7)).astype(np.uint16)
    options: dict[str, Any] = {"irreversible": False} if format == "JPEG2000" else {}
    if format == "PPM":  # which Pillow writes with 8 bits
        data = np.frombuffer(b"P5 7 9 65535\n" + pixels.astype(">u2").tobytes(), np.uint8)
    else:
        data = encode(pixels, format, **options)
    got = decode(data, output_type="ANY_DATA", dtype=getattr(ndd, dtype))[..., 0]
    top = {"uint8": 255, "uint16": 65535, "int16": 32767}.get(dtype, 1)
    slack = {"float32": 1e-6, "float16": 1e-3, "bfloat16": 4e-3}.get(dtype, 0.5)
    assert np.abs(got.astype(np.float64) - pixels / 65535 * top).max() <= slack


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("format", ["PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("shape", [(1, 5), (5, 1), (1, 1), (2, 3)])
def test_orientation_of_single_rows(format: str, orientation: int, shape: tuple[int, int]) -> None:
    pixels = RNG.integers(0, 256, (*shape, 3)).astype(np.uint8)
    exif = Image.Exif()
    exif[274] = orientation
    data = encode(pixels, format, **{**LOSSLESS[format][1], "exif": exif.tobytes()})
    turned = ImageOps.exif_transpose(Image.open(io.BytesIO(data.tobytes())))
    np.testing.assert_array_equal(decode(data), np.asarray(turned.convert("RGB")))


@pytest.mark.skipif(not features.check("avif"), reason="Pillow has no AVIF")
@pytest.mark.parametrize("first", [b"avif", b"mif1", b"msf1"])
def test_brands_of_avif(first: bytes) -> None:
    data = encode(RNG.integers(0, 256, (8, 8, 3)).astype(np.uint8), "AVIF").tobytes()
    assert data[4:12] == b"ftypavif" and b"avif" in data[16:32]
    branded = np.frombuffer(data[:8] + first + data[12:], np.uint8)
    assert decode(branded).shape == (8, 8, 3)
    box = int.from_bytes(data[:4], "big")
    for other in (data[:16], data[:8] + b"mif1", data[:8] + b"mif1" + bytes(box - 12) + data[box:]):
        if other[8:12] != b"avif":
            with pytest.raises(headrace.DecodeError, match="no known format"):
                decode(np.frombuffer(other, np.uint8))


@pytest.mark.parametrize("format", [*LOSSLESS, "GIF"])
def test_a_region_has_the_pixels_of_the_whole(format: str) -> None:
    data = ndd.batch([encode(noise("RGB", 40, 33), format) for _ in range(3)])
    whole = [np.array(t) for t in ndd.decoders.image(data).tensors]
    with ndd.EvalMode.deferred:
        part = ndd.decoders.image(data).slice[5:17, 30:33]
    for a, b in zip(part.tensors, whole, strict=True):
        np.testing.assert_array_equal(np.asarray(a), b[5:17, 30:33])


@pytest.mark.parametrize("format", ["PNG", "WEBP", "TIFF"])
def test_orientation(format: str) -> None:
    pixels = noise("RGB")
    for turn in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = turn
        options = {**LOSSLESS[format][1], "exif": exif.tobytes()}
        if format == "TIFF":
            options = {"tiffinfo": {0x0112: turn}}
        data = encode(pixels, format, **options)
        np.testing.assert_array_equal(decode(data, adjust_orientation=False), pixels)
        flipped = pixels[:, ::-1] if turn in (2, 3, 7, 8) else pixels
        flipped = flipped[::-1] if turn in (3, 4, 6, 7) else flipped
        flipped = flipped.transpose(1, 0, 2) if turn >= 5 else flipped
        np.testing.assert_array_equal(decode(data), flipped)


@pytest.mark.parametrize("format", ["GIF", "WEBP", "PNG", "TIFF"])
def test_the_first_frame_of_many(format: str) -> None:
    frames = [Image.fromarray(np.full((8, 9, 3), v, np.uint8)) for v in (40, 120, 200)]
    options = {"lossless": True} if format == "WEBP" else {}
    data = encode(frames[0], format, save_all=True, append_images=frames[1:], **options)
    np.testing.assert_array_equal(decode(data), np.full((8, 9, 3), 40))


def test_transparent_gif() -> None:
    image = Image.fromarray(RNG.integers(0, 4, (5, 6), dtype=np.uint8), "P")
    image.putpalette([10, 20, 30, 40, 50, 60, 70, 80, 90, 0, 1, 2])
    data = encode(image, "GIF", transparency=2)
    stored = decode(data, output_type="ANY_DATA")
    assert stored.shape == (5, 6, 4)
    np.testing.assert_array_equal(stored[..., 3] == 0, np.asarray(image) == 2)


# ---- TIFF ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "dtype", "options"),
    [
        ((9, 8, 3), "uint16", {"photometric": "rgb"}),
        ((9, 8, 3), "uint16", {"photometric": "rgb", "compression": "zlib"}),
        ((9, 8, 3), "uint16", {"photometric": "rgb", "rowsperstrip": 2}),
        ((9, 8, 3), "uint16", {"photometric": "rgb", "tile": (16, 16)}),
        ((9, 8), "uint16", {"photometric": "miniswhite", "compression": "zlib"}),
        ((9, 8, 6), "uint8", {"photometric": "minisblack", "planarconfig": "contig"}),
        ((6, 9, 8), "uint16", {"photometric": "minisblack", "planarconfig": "separate"}),
        ((9, 8, 4), "uint16", {"photometric": "rgb", "extrasamples": ["unassalpha"]}),
        ((9, 8, 3), "float32", {"photometric": "rgb"}),
        ((9, 8), "uint16", {"photometric": "miniswhite"}),
        ((9, 8, 3), "uint16", {"photometric": "rgb", "bigtiff": True, "byteorder": ">"}),
    ],
    ids=str,
)
def test_deep_tiff(shape: tuple[int, ...], dtype: str, options: dict[str, Any]) -> None:
    tifffile = pytest.importorskip("tifffile")
    pixels = RNG.random(shape, np.float32)
    if dtype != "float32":
        pixels = (pixels * np.iinfo(dtype).max).astype(dtype)
    stream = io.BytesIO()
    head = {k: options.pop(k) for k in ("bigtiff", "byteorder") if k in options}
    with tifffile.TiffWriter(stream, **head) as writer:
        writer.write(pixels, **options)
    data = np.frombuffer(stream.getvalue(), np.uint8)
    want = np.moveaxis(pixels, 0, 2) if options.get("planarconfig") == "separate" else pixels
    if options["photometric"] == "miniswhite":
        want = 65535 - want
    got = decode(data, output_type="ANY_DATA", dtype=getattr(ndd, dtype))
    np.testing.assert_array_equal(got, want.reshape(9, 8, -1))
    assert decode(data).shape == (9, 8, 3)


def test_deep_tiff_without_tifffile(monkeypatch: pytest.MonkeyPatch) -> None:
    tifffile = pytest.importorskip("tifffile")
    stream = io.BytesIO()
    pixels = RNG.integers(0, 65536, (4, 5, 3)).astype(np.uint16)
    tifffile.imwrite(stream, pixels, photometric="rgb", compression="zlib")
    monkeypatch.setitem(sys.modules, "tifffile", None)
    got = decode(np.frombuffer(stream.getvalue(), np.uint8), dtype=ndd.uint16)
    np.testing.assert_array_equal(got, pixels)


@pytest.mark.parametrize("bits", [2, 4, 7, 12, 15])
def test_odd_depths(bits: int) -> None:
    values = RNG.integers(0, 2**bits, (5, 7, 3))
    rows = [
        "".join(format(int(v), f"0{bits}b") for v in row.reshape(-1)).ljust(
            (21 * bits + 7) // 8 * 8, "0"
        )
        for row in values
    ]
    strip = b"".join(int(r, 2).to_bytes(len(r) // 8, "big") for r in rows)
    tags = {256: 7, 257: 5, 258: bits, 259: 1, 262: 2, 273: 8, 277: 3, 278: 5, 279: len(strip)}
    head = b"II*\0" + (8 + len(strip)).to_bytes(4, "little") + strip
    directory = len(tags).to_bytes(2, "little")
    at = len(head) + 2 + 12 * len(tags) + 4
    for tag, value in tags.items():
        count, inline = (3, at) if tag == 258 else (1, value)
        kind = 3 if tag == 258 else 4
        directory += tag.to_bytes(2, "little") + kind.to_bytes(2, "little")
        directory += count.to_bytes(4, "little") + inline.to_bytes(4, "little")
    data = head + directory + b"\0" * 4 + bits.to_bytes(2, "little") * 3
    got = decode(np.frombuffer(data, np.uint8), dtype=ndd.float32)
    np.testing.assert_allclose(got, values / (2**bits - 1), atol=3e-3 if bits <= 8 else 1e-5)
