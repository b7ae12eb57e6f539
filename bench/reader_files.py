"""The files that bench/readers.py and bench/loop.py read: the photos, packed in every format.

`write(name, folder)` writes the files of a format once; `arguments(name, folder, …)` are the
arguments of the reader, the same for Headrace and DALI.
"""

from __future__ import annotations

import io
import json
import os
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from common import photos

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.readers import lmdb_writers, record_writers

SAMPLES = 24 * 64  # more than the 1,024 that DALI holds for shuffling
SHARDS = 4  # files that hold many records each, where a format can have several
CLASSES = 32


class Photo:
    """A photo with a label. The photos repeat, so what is made of one is made once."""

    def __init__(self, number: int, data: bytes) -> None:
        self.data, self.label = data, number % CLASSES
        self._kept: dict[Any, Any] = {}

    def once(self, make: Callable[[Photo], Any]) -> Any:
        if make not in self._kept:
            self._kept[make] = make(self)
        return self._kept[make]


def repeated(samples: int) -> list[Photo]:
    """The photos, again and again."""
    different = [Photo(i, data) for i, data in enumerate(photos())]
    return [different[i % len(different)] for i in range(samples)]


def file_name(i: int, photo: Photo) -> str:
    return f"class{photo.label:02d}/{i:06d}.jpg"


def write_file(folder: Path, all: list[Photo]) -> None:
    for i, photo in enumerate(all):
        path = folder / file_name(i, photo)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(photo.data)


def write_coco(folder: Path, all: list[Photo]) -> None:
    """Seven objects an image, outlined by polygons, as many as COCO has."""
    write_file(folder, all)
    rng = np.random.default_rng(7)
    images, annotations = [], []
    for i, photo in enumerate(all):
        images.append({"id": i, "file_name": file_name(i, photo), "width": 500, "height": 375})
        for _ in range(7):
            x, y, w, h = (float(v) for v in rng.integers(1, 180, 4))
            annotations.append(
                {
                    "id": len(annotations) + 1, "image_id": i, "iscrowd": 0, "area": w * h,
                    "category_id": int(rng.integers(1, 81)), "bbox": [x, y, w, h],
                    "segmentation": [[x, y, x + w, y, x + w, y + h, x, y + h]],
                }
            )  # fmt: skip
    categories = [{"id": i, "name": str(i)} for i in range(1, 81)]
    text = {"images": images, "annotations": annotations, "categories": categories}
    (folder / "annotations.json").write_text(json.dumps(text))


