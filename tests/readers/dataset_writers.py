"""A small dataset in every format, for tests: each function here writes it into a folder, and gives
a function that makes a reader of a folder's path or URL."""

from __future__ import annotations

import io
import json
import tarfile

import numpy as np
import pytest

import headrace.dynamic as ndd
import headrace.tfrecord as tfrec

from .lmdb_writers import INT32, STRING, datum, tensor, tensors, write_lmdb
from .record_writers import (
    bytes_list,
    example,
    int64_list,
    io_image,
    write_recordio,
    write_tfrecord,
)

N = 11
IMAGES = [bytes([i]) * (i * 700 + 1) for i in range(N)]


def classes(folder):
    for i, data in enumerate(IMAGES):
        path = folder / f"class {i % 3}" / f"{i:02d}.{'JPG' if i % 2 else 'jpg'}"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    (folder / "class 1" / "notes.txt").write_text("not this")
    (folder / "class 0" / "deep").mkdir()
    (folder / "class 0" / "deep" / "0.jpg").write_bytes(b"nor this")
    (folder / "top.jpg").write_bytes(b"nor this")


def file_root(folder):
    classes(folder)
    return lambda at: ndd.readers.File(file_root=at)


def file_filters(folder):
    classes(folder)
    return lambda at: ndd.readers.File(
        file_root=at, file_filters=["*.jpg"], dir_filters=["*[02]"], case_sensitive_filter=True
    )


def file_names(folder):
    classes(folder)
    names = sorted(str(p.relative_to(folder)) for p in folder.rglob("*.jpg"))
    return lambda at: ndd.readers.File(files=[f"{at}/{n}" for n in names], labels=range(len(names)))


def file_list(folder):
    classes(folder)
    (folder / "list.txt").write_text("class 1/01.JPG 5\nclass 0/00.jpg 6\n")
    return lambda at: ndd.readers.File(file_list=f"{at}/list.txt")


def caffe(folder):
    write_lmdb(folder / "db", [datum(d, i) for i, d in enumerate(IMAGES)])
    return lambda at: ndd.readers.Caffe(path=f"{at}/db")


def caffe2(folder):
    record = [tensors(tensor(STRING, [d]), tensor(INT32, [i])) for i, d in enumerate(IMAGES)]
    for k in range(2):
        write_lmdb(folder / str(k), record)
    return lambda at: ndd.readers.Caffe2(path=[f"{at}/0", f"{at}/1"])


def tfrecord(folder):
    records = [example(image=bytes_list(d), n=int64_list(i)) for i, d in enumerate(IMAGES)]
    for k in range(2):
        write_tfrecord(folder / str(k), records[k::2])
    features = {
        "image": tfrec.FixedLenFeature([], tfrec.string, ""),
        "n": tfrec.FixedLenFeature([1], tfrec.int64, 0),
    }
    return lambda at: ndd.readers.TFRecord(path=[f"{at}/0", f"{at}/1"], features=features)


def tfrecord_index(folder):
    tfrecord(folder)
    features = {"image": tfrec.FixedLenFeature([], tfrec.string, "")}
    return lambda at: ndd.readers.TFRecord(
        path=f"{at}/0", index_path=f"{at}/0.idx", features=features
    )


def mxnet(folder):
    write_recordio(folder / "a.rec", [io_image(d, i) for i, d in enumerate(IMAGES)])
    return lambda at: ndd.readers.MXNet(path=f"{at}/a.rec")


def mxnet_index(folder):
    mxnet(folder)
    return lambda at: ndd.readers.MXNet(path=f"{at}/a.rec", index_path=f"{at}/a.rec.idx")


def webdataset(folder):
    for k in range(2):
        with tarfile.open(folder / f"{k}.tar", "w") as tar:
            for i, data in enumerate(IMAGES):
                for extension, content in (("jpg", data), ("cls", b"%d" % i)):
                    entry = tarfile.TarInfo(f"{i:03d}.{extension}")
                    entry.size = len(content)
                    tar.addfile(entry, io.BytesIO(content))
    return lambda at: ndd.readers.Webdataset(
        paths=[f"{at}/0.tar", f"{at}/1.tar"], ext=["jpg", "cls"]
    )


def numpy(folder):
    for i in range(N):
        np.save(folder / f"{i:02d}.npy", np.arange(i * 12, dtype=np.int16).reshape(i, 12))
    return lambda at: ndd.readers.Numpy(file_root=at)


def numpy_window(folder):
    (folder / "sub").mkdir()
    for i in range(N):
        np.save(folder / "sub" / f"{i:02d}.npy", np.arange(120, dtype=np.int16).reshape(10, 12) + i)
    return lambda at: ndd.readers.Numpy(file_root=at, roi_start=[2, 3], roi_shape=[4, 5])


def fits(folder):
    cards = ["SIMPLE  = T", "BITPIX  = 16", "NAXIS   = 1", "NAXIS1  = 3", "END"]
    head = "".join(card.ljust(80) for card in cards).ljust(2880).encode()
    for i in range(N):
        (folder / f"{i:02d}.fits").write_bytes(head + bytes([0, i, 0, 2, 1, 0]).ljust(2880, b"\0"))
    return lambda at: ndd.experimental.readers.Fits(file_root=at, hdu_indices=[1])


def coco(folder):
    images = [{"id": i, "file_name": f"{i:02d}.jpg", "width": 9, "height": 9} for i in range(N)]
    for i, data in enumerate(IMAGES):
        (folder / f"{i:02d}.jpg").write_bytes(data)
    boxes = [
        {"id": i, "image_id": i, "category_id": 1, "bbox": [1, 2, 3, i + 1], "iscrowd": 0}
        for i in range(N)
    ]
    categories = [{"id": 1, "name": "thing"}]
    text = json.dumps({"images": images, "annotations": boxes, "categories": categories})
    (folder / "annotations.json").write_text(text)
    return lambda at: ndd.readers.COCO(file_root=at, annotations_file=f"{at}/annotations.json")


def parquet(folder):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    for k in range(2):
        table = pa.table({"image": IMAGES, "i": list(range(N))})
        pq.write_table(table, folder / f"{k}.parquet", row_group_size=4)
    return lambda at: ndd.readers.Parquet(path=at)


FORMATS = [
    file_root, file_filters, file_names, file_list, caffe, caffe2, tfrecord, tfrecord_index, mxnet,
    mxnet_index, webdataset, numpy, numpy_window, fits, coco, parquet,
]  # fmt: skip
