"""equalize and clahe against DALI: exact."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import agree, batch, both_fail, dali, ours, run, tensor
from .differences import DIFFERENCES

RNG = np.random.default_rng(0)


def image(*shape: int) -> np.ndarray:
    """Values around some level: with few of them histograms are uneven."""
    level, spread = RNG.uniform(0, 255), RNG.uniform(1, 60)
    return np.clip(RNG.normal(level, spread, shape), 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def photos() -> list[np.ndarray]:
    root = os.environ.get("HEADRACE_TEST_DATA")
    files = sorted(Path(root, "photos").glob("*.jpg"))[:6] if root else []
    if not files:
        pytest.skip("no photos (HEADRACE_TEST_DATA)")
    encoded = [np.frombuffer(f.read_bytes(), np.uint8) for f in files]
    return [np.asarray(ours.decoders.image(ours.tensor(e))) for e in encoded]


def test_equalize() -> None:
    for _ in range(30):
        shape = (*RNG.integers(1, 60, 2), RNG.integers(1, 6))
        agree("ndd.equalize(x)", x=tensor(image(*shape), "HWC"))
    agree("ndd.equalize(x)", x=batch(image(5, 6, 3), image(1, 1, 3), image(70, 100, 3)))
    agree("ndd.equalize(x)", x=tensor(np.full((5, 6, 3), 77, np.uint8)))


def test_equalize_layouts() -> None:
    for layout, shape in (("HW", (9, 8)), ("CHW", (3, 9, 8)), ("FHW", (2, 9, 8)),
                          ("FHWC", (2, 9, 8, 3)), ("FCHW", (2, 3, 9, 8)), (None, (9, 8)),
                          (None, (9, 8, 3)), (None, (2, 9, 8, 3))):  # fmt: skip
        agree("ndd.equalize(x)", x=tensor(image(*shape), layout))
    both_fail("ndd.equalize(x)", x=tensor(image(2, 9, 8, 3), "DHWC"))
    for dtype in ("int8", "uint16", "float32", "bool"):
        both_fail("ndd.equalize(x)", x=tensor(np.ones((3, 4, 3), dtype), "HWC"))


def test_clahe_of_one_channel() -> None:
    for _ in range(40):
        shape = (*RNG.integers(1, 100, 2), 1)
        tiles_x, tiles_y = RNG.integers(1, 12, 2)
        clip = RNG.choice([-1.0, 0.0, 0.5, 2.0, 4.0, 40.0])
        agree(
            f"ndd.clahe(x, tiles_x={tiles_x}, tiles_y={tiles_y}, clip_limit={clip})",
            x=tensor(image(*shape), "HWC"),
        )


@pytest.mark.parametrize("luma", [True, False])
def test_clahe_of_colours(luma: bool) -> None:
    for _ in range(10):
        x = RNG.integers(0, 256, (*RNG.integers(1, 80, 2), 3)).astype(np.uint8)
        agree(
            f"ndd.clahe(x, tiles_x=4, tiles_y=3, clip_limit=2.5, luma_only={luma})",
            x=tensor(x, "HWC"),
        )


def test_clahe_arguments() -> None:
    x = tensor(image(40, 50, 3))
    for bins in (64, 256, 1000):
        agree(f"ndd.clahe(x, tiles_x=8, tiles_y=8, clip_limit=2.0, bins={bins})", x=x)
    both_fail("ndd.clahe(x, tiles_x=8, tiles_y=8, clip_limit=2.0)", x=tensor(image(9, 9, 2)))
    both_fail("ndd.clahe(x, tiles_x=8, tiles_y=8, clip_limit=2.0)", x=tensor(image(3, 9, 9), "CHW"))
    both_fail(
        "ndd.clahe(x, tiles_x=8, tiles_y=8, clip_limit=2.0)", x=tensor(np.ones((4, 4, 3), "int16"))
    )
    both_fail("ndd.clahe(x, tiles_x=8, tiles_y=8)", x=x)


def test_photos(photos: list[np.ndarray]) -> None:
    x = batch(*photos, layout="HWC")
    agree("ndd.equalize(x)", x=x)
    agree("ndd.clahe(x, tiles_x=8, tiles_y=8, clip_limit=2.0)", x=x)
    agree("ndd.clahe(x, tiles_x=5, tiles_y=7, clip_limit=4.0, luma_only=False)", x=x)
    agree("ndd.hsv(x, hue=25.0, saturation=1.3, value=0.9)", x=x)
    agree("ndd.color_twist(x, hue=-25.0, saturation=0.7, contrast=1.3, brightness=1.1)", x=x)


def test_differences() -> None:
    assert {"equalize.empty", "clahe.empty", "clahe.tiles", "clahe.infinity"} <= set(DIFFERENCES)
    nothing = tensor(np.zeros((0, 4, 3), np.uint8), "HWC")
    assert run(ours, "ndd.equalize(x)", x=nothing)[0]["shape"] == [(0, 4, 3)]
    assert run(ours, "ndd.clahe(x, tiles_x=2, tiles_y=2, clip_limit=1.0)", x=nothing)
    x = tensor(image(30, 40, 1), "HWC")
    with pytest.raises(ValueError, match="tiles_x must be positive"):
        run(ours, "ndd.clahe(x, tiles_x=0, tiles_y=2, clip_limit=1.0)", x=x)
    without, infinite = (
        run(ours, f"ndd.clahe(x, tiles_x=2, tiles_y=2, clip_limit={c})", x=x)[0]["samples"][0]
        for c in ("0.0", "float('inf')")
    )
    np.testing.assert_array_equal(infinite, without)
    call = "ndd.clahe(x, tiles_x=2, tiles_y=2, clip_limit=float('inf'))"
    assert (run(dali, call, x=x)[0]["samples"][0] != infinite).any()
