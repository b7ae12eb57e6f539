"""TIFF: Pillow converts colours; samples of deep, many-channel or uncompressed files are read here.

There is one decompressor, Pillow's libtiff, which never writes more than the directory says. For a
compressed file that is read here it gets the same strips or tiles behind another directory, of a
picture of single bytes; predictors, depths and planes are undone in NumPy.

Why two ways: Pillow has no modes for deep colours and many channels, and cuts them. What it alone
does: JPEG and fax compression, palettes, CMYK, YCbCr and Lab, premultiplied alpha. Whether it
applies the orientation tag depends on its version: it gets a copy of the file without that tag.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from . import pillow
from .limits import check_picture, max_pixels
from .samples import stretched, type_of, unpacked

Array = np.ndarray[Any, Any]

WIDTH, HEIGHT, BITS, COMPRESSION, PHOTOMETRIC, FILL_ORDER = 256, 257, 258, 259, 262, 266
OFFSETS, ORIENTATION, SAMPLES, ROWS, COUNTS, PLANAR = 273, 274, 277, 278, 279, 284
PREDICTOR, COLOR_MAP, TILE_WIDTH, TILE_LENGTH, TILE_OFFSETS = 317, 320, 322, 323, 324
TILE_COUNTS, SAMPLE_FORMAT, DEPTH, TILE_DEPTH = 325, 339, 32997, 32998
MIN_IS_WHITE, MIN_IS_BLACK, RGB = 0, 1, 2
UNSIGNED, FLOAT = 1, 3
SEPARATE = 2  # planes
# Compressions of bytes, whatever they mean, as libtiff calls them; those that know predictors.
STREAMS = {1: 1, 5: 5, 8: 8, 32773: 32773, 32946: 8, 34925: 34925, 34926: 50000, 50000: 50000,
           50013: 8}  # fmt: skip
PREDICTED = (5, 8, 34925, 50000)
# Integer types. Signed ones are read as unsigned, as in libtiff: negative becomes far too large.
CODES = {1: "B", 3: "H", 4: "I", 6: "B", 8: "H", 9: "I", 16: "Q", 17: "Q"}
SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4,
         16: 8, 17: 8, 18: 8}  # fmt: skip
MOST = 2**32 - 1
MOST_TAGS = 4096
MOST_SAMPLES = 1 << 16  # per pixel
MOST_COLORS = 3 << 16
MOST_IN_TILE = 1 << 24  # samples of a tile that is larger than the image


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


class SampledPicture:
    """A picture whose samples are read here."""

    def __init__(self, data: bytes, tags: Tags, orientation: int) -> None:
        self.data, self.tags, self.orientation = data, tags, orientation
        self.width, self.height = tags.one(WIDTH, 0), tags.one(HEIGHT, 0)
        self.channels, self.bits = tags.one(SAMPLES, 1), tags.one(BITS, 1)
        if not self.width * self.height * self.channels:
            raise ValueError("it has no pixels")
        form, compression = tags.one(SAMPLE_FORMAT, UNSIGNED), tags.one(COMPRESSION, 1)
        self.floats = form == FLOAT
        self.whole = self.bits in ((16, 32, 64) if self.floats else (8, 16, 32, 64))
        if len(set(tags.bits)) > 1 or not (
            self.whole or (not self.floats and 1 <= self.bits <= 16)
        ):
            raise ValueError(f"samples of {tags.bits[:9]} bits are not supported")
        if form not in (UNSIGNED, FLOAT) or tags.one(DEPTH, 1) > 1:
            raise ValueError("signed and complex samples, and volumes, are not supported")
        if compression not in STREAMS:
            raise ValueError(f"compression {compression} of such samples is not supported")
        self.compression, self.dtype = STREAMS[compression], type_of(self.bits, self.floats)
        self.planes = self.channels if tags.one(PLANAR, 1) == SEPARATE else 1
        self.together = self.channels // self.planes  # samples of a pixel in a plane
        self.tiled = TILE_WIDTH in tags
        if self.tiled:
            self.wide, self.high = max(1, tags.one(TILE_WIDTH, 1)), max(1, tags.one(TILE_LENGTH, 1))
        else:
            self.wide, self.high = self.width, max(1, min(tags.one(ROWS, MOST), self.height))
        self.across = -(-self.width // self.wide)
        self.line = (self.wide * self.together * self.bits + 7) // 8  # bytes of a part's row
        # Rows are read with all of their tiles, which may be far wider than the picture.
        check_picture(-(-self.across * self.line // 4), self.height)
        self.parts = self.across * -(-self.height // self.high)  # strips or tiles of a plane
        self.places = (TILE_OFFSETS, TILE_COUNTS) if self.tiled else (OFFSETS, COUNTS)
        self.plain = self.compression == 1 and not self.tiled and tags.one(FILL_ORDER, 1) == 1
        found, needed = min(map(tags.count, self.places)), self.parts * self.planes
        if self.plain and self.planes == 1:
            needed = 1  # whatever their sizes
        if found < needed:
            raise ValueError(f"it has {found} strips or tiles of {needed}")

    def plane(self, k: int) -> Array:
        """Samples as stored: height × width × samples of a pixel."""
        first, most = k * self.parts, self.parts
        if self.plain and self.planes == 1:
            most = max(1, self.line * self.height)  # number of non-empty strips
        offsets, counts = (self.tags.values(tag, first + most)[first:] for tag in self.places)
        rows = (self.joined if self.plain else self.decompressed)(offsets, counts)
        stored = self.samples(rows.reshape(-1, self.line))
        return stored.reshape(self.height, self.across * self.wide, -1)[:, : self.width]

    def joined(self, offsets: list[int], counts: list[int]) -> Array:
        """The bytes of uncompressed strips, no more than needed: strips may overlap."""
        size, data = self.line * self.height, memoryview(self.data)
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
        return np.frombuffer(found, np.uint8)

    def decompressed(self, offsets: list[int], counts: list[int]) -> Array:
        """The bytes of compressed strips or tiles: libtiff reads them as a picture of bytes."""
        header = 8
        at = header + len(self.data)
        tags = {
            WIDTH: [self.across * self.line], HEIGHT: [self.height], BITS: [8], SAMPLES: [1],
            COMPRESSION: [self.compression], PHOTOMETRIC: [MIN_IS_BLACK],
            FILL_ORDER: [self.tags.one(FILL_ORDER, 1)],
            self.places[0]: [header + o for o in offsets], self.places[1]: counts,
            TILE_LENGTH if self.tiled else ROWS: [self.high],
        }  # fmt: skip
        if self.tiled:
            tags[TILE_WIDTH] = [self.line]
        behind, entries, lists = at + 2 + 12 * len(tags) + 4, b"", b""
        for tag, given in sorted(tags.items()):
            value = given[0] if len(given) == 1 else behind + len(lists)
            entries += struct.pack("<HHII", tag, 4, len(given), value)
            lists += struct.pack(f"<{len(given)}I", *given) if len(given) > 1 else b""
        directory = struct.pack("<H", len(tags)) + entries + bytes(4) + lists
        file = struct.pack("<2sHI", b"II", 42, at) + self.data + directory
        return pillow.PillowPicture(pillow.open_image("TIFF", file), 1).pixels()

    def samples(self, rows: Array) -> Array:
        """The samples of rows of strips or tiles."""
        count, each = self.wide * self.together, self.bits // 8
        predictor = self.tags.one(PREDICTOR, 1) if self.compression in PREDICTED else 1
        if predictor not in (1, 2, 3) or (predictor > 1 and not self.whole):
            raise ValueError(f"predictor {predictor} for {self.bits} bits is not supported")
        if not self.whole:
            return unpacked(rows, self.bits, count)
        if predictor == 3:  # differences of bytes, the highest of all samples first
            rows = np.cumsum(rows.reshape(len(rows), -1, self.together), axis=1, dtype=np.uint8)
            rows = rows.reshape(len(rows), each, count).swapaxes(1, 2)
            rows = np.ascontiguousarray(rows).reshape(len(rows), -1)
        stored = rows.view(f"{'>' if predictor == 3 else self.tags.order}u{each}")
        if predictor == 2:  # differences of pixels
            stored = stored.reshape(len(rows), -1, self.together)
            stored = np.cumsum(stored, axis=1, dtype=f"u{each}").reshape(len(rows), -1)
        return stored.view(stored.dtype.str.replace("u", "f")) if self.floats else stored

    def pixels(self) -> Array:
        inverted = self.tags.one(PHOTOMETRIC, MIN_IS_BLACK) == MIN_IS_WHITE
        if self.planes == 1:
            return stretched(self.plane(0), self.bits, self.floats, inverted)
        out = np.empty((self.height, self.width, self.channels), self.dtype)
        for k in range(self.planes):
            out[..., k] = stretched(self.plane(k), self.bits, self.floats, inverted)[..., 0]
        return out


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


class PalettePicture(pillow.PillowPicture):
    """A TIFF with a palette: its colours have 16 bits, of which Pillow would keep 8."""

    def __init__(self, image: Any, orientation: int, colors: list[int]) -> None:
        super().__init__(image, orientation)
        self.channels, self.dtype = 3, "uint16"
        self.colors = np.array(colors, np.uint16).reshape(3, -1).T

    def pixels(self) -> Array:
        self.load()
        return np.take(self.colors, np.asarray(self.image), axis=0, mode="clip")


def is_plain(tags: Tags) -> bool:
    """Whether the file holds uncompressed samples of gray or RGB, one after another."""
    samples, color = tags.one(SAMPLES, 1), tags.one(PHOTOMETRIC, MIN_IS_BLACK)
    return (
        tags.one(COMPRESSION, 1) == 1
        and len(set(tags.bits)) == 1
        and (tags.bits[0] > 8 or tags.one(SAMPLE_FORMAT, UNSIGNED) == UNSIGNED)
        and (color == RGB if samples >= 3 else color in (MIN_IS_WHITE, MIN_IS_BLACK))
        and (samples == 1 or tags.one(PLANAR, 1) == 1)
        and tags.one(FILL_ORDER, 1) == 1
        and TILE_WIDTH not in tags
        and 0 < tags.count(OFFSETS) == tags.count(COUNTS)
    )


def is_deep(tags: Tags) -> bool:
    """Whether Pillow would lose bits or channels."""
    bits, samples = max(tags.bits), tags.one(SAMPLES, 1)
    if samples > 4 or (samples > 1 and bits != 8):
        return True
    if bits <= 8:
        return False
    # For one channel, Pillow supports 16-bit integers and 32-bit floats.
    kind = tags.one(SAMPLE_FORMAT, UNSIGNED)
    known = (bits == 16 and kind == UNSIGNED) or (bits == 32 and kind == FLOAT)
    return not known or tags.one(PHOTOMETRIC, MIN_IS_BLACK) == MIN_IS_WHITE


def open_tiff(data: bytes) -> Any:
    """Opens the first image of a file."""
    tags = Tags(data)
    turn = tags.one(ORIENTATION, 1)
    turn = turn if turn in range(1, 9) else 1
    bytes_each = max(1, tags.one(SAMPLES, 1)) * max(1, -(-max(tags.bits) // 8))
    check_picture(tags.one(WIDTH, 0), tags.one(HEIGHT, 0), bytes_each)
    check_parts(tags)
    if is_deep(tags) or is_plain(tags):
        return SampledPicture(data, tags, turn)
    image = pillow.open_image("TIFF", upright(data, tags))
    colors = tags.values(COLOR_MAP, MOST_COLORS) if image.mode == "P" else []
    if colors and len(colors) % 3 == 0:
        return PalettePicture(image, turn, colors)
    return pillow.PillowPicture(image, turn)
