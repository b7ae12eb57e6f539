"""Random functions give for each sample what Python gives when it runs them on that sample."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from headrace.pipeline.conditionals import convert
from headrace.pipeline.conditionals.branches import building

from .fake_graph import FakeGraph, sample
from .random_programs import define, programs

numbers = st.integers(0, 3)
columns = st.lists(st.tuples(numbers, numbers), min_size=1, max_size=4)


@given(programs(plain=False), columns, numbers, numbers)
def test_branches_decide_for_each_sample(source: str, rows: Any, p: int, q: int):
    program, _ = define(source)
    expected = [program(x, y, p, q) for x, y in rows]
    graph = FakeGraph(len(rows))
    with building(graph):
        x, y = (graph.node(list(column)) for column in zip(*rows))
        made = convert(program)(x, y, p, q)
    assert [sample(made, i) for i in range(len(rows))] == expected, source
    assert len(graph.scopes) == 1


def outcome(function: Any, log: list[Any], *args: Any) -> Any:
    log.clear()
    try:
        return function(*args), list(log)
    except Exception as e:
        return type(e), e.args, list(log)


@given(programs(plain=True), st.tuples(numbers, numbers, numbers, numbers))
def test_plain_conditions_are_pythons(source: str, args: Any):
    program, log = define(source)
    expected = outcome(program, log, *args)
    rewritten = convert(program)
    assert outcome(rewritten, log, *args) == expected, source
    with building(FakeGraph(1)):
        assert outcome(rewritten, log, *args) == expected, source
