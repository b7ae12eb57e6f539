"""Arithmetic: every operation on all types, C semantics, rounding."""

from __future__ import annotations

import itertools
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.core import promotion
from headrace.core.dtype import NUMERIC, DType, dtype
from headrace.operators.math.arithmetic import evaluate

from .arithmetic_operations import BINARY, MATH, UNARY, edge_values, same

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
