"""hsv, hue, saturation, color_twist against DALI: integers exact, floats within 1e-5."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import agree, batch, both_fail, dali, ours, run, tensor
from .differences import DIFFERENCES

TYPES = ["uint8", "int16", "int32", "float16", "float32"]  # those DALI takes, in and out


def pixels(*shape: int, dtype: str = "uint8") -> np.ndarray:
    rng = np.random.default_rng(shape)
    if dtype.startswith("float"):
        return rng.uniform(-0.5, 1.5, shape).astype(dtype)
    low, high = (0, 256) if dtype == "uint8" else (-2000, 2000)
    return rng.integers(low, high, shape).astype(dtype)


X = tensor(pixels(60, 70, 3), "HWC")
B = batch(pixels(6, 7, 3), pixels(3, 20, 3), layout="HWC")
SEQUENCE = tensor(pixels(3, 6, 7, 3), "FHWC")

CALLS = [
    "ndd.hsv(x{})",
    "ndd.hsv(x, hue=30.0{})",
    "ndd.hsv(x, saturation=0.0, value=0.5{})",
    "ndd.hsv(x, hue=-200.0, saturation=2.5, value=1.3{})",
    "ndd.hue(x, hue=0.0{})",
    "ndd.hue(x, hue=120.0{})",
    "ndd.saturation(x, saturation=0.3{})",
    "ndd.saturation(x, saturation=-1.0{})",
    "ndd.color_twist(x{})",
    "ndd.color_twist(x, contrast=0.5{})",
    "ndd.color_twist(x, contrast=2.0, brightness=0.5{})",
    "ndd.color_twist(x, hue=45.0, saturation=1.5, contrast=0.7, brightness=1.2{})",
]


@pytest.mark.parametrize("call", CALLS)
def test_arguments_and_types(call: str) -> None:
    agree(call.format(", dtype=ndd.uint8"), x=X)
    for dtype in TYPES:
        x = tensor(pixels(6, 7, 3, dtype=dtype), "HWC")
        for to in ("", ", dtype=ndd.uint8", ", dtype=ndd.int16", ", dtype=ndd.float32"):
            half = not to and dtype == "float16"  # ties of its last bit
            agree(call.format(to), rtol=1e-3 if half else 1e-5, atol=1e-5, x=x)


def test_many_numbers() -> None:
    """Matrices may differ in the last bit of a sine: nearly no pixel notices."""
    rng = np.random.default_rng(0)
    different = total = 0
    for _ in range(60):
        h, s, b, c = rng.uniform([-360, 0, 0, 0], [360, 3, 3, 3]).astype(np.float32).tolist()
        call = f"ndd.color_twist(x, hue={h!r}, saturation={s!r}, brightness={b!r}, contrast={c!r})"
        theirs, mine = (run(lib, call, x=X)[0]["samples"][0].astype(int) for lib in (dali, ours))
        assert np.abs(theirs - mine).max() <= 1
        different += (theirs != mine).sum()
        total += theirs.size
    assert different <= total * 1e-5


def test_one_value_per_sample_and_frame() -> None:
    agree("ndd.hsv(x, hue=b(10.0, 200.0), saturation=b(0.5, 2.0), value=b(1.0, 0.5))", x=B)
    agree("ndd.hue(x, hue=b(10, 200))", x=B)
    agree("ndd.color_twist(x, brightness=b(0.5, 2.0), contrast=b(0.5, 2.0))", x=B)
    agree("ndd.saturation(x, saturation=t(np.float32([0.5, 1, 2]), 'F'))", x=SEQUENCE)
    agree(
        "ndd.color_twist(x, hue=ndd.per_frame(t(np.float32([0.5, 100, 2]))), contrast=0.5)",
        x=SEQUENCE,
    )


def test_layouts() -> None:
    for layout, shape in ((None, (6, 7, 3)), (None, (2, 6, 7, 3)), ("DHWC", (2, 6, 7, 3)),
                          ("HWC", (0, 7, 3)), ("HWC", (1, 1, 3)), ("HWC", (1, 99, 3))):  # fmt: skip
        for name in ("hsv", "hue", "saturation", "color_twist"):
            agree(f"ndd.{name}(x)", x=tensor(pixels(*shape), layout))
    for layout, shape in (("CHW", (3, 6, 7)), ("HW", (6, 7))):
        both_fail("ndd.hsv(x)", x=tensor(pixels(*shape), layout))


def test_image_type_has_no_effect() -> None:
    for number in range(5):
        agree(f"ndd.hue(x, hue=40.0, image_type={number})", x=X)


def test_special_numbers() -> None:
    special = np.float32([np.nan, 1e20, -5, 300, 0.5, 1.5, 2.5, -0.5, 254.5, 255.5])
    x = tensor(np.repeat(special, 3).reshape(1, -1, 3), "HWC")
    for to in ("uint8", "int16"):
        agree(f"ndd.hsv(x, dtype=ndd.{to})", x=x)
    agree("ndd.hue(x, hue=float('nan'))", x=X)
    agree("ndd.hue(x, hue=float('inf'))", x=X)


def test_differences() -> None:
    assert {"hsv.channels", "hsv.types"} <= set(DIFFERENCES)
    for dtype in ("int8", "uint16", "float64", "uint64"):
        x = tensor(np.ones((2, 2, 3), dtype), "HWC")
        assert run(ours, "ndd.hue(x)", x=x)[0]["samples"][0].dtype == dtype
    for channels in (1, 2, 4):
        with pytest.raises(ValueError, match="needs images with 3 channels"):
            run(ours, "ndd.hsv(x)", x=tensor(pixels(2, 2, channels), "HWC"))
