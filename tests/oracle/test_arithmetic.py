"""Arithmetic against DALI: every operation on every pair of types, values, types, layouts."""

from __future__ import annotations

import itertools
import operator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")
import nvidia.dali.experimental.dynamic as dali

import headrace.dynamic as ndd

from .differences import DIFFERENCES

TYPES = ("bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64",
         "float32", "float64")  # fmt: skip
BINARY = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "//": operator.floordiv, "%": operator.mod, "**": operator.pow,
    "&": operator.and_, "|": operator.or_, "^": operator.xor,
    "<<": operator.lshift, ">>": operator.rshift,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
MATH2 = ("min", "max", "pow", "fpow", "atan2")
UNARY = {"neg": operator.neg, "pos": operator.pos, "abs": abs, "invert": operator.invert}
MATH = ("abs", "fabs", "floor", "ceil", "sqrt", "rsqrt", "cbrt", "exp", "log", "log2", "log10",
        "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh",
        "atanh")  # fmt: skip
CLOSE = {"**", "pow", "fpow", "atan2", "rsqrt", *MATH[6:]}


def values(name: str) -> np.ndarray[Any, Any]:
    if name == "bool":
        return np.array([False, True])
    if name.startswith("float"):
        some = [-7.5, -2, -1, 0, 0.5, 1, 2, 3.7, 50, np.nan, np.inf, -np.inf]
        return np.array(some, name)
    info = np.iinfo(name)
    some = [-100, -7, -3, -1, 0, 1, 2, 3, 7, 33, 100, info.max - 1, info.max]
    return np.array([v for v in some if v >= info.min], name)


def outcome(lib: Any, function: Any, *arrays: np.ndarray[Any, Any]) -> np.ndarray[Any, Any] | None:
    """The result, or None where the library refuses."""
    try:
        return np.array(function(*[lib.tensor(a) for a in arrays]).evaluate())
    except (TypeError, ValueError, RuntimeError):
        return None


def compare(op: str, ours: Any, theirs: Any, *arrays: np.ndarray[Any, Any]) -> None:
    expected, found = outcome(dali, theirs, *arrays), outcome(ndd, ours, *arrays)
    what = f"{op} of {[a.dtype.name for a in arrays]}"
    assert (expected is None) == (found is None), what
    if expected is None or found is None:
        return
    assert found.dtype == expected.dtype, what
    assert found.shape == expected.shape, what
    kinds = {a.dtype.kind for a in arrays}
    if op in COMPARISONS and kinds == {"i", "f"}:
        signed, _ = sorted(np.broadcast_arrays(*arrays), key=lambda a: a.dtype.kind == "f")
        found, expected = found[signed >= 0], expected[signed >= 0]
    if expected.dtype.kind == "f" and op in CLOSE:
        rtol = 1e-14 if expected.dtype == np.float64 else 1e-6 if op == "rsqrt" else 3e-7
        np.testing.assert_allclose(found, expected, rtol=rtol, atol=0, err_msg=what)
    else:
        np.testing.assert_array_equal(found, expected, err_msg=what)


