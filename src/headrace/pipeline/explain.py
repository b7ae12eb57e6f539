"""Plans of pipelines as text: the stages of every segment, and what the host does in between."""

from __future__ import annotations

from typing import Any

from .. import _native
from ..core import site as _site
from ..engine.explain import Plan
from .graph import Graph, empty
from .node import DataNode
from .program import Program, Segment
from .step import GraphStep


class PipelinePlan:
    """What an iteration runs. Print it; `parts` is a list of Plans and of texts for host steps."""

    def __init__(self, program: Program, size: int) -> None:
        self.parts: list[Plan | str] = [
            _segment(part, size, program.pool) if isinstance(part, Segment) else _host(part)
            for part in program.parts
        ]

    @property
    def stages(self) -> list[dict[str, Any]]:
        """The stages of all segments."""
        return [s for part in self.parts if isinstance(part, Plan) for s in part.stages]

    def __str__(self) -> str:
        return "\n".join(str(part) for part in self.parts) or "nothing to run: sources only"

    __repr__ = __str__


def _segment(part: Segment, size: int, pool: Any) -> Plan | str:
    probes = [x._probe for x in part.inputs]
    if any(p is None for p in probes):
        names = ", ".join(step.operator for step in part.steps)
        return f"known when it runs: {names}"
    values = [empty(p._m) if p._m.batch else p for p in probes if p is not None]
    replay, _ = part.recorded(values, pool)
    made = replay.run(tuple([v._v for v in values]), size, 0)
    return Plan(_native.describe(tuple(made)))


def _host(step: GraphStep) -> str:
    where = _site.resolve(step.site)
    what = {
        "_split": "parts of a batch, by a condition",
        "_merge": "both parts of a batch, in their places",
    }.get(step.operator, f"{step.operator}, which has to see data")
    return f"on the host: {what}" + (f"\n      {where}" if where is not None else "")


def dot(graph: Graph, types: bool, numbers: bool, colors: bool) -> str:
    """The graph as a picture for Graphviz."""
    lines = ["digraph pipeline {", "  node [shape=box];"]
    for step in graph.steps:
        label = f"{step.index}: {step.name}" if numbers else step.name
        gpu = any(x.device == "gpu" for x in step.outputs)
        color = f', style=filled, fillcolor="{"#b7e1a1" if gpu else "#a6c8ea"}"' if colors else ""
        lines.append(f'  s{step.index} [label="{label}"{color}];')
        for x in step.operands:
            if x.source is not None:
                text = f' [label="{_kind(x)}"]' if types else ""
                lines.append(f"  s{x.source.index} -> s{step.index}{text};")
    return "\n".join([*lines, "}", ""])


def _kind(node: DataNode) -> str:
    if node.dtype is None:
        return "known when it runs"
    return f"{node.dtype}[{node.ndim}d]" + (f" {node.layout}" if node.layout else "")
