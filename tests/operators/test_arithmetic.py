"""Arithmetic: types, C semantics, broadcasting, what counts as an operand, errors."""

from __future__ import annotations

import itertools
import operator
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import headrace.dynamic as ndd
from headrace.core import promotion
from headrace.core.device import Device
from headrace.core.dtype import NUMERIC, DType, dtype
from headrace.core.meta import Meta
from headrace.operators.math.arithmetic import evaluate

BINARY = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "min": ndd.math.min,
    "max": ndd.math.max,
    "pow": ndd.math.pow,
    "fpow": ndd.math.fpow,
    "atan2": ndd.math.atan2,
}
UNARY = {"neg": operator.neg, "pos": operator.pos, "abs": abs, "invert": operator.invert}
MATH = (
    *("sqrt", "rsqrt", "cbrt", "exp", "log", "log2", "log10", "fabs", "floor", "ceil"),
    *("sin", "cos", "tan", "asin", "acos", "atan"),
    *("sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
)
EXACT = {*BINARY, *UNARY, "sqrt", "rsqrt", "fabs", "floor", "ceil"} - {"**", "pow", "fpow", "atan2"}


def edge_values(t: DType) -> np.ndarray[Any, Any]:
    """Numbers at which arithmetic in this type goes wrong, if anywhere."""
    if t.kind is DType.Kind.bool:
        return np.array([False, True])
    if t.kind is DType.Kind.float:
        some = [-7.5, -2, -1, -0.0, 0, 0.5, 1, 2, 3.7, 100, 4e4, np.nan, np.inf, -np.inf]
        return np.array(some, t.numpy)
    info = np.iinfo(t.numpy)
    some = [info.min, info.min + 1, -100, -7, -3, -1, 0, 1, 2, 3, 7, 33, 100, info.max - 1]
    return np.array([v for v in [*some, info.max] if v >= info.min], t.numpy)


def same(op: str, actual: Any, expected: np.ndarray[Any, Any]) -> None:
    found = np.asarray(actual)
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    if op in EXACT or expected.dtype.kind in "biu":
        if expected.dtype.kind == "V":  # NumPy does not know bfloat16's NaN
            found, expected = found.astype(np.float32), expected.astype(np.float32)
        np.testing.assert_array_equal(found, expected)
        return
    wide = np.float64 if expected.dtype == np.float64 else np.float32
    tolerance = {"float64": 1e-13, "float32": 1e-6, "float16": 1e-3, "bfloat16": 1e-2}
    np.testing.assert_allclose(
        found.astype(wide), expected.astype(wide), rtol=tolerance[expected.dtype.name]
    )


# ---- every operation on every pair of types ----------------------------------------------------


@pytest.mark.parametrize("op", BINARY)
def test_binary_operations_on_all_types(op: str) -> None:
    for a, b in itertools.product(NUMERIC, NUMERIC):
        x, y = edge_values(a), edge_values(b)
        try:
            rule = promotion.binary(op, a, b)
        except TypeError:
            with pytest.raises(TypeError):
                BINARY[op](ndd.tensor(x), ndd.tensor(y))
            continue
        if op in ("//", "%") and rule.compute.kind is not DType.Kind.float:
            y = y[y != 0]
        result = BINARY[op](ndd.tensor(x[:, None]), ndd.tensor(y))
        assert result.dtype is rule.result
        same(op, result, evaluate(x[:, None], y, op=op))


@pytest.mark.parametrize("op", [*UNARY, *MATH])
def test_unary_operations_on_all_types(op: str) -> None:
    function = UNARY.get(op) or getattr(ndd.math, op)
    for t in NUMERIC:
        x = edge_values(t)
        try:
            rule = promotion.unary({"neg": "-", "pos": "+", "invert": "~"}.get(op, op), t)
        except TypeError:
            with pytest.raises(TypeError):
                function(ndd.tensor(x))
            continue
        result = function(ndd.tensor(x))
        assert result.dtype is rule.result
        same(op, result, evaluate(x, op=op))


def test_clamp_on_all_types() -> None:
    for t in NUMERIC[:-1]:
        x = edge_values(t)
        lo, hi = x[2], x[-4]
        same("clamp", ndd.math.clamp(ndd.tensor(x), lo, hi), evaluate(x, lo, hi, op="clamp"))
    f = [np.nan, 1, 5, 5, 5, -5, 3], [0, np.nan, 0, np.nan, 4, 4, 4], [2, 2, np.nan, 3, 2, 2, 2]
    result = ndd.math.clamp(*[ndd.tensor(v, dtype="f32") for v in f])
    np.testing.assert_array_equal(result, [np.nan, 1, 5, 3, 2, 2, 2])  # as DALI


OWN = ("exp", "log", "log2", "log10", "sin", "cos", "sinh", "cosh", "tanh")


def off_by(found: Any, expected: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """How many floats lie between the results and those expected; specials have to be equal."""
    found = np.asarray(found)
    finite = np.isfinite(expected)
    np.testing.assert_array_equal(found[~finite], expected[~finite])
    f, e = (a[finite].view(np.int32).astype(np.int64) for a in (found, expected))
    return np.abs(np.where(f < 0, -(2**31) - f, f) - np.where(e < 0, -(2**31) - e, e))


@pytest.mark.parametrize("op", OWN)
def test_own_functions_round_well(op: str) -> None:
    # float32 computes these by polynomials of its own: compare with libm in double.
    rng = np.random.default_rng(5)
    bits = rng.integers(0, 2**32, 200_000, dtype=np.uint64).astype(np.uint32).view(np.float32)
    near = rng.normal(0, 3, 100_000).astype(np.float32)
    x = np.concatenate([bits, near, np.linspace(-104, 92, 100_000, dtype=np.float32)])
    with np.errstate(all="ignore"):
        expected = getattr(np, op)(x.astype(np.float64)).astype(np.float32)
    steps = off_by(getattr(ndd.math, op)(ndd.tensor(x)), expected)
    assert steps.max() <= 1
    assert (steps > 0).mean() < 0.005  # large angles are libm's


def test_own_powers_round_well() -> None:
    rng = np.random.default_rng(6)
    x = rng.lognormal(0, 3, 300_000).astype(np.float32)
    y = rng.normal(0, 5, 300_000).astype(np.float32)
    y[::7] = rng.integers(-4, 5, len(y[::7]))
    x[::11] = rng.integers(-3, 3, len(x[::11]))
    x[::1001], y[::1003] = np.inf, np.nan
    with np.errstate(all="ignore"):
        expected = np.power(x.astype(np.float64), y.astype(np.float64)).astype(np.float32)
        fixed = np.power(x.astype(np.float64), np.float64(np.float32(1.7))).astype(np.float32)
    for found, right in ((ndd.tensor(x) ** ndd.tensor(y), expected), (ndd.tensor(x) ** 1.7, fixed)):
        steps = off_by(found, right)
        assert steps.max() <= 1
        assert (steps > 0).mean() < 0.001


def test_exact_results_are_exact() -> None:
    m = ndd.math
    for found, expected in (
        (m.exp(0.0), 1), (m.log(1), 0), (m.log2([8, 2.0**-140]), [3, -140]),
        (m.log10([1, 10, 1000, 1e30]), [0, 1, 3, 30]), (m.sin([0.0, -0.0]), [0, 0]),
        (m.cos(0), 1), (m.tanh([0, 50, -50]), [0, 1, -1]), (m.sinh(0), 0), (m.cosh(0), 1),
        (m.pow([2.0, 10, 3, 0.5], [10.0, 3, 4, -3]), [1024, 1000, 81, 8]),
        (m.pow([0.0, -8, -8, 0], [-1.0, 3, 1 / 3, 0]), [np.inf, -512, np.nan, 1]),
    ):  # fmt: skip
        np.testing.assert_array_equal(found, np.float32(expected))


# ---- meanings ----------------------------------------------------------------------------------


def test_integers_wrap_around() -> None:
    x = ndd.tensor([200, 100], dtype="u8")
    np.testing.assert_array_equal(x + ndd.tensor([100, 1], dtype="u8"), [44, 101])
    np.testing.assert_array_equal(-x, [56, 156])
    np.testing.assert_array_equal(abs(ndd.tensor([-128], dtype="i8")), [-128])
    np.testing.assert_array_equal(ndd.tensor([3, 7], dtype="u8") ** ndd.tensor([7, 20], dtype="u8"),
                                  [139, 225])  # fmt: skip
    u = np.array([0, 2**64 - 1], np.uint64)
    np.testing.assert_array_equal(ndd.tensor(u) + np.array([-1, 1], np.int8), [-1, 0])


def test_division_is_c_division() -> None:
    x = ndd.tensor([-7, 7, -7, 7])
    y = ndd.tensor([2, 2, -2, -2])
    np.testing.assert_array_equal(x // y, [-3, 3, 3, -3])
    np.testing.assert_array_equal(x % y, [-1, 1, -1, 1])
    np.testing.assert_array_equal(ndd.tensor([7.5, -7.5]) // 2, [3.75, -3.75])
    np.testing.assert_array_equal(ndd.tensor([7.5, -7.5]) % 2, [1.5, -1.5])
    np.testing.assert_array_equal(ndd.tensor([1, 0, -1]) / 0, [np.inf, np.nan, -np.inf])
    assert (x / 2).dtype == ndd.float32


@pytest.mark.parametrize("name", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32"])
def test_quotients_are_exact(name: str) -> None:
    # Small types divide in floats: their quotients have to be right all the same.
    rng = np.random.default_rng(7)
    info = np.iinfo(name)
    a = rng.integers(info.min, info.max, 30_000, dtype=name, endpoint=True)
    b = rng.integers(info.min, info.max, 30_000, dtype=name, endpoint=True)
    b[::2] = rng.integers(1, 100, 15_000)
    b[b == 0] = 1
    a[1::3] = a[1::3] // b[1::3] * b[1::3]  # exact multiples, and one less
    a[2::3] = a[2::3] // b[2::3] * b[2::3] - 1
    for op in ("//", "%"):
        same(op, BINARY[op](ndd.tensor(a), ndd.tensor(b)), evaluate(a, b, op=op))
        scalar = np.asarray(3, name)[()]
        same(op, BINARY[op](ndd.tensor(a), scalar), evaluate(a, scalar, op=op))


@pytest.mark.parametrize("op", ["//", "%"])
@pytest.mark.parametrize("name", ["uint8", "int8", "int32", "uint64"])
def test_integer_division_by_zero_is_an_error(op: str, name: str) -> None:
    x = ndd.tensor([1, 2], dtype=name)
    for zero in (ndd.tensor([1, 0], dtype=name), np.asarray(0, name)[()]):
        with pytest.raises(ValueError, match="division by zero") as e:
            BINARY[op](x, zero).evaluate()
        assert f"operator {op}, called at" in str(e.value)
    assert np.asarray(BINARY[op](ndd.tensor([], dtype=name), 0)).shape == (0,)


def test_a_failing_division_does_not_spoil_its_neighbours() -> None:
    x = ndd.batch([np.full(10_000, v, np.int32) for v in (0, 2)])
    with ndd.EvalMode.deferred:
        y = x + 1
        bad = 8 // (y - 1)
        after = bad * 2
    with pytest.raises(ValueError, match=r"division by zero[\s\S]*operator //[\s\S]*sample 0"):
        after.evaluate()
    np.testing.assert_array_equal(y.select(0), np.ones(10_000))


def test_shifts_count_modulo_the_machine_word() -> None:
    x = ndd.tensor([1, 1, 3], dtype="u8")
    np.testing.assert_array_equal(x << ndd.tensor([7, 8, 33], dtype="u8"), [128, 0, 6])
    np.testing.assert_array_equal(ndd.tensor([-100, -100]) >> ndd.tensor([1, -1]), [-50, -1])
    np.testing.assert_array_equal(ndd.tensor([1], dtype="i64") << np.int64(33), [2**33])


def test_powers_of_integers() -> None:
    x = ndd.tensor([2, 1, -1, 0, -2])
    np.testing.assert_array_equal(x**-1, [0, 0, 0, 0, 0])
    np.testing.assert_array_equal(x**3, [8, 1, -1, 0, -8])
    np.testing.assert_array_equal(x**0, [1, 1, 1, 1, 1])
    np.testing.assert_array_equal(2 ** ndd.tensor([0, 3, 31, -1]), [1, 8, -(2**31), 0])
    np.testing.assert_array_equal(ndd.math.fpow(x, -1), [0.5, 1, -1, np.inf, -0.5])


def test_bools_are_logical() -> None:
    a, b = ndd.tensor([False, False, True, True]), ndd.tensor([False, True, False, True])
    np.testing.assert_array_equal(a * b, [False, False, False, True])
    np.testing.assert_array_equal(a ^ b, [False, True, True, False])
    np.testing.assert_array_equal(~a, [True, True, False, False])
    np.testing.assert_array_equal(a < b, [False, True, False, False])
    np.testing.assert_array_equal(a + ndd.tensor([1, 1, 1, 1]), [1, 1, 2, 2])


def test_minimum_and_nan() -> None:
    a, b = ndd.tensor([np.nan, 1.0]), ndd.tensor([1.0, np.nan])
    np.testing.assert_array_equal(ndd.math.min(a, b), [1, np.nan])
    np.testing.assert_array_equal(ndd.math.max(a, b), [1, np.nan])


def test_uint64_compares_with_signed_by_value() -> None:
    u = ndd.tensor(np.array([2**63 + 5, 2**64 - 1, 3], np.uint64))
    i = np.array([2, -1, 3], np.int64)
    np.testing.assert_array_equal(u > i, [True, True, False])
    np.testing.assert_array_equal(u == i, [False, False, True])
    np.testing.assert_array_equal(i < u, [True, True, False])
    np.testing.assert_array_equal(u >= -1, [True, True, True])
    np.testing.assert_array_equal(ndd.tensor(i) <= u, [True, True, True])


@pytest.mark.parametrize("number", [-1, 0, 127, 128, 255, 256, 70_000, np.uint64(5), 2.5, True])
def test_comparisons_with_constants_in_and_out_of_range(number: Any) -> None:
    for name in ("uint8", "int8", "uint16", "int32", "uint64"):
        x = edge_values(dtype(name))
        for op in ("==", "!=", "<", "<=", ">", ">="):
            as_array = np.asarray(number, promotion.scalar(number).numpy)
            same(op, BINARY[op](ndd.tensor(x), number), evaluate(x, as_array, op=op))
            same(op, BINARY[op](number, ndd.tensor(x)), evaluate(as_array, x, op=op))


@pytest.mark.parametrize("half", [np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16)], ids=str)
def test_halves_compute_in_float32_and_round_once(half: np.dtype[Any]) -> None:
    x = np.linspace(-3, 3, 999).astype(half)
    y = np.linspace(0.1, 7, 999).astype(half)
    wide = x.astype(np.float32), y.astype(np.float32)
    assert (ndd.tensor(x) * ndd.tensor(y)).dtype == half
    same("*", ndd.tensor(x) * ndd.tensor(y), (wide[0] * wide[1]).astype(half))
    same("/", ndd.tensor(x) / ndd.tensor(y), (wide[0] / wide[1]).astype(half))
    same("+", ndd.tensor(x) + 3, (wide[0] + 3).astype(half))
    assert (ndd.tensor(x) + 3.0).dtype == ndd.float32
    same("<", ndd.tensor(x) < ndd.tensor(y), x < y)
    same("sqrt", ndd.math.sqrt(ndd.tensor(y)), np.sqrt(wide[1]).astype(half))


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


def test_every_instruction_set_gives_the_same(tmp_path: Any) -> None:
    import os
    import subprocess
    import sys

    program = (
        "import numpy as np, headrace.dynamic as ndd, hashlib\n"
        "r = np.random.default_rng(1)\n"
        "x = ndd.tensor(r.normal(0, 9, 9999).astype('f4')); y = ndd.tensor(r.normal(0, 9, 9999))\n"
        "i = ndd.tensor(r.integers(1, 2**31, 9999, dtype='i4'))\n"
        "p = ndd.math.abs(x)\n"
        "h = hashlib.sha1()\n"
        "for v in (x * 1.7, x / y, ndd.math.exp(x), ndd.math.log(p), ndd.math.sqrt(p), x ** 2,\n"
        "          ndd.math.rsqrt(p), i // 7, i % 1001, i * i, i / 3, ndd.math.sin(x),\n"
        "          ndd.math.tanh(x)):\n"
        "    h.update(np.asarray(v).tobytes())\n"
        "print(h.hexdigest())\n"
    )
    digests = set()
    for isa in ("base", "avx2", "avx512"):
        run = subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "HEADRACE_ISA": isa},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        digests.add(run.stdout)
    assert len(digests) == 1


# ---- errors ------------------------------------------------------------------------------------


def test_shapes_that_do_not_broadcast() -> None:
    x = ndd.tensor(np.zeros((3, 4), np.uint8))
    with pytest.raises(ValueError, match=r"uint8 \(3, 4\) and float32 \(3,\)") as e:
        (x + ndd.tensor([1.0, 2.0, 3.0])).evaluate()
    assert "operator +, called at" in str(e.value)
    assert "test_arithmetic.py" in str(e.value)
    with pytest.raises(RuntimeError):  # what DALI raises
        (x + ndd.tensor([1.0, 2.0, 3.0])).evaluate()


def test_a_batch_names_the_sample_that_does_not_broadcast() -> None:
    b = ndd.batch([np.zeros((2, 3)), np.zeros((2, 5))])
    with pytest.raises(ValueError, match=r"\(2, 5\) and int32 \(3,\)[\s\S]*sample 1"):
        (b * [1, 2, 3]).evaluate()


def test_layouts_that_do_not_go_together() -> None:
    a = ndd.tensor(np.zeros((2, 3, 4)), layout="HWC")
    with pytest.raises(ValueError, match='layouts "HWC" and "HW" do not go together'):
        a + ndd.tensor(np.zeros((3, 4)), layout="HW")


def test_batches_of_different_sizes() -> None:
    with pytest.raises(ValueError, match="different sizes: 2 and 3 samples"):
        ndd.batch([1, 2]) + ndd.batch([1, 2, 3])


def test_operands_on_different_devices() -> None:
    # As it would be with a GPU: the check looks at metadata alone.
    gpu = Device.__reduce__(Device.CPU)[0]("gpu", 0)
    x = ndd.tensor([1, 2])
    y = ndd.Tensor._of(x._v, Meta.get(ndd.int32, 1, None, False, gpu))
    with pytest.raises(ValueError, match="different devices, cpu and gpu:0") as e:
        x + y
    assert "Tensor of int32, 1 axis on gpu:0" in str(e.value)


def test_types_an_operation_does_not_take() -> None:
    x = ndd.tensor([True])
    with pytest.raises(TypeError, match="bool and bool") as e:
        x + x
    assert "operands: Tensor of bool, 1 axis; Tensor of bool, 1 axis" in str(e.value)
    assert "test_arithmetic.py" in str(e.value)
    with pytest.raises(TypeError, match="uint8 and float32"):
        ndd.tensor([1], dtype="u8") & 1.5
    with pytest.raises(TypeError, match='"sqrt" does not take bool'):
        ndd.math.sqrt(x)


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 2**70])
def test_large_ints_overflow(number: int) -> None:
    x = ndd.tensor([1], dtype="i64")
    with pytest.raises(OverflowError, match=rf"{number} does not fit int32"):
        x + number
    with pytest.raises(OverflowError, match=r"operator math\.max"):
        ndd.math.max(1, number)


@pytest.mark.parametrize(("other", "kind"), [(None, ValueError), ("a", TypeError), (1j, TypeError)])
def test_things_that_are_no_operands(other: Any, kind: type[Exception]) -> None:
    x = ndd.tensor([1])
    for op in ("+", "=="):
        with pytest.raises(kind) as e:
            BINARY[op](x, other)
        assert f"operator {op}" in str(e.value)
