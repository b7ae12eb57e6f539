"""TIFF: reads plain files here, compressed ones by Pillow, deep or many-channel ones by tifffile.

Whether Pillow applies the orientation tag depends on its version: it gets a copy of the file
without that tag.
"""

from __future__ import annotations

import importlib
import io
import math
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from . import pillow
from .limits import check_picture, max_pixels
from .samples import stretched, type_of, unpacked

Array = np.ndarray[Any, Any]

WIDTH, HEIGHT, BITS, COMPRESSION, PHOTOMETRIC, FILL_ORDER = 256, 257, 258, 259, 262, 266
OFFSETS, ORIENTATION, SAMPLES, COUNTS, PLANAR, COLOR_MAP = 273, 274, 277, 279, 284, 320
TILE_WIDTH, TILE_LENGTH, TILE_OFFSETS, SAMPLE_FORMAT, TILE_DEPTH = 322, 323, 324, 339, 32998
MIN_IS_WHITE, MIN_IS_BLACK, RGB = 0, 1, 2
UNSIGNED, FLOAT = 1, 3
# Integer types. Signed ones are read as unsigned, as in libtiff: negative becomes far too large.
CODES = {1: "B", 3: "H", 4: "I", 6: "B", 8: "H", 9: "I", 16: "Q", 17: "Q"}
SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4,
         16: 8, 17: 8, 18: 8}  # fmt: skip
MOST_TAGS = 4096
MOST_SAMPLES = 1 << 16  # per pixel
MOST_COLORS = 3 << 16
MOST_IN_TILE = 1 << 24  # samples of a tile that is larger than the image
SPARE = 4096  # extra bytes allowed in a strip or tile


class Tags:
    """The integer tags in the first directory of a TIFF.

    Values are read on demand: many tags may point at the same bytes.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.order = "<" if data[:2] == b"II" else ">"
        self.places: dict[int, tuple[int, str, int]] = {}  # tag → offset, type, count
        big = self.read(2, "H") == 43
        at = self.read(8 if big else 4, "Q" if big else "I")
        count = self.read(at, "Q" if big else "H")
        if count > MOST_TAGS:
            raise ValueError(f"its directory has {count} tags")
        at += 8 if big else 2
        entry, inline = (20, 8) if big else (12, 4)
        total = sum([self.read_entry(at + i * entry, inline) for i in range(count)])
        if total > len(data):  # other libraries would copy them all
            raise ValueError("its tags hold more than the file")

    def __contains__(self, tag: int) -> bool:
        return tag in self.places

    def read(self, at: int, code: str) -> int:
        """Reads an integer."""
        try:
            return int(struct.unpack_from(self.order + code, self.data, at)[0])
        except struct.error:
            raise ValueError("it ends inside of the header") from None

    def read_entry(self, at: int, inline: int) -> int:
        """Reads a tag; returns the number of bytes it has elsewhere in the file."""
        tag, kind = self.read(at, "H"), self.read(at + 2, "H")
        count = self.read(at + 4, "Q" if inline == 8 else "I")
        size = count * SIZES.get(kind, 0)
        place = at + 4 + inline
        if size > inline:
            place = self.read(place, "Q" if inline == 8 else "I")
        if place + size > len(self.data):
            return 0
        if kind in CODES and count > 0:
            self.places.setdefault(tag, (place, self.order + CODES[kind], count))
        return size if size > inline else 0

    def count(self, tag: int) -> int:
        """The number of values of a tag."""
        return self.places[tag][2] if tag in self.places else 0

    def values(self, tag: int, most: int) -> list[int]:
        """The first values of a tag, `most` at the most."""
        if tag not in self.places:
            return []
        place, code, count = self.places[tag]
        return list(struct.unpack_from(f"{code[0]}{min(count, most)}{code[1]}", self.data, place))

    def one(self, tag: int, default: int) -> int:
        """The first value of a tag."""
        return self.values(tag, 1)[0] if tag in self.places else default

    @property
    def bits(self) -> list[int]:
        """Bits of each sample of a pixel."""
        return self.values(BITS, max(1, min(self.one(SAMPLES, 1), MOST_SAMPLES))) or [1]


def upright(data: bytes, tags: Tags) -> bytes:
    """The file with its orientation set to 1."""
    if tags.one(ORIENTATION, 1) == 1:
        return data
    place, code, _ = tags.places[ORIENTATION]
    changed = bytearray(data)
    struct.pack_into(code, changed, place, 1)
    return bytes(changed)


class PlainPicture:
    """An uncompressed file with contiguous samples."""

    def __init__(self, data: bytes, tags: Tags, orientation: int) -> None:
        self.data, self.tags, self.orientation = data, tags, orientation
        self.width, self.height = tags.one(WIDTH, 0), tags.one(HEIGHT, 0)
        self.channels, self.bits = tags.one(SAMPLES, 1), tags.one(BITS, 1)
        self.floats = tags.one(SAMPLE_FORMAT, UNSIGNED) == FLOAT
        self.dtype = type_of(self.bits, self.floats)

    @staticmethod
    def fits(tags: Tags) -> bool:
        """Whether this class can read the file."""
        samples, bits = tags.one(SAMPLES, 1), set(tags.bits)
        kind, depth = tags.one(SAMPLE_FORMAT, UNSIGNED), tags.one(BITS, 1)
        color = tags.one(PHOTOMETRIC, MIN_IS_BLACK)
        return (
            tags.one(COMPRESSION, 1) == 1
            and len(bits) == 1
            and ((kind == UNSIGNED and depth <= 16) or (kind == FLOAT and depth == 32))
            and (color == RGB if samples >= 3 else color in (MIN_IS_WHITE, MIN_IS_BLACK))
            and (samples == 1 or tags.one(PLANAR, 1) == 1)
            and tags.one(FILL_ORDER, 1) == 1
            and TILE_WIDTH not in tags
            and 0 < tags.count(OFFSETS) == tags.count(COUNTS)
        )

    def strips(self, size: int) -> bytes | memoryview:
        """The bytes of all samples, at most `size`: strips may overlap."""
        most = max(1, size)  # number of non-empty strips
        offsets, counts = self.tags.values(OFFSETS, most), self.tags.values(COUNTS, most)
        data = memoryview(self.data)
        ends = [o + n for o, n in zip(offsets, counts)]
        if offsets[1:] == ends[:-1]:  # contiguous, as nearly always
            found: bytes | memoryview = data[offsets[0] : min(ends[-1], offsets[0] + size)]
        else:
            pieces, left = [], size
            for o, e in zip(offsets, ends):
                pieces.append(data[o : min(e, o + left)])
                left -= len(pieces[-1])
                if left == 0:
                    break
            found = b"".join(pieces)
        if len(found) < size:
            raise ValueError("its picture data ends early")
        return found

    def pixels(self) -> Array:
        row = self.width * self.channels
        line = (row * self.bits + 7) // 8
        found = self.strips(line * self.height)
        if self.bits in (8, 16, 32):
            kind = {8: "u1", 16: "u2", 32: "f4"}[self.bits]
            stored: Array = np.frombuffer(found, self.tags.order + kind).reshape(-1, row)
        else:
            stored = unpacked(np.frombuffer(found, np.uint8).reshape(-1, line), self.bits, row)
        inverted = self.tags.one(PHOTOMETRIC, MIN_IS_BLACK) == MIN_IS_WHITE
        return stretched(stored, self.bits, self.floats, inverted)


def check_tile(pixels: int, tile: int, samples: int) -> None:
    """Checks a tile's size: it is decoded as a whole, however small the image is."""
    if tile * samples > max(min(4 * pixels, max_pixels()) * samples, MOST_IN_TILE):
        raise ValueError(f"its tiles have {tile} pixels, the picture {pixels}")


