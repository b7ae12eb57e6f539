"""Saved annotations, indices and lists that were tampered with: the data, or one sentence."""

from __future__ import annotations

import struct
import warnings

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import Error, tfrecord

from . import coco_writers
from .record_writers import (
    example,
    int64_list,
    io_image,
    write_recordio,
    write_tfrecord,
)

pytestmark = pytest.mark.timeout(300)
NUMBERS = [0, 1, 2, 7, 255, 2**31 - 1, 2**31, 2**32 - 1, 2**33, 2**62, 2**63 - 1, 2**63, 2**64 - 1]


def consumed(reader):
    for batch in reader.next_epoch(batch_size=3):
        for values in batch.values() if isinstance(batch, dict) else batch:
            for tensor in values.tensors:
                np.asarray(tensor)


def outcome(make):
    """Whether a reader was refused; with one sentence, if it was."""
    try:
        consumed(make())
    except Error as e:
        if "\n" in e.what or len(e.what) > 600:
            raise
        return True
    return False


def test_saved_annotations_of_coco(tmp_path):
    """Numbers of every file are changed, one or two at a time: counts, offsets, sizes, contents."""
    rng = np.random.default_rng(3)
    given = coco_writers.random_dataset(tmp_path, rng, images=6)
    wanted = dict(polygon_masks=True, pixelwise_masks=True, image_ids=True)
    folder = tmp_path / "saved"
    folder.mkdir()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        consumed(
            ndd.readers.COCO(
                **given, **wanted, save_preprocessed_annotations=True,
                save_preprocessed_annotations_dir=folder,
            )
        )  # fmt: skip

    def make():
        return ndd.readers.COCO(
            file_root=given["file_root"], preprocessed_annotations=folder, **wanted
        )

    assert not outcome(make)
    files = {path: path.read_bytes() for path in sorted(folder.iterdir())}
    refused = rounds = 0
    for path, good in files.items():
        for _ in range(25):
            data = bytearray(good)
            for _ in range(int(rng.integers(1, 3))):
                width = int(rng.choice([4, 8]))
                at = int(rng.integers(0, max(1, len(data) - width) // 4 + 1)) * 4
                number = NUMBERS[rng.integers(len(NUMBERS))] & (1 << 8 * width) - 1
                data[at : at + width] = number.to_bytes(width, "little")
            if rng.random() < 0.1:
                data = data[: rng.integers(len(data))]
            path.write_bytes(bytes(data))
            refused += outcome(make)
            rounds += 1
        path.write_bytes(good)
    assert rounds // 4 < refused < rounds
    assert not outcome(make)


def test_counts_whose_sum_wraps_around(tmp_path):
    rng = np.random.default_rng(4)
    given = coco_writers.random_dataset(tmp_path, rng, images=4)
    folder = tmp_path / "saved"
    folder.mkdir()
    ndd.readers.COCO(
        **given, polygon_masks=True, save_preprocessed_annotations=True,
        save_preprocessed_annotations_dir=folder,
    )  # fmt: skip
    n = len(np.fromfile(folder / "vertices_count.dat", "<i8", offset=4))
    total = struct.unpack("<I", (folder / "vertices.dat").read_bytes()[:4])[0]
    counts = np.zeros(n, "<i8")
    counts[:3] = 2**63 - 1, 2**63 - 1, 2 + total  # modulo 2⁶⁴: what is there
    offsets = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype("<i8")
    for name, array in (("vertices_count", counts), ("vertices_offset", offsets)):
        (folder / f"{name}.dat").write_bytes(struct.pack("<I", n) + array.tobytes())
    with pytest.raises(Error, match="vertices_offset.dat.* is truncated, or does not belong"):
        ndd.readers.COCO(
            file_root=given["file_root"], preprocessed_annotations=folder, polygon_masks=True
        )


LINES = [
    "0 -1", "-1 16", "0 9223372036854775807", "9223372036854775807 16", "9223372036854775807 1",
    "0 99999999999999999999", "1e3 16", "0 16 16", "0", "", "x y", "0 15", "16 16", "0 0",
]  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_indices_of_tfrecords(tmp_path, line):
    path, index = tmp_path / "a.tfrecord", tmp_path / "a.idx"
    write_tfrecord(path, [example(a=int64_list(i)) for i in range(3)])
    features = {"a": tfrecord.FixedLenFeature([1], tfrecord.int64, -1)}
    index.write_text(f"{line}\n")
    assert outcome(lambda: ndd.readers.TFRecord(path=path, index_path=index, features=features))


def test_indices_of_many_equal_records(tmp_path):
    """The same record may come any number of times: an index is an order."""
    path, index = tmp_path / "a.tfrecord", tmp_path / "a.idx"
    write_tfrecord(path, [example(a=int64_list(7))])
    features = {"a": tfrecord.FixedLenFeature([1], tfrecord.int64, -1)}
    index.write_text(f"0 {path.stat().st_size}\n" * 10)
    reader = ndd.readers.TFRecord(path=path, index_path=index, features=features)
    assert len(reader) == 10 and not outcome(lambda: reader)


@pytest.mark.parametrize("line", ["0 -8", "0 9223372036854775807", "0 99999999999999999999", "0 4"])
def test_indices_of_recordio(tmp_path, line):
    path, index = tmp_path / "a.rec", tmp_path / "a.idx"
    write_recordio(path, [io_image(b"image", 1.0) for _ in range(3)])
    index.write_text(f"{line}\n")
    assert outcome(lambda: ndd.readers.MXNet(path=path, index_path=index))


def test_lists_of_files(tmp_path):
    (tmp_path / "a").write_bytes(b"1")
    for label in (2**31, 2**32, -(2**31) - 1, 10**22, 10**5000, "1e99", "\0", ""):
        text = str(label) if not isinstance(label, int) or label < 10**22 else "9" * 5000
        (tmp_path / "list").write_text(f"a {text}\n")
        assert outcome(lambda: ndd.readers.File(file_root=tmp_path, file_list=tmp_path / "list"))
    (tmp_path / "list").write_text(f"a {2**31 - 1}\n")
    assert not outcome(lambda: ndd.readers.File(file_root=tmp_path, file_list=tmp_path / "list"))
