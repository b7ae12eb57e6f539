"""decoders.image and random_resized_crop: pixels and windows as DALI makes them."""

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

from .both import dali, ours
from .differences import DIFFERENCES

DATA = Path(os.environ.get("HEADRACE_TEST_DATA", "/nonexistent"))
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="HEADRACE_TEST_DATA is not set")
TURNED = sorted((DATA / "formats").glob("*.jpg"))
PHOTOS = sorted((DATA / "photos").glob("*.jpg"))[:12]


def jpeg(path: Path) -> np.ndarray:
    return np.frombuffer(path.read_bytes(), np.uint8)


def decode(ndd: Any, data: np.ndarray, **arguments: Any) -> np.ndarray:
    if "dtype" in arguments:
        arguments["dtype"] = getattr(ndd, arguments["dtype"])
    if ndd is dali and "output_type" in arguments:
        arguments["output_type"] = types.DALIImageType(arguments["output_type"])
    with ndd.EvalMode.sync_full:
        return np.array(ndd.decoders.image(ndd.tensor(data), **arguments))


def same(path: Path, **arguments: Any) -> None:
    a, b = decode(dali, jpeg(path), **arguments), decode(ours, jpeg(path), **arguments)
    assert b.dtype == a.dtype
    np.testing.assert_array_equal(b, a, err_msg=f"{path.name} {arguments}")


@needs_data
@pytest.mark.parametrize("path", [*TURNED, *PHOTOS], ids=lambda p: p.stem)
def test_pixels(path: Path) -> None:
    same(path)


@needs_data
@pytest.mark.parametrize("path", TURNED, ids=lambda p: p.stem)
def test_orientation(path: Path) -> None:
    same(path, adjust_orientation=False)


@needs_data
@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint16", "int16", "float32"])
def test_types(dtype: str) -> None:
    same(PHOTOS[0], dtype=dtype)
    same(TURNED[-1], dtype=dtype)


@needs_data
@pytest.mark.parametrize("name", ["RGB", "BGR", "GRAY", "YCbCr", "ANY_DATA"])
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_output_types(name: str, dtype: str) -> None:
    number = int(getattr(types, name))
    a, b = (decode(ndd, jpeg(PHOTOS[1]), output_type=number, dtype=dtype) for ndd in (dali, ours))
    assert b.shape == a.shape and b.dtype == a.dtype
    off = 1e-6 if (name, dtype) == ("YCbCr", "float32") else 0.0
    np.testing.assert_allclose(b.astype(np.float64), a.astype(np.float64), rtol=0, atol=off)


@pytest.mark.parametrize("mode", ["L", "CMYK", "RGB"])
@pytest.mark.parametrize("name", ["RGB", "BGR", "GRAY", "YCbCr"])
def test_colour_models(mode: str, name: str) -> None:
    pixels = np.random.default_rng(0).integers(0, 255, (33, 47, 3), dtype=np.uint8)
    file = io.BytesIO()
    Image.fromarray(pixels).convert(mode).save(file, "JPEG", quality=90)
    data = np.frombuffer(file.getvalue(), np.uint8)
    a, b = (decode(ndd, data, output_type=int(getattr(types, name))) for ndd in (dali, ours))
    np.testing.assert_array_equal(b, a)
    if mode == "L":  # this would kill DALI
        assert "decoders.image.grey_any" in DIFFERENCES
        assert decode(ours, data, output_type=int(types.ANY_DATA)).shape == (33, 47, 1)


@needs_data
@pytest.mark.parametrize("argument", ["use_fast_idct", "jpeg_fancy_upsampling"])
@pytest.mark.parametrize("on", [True, False])
def test_quality(argument: str, on: bool) -> None:
    same(PHOTOS[2], **{argument: on})


@needs_data
def test_batch_of_files() -> None:
    for ndd in (dali, ours):
        y = ndd.decoders.image(ndd.batch([jpeg(p) for p in PHOTOS[:3]]))
        assert (y.layout, y.ndim, y.dtype.name) == ("HWC", 3, "u8")
        assert [tuple(s) for s in y.shape] == [decode(dali, jpeg(p)).shape for p in PHOTOS[:3]]


@pytest.mark.parametrize("data", [b"", b"not a picture at all", b"\xff\xd8\xff\xe0 nonsense"])
def test_bad_data(data: bytes) -> None:
    with pytest.raises(Exception):  # noqa: B017
        decode(dali, np.frombuffer(data, np.uint8))
    with pytest.raises((ValueError, RuntimeError)):
        decode(ours, np.frombuffer(data, np.uint8))


@needs_data
def test_wide_integers_are_exact() -> None:
    assert "decoders.image.wide_integers" in DIFFERENCES
    base = decode(ours, jpeg(PHOTOS[0])).astype(np.float64)
    for dtype in ("int32", "uint32"):
        top = float(np.iinfo(dtype).max)
        mine, theirs = (
            decode(ndd, jpeg(PHOTOS[0]), dtype=dtype).astype(np.float64) for ndd in (ours, dali)
        )
        np.testing.assert_array_equal(mine, np.floor(base * (top / 255) + 0.5))
        np.testing.assert_allclose(theirs, mine, rtol=1e-6)


# ---- random_resized_crop ----------------------------------------------------------------------

H, W, OUT = 60, 90, 16
RAMPS = np.stack(np.meshgrid(np.arange(H), np.arange(W), indexing="ij"), -1).astype(np.float32)


