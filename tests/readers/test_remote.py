"""Readers of files behind URLs: the same data as from local files, on the same terms."""

from __future__ import annotations

import http.server
import io
import subprocess
import sys
import threading
import time
import uuid
from pathlib import Path

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace.readers import remote

from .dataset_writers import (
    FORMATS,
    IMAGES,
    caffe,
    classes,
    file_root,
    mxnet,
    numpy,
    parquet,
    webdataset,
)
from .record_writers import io_image, write_recordio

fsspec = pytest.importorskip("fsspec")


@pytest.fixture
def upload():
    """Copies local files to a new place of fsspec's file system in memory; gives its URL."""
    memory = fsspec.filesystem("memory")
    places = []

    def copy(folder: Path) -> str:
        root = f"/{uuid.uuid4().hex}"
        places.append(root)
        for path in folder.rglob("*"):
            if path.is_file():
                memory.pipe(f"{root}/{path.relative_to(folder)}", path.read_bytes())
        return f"memory:/{root}"

    yield copy
    for place in places:
        memory.rm(place, recursive=True)


def plain(x):
    return (x.dtype.name, x.ndim, x.layout, [np.array(t).tolist() for t in x])


def epoch(reader):
    found = []
    for batch in reader.next_epoch(batch_size=4):
        values = batch.values() if isinstance(batch, dict) else batch
        found.append([plain(x) for x in values])
    return found


# ---- every format -------------------------------------------------------------------------------


@pytest.mark.parametrize("make", FORMATS, ids=lambda f: f.__name__)
def test_the_same_as_local_files(tmp_path, upload, make):
    reader = make(tmp_path)
    local = epoch(reader(str(tmp_path)))
    assert local
    assert epoch(reader(upload(tmp_path))) == local
    assert epoch(reader(f"file://{tmp_path}")) == local


def test_images_and_their_names(tmp_path, upload):
    classes(tmp_path)
    url = upload(tmp_path)
    names = [f"{url}/class 0/00.jpg", f"{url}/class 1/01.JPG"]
    images, _ = next(ndd.readers.File(files=names).next_epoch(batch_size=2))
    found = [bytes(np.array(x)).decode() for x in ndd.get_property(images, key="source_info")]
    assert found == names
    images, _ = next(ndd.readers.File(file_root=url).next_epoch(batch_size=2))
    found = [bytes(np.array(x)).decode() for x in ndd.get_property(images, key="source_info")]
    assert found == ["class 0/00.jpg", "class 0/03.JPG"]


def test_single_files(tmp_path, upload):
    (tmp_path / "a").write_bytes(b"hello")
    url = f"{upload(tmp_path)}/a"
    assert bytes(np.array(ndd.io.file.read(url))) == b"hello"


def test_local_and_remote_files_together(tmp_path, upload):
    (tmp_path / "a").write_bytes(b"hello")
    files = [tmp_path / "a", f"{upload(tmp_path)}/a", f"file://{tmp_path}/a"]
    contents, _ = next(ndd.readers.File(files=files).next_epoch(batch_size=3))
    assert [bytes(np.array(x)) for x in contents] == [b"hello"] * 3


# ---- what fails ---------------------------------------------------------------------------------


def test_missing_files(tmp_path, upload):
    classes(tmp_path)
    url = upload(tmp_path)
    files = [f"{url}/class 0/00.jpg", f"{url}/none.jpg", f"{url}/class 1/01.JPG"]
    contents, _ = next(ndd.readers.File(files=files).next_epoch(batch_size=3))
    with pytest.raises(FileNotFoundError, match="none.jpg") as e:
        contents.evaluate()
    assert (e.value.sample, e.value.source) == (1, files[1])
    contents, _ = next(ndd.readers.File(files=files, on_error="fill").next_epoch(batch_size=3))
    assert contents.shape == [(1,), (0,), (701,)]
    assert list(contents.errors) == [1]


