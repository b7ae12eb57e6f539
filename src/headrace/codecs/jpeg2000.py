"""Checks the headers of a JPEG 2000 before it is decoded.

OpenJPEG, which Pillow uses, allocates tables of tiles, components, precincts and code blocks as the
headers say, before it reads any data: a hundred bytes could request a terabyte.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from .limits import check_picture, max_pixels

SIZ, COD, COC, SOT, SOD, SOC, EOC = 0xFF51, 0xFF52, 0xFF53, 0xFF90, 0xFF93, 0xFF4F, 0xFFD9
MOST_COMPONENTS = 16
MOST_TABLES = 1 << 18  # per component and tile
BLOCK = 64  # least samples per code block or precinct, at the limit on pixels
FEW_BLOCKS = 1 << 16


def check(data: bytes) -> None:
    """Raises ValueError for a file that needs too much memory."""
    at = _codestream(data)
    width = height = parts = components = 0
    for marker, start, end in _segments(data, at):
        body = data[start:end]
        try:
            if marker == SIZ:
                _, right, bottom, left, top, wide, high, tile_left, tile_top, components = (
                    struct.unpack_from(">H8IH", body)
                )
                width, height = right - left, bottom - top
                parts = _count(right - tile_left, wide) * _count(bottom - tile_top, high)
                depths = [(body[36 + 3 * i] & 0x7F) + 1 for i in range(components)]
                _check_size(width, height, components, parts, max(depths, default=8))
            elif marker == COD:
                _check_blocks(width * height * components, body[5:], body[0] & 1)
            elif marker == COC:
                body = body[1 if components < 257 else 2 :]
                _check_blocks(width * height * components, body[1:], body[0] & 1)
        except (struct.error, IndexError):
            raise ValueError("it ends inside of the header") from None
    if not components:
        raise ValueError("it has no header")


def _count(size: int, each: int) -> int:
    return -(-size // each) if each > 0 else 1 << 62


def _check_size(width: int, height: int, components: int, tiles: int, bits: int) -> None:
    if width < 1 or height < 1:
        raise ValueError("its height or width is 0")
    if components > MOST_COMPONENTS:
        raise ValueError(f"it has {components} components")
    # The decoder stores samples as 32-bit integers.
    check_picture(width, height, components * max(1, -(-bits // 8)))
    if tiles * components > MOST_TABLES:
        raise ValueError(f"it has {tiles} tiles")


def _check_blocks(samples: int, style: bytes, own_precincts: int) -> None:
    """Checks the number of code blocks and precincts. style: parameters of the COD or COC marker,
    starting with the number of levels."""
    levels, block = style[0], 1 << (min(style[1], 8) + min(style[2], 8) + 4)
    if own_precincts:
        sizes = style[5 : 6 + levels]
        area = min([1 << ((s & 15) + (s >> 4)) for s in sizes], default=block)
        block = min(block, area)
    most = max(max_pixels() // BLOCK, FEW_BLOCKS)
    if samples // block > most:
        raise ValueError(f"it has {samples // block} code blocks, the limit is {most}")


def _codestream(data: bytes) -> int:
    """The offset of the codestream: 0, or inside a box of a JP2 file."""
    if data[:2] == b"\xff\x4f":
        return 0
    at = 0
    while at + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        head = 8
        if size == 1 and at + 16 <= len(data):
            size, head = struct.unpack_from(">Q", data, at + 8)[0], 16
        if kind == b"jp2c":
            return at + head
        if size < head:  # extends to the end of the file, or damaged
            break
        at += size
    raise ValueError("it has no codestream")


def _segments(data: bytes, at: int) -> Iterator[tuple[int, int, int]]:
    """Marker segments of the main and tile headers: (marker, start and end of its body)."""
    tile = tile_end = 0
    while at + 2 <= len(data):
        (marker,) = struct.unpack_from(">H", data, at)
        if marker == SOC:
            at += 2
        elif marker == SOD:
            if tile_end <= tile:  # the last tile extends to the end of the file
                return
            at = tile_end
        elif marker == EOC or marker < 0xFF00 or at + 4 > len(data):
            return
        else:
            (length,) = struct.unpack_from(">H", data, at + 2)
            if marker == SOT and at + 10 <= len(data):
                tile, size = at, struct.unpack_from(">I", data, at + 6)[0]
                tile_end = at + size if size >= 14 else 0
            yield marker, at + 4, at + 2 + max(2, length)
            at += 2 + max(2, length)