def check_parts(tags: Tags) -> None:
    """Checks the size of tiles, and the number of tiles or strips, against the image's size."""
    width, height, samples = tags.one(WIDTH, 0), tags.one(HEIGHT, 0), tags.one(SAMPLES, 1)
    parts, needed = tags.count(OFFSETS), height * samples
    if TILE_WIDTH in tags or TILE_LENGTH in tags:
        wide, high = max(1, tags.one(TILE_WIDTH, 1)), max(1, tags.one(TILE_LENGTH, 1))
        depth = max(1, tags.one(TILE_DEPTH, 1))
        together = samples if tags.one(PLANAR, 1) == 1 else 1
        check_tile(width * height, wide * high * depth, together)
        parts, needed = tags.count(TILE_OFFSETS), -(-width // wide) * -(-height // high) * samples
    if parts > max(2 * needed, 4096):
        raise ValueError(f"it has {parts} strips or tiles for {width}×{height} pixels")


def inflated(module: str, stream: str, chained: bool = False) -> Callable[[Any, int], int]:
    """A function that returns the decompressed size, counting no further than `most`.

    chained: the decoder would continue with a second stream after the first.
    """

    def length(raw: Any, most: int) -> int:
        try:
            opened = getattr(importlib.import_module(module), stream)()
            size = len(opened.decompress(raw, most + 1))
        except Exception:  # damaged, or not supported by this Python: the decoder will say so
            return 0
        more = chained and opened.eof and opened.unused_data.strip(b"\0")
        return most + 1 if more else size

    return length


def run_lengths(raw: Any, most: int) -> int:
    """As `inflated`, for PackBits."""
    size = at = 0
    while at < len(raw) and size <= most:
        head = raw[at]
        size += head + 1 if head < 128 else 257 - head if head > 128 else 0
        at += head + 2 if head < 128 else 2 if head > 128 else 1
    return size


# Compressions that tifffile decodes itself, without a size limit.
LENGTHS: dict[int, Callable[[Any, int], int]] = {
    **dict.fromkeys((8, 32946, 50013), inflated("zlib", "decompressobj")),
    **dict.fromkeys((34926, 50000), inflated("compression.zstd", "ZstdDecompressor", True)),
    34925: inflated("lzma", "LZMADecompressor", True),
    32773: run_lengths,
}
REVERSED = bytes([int(f"{i:08b}"[::-1], 2) for i in range(256)])


class TifffilePicture:
    """A file opened by tifffile."""

    def __init__(self, data: bytes, orientation: int) -> None:
        try:
            tifffile = importlib.import_module("tifffile")
        except ImportError:
            raise ValueError(
                "samples of this depth or number need tifffile (pip install 'headrace[formats]')"
            ) from None
        self.data = data
        self.page: Any = tifffile.TiffFile(io.BytesIO(data)).pages[0]
        self.axes = self.page.axes
        if sorted(self.axes) not in (["X", "Y"], ["S", "X", "Y"]):
            raise ValueError(f"pictures with the axes {self.axes} are not supported")
        sizes = dict(zip(self.axes, self.page.shape))
        self.height, self.width = sizes["Y"], sizes["X"]
        self.channels = sizes.get("S", 1)
        self.bits = int(self.page.bitspersample)
        kind = np.dtype(self.page.dtype).kind
        if kind not in "ubf":
            raise ValueError(f"samples of the type {self.page.dtype} are not supported")
        self.floats = kind == "f"
        self.dtype = type_of(self.bits, self.floats)
        self.orientation = orientation

    def check_segments(self) -> None:
        """Checks that strips and tiles decompress to about their nominal size; tifffile does
        not."""
        page = self.page
        if page.is_contiguous:
            return
        samples = page.samplesperpixel if page.planarconfig == 1 else 1
        if page.is_tiled:
            size = page.tilelength * page.tilewidth * page.tiledepth
            check_tile(self.width * self.height, size, samples)
        else:
            size = min(page.rowsperstrip or self.height, self.height) * self.width
        most = 2 * size * samples * np.dtype(page.dtype).itemsize + SPARE
        length = LENGTHS.get(int(page.compression))
        needed = math.prod(page.chunked)
        if min(len(page.dataoffsets), len(page.databytecounts)) < needed:
            # tifffile would fill in missing segments.
            raise ValueError(f"it has {len(page.dataoffsets)} strips or tiles of {needed}")
        segments = zip(page.dataoffsets, page.databytecounts)
        for _, (at, count) in zip(range(needed), segments):
            raw = memoryview(self.data)[at : at + count]
            read = [raw, bytes(raw).translate(REVERSED)] if page.fillorder == 2 else [raw]
            if len(raw) > most or (length and any(length(r, most) > most for r in read)):
                raise ValueError(f"a strip or tile holds more than {most} bytes")

    def pixels(self) -> Array:
        self.check_segments()
        stored = self.page.asarray()
        if self.axes == "SYX":
            stored = np.moveaxis(stored, 0, 2)
        return stretched(stored, self.bits, self.floats, self.page.photometric == MIN_IS_WHITE)


class PalettePicture(pillow.PillowPicture):
    """A TIFF with a palette: its colours have 16 bits, of which Pillow would keep 8."""

    def __init__(self, image: Any, orientation: int, colors: list[int]) -> None:
        super().__init__(image, orientation)
        self.channels, self.dtype = 3, "uint16"
        self.colors = np.array(colors, np.uint16).reshape(3, -1).T

    def pixels(self) -> Array:
        self.load()
        return np.take(self.colors, np.asarray(self.image), axis=0, mode="clip")


def needs_tifffile(tags: Tags) -> bool:
    """Whether Pillow would lose bits or channels."""
    bits, samples = max(tags.bits), tags.one(SAMPLES, 1)
    if samples > 4 or (samples > 1 and bits != 8):
        return True
    if bits <= 8:
        return False
    # For one channel, Pillow supports 16-bit integers and 32-bit floats.
    kind = tags.one(SAMPLE_FORMAT, UNSIGNED)
    plain = (bits == 16 and kind == UNSIGNED) or (bits == 32 and kind == FLOAT)
    return not plain or tags.one(PHOTOMETRIC, MIN_IS_BLACK) == MIN_IS_WHITE


def open_tiff(data: bytes) -> Any:
    """Opens the first image of a file."""
    tags = Tags(data)
    turn = tags.one(ORIENTATION, 1)
    turn = turn if turn in range(1, 9) else 1
    if PlainPicture.fits(tags):
        return PlainPicture(data, tags, turn)
    bytes_each = max(1, tags.one(SAMPLES, 1)) * max(1, -(-max(tags.bits) // 8))
    check_picture(tags.one(WIDTH, 0), tags.one(HEIGHT, 0), bytes_each)
    check_parts(tags)
    if needs_tifffile(tags):
        return TifffilePicture(data, turn)
    image = pillow.open_image("TIFF", upright(data, tags))
    colors = tags.values(COLOR_MAP, MOST_COLORS) if image.mode == "P" else []
    if colors and len(colors) % 3 == 0:
        return PalettePicture(image, turn, colors)
    return pillow.PillowPicture(image, turn)
