"""Hostile variants of states: valid JSON texts with numbers, types, keys and nesting changed."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import strategies as st

EXTREMES = [
    -(2**70), -(2**63), -1, 0, 1, 2, 3, 7, 19, 20, 21, 64, 1000, 2**20, 2**20 + 1, 2**24, 2**31,
    2**32 - 1, 2**40 - 1, 2**40, 2**53, 2**61, 2**62 - 1, 2**62, 2**63 - 1, 2**63, 2**64 - 1,
    2**64, 2**70,
]  # fmt: skip
OTHERS: list[Any] = [
    None,
    True,
    False,
    1.0,
    0.5,
    -0.0,
    1e308,
    "",
    "3",
    "x" * 200,
    [],
    [1],
    {},
    {"a": 1},
]
TEXTS = [
    "", "{", "[]", "null", "3", '"text"', "[" * 100_000, '{"a":' * 100_000, "9" * 100_000, "1e999",
    "NaN", "Infinity", "-Infinity", "\ud800", "\0", "[1,]", "{}{}", '{"reader": 1}',
]  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything in a JSON value."""
    inside: Any = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    return [path, *[p for k, v in inside for p in places(v, (*path, k))]]


@st.composite
def changed(draw: Any, value: Any) -> Any:
    """A JSON value of which one to three places are changed."""
    value = copy.deepcopy(value)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(value)[1:] or [()]))
        if not path:
            return draw(st.sampled_from(OTHERS))
        *before, last = path
        holder = value
        for key in before:
            holder = holder[key]
        kind = draw(
            st.sampled_from(["number", "number", "number", "other", "drop", "nest", "grow"])
        )
        if kind == "number":
            holder[last] = draw(st.sampled_from(EXTREMES) | st.integers(0, 60))
        elif kind == "other":
            holder[last] = copy.deepcopy(draw(st.sampled_from(OTHERS)))
        elif kind == "drop":
            del holder[last]
        elif kind == "nest":
            for _ in range(draw(st.sampled_from([1, 2, 40]))):
                holder[last] = [holder[last]]
        elif isinstance(holder[last], list):
            more = [draw(st.sampled_from(EXTREMES)) for _ in range(3)]
            holder[last] = holder[last] + [more] * draw(st.sampled_from([1, 3, 50, 5000]))
    return value


def texts(value: Any) -> st.SearchStrategy[str]:
    """Texts of hostile variants of a JSON value."""
    return st.one_of(changed(value).map(json.dumps), st.sampled_from(TEXTS))
