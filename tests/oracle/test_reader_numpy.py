"""readers.Numpy and decoders.numpy beside DALI's."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import headrace.dynamic as ours

from .both import agree, batch, both_fail, dali, run, tensor
from .differences import DIFFERENCES
from .epochs import both_refuse, read, same

READER = "readers.Numpy"
A = np.arange(24, dtype=np.float32).reshape(4, 6)


def save(folder: Path, name: str, array: Any) -> str:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as f:
        np.save(f, array)
    return str(path)


@pytest.fixture
def pair(tmp_path: Path) -> list[str]:
    """The same array in C and in Fortran order, and a larger one."""
    return [
        save(tmp_path, "a.npy", A),
        save(tmp_path, "b.npy", np.asfortranarray(A)),
        save(tmp_path, "c.npy", np.arange(91, dtype=np.float32).reshape(7, 13)),
    ]


@pytest.mark.parametrize("dtype", ["?", "b", "B", "h", "H", "i", "I", "q", "Q", "e", "f", "d"])
def test_types_and_orders(tmp_path: Path, dtype: str) -> None:
    rng = np.random.default_rng(3)
    shapes = [(3, 4, 5), (1, 1, 1), (0, 2, 2), (7, 1, 300)]
    files = []
    for i, shape in enumerate(shapes):
        array = rng.integers(0, 100, shape).astype(dtype)
        files += [
            save(tmp_path, f"{i}c.npy", array),
            save(tmp_path, f"{i}f.npy", np.asfortranarray(array)),
        ]
    same(READER, files=files, batch_size=8)
    same(READER, files=files, batch_size=3, roi_start=[0, 0, 0], rel_roi_end=[0.7, 0.5, 1.0])


def test_shapes(tmp_path: Path) -> None:
    for ndim in range(7):
        array = np.arange(2**ndim, dtype=np.int16).reshape((2,) * ndim)
        name = save(tmp_path, f"{ndim}.npy", array)
        same(READER, files=[name], batch_size=1)


WINDOWS: list[dict[str, Any]] = [
    {"roi_start": [1, 2], "roi_end": [3, 5]},
    {"roi_start": [1, 2], "roi_shape": [2, 3]},
    {"roi_shape": [2, 3]},
    {"roi_end": [2, 3]},
    {"roi_start": [2, 3]},
    {"roi_start": [1], "roi_end": [3], "roi_axes": [1]},
    {"roi_start": [1, 0], "roi_end": [3, 2], "roi_axes": [1, 0]},
    {"roi_start": [1], "roi_end": [3], "roi_axes": [-1]},
    {"roi_start": [1], "roi_end": [3]},
    {"roi_start": 1, "roi_end": 3},
    {"roi_start": np.array([1, 2]), "roi_end": [3, 5]},
    {"rel_roi_start": [0.25, 0.5], "rel_roi_end": [0.75, 1.0]},
    {"rel_roi_start": [0.25, 0.5], "rel_roi_shape": [0.5, 0.4]},
    {"rel_roi_start": [0.3, 0.26], "rel_roi_end": [0.62, 0.76]},
    {"rel_roi_start": [0.3, 0.26], "rel_roi_shape": [0.32, 0.5]},
    {"roi_start": [1, 1], "rel_roi_end": [1.0, 0.5]},
    {"roi_start": [1, 1], "rel_roi_shape": [0.5, 0.5]},
    {"rel_roi_start": [0.5, 0.5], "roi_shape": [1, 2]},
    {"rel_roi_end": [0.4, 0.1]},
    {"rel_roi_shape": [0.4, 0.1]},
    {"roi_start": [3, 2], "roi_shape": [0, 2]},
    {"roi_start": [-1, 2], "roi_end": [5, 5], "out_of_bounds_policy": "pad"},
    {"roi_start": [-1, 2], "roi_end": [5, 99], "out_of_bounds_policy": "pad", "fill_value": 7.5},
    {"roi_start": [10, 20], "roi_end": [12, 22], "out_of_bounds_policy": "pad", "fill_value": -1},
    {"roi_start": [-1, 2], "roi_end": [5, 5], "out_of_bounds_policy": "trim_to_shape"},
    {"roi_start": [10, 20], "roi_end": [12, 22], "out_of_bounds_policy": "trim_to_shape"},
    {"roi_start": [-10, 1], "roi_end": [-5, 3], "out_of_bounds_policy": "trim_to_shape"},
    {"out_of_bounds_policy": "pad", "fill_value": 3},
    {"roi_axes": [0]},
]


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_windows(pair: list[str], window: dict[str, Any]) -> None:
    same(READER, files=pair, **window)


def test_random_windows(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    for k in range(25):
        shape = rng.integers(1, [40, 9, 30][: rng.integers(1, 4)])
        array = rng.integers(0, 255, shape).astype(np.uint8)
        order = "CF"[k % 2]
        name = save(tmp_path, f"{k}.npy", np.array(array, order=order))
        start = rng.integers(-3, shape)
        same(
            READER, files=[name], batch_size=1, roi_start=start.tolist(),
            roi_shape=rng.integers(0, shape + 3).tolist(), fill_value=9,
            out_of_bounds_policy=["pad", "trim_to_shape"][k // 2 % 2],
        )  # fmt: skip


@pytest.mark.parametrize("fill_value", [7.5, 2.5, 300, -3, float("nan")])
def test_fill_values(tmp_path: Path, fill_value: float) -> None:
    for dtype in ("u1", "i2", "f2", "f4"):
        if dtype == "i2" and fill_value != fill_value:
            continue
        name = save(tmp_path, f"{dtype}.npy", np.arange(6).astype(dtype))
        same(
            READER, files=[name], batch_size=1, roi_start=[-1], roi_shape=[9],
            out_of_bounds_policy="pad", fill_value=fill_value,
        )  # fmt: skip


def test_folders(tmp_path: Path) -> None:
    root = tmp_path / "r"
    root.mkdir()
    names = [
        "b.npy",
        "sub/c.npy",
        "!x/e.npy",
        ".hid/f.npy",
        "Z/g.npy",
        "A.npy",
        "q.NPY",
        ".h.npy",
        "sub/C.npy",
    ]
    for i, name in enumerate(names):
        save(root, name, np.full(2, i, np.int32))
    (root / "sub" / "deep").mkdir()
    save(root / "sub", "deep/d.npy", np.zeros(2, np.int32))
    for arguments in (
        {},
        {"file_filter": "*.NPY"},
        {"file_filter": "[a-c].npy"},
        {"num_shards": 3, "shard_id": 2},
    ):
        same(READER, file_root=str(root), batch_size=2, **arguments)


def test_lists(tmp_path: Path, pair: list[str]) -> None:
    lines = tmp_path / "list.txt"
    lines.write_text("a.npy\n\nb.npy\n" + pair[2])
    same(READER, file_list=str(lines))
    same(READER, file_list=str(lines), file_root=str(tmp_path))
    same(READER, files=["a.npy", "b.npy"], file_root=str(tmp_path))


@pytest.mark.parametrize(
    "arguments",
    [
        {"cache_header_information": True},
        {"register_buffers": False},
        {"dont_use_mmap": True},
        {"dont_use_mmap": True, "use_o_direct": True},
        {"dont_use_mmap": True, "use_o_direct": True, "roi_start": [1, 1], "roi_shape": [2, 2]},
    ],
    ids=str,
)
def test_ways_of_reading(pair: list[str], arguments: dict[str, Any]) -> None:
    same(READER, files=pair, **arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        {"roi_start": [1, 2], "roi_end": [5, 5]},
        {"roi_start": [-1, 2], "roi_end": [3, 5]},
        {"roi_start": [3, 2], "roi_end": [1, 5]},
        {"roi_start": [3, 2], "roi_shape": [-1, 2]},
        {"roi_start": [1, 1, 1]},
        {"roi_start": [1, 1], "rel_roi_start": [0.5, 0.5]},
        {"roi_end": [1, 1], "roi_shape": [1, 1]},
        {"roi_end": [1, 1], "rel_roi_shape": [0.5, 0.5]},
        {"roi_start": [1], "roi_axes": [2]},
        {"roi_start": [1, 1], "roi_axes": [1, -1]},
        {"roi_start": [1, 1], "out_of_bounds_policy": "foo"},
        {"file_list": "also.txt"},
    ],
    ids=str,
)
def test_refused(pair: list[str], arguments: dict[str, Any]) -> None:
    both_refuse(READER, files=pair, **arguments)


def test_refused_sources(tmp_path: Path) -> None:
    for arguments in ({}, {"files": []}, {"files": ["zz.npy"]}, {"file_root": str(tmp_path / "no")},
                      {"file_root": str(tmp_path)}):  # fmt: skip
        both_refuse(READER, **arguments)


def test_refused_files(tmp_path: Path, pair: list[str]) -> None:
    good = Path(pair[0]).read_bytes()
    broken = {
        "short": good[:-5], "header": good[:20], "empty": b"",
        "negative": good.replace(b"(4,", b"(-4,"),
        "huge": good.replace(b"(4, 6), }          ", b"(99999999999, 99999999999), }"),
    }  # fmt: skip
    for name, data in broken.items():
        path = tmp_path / f"{name}.npy"
        path.write_bytes(data)
        assert name in str(both_refuse(READER, files=[str(path)]))
    for dtype in ("g", "F", "S3", "U2", "M8[s]"):
        name = save(tmp_path, "t.npy", np.zeros(3, dtype))
        both_refuse(READER, files=[name])
    for other in (A.astype("i4"), A[0]):
        both_refuse(READER, files=[pair[0], save(tmp_path, "o.npy", other)], batch_size=2)


def test_differences(tmp_path: Path) -> None:
    listed = {"readers.Numpy.formats", "readers.Numpy.types", "readers.Numpy.fill_bool"}
    assert listed | {"decoders.numpy.fortran", "decoders.numpy.size"} <= set(DIFFERENCES)
    name = save(tmp_path, "big.npy", A.astype(">f4"))
    with pytest.raises(RuntimeError):
        read(dali, READER, files=[name])
    assert read(ours, READER, files=[name])[0]["values"] == [A.tobytes()]
    other = save(tmp_path, "other.npy", A.astype(np.int32))
    assert len(read(dali, READER, files=[save(tmp_path, "a.npy", A), other], batch_size=1)) == 2
    flags = save(tmp_path, "flags.npy", np.array([True]))
    pad = {"roi_shape": [2], "out_of_bounds_policy": "pad", "fill_value": 0.3}
    assert read(dali, READER, files=[flags], **pad)[0]["values"] == [b"\1\0"]
    assert read(ours, READER, files=[flags], **pad)[0]["values"] == [b"\1\1"]
    longer = np.append(encoded(A), np.uint8(0))
    only_ours("ndd.decoders.numpy(x)", longer, A)
    only_ours("ndd.decoders.numpy(x)", encoded(np.asfortranarray(A)), A)


def only_ours(call: str, data: np.ndarray, wanted: np.ndarray) -> None:
    """DALI refuses what we take."""
    with pytest.raises(RuntimeError):
        run(dali, call, x=tensor(data))
    np.testing.assert_array_equal(run(ours, call, x=tensor(data))[0]["samples"][0], wanted)


# ---- decoders.numpy -----------------------------------------------------------------------------


def encoded(array: Any) -> np.ndarray:
    file = io.BytesIO()
    np.save(file, array)
    return np.frombuffer(file.getvalue(), np.uint8)


def test_decoder() -> None:
    call = "ndd.decoders.numpy(x)"
    agree(call, x=batch(encoded(A + 0.7), encoded(A[:1])))
    agree(call, x=tensor(encoded(A[:, ::2])))  # DALI's operators remember the type: always one here
    for dtype in ("int32", "uint8", "float16", "float64"):
        agree(
            f"ndd.decoders.numpy(x, dtype=ndd.{dtype})", x=batch(encoded(A - 3.3), encoded(A * 20))
        )
    agree("ndd.decoders.numpy(x, dtype=ndd.float32)", x=batch(encoded(A), encoded(A.astype("i4"))))


def test_decoder_refuses() -> None:
    call = "ndd.decoders.numpy(x)"
    good = encoded(A)
    for bad in (np.zeros(50, np.uint8), good[:-3], good[:0]):
        both_fail(call, x=tensor(bad))
    both_fail(call, x=batch(good, encoded(A.astype("i4"))))
    both_fail(call, x=batch(good, encoded(A[0])))
