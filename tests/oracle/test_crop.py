"""crop: the same calls through DALI and Headrace."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import agree, both_fail, tensor
from .window_data import DTYPES, FRACTIONS, LAYOUTS, B, Different, X, of, only_ours


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "crop=[2, 2]",
        "crop=[1, 2, 2]",
        "crop_w=2, crop_h=2",
        "crop=[2, 0]",
        "crop=[0, 0]",
        "crop_h=0, crop_w=2",
        "crop=[2.7, 2.2]",
        "crop_h=2.7, crop_w=2.2",
        "crop=[-1, 2]",
        "crop=[2, 2], crop_pos_x=1, crop_pos_y=0",
        "crop=[3, 2]",
        "crop=[3, 2], rounding='truncate'",
        "crop=[7, 6], out_of_bounds_policy='pad', fill_values=[1, 2, 3]",
        "crop=[7, 6], out_of_bounds_policy='constant', fill_values=300.7",
        "crop=[7, 6], out_of_bounds_policy='pad', rounding='truncate'",
        "crop=[7, 6], out_of_bounds_policy='trim_to_shape'",
        "crop=[7, 6], out_of_bounds_policy='edge'",
        "crop=[19, 26], out_of_bounds_policy='reflect'",
        "crop=[9, 9], out_of_bounds_policy='reflect_101'",
        "crop=[9, 19], out_of_bounds_policy='wrap'",
        "crop=[2, 2], dtype=ndd.float32",
        "crop=[2, 2], output_dtype=ndd.float32",
        "crop=[2, 2], dtype=ndd.float16",
        "crop=t([2, 2])",
        "crop=b([2, 2])",
        "crop=t([2.7, 2.2])",
        "crop=t([1, 2, 2])",
        "crop_h=t(2), crop_w=2",
        "crop_pos_x=t(.1)",
        "crop=[2, 2], crop_pos_z=2",
    ],
)
def test_crop(arguments: str) -> None:
    agree(f"ndd.crop(x, {arguments})", x=X)


@pytest.mark.parametrize(
    "arguments",
    [
        "crop=b([2, 2], [1, 3])",
        "crop=b([2, 2], [1, 3]), crop_pos_x=b(0., 1.)",
        "crop_w=b(0, 2), crop_h=b(1, 0)",
        "crop=[5, 4], out_of_bounds_policy='pad'",
    ],
)
def test_crop_per_sample(arguments: str) -> None:
    agree(f"ndd.crop(x, {arguments})", x=B)


@pytest.mark.parametrize("layout", [*LAYOUTS, None])
@pytest.mark.parametrize(
    "arguments",
    [
        "crop=[2, 2]",
        "crop=[1, 2, 2]",
        "crop_h=2, crop_w=2, crop_d=2, crop_pos_z=1",
        "crop=[5, 6, 7], out_of_bounds_policy='pad', fill_values=9",
        "crop=[5, 6, 7], out_of_bounds_policy='reflect_101', dtype=ndd.float32",
    ],
)
def test_crop_layouts(layout: str | None, arguments: str) -> None:
    agree(f"ndd.crop(x, {arguments})", x=of(layout))


def test_crop_fill_of_planes() -> None:
    agree(
        "ndd.crop(x, crop=[6, 7], out_of_bounds_policy='pad', fill_values=[1, 2, 3])", x=of("CHW")
    )
    agree(
        "ndd.crop(x, crop=[4, 6, 7], out_of_bounds_policy='pad', fill_values=[1, 2])", x=of("CDHW")
    )


@pytest.mark.parametrize("dtype", DTYPES)
def test_crop_types(dtype: str) -> None:
    agree(
        "ndd.crop(x, crop=[5, 2], out_of_bounds_policy='pad', fill_values=[-3.7])",
        x=of("HWC", dtype=dtype),
    )
    agree("ndd.crop(x, crop=[3, 2], dtype=ndd.float32)", x=of("HWC", dtype=dtype))
    agree("ndd.crop(x, crop=[3, 2], dtype=ndd.uint8)", x=of("HWC", (20, 20, 3), dtype))


def test_crop_of_fractions() -> None:
    agree("ndd.crop(x, dtype=ndd.uint8)", x=tensor(FRACTIONS, "HWC"))
    agree("ndd.crop(x, dtype=ndd.float16)", x=tensor(FRACTIONS, "HWC"))


@pytest.mark.parametrize("rounding", ["round", "truncate"])
def test_crop_places(rounding: str) -> None:
    rng = np.random.default_rng(3)
    for _ in range(40):
        n = int(rng.choice([10, 21, 40, 101]))
        size = int(rng.integers(1, n + 8))
        at = (rng.integers(0, abs(n - size) + 1) + rng.choice([0, 0.5])) / max(abs(n - size), 1)
        agree(
            f"ndd.crop(x, crop_h=1, crop_w={size}, crop_pos_x={min(at, 1.0)}, "
            f"rounding='{rounding}', "
            "out_of_bounds_policy='pad')",
            x=tensor(np.arange(1, n + 1).reshape(1, n, 1), "HWC"),
        )


@pytest.mark.parametrize(
    "arguments",
    [
        "crop=[2]",
        "crop=2",
        "crop=[2, 2], crop_pos_x=1.5",
        "crop=[2, 2], crop_pos_x=t(-.5)",
        "crop=[6, 6]",
        "crop=[7, 6], rounding='foo'",
        "crop=[7, 6], out_of_bounds_policy='foo'",
        "crop=[2, 2], crop_h=3, crop_w=3",
        "crop=[2, 2], crop_d=3",
        "crop=t(2)",
        "crop=[9, 9], out_of_bounds_policy='pad', fill_values=[1, 2]",
    ],
)
def test_bad_crop(arguments: str) -> None:
    both_fail(f"ndd.crop(x, {arguments})", x=X)


# ---- deliberate differences -------------------------------------------------------------------

DIFFERENT: list[Different] = [
    ("crop.one_size", "ndd.crop(x, crop_h=2)", X, (2, 5, 3)),
    ("crop.layouts", "ndd.crop(x, crop=[2, 2])", of("HW", (4, 5)), (2, 2)),
    ("crop.types", "ndd.crop(x, crop=[2, 2], dtype=ndd.int16)", X, (2, 2, 3)),
]


@pytest.mark.parametrize("different", DIFFERENT, ids=[d[0] for d in DIFFERENT])
def test_differences(different: Different) -> None:
    only_ours(*different)
