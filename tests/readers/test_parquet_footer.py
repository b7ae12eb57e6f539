"""Parquet footers: sizes of column chunks, read without the accessor that can end the process."""

from __future__ import annotations

import io
import random
import struct
import subprocess
import sys

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace.readers import parquet_footer

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def table():
    return pa.table(
        {
            "text": ["x" * (i % 7) for i in range(100)],
            "number": np.arange(100.0),
            "nested": [{"a": i, "b": [1, 2]} for i in range(100)],
            "time": pa.array(range(100), pa.timestamp("us")),
        }
    )


def written(**options) -> bytes:
    stream = io.BytesIO()
    pq.write_table(table(), stream, row_group_size=30, **options)
    return stream.getvalue()


KINDS = [
    {},
    {"compression": "gzip"},
    {"use_dictionary": False},
    {"version": "1.0"},
    {"write_statistics": False},
]


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_the_same_as_pyarrow(options):
    data = written(**options)
    meta = pq.ParquetFile(io.BytesIO(data)).metadata
    want = []
    for k in range(meta.num_row_groups):
        group = meta.row_group(k)
        chunks = [group.column(c) for c in range(group.num_columns)]
        want.append([(c.path_in_schema, c.total_uncompressed_size) for c in chunks])
    assert len(want) == 4
    assert parquet_footer.column_sizes(io.BytesIO(data), 16) == want
    assert parquet_footer.column_sizes(io.BytesIO(data), 2) == want[:2]


def test_no_rows():
    stream = io.BytesIO()
    pq.write_table(table().slice(0, 0), stream)
    assert len(parquet_footer.column_sizes(stream, 16)) <= 1


def test_damaged_footers():
    """Sizes, or ValueError; and soon."""
    rng = random.Random(5)
    good = written()
    (length,) = struct.unpack("<I", good[-8:-4])
    for data in (b"", b"PAR1", good[:-1], good[:-8] + b"\xff\xff\xff\x7fPAR1"):
        with pytest.raises(ValueError):
            parquet_footer.column_sizes(io.BytesIO(data), 16)
    for _ in range(3000):
        data = bytearray(good)
        for _ in range(rng.randint(1, 6)):
            data[len(data) - 8 - rng.randint(1, length)] = rng.choice((rng.randrange(256), 0, 255))
        try:
            for group in parquet_footer.column_sizes(io.BytesIO(bytes(data)), 16):
                assert all(size >= 0 for _, size in group)
        except ValueError:
            pass


def test_structures_in_one_another():
    deep = b"\x1c" * 100_000
    data = b"PAR1" + deep + struct.pack("<I", len(deep)) + b"PAR1"
    with pytest.raises(ValueError, match="damaged|early"):
        parquet_footer.column_sizes(io.BytesIO(data), 16)


def test_a_footer_that_ends_the_process_inside_of_pyarrow(tmp_path):
    """A column said to have no nulls, with statistics of nulls."""
    data = written()
    (length,) = struct.unpack("<I", data[-8:-4])
    footer = data[-8 - length : -8]
    optional = b"\x25\x02\x18\x06number"  # repetition_type: OPTIONAL, name
    assert footer.count(optional) == 1
    changed = footer.replace(optional, b"\x25\x00\x18\x06number")
    path = tmp_path / "a.parquet"
    path.write_bytes(data[: -8 - length] + changed + data[-8:])
    script = (
        "import sys, headrace, headrace.dynamic as ndd\n"
        "try:\n"
        "    reader = ndd.readers.Parquet(path=sys.argv[1], columns=['text', 'number'])\n"
        "    for batch in reader.next_epoch(batch_size=10): [x.evaluate() for x in batch]\n"
        "except headrace.Error: pass\n"
        "print('alive')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, timeout=100,
        check=False,
    )  # fmt: skip
    assert done.stdout == "alive\n", done.stderr


def test_how_much_is_mixed(tmp_path):
    """By the columns that are read, as ever."""
    stream = tmp_path / "a.parquet"
    wide = pa.table({"a": np.arange(2), "b": [bytes(60 << 20)] * 2})
    pq.write_table(wide, stream, row_group_size=1, use_dictionary=False, compression="zstd")
    reader = ndd.readers.Parquet(path=stream, columns=["a"])
    assert reader._cursor.source.runs_mixed == 16
    reader = ndd.readers.Parquet(path=stream, columns=["b"])
    assert reader._cursor.source.runs_mixed == 4


def test_no_parquet_file(tmp_path):
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1" + bytes(100) + b"PAR1")
    with pytest.raises(headrace.Error, match="a.parquet"):
        ndd.readers.Parquet(path=path)
