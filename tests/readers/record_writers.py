"""Writers of TFRecord and RecordIO files, which also write what no tool would."""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from pathlib import Path

# ---- tf.train.Example in protobuf's wire format --------------------------------------------------


def varint(value: int) -> bytes:
    """A number; negative ones have ten bytes."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def field(number: int, data: bytes) -> bytes:
    """A field that holds bytes or a message."""
    return varint(number << 3 | 2) + varint(len(data)) + data


def bytes_list(*values: bytes) -> bytes:
    """A feature of strings."""
    return field(1, b"".join(field(1, v) for v in values))


def float_list(*values: float, packed: bool = True) -> bytes:
    """A feature of floats."""
    if packed:
        return field(2, field(1, struct.pack(f"<{len(values)}f", *values)))
    return field(2, b"".join(varint(1 << 3 | 5) + struct.pack("<f", v) for v in values))


def int64_list(*values: int, packed: bool = True) -> bytes:
    """A feature of integers."""
    if packed:
        return field(3, field(1, b"".join(map(varint, values))))
    return field(3, b"".join(varint(1 << 3) + varint(v) for v in values))


def entry(name: str, feature: bytes) -> bytes:
    """A feature under its name."""
    return field(1, field(1, name.encode()) + field(2, feature))


def example(**features: bytes) -> bytes:
    """A message with these features."""
    return field(1, b"".join(entry(n, f) for n, f in features.items()))


# ---- TFRecord ------------------------------------------------------------------------------------


def _crc_table() -> list[int]:
    table = []
    for c in range(256):
        for _ in range(8):
            c = c >> 1 ^ (0x82F63B78 if c & 1 else 0)
        table.append(c)
    return table


_CRC = _crc_table()


def masked_crc(data: bytes) -> bytes:
    """A checksum as TFRecord files store it."""
    c = 0xFFFFFFFF
    for b in data:
        c = _CRC[(c ^ b) & 255] ^ c >> 8
    c ^= 0xFFFFFFFF
    return struct.pack("<I", ((c >> 15 | c << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def tf_record(data: bytes) -> bytes:
    """A record around some data."""
    length = struct.pack("<Q", len(data))
    return length + masked_crc(length) + data + masked_crc(data)


def write_tfrecord(path: str | os.PathLike[str], messages: Sequence[bytes]) -> Path:
    """A file of records; returns its index, a file beside it."""
    index, at = Path(f"{os.fspath(path)}.idx"), 0
    with open(path, "wb") as f, open(index, "w") as lines:
        for message in messages:
            record = tf_record(message)
            lines.write(f"{at} {len(record)}\n")
            at += f.write(record)
    return index


# ---- RecordIO ------------------------------------------------------------------------------------

MAGIC = struct.pack("<I", 0xCED7230A)


def part(data: bytes, kind: int = 0) -> bytes:
    """0: a whole record; 1, 2, 3: its first, middle and last part."""
    return MAGIC + struct.pack("<I", kind << 29 | len(data)) + data + bytes(-len(data) % 4)


def io_record(data: bytes) -> bytes:
    """A record; it is split where its data has the magic number at a multiple of four bytes."""
    cuts = [i for i in range(0, len(data) - 3, 4) if data[i : i + 4] == MAGIC]
    pieces = [
        data[a:b] for a, b in zip([0, *(c + 4 for c in cuts)], [*cuts, len(data)], strict=True)
    ]
    if len(pieces) == 1:
        return part(data)
    kinds = [1, *[2] * (len(pieces) - 2), 3]
    return b"".join(part(p, kind) for p, kind in zip(pieces, kinds, strict=True))


def io_image(image: bytes, label: float | Sequence[float], number: int = 0) -> bytes:
    """The data of a record: an image with one label or several."""
    if isinstance(label, Sequence):
        head = struct.pack("<IfQQ", len(label), 0.0, number, 0)
        return head + struct.pack(f"<{len(label)}f", *label) + image
    return struct.pack("<IfQQ", 0, label, number, 0) + image


def write_recordio(path: str | os.PathLike[str], items: Sequence[bytes], start: int = 0) -> Path:
    """A file of records; returns its index, a file beside it, whose offsets begin with `start`."""
    index, at = Path(f"{os.fspath(path)}.idx"), start
    with open(path, "wb") as f, open(index, "w") as lines:
        for key, item in enumerate(items):
            lines.write(f"{key}\t{at}\n")
            at += f.write(io_record(item))
    return index
