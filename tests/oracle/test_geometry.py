"""erase and paste against DALI, exactly."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import agree, batch, both_fail, ours, run, tensor
from .differences import DIFFERENCES


def pixels(*shape: int, dtype: str = "uint8") -> np.ndarray:
    return (np.arange(np.prod(shape)) % 100 + 1).reshape(shape).astype(dtype)


X = tensor(pixels(6, 7, 3), "HWC")
B = batch(pixels(6, 7, 3), pixels(4, 9, 3), layout="HWC")
CHW = tensor(pixels(3, 6, 7), "CHW")
HW = tensor(pixels(6, 7), "HW")
NONE = tensor(pixels(6, 7))


# ---- erase ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "anchor=[1.0, 2.0], shape=[2.0, 3.0]",
        "anchor=(1, 2), shape=(2, 3)",
        "anchor=[1.0, 2.0], shape=[2.0, 1.0], axes=[1, 0]",
        "anchor=[1.0, 2.0], shape=[2.0, 1.0], axes=[0, 1]",
        "anchor=[1.0], shape=[2.0], axes=[0]",
        "anchor=[1.0], shape=[2.0], axis_names='W'",
        "anchor=[1.0, 2.0], shape=[2.0, 1.0], axis_names='WH'",
        "anchor=[1.0], shape=[1.0], axis_names='C'",
        "anchor=[1.0], shape=[1.0], axes=[2]",
        "shape=[1.0, 2.0]",
        "shape=[1.0, 2.0, 3.0, 1.0]",
        "anchor=[1.0, 2.0], shape=[2.0, 1.0], axes=[1, 0], axis_names='HW'",
        "anchor=[0.0, 0.0, 2.0, 3.0], shape=[1.0, 1.0, 2.0, 2.0]",
        "anchor=[0.0, 0.0, 0.0, 1.0], shape=[2.0, 2.0, 2.0, 2.0], fill_value=[100.0, 101.0, 102.0]",
        "anchor=[0.25, 0.2], shape=[0.5, 0.4], normalized=True",
        "anchor=[0.25, 0.2], shape=[2.0, 1.0], normalized_anchor=True",
        "anchor=[1.0, 1.0], shape=[0.5, 0.4], normalized_shape=True",
        "anchor=[0.3, 0.3], shape=[0.3, 0.3], normalized=True",
        "anchor=[2.0, 2.0], shape=[2.0, 3.0], centered_anchor=True",
        "anchor=[2.0, 2.0], shape=[1.0, 1.0], centered_anchor=True",
        "anchor=[0.5, 0.5], shape=[0.5, 0.5], centered_anchor=True, normalized=True",
        "anchor=[-1.0, -1.0], shape=[2.0, 3.0]",
        "anchor=[3.0, 3.0], shape=[20.0, 30.0]",
        "anchor=[10.0, 10.0], shape=[2.0, 3.0]",
        "anchor=[-10.0, -10.0], shape=[2.0, 3.0]",
        "anchor=[1.5, 2.5], shape=[-1.0, 1.0]",
        "anchor=[1.0, 2.0], shape=[2.0, 2.0], fill_value=100.0",
        "anchor=[1.0, 2.0], shape=[2.0, 2.0], fill_value=[100.0, 101.0, 102.0]",
        "anchor=[1.0, 2.0], shape=[2.0, 2.0], fill_value=100.5",
        "anchor=[1.0, 2.0], shape=[2.0, 2.0], fill_value=300.0",
        "anchor=[1.0, 2.0], shape=[2.0, 2.0], fill_value=-3.0",
        "anchor=[1.0], shape=[2.0], fill_value=[100.0, 101.0, 102.0], axis_names='C'",
    ],
)
def test_erase(arguments: str) -> None:
    agree(f"ndd.erase(x, {arguments})", x=X)
    agree(f"ndd.erase(x, {arguments})", x=B)


def test_erase_fractions() -> None:
    for a in (-0.6, 0.1, 0.4, 0.5, 0.6, 1.5, 2.5):
        for s in (0.3, 0.4, 0.5, 0.6, 1.3, 1.6, 2.7):
            agree(f"ndd.erase(x, anchor=[{a}, {a}], shape=[{s}, {s}])", x=X)
            agree(f"ndd.erase(x, anchor=[{a}, {a}], shape=[{s}, {s}], centered_anchor=True)", x=X)


def test_erase_layouts() -> None:
    agree(
        "ndd.erase(x, anchor=[1.0, 2.0], shape=[2.0, 2.0], fill_value=[100.0, 101.0, 102.0])", x=CHW
    )
    agree("ndd.erase(x, anchor=[1.0, 2.0], shape=[1.0, 2.0], axes=[0, 1])", x=CHW)
    agree("ndd.erase(x, anchor=[1.0, 2.0], shape=[1.0, 2.0])", x=HW)
    agree("ndd.erase(x, anchor=[1.0, 2.0], shape=[1.0, 2.0], axes=[0, 1])", x=NONE)
    agree("ndd.erase(x, anchor=[1.0], shape=[2.0], axes=[0])", x=tensor(pixels(6)))
    agree("ndd.erase(x, anchor=[1.0], shape=[1.0], axis_names='F', fill_value=[1.0, 2.0, 3.0])",
          x=tensor(pixels(2, 4, 5, 3), "FHWC"))  # fmt: skip
    box = "anchor=[1.0, 1.0, 1.0], shape=[1.0, 2.0, 1.0], axis_names='DHW'"
    x = tensor(pixels(2, 4, 5, 3), "DHWC")
    agree(f"ndd.erase(x, {box}, fill_value=[1.0, 2.0, 3.0])", x=x)


@pytest.mark.parametrize(
    "arguments",
    [
        "anchor=b(np.float32([0, 0]), np.float32([1, 1])), "
        "shape=b(np.float32([1, 1]), np.float32([2, 2]))",
        "anchor=b(np.float32([0, 0]), np.float32([1, 1, 0, 0])), "
        "shape=b(np.float32([1, 1]), np.float32([2, 2, 1, 1]))",
        "anchor=b(np.float32([[0, 0], [2, 2]]), np.float32([[1, 1], [0, 0]])), "
        "shape=[1.0, 1.0, 2.0, 3.0]",
        "anchor=[1.0, 1.0], shape=[1.0, 1.0], fill_value=b(np.float32([5]), np.float32([6]))",
        "anchor=[1.0, 1.0], shape=[1.0, 1.0], "
        "fill_value=b(np.float32([5, 6, 7]), np.float32([6, 7, 8]))",
        "anchor=[1.0, 1.0], shape=[1.0, 1.0], fill_value=b(np.float32(5), np.float32(6))",
        "anchor=b(np.float32(1), np.float32(2)), shape=[1.0], axis_names='W'",
    ],
)
def test_erase_per_sample(arguments: str) -> None:
    agree(f"ndd.erase(x, {arguments})", x=B)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "int64", "float32"])
def test_erase_types(dtype: str) -> None:
    x = tensor(pixels(6, 7, 3, dtype=dtype), "HWC")
    agree("ndd.erase(x, anchor=[1.0, 2.0], shape=[2.0, 3.0], fill_value=[1.5, 2.5, -3.5])", x=x)


@pytest.mark.parametrize(
    "arguments",
    [
        "anchor=[0.0, 0.0, 2.0, 3.0], shape=[1.0, 2.0]",
        "anchor=[0.0, 0.0, 1.0], shape=[1.0, 2.0, 3.0]",
        "anchor=[1.0, 2.0]",
        "anchor=[1.0], shape=[1.0], axis_names='Q'",
        "anchor=[1.0, 2.0], shape=[2.0, 2.0], fill_value=[1.0, 2.0]",
    ],
)
def test_erase_refuses(arguments: str) -> None:
    both_fail(f"ndd.erase(x, {arguments})", x=X)


def test_erase_refuses_colours_without_channels() -> None:
    for x in (HW, NONE):
        both_fail(
            "ndd.erase(x, anchor=[1.0, 2.0], shape=[1.0, 2.0], axes=[0, 1], fill_value=[1.0, 2.0])",
            x=x,
        )


def test_differences_of_erase() -> None:
    assert {
        "erase.no_layout",
        "erase.sequences",
        "erase.axes",
        "erase.normalized",
        "erase.types",
    } <= set(DIFFERENCES)
    y = run(ours, "ndd.erase(x, anchor=[1.0, 2.0], shape=[1.0, 2.0])", x=NONE)[0]["samples"][0]
    assert np.argwhere(y == 0).tolist() == [[1, 2], [1, 3]]
    x = tensor(pixels(2, 4, 5, 3), "FHWC")
    y = run(ours, "ndd.erase(x, anchor=[1.0, 2.0], shape=[1.0, 1.0])", x=x)[0]["samples"][0]
    assert (y[:, 1, 2] == 0).all() and (y == 0).sum() == 6
    for axes in ("[0, 0]", "[5, 0]"):
        with pytest.raises((ValueError, IndexError)):
            run(ours, f"ndd.erase(x, anchor=[1.0, 2.0], shape=[1.0, 2.0], axes={axes})", x=X)


# ---- paste ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        *(
            f"ratio={r}, fill_value=[100, 101, 102]"
            for r in (1.0, 1.2, 1.25, 1.3, 1.5, 1.75, 1.9, 2.0, 2.5, 3.7)
        ),
        "ratio=2.0, fill_value=100",
        "ratio=2, fill_value=[100]",
        "ratio=2.0, fill_value=[300, -3, 102]",
        "ratio=1.0, fill_value=9, min_canvas_size=7.0",
        "ratio=1.0, fill_value=9, min_canvas_size=7.5",
        "ratio=1.0, fill_value=9, min_canvas_size=3.0",
        "ratio=1.5, fill_value=9, min_canvas_size=8.0",
        *(
            f"ratio=2.6, fill_value=9, paste_x={p}, paste_y={1 - p}"
            for p in (0.0, 0.1, 0.25, 0.3, 0.5, 0.75, 1.0)
        ),
    ],
)
def test_paste(arguments: str) -> None:
    agree(f"ndd.paste(x, {arguments})", x=X)
    agree(f"ndd.paste(x, {arguments})", x=B)


def test_paste_many_numbers() -> None:
    rng = np.random.default_rng(0)
    for _ in range(100):
        h, w = rng.integers(1, 40, 2)
        r, x, y, m = rng.uniform([1, 0, 0, 0], [4, 1, 1, 60]).astype(np.float32).tolist()
        where = f"paste_x={x!r}, paste_y={y!r}, min_canvas_size={m!r}"
        agree(f"ndd.paste(x, ratio={r!r}, fill_value=9, {where})", x=tensor(pixels(h, w, 3)))


def test_paste_per_sample() -> None:
    agree("ndd.paste(x, ratio=b(1.5, 2.5), fill_value=9)", x=B)
    agree("ndd.paste(x, ratio=2.0, fill_value=9, paste_x=b(0.0, 1.0), paste_y=b(0.25, 0.5))", x=B)
    agree("ndd.paste(x, ratio=1.0, fill_value=9, min_canvas_size=b(5.0, 20.0))", x=B)
    agree("ndd.paste(x, ratio=1.5, fill_value=[9], n_channels=1)", x=tensor(pixels(5, 6, 1)))


@pytest.mark.parametrize(
    "arguments",
    [
        "ratio=0.5, fill_value=9",
        "ratio=2.0, fill_value=[1, 2]",
        "ratio=2.0, fill_value=[1, 2, 3, 4]",
        "ratio=2.0, fill_value=9, paste_x=1.5",
        "ratio=2.0, fill_value=9, paste_y=-0.5",
        "fill_value=9",
        "ratio=2.0",
    ],
)
def test_paste_refuses(arguments: str) -> None:
    both_fail(f"ndd.paste(x, {arguments})", x=X)


def test_paste_layouts() -> None:
    for layout, shape in (("CHW", (3, 6, 7)), ("FHWC", (2, 6, 7, 3)), (None, (6, 7))):
        both_fail("ndd.paste(x, ratio=2.0, fill_value=9)", x=tensor(pixels(*shape), layout))


def test_differences_of_paste() -> None:
    assert {"paste.types", "paste.n_channels"} <= set(DIFFERENCES)
    x = tensor(pixels(2, 3, 1, dtype="float32"))
    y = run(ours, "ndd.paste(x, ratio=2.0, fill_value=9)", x=x)[0]["samples"][0]
    assert y.shape == (4, 6, 1) and y.dtype == np.float32
