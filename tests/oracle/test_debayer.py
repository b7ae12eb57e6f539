"""debayer against DALI: equal, but for halves that the gradients' means hit exactly."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import agree, batch, both_fail, dali, ours, run, tensor
from .differences import DIFFERENCES

ALGORITHMS = ["bilinear_ocv", "edgeaware_ocv", "gray_ocv"]
POSITIONS = [(0, 0), (0, 1), (1, 0), (1, 1)]
SIZES = [(2, 2), (2, 10), (10, 2), (4, 4), (4, 6), (6, 4), (8, 8), (10, 18), (18, 34), (6, 258),
         (8, 516), (40, 30)]  # fmt: skip


def noise(*shape: int, dtype: str = "uint8") -> np.ndarray:
    top = np.iinfo(dtype).max + 1
    return np.random.default_rng(shape).integers(0, top, shape).astype(dtype)


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_size(algorithm: str, position: tuple[int, int]) -> None:
    call = f"ndd.debayer(x, blue_position={position}, algorithm='{algorithm}')"
    for dtype in ("uint8", "uint16"):
        agree(call, x=batch(*(noise(*s, dtype=dtype) for s in SIZES), layout="HW"))


@pytest.mark.parametrize("position", POSITIONS)
def test_gradients(position: tuple[int, int]) -> None:
    """In its last columns DALI multiplies in another precision, which turns some halves."""
    call = f"ndd.debayer(x, blue_position={position}, algorithm='vng_ocv')"
    rough = [noise(*s) for s in [*SIZES, (64, 400)]]
    even = [np.uint8(np.add.outer(np.arange(h) * 3, np.arange(w) * 5) % 251) for h, w in SIZES]
    x = batch(*rough, *even, layout="HW")
    mine, theirs = (run(library, call, x=x)[0] for library in (ours, dali))
    assert mine["shape"] == theirs["shape"] and mine["layout"] == theirs["layout"]
    for a, b in zip(mine["samples"], theirs["samples"]):
        difference = np.abs(a.astype(int) - b)
        assert difference.max(initial=0) <= 1
        assert not difference[:, : max(a.shape[1] - 32, 0)].any()
        assert (difference > 0).mean() < 0.01


def test_layouts_and_arguments() -> None:
    for shape, layout in [
        ((8, 10), None),
        ((8, 10, 1), "HWC"),
        ((8, 10, 1), None),
        ((3, 8, 10), "FHW"),
        ((3, 8, 10, 1), "FHWC"),
        ((3, 8, 10, 1), None),
    ]:
        for algorithm in ALGORITHMS:
            call = f"ndd.debayer(x, blue_position=[0, 1], algorithm='{algorithm}')"
            agree(call, x=tensor(noise(*shape), layout))
    x = batch(noise(8, 10), noise(4, 6), layout="HW")
    agree("ndd.debayer(x, blue_position=[1, 1])", x=x)
    agree("ndd.debayer(x, blue_position=[1])", x=x)
    agree("ndd.debayer(x, blue_position=[1, 1], algorithm='Edgeaware_OCV')", x=x)
    agree("ndd.debayer(x, blue_position=b(np.int32([0, 1]), np.int32([1, 0])))", x=x)
    s = tensor(noise(2, 8, 10), "FHW")
    agree("ndd.debayer(x, blue_position=t(np.int32([[0, 1], [1, 1]]), 'FX'))", x=s)
    agree("ndd.debayer(x, blue_position=ndd.per_frame(t(np.int32([[0, 1], [1, 1]]))))", x=s)


@pytest.mark.parametrize(
    ("shape", "layout", "arguments"),
    [
        ((7, 10), "HW", "blue_position=[0, 0]"),
        ((8, 9), "HW", "blue_position=[0, 0]"),
        ((1, 1), "HW", "blue_position=[0, 0]"),
        ((8, 10, 3), "HWC", "blue_position=[0, 0]"),
        ((8, 10), "HW", "blue_position=[0, 2]"),
        ((8, 10), "HW", "blue_position=[-1, 0]"),
        ((8, 10), "HW", "blue_position=[0, 0, 0]"),
        ((8, 10), "HW", "blue_position=t(np.int32([0, 2]))"),
        ((8, 10), "HW", "blue_position=[0, 0], algorithm='default_npp'"),
        ((8, 10), "HW", "blue_position=[0, 0], algorithm='nearest'"),
        ((8, 10), "HW", ""),
        ((10, 8), "WH", "blue_position=[0, 0]"),
    ],
)
def test_refused(shape: tuple[int, ...], layout: str, arguments: str) -> None:
    both_fail(f"ndd.debayer(x, {arguments})", x=tensor(noise(*shape), layout))


def test_refused_types() -> None:
    both_fail("ndd.debayer(x, blue_position=[0, 0], algorithm='vng_ocv')",
              x=tensor(noise(8, 10, dtype="uint16"), "HW"))  # fmt: skip
    for dtype in ("int16", "float32", "int8", "uint32"):
        both_fail("ndd.debayer(x, blue_position=[0, 0])",
                  x=tensor(noise(8, 10).astype(dtype), "HW"))  # fmt: skip


def test_differences() -> None:
    assert {"debayer.empty", "debayer.halves"} <= set(DIFFERENCES)
    x = tensor(np.zeros((0, 8), np.uint8), "HW")
    assert run(ours, "ndd.debayer(x, blue_position=[0, 0])", x=x)[0]["shape"] == [(0, 8, 3)]
