"""Graph: the steps of a pipeline in the order in which the graph function made them."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..core import errors
from ..core.device import Device
from ..core.device import device as read_device
from ..core.site import caller_site
from ..core.value import Value
from ..engine.random import RNG
from ..engine.state import EvalMode
from .node import DataNode
from .seeds import derive
from .step import GraphStep, Scope, Split
from .step import empty as empty


class _Local(threading.local):
    def __init__(self) -> None:
        self.graphs: list[Graph] = []


_local = _Local()


class Graph:
    """Steps, made while a pipeline is being defined."""

    def __init__(self, owner: Any, seed: int, seeded: bool, device_id: int | None) -> None:
        self.pipeline = weakref.ref(owner)
        self.seed, self.device_id = seed, device_id
        self.seeded = seeded  # the user gave the seed
        self.steps: list[GraphStep] = []
        self.names: dict[str, GraphStep] = {}
        self.scope: Scope | None = None  # the branch that is being made
        self._scopes: dict[tuple[DataNode, bool], Scope] = {}
        self._parts: dict[tuple[DataNode, DataNode], Split] = {}  # splits by (node, condition)

    # ---- which one ------------------------------------------------------------------------------

    @staticmethod
    def present() -> Graph | None:
        """The graph that is being made in this thread, if there is one."""
        return _local.graphs[-1] if _local.graphs else None

    @staticmethod
    def current(operator: str = "", operands: Iterable[Any] = ()) -> Graph:
        """The graph that is being made in this thread, or that a node among the operands belongs
        to; an error where there is none."""
        if not _local.graphs:
            for x in operands:
                found: Any = x.source.graph() if isinstance(x, DataNode) and x.source else None
                if isinstance(found, Graph):
                    return found
            raise errors.ExecutionError(
                "operators of pipeline mode are called in a graph function (@pipeline_def) or "
                "inside of `with pipeline:`; headrace.dynamic has functions that run at once",
                operator=operator or None,
                site=caller_site(),
            )
        return _local.graphs[-1]

    def device(self, given: Any, operator: str) -> Device:
        """The CPU, or the pipeline's GPU; raises at the user's line if there is none."""
        if given is None or isinstance(given, Device):
            return given or Device.CPU
        try:
            if not isinstance(given, str):
                return read_device(given) or Device.CPU  # a device name of another library
            if given in ("gpu", "mixed", "cuda"):
                return Device("gpu", self.device_id)
            if given == "cpu" or given.startswith(("gpu:", "cuda:")):
                return Device(given)
            raise errors.ArgumentError(f'device is "cpu", "gpu" or "mixed", got {given!r}')
        except errors.Error as e:
            raise e.locate(operator=operator, site=caller_site()) from None

    def __enter__(self) -> Graph:
        _local.graphs.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _local.graphs.remove(self)
        self.scope = None

    def forget(self) -> None:
        """The pipeline is gone: break reference cycles, so that readers are freed at once."""
        for step in self.steps:
            for node in step.outputs:
                node.source = None
        self._scopes.clear()
        self._parts.clear()

    # ---- making steps ---------------------------------------------------------------------------

    def add_call(
        self,
        operator: str,
        function: Callable[..., Any],
        operands: Sequence[DataNode],
        *,
        device: str = "cpu",
    ) -> Any:
        """A step that calls a function of the operands' values."""
        step = GraphStep(operator, lambda values, n, rng: function(*values), tuple(operands), 0)
        return self.add(step, device=device)

    def add(
        self,
        step: GraphStep,
        *,
        outputs: int | None = 1,
        name: str | None = None,
        device: str = "cpu",
        seed: int | None = None,
        random: bool = False,
    ) -> Any:
        """Add a step to the graph; returns its outputs: a DataNode, or a list of them.

        outputs: how many there are; None: found by calling it on empty batches.
        """
        step.site = caller_site()
        step.index = len(self.steps)
        step.scope = self.scope
        step.operands = tuple([self.own(x, step.operator, step.site) for x in step.operands])
        if random:
            step.seed = derive(self.seed, step.index) if seed is None or seed < 0 else seed
        probes = self._probe(step)
        if probes is None and outputs is None:
            raise errors.ExecutionError(
                f"{step.operator}: how many outputs it has cannot be told before the pipeline runs",
                site=step.site,
            )
        count = len(probes) if probes is not None else outputs
        self.take(step, probes or (None,) * (count or 0), name, device)
        return step.outputs[0] if count == 1 else list(step.outputs)

    def take(
        self, step: GraphStep, probes: Sequence[Value | None], name: str | None, device: str
    ) -> None:
        """Append a step; `probes` has what is known of its outputs."""
        step.index = len(self.steps)
        step.graph = weakref.ref(self)
        if name is None:
            step.name = f"{step.operator}_{step.index}"
            while step.name in self.names:  # a name that the user gave to another step
                step.name += "_"
        else:
            if not isinstance(name, str) or not name:
                raise errors.ArgumentTypeError(
                    f"name is text, got {errors.brief(name)}",
                    operator=step.operator,
                    site=step.site,
                )
            if name in self.names:
                raise errors.ArgumentError(
                    f"there is an operator named {name!r} already",
                    operator=step.operator,
                    site=step.site,
                )
            step.name = name
        self.names[step.name] = step
        many = len(probes) > 1
        step.outputs = tuple(
            DataNode(
                f"{step.name}[{i}]" if many else step.name,
                device if p is None else p.device.device_type,
                step,
                probe=p,
                scope=step.scope,
            )
            for i, p in enumerate(probes)
        )
        self.steps.append(step)

    def own(self, node: DataNode, operator: str, site: int) -> DataNode:
        """An operand, which has to belong to this graph; in a branch, its samples of the branch."""
        source = node.source
        if (
            source is None
            or source.index >= len(self.steps)
            or self.steps[source.index] is not source
        ):
            raise errors.ArgumentError(
                f"{node!r} belongs to another pipeline", operator=operator, site=site
            )
        return self.here(node, operator, site)

    def _probe(self, step: GraphStep) -> tuple[Value, ...] | None:
        """A step's outputs for empty batches: gives their types, and raises if the call is wrong.
        None: the types depend on data."""
        probes: list[Value] = []
        for x in step.operands:
            if x._probe is None:
                return None
            probes.append(x._probe)
        if step.host:
            return None
        rng = None if step.seed is None else RNG(step.seed)
        with EvalMode.deferred:
            return step.run(probes, 0, rng)

    # ---- branches -------------------------------------------------------------------------------

    def branch(self, condition: DataNode, taken: bool) -> Scope:
        """The branch of a condition in the present scope; one object for equal arguments."""
        key = (condition, taken)
        scope = self._scopes.get(key)
        if scope is None:
            scope = self._scopes[key] = Scope(condition, taken, condition._scope)
        return scope

    def here(self, node: DataNode, operator: str, site: int) -> DataNode:
        """A node in the present branch: its samples that belong to the branch."""
        if node._scope is self.scope or (node._probe is not None and not node._probe._m.batch):
            return node
        path: list[Scope] = []
        scope = self.scope
        while scope is not None and scope is not node._scope:
            path.append(scope)
            scope = scope.parent
        if scope is not node._scope:
            raise errors.ExecutionError(
                f"{node!r} was made in a branch that is not this one: only what both branches "
                "assign to one name is there afterwards",
                operator=operator,
                site=site,
            )
        for inner in reversed(path):
            node = self._part(node, inner, site)
        return node

    def _part(self, node: DataNode, scope: Scope, site: int) -> DataNode:
        """The samples of a node for which the branch is taken."""
        key = (node, scope.condition)
        split = self._parts.get(key)
        if split is None:
            split = self._parts[key] = Split(node, scope.condition, site)
            split.scope = node._scope
            self.take(split, (node._probe, node._probe), None, node.device)
            for output, taken in zip(split.outputs, (True, False)):
                output._scope = self.branch(scope.condition, taken)
        return split.outputs[0 if scope.taken else 1]
