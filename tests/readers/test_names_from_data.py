"""Names of files inside of data: what annotations, lists and listings may make a reader open."""

from __future__ import annotations

import http.server
import json
import threading
import uuid

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace import fn, pipeline_def
from headrace.readers import confine, listing, remote


def first(reader, n=1):
    batch = next(iter(reader.next_epoch(batch_size=n)))
    return [bytes(np.asarray(x)) for x in batch[0]]


def annotated(folder, *names):
    """An annotation file of images with these names."""
    path = folder / "annotations.json"
    images = [{"id": 7 + i, "file_name": n, "width": 4, "height": 4} for i, n in enumerate(names)]
    boxes = [
        {"id": i, "image_id": 7 + i, "category_id": 1, "bbox": [0, 0, 1, 1]}
        for i in range(len(names))
    ]
    path.write_text(json.dumps({"images": images, "annotations": boxes, "categories": [{"id": 1}]}))
    return path


@pytest.fixture
def dataset(tmp_path):
    """A root with files in it, and a secret beside it."""
    root = tmp_path / "root"
    (root / "sub").mkdir(parents=True)
    (root / "a.jpg").write_bytes(b"a")
    (root / "sub" / "b..jpg").write_bytes(b"b")
    (root / "c::d%41:e.jpg").write_bytes(b"c")
    (tmp_path / "secret").write_bytes(b"secret")
    return root


# ---- annotations --------------------------------------------------------------------------------


def test_names_below_the_root(dataset):
    names = ["a.jpg", "./a.jpg", "sub/b..jpg", "sub//b..jpg", "c::d%41:e.jpg", f"{dataset}/a.jpg",
             f"file://{dataset}/a.jpg"]  # fmt: skip
    path = annotated(dataset, *names)
    reader = ndd.readers.COCO(file_root=dataset, annotations_file=path)
    assert first(reader, 7) == [b"a", b"a", b"b", b"b", b"c", b"a", b"a"]


OUTSIDE = [
    "/etc/passwd",
    "file:///etc/passwd",
    "file://etc/passwd",
    "../secret",
    "sub/../../secret",
    "sub/..",
    "..",
    "http://127.0.0.1:1/latest/meta-data/",
    "s3://bucket/a.jpg",
    "memory://x/a",
    "local:///etc/passwd",
]
NEVER = [
    "reference://foo::file:///tmp/refs.json",
    "simplecache::http://127.0.0.1:1/a",
    "zip://a::file:///a.zip",
    "zip://a",
    "dask://a",
    "github://a:b@main/a",
]


CASES = [(n, s) for n in OUTSIDE for s in (False, True)] + [(n, False) for n in NEVER]


@pytest.mark.parametrize(("name", "saved"), CASES)
def test_names_that_lead_elsewhere(dataset, tmp_path, name, saved):
    path = annotated(dataset, "a.jpg", name)
    arguments = {"annotations_file": path}
    if saved:
        folder = tmp_path / "saved"
        folder.mkdir()
        ndd.readers.COCO(
            file_root=dataset, annotations_file=path, save_preprocessed_annotations=True,
            save_preprocessed_annotations_dir=folder, trust_paths=True,
        )  # fmt: skip
        arguments = {"preprocessed_annotations": folder}
        path = folder
    with pytest.raises(headrace.Error) as e:
        ndd.readers.COCO(file_root=dataset, **arguments)
    assert isinstance(e.value, OSError)
    text = str(e.value)
    assert str(path) in text and f'"{name}"' in text and "readers.COCO" in text
    assert ("only the caller can give" if name in NEVER else "trust_paths=True") in text
    assert ("image 1" in text) if saved else ("id 8" in text)


def test_no_root_is_the_working_folder(dataset, monkeypatch):
    monkeypatch.chdir(dataset)
    path = annotated(dataset, "a.jpg")
    assert first(ndd.readers.COCO(annotations_file=path)) == [b"a"]
    path = annotated(dataset, "../secret")
    with pytest.raises(headrace.Error, match=r'stay below "\." unless trust_paths=True'):
        ndd.readers.COCO(annotations_file=path)


def test_trusted(dataset, tmp_path):
    path = annotated(dataset, "../secret", str(tmp_path / "secret"), f"file://{tmp_path}/secret")
    reader = ndd.readers.COCO(file_root=dataset, annotations_file=path, trust_paths=True)
    assert first(reader, 3) == [b"secret"] * 3


