"""Reductions and normalize against DALI: integers, layouts and shapes exact, floats within 1e-5."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import agree, batch, both_fail, ours, run, tensor
from .differences import DIFFERENCES

# The types DALI reduces.
TYPES = ["uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64", "float32"]
SIMPLE = ["sum", "mean", "mean_square", "rms", "min", "max"]
CLOSE = {"rtol": 1e-5, "atol": 2e-4}  # DALI adds up float32 elements in float32


def numbers(*shape: int, dtype: str = "uint8", high: int = 1000) -> np.ndarray:
    rng = np.random.default_rng(shape)
    if dtype == "float32":
        return rng.normal(3, 50, shape).astype(dtype)
    low, high = max(np.iinfo(dtype).min, -high), min(np.iinfo(dtype).max + 1, high)
    return rng.integers(low, high, shape).astype(dtype)


X = tensor(numbers(7, 9, 3), "HWC")
RAGGED = batch(numbers(7, 9, 3), numbers(12, 5, 3), numbers(1, 40, 3), layout="HWC")


# ---- reductions -------------------------------------------------------------------------------


@pytest.mark.parametrize("op", SIMPLE)
@pytest.mark.parametrize("dtype", TYPES)
def test_every_type_over_every_set_of_axes(op: str, dtype: str) -> None:
    x = tensor(numbers(6, 40, 3, dtype=dtype), "HWC")
    for count in range(4):
        for axes in itertools.combinations(range(3), count):
            agree(f"ndd.reductions.{op}(x, axes={list(axes)})", **CLOSE, x=x)
    agree(f"ndd.reductions.{op}(x)", **CLOSE, x=x)


@pytest.mark.parametrize("op", SIMPLE)
@pytest.mark.parametrize(
    "arguments",
    [
        "keep_dims=True",
        "axes=[0], keep_dims=True",
        "axes=[-1]",
        "axes=[2, 0]",
        "axes=1",
        "axes=[]",
        "axis_names='HC'",
        "axis_names='C', keep_dims=True",
        "axis_names=''",
        "axes=(0, -1)",
    ],
)
def test_axes_and_layouts(op: str, arguments: str) -> None:
    agree(f"ndd.reductions.{op}(x, {arguments})", **CLOSE, x=X)
    agree(f"ndd.reductions.{op}(x, {arguments})", **CLOSE, x=RAGGED)


@pytest.mark.parametrize("op", SIMPLE)
def test_shapes(op: str) -> None:
    for shape, axes in [((1000,), None), ((300, 2), [0]), ((2, 300), [1]), ((2, 3, 4, 5), [0, 2]),
                        ((2, 3, 4, 5), [1, 3]), ((1, 1, 6), [0]), ((40, 700), [0]),
                        ((100, 65), [1]),
                        ((0, 3), [1]), ((), None), ((5, 1, 2, 1, 3, 1), [0, 2, 4])]:  # fmt: skip
        agree(f"ndd.reductions.{op}(x, axes={axes})", **CLOSE, x=tensor(numbers(*shape)))
        agree(
            f"ndd.reductions.{op}(x, axes={axes})",
            **CLOSE,
            x=tensor(numbers(*shape, dtype="float32")),
        )


@pytest.mark.parametrize("op", SIMPLE)
def test_of_nothing(op: str) -> None:
    for dtype in ("uint8", "int16", "float32"):
        agree(f"ndd.reductions.{op}(x, axes=[0])", x=tensor(np.zeros((0, 3), dtype)))


@pytest.mark.parametrize("op", SIMPLE)
def test_nan_and_infinity(op: str) -> None:
    nan = np.nan
    for values in ([1, nan, 3], [nan, 1, 3], [1, 3, nan], [1, np.inf, 2]):
        agree(f"ndd.reductions.{op}(x)", x=tensor(np.float32(values)))


# What DALI converts to besides the default, with numbers that do not overflow there on the way; see
# DIFFERENCES for the rest.
@pytest.mark.parametrize("dtype", TYPES)
def test_result_types(dtype: str) -> None:
    x = tensor(numbers(2, 2, 3, dtype=dtype, high=8), "HWC")
    wide = {"u": "uint64", "i": "int64", "f": "float32"}[dtype[0]]
    wanted = {"sum": [dtype, wide, *(["float32"] if "64" not in dtype else [])],
              "mean": [dtype, "float32"], "rms": [dtype, "float32"],
              "mean_square": [wide, "float32"]}  # fmt: skip
    for op, types in wanted.items():
        for t in types:
            agree(f"ndd.reductions.{op}(x, axes=[0, 1], dtype=ndd.{t})", **CLOSE, x=x)


def test_narrow_sums_wrap_and_integer_means_truncate() -> None:
    x = tensor(np.full((5, 3), 200, np.uint8))
    agree("ndd.reductions.sum(x, axes=[0], dtype=ndd.uint8)", x=x)
    for values, dtype in (([1, 2], "uint8"), ([-1, -2], "int8"), ([1, 2, 2], "int8")):
        agree(f"ndd.reductions.mean(x, dtype=ndd.{dtype})", x=tensor(np.array(values, dtype)))
        agree(f"ndd.reductions.rms(x, dtype=ndd.{dtype})", x=tensor(np.array(values, dtype)))
    agree("ndd.reductions.sum(x)", x=tensor(np.full(4, 2**62, np.int64)))


@pytest.mark.parametrize("op", ["variance", "std_dev"])
@pytest.mark.parametrize("dtype", TYPES)
def test_spread(op: str, dtype: str) -> None:
    x = tensor(numbers(6, 40, 3, dtype=dtype), "HWC")
    for axes in ([0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]):
        agree(
            f"ndd.reductions.{op}(x, ndd.reductions.mean(x, axes={axes}), axes={axes})",
            rtol=1e-4,
            x=x,
        )
    agree(f"ndd.reductions.{op}(x, 3.0, ddof=1)", rtol=1e-5, x=x)


@pytest.mark.parametrize("op", ["variance", "std_dev"])
@pytest.mark.parametrize(
    "call",
    [
        "ndd.reductions.{}(x, ndd.reductions.mean(x, axes=[0], keep_dims=True), axes=[0])",
        "ndd.reductions.{}(x, ndd.reductions.mean(x, axes=[0]), axes=[0], keep_dims=True)",
        "ndd.reductions.{}(x, ndd.reductions.mean(x), ddof=2)",
        "ndd.reductions.{}(x, ndd.reductions.mean(x, axis_names='HW'), axis_names='HW')",
        "ndd.reductions.{}(x, t(np.float32([3])), keep_dims=True)",
        "ndd.reductions.{}(x, t(np.float32(3)), ddof=-1)",
    ],
)
def test_means(op: str, call: str) -> None:
    agree(call.format(op), rtol=1e-4, x=X)
    agree(call.format(op), rtol=1e-4, x=RAGGED)


def test_a_mean_per_sample() -> None:
    agree("ndd.reductions.variance(x, b(*np.float32([1, 2, 3])))", rtol=1e-5, x=RAGGED)


@pytest.mark.parametrize(
    "arguments",
    [
        "axes=[3]",
        "axes=[-4]",
        "axes=[0, 0]",
        "axes=[0, -3]",
        "axis_names='Q'",
        "axes=[0], axis_names='C'",
    ],
)
def test_refused(arguments: str) -> None:
    both_fail(f"ndd.reductions.sum(x, {arguments})", x=X)


def test_differences_of_reductions() -> None:
    names = ["types", "dtype", "integer_mean", "overflow", "one_mean", "infinity"]
    assert {f"reductions.{name}" for name in names} <= set(DIFFERENCES)
    assert run(ours, "ndd.reductions.sum(x, dtype=ndd.int16)", x=X)[0]["dtype"] == "i16"
    x = tensor(np.full((5, 3), 200, np.uint8))
    assert run(ours, "ndd.reductions.mean(x, dtype=ndd.uint8)", x=x)[0]["samples"][0] == 200
    big = tensor(np.full(4, 2**62, np.int64))
    assert run(ours, "ndd.reductions.mean(x)", x=big)[0]["samples"][0] == 2.0**62
    y = run(ours, "ndd.reductions.variance(x, 198.0, axes=[0])", x=x)[0]["samples"][0]
    np.testing.assert_array_equal(y, [4, 4, 4])


# ---- normalize --------------------------------------------------------------------------------

M = "np.float32([[[1, 2, 3]]])"


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "axes=[0, 1]",
        "axes=[0]",
        "axes=[1]",
        "axes=[2]",
        "axes=[0, 2]",
        "axes=[1, 2]",
        "axis_names='HW'",
        "axis_names='C'",
        "axes=[0, 1], ddof=1",
        "axes=[0, 1], epsilon=100.0",
        "axes=[0, 1], scale=3.0, shift=2.0",
        "ddof=5, epsilon=1.0, scale=0.5, shift=-1.0",
        f"axes=[0, 1], mean={M}",
        f"axes=[0, 1], mean={M}, ddof=3",
        f"axes=[0, 1], mean={M}, stddev={M}",
        f"axes=[0, 1], mean={M}, stddev={M}, epsilon=10.0",
        f"axes=[0, 1], stddev={M}",
        "mean=5.0",
        "axes=[0, 1], mean=5.0",
        "stddev=5.0",
        "mean=5.0, stddev=2.0",
        f"mean={M}",
        f"mean={M}, stddev={M}",
        f"stddev={M}",
        "mean=np.float32([[[7]]])",
        "mean=5.0, stddev=2.0, epsilon=3.0",
    ],
)
def test_normalize(arguments: str) -> None:
    agree(f"ndd.normalize(x, {arguments})", rtol=1e-5, atol=1e-5, x=X)
    agree(f"ndd.normalize(x, {arguments})", rtol=1e-5, atol=1e-5, x=RAGGED)


@pytest.mark.parametrize(
    "dtype", ["uint8", "int8", "uint16", "int16", "uint32", "int32", "float32"]
)
def test_normalize_types(dtype: str) -> None:
    x = tensor(numbers(6, 40, 3, dtype=dtype), "HWC")
    agree("ndd.normalize(x, axes=[0, 1])", rtol=1e-5, atol=1e-5, x=x)
    mean = "mean=np.float32([[[1, 2, 3]]]), stddev=np.float32([[[2, 4, 8]]])"  # exact in any order
    agree(f"ndd.normalize(x, {mean}, dtype=ndd.{dtype}, scale=4.0, shift=0.25)", x=X)


def test_normalize_layouts() -> None:
    agree(
        "ndd.normalize(x, axis_names='HW')", rtol=1e-5, atol=1e-5, x=tensor(numbers(3, 6, 7), "CHW")
    )
    agree(
        "ndd.normalize(x, axis_names='HW')",
        rtol=1e-5,
        atol=1e-5,
        x=tensor(numbers(2, 6, 7, 3), "FHWC"),
    )
    agree("ndd.normalize(x)", rtol=1e-5, atol=1e-5, x=tensor(numbers(2, 6, 7, 3), "FHWC"))
    agree("ndd.normalize(x)", rtol=1e-5, atol=1e-5, x=tensor(numbers(30)))
    agree("ndd.normalize(x)", rtol=1e-5, atol=1e-5, x=tensor(numbers(0, 3)))


@pytest.mark.parametrize(
    "arguments",
    [
        "axes=[0, 1]",
        "",
        "axes=[0, 1], ddof=1, epsilon=3.0",
        "axis_names='WH', scale=2.0, shift=1.0",
        "mean=3.0",
        "stddev=4.0, axes=[0, 1]",
        "mean=3.0, stddev=4.0",
        "axes=[0, 1], mean=3.0",
    ],
)
def test_normalize_a_whole_batch(arguments: str) -> None:
    agree(f"ndd.normalize(x, batch=True, {arguments})", rtol=1e-5, atol=1e-5, x=RAGGED)


def test_normalize_means_per_sample() -> None:
    three = "b(*[np.float32([[[1, 2, 3]]]) * k for k in (1, 2, 3)])"
    agree(f"ndd.normalize(x, axes=[0, 1], mean={three})", rtol=1e-5, atol=1e-5, x=RAGGED)
    agree(
        f"ndd.normalize(x, axes=[0, 1], mean={three}, stddev={three})",
        rtol=1e-5,
        atol=1e-5,
        x=RAGGED,
    )


def test_normalize_without_spread() -> None:
    for arguments in (
        "axes=[0]",
        "axes=[0], shift=3.0",
        "axes=[0], ddof=4",
        "axes=[0], epsilon=2.0",
    ):
        agree(f"ndd.normalize(x, {arguments})", x=tensor(np.full((4, 3), 7, np.uint8)))
    agree(
        "ndd.normalize(x, axes=[0], stddev=np.float32([[0, 2]]))",
        x=tensor(np.float32([[1, 2], [3, 4]])),
    )
    agree("ndd.normalize(x, axes=[0], ddof=2)", x=tensor(np.float32([[1.5], [1.25]])))


@pytest.mark.parametrize(
    "arguments",
    [
        "axes=[]",
        "axes=[5]",
        "axes=[0], axis_names='H'",
        "axes=[0, 1], mean=np.float32([[[1, 2]]])",
        "axis_names='Q'",
        "axes=[1], batch=True",
        "batch=True, mean=b(1.0, 2.0, 3.0)",
    ],
)
def test_normalize_refuses(arguments: str) -> None:
    both_fail(f"ndd.normalize(x, {arguments})", x=RAGGED)
