"""color_space_conversion against DALI, for every colour there is."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import agree, batch, both_fail, ours, run, tensor
from .differences import DIFFERENCES

SPACES = {"RGB": 0, "BGR": 1, "GRAY": 2, "YCbCr": 3}
PAIRS = [(a, b) for a in SPACES for b in SPACES if a != b]


def call(a: str, b: str) -> str:
    return f"ndd.color_space_conversion(x, image_type={SPACES[a]}, output_type={SPACES[b]})"


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_colours(a: str, b: str) -> None:
    values = np.arange(256, dtype=np.uint8)
    if a == "GRAY":
        agree(call(a, b), x=tensor(values.reshape(16, 16, 1), "HWC"))
        return
    # Every value of two channels, with a few of the third; the channels take turns.
    grid = np.stack(np.meshgrid(values, values, values[3::50], indexing="ij"), -1).reshape(-1, 3)
    x = tensor(np.concatenate([np.roll(grid, k, 1) for k in range(3)]).reshape(768, -1, 3), "HWC")
    agree(call(a, b), x=x)


def test_layouts() -> None:
    for layout, shape in ((None, (6, 7, 3)), (None, (2, 6, 7, 3)), ("DHWC", (2, 6, 7, 3)),
                          ("FHWC", (2, 6, 7, 3)), ("FDHWC", (2, 2, 6, 7, 3)), ("HWC", (1, 1, 3)),
                          (None, (2, 2, 6, 7, 3))):  # fmt: skip
        pixels = np.random.default_rng(0).integers(0, 256, shape).astype(np.uint8)
        agree(call("RGB", "GRAY"), x=tensor(pixels, layout))
    agree(call("GRAY", "RGB"), x=batch(np.ones((2, 3, 1), np.uint8), np.ones((5, 1, 1), np.uint8)))
    for layout, shape in (("CHW", (3, 6, 7)), ("HW", (6, 7)), ("HWC", (6, 7, 1)),
                          ("HWC", (6, 7, 4))):  # fmt: skip
        both_fail(call("RGB", "GRAY"), x=tensor(np.zeros(shape, np.uint8), layout))
    both_fail(call("GRAY", "RGB"), x=tensor(np.zeros((6, 7, 3), np.uint8), "HWC"))


def test_no_colour_space() -> None:
    x = tensor(np.zeros((6, 7, 3), np.uint8), "HWC")
    for arguments in ("image_type=4, output_type=0", "image_type=0, output_type=4"):
        error = both_fail(f"ndd.color_space_conversion(x, {arguments})", x=x)
        assert "must name a colour space" in str(error)


def test_differences() -> None:
    names = {"color_space_conversion.same", "color_space_conversion.types"}
    assert names | {"color_space_conversion.empty"} <= set(DIFFERENCES)
    x = tensor(np.arange(12, dtype=np.uint8).reshape(2, 2, 3), "HWC")
    np.testing.assert_array_equal(run(ours, call("RGB", "RGB"), x=x)[0]["samples"][0], x.arrays[0])
    assert run(ours, call("RGB", "GRAY"), x=tensor(np.zeros((0, 2, 3), np.uint8), "HWC"))
    for dtype in ("uint16", "int8", "float16", "float64"):
        y = run(ours, call("RGB", "YCbCr"), x=tensor(np.ones((2, 2, 3), dtype), "HWC"))[0]
        assert y["samples"][0].dtype == dtype
