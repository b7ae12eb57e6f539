"""Promotion: every pair of types that DALI was seen to promote, and what we add to it."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import headrace.dynamic  # noqa: F401  its functions add their rules
from headrace.core import promotion
from headrace.core.dtype import (
    NUMERIC,
    DType,
    InterpType,
    bfloat16,
    bool_,
    dtype,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)
from headrace.core.enums import DALIInterpType
from headrace.core.errors import DTypeError

# Observed in DALI 2.4.0 (its float16, which calculates nothing there, is left out); "-": an error.
OBSERVED = {
    "+ - // % ** pow min max": """
        bool    uint8   int8    uint16  int16   uint32  int32   uint64  int64   float32 float64
bool    -       u8      i8      u16     i16     u32     i32     u64     i64     f32     f64
uint8   u8      u8      i16     u16     i16     u32     i32     u64     i64     f32     f64
int8    i8      i16     i8      i32     i16     i64     i32     i64     i64     f32     f64
uint16  u16     u16     i32     u16     i32     u32     i32     u64     i64     f32     f64
int16   i16     i16     i16     i32     i16     i64     i32     i64     i64     f32     f64
uint32  u32     u32     i64     u32     i64     u32     i64     u64     i64     f32     f64
int32   i32     i32     i32     i32     i32     i64     i32     i64     i64     f32     f64
uint64  u64     u64     i64     u64     i64     u64     i64     u64     i64     f32     f64
int64   i64     i64     i64     i64     i64     i64     i64     i64     i64     f32     f64
float32 f32     f32     f32     f32     f32     f32     f32     f32     f32     f32     f64
float64 f64     f64     f64     f64     f64     f64     f64     f64     f64     f64     f64
""",
    "/ fpow atan2": """
        bool    uint8   int8    uint16  int16   uint32  int32   uint64  int64   float32 float64
bool    -       f32     f32     f32     f32     f32     f32     f32     f32     f32     f64
uint8   f32     f32     f32     f32     f32     f32     f32     f32     f32     f32     f64
int8    f32     f32     f32     f32     f32     f32     f32     f32     f32     f32     f64
uint16  f32     f32     f32     f32     f32     f32     f32     f32     f32     f32     f64
int16   f32     f32     f32     f32     f32     f32     f32     f32     f32     f32     f64
uint32  f32     f32     f32     f32     f32     f32     f32     f32     f32     f32     f64
int32   f32     f32     f32     f32     f32     f32     f32     f32     f32     f32     f64
uint64  f32     f32     f32     f32     f32     f32     f32     f32     f32     f32     f64
int64   f32     f32     f32     f32     f32     f32     f32     f32     f32     f32     f64
float32 f32     f32     f32     f32     f32     f32     f32     f32     f32     f32     f64
float64 f64     f64     f64     f64     f64     f64     f64     f64     f64     f64     f64
""",
    "& | ^ << >>": """
        bool    uint8   int8    uint16  int16   uint32  int32   uint64  int64   float32 float64
