"""Small intact pictures of every format, in the variants that decoders tell apart."""

from __future__ import annotations

import functools
import io
import itertools
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import PIL.Image

CORPUS = Path(__file__).parent / "corpus"
_TURN = 0x0112  # the tag of Exif


@functools.cache
def pictures() -> dict[str, bytes]:
    """Files by name, "format-…"; those of formats that this Pillow cannot write are left out."""
    noise = np.random.default_rng(1).integers(0, 256, (19, 23, 4), np.uint8)
    noise[:, 8:] = 90
    image = PIL.Image.fromarray(noise)
    turned = PIL.Image.Exif()
    turned[_TURN] = 6
    kinds: list[tuple[str, str, dict[str, Any]]] = [
        ("jpeg", "RGB", {}), ("jpeg", "RGB", {"progressive": True}), ("jpeg", "L", {}),
        ("jpeg", "CMYK", {}), ("jpeg", "RGB", {"subsampling": 0, "restart_marker_rows": 1}),
        ("jpeg", "RGB", {"subsampling": 1, "exif": turned}), ("jpeg", "L", {"progressive": True}),
        ("png", "RGB", {"exif": turned}), ("png", "RGBA", {}), ("png", "P", {}), ("png", "1", {}),
        ("gif", "P", {}), ("bmp", "RGB", {}), ("bmp", "P", {}), ("bmp", "1", {}),
        ("ppm", "RGB", {}), ("ppm", "L", {}), ("ppm", "1", {}), ("webp", "RGB", {"exif": turned}),
        ("webp", "RGBA", {"lossless": True}), ("webp", "RGBA", {"quality": 30}),
        ("tiff", "RGB", {}), ("tiff", "L", {}),
        ("tiff", "RGB", {"compression": "tiff_lzw"}), ("tiff", "1", {"compression": "packbits"}),
        ("tiff", "RGB", {"compression": "tiff_adobe_deflate"}), ("jpeg2000", "RGB", {}),
        ("avif", "RGB", {}),
    ]  # fmt: skip
    made = {}
    for k, (form, mode, more) in enumerate(kinds):
        file = io.BytesIO()
        try:
            image.convert(mode).save(file, form, **more)
        except (KeyError, OSError):
            continue
        made[f"{'pnm' if form == 'ppm' else form}-{mode}-{k}"] = file.getvalue()
    animated = io.BytesIO()
    more = {"save_all": True, "append_images": [image.rotate(9)], "duration": 40}
    try:
        image.save(animated, "webp", **more)
        made["webp-animated"] = animated.getvalue()
    except (KeyError, OSError):
        pass  # a Pillow without WebP
    for form, files in (("pnm", pnm()), ("bmp", bmp()), ("png", png())):
        made.update((f"{form}-written-{k}", data) for k, data in enumerate(files))
    for path in sorted(CORPUS.glob("*-*")):
        made[path.name] = path.read_bytes()
    return made


def pnm() -> list[bytes]:
    raster = bytes(range(48))
    plain = " ".join(str(k) for k in range(12)).encode()
    return [
        b"P1 4 2\n1 0 1 0 0 1 0 1\n", b"P2 4 3 255\n" + plain, b"P3\n# comment\n2 2\n255\n" + plain,
        b"P4 9 3\n" + raster[:6], b"P5 4 3 255\n" + raster[:12], b"P6 4 3 255\n" + raster[:36],
        b"P5 2 3 65535\n" + raster[:12], b"P6 2 2 1000\n" + raster[:24], b"P2 2 2 7\n0 7 3 1",
        b"P7\nWIDTH 2\nHEIGHT 2\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n" + raster[:12],
    ]  # fmt: skip


def bmp() -> list[bytes]:
    """Headers of each size, depths, masks, rows upwards and downwards, run lengths."""
    made = []

    def file(header: bytes, palette: bytes, rows: bytes) -> bytes:
        offset = 14 + len(header) + len(palette)
        return (b"BM" + (offset + len(rows)).to_bytes(4, "little") + bytes(4)
                + offset.to_bytes(4, "little") + header + palette + rows)  # fmt: skip

    def info(
        bits: int, size: int = 40, height: int = 4, compression: int = 0, more: bytes = b""
    ) -> bytes:
        numbers = (size, 5, height)
        header = b"".join(n.to_bytes(4, "little", signed=True) for n in numbers)
        header += (1).to_bytes(2, "little") + bits.to_bytes(2, "little")
        header += compression.to_bytes(4, "little") + bytes(20) + more
        return header.ljust(size, b"\0")

    palette = bytes(range(256)) * 4
    for bits in (1, 4, 8, 16, 24, 32):
        rows = bytes((k * 37) % 256 for k in range((5 * bits + 31) // 32 * 4 * 4))
        colours = palette[: 4 * 2**bits] if bits <= 8 else b""
        made += [file(info(bits), colours, rows), file(info(bits, height=-4), colours, rows)]
    masks = b"".join(m.to_bytes(4, "little") for m in (0xF800, 0x7E0, 0x1F, 0))
    wide = b"".join(m.to_bytes(4, "little") for m in (0xFF0000, 0xFF00, 0xFF, 0xFF000000))
    made.append(file(info(16, compression=3), masks[:12], bytes(48)))
    for size in (52, 56, 108, 124):
        made.append(file(info(32, size, compression=3, more=wide), b"", bytes(range(80))))
    core = b"\x0c\0\0\0\x05\0\x04\0\x01\0\x18\0"
    made.append(file(core, b"", bytes(range(64))))
    made.append(
        file(info(8, compression=1), palette, b"\x05\x07\0\0\0\x03\1\2\3\0\2\4\0\0\0\2\1\1\0\1")
    )
    made.append(
        file(info(4, compression=2), palette[:64], b"\x05\x71\0\0\0\x05\x12\x34\x50\0\0\0\0\1")
    )
    return made


def png() -> list[bytes]:
    """Every depth and colour type, plain and interlaced, with what makes colours transparent."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
        )

    def rows(width: int, height: int, bits: int) -> bytes:
        row = (width * bits + 7) // 8
        return b"".join(bytes([y % 5]) + bytes((y * 7 + x) % 256 for x in range(row))
                        for y in range(height if width else 0))  # fmt: skip

    made = []
    width, height = 9, 5
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
    depths = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
    for colour, interlaced in itertools.product(channels, (0, 1)):
        for depth in depths[colour]:
            bits = depth * channels[colour]
            # x0, y0, dx, dy of the passes
            passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4),
                      (1, 0, 2, 2), (0, 1, 1, 2)) if interlaced else ((0, 0, 1, 1),)  # fmt: skip
            data = b"".join(rows(-((x - width) // dx), -((y - height) // dy), bits)
                            for x, y, dx, dy in passes)  # fmt: skip
            size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
            file = b"\x89PNG\r\n\x1a\n"
            file += chunk(b"IHDR", size + bytes([depth, colour, 0, 0, interlaced]))
            if colour == 3:
                file += chunk(b"PLTE", bytes((k * 5) % 256 for k in range(3 * 2**depth)))
                file += chunk(b"tRNS", b"\x00\x80")
            elif colour in (0, 2) and interlaced:
                file += chunk(b"tRNS", bytes(2 * channels[colour]))
            made.append(file + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b""))
    return made