def divisors(op: str, a: str, b: str, y: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Without those that kill DALI, or give errors that have a test of their own."""
    return y[(y != 0) & (y != -1)] if op in ("//", "%") and "float" not in a + b else y


@pytest.mark.parametrize("op", [*BINARY, *MATH2])
def test_binary(op: str) -> None:
    ours = BINARY.get(op) or getattr(ndd.math, op)
    theirs = BINARY.get(op) or getattr(dali.math, op)
    for a, b in itertools.product(TYPES, TYPES):
        compare(op, ours, theirs, values(a)[:, None], divisors(op, a, b, values(b)))


@pytest.mark.parametrize("op", BINARY)
@pytest.mark.parametrize("number", [3, -2, 2.5, True], ids=repr)
def test_with_python_numbers(op: str, number: Any) -> None:
    function = BINARY[op]
    for name in TYPES:
        x = values(name)
        y = divisors(op, name, type(number).__name__, x)
        if op in COMPARISONS and {x.dtype.kind, np.asarray(number).dtype.kind} == {"i", "f"}:
            x = y = x[x >= 0] if x.dtype.kind == "i" else x[: len(x) if number >= 0 else 0]
        compare(op, lambda t: function(t, number), lambda t: function(t, number), x)
        compare(op, lambda t: function(number, t), lambda t: function(number, t), y)


@pytest.mark.parametrize("op", UNARY)
def test_unary(op: str) -> None:
    for name in TYPES:
        compare(op, UNARY[op], UNARY[op], values(name))


@pytest.mark.parametrize("op", MATH)
def test_functions(op: str) -> None:
    for name in TYPES:
        x = values(name)
        x = x[(x != 0) & np.isfinite(x)] if op == "rsqrt" else x
        compare(op, getattr(ndd.math, op), getattr(dali.math, op), x)


def test_clamp() -> None:
    for a, b, c in itertools.product(TYPES, repeat=3):
        arrays = values(a)[:, None], values(b)[:2], values(c)[-2:]
        compare("clamp", ndd.math.clamp, dali.math.clamp, *arrays)


@pytest.mark.parametrize("op", ["//", "%"])
@pytest.mark.parametrize("name", ["uint8", "int32", "uint64"])
def test_integer_division_by_zero(op: str, name: str) -> None:
    one, zero = np.array([1], name), np.array([0], name)
    for lib in (dali, ndd):
        with lib.EvalMode.sync_full, pytest.raises(ValueError, match="division by zero"):
            BINARY[op](lib.tensor(one), lib.tensor(zero)).evaluate()


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((4, 5, 3), (3,)), ((4, 5, 3), (4, 5, 1)), ((1, 5), (4, 1)), ((), (3,)), ((0, 3), (3,)),
        ((0, 3), (1, 3)), ((2,), (3,)), ((0,), (5,)), ((2, 3), (3, 2)),
    ],
)  # fmt: skip
def test_shapes(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    compare("+", operator.add, operator.add, np.ones(a, np.float32), np.ones(b, np.int16))


@pytest.mark.parametrize(
    ("a", "b"),
    [("HWC", "C"), ("HWC", None), (None, "HWC"), ("C", "HWC"), ("HWC", "HWC"), ("HWC", "HW"),
     ("HWC", "CHW"), ("WC", None), (None, "WC"), ("WC", "HWC"), ("HW", "HWC")],
)  # fmt: skip
def test_layouts(a: str | None, b: str | None) -> None:
    found = []
    for lib in (dali, ndd):
        x, y = (lib.tensor(np.ones((2, 2, 2)[: len(t or "HWC")]), layout=t) for t in (a, b))
        try:
            found.append((x + y).evaluate().layout)
        except RuntimeError:
            found.append("error")
    assert found[0] == found[1]


def test_batches() -> None:
    rng = np.random.default_rng(4)
    samples = [rng.integers(0, 255, (h, 5, 3), np.uint8) for h in (2, 7, 1)]
    results = []
    for lib in (dali, ndd):
        b = lib.batch(samples, layout="HWC")
        per_sample = lib.batch(np.array([1, 2, 3], np.int16))
        y = (b * 0.5 - lib.tensor(np.float32([1, 2, 3]))) * per_sample + [1.5, 2.5, 3.5]
        results.append(y)
    assert [tuple(s) for s in results[0].shape] == results[1].shape
    assert results[0].layout == results[1].layout
    for a, b in zip(*results, strict=True):
        np.testing.assert_array_equal(np.asarray(a), np.asarray(b))


def test_large_ints_overflow_in_both() -> None:
    for lib in (dali, ndd):
        with pytest.raises(OverflowError):
            lib.tensor(np.int64([1])) + 2**31


# ---- deliberate differences --------------------------------------------------------------------

# (what, call, what we give). DALI gives something else, or fails.
DIFFERENT: list[tuple[str, Any, Any]] = [
    ("arithmetic.abs", lambda lib: 1 / abs(lib.tensor(np.float32([-0.0]))), [np.inf]),
    ("arithmetic.halves", lambda lib: lib.tensor(np.float16([1.5])) * 2, [3]),
    ("arithmetic.negative_with_float",
     lambda lib: lib.tensor(np.int8([-1])) == lib.tensor(np.float32([-1])), [True]),
    ("math.rsqrt", lambda lib: lib.math.rsqrt(lib.tensor(np.float32([4, 0, np.inf]))),
     [0.5, np.inf, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("what", "call", "mine"), DIFFERENT, ids=[d[0] for d in DIFFERENT])
def test_differences(what: str, call: Any, mine: list[Any]) -> None:
    assert what in DIFFERENCES
    np.testing.assert_array_equal(call(ndd), mine)
    try:
        theirs = np.asarray(call(dali).evaluate()).tolist()
    except RuntimeError:
        return
    assert theirs != mine


def test_numpy_first() -> None:
    assert "arithmetic.numpy_first" in DIFFERENCES
    assert isinstance(np.ones(2) + dali.tensor([1, 2]), np.ndarray)
    assert isinstance(np.ones(2) + ndd.tensor([1, 2]), ndd.Tensor)


def test_the_least_integer_by_minus_one() -> None:
    assert "arithmetic.least_by_minus_one" in DIFFERENCES
    for name in ("int32", "int64"):
        least = np.iinfo(name).min
        x, y = ndd.tensor(np.array([least], name)), ndd.tensor(np.array([-1], name))
        np.testing.assert_array_equal(x // y, [least])
        np.testing.assert_array_equal(x % y, [0])
