"""The sizes of column chunks, read from a Parquet file's footer.

pyarrow 19 to 26 have them too, but there a chunk whose statistics do not fit the schema ends the
process: its bindings do not catch the C++ exception. So these few numbers are read here, from the
footer's Thrift structures (compact protocol). Raises ValueError where they are damaged.
"""

from __future__ import annotations

import struct
from typing import Any

_STOP, _TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY = range(9)
_LIST, _SET, _MAP, _STRUCT = range(9, 13)
_MAGIC = b"PAR1"
MOST = 1 << 28  # bytes of a footer
_DEEPEST = 64  # structures in one another
# Fields of parquet.thrift that lead to what is wanted.
_ROW_GROUPS, _COLUMNS, _META_DATA, _PATH, _UNCOMPRESSED = 4, 1, 3, 3, 6


def column_sizes(file: Any, most: int) -> list[list[tuple[str, int]]]:
    """For each of the first row groups: (path, bytes before compression) of each column chunk."""
    size = file.seek(0, 2)
    file.seek(max(0, size - 8))
    tail = file.read(8)
    if len(tail) != 8 or tail[4:] != _MAGIC:
        raise ValueError("it does not end as a Parquet file does")
    (length,) = struct.unpack("<I", tail[:4])
    if not 0 < length <= min(size - 12, MOST):
        raise ValueError(f"its footer has {length} bytes")
    file.seek(size - 8 - length)
    return _Footer(file.read(length)).groups(most)


class _Footer:
    """Reads forward through a footer."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def groups(self, most: int) -> list[list[tuple[str, int]]]:
        if not self.find(_ROW_GROUPS, _LIST):
            return []
        groups = []
        for _ in range(min(self.list_of(_STRUCT), most)):
            chunks = []
            for field, kind in self.fields():
                if field == _COLUMNS and kind == _LIST:
                    chunks = [self.chunk() for _ in range(self.list_of(_STRUCT))]
                else:
                    self.skip(kind)
            groups.append(chunks)
        return groups

    def chunk(self) -> tuple[str, int]:
        path, size = "", 0
        for field, kind in self.fields():
            if field != _META_DATA or kind != _STRUCT:
                self.skip(kind)
                continue
            for inner, kind in self.fields():
                if inner == _PATH and kind == _LIST:
                    parts = [self.binary() for _ in range(self.list_of(_BINARY))]
                    path = ".".join(part.decode("utf-8", "replace") for part in parts)
                elif inner == _UNCOMPRESSED and kind == _I64:
                    size = max(0, self.zigzag())
                else:
                    self.skip(kind)
        return path, size

    # ---- the protocol -------------------------------------------------------------------------

    def byte(self) -> int:
        if self.at >= len(self.data):
            raise ValueError("its footer ends early")
        self.at += 1
        return self.data[self.at - 1]

    def varint(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7
            if shift > 63:
                raise ValueError("its footer is damaged")

    def zigzag(self) -> int:
        value = self.varint()
        return (value >> 1) ^ -(value & 1)

    def binary(self) -> bytes:
        length = self.varint()
        if length > len(self.data) - self.at:
            raise ValueError("its footer ends early")
        self.at += length
        return self.data[self.at - length : self.at]

    def fields(self) -> Any:
        """Number and kind of each field of a structure; whoever asks reads or skips it."""
        field = 0
        while (head := self.byte()) != _STOP:
            field = field + (head >> 4) if head >> 4 else self.zigzag()
            yield field, head & 15

    def find(self, wanted: int, kind: int) -> bool:
        """Goes to a field of the outermost structure."""
        for field, found in self.fields():
            if field == wanted and found == kind:
                return True
            self.skip(found)
        return False

    def head(self) -> tuple[int, int]:
        """Length and kind of the elements of a list."""
        head = self.byte()
        length = self.varint() if head >> 4 == 15 else head >> 4
        if length > len(self.data) - self.at:  # an element has at least one byte
            raise ValueError("its footer ends early")
        return length, head & 15

    def list_of(self, kind: int) -> int:
        length, found = self.head()
        if found != kind and length:
            raise ValueError("its footer is damaged")
        return length

    def skip(self, kind: int, element: bool = False, depth: int = 0) -> None:
        """Over a value. element: of a list, where booleans have a byte of their own."""
        if depth > _DEEPEST:
            raise ValueError("its footer is damaged")
        if kind in (_TRUE, _FALSE):
            self.at += element
        elif kind == _BYTE:
            self.byte()
        elif kind in (_I16, _I32, _I64):
            self.varint()
        elif kind == _DOUBLE:
            self.at += 8
        elif kind == _BINARY:
            self.binary()
        elif kind in (_LIST, _SET):
            length, found = self.head()
            for _ in range(length):
                self.skip(found, True, depth + 1)
        elif kind == _MAP:
            length = self.varint()
            kinds = self.byte() if length else 0
            if length > len(self.data) - self.at:
                raise ValueError("its footer ends early")
            for _ in range(length):
                self.skip(kinds >> 4, True, depth + 1)
                self.skip(kinds & 15, True, depth + 1)
        elif kind == _STRUCT:
            for _, inner in self.fields():
                self.skip(inner, False, depth + 1)
        else:
            raise ValueError("its footer is damaged")
