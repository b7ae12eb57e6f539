"""Scales samples of any bit depth to the full range of their element type, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

PIECE = 1 << 20  # samples per piece: bounds the wider temporaries


def type_of(bits: int, floats: bool) -> str:
    """The element type for samples of this many bits."""
    if floats or bits > 16:
        return "float32"
    return "uint16" if bits > 8 else "uint8"


def _pieces(shape: tuple[int, ...]) -> Iterator[tuple[slice, slice]]:
    """Slices of rows and columns that cover an array piece by piece."""
    each = max(1, int(np.prod(shape[2:], dtype=np.int64)))
    columns = max(1, min(shape[1], PIECE // each))
    rows = max(1, PIECE // (columns * each))
    for y in range(0, shape[0], rows):
        for x in range(0, shape[1], columns):
            yield slice(y, y + rows), slice(x, x + columns)


def stretched(stored: Array, bits: int, floats: bool, inverted: bool) -> Array:
    """Samples scaled to the full range of their element type. stored: height × width, with or
    without channels."""
    if floats:
        return np.asarray(stored, np.float32)
    dtype, top = type_of(bits, floats), 2**bits - 1
    if not inverted and dtype != "float32" and top == int(np.iinfo(dtype).max):
        return np.asarray(stored, dtype)
    out = np.empty(stored.shape, dtype)
    for piece in _pieces(stored.shape):
        out[piece] = _stretched(stored[piece], top, dtype, inverted)
    return out


def _stretched(stored: Array, top: int, dtype: str, inverted: bool) -> Array:
    if inverted:
        stored = top - stored.astype(np.uint64)
    if dtype == "float32":
        return np.asarray(stored / np.float64(top), np.float32)
    white = int(np.iinfo(dtype).max)
    if top == white:
        return np.asarray(stored, dtype)
    wide = np.asarray(stored, np.uint64)
    return np.asarray((wide * white + top // 2) // top, dtype)


def unpacked(lines: Array, bits: int, row: int) -> Array:
    """Samples of up to 16 bits, unpacked from rows of bytes."""
    height = len(lines)
    out = np.empty((height, row), np.uint8 if bits <= 8 else np.uint16)
    weights = (1 << np.arange(bits - 1, -1, -1)).astype(np.uint32)
    # Eight samples take `bits` whole bytes.
    for y, x in _pieces((height, -(-row // 8), 8 * bits)):
        found = np.unpackbits(lines[y, x.start * bits : x.stop * bits], axis=1)
        start, stop = 8 * x.start, min(row, 8 * x.stop)
        wanted = np.ascontiguousarray(found[:, : (stop - start) * bits])
        samples = wanted.reshape(-1, bits) @ weights
        out[y, start:stop] = samples.reshape(len(found), stop - start)
    return out