@pytest.mark.parametrize(
    "make",
    [
        lambda url: ndd.readers.File(file_root=url),
        lambda url: ndd.readers.File(file_list=url),
        lambda url: ndd.readers.Caffe(path=url),
        lambda url: ndd.readers.MXNet(path=url),
        lambda url: ndd.readers.Webdataset(paths=url, ext="jpg"),
        lambda url: ndd.readers.Numpy(files=[url]),
        lambda url: ndd.readers.COCO(file_root=url, annotations_file=url),
        lambda url: ndd.readers.Parquet(path=url),
    ],
)
def test_what_is_not_there(make):
    with pytest.raises(headrace.Error) as e:
        make("memory://nowhere/nothing")
    assert "memory://nowhere/nothing" in str(e.value)


def test_schemes_that_nobody_knows():
    with pytest.raises(headrace.Error, match=r'"nope://a/b/data.mdb".*Protocol not known: nope'):
        ndd.readers.Caffe(path="nope://a/b")
    with pytest.raises(headrace.Error, match=r'"nope://a".*Protocol not known: nope'):
        ndd.readers.File(file_root="nope://a")


def test_without_fsspec(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(headrace.Error, match=r'pip install "headrace\[remote\]"'):
        ndd.readers.File(file_root="s3://bucket/train")
    contents, _ = next(ndd.readers.File(files=["s3://bucket/a"]).next_epoch(batch_size=1))
    with pytest.raises(headrace.Error, match=r'pip install "headrace\[remote\]"'):
        contents.evaluate()


def test_a_file_that_changes(tmp_path, upload):
    write_recordio(tmp_path / "a.rec", [io_image(d, i) for i, d in enumerate(IMAGES)])
    url = f"{upload(tmp_path)}/a.rec"
    reader = ndd.readers.MXNet(path=url)
    memory = fsspec.filesystem("memory")
    data = memory.cat_file(url)
    memory.pipe(url, data[: len(data) // 2])
    lengths = []
    for images, _ in reader.next_epoch(batch_size=1):
        try:
            lengths.append(images.shape[0][0])
        except headrace.Error as e:
            lengths.append("a.rec" in str(e))
    assert lengths[:4] == [len(d) for d in IMAGES[:4]]
    assert lengths[-3:] == [True] * 3


# ---- the way there ------------------------------------------------------------------------------


def test_local_files_do_without_fsspec(tmp_path):
    """It cannot even be imported."""
    for make in (file_root, caffe, mxnet, webdataset, numpy, parquet):
        (tmp_path / make.__name__).mkdir()
        make(tmp_path / make.__name__)
    program = f"""
import sys
sys.modules["fsspec"] = None
import headrace.dynamic as ndd
at = {str(tmp_path)!r}
for reader in (
    ndd.readers.File(file_root=at + "/file_root"),
    ndd.readers.Caffe(path=at + "/caffe/db"),
    ndd.readers.MXNet(path=at + "/mxnet/a.rec"),
    ndd.readers.Webdataset(paths=at + "/webdataset/0.tar", ext="jpg"),
    ndd.readers.Numpy(file_root=at + "/numpy"),
    ndd.readers.Parquet(path=at + "/parquet", columns=["image"]),
):
    for batch in reader.next_epoch(batch_size=4):
        batch[0].evaluate()
    print(len(reader))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["11", "11", "11", "11", "11", "22"]


def test_requests_run_side_by_side(tmp_path, upload, monkeypatch):
    classes(tmp_path)
    url = upload(tmp_path)
    system = type(fsspec.filesystem("memory"))
    cat, lock, now, most = system.cat_file, threading.Lock(), [0], [0]

    def slow(self, *args, **kwargs):
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        time.sleep(0.05)
        with lock:
            now[0] -= 1
        return cat(self, *args, **kwargs)

    monkeypatch.setattr(system, "cat_file", slow)
    assert len(epoch(ndd.readers.File(file_root=url))) == 3
    assert most[0] > 2


def test_an_index_takes_few_requests(tmp_path, upload, monkeypatch):
    """Small parts that follow one another come together."""
    write_recordio(tmp_path / "a.rec", [io_image(b"x" * 3000, i) for i in range(500)])
    url = upload(tmp_path)
    system = type(fsspec.filesystem("memory"))
    cat, count = system.cat_file, []
    monkeypatch.setattr(
        system, "cat_file", lambda self, *a, **k: (count.append(k), cat(self, *a, **k))[1]
    )
    reader = ndd.readers.MXNet(path=f"{url}/a.rec")
    assert len(reader) == 500
    assert len(count) < 10


@pytest.mark.parametrize("seed", range(3))
def test_parts_are_the_right_ones(seed):
    """Whatever is read, in any order."""
    memory = fsspec.filesystem("memory")
    draw = np.random.default_rng(seed)
    data = draw.integers(0, 256, 9 << 20, np.uint8).tobytes()
    memory.pipe("/parts", data)
    size, read = remote._open("memory://parts", False)
    assert size == len(data)
    at = 0
    for _ in range(300):
        at = int(draw.integers(len(data))) if draw.random() < 0.1 else min(at, len(data) - 1)
        length = int(draw.integers(1, 200_000 if draw.random() < 0.2 else 3000))
        assert bytes(read(at, length)) == data[at : at + length]
        at += length + int(draw.integers(2000))
    memory.rm("/parts")


def test_leaving_while_reading(tmp_path):
    """The process ends although requests are on their way."""
    program = """
import time, fsspec, headrace.dynamic as ndd
memory = fsspec.filesystem("memory")
for i in range(200):
    memory.pipe(f"/{i}", b"x" * 1000)
cat = type(memory).cat_file
type(memory).cat_file = lambda self, *a, **k: (time.sleep(0.05), cat(self, *a, **k))[1]
reader = ndd.readers.File(files=[f"memory://{i}" for i in range(200)], prefetch_queue_depth=3)
for contents, labels in reader.next_epoch(batch_size=20):
    contents.evaluate()
    break
print("leaving")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "leaving\n", "")


class Server(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, with ranges or without."""

    protocol_version = "HTTP/1.1"
    ranges = True

    def send_head(self):
        asked = self.headers.get("Range")
        if not (asked and self.ranges):
            return super().send_head()
        data = Path(self.translate_path(self.path)).read_bytes()
        first, last = asked.removeprefix("bytes=").split("-")
        part = data[int(first) : int(last) + 1]
        self.send_response(206)
        self.send_header("Content-Length", str(len(part)))
        self.send_header("Content-Range", f"bytes {first}-{last}/{len(data)}")
        self.send_header("Accept-Ranges", "bytes")
        self.end_headers()
        return io.BytesIO(part)

    def log_message(self, *_):
        pass


@pytest.mark.parametrize("ranges", [True, False])
def test_http(tmp_path, ranges):
    pytest.importorskip("aiohttp")
    names = [f"{i}.jpg" for i in range(len(IMAGES))]
    for name, data in zip(names, IMAGES):
        (tmp_path / name).write_bytes(data)
    write_recordio(tmp_path / "a.rec", [io_image(d, i) for i, d in enumerate(IMAGES)])
    handler = type("Handler", (Server,), {"ranges": ranges})
    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), lambda *a: handler(*a, directory=str(tmp_path))
    ) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            url = f"http://127.0.0.1:{server.server_address[1]}"
            files = [f"{url}/{n}" for n in names]
            found = epoch(ndd.readers.File(files=files))
            assert found == epoch(ndd.readers.File(files=names, file_root=tmp_path))
            found = epoch(ndd.readers.MXNet(path=f"{url}/a.rec"))
            assert found == epoch(ndd.readers.MXNet(path=tmp_path / "a.rec"))
            contents, _ = next(ndd.readers.File(files=[f"{url}/none"]).next_epoch(batch_size=1))
            with pytest.raises(FileNotFoundError, match="none"):
                contents.evaluate()
        finally:
            server.shutdown()
            thread.join()
