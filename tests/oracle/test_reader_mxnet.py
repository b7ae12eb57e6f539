"""readers.MXNet: the same RecordIO files through DALI."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from ..readers.record_writers import MAGIC, io_image, part, write_recordio
from .both import dali, ours


def read(ndd, path, index, batch_size, epochs=1, **more):
    """Epochs as plain data: (dtype, ndim, layout, arrays) of images and labels, and sources."""
    reader = ndd.readers.MXNet(path=path, index_path=index, **more)
    found = []
    for _ in range(epochs):
        for batch in reader.next_epoch(batch_size=batch_size):
            found.append([
                (v.dtype.name, v.ndim, v.layout or None, [np.array(t).tolist() for t in v.tensors])
                for v in batch
            ])  # fmt: skip
            found[-1].append([
                np.array(ndd.get_property(t, key="source_info")).tobytes() for t in batch[0].tensors
            ])  # fmt: skip
    return found


def agree(path, index, batch_size, **more):
    theirs = read(dali, path, index, batch_size, **more)
    assert read(ours, path, index, batch_size, **more) == theirs
    return theirs


@pytest.fixture
def file(tmp_path):
    """Records with one label and several, short and long, with magic numbers inside."""
    rng = np.random.default_rng(4)
    items = [
        io_image(b"abc", 1.5),
        io_image(b"", -2.0, 7),
        io_image(rng.bytes(5001), [3.0, 4.5, 5.0]),
        io_image(b"abcd" + MAGIC + b"efgh" + MAGIC + MAGIC, 6.0),
        io_image(b"x" + MAGIC + b"yz", [7.0]),
        io_image(MAGIC, [8.0, 9.0]),
        io_image(rng.bytes(40), 10.0),
    ]
    return str(tmp_path / "f.rec"), str(write_recordio(tmp_path / "f.rec", items))


def test_records(file):
    agree(*file, 7)
    theirs = agree(*file, 3, epochs=3)
    assert read(ours, file[0], None, 3, epochs=3) == theirs


def test_shards(file):
    agree(*file, 2, num_shards=3, shard_id=2, epochs=2)
    agree(*file, 2, num_shards=3, shard_id=1, pad_last_batch=True, stick_to_shard=True, epochs=2)
    agree(*file, 4, dont_use_mmap=True)


def test_the_order_is_that_of_the_file(file, tmp_path):
    lines = Path(file[1]).read_text().splitlines()
    for some in ([4, 0, 6], [2], [6], [3, 3, 1]):
        (tmp_path / "some").write_text("\n".join(lines[i] for i in some))
        agree(file[0], str(tmp_path / "some"), 2)


def test_one_index_for_several_files(file, tmp_path):
    size = Path(file[0]).stat().st_size
    more = write_recordio(tmp_path / "b.rec", [io_image(b"more", 0.0), io_image(b"!", 1.0)], size)
    (tmp_path / "all").write_text(Path(file[1]).read_text() + more.read_text())
    agree([file[0], str(tmp_path / "b.rec")], str(tmp_path / "all"), 4, epochs=2)


def test_the_last_padding_may_be_missing(tmp_path):
    (tmp_path / "f").write_bytes(part(io_image(b"abc", 1.0))[:-1])
    (tmp_path / "index").write_text("0\t0\n")
    agree(str(tmp_path / "f"), str(tmp_path / "index"), 1)


@pytest.mark.parametrize(
    "data",
    [
        part(io_image(b"abc", 1.0))[:-4],
        b"\0" * 36,
        part(b"abc"),
        part(io_image(b"abc", 1.0), 1),
        part(io_image(b"abc", 1.0), 5),
        part(io_image(b"abcd", [1.0] * 3)[:32]),
    ],
    ids=["cut", "zeros", "no header", "no last part", "no such part", "no labels"],
)
def test_both_refuse(tmp_path, data):
    (tmp_path / "f").write_bytes(data)
    (tmp_path / "index").write_text("0\t0\n")
    for ndd in (dali, ours):
        with pytest.raises((RuntimeError, ValueError)):
            read(ndd, str(tmp_path / "f"), str(tmp_path / "index"), 1)


@pytest.mark.parametrize("text", ["", "x\ty\n", "0\t100000\n", "0\t2\n"])
def test_both_refuse_the_index(file, tmp_path, text):
    (tmp_path / "index").write_text(text)
    for ndd in (dali, ours):
        with pytest.raises((RuntimeError, ValueError)):
            read(ndd, file[0], str(tmp_path / "index"), 1)
