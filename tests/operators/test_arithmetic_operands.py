"""Arithmetic: broadcasting, and what counts as an operand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import headrace.dynamic as ndd
from headrace.core.dtype import dtype
from headrace.operators.math.arithmetic import evaluate

from .arithmetic_operations import BINARY, MATH, same

# ---- broadcasting ------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(
    shapes=hnp.mutually_broadcastable_shapes(num_shapes=3, max_dims=5, max_side=6),
    kinds=st.tuples(*[st.sampled_from(["uint8", "int16", "float32", "float64"])] * 3),
    op=st.sampled_from(["+", "-", "<", "//", "min"]),
)
def test_broadcasting_is_numpys(shapes: Any, kinds: tuple[str, ...], op: str) -> None:
    arrays = [
        (np.arange(1, np.prod(s, dtype=int) + 1) % 97 + 1).reshape(s).astype(k)
        for s, k in zip(shapes.input_shapes, kinds, strict=True)
    ]
    same(op, BINARY[op](ndd.tensor(arrays[0]), ndd.tensor(arrays[1])),
         evaluate(arrays[0], arrays[1], op=op))  # fmt: skip
    same("clamp", ndd.math.clamp(*[ndd.tensor(a) for a in arrays]), evaluate(*arrays, op="clamp"))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((300, 200, 3), (3,)),
        ((300, 200, 3), (300, 200, 1)),
        ((3, 300, 200), (3, 1, 1)),
        ((300, 200, 3), (200, 1)),
        ((300, 200, 3), (300, 1, 3)),
        ((5000, 2, 2), (2, 1)),
        ((1, 3000), (40, 1)),
        ((40, 1, 5), (1, 3000, 1)),
        ((20_000,), ()),
        ((20_000,), (1, 1)),
        ((2, 3, 2, 3, 2, 3, 2, 3), (3, 1, 3, 1, 3, 1, 3)),
    ],
)
def test_large_broadcasts(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    rng = np.random.default_rng(3)
    for kinds in (("uint8", "float32"), ("float32", "float32"), ("float16", "int32")):
        x, y = (rng.integers(1, 100, s).astype(k) for s, k in zip((a, b), kinds, strict=True))
        for op in ("-", "<", "*"):
            same(op, BINARY[op](ndd.tensor(x), ndd.tensor(y)), evaluate(x, y, op=op))
            same(op, BINARY[op](ndd.tensor(y), ndd.tensor(x)), evaluate(y, x, op=op))


def test_batches_broadcast_sample_by_sample() -> None:
    samples = [np.ones((2, 3, 4), np.float32), np.ones((5, 1, 4), np.float32)]
    x = ndd.batch(samples, layout="HWC")
    y = x - np.arange(4)
    assert isinstance(y, ndd.Batch)
    assert y.shape == [(2, 3, 4), (5, 1, 4)]
    for found, sample in zip(y, samples, strict=True):
        np.testing.assert_array_equal(found, sample - np.arange(4))
    z = x * ndd.batch([2, 3])
    assert [float(np.asarray(v).max()) for v in z] == [2, 3]
    t = ndd.tensor([1.0]) + x
    assert isinstance(t, ndd.Batch)
    assert t.layout == "HWC"


# ---- operands ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "number", "expected"),
    [
        ("u8", 2, "i32"), ("u32", 2, "i64"), ("u64", 2, "i64"), ("i64", 2, "i64"),
        ("u8", 2.5, "f32"), ("i64", 2.5, "f32"), ("f64", 2.5, "f64"), ("u8", True, "u8"),
        ("u8", np.uint8(2), "u8"), ("u8", np.float64(2), "f64"), ("f16", 2, "f16"),
        ("f16", 2.5, "f32"), ("bf16", np.int64(2), "bf16"), ("f32", np.float16(0.5), "f32"),
    ],
)  # fmt: skip
def test_numbers_are_strongly_typed(x: str, number: Any, expected: str) -> None:
    t = ndd.tensor([1, 2], dtype=x)
    for result in (t + number, number + t):
        assert result.dtype is dtype(expected)
        np.testing.assert_array_equal(np.asarray(result).astype(float), [1 + number, 2 + number])


def test_floats_are_float32_whatever_they_meet() -> None:
    found = np.asarray(ndd.tensor([0.0], dtype="f64") + 0.1)
    assert found[0] == np.float32(0.1)
    assert np.asarray(ndd.tensor([0.0], dtype="f64") + np.float64(0.1))[0] == 0.1
    assert np.asarray(ndd.tensor([1.0]) + 1e300)[0] == np.inf


def test_constants_of_every_call_are_its_own() -> None:
    x = ndd.tensor([1.0, 2.0])
    with ndd.EvalMode.deferred:
        many = [x * (i + 0.5) + i for i in range(100)]
        clamped = [ndd.math.clamp(ndd.tensor([-9, 99]), -i, i) for i in range(5)]
    for i, y in enumerate(many):
        np.testing.assert_array_equal(y, np.float32([1, 2]) * np.float32(i + 0.5) + np.float32(i))
    for i, y in enumerate(clamped):
        np.testing.assert_array_equal(y, [-i, i])


def test_extreme_constants() -> None:
    big = np.uint64(2**64 - 1)
    np.testing.assert_array_equal(ndd.tensor(np.uint64([0, 1])) + big, np.uint64([2**64 - 1, 0]))
    np.testing.assert_array_equal(ndd.tensor([-1]) + (-(2**31)), [2**31 - 1])
    np.testing.assert_array_equal(ndd.tensor([1.0]) * float("nan"), [np.nan])
    np.testing.assert_array_equal(ndd.tensor([1.0]) * -np.inf, [-np.inf])


@pytest.mark.parametrize("left", [True, False])
def test_arrays_and_lists_become_tensors(left: bool) -> None:
    torch = pytest.importorskip("torch")
    x = ndd.tensor([1, 2, 3])
    others = ([10, 20, 30], (10, 20, 30), np.array([10, 20, 30], np.int32))
    for other in (*others, torch.tensor([10, 20, 30], dtype=torch.int32)):
        result = other - x if left else x - other
        assert isinstance(result, ndd.Tensor)
        sign = 1 if left else -1
        np.testing.assert_array_equal(result, np.array([9, 18, 27]) * sign)
    b = ndd.batch([[1, 2], [3, 4]])
    result = np.array([10, 20]) * b
    assert isinstance(result, ndd.Batch)
    assert [np.asarray(t).tolist() for t in result] == [[10, 40], [30, 80]]
    assert isinstance(np.float32(3) * b, ndd.Batch)


@pytest.mark.parametrize("name", MATH)
def test_functions_of_plain_numbers(name: str) -> None:
    result = getattr(ndd.math, name)(1)
    assert isinstance(result, ndd.Tensor)
    assert result.shape == ()
    assert result.dtype == ndd.float32


def test_functions_of_several_plain_numbers() -> None:
    assert float(np.asarray(ndd.math.max(1, 2.5))) == 2.5
    assert int(np.asarray(ndd.math.clamp(7, 2, 3))) == 3
    assert ndd.math.clamp(value=7, lo=2, hi=3).dtype == ndd.int32
    assert float(np.asarray(ndd.math.atan2(1.0, 1.0))) == np.float32(np.pi / 4)


def test_subclasses_and_wrappers_are_operands() -> None:
    class Mine(ndd.Batch):
        __slots__ = ()

    class Wrapped:
        def __headrace_value__(self) -> Any:
            return ndd.tensor([10, 20])

    b = ndd.batch([[1, 2], [3, 4]])
    mine = Mine._of(b._v, b._m)
    assert [np.asarray(t).tolist() for t in mine + Wrapped()] == [[11, 22], [13, 24]]
    assert type(mine * 2) is type(2 * mine) is ndd.Batch


def test_layout_is_the_longer_one() -> None:
    x = ndd.tensor(np.zeros((2, 3, 4)), layout="HWC")
    assert (x + ndd.tensor(np.zeros(4), layout="C")).layout == "HWC"
    assert (ndd.tensor(np.zeros(4), layout="C") + x).layout == "HWC"
    assert (x + np.zeros(4)).layout == "HWC"
    assert (x * 2).layout == (-x).layout == ndd.math.sqrt(x).layout == "HWC"
    assert (x + np.zeros((5, 2, 3, 4))).layout is None
    assert ndd.math.clamp(x, ndd.tensor(np.zeros(4), layout="C"), 1).layout == "HWC"
