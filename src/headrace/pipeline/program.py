"""Program: what a graph does in an iteration: recorded calls, and steps that the host runs.

Consecutive steps that are not host steps form a segment. Its calls are recorded once for each
combination of input types, on empty batches, and repeated natively in every iteration.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .. import _native
from ..core import errors
from ..core.batch import Batch
from ..core.meta import Meta
from ..core.tensor import Tensor
from ..core.value import Value
from ..engine.random import RNG, WORDS_PER_CALL
from ..engine.state import EvalMode, local
from .node import DataNode
from .step import GraphStep, NodeValues, Scope, as_batch, empty


class Segment:
    """Consecutive steps of one branch that are not host steps."""

    def __init__(self, scope: Scope | None) -> None:
        self.scope = scope
        self.steps: list[GraphStep] = []
        self.inputs: list[DataNode] = []
        self.outputs: list[DataNode] = []
        self._recorded: dict[tuple[Meta, ...], tuple[Any, list[Meta]]] = {}

    def run(self, nodes: NodeValues, pool: Any) -> None:
        """Queue the calls of an iteration; they do not start yet."""
        values = [nodes.values[x] for x in self.inputs]
        replay, metas = self.recorded(values, pool)
        natives = tuple([v._v for v in values])
        made = replay.run(natives, nodes.size(self.scope), nodes.iteration)
        for node, native, meta in zip(self.outputs, made, metas):
            nodes.values[node] = (Batch if meta.batch else Tensor)._of(native, meta)

    def recorded(self, values: Sequence[Value], pool: Any) -> tuple[Any, list[Meta]]:
        """The recording for values of these types, and the metadata of its outputs."""
        kinds = tuple([v._m for v in values])
        known = self._recorded.get(kinds)
        if known is None:
            known = self._recorded[kinds] = self._record(values, pool)
        return known

    def _record(self, values: Sequence[Value], pool: Any) -> tuple[Any, list[Meta]]:
        # Constants are single samples: they are not replaced by empty batches.
        probes = [empty(v._m) if v._m.batch else v for v in values]
        found: dict[DataNode, Value] = dict(zip(self.inputs, probes))
        replay = _native.Replay()
        outer, local.caller.pool = local.caller.pool, pool
        try:
            replay.begin(tuple([p._v for p in probes]))
            with EvalMode.deferred:
                for step in self.steps:
                    self._record_step(step, replay, found)
            outputs = [found[x] for x in self.outputs]
            replay.end(tuple([v._v for v in outputs]))
        except BaseException:
            replay.cancel()
            raise
        finally:
            local.caller.pool = outer
        return replay, [v._m for v in outputs]

    def _record_step(self, step: GraphStep, replay: Any, found: dict[DataNode, Value]) -> None:
        rng = None if step.seed is None else RNG(step.seed)
        replay.about(step.site, 0 if rng is None else WORDS_PER_CALL)
        try:
            made = step.run([found[x] for x in step.operands], 0, rng)
        except errors.Error as e:
            e.site = step.site  # not the line that runs the pipeline
            raise
        if len(made) != len(step.outputs):
            raise errors.ExecutionError(
                f"has {len(made)} outputs, not {len(step.outputs)}",
                operator=step.operator,
                site=step.site,
            )
        found.update(zip(step.outputs, made))


class Program:
    """The steps that some outputs need, as segments and host steps in order."""

    def __init__(self, steps: Sequence[GraphStep], outputs: Sequence[DataNode], pool: Any) -> None:
        self.pool = pool
        self.outputs = list(outputs)
        self.steps = _needed(steps, outputs)
        # Calls that run although no output needs them. (Host steps always run.)
        self._kept = [x for s in self.steps if s.keep and not s.host for x in s.outputs]
        self.parts: list[Segment | GraphStep] = []
        for step in self.steps:
            if step.call is None and not step.host:
                continue  # a source
            last = self.parts[-1] if self.parts else None
            if step.host:
                self.parts.append(step)
            elif isinstance(last, Segment) and last.scope is step.scope:
                last.steps.append(step)
            else:
                segment = Segment(step.scope)
                segment.steps.append(step)
                self.parts.append(segment)
        self._connect()
        self.waits = any(isinstance(part, GraphStep) for part in self.parts)

    def _connect(self) -> None:
        """Find the inputs of each segment, and the outputs that other parts need of it."""
        segments = [p for p in self.parts if isinstance(p, Segment)]
        home = {out: s for s in segments for step in s.steps for out in step.outputs}
        wanted: dict[Segment, dict[DataNode, None]] = {s: {} for s in segments}

        def want(node: DataNode, who: Segment | None) -> None:
            where = home.get(node)
            if where is not None and where is not who:
                wanted[where][node] = None

        for part in self.parts:
            if isinstance(part, GraphStep):
                for x in part.operands:
                    want(x, None)
                continue
            operands = dict.fromkeys(x for step in part.steps for x in step.operands)
            part.inputs = [x for x in operands if home.get(x) is not part]
            for x in part.inputs:
                want(x, part)
        for x in [*self.outputs, *self._kept]:
            want(x, None)
        for part in self.parts:  # the host reads the conditions of branches
            scope = part.scope
            while scope is not None:
                want(scope.condition, None)
                scope = scope.parent
        for segment in segments:
            segment.outputs = list(wanted[segment])

    def run(
        self, sources: dict[DataNode, Value], n: int, iteration: int
    ) -> tuple[list[Value], NodeValues]:
        """Start an iteration: its outputs, not yet evaluated, and the values of its nodes."""
        nodes = NodeValues(n, iteration)
        nodes.values.update(sources)
        outer, local.caller.pool = local.caller.pool, self.pool
        try:
            with EvalMode.deferred:
                for part in self.parts:
                    if nodes.unknown and nodes.skip(part):
                        continue
                    if isinstance(part, Segment):
                        part.run(nodes, self.pool)
                    else:
                        nodes.put(part.outputs, run_host(part, nodes))
                made: list[Value] = [as_batch(nodes.values[x], n) for x in self.outputs]
                kept = [nodes.values[x] for x in self._kept if x in nodes.values]
        except errors.Error as e:
            self.locate(e, nodes)
            raise
        finally:
            local.caller.pool = outer
        nodes.values.clear()  # values without a handle are not stored
        for v in made:
            v._v.set_quiet(True)  # no warning: taking the iteration raises its error
        _native.start_all(tuple([v._v for v in (*made, *kept)]))
        return made, nodes

    def locate(self, e: errors.Error, nodes: NodeValues) -> None:
        """Translate the sample number in an error from the branch to the whole batch."""
        scopes = {s.scope for s in self.steps if s.site == e.site and s.call is not None}
        if e.sample is not None and len(scopes) == 1:
            members = nodes.members(scopes.pop())
            e.sample = members[e.sample] if e.sample < len(members) else e.sample


def run_host(step: GraphStep, nodes: NodeValues) -> tuple[Value | None, ...]:
    """The outputs of a host step. Errors without a line get the step's line."""
    try:
        return step.run_host(nodes)
    except errors.Error as e:
        e.locate(operator=step.operator, site=step.site)
        raise


def _needed(steps: Sequence[GraphStep], outputs: Iterable[DataNode]) -> list[GraphStep]:
    """The steps that outputs depend on, and those marked `keep`, in order."""
    needed: set[GraphStep] = set()
    todo = [x.source for x in outputs] + [step for step in steps if step.keep]
    while todo:
        step = todo.pop()
        if step is None or step in needed:
            continue
        needed.add(step)
        todo += [x.source for x in step.operands]
        scope = step.scope
        while scope is not None:
            todo.append(scope.condition.source)
            scope = scope.parent
    return [s for s in steps if s in needed]