@pytest.mark.parametrize("name", NEVER)
def test_never_trusted(dataset, name):
    path = annotated(dataset, name)
    with pytest.raises(headrace.Error, match="only the caller can give"):
        ndd.readers.COCO(file_root=dataset, annotations_file=path, trust_paths=True)


def test_zero_bytes(dataset):
    path = listed(dataset / "list.txt", "a.jpg", "a.jpg\0.png")
    with pytest.raises(headrace.Error, match=r"line 2.*zero byte"):
        ndd.readers.File(file_list=path, trust_paths=True)


def test_in_pipelines(dataset):
    path = annotated(dataset, "../secret")

    @pipeline_def(batch_size=1, num_threads=1, device_id=None)
    def pipe(trust):
        return fn.readers.coco(file_root=dataset, annotations_file=path, trust_paths=trust)[0]

    pipeline = pipe(True)
    pipeline.build()
    assert bytes(np.asarray(pipeline.run()[0].at(0))) == b"secret"
    with pytest.raises(headrace.Error, match="trust_paths=True"):
        pipe(False).build()


def test_links_are_the_users_own(dataset, tmp_path):
    (dataset / "link").symlink_to(tmp_path)
    path = annotated(dataset, "link/secret")
    assert first(ndd.readers.COCO(file_root=dataset, annotations_file=path)) == [b"secret"]
    path = annotated(dataset, "link/../secret")  # behind a link ".." leads elsewhere
    with pytest.raises(headrace.Error, match="leads upwards"):
        ndd.readers.COCO(file_root=dataset, annotations_file=path)


# ---- lists --------------------------------------------------------------------------------------


def listed(path, *names, label=" 3"):
    path.write_text("".join(f"{name}{label}\n" for name in ("", *names)[1:]))
    return path


def test_lists_name_local_files_anywhere(dataset, tmp_path):
    names = ["root/a.jpg", "secret", "../" + tmp_path.name + "/secret", str(tmp_path / "secret"),
             f"file://{tmp_path}/secret"]  # fmt: skip
    path = listed(tmp_path / "list.txt", *names)
    assert first(ndd.readers.File(file_list=path), 5) == [b"a"] + [b"secret"] * 4


@pytest.mark.parametrize(
    "name", ["http://127.0.0.1:1/a", "memory://x/a", "s3://b/a", "zip://a::http://127.0.0.1:1/b"]
)
def test_local_lists_name_no_urls(dataset, name):
    path = listed(dataset / "list.txt", "a.jpg", name)
    with pytest.raises(headrace.Error, match=r"list.txt.*line 2.*(trust_paths|only the caller)"):
        ndd.readers.File(file_list=path)
    path = listed(dataset / "names.txt", "a.jpg", name, label="")
    with pytest.raises(headrace.Error, match=r"names.txt.*line 2.*(trust_paths|only the caller)"):
        ndd.readers.Numpy(file_list=path)
    with pytest.raises(headrace.Error, match=r"names.txt.*line 2.*(trust_paths|only the caller)"):
        ndd.experimental.readers.Fits(file_list=path)


def test_names_given_in_python_are_the_callers(tmp_path):
    (tmp_path / "a").write_bytes(b"a")
    files = [f"{tmp_path}/../{tmp_path.name}/a", f"file://{tmp_path}/a"]
    assert first(ndd.readers.File(files=files, file_root="/"), 2) == [b"a", b"a"]


@pytest.fixture
def memory():
    """A place in fsspec's file system in memory: its URL."""
    fsspec = pytest.importorskip("fsspec")
    system, root = fsspec.filesystem("memory"), f"/{uuid.uuid4().hex}"
    system.pipe({f"{root}/a": b"a", f"{root}/b/c": b"c"})
    yield f"memory:/{root}", system, root
    system.rm(root, recursive=True)