def shards(all: list[Photo], suffix: str) -> list[tuple[str, list[Photo]]]:
    size = -(-len(all) // SHARDS)
    return [(f"{k}{suffix}", all[k * size : (k + 1) * size]) for k in range(SHARDS)]


def tf_record(photo: Photo) -> bytes:
    return record_writers.tf_record(
        record_writers.example(
            image=record_writers.bytes_list(photo.data),
            label=record_writers.int64_list(photo.label),
        )
    )


def write_tfrecord(folder: Path, all: list[Photo]) -> None:
    for name, part in shards(all, ".tfrecord"):
        at = 0
        with open(folder / name, "wb") as f, open(folder / f"{name}.idx", "w") as index:
            for record in (photo.once(tf_record) for photo in part):
                index.write(f"{at} {len(record)}\n")
                at += f.write(record)


def write_mxnet(folder: Path, all: list[Photo]) -> None:
    items = [record_writers.io_image(p.data, float(p.label), i) for i, p in enumerate(all)]
    record_writers.write_recordio(folder / "all.rec", items)


def write_caffe(folder: Path, all: list[Photo]) -> None:
    messages = [lmdb_writers.datum(p.data, p.label, encoded=True) for p in all]
    lmdb_writers.write_lmdb(folder, messages)


def write_caffe2(folder: Path, all: list[Photo]) -> None:
    w = lmdb_writers
    messages = [
        w.tensors(w.tensor(w.STRING, [p.data], [1]), w.tensor(w.INT32, [p.label], [1])) for p in all
    ]
    w.write_lmdb(folder, messages)


def write_webdataset(folder: Path, all: list[Photo]) -> None:
    for name, part in shards(all, ".tar"):
        with tarfile.open(folder / name, "w", format=tarfile.USTAR_FORMAT) as tar:
            for i, photo in enumerate(part):
                for suffix, data in (("jpg", photo.data), ("cls", b"%d" % photo.label)):
                    entry = tarfile.TarInfo(f"{i:06d}.{suffix}")
                    entry.size = len(data)
                    tar.addfile(entry, io.BytesIO(data))


def write_numpy(folder: Path, all: list[Photo]) -> None:
    rng = np.random.default_rng(7)
    for i in range(len(all)):
        np.save(folder / f"{i:06d}.npy", rng.integers(0, 256, (224, 224, 3), np.uint8))


def write_numpy_large(folder: Path, all: list[Photo]) -> None:
    rng = np.random.default_rng(7)
    for i in range(len(all)):
        np.save(folder / f"{i:06d}.npy", rng.random((512, 512), np.float32))


def write_parquet(folder: Path, all: list[Photo]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    for name, part in shards(all, ".parquet"):
        columns = {"image": [p.data for p in part], "label": [p.label for p in part]}
        pq.write_table(
            pa.table(columns), folder / name, row_group_size=100, compression="none",
            use_dictionary=False,
        )  # fmt: skip


# format → how its files are written
WRITERS: dict[str, Callable[[Path, list[Photo]], None]] = {
    "File": write_file,
    "COCO": write_coco,
    "TFRecord": write_tfrecord,
    "MXNet": write_mxnet,
    "Caffe": write_caffe,
    "Caffe2": write_caffe2,
    "Webdataset": write_webdataset,
    "Numpy": write_numpy,
    "Numpy 1 MB": write_numpy_large,
    "Parquet": write_parquet,
}


def write(name: str, root: Path, samples: int = SAMPLES) -> None:
    """Write the files of a format into a folder of their own, unless it is there."""
    folder = root / name.replace(" ", "_")
    if folder.is_dir():
        return
    unfinished = root / f"{folder.name}.unfinished"
    unfinished.mkdir(parents=True)
    WRITERS[name](unfinished, repeated(samples))
    unfinished.rename(folder)


def arguments(name: str, root: Path, tfrecord: Any) -> tuple[str, dict[str, Any]]:
    """The reader of a format and its arguments; tfrecord: the library's module of that name."""
    folder = root / name.replace(" ", "_")

    def found(pattern: str) -> list[str]:
        return sorted(map(str, folder.glob(pattern)))

    reader = name.split()[0]
    match reader:
        case "COCO":
            given = {"file_root": str(folder), "annotations_file": str(folder / "annotations.json")}
        case "TFRecord":
            image = tfrecord.FixedLenFeature((), tfrecord.string, "")
            label = tfrecord.FixedLenFeature([1], tfrecord.int64, -1)
            given = {
                "path": found("*.tfrecord"), "index_path": found("*.idx"),
                "features": {"image": image, "label": label},
            }  # fmt: skip
        case "MXNet":
            given = {"path": found("*.rec"), "index_path": found("*.idx")}
        case "Caffe" | "Caffe2":
            given = {"path": str(folder)}
        case "Webdataset":
            given = {"paths": found("*.tar"), "ext": ["jpg", "cls"]}
        case "Parquet":
            given = {"path": str(folder), "columns": ["image", "label"]}
        case _:
            given = {"file_root": str(folder)}
    return reader, given


# ---- trees of many files -------------------------------------------------------------------------


def write_tree(root: Path, files: int, folders: int, size: int) -> None:
    """Sparse files in class folders, unless they are there."""
    if root.is_dir():
        return
    unfinished = root.with_suffix(".unfinished")
    for k in range(folders):
        folder = unfinished / f"n{k:08d}"
        folder.mkdir(parents=True)
        for i in range(k, files, folders):
            path = folder / f"ILSVRC2012_val_{i:08d}.JPEG"
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
            if size:
                os.truncate(path, size)
    unfinished.rename(root)
