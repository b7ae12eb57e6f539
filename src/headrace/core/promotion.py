"""Type promotion: the result and compute types of arithmetic on given element types."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from headrace.core.dtype import (
    DType,
    bfloat16,
    bool_,
    dtype,
    float16,
    float32,
    int32,
    uint64,
)
from headrace.core.enums import Choice
from headrace.core.errors import ArgumentError, DTypeError, RangeError, brief, hint

# The common type of two operands: DALI's rules (tests compare all of them), and ours for 16-bit
# floats. For example, uint64 with anything signed is int64; any integer with float32 is float32.
_MEET = """
      bool u8   u16  u32  u64  i8   i16  i32  i64  f16  bf16 f32  f64
bool  bool u8   u16  u32  u64  i8   i16  i32  i64  f16  bf16 f32  f64
u8    u8   u8   u16  u32  u64  i16  i16  i32  i64  f16  bf16 f32  f64
u16   u16  u16  u16  u32  u64  i32  i32  i32  i64  f16  bf16 f32  f64
u32   u32  u32  u32  u32  u64  i64  i64  i64  i64  f16  bf16 f32  f64
u64   u64  u64  u64  u64  u64  i64  i64  i64  i64  f16  bf16 f32  f64
i8    i8   i16  i32  i64  i64  i8   i16  i32  i64  f16  bf16 f32  f64
i16   i16  i16  i32  i64  i64  i16  i16  i32  i64  f16  bf16 f32  f64
i32   i32  i32  i32  i64  i64  i32  i32  i32  i64  f16  bf16 f32  f64
i64   i64  i64  i64  i64  i64  i64  i64  i64  i64  f16  bf16 f32  f64
f16   f16  f16  f16  f16  f16  f16  f16  f16  f16  f16  f32  f32  f64
bf16  bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 f32  bf16 f32  f64
f32   f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f64
f64   f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64
"""


class Rule(NamedTuple):
    """What an operation does with the common type of its operands."""

    result: str  # "same"; "float": integers become float32; "bool"
    bools: bool  # may all operands be bool?
    floats: bool  # may an operand be a float?


_ARITHMETIC = Rule("same", bools=False, floats=True)
_PRODUCT = Rule("same", bools=True, floats=True)
_BITWISE = Rule("same", bools=True, floats=False)
_COMPARISON = Rule("bool", bools=True, floats=True)
_MATH = Rule("float", bools=False, floats=True)

# Python's operators. `define` adds functions.
BINARY: dict[str, Rule] = {
    **dict.fromkeys(("+", "-", "//", "%", "**"), _ARITHMETIC),
    "*": _PRODUCT,
    **dict.fromkeys(("&", "|", "^", "<<", ">>"), _BITWISE),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), _COMPARISON),
    "/": _MATH,
}
UNARY: dict[str, Rule] = {"+": _PRODUCT, "-": _ARITHMETIC, "abs": _ARITHMETIC, "~": _BITWISE}
TERNARY: dict[str, Rule] = {}


def define(op: str, operands: int, keeps: bool) -> None:
    """Add a function. keeps: the result has the common type of its operands; otherwise integers
    become float32."""
    rules = (UNARY, BINARY, TERNARY)[operands - 1]
    rules[op] = _ARITHMETIC if keeps else _MATH


class Promotion(NamedTuple):
    """How an operation runs: convert the operands to `compute`, operate, convert to `result`.

    `by_value` marks the one case where no type holds both operands: uint64 compared with a signed
    integer. It compares the numbers themselves, not their bits as int64.
    """

    result: DType
    compute: DType
    by_value: bool = False


def binary(op: str, a: DType, b: DType) -> Promotion:
    """The promotion of ``a op b``.

    >>> from headrace.core.dtype import uint8, int8, float16
    >>> binary("+", uint8, int8).result, binary("/", uint8, int8).result
    (DType(int16), DType(float32))
    >>> binary("<", float16, uint8)
    Promotion(result=DType(bool), compute=DType(float32), by_value=False)
    """
    try:
        return _memo[op, a, b]
    except KeyError:
        return _memo.setdefault((op, a, b), _promote(op, BINARY, (a, b)))


def unary(op: str, a: DType) -> Promotion:
    """The promotion of ``op a`` and of math functions with one argument.

    >>> from headrace.core.dtype import uint8
    >>> unary("-", uint8).result, unary("sqrt", uint8).result
    (DType(uint8), DType(float32))
    """
    try:
        return _memo[op, a]
    except KeyError:
        return _memo.setdefault((op, a), _promote(op, UNARY, (a,)))


def ternary(op: str, a: DType, b: DType, c: DType) -> Promotion:
    """The promotion of ``clamp(a, low, high)``.

    >>> from headrace.core.dtype import uint8, int8
    >>> ternary("clamp", uint8, uint8, int8).result
    DType(int16)
    """
    try:
        return _memo[op, a, b, c]
    except KeyError:
        return _memo.setdefault((op, a, b, c), _promote(op, TERNARY, (a, b, c)))


def meet(a: DType, b: DType) -> DType:
    """The common type of two operands, before the operation's own rule."""
    return _meet[a, b]


