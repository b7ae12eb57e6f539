"""A graph that runs at once on lists of samples, and checks that branches see their own only."""

from __future__ import annotations

import inspect
import operator
from typing import Any

from headrace.core import errors
from headrace.pipeline.conditionals import convert
from headrace.pipeline.conditionals.branches import building


class Node:
    """One value per sample, for the samples of the branch it was made in."""

    def __init__(self, graph: FakeGraph, values: dict[int, Any], scope: tuple[Any, ...]) -> None:
        self.graph, self.values, self.scope = graph, values, scope

    def __bool__(self) -> bool:
        raise TypeError("a node is neither true nor false")

    def __iter__(self) -> Any:
        raise TypeError("a node cannot be iterated")

    __hash__ = object.__hash__


def _binary(name: str) -> None:
    function = getattr(operator, name)
    setattr(Node, f"__{name}__", lambda self, other: self.graph.call(function, self, other))
    if name in ("add", "sub", "mul"):
        turned = lambda self, other: self.graph.call(function, other, self)  # noqa: E731
        setattr(Node, f"__r{name}__", turned)


for _name in ("add", "sub", "mul", "lt", "le", "gt", "ge", "eq", "ne"):
    _binary(_name)


class FakeGraph:
    """See branches.GraphHooks. `log` lists what was asked of it."""

    def __init__(self, size: int) -> None:
        self.scopes: list[tuple[Node | None, bool, tuple[int, ...]]] = [
            (None, True, tuple(range(size)))
        ]
        self.log: list[Any] = []

    @property
    def samples(self) -> tuple[int, ...]:
        return self.scopes[-1][2]

    @property
    def path(self) -> tuple[Any, ...]:
        return tuple((id(node), taken) for node, taken, _ in self.scopes[1:])

    def node(self, values: list[Any]) -> Node:
        return self.make({i: values[i] for i in self.samples})

    def make(self, values: dict[int, Any]) -> Node:
        return Node(self, values, self.path)

    def call(self, function: Any, *operands: Any) -> Node:
        for x in operands:
            self.check(x)
        return self.make({i: function(*[_at(x, i) for x in operands]) for i in self.samples})

    def check(self, x: Any, path: tuple[Any, ...] | None = None) -> None:
        """A node may be used in its own branch and in those inside of it."""
        path = self.path if path is None else path
        if isinstance(x, Node) and path[: len(x.scope)] != x.scope:
            raise errors.ExecutionError("a node of another branch")

    # What branches ask for.

    def is_node(self, x: Any) -> bool:
        return isinstance(x, Node)

    def as_condition(self, x: Node) -> Node:
        self.check(x)
        return x

    def as_bool(self, x: Node) -> Node:
        assert all(isinstance(v, bool) for v in x.values.values())
        return self.as_condition(x)

    def logical_not(self, x: Node) -> Node:
        return self.call(operator.not_, x)

    def enter(self, condition: Node, taken: bool) -> None:
        self.check(condition)
        samples = tuple(i for i in self.samples if bool(condition.values[i]) is taken)
        self.scopes.append((condition, taken, samples))
        self.log.append(("enter", taken))

    def leave(self) -> None:
        self.scopes.pop()
        assert self.scopes, "left more branches than were entered"
        self.log.append("leave")

    def merge(self, condition: Node, a: Any, b: Any) -> Node:
        self.check(condition)
        outer = self.path
        for x, taken in ((a, True), (b, False)):
            self.check(x, (*outer, (id(condition), taken)))
        self.log.append("merge")
        picked = {i: _at(a if condition.values[i] else b, i) for i in self.samples}
        return self.make(picked)

    def regroup(self, x: Node) -> Node:
        return self.make({i: x.values[i] for i in self.samples})


def _at(x: Any, i: int) -> Any:
    return x.values[i] if isinstance(x, Node) else x


def sample(value: Any, i: int) -> Any:
    """What one sample sees of nodes in tuples, lists and dicts."""
    if isinstance(value, dict):
        return {k: sample(v, i) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        made = [sample(v, i) for v in value]
        return type(value)(*made) if hasattr(value, "_fields") else type(value)(made)
    return _at(value, i)


def run(function: Any, values: list[Any], *args: Any) -> Any:
    """What a converted function gives for each sample; all branches are left."""
    graph = FakeGraph(len(values))
    with building(graph):
        made = convert(function)(graph.node(values), *args)
    assert len(graph.scopes) == 1
    return [sample(made, i) for i in range(len(values))]


def line_of(function: Any, text: str) -> int:
    """The number of the first line of a function with this text."""
    lines, first = inspect.getsourcelines(function)
    return first + next(i for i, line in enumerate(lines) if text in line)
