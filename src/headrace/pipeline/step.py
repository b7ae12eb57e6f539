"""GraphStep: one operation of a graph. Splitting, regrouping and merging batches for conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..core import errors
from ..core.arrays import native_of
from ..core.batch import Batch
from ..core.dtype import uint8
from ..core.meta import Meta
from ..core.slots import slots
from ..core.value import Value
from ..engine.random import RNG, WORDS_PER_CALL
from .node import DataNode

Values = tuple[Value, ...]
Maybe = tuple[Value | None, ...]  # None: no samples, and their type is unknown


class Scope:
    """A branch of a condition: its steps run on the samples for which the branch is taken."""

    __slots__ = ("condition", "parent", "taken")

    def __init__(self, condition: DataNode, taken: bool, parent: Scope | None) -> None:
        self.condition, self.taken, self.parent = condition, taken, parent


class GraphStep:
    """One operation of the graph: what goes in, how it is called, what comes out.

    call(values, n, rng): computes the outputs of the operands' values; random steps (`seed` is not
    None) draw from `rng`. It is called once, on empty batches, to record its calls; afterwards the
    recording runs. Only `host` steps, which have to see data, are called in every iteration.
    """

    __slots__ = (
        "call", "graph", "host", "index", "keep", "name", "operands", "operator", "outputs",
        "scope", "seed", "site",
    )  # fmt: skip

    def __init__(
        self,
        operator: str,
        call: Callable[[Sequence[Value], int, RNG | None], Any] | None,
        operands: tuple[DataNode, ...],
        site: int,
    ) -> None:
        self.operator, self.call, self.operands, self.site = operator, call, operands, site
        self.name = operator
        self.graph: Callable[[], Any] = lambda: None  # the graph it belongs to
        self.index = 0  # in the graph
        self.host = False
        self.keep = False  # runs even if nobody needs its outputs
        self.seed: int | None = None
        self.scope: Scope | None = None
        self.outputs: tuple[DataNode, ...] = ()

    def run_host(self, nodes: NodeValues) -> Maybe:
        """Its outputs in an iteration, if it is a host step."""
        values = [nodes.values[x] for x in self.operands]
        return self.run(values, nodes.size(self.scope), nodes.rng(self))

    def run(self, values: Sequence[Value], n: int, rng: RNG | None) -> Values:
        """Its outputs."""
        assert self.call is not None
        made = self.call(values, n, rng)
        return tuple(made) if isinstance(made, (tuple, list)) else (made,)

    def __repr__(self) -> str:
        return f"<step {self.index} {self.name}>"


class NodeValues:
    """An iteration that is being made: the values of nodes, and which samples each branch has."""

    def __init__(self, n: int, iteration: int) -> None:
        self.n, self.iteration = n, iteration
        self.values: dict[DataNode, Value] = {}
        self.unknown: set[DataNode] = set()  # nodes without samples whose type is unknown
        self._positions: dict[DataNode, tuple[list[int], list[int]]] = {}

    def put(self, nodes: Sequence[DataNode], values: Maybe) -> None:
        """Set the values of nodes; None: there are no samples, so the type is unknown."""
        for node, value in zip(nodes, values):
            if value is None:
                self.unknown.add(node)
                value = empty(Meta.get(uint8, 0, None, True))
            self.values[node] = value

    def skip(self, part: Any) -> bool:
        """Skip a part of the program whose operands are unknown; returns whether it was skipped."""
        operands = part.operands if isinstance(part, GraphStep) else part.inputs
        if self.unknown.isdisjoint(operands) or isinstance(part, Merge):
            return False
        known = [None if x._probe is None else empty(x._probe._m) for x in part.outputs]
        self.put(part.outputs, tuple(known))
        return True

    def positions(self, condition: DataNode) -> tuple[list[int], list[int]]:
        """The samples for which a condition is true, and the others. Waits for the condition."""
        found = self._positions.get(condition)
        if found is None:
            value = as_batch(self.values[condition], self.n)
            if value.ndim and value.batch_size:
                raise errors.ShapeError(
                    f"a condition is one value for each sample, this one has {value.ndim} axes",
                    operator="if",
                )
            flags = np.asarray(slots.stack_batch(value.cpu())).astype(bool).reshape(-1)
            found = np.flatnonzero(flags).tolist(), np.flatnonzero(~flags).tolist()
            self._positions[condition] = found
        return found

    def size(self, scope: Scope | None) -> int:
        """How many samples a branch has."""
        if scope is None:
            return self.n
        return len(self.positions(scope.condition)[0 if scope.taken else 1])

    def members(self, scope: Scope | None) -> list[int]:
        """Which samples of the whole batch a branch has."""
        if scope is None:
            return list(range(self.n))
        outer = self.members(scope.parent)
        return [outer[i] for i in self.positions(scope.condition)[0 if scope.taken else 1]]

    def rng(self, step: GraphStep) -> RNG | None:
        """The RNG of a step in this iteration."""
        if step.seed is None:
            return None
        rng = RNG(step.seed)
        rng.advance(self.iteration * WORDS_PER_CALL)
        return rng


class Split(GraphStep):
    """The samples for which a condition holds, and the others."""

    __slots__ = ()

    def __init__(self, node: DataNode, condition: DataNode, site: int) -> None:
        super().__init__("_split", None, (node, condition), site)
        self.host = True

    def run_host(self, nodes: NodeValues) -> Values:
        """Views of the samples: copies nothing, and waits only for the condition."""
        node, condition = self.operands
        yes, no = nodes.positions(condition)
        value = nodes.values[node]
        return slots.select(value, yes), slots.select(value, no)


class Regroup(GraphStep):
    """The samples of another branch's node that belong to the present branch."""

    __slots__ = ()

    def __init__(self, node: DataNode, scope: Scope | None, site: int) -> None:
        super().__init__("_regroup", None, (node,), site)
        self.host, self.scope = True, scope

    def run_host(self, nodes: NodeValues) -> Values:
        """Views of the samples."""
        node = self.operands[0]
        place = {member: i for i, member in enumerate(nodes.members(node._scope))}
        chosen = [place[member] for member in nodes.members(self.scope)]
        return (slots.select(nodes.values[node], chosen),)


