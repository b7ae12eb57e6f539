"""Decoders of windows, peek_image_shape, io.file.read and imread, as DALI has them."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("nvidia.dali")

from nvidia.dali import types

from .both import agree, batch, both_fail, dali, ours, run, tensor
from .differences import DIFFERENCES
from .test_decode import distance

DATA = Path(os.environ.get("HEADRACE_TEST_DATA", "/nonexistent"))
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="HEADRACE_TEST_DATA is not set")
PHOTOS = sorted((DATA / "photos").glob("*.jpg"))[:6]
TURNED = sorted((DATA / "formats").glob("*.jpg"))


def jpeg(height: int, width: int, **options: Any) -> np.ndarray:
    y, x = np.mgrid[:height, :width]
    noise = np.random.default_rng(height).integers(0, 60, (height, width))
    pixels = np.stack([y * 3 + noise, x * 2, x + y], -1).clip(0, 255).astype(np.uint8)
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=85, **options)
    return np.frombuffer(file.getvalue(), np.uint8)


SMALL = batch(jpeg(64, 48), jpeg(47, 61, subsampling=0), jpeg(50, 100, progressive=True))
ONE = tensor(jpeg(64, 48))


def contents(path: Path) -> np.ndarray:
    return np.frombuffer(path.read_bytes(), np.uint8)


# ---- windows ---------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [
    "", "crop=[20, 10]", "crop=[20., 10.], crop_pos_x=0.3, crop_pos_y=1.", "crop=[0, 5]",
    "crop=[-3, 5]", "crop_h=11., crop_w=9.9", "crop_h=11., crop_w=0.", "crop=[1, 30, 20]",
    "crop_d=3., crop_h=4., crop_w=5.", "crop=[13, 13], crop_pos_x=0.77, crop_pos_y=0.1",
    'crop=[13, 13], crop_pos_x=0.77, crop_pos_y=0.1, rounding="truncate"',
    "crop=[12, 13], crop_pos_x=0.5, crop_pos_z=0.9", "crop=b([5, 6], [7, 8], [9, 10])",
    "crop=[9, 9], crop_pos_x=b(0.1, 0.5, 0.9)", "crop=[9, 9], dtype=ndd.float32",
    "crop=[9, 9], dtype=ndd.uint16", "crop=[40, 40], use_fast_idct=True",
])  # fmt: skip
def test_crop(arguments: str) -> None:
    agree(f"ndd.decoders.image_crop(x, {arguments})", x=SMALL)


@pytest.mark.parametrize("arguments", [
    "start=[3, 4], end=[20, 21]", "start=[3, 4], shape=[17, 2]", "end=[30, 40]", "start=[30, 40]",
    "rel_start=[0.1, 0.2], rel_end=[0.9, 0.81]", "rel_start=[0.11, 0.33], rel_shape=[0.4, 0.39]",
    "start=[2], shape=[5], axes=[0]", "start=[2], shape=[5], axes=[-1]",
    'start=[2, 1], shape=[5, 9], axis_names="HW"', 'rel_start=[0.3], axis_names="W"',
    "start=[3, 4], rel_shape=[0.5, 0.5]", "rel_start=[0.1, 0.1], shape=[5, 6]",
    "start=b([1, 2], [3, 4], [5, 6]), shape=[7, 8]", "start=[1, 2], end=[9, 9], dtype=ndd.float32",
])  # fmt: skip
def test_slice(arguments: str) -> None:
    agree(f"ndd.decoders.image_slice(x, {arguments})", x=SMALL)


@pytest.mark.parametrize("arguments", [
    "t(np.float32([0.1, 0.25])), t(np.float32([0.5, 0.6]))",
    "t(np.int32([3, 4])), t(np.int32([10, 11]))",
    "t(np.float32([3, 4])), t(np.float32([10, 11])), "
    "normalized_anchor=False, normalized_shape=False",
    "b(*np.float32([[0, 0], [0.1, 0.2], [0.5, 0.5]])), t(np.float32([0.5, 0.45]))",
    't(np.float32([0.1])), t(np.float32([0.5])), axis_names="H"',
])  # fmt: skip
def test_slice_with_inputs(arguments: str) -> None:
    agree(f"ndd.decoders.image_slice(x, {arguments})", x=SMALL)


@pytest.mark.parametrize("call", [
    "ndd.decoders.image_crop(x, crop=[65, 10])", "ndd.decoders.image_crop(x, crop=[5.])",
    "ndd.decoders.image_crop(x, crop=[5, 5], crop_pos_x=1.5)",
    "ndd.decoders.image_crop(x, crop=[5, 5], crop_h=4.)",
    'ndd.decoders.image_crop(x, crop=[5, 5], rounding="up")',
    "ndd.decoders.image_slice(x)", "ndd.decoders.image_slice(x, start=[-1, 0], shape=[5, 5])",
    "ndd.decoders.image_slice(x, start=[9, 9], end=[3, 3])",
    "ndd.decoders.image_slice(x, start=[0], shape=[2], axes=[2])",
    'ndd.decoders.image_slice(x, start=[0], shape=[2], axis_names="C")',
    "ndd.decoders.image_slice(x, start=[0, 0], rel_start=[0.1, 0.1], shape=[5, 5])",
    "ndd.decoders.image_slice(x, t(np.float32([0.1, 0.1])))",
    "ndd.decoders.image_slice(x, t(np.float32([0.6, 0.1])), t(np.float32([0.5, 0.5])))",
    "ndd.decoders.image_random_crop(x, random_area=[1., 0.5])",
    "ndd.peek_image_shape(x, dtype=ndd.uint8)", "ndd.peek_image_shape(x, dtype=ndd.float16)",
])  # fmt: skip
def test_refused(call: str) -> None:
    both_fail(call, x=ONE)


@pytest.mark.parametrize(
    ("what", "call", "shape"),
    [
        ("crop.one_size", "image_crop(x, crop_h=11.)", (11, 48, 3)),
        ("slice.empty", "image_slice(x, start=[1, 1], shape=[0, 5])", (5, 0, 3)),
    ],
)
def test_windows_that_dali_refuses(what: str, call: str, shape: tuple[int, ...]) -> None:
    assert f"decoders.image_{what}" in DIFFERENCES
    with pytest.raises(RuntimeError):
        run(dali, f"ndd.decoders.{call}", x=ONE)
    assert run(ours, f"ndd.decoders.{call}", x=ONE)[0]["shape"] == [shape]


@pytest.mark.parametrize("arguments", ["num_attempts=0", "random_area=[0., 0.]"])
def test_windows_that_we_refuse(arguments: str) -> None:
    assert "decoders.image_random_crop.ranges" in DIFFERENCES
    run(dali, f"ndd.decoders.image_random_crop(x, {arguments})", x=ONE)
    with pytest.raises(ValueError, match="num_attempts|random_area"):
        run(ours, f"ndd.decoders.image_random_crop(x, {arguments})", x=ONE)


@needs_data
@pytest.mark.parametrize("path", [*PHOTOS[:3], *TURNED], ids=lambda p: p.stem)
def test_photos(path: Path) -> None:
    x = tensor(contents(path))
    agree("ndd.decoders.image_crop(x, crop=[123, 217], crop_pos_x=0.9, crop_pos_y=0.13)", x=x)
    agree("ndd.decoders.image_slice(x, rel_start=[0.21, 0.33], rel_shape=[0.4, 0.5])", x=x)
    agree(
        "ndd.decoders.image_slice(x, start=[5, 6], shape=[31, 33], adjust_orientation=False)", x=x
    )


@pytest.mark.parametrize("name", ["RGB", "BGR", "GRAY", "YCbCr", "ANY_DATA"])
def test_output_types(name: str) -> None:
    number = int(getattr(types, name))
    results = []
    for ndd in (dali, ours):
        kind = types.DALIImageType(number) if ndd is dali else number
        with ndd.EvalMode.sync_full:
            x = ndd.decoders.image_crop(ONE.make(ndd), crop=[20, 30], output_type=kind)
            results.append(np.array(x))
    np.testing.assert_array_equal(results[1], results[0])


# ---- random windows --------------------------------------------------------------------------


def sizes(ndd: Any, seed: int, n: int = 400, **arguments: Any) -> np.ndarray:
    data = ndd.batch([jpeg(60, 90)] * n)
    with ndd.EvalMode.sync_full:
        y = ndd.decoders.image_random_crop(data, rng=ndd.random.RNG(seed), **arguments)
        return np.array([tuple(s)[:2] for s in y.shape])


@pytest.mark.parametrize("arguments", [
    {}, {"random_area": [0.3, 0.6]}, {"random_aspect_ratio": [2.0, 3.0]},
    {"random_area": [0.9, 1.0], "random_aspect_ratio": [0.4, 0.5], "num_attempts": 2},
    {"random_area": [1.5, 2.0]},
], ids=["default", "area", "ratio", "no fit", "too large"])  # fmt: skip
def test_random_windows_are_distributed_alike(arguments: dict[str, Any]) -> None:
    a, b = sizes(dali, 1, **arguments), sizes(ours, 2, **arguments)
    limit = 1.63 * np.sqrt(2 / len(a))  # one false alarm in a hundred; the seeds are fixed
    assert distance(a[:, 0] * a[:, 1], b[:, 0] * b[:, 1]) < limit
    ratios = [np.round(s[:, 1] / s[:, 0], 2) for s in (a, b)]
    assert distance(*ratios) < limit


# ---- peek_image_shape, io.file.read, imread --------------------------------------------------


@pytest.mark.parametrize("arguments", [
    "", *(f"dtype=ndd.{t}" for t in ("int32", "uint32", "int64", "uint64", "float32", "float64")),
])  # fmt: skip
def test_peek(arguments: str) -> None:
    agree(f"ndd.peek_image_shape(x, {arguments})", x=SMALL)
    agree(f"ndd.peek_image_shape(x, {arguments})", x=ONE)


@needs_data
@pytest.mark.parametrize("path", [*PHOTOS[:2], *TURNED], ids=lambda p: p.stem)
@pytest.mark.parametrize("adjust", ["True", "False"])
def test_peek_turned(path: Path, adjust: str) -> None:
    agree(f"ndd.peek_image_shape(x, adjust_orientation={adjust})", x=tensor(contents(path)))


@pytest.mark.parametrize("name", ["RGB", "GRAY", "YCbCr"])
def test_peek_channels(name: str) -> None:
    number = int(getattr(types, name))
    results = []
    for ndd in (dali, ours):
        kind = types.DALIImageType(number) if ndd is dali else number
        results.append(np.array(ndd.peek_image_shape(ONE.make(ndd), image_type=kind)))
    np.testing.assert_array_equal(results[1], results[0])


def test_read(tmp_path: Path) -> None:
    names = []
    for name, text in {"a": b"abc", "ä b": b"defgh" * 5000}.items():
        (tmp_path / name).write_bytes(text)
        names.append(np.frombuffer(os.fsencode(tmp_path / name), np.uint8))
    agree("ndd.io.file.read(x)", x=batch(*names))
    agree("ndd.io.file.read(x)", x=tensor(names[0]))
    agree("ndd.io.file.read(x)", x=tensor(names[0].view(np.int8)))
    agree("ndd.io.file.read(x, dont_use_mmap=True)", x=batch(*names))
    agree("ndd.io.file.read(x, use_o_direct=True)", x=batch(*names))
    zeros = np.append(names[0], np.zeros(2, np.uint8))
    agree("ndd.io.file.read(x)", x=tensor(zeros))
    agree("ndd.io.file.read(x)", x=tensor(np.append(np.frombuffer(b"file://", np.uint8), names[0])))


@pytest.mark.parametrize("name", ["/nonexistent", "/tmp", ""])
def test_read_refuses(name: str) -> None:
    x = np.frombuffer(name.encode(), np.uint8)
    for ndd in (dali, ours):
        with pytest.raises((RuntimeError, OSError)), ndd.EvalMode.sync_full:
            ndd.io.file.read(ndd.tensor(x)).evaluate()


def test_names_and_files_that_dali_refuses(tmp_path: Path) -> None:
    assert {"io.file.read.names", "io.file.read.empty", "imread.contents"} <= set(DIFFERENCES)
    empty, full = tmp_path / "empty", tmp_path / "full.jpg"
    empty.write_bytes(b"")
    full.write_bytes(ONE.arrays[0].tobytes())
    name = np.frombuffer(os.fsencode(empty), np.uint8)
    for call in (
        lambda ndd: ndd.io.file.read(ndd.tensor(name)),
        lambda ndd: ndd.io.file.read(str(full)),
        lambda ndd: ndd.io.file.read([full, full]),
        lambda ndd: ndd.imread(full.read_bytes()),
    ):
        with pytest.raises((RuntimeError, ValueError, TypeError)):
            call(dali).evaluate()
        call(ours).evaluate()


def test_imread(tmp_path: Path) -> None:
    paths = []
    for i, data in enumerate(SMALL.arrays):
        paths.append(tmp_path / f"{i}.jpg")
        paths[-1].write_bytes(data.tobytes())
    for given in (paths[0], str(paths[0]), paths, tuple(map(str, paths))):
        a, b = (ndd.imread(given) for ndd in (dali, ours))
        assert type(b).__name__ == type(a).__name__ and b.layout == a.layout
        several = [(x.tensors if isinstance(given, (list, tuple)) else [x]) for x in (a, b)]
        for x, y in zip(*several, strict=True):
            np.testing.assert_array_equal(np.array(y), np.array(x))
    a, b = (np.array(ndd.imread(paths[0], dtype=ndd.float32)) for ndd in (dali, ours))
    np.testing.assert_array_equal(b, a)
    for ndd in (dali, ours):
        with pytest.raises((RuntimeError, OSError)):
            ndd.imread(tmp_path / "none").evaluate()
        with pytest.raises(ValueError):  # theirs says little
            ndd.imread([])
