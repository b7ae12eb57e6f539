"""What variables are after an `if` on per-sample values: the values of its branches, merged."""

from __future__ import annotations

import copy
import enum
import numbers
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...core import errors
from ...core import site as _site

if TYPE_CHECKING:
    from .branches import GraphHooks


class Absent:
    """Stands in a variable that has no value; an error where it is used.

    reason: None where nobody gave it a value, else why there is none for all samples.
    """

    __slots__ = ("name", "reason", "site")

    def __init__(self, name: str, reason: str | None = None, site: int = _site.UNKNOWN) -> None:
        self.name, self.reason, self.site = name, reason, site

    def error(self) -> Exception:
        """What using the variable raises."""
        if self.reason is None:
            what = f"local variable {self.name!r}"
            return UnboundLocalError(
                f"cannot access {what} where it is not associated with a value"
            )
        return mismatch(self.reason, self.site, _site.caller_site())

    def __repr__(self) -> str:
        return f"<no value: {self.reason or self.name}>"


class Mismatch(Exception):
    """Two values that cannot be merged; the text says why."""


def mismatch(reason: str, branch: int, use: int) -> errors.ArgumentError:
    """The error about values that differ in kind; `branch`: the site of the `if`."""
    place = _site.resolve(branch)
    detail = None if place is None or branch == use else f"`if` at {place}"
    return errors.ArgumentError(reason, site=use, detail=detail)


def use(value: Any) -> Any:
    """The value of a variable, an attribute or an item; an error if it has none."""
    if type(value) is Absent:
        raise value.error()
    return value


class Kept(NamedTuple):
    """A variable at the end of a branch: itself, and its insides as they are then."""

    value: Any
    frozen: Any


def capture(names: Iterable[str], variables: Mapping[str, Any]) -> dict[str, Kept]:
    """Variables at the end of a branch. Lists and dicts may be put back afterwards, so their
    contents are copied."""
    found = {}
    for name in names:
        value = variables[name] if name in variables else Absent(name)
        found[name] = Kept(value, freeze(value))
    return found


def freeze(value: Any) -> Any:
    """A value, with copies of the lists, dicts and tuples that it consists of."""
    return _freeze(value, {})


def _freeze(value: Any, seen: dict[int, Any]) -> Any:
    if type(value) not in (list, dict, tuple):
        return value
    if id(value) in seen:
        return seen[id(value)]
    if isinstance(value, tuple):
        return tuple([_freeze(x, seen) for x in value])
    made: Any = type(value)()
    seen[id(value)] = made
    if isinstance(value, list):
        made += [_freeze(x, seen) for x in value]
    else:
        made.update({k: _freeze(x, seen) for k, x in value.items()})
    return made


def merge_variable(
    hooks: GraphHooks, condition: Any, name: str, a: Kept, b: Kept, site: int
) -> Kept:
    """A variable after the branches; Absent where they have nothing in common."""
    if a.value is b.value or (_is_unset(a.value) and _is_unset(b.value)):
        return a
    try:
        value = merge_values(hooks, condition, a.frozen, b.frozen, f"`{name}`")
    except Mismatch as e:
        value = Absent(name, str(e), site)
    return Kept(value, freeze(value))


def merge_values(hooks: GraphHooks, condition: Any, a: Any, b: Any, what: str) -> Any:
    """One value of those of two branches: nodes are merged, also inside of tuples, lists, dicts."""
    if a is b:
        return a
    if isinstance(a, Absent) or isinstance(b, Absent):
        raise Mismatch(_absence(a, b, what))
    if hooks.is_node(a) or hooks.is_node(b):
        if not (_mergeable(hooks, a) and _mergeable(hooks, b)):
            raise Mismatch(_difference(hooks, a, b, what))
        return _merge_nodes(hooks, condition, a, b, what)
    for kind, merge in ((tuple, _merge_sequences), (list, _merge_sequences), (dict, _merge_dicts)):
        if isinstance(a, kind) and isinstance(b, kind):
            return merge(hooks, condition, a, b, what)
    if _same(a, b):
        return a
    if _is_constant(a) and _is_constant(b):
        return _merge_nodes(hooks, condition, a, b, what)
    raise Mismatch(_difference(hooks, a, b, what))


def _merge_nodes(hooks: GraphHooks, condition: Any, a: Any, b: Any, what: str) -> Any:
    try:
        return hooks.merge(condition, a, b)
    except errors.Error as e:
        raise Mismatch(f"{what} cannot be merged: {e.what}") from e


def _merge_sequences(hooks: GraphHooks, condition: Any, a: Any, b: Any, what: str) -> Any:
    if type(a) is not type(b):
        raise Mismatch(_difference(hooks, a, b, what))
    if len(a) != len(b):
        raise Mismatch(
            f"{what} has {len(a)} elements where the condition is true, and {len(b)} where it is "
            "not: give it as many in both branches"
        )
    made = [
        merge_values(hooks, condition, x, y, f"{what}[{i}]") for i, (x, y) in enumerate(zip(a, b))
    ]
    if isinstance(a, list):
        return made if type(a) is list else type(a)(made)
    return type(a)(*made) if hasattr(a, "_fields") else type(a)(made)


def _merge_dicts(hooks: GraphHooks, condition: Any, a: Any, b: Any, what: str) -> Any:
    if a.keys() != b.keys():
        here, there = [k for k in a if k not in b], [k for k in b if k not in a]
        found = [f"{k!r} only where the condition is true" for k in here]
        found += [f"{k!r} only where it is not" for k in there]
        raise Mismatch(f"{what} has {', '.join(found)}: give it the same keys in both branches")
    made = copy.copy(a)
    for key in a:
        made[key] = merge_values(hooks, condition, a[key], b[key], f"{what}[{key!r}]")
    return made


def _same(a: Any, b: Any) -> bool:
    """Whether two plain values are equal, as far as comparing them is harmless."""
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray):
        return bool(a.dtype == b.dtype) and a.shape == b.shape and a.tobytes() == b.tobytes()
    plain = (str, bytes, numbers.Number, np.generic, np.dtype, enum.Enum, range, slice, frozenset)
    return isinstance(a, plain) and bool(a == b)


def _is_constant(x: Any) -> bool:
    """Whether a graph can take a value as a constant."""
    if isinstance(x, (enum.Enum, type)):
        return False
    return isinstance(x, (numbers.Number, np.generic)) or hasattr(x, "__array__")


def _mergeable(hooks: GraphHooks, x: Any) -> bool:
    return hooks.is_node(x) or _is_constant(x)


def _is_unset(x: Any) -> bool:
    return isinstance(x, Absent) and x.reason is None


def _absence(a: Any, b: Any, what: str) -> str:
    for x in (a, b):
        if isinstance(x, Absent) and x.reason is not None:
            return x.reason
    where = "is not true" if isinstance(a, Absent) else "is true"
    return (
        f"{what} has a value only where the condition {where}: set it before the `if` as well, "
        "or in both branches"
    )


def _difference(hooks: GraphHooks, a: Any, b: Any, what: str) -> str:
    return (
        f"{what} is {_said(hooks, a)} where the condition is true, and {_said(hooks, b)} where it "
        "is not: give it values of one kind in both branches, which are per-sample values, "
        "numbers, arrays, or tuples, lists and dicts of equal structure"
    )


def _said(hooks: GraphHooks, x: Any) -> str:
    return "a per-sample value" if hooks.is_node(x) else errors.brief(x)
