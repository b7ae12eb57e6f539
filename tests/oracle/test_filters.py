"""gaussian_blur, laplacian and filter against DALI: bytes within 1, floats within 1e-5."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import Value, batch, both_fail, dali, ours, run, tensor
from .differences import DIFFERENCES

BORDERS = ("reflect_101", "reflect_1001", "wrap", "clamp", "constant")


def pixels(*shape: int, dtype: str = "uint8") -> np.ndarray:
    rng = np.random.default_rng(shape)
    if dtype.startswith("float"):
        return rng.uniform(-0.5, 1.5, shape).astype(dtype)
    return rng.integers(0 if dtype.startswith("u") else -100, 120, shape).astype(dtype)


def near(call: str, *, tolerance: float = 1e-5, **values: Value) -> None:
    """The same metadata; integers differ by 1 in one of a thousand elements, floats a little."""
    for a, b in zip(run(dali, call, **values), run(ours, call, **values), strict=True):
        for key in ("batch", "dtype", "layout", "ndim", "shape"):
            assert b[key] == a[key], f"{call}: {key}"
        for x, y in zip(a["samples"], b["samples"], strict=True):
            distance = np.abs(x.astype(np.float64) - y.astype(np.float64))
            if x.dtype.kind == "f":
                assert distance.max(initial=0) <= tolerance * max(1, np.abs(x).max(initial=0)), call
            else:
                assert distance.max(initial=0) <= 1, call
                assert (distance > 0).sum() <= max(1, x.size // 1000), call


SHAPES = {"HWC": (13, 17, 3), "CHW": (3, 13, 17), "HW": (13, 17), "FHWC": (2, 9, 8, 3),
          "FCHW": (2, 3, 9, 8), "DHWC": (5, 6, 7, 2), "CDHW": (2, 5, 6, 7), "DHW": (5, 6, 7),
          "FDHWC": (2, 4, 5, 6, 2), "CFHW": (3, 2, 9, 8), "W": (15,), "XYC": (9, 8, 2),
          "FW": (2, 9), None: (13, 17)}  # fmt: skip
SIZES = [(1, 1, 3), (1, 40, 3), (40, 1, 3), (2, 3, 1), (3, 2, 4), (33, 50, 1)]
BLURS = [
    "sigma=1.0",
    "sigma=0.5",
    "sigma=0.1",
    "sigma=2.34",
    "window_size=5",
    "window_size=1",
    "window_size=41",
    "sigma=1.0, window_size=3",
    "sigma=[0.0, 3.0], window_size=[7, 0]",
    "sigma=[2.0, 0.7], window_size=[1, 9]",
]
LAPLACIANS = [
    "",
    "window_size=5",
    "window_size=[3, 7]",
    "window_size=[3, 5], smoothing_size=[5, 1]",
    "smoothing_size=1",
    "window_size=7, smoothing_size=3, scale=0.125",
    "window_size=[3, 5], scale=[0.3, 0.7]",
    "window_size=5, normalized_kernel=True",
    "window_size=[3, 5], smoothing_size=[7, 1], normalized_kernel=True",
]


@pytest.mark.parametrize("arguments", BLURS)
def test_gaussian_blur(arguments: str) -> None:
    for shape in ((21, 30, 3), *SIZES):
        for dtype in ("uint8", "float32"):
            near(f"ndd.gaussian_blur(x, {arguments})", x=tensor(pixels(*shape, dtype=dtype), "HWC"))


@pytest.mark.parametrize("arguments", LAPLACIANS)
def test_laplacian(arguments: str) -> None:
    for shape in ((21, 30, 3), *SIZES):
        for dtype in ("uint8", "float32"):
            # Large weights of both signs cancel each other.
            x = tensor(pixels(*shape, dtype=dtype), "HWC")
            near(f"ndd.laplacian(x, {arguments})", tolerance=1e-4, x=x)


@pytest.mark.parametrize("layout", SHAPES)
def test_layouts(layout: str | None) -> None:
    x = tensor(pixels(*SHAPES[layout]), layout)
    near("ndd.gaussian_blur(x, sigma=0.8)", x=x)
    near("ndd.laplacian(x, window_size=5, scale=0.05)", x=x)
    if layout in ("HWC", "CHW", "HW", "FHWC", "FCHW", "XYC", None):
        near("ndd.filter(x, t(np.float32([[0.5, 0.25], [-1, 1], [0, 2]])))", x=x)


def test_numbers_per_axis_of_volumes() -> None:
    x = tensor(pixels(6, 7, 8, 2, dtype="float32"), "DHWC")
    near("ndd.gaussian_blur(x, sigma=[0.5, 1.0, 0.0], window_size=[0, 3, 5])", x=x)
    near("ndd.laplacian(x, window_size=[3, 5, 7], smoothing_size=[1, 3, 5], scale=[1., 2., 4.])",
         x=x)  # fmt: skip
    near("ndd.laplacian(x, window_size=5, normalized_kernel=True)", x=x)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint16", "int16", "int32", "uint32", "int64",
                                   "uint64", "float32", "float64"])  # fmt: skip
def test_types(dtype: str) -> None:
    x = tensor(pixels(9, 11, 3, dtype=dtype), "HWC")
    near("ndd.gaussian_blur(x, sigma=1.0)", x=x)
    near("ndd.gaussian_blur(x, sigma=1.0, dtype=ndd.float32)", x=x)
    if dtype != "float64":
        near("ndd.laplacian(x, scale=0.25)", x=x)
        near("ndd.laplacian(x, scale=0.25, dtype=ndd.float32)", x=x)


@pytest.mark.parametrize("border", BORDERS)
@pytest.mark.parametrize("size", [(1, 1), (3, 3), (4, 2), (1, 7), (15, 13)])
def test_filter(border: str, size: tuple[int, int]) -> None:
    weights = np.random.default_rng(size).normal(0, 0.2, size).astype(np.float32)
    k = tensor(weights)
    for shape in ((21, 30, 3), (1, 1, 3), (1, 40, 3), (3, 2, 4)):
        for dtype in ("uint8", "float32"):
            x = tensor(pixels(*shape, dtype=dtype), "HWC")
            near(f"ndd.filter(x, k, border='{border}')", x=x, k=k)
            near(f"ndd.filter(x, k, border='{border}', anchor=[0, {size[1] - 1}])", x=x, k=k)


def test_products_of_a_column_and_a_row() -> None:
    """They are filtered in two steps."""
    x = tensor(pixels(40, 50, 3), "HWC")
    for h, w in ((5, 5), (3, 7), (15, 3), (9, 31)):
        k = tensor(np.full((h, w), 1 / (h * w), np.float32))
        slope = np.outer(np.linspace(-0.3, 0.2, h), np.linspace(0.1, 1, w)).astype(np.float32)
        for border in BORDERS:
            near(f"ndd.filter(x, k, border='{border}')", x=x, k=k)
            near(f"ndd.filter(x, k, border='{border}', anchor=[1, 0])", x=x, k=tensor(slope))
        near("ndd.filter(x, k, mode='valid', dtype=ndd.float32)", x=x, k=tensor(slope))


def test_filter_arguments() -> None:
    x, k = tensor(pixels(9, 11, 3), "HWC"), tensor(np.float32([[1, -2], [0.5, 0.25], [-1, 2]]))
    for more in ("mode='valid'", "mode='valid', anchor=[0, 0]", "dtype=ndd.float32", "anchor=1",
                 "anchor=[-1, 1]", "anchor=[2, -1]", "border='101'", "border='edge'",
                 "border='REFLECT'"):  # fmt: skip
        near(f"ndd.filter(x, k, {more})", x=x, k=k)
    for dtype in ("int16", "uint16"):
        near("ndd.filter(x, k)", x=tensor(pixels(9, 11, 3, dtype=dtype), "HWC"), k=k)
    near("ndd.filter(x, k, t(np.uint8(9)), border='constant')", x=x, k=k)
    near("ndd.filter(x, k, t(np.uint8(9)), border='clamp')", x=x, k=k)
    halves = tensor(np.arange(40, dtype=np.int16).reshape(1, 40) - 20, "HW")
    near("ndd.filter(x, t(np.float32([[0.5]])))", x=halves)


B = batch(pixels(9, 11, 3), pixels(3, 20, 3), layout="HWC")
SEQUENCES = batch(pixels(3, 6, 7, 3), pixels(2, 5, 4, 3), layout="FHWC")


def test_one_value_per_sample_and_frame() -> None:
    near("ndd.gaussian_blur(x, sigma=b(0.5, 2.0))", x=B)
    near("ndd.gaussian_blur(x, window_size=b(np.int32([3, 5]), np.int32([7, 1])))", x=B)
    near("ndd.gaussian_blur(x, sigma=t(np.float32([[0.5], [1], [2]]), 'F*'))",
         x=tensor(pixels(3, 6, 7, 3), "FHWC"))  # fmt: skip
    near("ndd.laplacian(x, window_size=b(3, 5), scale=b(0.5, 0.25))", x=B)
    near("ndd.laplacian(x, scale=b(np.float32([[1], [2], [3]]), np.float32([[4], [5]]), "
         "layout='F*'))", x=SEQUENCES)  # fmt: skip
    near("ndd.filter(x, b(np.float32([[1, 2]]), np.float32([[3], [4]])))", x=B)
    near("ndd.filter(x, k, anchor=b(np.int32([0, 1]), np.int32([1, 0])))", x=B,
         k=tensor(np.float32([[1, 2], [0.25, -1]])))  # fmt: skip
    frames = tensor(np.float32([[[1, 2]], [[3, 4]], [[0.5, 0.25]]]), "F**")
    near("ndd.filter(x, k)", x=tensor(pixels(3, 6, 7, 3), "FHWC"), k=frames)
    near("ndd.filter(x, k, t(np.uint8([1, 2, 3]), 'F'), border='constant')",
         x=tensor(pixels(3, 6, 7, 3), "FHWC"), k=tensor(np.float32([[1, 0.5]])))  # fmt: skip


def test_photos() -> None:
    PIL = pytest.importorskip("PIL.Image")
    root = os.environ.get("HEADRACE_TEST_DATA")
    if not root:
        pytest.skip("HEADRACE_TEST_DATA is not set")
    for file in sorted((Path(root) / "photos").glob("*.jpg"))[:3]:
        x = tensor(np.array(PIL.open(file).convert("RGB")), "HWC")
        near("ndd.gaussian_blur(x, sigma=1.5)", x=x)
        near("ndd.gaussian_blur(x, window_size=[3, 31])", x=x)
        near("ndd.laplacian(x, window_size=5, normalized_kernel=True)", x=x)
        near("ndd.filter(x, k)", x=x, k=tensor(np.float32([[0, -1, 0], [-1, 5, -1], [0, -1, 0]])))


def test_refused() -> None:
    x = tensor(pixels(9, 11, 3), "HWC")
    for arguments in ("", "window_size=4", "window_size=-3", "sigma=-1.0", "sigma=float('nan')",
                      "sigma=[1.0, 0.0]", "sigma=[1.0, 2.0, 3.0]"):  # fmt: skip
        both_fail(f"ndd.gaussian_blur(x, {arguments})", x=x)
    for arguments in ("window_size=1", "window_size=33", "window_size=4", "smoothing_size=0",
                      "window_size=[3, 3, 3]", "scale=[1.0, 2.0, 3.0]"):  # fmt: skip
        both_fail(f"ndd.laplacian(x, {arguments})", x=x)
    k = tensor(np.ones((3, 3), np.float32))
    for arguments in ("anchor=[3, 0]", "anchor=[-2, 0]", "anchor=[0, 0, 0]", "border='mirror'",
                      "mode='full'"):  # fmt: skip
        both_fail(f"ndd.filter(x, k, {arguments})", x=x, k=k)
    both_fail("ndd.filter(x, k, mode='valid')", x=tensor(pixels(2, 9, 1), "HWC"), k=k)
    both_fail("ndd.filter(x, k)", x=tensor(pixels(9, 9, 3)), k=k)
    both_fail("ndd.gaussian_blur(x, sigma=1.0)", x=tensor(pixels(2, 3, 4), "HCW"))


def test_differences() -> None:
    assert {"filter.axes", "filter.types", "gaussian_blur.types", "laplacian.scale"} <= set(
        DIFFERENCES
    )
    x = tensor(pixels(4, 5, 6, 2), "DHWC")
    y = run(ours, "ndd.filter(x, t(np.ones((1, 1, 1), 'int32')), dtype=ndd.float16)", x=x)[0]
    np.testing.assert_array_equal(y["samples"][0], x.arrays[0])
    x = tensor(pixels(6, 7, 1, dtype="float32"), "HWC")
    y = run(ours, "ndd.gaussian_blur(x, sigma=1.0, dtype=ndd.float64)", x=x)[0]
    assert y["dtype"] == "f64"
    one, two = (
        run(ours, f"ndd.laplacian(x, normalized_kernel=True, scale={s})", x=x)[0]["samples"][0]
        for s in (1.0, 2.0)
    )
    np.testing.assert_array_equal(2 * one, two)
