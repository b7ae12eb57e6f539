"""crop_mirror_normalize and flip: the same calls through DALI and Headrace."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import Value, agree, both_fail, dali, ours, run, tensor
from .differences import DIFFERENCES
from .window_data import FRACTIONS, LAYOUTS, B, Different, X, of, only_ours


def close(call: str, **values: Value) -> None:
    """As agree, but floats may differ by 1e-5 of the largest number met."""
    theirs, mine = run(dali, call, **values), run(ours, call, **values)
    for a, b in zip(theirs, mine, strict=True):
        assert {k: v for k, v in a.items() if k != "samples"} == {
            k: v for k, v in b.items() if k != "samples"
        }
        for i, (x, y) in enumerate(zip(a["samples"], b["samples"], strict=True)):
            x, y = x.astype(np.float64), y.astype(np.float64)
            unit = 2e-3 if a["dtype"] == "f16" else 1e-5
            np.testing.assert_allclose(
                y, x, rtol=unit, atol=unit * np.abs(x).max(initial=0), err_msg=f"{call}: sample {i}"
            )


# ---- crop_mirror_normalize --------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "mirror=1",
        "mirror=2",
        "mirror=t(1)",
        "crop=[2, 2]",
        "crop=[2, 2], mirror=1",
        "crop=[7, 7], out_of_bounds_policy='pad', fill_values=[1, 2, 3], mirror=1",
        "crop=[7, 3], out_of_bounds_policy='pad', fill_values=[1, 2, 3], mean=[1, 2, 3], std=2",
        "crop=[3, 8], out_of_bounds_policy='pad', fill_values=4, mean=[5, 6, 7], crop_pos_x=.2",
        "crop=[7, 7], out_of_bounds_policy='trim_to_shape'",
        "crop_h=2, crop_w=2, crop_d=0",
        "crop=[2, 2], crop_pos_x=.9, rounding='truncate'",
        "pad_output=True",
        "pad_output=True, output_layout='HWC'",
        "pad_output=True, mirror=1, dtype=ndd.uint8",
        "pad_output=True, fill_values=[7], output_layout='HWC', out_of_bounds_policy='pad'",
        "pad_output=True, crop=[6, 6], out_of_bounds_policy='pad', fill_values=[1, 2, 3, 4]",
        "mean=[1, 2, 3], std=[2]",
        "mean=[1], std=[1, 2, 3]",
        "std=[-2]",
        "scale=2, shift=3",
        "scale=2, shift=3, mean=[1, 2, 3], std=[3, 4, 5]",
        "mean=[123.675, 116.28, 103.53], std=[58.395, 57.12, 57.375]",
        "mean=t([1., 2., 3.])",
        "mean=b([1., 2., 3.])",
        "mean=t(1.)",
        "std=t([1., 2., 3.]), mean=[1., 1., 1.]",
        "output_layout='HWC'",
        "output_layout=''",
        "output_layout='WCH'",
        "output_layout='CWH', mirror=1",
        "output_dtype=ndd.float32",
        "mean=b([1, 2, 3], [4, 5, 6]), std=2",
    ],
)
def test_normalize(arguments: str) -> None:
    close(f"ndd.crop_mirror_normalize(x, {arguments})", x=X)


@pytest.mark.parametrize(
    "arguments",
    [
        "dtype=ndd.uint8",
        "dtype=ndd.int8, scale=3",
        "dtype=ndd.uint8, scale=.5",
        "dtype=ndd.int8, scale=-.5",
        "dtype=ndd.uint8, shift=-20.5",
        "dtype=ndd.float16, scale=.3",
        *[
            f"crop=[7, 7], out_of_bounds_policy='pad', fill_values=[{v}], dtype=ndd.{t}"
            for v, t in (
                (300.7, "uint8"),
                (-1.7, "uint8"),
                (1.7, "uint8"),
                (1.7, "int8"),
                (0.1, "float16"),
            )
        ],
    ],
)
@pytest.mark.parametrize("output", ["CHW", "HWC"])
def test_normalize_output_types(arguments: str, output: str) -> None:
    agree(f"ndd.crop_mirror_normalize(x, {arguments}, output_layout='{output}')", x=X)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint16", "int32", "float16", "float32"])
def test_normalize_input_types(dtype: str) -> None:
    x = of("HWC", (5, 17, 3), dtype)
    close("ndd.crop_mirror_normalize(x, scale=1.1, mean=[1, 2, 3], crop=[3, 11], mirror=1)", x=x)
    agree("ndd.crop_mirror_normalize(x, dtype=ndd.uint8, shift=-3)", x=x)


def test_normalize_rounds() -> None:
    agree("ndd.crop_mirror_normalize(x, dtype=ndd.uint8)", x=tensor(FRACTIONS, "HWC"))
    agree("ndd.crop_mirror_normalize(x, dtype=ndd.int8)", x=tensor(FRACTIONS, "HWC"))


@pytest.mark.parametrize(
    ("layout", "output"),
    [
        ("CHW", "CHW"),
        ("CHW", "HWC"),
        ("CHW", ""),
        ("DHWC", "DHWC"),
        ("DHWC", "CDHW"),
        ("CDHW", "DHWC"),
        ("CDHW", "CDHW"),
        ("FHWC", "FHWC"),
        ("FHWC", "FCHW"),
        ("FCHW", "FHWC"),
        ("FCHW", "FCHW"),
        ("FHWC", ""),
        ("CFHW", "FHWC"),
        ("CFHW", "FCHW"),
        ("CFHW", ""),
        (None, "CHW"),
        ("DHWC", "HDWC"),
    ],
)
@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "crop=[2, 2], mirror=1",
        "crop=[6, 7], mirror=1, out_of_bounds_policy='pad', fill_values=9",
        "crop=[2, 2, 3], pad_output=True",
    ],
)
def test_normalize_layouts(layout: str | None, output: str, arguments: str) -> None:
    close(
        f"ndd.crop_mirror_normalize(x, mean=2, output_layout='{output}', {arguments})", x=of(layout)
    )


def test_normalize_per_sample() -> None:
    close(
        "ndd.crop_mirror_normalize(x, mean=b([1, 2, 3], [4, 5, 6]), std=b([1, 2, 3], [4, 5, 6]))",
        x=B,
    )
    close("ndd.crop_mirror_normalize(x, mean=b(1, 2), std=2, crop=b([2, 2], [3, 3]))", x=B)
    close("ndd.crop_mirror_normalize(x, pad_output=True, mean=1)", x=of("HWC", (3, 4, 5)))


@pytest.mark.parametrize(
    "arguments",
    [
        "mean=[1, 2]",
        "mean=t([1., 1.])",
        "crop=[7, 7]",
        "crop=[7, 7], out_of_bounds_policy='edge'",
        "crop=[7, 7], out_of_bounds_policy='pad', fill_values=[1, 2]",
        "crop_pos_x=1.5, crop=[2, 2]",
        "crop=[7, 7], out_of_bounds_policy='pad', fill_values=[1, 2, 3, 4]",
        "output_layout='DHWC'",
        "crop=[2, 2], crop_h=3, crop_w=3",
        "crop=[2]",
        "rounding='foo', crop=[2, 2]",
    ],
)
def test_bad_normalize(arguments: str) -> None:
    both_fail(f"ndd.crop_mirror_normalize(x, {arguments})", x=X)


# ---- flip -------------------------------------------------------------------------------------

FLIPPED = {**LAYOUTS, "FDHWC": (2, 3, 4, 5, 2), "FCDHW": (2, 2, 3, 4, 5)}


@pytest.mark.parametrize("layout", [k for k in FLIPPED if k != "CFHW"])
@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "vertical=1",
        "horizontal=0",
        "horizontal=0, vertical=1",
        "depthwise=1",
        "horizontal=0, depthwise=1",
        "horizontal=t(1), vertical=b(0)",
        "horizontal=2",
    ],
)
def test_flip(layout: str, arguments: str) -> None:
    agree(f"ndd.flip(x, {arguments})", x=of(layout, FLIPPED[layout]))


@pytest.mark.parametrize(
    "shape", [(4, 5, 3), (3, 4, 5, 2), (2, 3, 4, 5, 2), (3, 300, 1), (2, 301, 4), (2, 7, 7)]
)
@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "int64", "float32", "float64"])
def test_flip_types(shape: tuple[int, ...], dtype: str) -> None:
    agree("ndd.flip(x, horizontal=1, vertical=1)", x=of(None, shape, dtype))


def test_flip_per_sample() -> None:
    agree("ndd.flip(x, horizontal=b(0, 1), vertical=b(1, 1))", x=B)


# ---- deliberate differences -------------------------------------------------------------------

DIFFERENT: list[Different] = [
    ("crop_mirror_normalize.types", "ndd.crop_mirror_normalize(x, dtype=ndd.int32)", X, (3, 4, 5)),
    ("crop_mirror_normalize.frames", "ndd.crop_mirror_normalize(x)", of("FHWC"), (3, 2, 4, 5)),
    ("flip.layouts", "ndd.flip(x)", of("HW", (4, 5)), (4, 5)),
    ("flip.types", "ndd.flip(x)", of("HWC", dtype="float16"), (4, 5, 3)),
]


@pytest.mark.parametrize("different", DIFFERENT, ids=[d[0] for d in DIFFERENT])
def test_differences(different: Different) -> None:
    only_ours(*different)


def test_stricter() -> None:
    assert {"crop_mirror_normalize.std", "crop_mirror_normalize.empty"} <= set(DIFFERENCES)
    run(dali, "ndd.crop_mirror_normalize(x, std=0)", x=X)
    with pytest.raises(ValueError, match="std must not be 0"):
        run(ours, "ndd.crop_mirror_normalize(x, std=0)", x=X)
    with pytest.raises(ValueError, match="mean is empty"):  # it would kill DALI's process
        run(ours, "ndd.crop_mirror_normalize(x, mean=[])", x=X)


def test_padded_channels_get_fill_values() -> None:
    assert "crop_mirror_normalize.pad_output" in DIFFERENCES
    call = "ndd.crop_mirror_normalize(x, pad_output=True, fill_values=[7])"
    theirs, mine = (run(ndd, call, x=X)[0]["samples"][0] for ndd in (dali, ours))
    assert (theirs[3] == 0).all()
    assert (mine[3] == 7).all()
    np.testing.assert_array_equal(mine[:3], theirs[:3])
