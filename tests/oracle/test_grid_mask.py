"""grid_mask against DALI: exact."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import agree, batch, both_fail, dali, ours, run, tensor
from .differences import DIFFERENCES


def pixels(*shape: int, dtype: str = "uint8") -> np.ndarray:
    return np.random.default_rng(shape).integers(1, 100, shape).astype(dtype)


def test_many_grids() -> None:
    rng = np.random.default_rng(0)
    x = tensor(pixels(100, 120, 3), "HWC")
    for k in range(80):
        ratio = rng.choice([0.1, 0.2, 0.3, 0.5, 0.7, 0.75, rng.random()])
        arguments = f"tile={rng.integers(1, 60)}, ratio={float(ratio)!r}"
        if k % 3:
            dx, dy = rng.choice([rng.integers(-30, 30, 2), rng.uniform(-30, 30, 2)]).tolist()
            arguments += f", shift_x={float(dx)!r}, shift_y={float(dy)!r}"
        if k % 2:
            angle = rng.choice([rng.uniform(-4, 4), 0.3, np.pi / 2, np.pi / 4])
            arguments += f", angle={float(angle)!r}"
        agree(f"ndd.grid_mask(x, {arguments})", x=x)


def test_arguments() -> None:
    x = tensor(pixels(250, 230, 3), "HWC")
    agree("ndd.grid_mask(x)", x=x)
    for arguments in ("ratio=0.0", "ratio=1.0", "ratio=-1.0", "ratio=3.0", "tile=1",
                      "angle=float('nan')", "ratio=float('nan')",
                      "shift_x=float('inf')"):  # fmt: skip
        agree(f"ndd.grid_mask(x, {arguments})", x=x)
    images = batch(pixels(20, 30, 3), pixels(40, 7, 3), layout="HWC")
    agree("ndd.grid_mask(x, tile=b(4, 9), ratio=b(0.3, 0.6), angle=b(0.1, 0.0))", x=images)
    agree("ndd.grid_mask(x, tile=5, shift_x=b(1.5, 2.0), shift_y=b(-3.0, 0.25))", x=images)
    both_fail("ndd.grid_mask(x, tile=0)", x=x)
    both_fail("ndd.grid_mask(x, tile=-5)", x=x)


def test_types_and_shapes() -> None:
    for dtype in ("uint8", "int16", "int32", "float32"):
        agree("ndd.grid_mask(x, tile=4)", x=tensor(pixels(20, 30, 3, dtype=dtype), "HWC"))
    for shape in ((1, 1, 1), (1, 50, 2), (50, 1, 5), (0, 4, 3)):
        agree("ndd.grid_mask(x, tile=4)", x=tensor(pixels(*shape), "HWC"))
    agree("ndd.grid_mask(x, tile=4)", x=tensor(pixels(20, 30, 3)))


def test_differences() -> None:
    assert {"grid_mask.layouts", "grid_mask.types"} <= set(DIFFERENCES)
    x = pixels(20, 30, 3)
    call = "ndd.grid_mask(x, tile=7, angle=0.4)"
    want = run(dali, call, x=tensor(x, "HWC"))[0]["samples"][0]
    for layout, order in (("CHW", (2, 0, 1)), ("HWC", (0, 1, 2))):
        y = run(ours, call, x=tensor(x.transpose(order), layout))[0]["samples"][0]
        np.testing.assert_array_equal(y, want.transpose(order))
    frames = run(ours, call, x=tensor(np.stack([x, x]), "FHWC"))[0]["samples"][0]
    np.testing.assert_array_equal(frames, np.stack([want, want]))
    for dtype in ("int8", "uint64", "float16", "bool"):
        y = run(ours, call, x=tensor(x.astype(dtype), "HWC"))[0]["samples"][0]
        np.testing.assert_array_equal(y, want.astype(dtype))
