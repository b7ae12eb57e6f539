"""A tiny graph front over the same operators: records a function once, runs it for every input set.

It stands for pipeline mode: the graph makes the same calls in deferred mode, keeps no handle to
what is in between, and looks at the outputs only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import headrace.dynamic as ndd


class Node:
    """A value to come: input number `index`, or output `index` of a step."""

    def __init__(self, graph: Graph, index: int) -> None:
        self.graph, self.index = graph, index


class Graph:
    """Records calls on nodes as steps; `run` replays them on values."""

    def __init__(self, inputs: int, define: Callable[..., Any]) -> None:
        self._count = inputs
        self._inputs = inputs
        self._steps: list[
            tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any], list[int]]
        ] = []
        made = define(self, *[Node(self, k) for k in range(inputs)])
        self._outputs = [n.index for n in (made if isinstance(made, tuple) else (made,))]

    def call(
        self, function: Callable[..., Any], *inputs: Any, outputs: int = 1, **args: Any
    ) -> Any:
        """Record a call of an operator."""
        indices = list(range(self._count, self._count + outputs))
        self._count += outputs
        self._steps.append((function, inputs, args, indices))
        nodes = tuple(Node(self, i) for i in indices)
        return nodes if outputs > 1 else nodes[0]

    def run(self, *inputs: Any) -> tuple[Any, ...]:
        """The outputs for one set of inputs, evaluated."""
        assert len(inputs) == self._inputs
        values: dict[int, Any] = dict(enumerate(inputs))
        last = self._last_uses()

        def resolve(x: Any) -> Any:
            return values[x.index] if isinstance(x, Node) else x

        with ndd.EvalMode.deferred:
            for at, (function, given, args, indices) in enumerate(self._steps):
                made = function(*map(resolve, given), **{k: resolve(a) for k, a in args.items()})
                values.update(zip(indices, made if isinstance(made, tuple) else (made,)))
                for index in last.get(at, ()):
                    del values[index]
        del resolve
        results = tuple(values[i] for i in self._outputs)
        values.clear()
        return tuple(r.evaluate() for r in results)

    def _last_uses(self) -> dict[int, Sequence[int]]:
        """Step → values that nobody needs after it."""
        last: dict[int, int] = {}
        for at, (_, inputs, args, _) in enumerate(self._steps):
            for x in (*inputs, *args.values()):
                if isinstance(x, Node) and x.index not in self._outputs:
                    last[x.index] = at
        found: dict[int, list[int]] = {}
        for index, at in last.items():
            found.setdefault(at, []).append(index)
        return dict(found)
