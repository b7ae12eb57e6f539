"""What holds for every reader: epochs, shards, broken use, exact resume after every batch."""

from __future__ import annotations

import io
import json
import tarfile

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import tfrecord
from headrace.readers.registry import readers

from . import coco_writers
from .lmdb_writers import datum, tensor, tensors, write_lmdb
from .orders import orders
from .record_writers import (
    bytes_list,
    example,
    int64_list,
    io_image,
    write_recordio,
    write_tfrecord,
)

COUNT = 11


def contents(i: int) -> bytes:
    return bytes([i]) * (i + 1)


def file(folder):
    names = []
    for i in range(COUNT):
        (folder / f"{i:02d}").write_bytes(contents(i))
        names.append(folder / f"{i:02d}")
    return dict(files=names)


def coco(folder):
    images = [coco_writers.image(i) for i in range(COUNT)]
    boxes = [coco_writers.annotation(i) for i in range(COUNT)]
    arguments = coco_writers.write(folder, images, boxes)
    for image in images:
        (folder / image["file_name"]).write_bytes(contents(image["id"]))
    return arguments


def tf(folder):
    messages = [example(x=bytes_list(contents(i)), y=int64_list(i)) for i in range(COUNT)]
    path = folder / "a.tfrecord"
    write_tfrecord(path, messages)
    features = {
        "x": tfrecord.FixedLenFeature((), tfrecord.string, ""),
        "y": tfrecord.FixedLenFeature([1], tfrecord.int64, -1),
    }
    return dict(path=path, features=features)


def mxnet(folder):
    items = [io_image(contents(i), float(i), i) for i in range(COUNT)]
    index = write_recordio(folder / "a.rec", items)
    return dict(path=folder / "a.rec", index_path=index)


def caffe(folder):
    pytest.importorskip("lmdb")
    items = [datum(contents(i), label=i) for i in range(COUNT)]
    return dict(path=write_lmdb(folder / "db", items))


def caffe2(folder):
    pytest.importorskip("lmdb")
    items = [tensors(tensor(4, [contents(i)]), tensor(2, [i])) for i in range(COUNT)]
    return dict(path=write_lmdb(folder / "db2", items))


def webdataset(folder):
    path = folder / "a.tar"
    with tarfile.open(path, "w") as tar:
        for i in range(COUNT):
            info = tarfile.TarInfo(f"{i:02d}.bin")
            info.size = len(contents(i))
            tar.addfile(info, io.BytesIO(contents(i)))
    return dict(paths=[path], ext=["bin"])


def npy(folder):
    for i in range(COUNT):
        np.save(folder / f"{i:02d}.npy", np.frombuffer(contents(i), np.uint8))
    return dict(file_root=folder)


def fits(folder):
    def card(key, value):
        return f"{key:<8}= {value:>20}".ljust(80).encode()

    names = []
    for i in range(COUNT):
        data = contents(i)
        header = card("SIMPLE", "T") + card("BITPIX", 8) + card("NAXIS", 1)
        header += card("NAXIS1", len(data)) + b"END".ljust(80)
        path = folder / f"{i:02d}.fits"
        path.write_bytes(header.ljust(2880) + data.ljust(2880, b"\0"))
        names.append(path)
    return dict(files=names, hdu_indices=[1])


def parquet(folder):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    table = pa.table({"x": [contents(i) for i in range(COUNT)], "y": list(range(COUNT))})
    pq.write_table(table, folder / "a.parquet", row_group_size=4)
    return dict(path=folder / "a.parquet", columns=["x", "y"])


MAKERS = {
    "readers.File": file, "readers.COCO": coco, "readers.TFRecord": tf, "readers.MXNet": mxnet,
    "readers.Caffe": caffe, "readers.Caffe2": caffe2, "readers.Webdataset": webdataset,
    "readers.Numpy": npy, "experimental.readers.Fits": fits, "readers.Parquet": parquet,
}  # fmt: skip


def test_no_reader_is_left_out():
    assert set(MAKERS) == set(readers)


@pytest.fixture(params=MAKERS)
def make(request, tmp_path):
    arguments = MAKERS[request.param](tmp_path)
    return lambda **more: readers[request.param](**arguments, **more)


def numbers(batch):
    values = batch.values() if isinstance(batch, dict) else batch
    return [int(np.asarray(x)[0]) for x in next(iter(values))]


def test_an_epoch(make):
    reader = make()
    assert len(reader) == COUNT
    got = [numbers(b) for b in reader.next_epoch(batch_size=4)]
    assert got == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 0]]
    first = next(iter(reader.next_epoch(batch_size=4)))
    values = list(first.values() if isinstance(first, dict) else first)
    assert [np.asarray(x).tobytes() for x in values[0]] == [contents(i) for i in (1, 2, 3, 4)]


def test_samples(make):
    got = []
    for sample in make().next_epoch():
        x = next(iter(sample.values() if isinstance(sample, dict) else sample))
        assert isinstance(x, ndd.Tensor)
        got.append(np.asarray(x).tobytes())
    assert got == [contents(i) for i in range(COUNT)]


def test_results_belong_to_the_user(make):
    for batch in make(pad_last_batch=True).next_epoch(batch_size=4):
        for value in batch.values() if isinstance(batch, dict) else batch:
            for x in value:
                np.asarray(x)[...] = 0  # writable, and nobody else's
    assert numbers(next(make().next_epoch(batch_size=4))) == [0, 1, 2, 3]


@pytest.mark.parametrize("batch_size", [1, 3])
def test_resume_after_every_batch(make, batch_size):
    for settings in orders(1, 2):
        reader = make(**settings)
        epochs, states = [], []
        for _ in range(2):
            epoch = []
            states.append((len(epochs), 0, str(reader.get_state())))
            for batch in reader.next_epoch(batch_size=batch_size):
                epoch.append(numbers(batch))
                states.append((len(epochs), len(epoch), str(reader.get_state())))
            epochs.append(epoch)
        again = make(**settings)  # states may be set again and again
        for e, k, state in states:
            again.set_state(state)
            assert [numbers(b) for b in again.next_epoch(batch_size=batch_size)] == epochs[e][k:]
            for later in epochs[e + 1 :]:
                got = [numbers(b) for b in again.next_epoch(batch_size=batch_size)]
                assert got == later


def test_states_name_their_reader(make):
    text = json.loads(str(make().get_state()))
    text["reader"] = "readers.Another"
    with pytest.raises(ValueError, match=r"the state is of readers\.Another"):
        make().set_state(json.dumps(text))


def test_run_ahead(make):
    """A body on the first output: the same with every reader."""
    reader = make(pad_last_batch=True)
    got = []
    for _ in range(3):
        for batch in reader.next_epoch(batch_size=3):
            x = next(iter(batch.values() if isinstance(batch, dict) else batch))
            got += [int(np.asarray(t)[0]) for t in x + 1]
    assert got == [*range(1, COUNT + 1), COUNT] * 3
