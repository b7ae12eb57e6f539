"""Brightness and contrast against DALI: integers exact, floats within 1e-5."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import agree, batch, both_fail, ours, run, tensor
from .differences import DIFFERENCES

TYPES = ["uint8", "int16", "int32", "float32"]  # those DALI takes, in and out


def pixels(*shape: int, dtype: str = "uint8") -> np.ndarray:
    rng = np.random.default_rng(shape)
    if dtype == "float32":
        return rng.uniform(-0.5, 1.5, shape).astype(dtype)
    # Large numbers are rounded to float32 on the way, in an order that DALI does not tell.
    return rng.integers(
        0 if dtype == "uint8" else -2000, 256 if dtype == "uint8" else 2000, shape
    ).astype(dtype)


X = tensor(pixels(6, 7, 3), "HWC")
ALL = tensor(np.arange(256, dtype=np.uint8).reshape(16, 16, 1), "HWC")
B = batch(pixels(6, 7, 3), pixels(3, 20, 3), layout="HWC")
SEQUENCE = tensor(pixels(3, 6, 7, 3), "FHWC")
SEQUENCES = batch(pixels(3, 6, 7, 3), pixels(2, 5, 4, 3), layout="FHWC")


@pytest.mark.parametrize(
    "call",
    [
        "ndd.brightness(x{})",
        "ndd.brightness(x, brightness=1.3{})",
        "ndd.brightness(x, brightness=0.5{})",
        "ndd.brightness(x, brightness=2{})",
        "ndd.brightness(x, brightness_shift=0.25{})",
        "ndd.brightness(x, brightness=1.7, brightness_shift=-0.1{})",
        "ndd.brightness(x, brightness=-1{})",
        "ndd.contrast(x{})",
        "ndd.contrast(x, contrast=1.3{})",
        "ndd.contrast(x, contrast=0{})",
        "ndd.contrast(x, contrast=0.5, contrast_center=100{})",
        "ndd.contrast(x, contrast=2, contrast_center=0{})",
        "ndd.brightness_contrast(x, brightness=1.25, contrast=0.5{})",
        "ndd.brightness_contrast(x, brightness=0.75, brightness_shift=0.1, contrast=1.5, "
        "contrast_center=50{})",
    ],
)
def test_arguments_and_types(call: str) -> None:
    agree(call.format(""), x=ALL)
    for dtype in TYPES:
        x = tensor(pixels(6, 7, 3, dtype=dtype), "HWC")
        agree(call.format(""), rtol=1e-5, atol=1e-5, x=x)
        for to in ("uint8", "int16", "float32"):
            agree(call.format(f", dtype=ndd.{to}"), rtol=1e-5, atol=1e-3, x=x)


def test_many_numbers() -> None:
    rng = np.random.default_rng(0)
    for _ in range(100):
        b, s, c, m = rng.uniform([0, -1, 0, 0], [3, 1, 3, 255]).astype(np.float32).tolist()
        arguments = (
            f"brightness={b!r}, brightness_shift={s!r}, contrast={c!r}, contrast_center={m!r}"
        )
        agree(f"ndd.brightness_contrast(x, {arguments})", x=ALL)


def test_one_value_per_sample_and_frame() -> None:
    agree("ndd.brightness(x, brightness=b(0.5, 2.0), brightness_shift=b(0.1, 0.2))", x=B)
    agree("ndd.contrast(x, contrast=b(0.5, 2.0), contrast_center=b(10.0, 20.0))", x=B)
    agree("ndd.brightness(x, brightness=b(1, 2))", x=B)
    agree("ndd.brightness(x, brightness=b(1.5, 2.5))", x=X)
    agree("ndd.brightness(x, brightness=t(np.float32([0.5, 1, 2]), 'F'))", x=SEQUENCE)
    agree(
        "ndd.brightness(x, brightness=ndd.per_frame(t(np.float32([0.5, 1, 2]))), "
        "brightness_shift=0.5)",
        x=SEQUENCE,
    )
    agree(
        "ndd.contrast(x, contrast=b(np.float32([0.5, 1, 2]), np.float32([3, 4]), layout='F'))",
        x=SEQUENCES,
    )
    agree("ndd.contrast(x, contrast=b(0.5, 2.0))", x=SEQUENCES)


def test_layouts() -> None:
    agree("ndd.brightness(x, brightness=2.0)", x=tensor(pixels(6, 7, 3)))
    agree("ndd.brightness(x, brightness=2.0)", x=tensor(pixels(2, 6, 7, 3)))
    agree("ndd.brightness(x, brightness=2.0)", x=tensor(pixels(2, 6, 7, 3), "DHWC"))
    agree("ndd.brightness(x, brightness=2.0)", x=tensor(pixels(0, 7, 3)))
    for layout, shape in (("CHW", (3, 6, 7)), ("HW", (6, 7)), (None, (6, 7))):
        both_fail("ndd.brightness(x)", x=tensor(pixels(*shape), layout))


def test_special_numbers() -> None:
    x = tensor(
        np.float32([np.nan, np.inf, -np.inf, 1e20, -5, 300, 0.5, 1.5, 2.5, -0.5]).reshape(1, 10, 1)
    )
    for to in TYPES:
        agree(f"ndd.brightness(x, dtype=ndd.{to})", x=x)


def test_refused() -> None:
    both_fail("ndd.brightness(x, brightness=t(np.float32([1, 2]), 'F'))", x=SEQUENCE)
    both_fail("ndd.brightness(x, brightness=b(1.0, 2.0, 3.0))", x=B)
    both_fail("ndd.brightness(x, brightness='a')", x=B)


def test_differences() -> None:
    assert {"brightness.types", "brightness.frames"} <= set(DIFFERENCES)
    for dtype in ("int8", "uint16", "float16", "float64", "uint64", "bool"):
        x = tensor(np.ones((2, 2, 1), dtype), "HWC")
        assert run(ours, "ndd.brightness(x)", x=x)[0]["samples"][0].dtype == dtype
    assert (
        run(ours, "ndd.brightness(x, brightness=t(np.float32([1, 2]), 'F'))", x=X)[0]["layout"]
        == "FHWC"
    )