def scalar(value: object) -> DType:
    """The type of a Python or NumPy number as an operand: int32, float32, bool, or its own dtype.

    >>> scalar(3), scalar(2.5), scalar(True)
    (DType(int32), DType(float32), DType(bool))
    """
    found = _SCALARS.get(value.__class__)
    if found is int32:
        if not -(2**31) <= value < 2**31:  # type: ignore[operator]
            raise RangeError(
                f"{value} does not fit int32, which is what a Python int counts as in arithmetic; "
                f"say which type you mean: np.int64({value})"
            )
        return found
    if found is not None:
        return found
    if isinstance(value, (np.generic, Choice)):
        return dtype(value.dtype if isinstance(value, np.generic) else type(value))
    if isinstance(value, (int, float)):  # a subclass, such as IntEnum
        return scalar(int(value) if isinstance(value, int) else float(value))
    raise DTypeError(f"cannot calculate with {brief(value)}")


_SCALARS: dict[type, DType] = {bool: bool_, int: int32, float: float32}
_memo: dict[tuple[object, ...], Promotion] = {}


def _read_table(text: str) -> dict[tuple[DType, DType], DType]:
    header, *rows = text.strip().splitlines()
    columns = [DType.parse(name) for name in header.split()]
    table = {}
    for row in rows:
        name, *cells = row.split()
        for column, cell in zip(columns, cells, strict=True):
            table[DType.parse(name), column] = DType.parse(cell)
    return table


_meet = _read_table(_MEET)
_HALVES = (float16, bfloat16)


def _promote(op: str, rules: dict[str, Rule], operands: tuple[DType, ...]) -> Promotion:
    rule = rules.get(op)
    if rule is None:
        raise ArgumentError(f'no operation "{op}" of {len(operands)} operands. {hint(op, rules)}')
    _check(op, rule, operands)
    met = operands[0]
    for operand in operands[1:]:
        met = _meet[met, operand]
    if rule.result == "float" and met.kind is not DType.Kind.float:
        met = float32
    # 16-bit floats are for storage: compute in float32, round once at the end.
    compute = float32 if met in _HALVES else met
    if rule.result != "bool":
        return Promotion(met, compute)
    signed = any(operand.kind is DType.Kind.signed for operand in operands)
    floating = met.kind is DType.Kind.float
    return Promotion(bool_, compute, by_value=uint64 in operands and signed and not floating)


def _check(op: str, rule: Rule, operands: tuple[DType, ...]) -> None:
    kinds = {operand.kind for operand in operands}
    types = " and ".join(operand.full_name for operand in operands)
    if DType.Kind.enum in kinds:
        raise DTypeError(f'"{op}" does not take {types}: cast enums to int32 first')
    if kinds == {DType.Kind.bool} and not rule.bools:
        raise DTypeError(
            f'"{op}" does not take {types}: cast to a number first, e.g. to int32'
            + (", or use & | ^ for logic" if op in "+-" else "")
        )
    if DType.Kind.float in kinds and not rule.floats:
        raise DTypeError(f'"{op}" takes integers and bools, not {types}: cast to an integer first')
