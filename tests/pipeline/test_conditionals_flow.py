"""Returns, loops and errors in branches on per-sample values."""

from __future__ import annotations

import contextlib
import textwrap
import traceback

import pytest

from headrace.core import errors
from headrace.pipeline.conditionals import convert
from headrace.pipeline.conditionals.branches import building

from .fake_graph import FakeGraph, line_of, run
from .random_programs import define

# Returns


def early(x):
    if x == 0:
        return x, "a"
    for k in range(3):
        with contextlib.suppress(KeyError):
            try:
                if x == k:
                    return x + 10, "a"
            except BaseException:
                return None
            finally:
                x = x + 0
    return -1, "a"


def test_returns_for_some_samples():
    assert run(early, [0, 1, 2, 3]) == [(0, "a"), (11, "a"), (12, "a"), (-1, "a")]


def partly(x):
    if x > 1:
        if x == 3:
            return 0
        y = x
    elif x == 1:
        return 5
    else:
        y = 7
    return y + 1


def test_returns_for_a_part_of_both_branches():
    assert run(partly, [0, 1, 2, 3]) == [8, 5, 3, 0] == [partly(x) for x in range(4)]


def test_graphs_that_cannot_regroup_refuse_such_a_return():
    class Plain(FakeGraph):
        regroup = property()  # type: ignore[assignment]

    graph = Plain(1)
    with building(graph), pytest.raises(errors.UnsupportedError, match="let all samples") as caught:
        convert(partly)(graph.node([0]))
    assert caught.value.where.line == line_of(partly, "x == 3")


def test_functions_that_end_without_a_return():
    def program(x):  # noqa: RET503
        if x > 1:
            return x

    with pytest.raises(errors.ArgumentError, match="the returned value is a per-sample value"):
        run(program, [1, 2])


def test_functions_that_return_nothing():
    def program(x, seen):
        if x > 1:
            return
        seen.append(x)

    assert run(program, [1, 2], []) == [None, None]


class Manager:
    def __init__(self):
        self.seen = []

    def __enter__(self):
        return self

    def __exit__(self, kind, error, tb):
        self.seen.append(kind)


def test_context_managers_see_a_return_as_a_return():
    def program(x, manager):
        if x > 1:
            with manager:
                return x
        return 0

    manager = Manager()
    assert run(program, [1, 2], manager) == [0, 2]
    assert manager.seen == [None]


# Errors of the user's


def test_errors_that_are_caught_leave_their_branches():
    def program(x):
        y = 0
        if x == 5:
            return y
        try:
            if x > 1:
                y = 1 + (x if x > 2 and fail() else 3)
        except ValueError:
            y = 2
        with contextlib.suppress(ValueError):
            if x > 1:
                fail()
        return y + x

    def fail():
        raise ValueError("for all")

    assert run(program, [1, 2, 5]) == [3, 4, 0]


def test_errors_go_out():
    def program(x):
        if x > 1:
            raise KeyError("here")
        return x

    graph = FakeGraph(1)
    with building(graph), pytest.raises(KeyError, match="here") as caught:
        convert(program)(graph.node([0]))
    frame = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (frame.lineno, frame.name) == (line_of(program, "raise"), "program")
    assert frame.filename == __file__


# What is refused


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("while x > 1:\n    x = x - 1", "`while` is a per-sample value: .* use `for`"),
        ("for v in x:\n    pass", "a loop cannot go through a per-sample value"),
        ("assert x > 1", "`assert` is a per-sample value"),
        ("y = [1 for k in range(2) if x > k]", "`if` of a comprehension"),
        ("y = [1 for k in x]", "a loop cannot go through"),
        ("for k in range(3):\n    if x > k:\n        break", "`break` stands in an `if`"),
        ("for k in range(3):\n    if x > k:\n        if 1: continue", "`continue` stands in an"),
        ("match 1:\n    case 1 if x > 1:\n        pass", "`case` is a per-sample value"),
        ("def g():\n    if x > 1:\n        yield 1\nlist(g())", "`yield` stands in an `if`"),
        ("def g():\n    yield 1\n    if x > 1:\n        return 2\nlist(g())", "`return` stands in"),
    ],
)
def test_what_cannot_depend_on_samples(text, said):
    program, _ = define("def program(x):\n" + textwrap.indent(text, "    ") + "\n    return x\n")
    with pytest.raises(errors.ArgumentTypeError, match=said) as caught:
        run(program, [1])
    assert caught.value.where.filename == program.__code__.co_filename


def test_jumps_of_loops_inside_a_branch():
    def program(x):
        y = 0
        if x > 1:
            for k in range(9):
                if k == 3:
                    break
                if k % 2:
                    continue
                y = y + x
        return y

    assert run(program, [1, 2]) == [0, 4]