class Merge(GraphStep):
    """The samples of two branches, in their places."""

    __slots__ = ()

    def __init__(self, condition: DataNode, a: DataNode, b: DataNode, site: int) -> None:
        super().__init__("_merge", None, (condition, a, b), site)
        self.host = True

    def run_host(self, nodes: NodeValues) -> Maybe:
        """Views of the samples."""
        condition, *parts = self.operands
        places = nodes.positions(condition)
        a, b = [as_batch(nodes.values[x], len(at)) for x, at in zip(parts, places)]
        known = [x._m for x, node in zip((a, b), parts) if node not in nodes.unknown]
        if not known:
            return (None,)
        meta = common_meta(known[0], known[-1], self)
        order = [0] * (len(places[0]) + len(places[1]))
        for k, at in enumerate([*places[0], *places[1]]):
            order[at] = k
        return (slots.merge(a, b, order, meta, "if", self.site),)


def as_batch(value: Value, n: int) -> Batch:
    """A value as a batch. A constant is copied for each sample: users may write into outputs."""
    if isinstance(value, Batch):
        return value
    return slots.copy(Batch.broadcast(value, n))  # type: ignore[no-any-return]


def empty(meta: Meta) -> Value:
    """An empty batch with this metadata."""
    return Batch._of(native_of([], meta.dtype, True, meta.ndim), meta.with_batch(True))  # type: ignore[no-any-return]


def common_meta(a: Meta, b: Meta, step: GraphStep) -> Meta:
    """The metadata of what comes from both branches."""
    unlike = bool(a.layout and b.layout and a.layout != b.layout)
    if a.dtype is not b.dtype or a.ndim != b.ndim or a.device is not b.device or unlike:
        raise errors.ArgumentTypeError(
            f"one branch gives {_said(a)}, the other {_said(b)}: both have to give the same type, "
            "number of axes, layout and device. fn.cast, fn.reshape and fn.transpose help",
            operator="if",
            site=step.site,
        )
    return a if a.layout == b.layout else a.with_layout(a.layout or b.layout)


def _said(meta: Meta) -> str:
    layout = f' of the layout "{meta.layout}"' if meta.layout else ""
    return f"{meta.dtype.full_name} with {meta.ndim} axes{layout} on {meta.device}"
