"""Branches on per-sample values: what is asked of a graph, and what is merged."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from headrace.core import errors
from headrace.pipeline.conditionals import convert
from headrace.pipeline.conditionals.branches import building

from .fake_graph import FakeGraph, Node, line_of, run
from .random_programs import define

# What is asked of the graph


def test_both_branches_are_made_and_merged():
    def program(x):
        if x > 1:
            y = x + 1
        else:
            y = x - 1
        return y

    graph = FakeGraph(3)
    with building(graph):
        made = convert(program)(graph.node([0, 1, 2]))
    assert graph.log == [("enter", True), "leave", ("enter", False), "leave", "merge"]
    assert made.values == {0: -1, 1: 0, 2: 3}


def test_nothing_is_entered_for_a_missing_else():
    def program(x):
        if x > 1:
            x = x + 1
        return x

    graph = FakeGraph(1)
    with building(graph):
        convert(program)(graph.node([0]))
    assert graph.log == [("enter", True), "leave", "merge"]


def test_plain_conditions_ask_nothing():
    def program(x, p):
        if p > 1 and not (p and p > 2):
            return x if p else p
        return x

    graph = FakeGraph(1)
    with building(graph):
        convert(program)(graph.node([0]), 2)
    assert graph.log == []


def test_variables_that_are_equal_are_not_merged():
    def program(x):
        a, b, c = 1, "text", np.arange(3)
        if x > 1:
            a, b, c, d = 1, "te" + "xt", np.arange(3), x
        else:
            d = x
        return a, b, c, d

    graph = FakeGraph(2)
    with building(graph):
        x = graph.node([0, 2])
        a, b, c, d = convert(program)(x)
    assert (a, b, c.tolist()) == (1, "text", [0, 1, 2])
    assert d is x
    assert "merge" not in graph.log


# Values


class Pair(NamedTuple):
    left: Any
    right: Any


def test_structures_are_merged_element_by_element():
    def program(x):
        if x > 1:
            y = {"a": [x, (1, 2)], "b": Pair(x, "same")}
        else:
            y = {"a": [0, (x, 2)], "b": Pair(5, "same")}
        return y

    assert run(program, [1, 2]) == [
        {"a": [0, (1, 2)], "b": Pair(5, "same")},
        {"a": [2, (1, 2)], "b": Pair(2, "same")},
    ]
    made = run(program, [1])[0]["b"]
    assert isinstance(made, Pair)


def nothing_in_common(x, which):
    y = None
    if x > 1:
        if which == "length":
            y = [x, x]
        elif which == "keys":
            y = {"a": x}
        elif which == "nested":
            y = (1, {"a": [x]})
        elif which == "text":
            y = "one"
        elif which == "node":
            y = x
        elif which == "kind":
            y = (x, x)
        else:
            z = x
    else:
        if which == "length":
            y = [x]
        elif which == "keys":
            y = {"b": x}
        elif which == "nested":
            y = (1, {"a": [None]})
        elif which == "text":
            y = "two"
        elif which == "kind":
            y = [x, x]
    if which == "unused":
        return x
    if which == "missing":
        return z
    return y


@pytest.mark.parametrize(
    ("which", "said"),
    [
        ("length", "`y` has 2 elements where the condition is true, and 1 where it is not"),
        ("keys", "`y` has 'a' only where the condition is true, 'b' only where it is not"),
        ("nested", r"`y`\[1\]\['a'\]\[0\] is a per-sample value where the condition is true, and "
                   r"None \(NoneType\) where it is not"),
        ("text", r"`y` is 'one' \(str\) where the condition is true, and 'two' \(str\)"),
        ("node", r"`y` is a per-sample value where the condition is true, and None \(NoneType\)"),
        ("kind", r"`y` is \(.*\) \(tuple\) where the condition is true, and \[.*\] \(list\) where"),
        ("missing", "`z` has a value only where the condition is true: set it before the `if`"),
    ],
)  # fmt: skip
def test_what_cannot_be_merged_is_an_error_where_it_is_used(which, said):
    with pytest.raises(errors.ArgumentError, match=said) as caught:
        run(nothing_in_common, [1, 2], which)
    used = "return z" if which == "missing" else "return y"
    assert caught.value.where.line == line_of(nothing_in_common, used)
    assert f":{line_of(nothing_in_common, 'if x > 1')}, in nothing_in_common" in str(caught.value)
    assert isinstance(caught.value, (ValueError, RuntimeError))


def test_what_cannot_be_merged_and_is_not_used_does_not_matter():
    assert run(nothing_in_common, [1, 2], "unused") == [1, 2]


def test_a_graph_that_cannot_merge_is_quoted():
    class Strict(FakeGraph):
        def merge(self, condition, a, b):
            raise errors.ArgumentTypeError("one is uint8, the other float")

    def program(x):
        if x > 1:
            x = x + 1
        return x

    graph = Strict(1)
    with building(graph), pytest.raises(errors.ArgumentError, match="`x` cannot .* uint8, the"):
        convert(program)(graph.node([0]))


def test_names_without_a_value_are_unbound_as_in_python():
    def program(x, never):
        if x > 1:
            x = x + 1
            if never:
                y = 1
        return y

    with pytest.raises(UnboundLocalError, match="'y'"):
        run(program, [1], False)


def test_names_of_one_branch_do_not_reach_the_other():
    def program(x):
        if x > 1:
            y = x
        else:
            y = y + 1
        return y

    with pytest.raises(UnboundLocalError, match="'y'"):
        run(program, [1])


def test_values_merged_again():
    def program(x):
        y = 0
        for k in range(4):
            if x == k:
                y = y + k
            elif x > k:
                y += 10
            else:
                y = y - 0
        return y

    assert run(program, [0, 1, 2, 3]) == [0, 11, 22, 33]
    assert [program(x) for x in range(4)] == [0, 11, 22, 33]


# Changes of objects


class Counter:
    def __init__(self):
        self.count = 0

    def add(self, x):
        if x > 1:
            self.count = self.count + x
        else:
            self.small = x
        return self


def test_attributes_items_and_methods_of_lists():
    def program(x):
        counter, items, table = Counter(), [0, 0], {"a": 0}
        if x > 1:
            counter.add(x).count += 5
            items[0], items[1] = x, 1
            table.setdefault("b", x)
        else:
            items.extend([7])
            items.pop(0)
            table["a"], table["b"] = x, 3
            counter.add(x)
        return counter.count, items, table, counter.small

    made = run(program, [0, 2])
    assert [row[:3] for row in made] == [
        (0, [0, 7], {"a": 0, "b": 3}),
        (7, [2, 1], {"a": 0, "b": 2}),
    ]


def test_lists_that_branches_make():
    def program(x):
        if x > 1:
            made = []
            made.append(x)
            made += [1]
        else:
            made = [None] * 2
            made[0] = 3
            made[1] = x
        return made

    assert run(program, [1, 2]) == [[3, 1], [2, 1]]


def test_attributes_that_cannot_be_merged():
    def program(x, use):
        box = Counter()
        if x > 1:
            box.count = "many"
        return box.count if use else x

    assert run(program, [1, 2], False) == [1, 2]
    with pytest.raises(errors.ArgumentError, match="`count` is 'many' .* and 0"):
        run(program, [1, 2], True)


total = 0


def test_global_and_nonlocal_variables():
    def program(x):
        global total
        total, mine = x, 0

        def grow(by):
            nonlocal mine
            if by > 0:
                mine = mine + by

        if x > 1:
            total = total + 1
            grow(x)
        mine = mine + 1
        grow(5 if x > 2 else -1)
        return total, mine

    assert run(program, [1, 2, 3]) == [(1, 1), (3, 3), (4, 9)]


def test_objects_that_a_branch_makes_keep_what_was_set():
    def program(x, made):
        if x > 1:
            box = Counter()
            box.count = 5
            box.name = "mine"
            made.append(box)
            x = x + 1
        return x

    made: list[Any] = []
    run(program, [1, 2], made)
    assert [vars(box) for box in made] == [{"count": 5, "name": "mine"}]


# Expressions


def test_operands_are_evaluated_in_their_branch():
    def program(x, seen):
        def note(v):
            seen.append(sorted(v.values))
            return v

        return x > 0 and note(x > 1) and note(x < 3), x < 1 or note(x > 2)

    seen: list[Any] = []
    made = run(program, [0, 1, 2, 3], seen)
    assert made == [(False, True), (False, False), (True, False), (False, True)]
    assert seen[-3:] == [[1, 2, 3], [2, 3], [1, 2, 3]]


def test_operands_that_are_plain():
    def program(x):
        c, zero = x > 1, 0
        return (
            True and c,
            c and True,
            c or False,
            None or c,
            zero and c,
            (not zero) or c,
            c and (1 == 2),
        )

    assert run(program, [1, 2]) == [
        (False, False, False, False, 0, True, False),
        (True, True, True, True, 0, True, False),
    ]


@pytest.mark.parametrize("text", ["x > 1 and 5", "x > 1 or None", "x > 1 and True and 'a'"])
def test_operands_are_truth_values(text):
    program, _ = define(f"def program(x):\n    return {text}\n")
    with pytest.raises(errors.DTypeError, match="truth values"):
        run(program, [1])


def test_comparisons_in_a_row():
    def program(x, calls):
        def f(v):
            calls.append(v)
            return v

        return 0 < x <= 2, 0 < f(x) < f(3) < 4, 3 > x != 1, 1 < f(0) < f(9)

    calls: list[Any] = []
    assert run(program, [0, 1, 2, 3], calls) == [
        (False, False, True, False),
        (True, True, False, False),
        (True, True, True, False),
        (False, False, False, False),
    ]
    assert [c for c in calls if not isinstance(c, Node)] == [3, 0]


def test_expressions_that_differ_in_kind():
    def program(x):
        return (1, 2) if x > 1 else None

    with pytest.raises(errors.ArgumentError, match="the conditional expression is .*tuple"):
        run(program, [1])


@pytest.mark.parametrize("text", ["(y := x) if x > 1 else x", "x > 1 and (y := x) > 2"])
def test_assignments_for_some_samples_in_an_expression(text):
    program, _ = define(f"def program(x):\n    return {text}\n")
    with pytest.raises(errors.ArgumentError, match="assigns `y`"):
        run(program, [1])


def test_assignments_in_conditions():
    def program(x):
        if (y := x > 1) and x < 3:
            z = 1
        elif (w := x) > 5:
            z = w
        else:
            z = 0 if y else 2
        return z

    assert run(program, [0, 2, 4, 6]) == [2, 1, 0, 6]