def windows(ndd: Any, n: int, seed: int, **arguments: Any) -> np.ndarray:
    """(y, x, height, width) of n windows, read off a picture of its own coordinates."""
    x = ndd.batch([RAMPS] * n, layout="HWC")
    with ndd.EvalMode.sync_full:
        y = ndd.random_resized_crop(
            x, size=[OUT, OUT], antialias=False, rng=ndd.random.RNG(seed), **arguments
        )
        y = [np.array(s) for s in y.tensors]
    found = []
    for s in y:
        rows, cols = s[:, OUT // 2, 0], s[OUT // 2, :, 1]
        size = [float(v[10] - v[5]) / 5 * OUT for v in (rows, cols)]
        start = [float(v[5]) + 0.5 - 5.5 * n / OUT for v, n in zip((rows, cols), size)]
        found.append([*start, *size])
    return np.array(found)


def test_windows_are_whole_pixels() -> None:
    for ndd in (dali, ours):
        w = windows(ndd, 50, 3)
        np.testing.assert_allclose(w, np.round(w), atol=1e-3)
        w = np.round(w)
        assert (
            (w[:, :2] >= 0).all()
            and (w[:, 0] + w[:, 2] <= H).all()
            and (w[:, 1] + w[:, 3] <= W).all()
        )


def distance(a: np.ndarray, b: np.ndarray) -> float:
    """Kolmogorov and Smirnov's: the largest gap between two empirical distributions."""
    points = np.concatenate([a, b])
    return max(abs((a <= p).mean() - (b <= p).mean()) for p in points)


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"random_area": [0.3, 0.6]},
        {"random_aspect_ratio": [2.0, 3.0]},
        {"random_area": [0.9, 1.0], "random_aspect_ratio": [0.4, 0.5], "num_attempts": 2},
    ],
    ids=["default", "area", "ratio", "no fit"],
)
def test_distribution(arguments: dict[str, Any]) -> None:
    """Area, ratio and position are distributed as DALI's: 400 windows each."""
    a, b = windows(dali, 400, 1, **arguments), windows(ours, 400, 2, **arguments)
    limit = 1.63 * np.sqrt(2 / 400)  # one false alarm in a hundred; the seeds are fixed
    for name, f in {
        "area": lambda w: w[:, 2] * w[:, 3],
        "ratio": lambda w: w[:, 3] / w[:, 2],
        "y": lambda w: w[:, 0],
        "x": lambda w: w[:, 1],
    }.items():
        assert distance(np.round(f(a), 2), np.round(f(b), 2)) < limit, name
    low, high = arguments.get("random_aspect_ratio", (0.75, 1.333333))
    assert (b[:, 3] / b[:, 2] >= low * 0.9).all() and (b[:, 3] / b[:, 2] <= high * 1.1).all()


FILTERS = ["NN", "LINEAR", "CUBIC", "LANCZOS3", "TRIANGULAR", "GAUSSIAN"]


@pytest.mark.parametrize("filter", FILTERS)
@pytest.mark.parametrize("antialias", [True, False])
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_resampling(filter: str, antialias: bool, dtype: str) -> None:
    """The window we draw, resized by DALI's resize from that region, gives the same pixels."""
    rng = np.random.default_rng(5)
    picture = rng.integers(0, 256, (H, W, 3)).astype(dtype)
    kind = getattr(types, f"INTERP_{filter}")
    for seed in range(6):
        size = [int(v) for v in rng.integers(5, 80, 2)]
        y, x, h, w = np.round(windows(ours, 1, seed)[0])
        with ours.EvalMode.sync_full:
            mine = np.array(
                ours.random_resized_crop(
                    ours.tensor(picture, layout="HWC"),
                    size=size,
                    interp_type=int(kind),
                    antialias=antialias,
                    rng=ours.random.RNG(seed),
                )
            )
        with dali.EvalMode.sync_full:
            theirs = np.array(
                dali.resize(
                    dali.tensor(picture, layout="HWC"),
                    size=[float(s) for s in size],
                    interp_type=kind,
                    antialias=antialias,
                    roi_start=dali.tensor(np.array([y, x], np.float32)),
                    roi_end=dali.tensor(np.array([y + h, x + w], np.float32)),
                )
            )
        off = 1 if dtype == "uint8" else 1e-5 * 256
        wrong = np.abs(mine.astype(np.float64) - theirs.astype(np.float64))
        assert wrong.max() <= off, (seed, size, wrong.max())
        assert (wrong > 0.5).mean() < 5e-3  # a rounding tie here and there


def test_filters_per_sample() -> None:
    picture = np.random.default_rng(0).integers(0, 256, (H, W, 3)).astype(np.uint8)
    kinds = [int(getattr(types, f"INTERP_{f}")) for f in FILTERS]
    many = ours.random_resized_crop(
        ours.batch([picture] * len(kinds), layout="HWC"),
        size=[20, 150],
        rng=ours.random.RNG(4),
        min_filter=ours.batch(kinds),
        mag_filter=ours.batch(kinds[::-1]),
    )
    for i, (low, high) in enumerate(zip(kinds, kinds[::-1])):
        one = ours.random_resized_crop(
            ours.batch([picture] * len(kinds), layout="HWC"),
            size=[20, 150],
            rng=ours.random.RNG(4),
            min_filter=low,
            mag_filter=high,
        )
        np.testing.assert_array_equal(np.asarray(many.select(i)), np.asarray(one.select(i)))
