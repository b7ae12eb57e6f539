"""Damage to files: bytes, numbers of every width, pieces moved, cut and repeated."""

from __future__ import annotations

import re
import struct
import zlib

from .values import Chance

_NUMBERS = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF,
            2**53, 2**62, 2**63 - 1, 2**63, 2**64 - 1)  # fmt: skip
_DIGITS = (
    "0", "-1", "-0", "1e999", "NaN", "4294967296", "9223372036854775807", "9223372036854775808",
    "18446744073709551616", "9" * 40, "1.5", "null", "[]", "",
)  # fmt: skip


def mutate(chance: Chance, data: bytes, other: bytes = b"") -> bytes:
    """One to four damages, half of them among the first bytes."""
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 3, 4))):
        if not out:
            break
        reach = len(out) if chance.often(50) else min(len(out), 128)
        at = chance.randrange(reach)
        n = min(len(out) - at, chance.choice((1, 2, 4, 8, 16, 64, 512)))
        how = chance.randrange(10)
        if how == 0:
            del out[at : at + n]
        elif how == 1:
            del out[at:]
        elif how == 2:
            out[at : at + n] = bytes([chance.choice((0, 0xFF))]) * n
        elif how == 3:
            width = chance.choice("BHIQ")
            number = chance.choice(_NUMBERS) % 2 ** (8 * struct.calcsize(width))
            out[at : at + struct.calcsize(width)] = struct.pack(chance.choice("<>") + width, number)
        elif how == 4:
            out[at:at] = out[at : at + n] * chance.choice((1, 2, 100))
        elif how == 5 and other:
            start = chance.randrange(len(other))
            out[at : at + n] = other[start : start + n]
        elif how == 6:
            digits = list(re.finditer(rb"-?\d+(\.\d+)?", bytes(out[:100_000])))
            if digits:
                found = chance.choice(digits)
                out[found.start() : found.end()] = chance.choice(_DIGITS).encode()
        else:
            out[at] = (
                chance.randrange(256) if chance.often(50) else out[at] ^ 1 << chance.randrange(8)
            )
    return bytes(out)


def repair_png(data: bytes) -> bytes:
    """The checksums of its chunks made right, or no damage would come further than them."""
    out, at = bytearray(data), 8
    while at + 12 <= len(out):
        length = int.from_bytes(out[at : at + 4], "big")
        if length > len(out) - at - 12:
            break
        body = bytes(out[at + 4 : at + 8 + length])
        out[at + 8 + length : at + 12 + length] = zlib.crc32(body).to_bytes(4, "big")
        at += 12 + length
    return bytes(out)


def repair_tfrecord(data: bytes) -> bytes:
    """The same for records, by the lengths that they have now."""
    from ..readers.record_writers import masked_crc

    out, at = bytearray(data), 0
    while at + 16 <= len(out):
        length = int.from_bytes(out[at : at + 8], "little")
        if length > len(out) - at - 16:
            break
        out[at + 8 : at + 12] = masked_crc(bytes(out[at : at + 8]))
        body = bytes(out[at + 12 : at + 12 + length])
        out[at + 12 + length : at + 16 + length] = masked_crc(body)
        at += 16 + length
    return bytes(out)