def test_lists_behind_urls(memory, tmp_path):
    url, system, root = memory
    (tmp_path / "secret").write_bytes(b"secret")
    system.pipe(f"{root}/good", f"a 1\nb/c 2\n{url}/a 3\n".encode())
    assert first(ndd.readers.File(file_list=f"{url}/good"), 3) == [b"a", b"c", b"a"]
    host = url.removeprefix("memory://").split("/")[0]
    for bad in (
        f"{tmp_path}/secret",
        f"file://{tmp_path}/secret",
        "../a",
        "b/%2e%2e/a",
        "memory://elsewhere/a",
        f"s3://{host}/a",
        "a::file:///etc/passwd",
    ):
        system.pipe(f"{root}/bad", f"a 1\n{bad} 2\n".encode())
        with pytest.raises(headrace.Error, match="line 2"):
            ndd.readers.File(file_list=f"{url}/bad")
    # A local root: relative names are below it.
    system.pipe(f"{root}/names", b"secret 1\n")
    assert first(ndd.readers.File(file_list=f"{url}/names", file_root=tmp_path)) == [b"secret"]
    system.pipe(f"{root}/names", f"{tmp_path}/secret 1\n".encode())
    reader = ndd.readers.File(file_list=f"{url}/names", trust_paths=True)
    assert first(reader) == [b"secret"]


def test_local_lists_with_a_root_behind_a_url(memory, tmp_path):
    url, _, _ = memory
    path = listed(tmp_path / "list", "a", f"{url}/b/c")
    assert first(ndd.readers.File(file_list=path, file_root=url), 2) == [b"a", b"c"]
    for bad in ("../a", "x::memory://y", "gs://b/a", "memory://elsewhere/a"):
        path = listed(tmp_path / "list", bad)
        with pytest.raises(headrace.Error, match="line 1"):
            ndd.readers.File(file_list=path, file_root=url)


def test_annotations_with_a_root_behind_a_url(memory, tmp_path):
    url, _, _ = memory
    path = annotated(tmp_path, "a", f"{url}/b/c")
    assert first(ndd.readers.COCO(file_root=url, annotations_file=path), 2) == [b"a", b"c"]
    for bad in (f"{url}/../a", f"{url}x/a", "b/%2E%2e/a", "a::file:///etc/passwd", "/etc/passwd"):
        path = annotated(tmp_path, bad)
        with pytest.raises(headrace.Error, match="id 7"):
            ndd.readers.COCO(file_root=url, annotations_file=path)


# ---- listings of servers ------------------------------------------------------------------------


class Lying:
    """A file system whose listings hold what it likes."""

    def __init__(self, names):
        self.names = names

    def find(self, path, **options):
        return [f"{path}/{n}" for n in self.names]

    def glob(self, path):
        return [f"lying://{n}" for n in self.names]

    def unstrip_protocol(self, name):
        return name


@pytest.mark.parametrize("name", ["/passwd", "x/../../y", "a::file:///etc/x.parquet", "s3://b/c"])
def test_names_that_servers_list(monkeypatch, name):
    monkeypatch.setattr(remote, "file_system", lambda url: (Lying(["a", name]), "host/data"))
    for look in (
        lambda: remote.find("lying://host/data"),
        lambda: remote.find_classes("lying://host/data", ["*"], ["*"], True),
        lambda: remote.glob("lying://host/data/*"),
        lambda: listing.listing("lying://host/data", "*", None, None),
    ):
        with pytest.raises(headrace.Error, match="of its listing"):
            look()


def test_no_request_for_what_annotations_name(tmp_path):
    """A server on this machine is not asked because data names it."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_error(404)

        do_HEAD = do_GET

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        path = annotated(tmp_path, f"http://127.0.0.1:{server.server_port}/latest/meta-data/")
        with pytest.raises(headrace.Error, match="is a URL"):
            ndd.readers.COCO(file_root=tmp_path, annotations_file=path)
        server.shutdown()
        thread.join()
    assert asked == []


# ---- the function -------------------------------------------------------------------------------


def test_plain_names_are_recognised_at_once():
    def plain(*names):
        return confine.Names.of([n.encode() for n in names]).plain()

    assert plain("a", "b/c.jpg", "", "d e")
    assert plain()
    for name in ("/a", "a..b", "../a", "a:b", "a\0", "%2e", "a\\b"):
        assert not plain("a", name, "b")


def test_long_names_are_cut_in_messages(tmp_path):
    path = annotated(tmp_path, "/" + "x" * 5000)
    with pytest.raises(headrace.Error) as e:
        ndd.readers.COCO(file_root=tmp_path, annotations_file=path)
    assert len(str(e.value)) < 1500
