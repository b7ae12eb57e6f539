"""TIFF: plain ones are read here, compressed ones by Pillow, deep or many-channel ones by tifffile.

Pillow would turn a picture as its orientation says, or not, depending on its version: it gets a
copy of the file without that tag.
"""

from __future__ import annotations

import importlib
import io
import struct
from typing import Any

import numpy as np

from . import pillow

Array = np.ndarray[Any, Any]

WIDTH, HEIGHT, BITS, COMPRESSION, PHOTOMETRIC, FILL_ORDER = 256, 257, 258, 259, 262, 266
OFFSETS, ORIENTATION, SAMPLES, COUNTS, PLANAR, COLOR_MAP = 273, 274, 277, 279, 284, 320
TILE_WIDTH, SAMPLE_FORMAT = 322, 339
MIN_IS_WHITE, MIN_IS_BLACK, RGB = 0, 1, 2
UNSIGNED, FLOAT = 1, 3
CODES = {1: "B", 3: "H", 4: "I", 16: "Q"}  # the integer types
MOST_VALUES = 1 << 20  # of one tag


class Tags(dict[int, tuple[int, ...]]):
    """The integers in the first directory of a TIFF, and where each value lies in the file."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.order = "<" if data[:2] == b"II" else ">"
        self.places: dict[int, tuple[int, str]] = {}
        big = self.read(data, 2, "H") == 43
        at = self.read(data, 8 if big else 4, "Q" if big else "I")
        count = self.read(data, at, "Q" if big else "H")
        at += 8 if big else 2
        entry, inline = (20, 8) if big else (12, 4)
        for i in range(min(count, 4096)):
            self.read_entry(data, at + i * entry, inline)

    def read(self, data: bytes, at: int, code: str) -> int:
        """One integer."""
        try:
            return int(struct.unpack_from(self.order + code, data, at)[0])
        except struct.error:
            raise ValueError("it ends inside of the header") from None

    def read_entry(self, data: bytes, at: int, inline: int) -> None:
        """One tag, if its values are integers."""
        tag, kind = self.read(data, at, "H"), self.read(data, at + 2, "H")
        count = self.read(data, at + 4, "Q" if inline == 8 else "I")
        code = CODES.get(kind)
        if code is None or not 0 < count <= MOST_VALUES:
            return
        size = struct.calcsize(f"<{count}{code}")
        place = at + 4 + inline
        if size > inline:
            place = self.read(data, place, "Q" if inline == 8 else "I")
        if place + size <= len(data):
            self[tag] = struct.unpack_from(f"{self.order}{count}{code}", data, place)
            self.places[tag] = place, self.order + code

    def one(self, tag: int, default: int) -> int:
        """The first value of a tag."""
        return self.get(tag, (default,))[0]


def upright(data: bytes, tags: Tags) -> bytes:
    """The file with an orientation of 1."""
    if tags.one(ORIENTATION, 1) == 1:
        return data
    place, code = tags.places[ORIENTATION]
    changed = bytearray(data)
    struct.pack_into(code, changed, place, 1)
    return bytes(changed)


def type_of(bits: int, floats: bool) -> str:
    """The element type that holds samples of so many bits."""
    if floats or bits > 16:
        return "float32"
    return "uint16" if bits > 8 else "uint8"


def stretched(stored: Array, bits: int, floats: bool, inverted: bool) -> Array:
    """Samples of any depth with all of the range of their element type."""
    if floats:
        return np.asarray(stored, np.float32)
    top = 2**bits - 1
    if inverted:
        stored = top - stored.astype(np.uint64)
    dtype = type_of(bits, floats)
    if dtype == "float32":
        return np.asarray(stored / np.float64(top), np.float32)
    white = int(np.iinfo(dtype).max)
    if top == white:
        return np.asarray(stored, dtype)
    wide = np.asarray(stored, np.uint64)
    return np.asarray((wide * white + top // 2) // top, dtype)


class PlainPicture:
    """Samples one behind another, not compressed."""

    def __init__(self, data: bytes, tags: Tags, orientation: int) -> None:
        self.data, self.tags, self.orientation = data, tags, orientation
        self.width, self.height = tags.one(WIDTH, 0), tags.one(HEIGHT, 0)
        self.channels, self.bits = tags.one(SAMPLES, 1), tags.one(BITS, 1)
        self.floats = tags.one(SAMPLE_FORMAT, UNSIGNED) == FLOAT
        self.dtype = type_of(self.bits, self.floats)

    @staticmethod
    def fits(tags: Tags) -> bool:
        """Whether a file is so plain."""
        samples, bits = tags.one(SAMPLES, 1), set(tags.get(BITS, (1,)))
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
            and len(tags.get(OFFSETS, ())) == len(tags.get(COUNTS, (0,)))
        )

    def strips(self, size: int) -> bytes | memoryview:
        """The bytes of all samples."""
        offsets, counts = self.tags[OFFSETS], self.tags[COUNTS]
        ends = [o + n for o, n in zip(offsets, counts)]
        if list(offsets[1:]) == ends[:-1]:  # as nearly always
            found: bytes | memoryview = memoryview(self.data)[offsets[0] : ends[-1]]
        else:
            found = b"".join(self.data[o:e] for o, e in zip(offsets, ends))
        if len(found) < size:
            raise ValueError("its picture data ends early")
        return found[:size]

    def pixels(self) -> Array:
        row = self.width * self.channels
        line = (row * self.bits + 7) // 8
        found = self.strips(line * self.height)
        if self.bits in (8, 16, 32):
            kind = {8: "u1", 16: "u2", 32: "f4"}[self.bits]
            stored: Array = np.frombuffer(found, self.tags.order + kind)
        else:
            bits = np.unpackbits(np.frombuffer(found, np.uint8).reshape(-1, line), axis=1)
            weights = (1 << np.arange(self.bits - 1, -1, -1)).astype(np.uint32)
            stored = bits[:, : row * self.bits].reshape(-1, self.bits) @ weights
        inverted = self.tags.one(PHOTOMETRIC, MIN_IS_BLACK) == MIN_IS_WHITE
        return stretched(stored, self.bits, self.floats, inverted)


class TifffilePicture:
    """A file opened by tifffile."""

    def __init__(self, data: bytes, orientation: int) -> None:
        try:
            tifffile = importlib.import_module("tifffile")
        except ImportError:
            raise ValueError(
                "samples of this depth or number need tifffile (pip install 'headrace[formats]')"
            ) from None
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

    def pixels(self) -> Array:
        stored = self.page.asarray()
        if self.axes == "SYX":
            stored = np.moveaxis(stored, 0, 2)
        return stretched(stored, self.bits, self.floats, self.page.photometric == MIN_IS_WHITE)


class PalettePicture(pillow.PillowPicture):
    """The colours of a TIFF's palette have 16 bits, Pillow would take 8 of them."""

    def __init__(self, image: Any, orientation: int, colors: tuple[int, ...]) -> None:
        super().__init__(image, orientation)
        self.channels, self.dtype = 3, "uint16"
        self.colors = np.array(colors, np.uint16).reshape(3, -1).T

    def pixels(self) -> Array:
        self.load()
        return np.take(self.colors, np.asarray(self.image), axis=0, mode="clip")


