"""Writers of Caffe's and Caffe2's messages, and of LMDB databases."""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence

import pytest

from .record_writers import field, varint

# The numbers of Caffe2's element types.
FLOAT, INT32, BYTE, STRING, BOOL, UINT8, INT8, UINT16, INT16, INT64 = range(1, 11)
FLOAT16, DOUBLE = 12, 13


def number(k: int, value: int) -> bytes:
    """A field that holds an integer."""
    return varint(k << 3) + varint(value)


def datum(
    data: bytes | None = None,
    label: int | None = None,
    size: tuple[int, int, int] | None = None,
    encoded: bool | None = None,
) -> bytes:
    """Caffe's message; size: channels, height, width."""
    parts = [number(k, v) for k, v in zip((1, 2, 3), size or ())]
    parts += [] if data is None else [field(4, data)]
    parts += [] if label is None else [number(5, label)]
    parts += [] if encoded is None else [number(7, encoded)]
    return b"".join(parts)


def tensor(kind: int | None, values: object, dims: Sequence[int] = (), *, packed=True) -> bytes:
    """Caffe2's message for one tensor."""
    head = b"".join(number(1, d) for d in dims) + (b"" if kind is None else number(2, kind))
    if kind == STRING:
        return head + b"".join(field(6, v) for v in values)
    if isinstance(values, bytes):
        return head + field(5, values)
    code, wire, k = {FLOAT: ("f", 5, 3), DOUBLE: ("d", 1, 9)}.get(kind, ("", 0, 4))
    k = 10 if kind == INT64 else k
    each = [struct.pack(f"<{code}", v) if code else varint(int(v)) for v in values]
    if packed:
        return head + field(k, b"".join(each))
    return head + b"".join(varint(k << 3 | wire) + e for e in each)


def tensors(*all: bytes) -> bytes:
    """Caffe2's message for a list of them."""
    return b"".join(field(1, t) for t in all)


def write_lmdb(
    path: os.PathLike[str] | str, values: Sequence[bytes], keys: Sequence[bytes] | None = None
) -> str:
    """A database in a folder."""
    lmdb = pytest.importorskip("lmdb")
    with lmdb.open(str(path), map_size=1 << 28) as env, env.begin(write=True) as transaction:
        for i, value in enumerate(values):
            transaction.put(keys[i] if keys else b"%08d" % i, value)
    return str(path)
