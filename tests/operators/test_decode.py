"""decoders.image: Pillow's pixels, region decode behind crops, errors that name the sample."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image

import headrace.dynamic as ndd
from headrace import Error, _native

from .pictures import SIZES, jpegs


def pillow(data: np.ndarray) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data.tobytes())).convert("RGB"))


def test_pixels_are_close_to_pillows() -> None:
    got = ndd.decoders.image(ndd.batch(jpegs()))
    assert (got.layout, got.dtype, got.ndim) == ("HWC", ndd.uint8, 3)
    for data, x in zip(jpegs(), got.tensors):
        want = pillow(data).astype(int)
        assert x.shape == want.shape
        assert (
            np.abs(np.asarray(x).astype(int) - want).max() <= 3
        )  # another build of the same library


@pytest.mark.parametrize(
    ("dtype", "top"),
    [
        ("uint16", 65535),
        ("int16", 32767),
        ("float32", 1),
        ("int8", 127),
        ("float16", 1),
        ("float64", 1),
        ("int32", 2**31 - 1),
    ],
)
def test_other_types_use_their_range(dtype: str, top: float) -> None:
    base = np.asarray(ndd.decoders.image(jpegs()[0])).astype(np.float64)
    got = np.asarray(ndd.decoders.image(jpegs()[0], dtype=getattr(ndd, dtype)))
    assert got.dtype == dtype
    slack = 0.5 if "int" in dtype else 1e-3
    assert (
        np.abs(got.astype(np.float64) - base / 255 * top).max()
        <= slack * max(top / 2**31, 1.0) + 1e-9
    )


def test_output_types() -> None:
    rgb = np.asarray(ndd.decoders.image(jpegs()[0]))
    np.testing.assert_array_equal(
        np.asarray(ndd.decoders.image(jpegs()[0], output_type="BGR")), rgb[..., ::-1]
    )
    assert ndd.decoders.image(jpegs()[0], output_type="GRAY").shape == (*SIZES[0], 1)
    with pytest.raises((ValueError, TypeError), match="output_type"):
        ndd.decoders.image(jpegs()[0], output_type="CMY")


# Everything that cuts: the call, and what it needs to know of the picture's size.
CUTS: dict[str, Callable[[Any], Any]] = {
    "crop centre": lambda x: ndd.crop(x, crop=[5, 3], out_of_bounds_policy="trim_to_shape"),
    "crop corner": lambda x: ndd.crop(
        x, crop=[5, 3], crop_pos_x=1.0, crop_pos_y=1.0, out_of_bounds_policy="trim_to_shape"
    ),
    "crop origin": lambda x: ndd.crop(x, crop=[1, 1], crop_pos_x=0.0, crop_pos_y=0.0),
    "crop padded": lambda x: ndd.crop(
        x, crop=[50, 90], out_of_bounds_policy="pad", fill_values=[1, 2, 3]
    ),
    "crop typed": lambda x: ndd.crop(x, crop_h=1, crop_w=1, dtype=ndd.float32),
    **{
        f"crop {p}": lambda x, p=p: ndd.crop(x, crop=[90, 20], out_of_bounds_policy=p)
        for p in ("edge", "reflect_101", "reflect_1001", "wrap")
    },
    "slice": lambda x: ndd.slice(x, rel_start=[0.3, 0.6], rel_end=[0.7, 1.0]),
    "slice beside": lambda x: ndd.slice(
        x, start=[-9, 200], shape=[5, 5], out_of_bounds_policy="pad"
    ),
    "slice edge": lambda x: ndd.slice(
        x, start=[-9, 200], shape=[5, 5], out_of_bounds_policy="edge"
    ),
    "slice none": lambda x: ndd.slice(x, start=[0, 0], shape=[0, 1]),
    "slice channel": lambda x: ndd.slice(x, start=[1], shape=[1], axes=[2]),
    "slice row": lambda x: ndd.slice(
        x, start=[-1], shape=[1], axes=[0], out_of_bounds_policy="wrap"
    ),
    "normalize": lambda x: ndd.crop_mirror_normalize(x, crop=[1, 1], mean=5.0, std=3.0, mirror=1),
    "normalize padded": lambda x: ndd.crop_mirror_normalize(
        x, crop=[50, 90], mean=5.0, out_of_bounds_policy="pad"
    ),
    "random": lambda x: ndd.random_resized_crop(x, size=[11, 13], rng=ndd.random.RNG(3)),
    "random small": lambda x: ndd.random_resized_crop(
        x, size=[40, 30], rng=ndd.random.RNG(4), random_area=[0.01, 0.05], interp_type="lanczos3"
    ),
    "subscript": lambda x: x.slice[::-2, -1:, 1],
}


@pytest.mark.parametrize("name", CUTS)
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_region_decode_is_exact(name: str, dtype: str, unfused: Callable[[], Any]) -> None:
    """Only a part is decoded, and its pixels are those of the whole."""
    cut = CUTS[name]

    def result() -> list[np.ndarray]:
        with ndd.EvalMode.deferred:
            y = cut(ndd.decoders.image(ndd.batch(jpegs()), dtype=getattr(ndd, dtype)))
        return [np.array(t) for t in y.tensors]

    together = result()
    with unfused():
        apart = result()
    kept = ndd.decoders.image(ndd.batch(jpegs()), dtype=getattr(ndd, dtype)).evaluate()
    for a, b, c in zip(together, apart, cut(kept).tensors, strict=True):
        np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(a, np.asarray(c))


def test_every_window_of_a_picture() -> None:
    """Regions that start and end anywhere in a block of the code."""
    whole = np.asarray(ndd.decoders.image(jpegs()[0]))
    h, w = whole.shape[:2]
    starts = [(y, x) for y in (0, 1, 7, 8, 15, 16, 17, h - 1) for x in (0, 1, 7, 8, 15, 16, w - 1)]
    shapes = [
        (min(s, h - y), min(s, w - x)) for (y, x), s in zip(starts, [1, 2, 3, 5, 8, 9, 16, 17] * 7)
    ]
    parts = ndd.slice(
        ndd.decoders.image(ndd.batch([jpegs()[0]] * len(starts))),
        start=ndd.batch(starts),
        shape=ndd.batch(shapes),
        axis_names="HW",
    )
    for (y, x), (a, b), part in zip(starts, shapes, parts.tensors, strict=True):
        np.testing.assert_array_equal(np.asarray(part), whole[y : y + a, x : x + b])


def test_errors_name_the_sample() -> None:
    files = [jpegs()[0], np.frombuffer(b"GIF89a not decoded here", np.uint8), jpegs()[1]]
    with pytest.raises(Error, match=r"(?s)decoders\.image.*sample 1"):
        ndd.decoders.image(ndd.batch(files)).evaluate()
    with pytest.raises(Error, match="no known format"):
        ndd.decoders.image(np.arange(40, dtype=np.uint8)).evaluate()
    with pytest.raises(Error, match="empty"):
        ndd.decoders.image(np.zeros(0, np.uint8)).evaluate()
    with pytest.raises(Error, match="1-D uint8"):
        ndd.decoders.image(np.zeros(9, np.float32))
    with pytest.raises(Error):
        ndd.decoders.image(jpegs()[0][:30]).evaluate()


def test_shape_needs_no_decoding() -> None:
    before = _native.memory()
    y = ndd.decoders.image(ndd.batch(jpegs()))
    assert [s[:2] for s in y.shape] == SIZES
    assert before is not None