bool    bool    u8      i8      u16     i16     u32     i32     u64     i64     -       -
uint8   u8      u8      i16     u16     i16     u32     i32     u64     i64     -       -
int8    i8      i16     i8      i32     i16     i64     i32     i64     i64     -       -
uint16  u16     u16     i32     u16     i32     u32     i32     u64     i64     -       -
int16   i16     i16     i16     i32     i16     i64     i32     i64     i64     -       -
uint32  u32     u32     i64     u32     i64     u32     i64     u64     i64     -       -
int32   i32     i32     i32     i32     i32     i64     i32     i64     i64     -       -
uint64  u64     u64     i64     u64     i64     u64     i64     u64     i64     -       -
int64   i64     i64     i64     i64     i64     i64     i64     i64     i64     -       -
float32 -       -       -       -       -       -       -       -       -       -       -
float64 -       -       -       -       -       -       -       -       -       -       -
""",
}
NAMES = OBSERVED["/ fpow atan2"].split("\n")[1].split()
PAIRS = list(itertools.product(NAMES, NAMES))
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
MATH = (
    "sqrt rsqrt cbrt exp log log2 log10 fabs floor ceil "
    "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh"
)
FUNCTIONS: dict[int, Callable[..., promotion.Promotion]] = {
    1: promotion.unary,
    2: promotion.binary,
    3: promotion.ternary,
}


class Three(enum.IntEnum):
    x = 3


def table(text: str) -> dict[tuple[str, str], str]:
    header, *rows = text.strip().splitlines()
    columns = header.split()
    return {
        (name, column): cell
        for name, *cells in map(str.split, rows)
        for column, cell in zip(columns, cells, strict=True)
    }


def outcome(op: str, *operands: DType) -> str:
    try:
        return FUNCTIONS[len(operands)](op, *operands).result.name
    except DTypeError:
        return "-"


@pytest.mark.parametrize(
    ("op", "text"), [(op, text) for ops, text in OBSERVED.items() for op in ops.split()]
)
def test_binary_as_observed(op: str, text: str) -> None:
    expected = table(text)
    assert len(expected) == 121
    assert {(a, b): outcome(op, dtype(a), dtype(b)) for a, b in PAIRS} == expected


def test_product_differs_only_for_bools() -> None:
    expected = table(OBSERVED["+ - // % ** pow min max"]) | {("bool", "bool"): "bool"}
    assert {(a, b): outcome("*", dtype(a), dtype(b)) for a, b in PAIRS} == expected


@pytest.mark.parametrize("op", COMPARISONS)
def test_comparisons_are_bool(op: str) -> None:
    for a, b in itertools.product(NUMERIC, NUMERIC):
        assert promotion.binary(op, a, b).result is bool_


def test_every_binary_operation_is_checked() -> None:
    assert set(" ".join(OBSERVED).split()) | {"*", *COMPARISONS} == set(promotion.BINARY)


UNARY = {
    "+": "bool u8 i8 u16 i16 u32 i32 u64 i64 f32 f64",
    "-": "-    u8 i8 u16 i16 u32 i32 u64 i64 f32 f64",
    "abs": "-  u8 i8 u16 i16 u32 i32 u64 i64 f32 f64",
    "~": "bool u8 i8 u16 i16 u32 i32 u64 i64 -   -",
    **dict.fromkeys(MATH.split(), "- f32 f32 f32 f32 f32 f32 f32 f32 f32 f64"),
}


@pytest.mark.parametrize("op", UNARY)
def test_unary_as_observed(op: str) -> None:
    assert [outcome(op, dtype(name)) for name in NAMES] == UNARY[op].split()


def test_every_unary_operation_is_checked() -> None:
    assert set(UNARY) == set(promotion.UNARY)


def test_clamp_promotes_from_left_to_right() -> None:
    # Holds for all 1331 triples in DALI.
    add = table(OBSERVED["+ - // % ** pow min max"]) | {("bool", "bool"): "bool"}
    for a, b, c in itertools.product(NAMES, repeat=3):
        met = dtype(add[dtype(add[a, b]).full_name, c])
        expected = "-" if (a, b, c) == ("bool", "bool", "bool") else met.name
        assert outcome("clamp", dtype(a), dtype(b), dtype(c)) == expected


INTEGERS = (int8, int16, int32, int64, uint8, uint16, uint32, uint64)


@pytest.mark.parametrize("half", [float16, bfloat16], ids=str)
class TestHalves:
    @pytest.mark.parametrize("op", ["+", "/", "//", "**", "max", "atan2"])
    def test_with_bools_and_integers_stay(self, op: str, half: DType) -> None:
        for other in (bool_, *INTEGERS, half):
            assert promotion.binary(op, half, other) == (half, float32, False)
            assert promotion.binary(op, other, half) == (half, float32, False)

    def test_with_wider_floats_widen(self, half: DType) -> None:
        for wide in (float32, float64):
            assert promotion.binary("*", half, wide) == (wide, wide, False)
        assert promotion.binary("+", half, promotion.scalar(2.5)).result is float32

    def test_compare_in_float32(self, half: DType) -> None:
        assert promotion.binary("<", half, int32) == (bool_, float32, False)

    def test_unary(self, half: DType) -> None:
        assert promotion.unary("sqrt", half) == (half, float32, False)
        assert promotion.unary("-", half) == (half, float32, False)

    def test_no_bits(self, half: DType) -> None:
        assert outcome("&", half, int32) == outcome("~", half) == "-"


def test_the_two_halves_meet_in_float32() -> None:
    assert promotion.binary("+", float16, bfloat16) == (float32, float32, False)
    assert promotion.ternary("clamp", float16, int8, bfloat16).result is float32


def test_compute_type() -> None:
    assert promotion.binary("+", uint8, int8) == (int16, int16, False)
    assert promotion.binary("/", int64, int64) == (float32, float32, False)
    assert promotion.binary("<", uint8, int32) == (bool_, int32, False)
    assert promotion.binary("*", bool_, bool_) == (bool_, bool_, False)
    assert promotion.unary("floor", int16) == (float32, float32, False)


@pytest.mark.parametrize("op", COMPARISONS)
def test_uint64_compares_with_signed_by_value(op: str) -> None:
    # DALI: uint64(2**64 - 1) > int64(-1), though both have the same bits.
    for a, b in itertools.product(NUMERIC, NUMERIC):
        expected = {uint64} < {a, b} and DType.Kind.signed in (a.kind, b.kind)
        assert promotion.binary(op, a, b).by_value == expected
    assert not promotion.binary("max", uint64, int64).by_value  # there DALI wraps


@given(st.sampled_from(NUMERIC), st.sampled_from(NUMERIC))
def test_meet_commutes_and_never_narrows_a_kind(a: DType, b: DType) -> None:
    met = promotion.meet(a, b)
    order = (DType.Kind.bool, DType.Kind.unsigned, DType.Kind.signed, DType.Kind.float)
    assert met is promotion.meet(b, a)
    assert order.index(met.kind) == max(order.index(a.kind), order.index(b.kind))
    assert met.kind is DType.Kind.float or met.bits >= max(a.bits, b.bits)


def test_results_are_remembered() -> None:
    assert promotion.binary("+", uint8, int16) is promotion.binary("+", uint8, int16)
    assert promotion.unary("-", uint8) is promotion.unary("-", uint8)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, bool_),
        (0, int32),
        (-(2**31), int32),
        (2**31 - 1, int32),
        (1e300, float32),
        (np.uint8(3), uint8),
        (np.int64(3), int64),
        (np.float64(3), float64),
        (np.bool_(True), bool_),
        (Three.x, int32),
        (DALIInterpType.INTERP_NN, InterpType),
    ],
    ids=repr,
)
def test_scalars(value: object, expected: DType) -> None:
    assert promotion.scalar(value) is expected


@pytest.mark.parametrize("value", [2**31, -(2**31) - 1, 10**30])
def test_large_ints_overflow(value: int) -> None:
    with pytest.raises(OverflowError, match=rf"{value} does not fit int32.*np.int64\({value}\)"):
        promotion.scalar(value)


@pytest.mark.parametrize("value", [1j, "a", None, [1], np.complex64(1)], ids=repr)
def test_other_scalars_are_refused(value: object) -> None:
    with pytest.raises(TypeError):
        promotion.scalar(value)


@pytest.mark.parametrize(
    ("op", "operands", "message"),
    [
        ("+", (bool_, bool_), '"[+]" does not take bool and bool: cast .* int32, or use & | ^'),
        ("**", (bool_, bool_), "cast to a number first"),
        ("sqrt", (bool_,), '"sqrt" does not take bool'),
        ("<<", (float32, int32), '"<<" takes integers and bools, not float32 and int32'),
        ("~", (float64,), "float64"),
        ("+", (InterpType, int32), "InterpType and int32: cast enums to int32"),
        ("==", (InterpType, InterpType), "cast enums"),
        ("clamp", (bool_, bool_, bool_), "bool and bool and bool"),
    ],
)
def test_messages(op: str, operands: tuple[DType, ...], message: str) -> None:
    for _ in range(2):  # a failure is not remembered as a result
        with pytest.raises(TypeError, match=message):
            FUNCTIONS[len(operands)](op, *operands)


def test_unknown_operation() -> None:
    with pytest.raises(ValueError, match=r'"sqr" of 1 operands\. Did you mean "sqrt"'):
        promotion.unary("sqr", uint16)
