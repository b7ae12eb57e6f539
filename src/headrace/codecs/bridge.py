"""Called by native code for formats that it cannot read itself: peek and decode.

Both run under the GIL, on any thread, for one sample. Their exceptions become DecodeErrors with the
same text.
"""

from __future__ import annotations

import struct
from typing import Any, Protocol

import numpy as np

from ..core.dtype import DType, float32, uint8, uint16
from . import pillow, tiff
from .quiet import quiet

TYPES: dict[str, DType] = {"uint8": uint8, "uint16": uint16, "float32": float32}


# Exceptions that libraries raise on damaged data, with texts about their own internals.
STUMBLES = (AssertionError, AttributeError, LookupError, TypeError, ZeroDivisionError, struct.error)


class Picture(Protocol):
    """An opened file: its header, and its pixels as stored."""

    width: int
    height: int
    channels: int
    dtype: str  # uint8, uint16, or float32 from 0 to 1
    orientation: int

    def pixels(self) -> np.ndarray[Any, Any]:
        """Height × width × channels; with one channel the last axis may be missing."""


def open_picture(format: str, data: memoryview) -> Picture:
    """Opens a file with the library that reads its format, and reads the header."""
    picture: Picture
    if format == "TIFF":
        picture = tiff.open_tiff(bytes(data))
    else:
        picture = pillow.open_picture(format, bytes(data))
    return picture


def reason(format: str, problem: BaseException) -> str:
    """What is wrong with a file, in one line."""
    text = " ".join(str(problem).split()) or type(problem).__name__
    if isinstance(problem, STUMBLES):
        text = f"its data is damaged ({type(problem).__name__}: {text})"
    return f"cannot decode this {format}: {text}"


def peek(format: str, data: memoryview) -> tuple[int, int, int, int, int]:
    """Width, height, channels, element type, orientation."""
    try:
        with quiet():
            p = open_picture(format, data)
    except MemoryError:
        raise
    except Exception as problem:
        raise ValueError(reason(format, problem)) from None
    return p.width, p.height, p.channels, TYPES[p.dtype].id, p.orientation


def decode(
    format: str, data: memoryview, out: memoryview, shape: tuple[int, int, int], code: int
) -> None:
    """Decodes a file into `out`; `shape` and `code` are those that `peek` returned."""
    try:
        with quiet():
            p = open_picture(format, data)
            pixels = p.pixels()
    except MemoryError:
        raise
    except Exception as problem:
        raise ValueError(reason(format, problem)) from None
    if pixels.size != shape[0] * shape[1] * shape[2] or code != TYPES[p.dtype].id:
        raise ValueError(f"cannot decode this {format}: it is not what its header says")
    np.frombuffer(out, p.dtype).reshape(shape)[...] = pixels.reshape(shape)
