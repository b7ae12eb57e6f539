"""`and`, `or`, `not`, comparisons in a row and conditional expressions of per-sample values."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ...core import errors
from ...core.dtype import bool_
from ...core.site import caller_site
from .journal import World, enact, merge_worlds
from .merging import Mismatch, merge_values, mismatch
from .scopes import EXPRESSION, PLAIN, Side, Tracing, current

# Note [Expressions without variables]
# `a and b` becomes combined(depth(), "and", operand(a) and b). An Operand of a plain value is as
# true as the value: Python decides by itself whether to go on. That of a node opens the branch in
# which the result depends on b, and lets Python go on. `combined` closes what was opened since
# `depth`. `x if c else y` becomes chosen(depth(), test(c) and then(x) or otherwise(y)), where
# `then` is true for plain conditions only: for a node it closes its branch and opens that of y.


def not_(x: Any) -> Any:
    """`not x`."""
    tracing = current()
    if tracing is None or not tracing.hooks.is_node(x):
        return not x
    return tracing.hooks.logical_not(x)


class Operand:
    """An operand of `and` or `or` that is not the last one."""

    __slots__ = ("_goes_on", "value")

    def __init__(self, value: Any, goes_on: bool | None = None) -> None:
        self.value, self._goes_on = value, goes_on

    def __bool__(self) -> bool:
        return bool(self.value) if self._goes_on is None else self._goes_on


def operand(x: Any, word: str, names: tuple[str, ...] = ()) -> Operand:
    """An operand that others follow. names: those that the others may assign."""
    tracing = current()
    if tracing is None or not tracing.hooks.is_node(x):
        return Operand(x)
    _assigns_nothing(names, f"`{word}`")
    condition = _truth(tracing, x, word)
    tracing.push(Side(EXPRESSION, condition, word == "and"))
    return Operand(condition, word == "and")


def combined(depth: int, word: str, result: Any) -> Any:
    """The value of the expression."""
    if isinstance(result, Operand):
        result = result.value
    tracing = current()
    if tracing is None or len(tracing.stack) == depth:
        return result
    result = _truth(tracing, result, word)
    while len(tracing.stack) > depth:
        side = tracing.stack[-1]
        world, condition = tracing.pop(), side.condition
        pair = (result, condition) if side.taken else (condition, result)
        result = tracing.hooks.merge(condition, *pair)
        _enact(tracing, side, world if side.taken else {}, {} if side.taken else world)
    return result


def _truth(tracing: Tracing, x: Any, word: str) -> Any:
    """An operand that decides: one truth value per sample, or the same for all."""
    if tracing.hooks.is_node(x):
        if getattr(x, "dtype", None) in (None, bool_):
            return tracing.hooks.as_bool(x)
    elif isinstance(x, (bool, np.bool_)):
        return bool(x)
    said = repr(x) if tracing.hooks.is_node(x) else errors.brief(x)
    raise errors.DTypeError(
        f"the operands of `{word}` are truth values where one of them differs between samples, "
        f"got {said}. Comparisons give truth values, x != 0; `&` and `|` combine numbers",
        site=caller_site(),
    )


class Compared:
    """A value in `a < b < c`: its comparisons are operands of `and`."""

    __slots__ = ("_names", "_value")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: Any, names: tuple[str, ...]) -> None:
        self._value, self._names = value, names

    def _compare(self, function: Any, other: Compared) -> Any:
        return _Comparison(function(self._value, other._value), self._names)

    def __lt__(self, other: Compared) -> Any:
        return self._compare(operator.lt, other)

    def __le__(self, other: Compared) -> Any:
        return self._compare(operator.le, other)

    def __gt__(self, other: Compared) -> Any:
        return self._compare(operator.gt, other)

    def __ge__(self, other: Compared) -> Any:
        return self._compare(operator.ge, other)

    def __eq__(self, other: Any) -> Any:
        return self._compare(operator.eq, other)

    def __ne__(self, other: Any) -> Any:
        return self._compare(operator.ne, other)


class _Comparison(Operand):
    """One comparison of several; an operand as soon as Python asks whether to go on."""

    __slots__ = ("_names",)

    def __init__(self, value: Any, names: tuple[str, ...]) -> None:
        super().__init__(value)
        self._names = names

    def __bool__(self) -> bool:
        asked = operand(self.value, "and", self._names)
        self.value = asked.value
        return bool(asked)


class Chosen:
    """What a conditional expression chose."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def test(condition: Any, names: tuple[str, ...]) -> bool:
    """Whether the first part of a conditional expression is evaluated."""
    tracing = current()
    if tracing is None:
        return bool(condition)
    if not tracing.hooks.is_node(condition):
        taken = bool(condition)
        tracing.push(Side(PLAIN))
        return taken
    _assigns_nothing(names, "a conditional expression")
    tracing.push(Side(EXPRESSION, tracing.hooks.as_condition(condition), True))
    return True


def then(value: Any) -> Chosen | None:
    """The first part; None where the second is evaluated as well."""
    tracing = current()
    if tracing is None or tracing.stack[-1].kind is PLAIN:
        return Chosen(value)
    condition = tracing.stack[-1].condition
    second = Side(EXPRESSION, condition, False)
    second.result, second.world = value, tracing.pop()
    tracing.push(second)
    return None


def otherwise(value: Any) -> Chosen:
    """The second part."""
    return Chosen(value)


def chosen(depth: int, choice: Chosen) -> Any:
    """The value of the expression."""
    tracing = current()
    if tracing is None:
        return choice.value
    side = tracing.stack[depth]
    world = tracing.pop()
    if side.kind is PLAIN:
        return choice.value
    what, site = "the conditional expression", caller_site()
    try:
        value = merge_values(tracing.hooks, side.condition, side.result, choice.value, what)
    except Mismatch as e:
        raise mismatch(str(e), site, site) from e.__cause__
    _enact(tracing, side, side.world, world)
    return value


def _enact(tracing: Tracing, side: Side, then: World, other: World) -> None:
    if then or other:
        site = caller_site()
        world = merge_worlds(tracing.hooks, side.condition, then, other, site)
        enact(world, tracing.journal)


def _assigns_nothing(names: tuple[str, ...], where: str) -> None:
    if names:
        raise errors.ArgumentError(
            f"{where} with a per-sample value assigns {', '.join(f'`{n}`' for n in names)} in a "
            "part that is for some samples only: assign before, or use an `if` statement",
            site=caller_site(),
        )