def needs_tifffile(tags: Tags) -> bool:
    """Whether Pillow would lose bits or channels."""
    bits, samples = max(tags.get(BITS, (1,))), tags.one(SAMPLES, 1)
    if samples > 4 or (samples > 1 and bits != 8):
        return True
    if bits <= 8:
        return False
    # One channel: Pillow has integers of 16 bits, floats of 32.
    kind = tags.one(SAMPLE_FORMAT, UNSIGNED)
    plain = (bits == 16 and kind == UNSIGNED) or (bits == 32 and kind == FLOAT)
    return not plain or tags.one(PHOTOMETRIC, MIN_IS_BLACK) == MIN_IS_WHITE


def open_tiff(data: bytes) -> Any:
    """The first picture of a file."""
    tags = Tags(data)
    turn = tags.one(ORIENTATION, 1)
    turn = turn if turn in range(1, 9) else 1
    if PlainPicture.fits(tags):
        return PlainPicture(data, tags, turn)
    if needs_tifffile(tags):
        return TifffilePicture(data, turn)
    image = pillow.open_image("TIFF", upright(data, tags))
    colors = tags.get(COLOR_MAP, ())
    if image.mode == "P" and colors and len(colors) % 3 == 0:
        return PalettePicture(image, turn, colors)
    return pillow.PillowPicture(image, turn)
