"""NodeHooks: what `if`, `and`, `or` and `not` of a graph function do to the graph."""

from __future__ import annotations

from typing import Any

from ..core import errors
from ..core.dtype import bool_
from ..core.meta import Meta
from ..core.site import caller_site
from ..core.slots import slots
from ..core.value import Value
from ..operators.tensor.cast import cast, copy
from .calls import operator_call
from .constants import ScalarConstant, as_node
from .graph import Graph, empty
from .node import DataNode
from .step import Merge, Regroup, common_meta


class NodeHooks:
    """The graph that is being made, as rewritten functions see it (branches.GraphHooks)."""

    def is_node(self, x: Any) -> bool:
        """Whether something stands for one value per sample."""
        return isinstance(x, DataNode)

    def as_condition(self, x: DataNode) -> DataNode:
        """A node that can be a condition: one number, or truth value, for each sample."""
        if x.ndim not in (None, 0):
            raise errors.ShapeError(
                f"a condition is one value for each sample, {x!r} has {x.ndim} axes: index it, or "
                "reduce it (fn.reductions) to a number",
                operator="if",
                site=caller_site(),
            )
        if _is_constant(x):  # one value for each sample of the branch that it stands in
            return operator_call(copy, x.cpu())  # type: ignore[no-any-return]
        return x.cpu()

    def enter(self, condition: DataNode, taken: bool) -> None:
        """Enter a branch: further calls run on the samples for which the condition is `taken`."""
        graph = Graph.current("if")
        own = graph.own(condition, "if", caller_site())
        graph.scope = graph.branch(own, taken)

    def leave(self) -> None:
        """The end of a branch."""
        graph = Graph.current("if")
        assert graph.scope is not None
        graph.scope = graph.scope.parent

    def merge(self, condition: DataNode, a: Any, b: Any) -> DataNode:
        """Merge nodes of two branches: each sample comes from the branch it went to."""
        graph = Graph.current("if")
        site = caller_site()
        condition = graph.own(condition, "if", site)
        a, b = _equal_types(a, b)
        sides = []
        for x, taken in ((a, True), (b, False)):
            graph.scope = graph.branch(condition, taken)
            try:
                sides.append(graph.here(as_node(x), "if", site))
            finally:
                graph.scope = condition._scope
        step = Merge(condition, sides[0], sides[1], site)
        step.scope = graph.scope
        graph.take(step, (_probe(step),), None, sides[0].device)
        return step.outputs[0]

    def logical_not(self, x: DataNode) -> DataNode:
        """`not x`, for each sample."""

        def negated(value: Value) -> Any:
            if value.ndim:
                raise errors.ShapeError(f"`not` takes one value for each sample, not {value.ndim}D")
            return slots.arithmetic("==", value, 0)

        return Graph.current("not").add_call("not", negated, (self.as_condition(x),))  # type: ignore[no-any-return]

    def as_bool(self, x: DataNode) -> DataNode:
        """A condition as a truth value."""
        node = self.as_condition(x)
        if node.dtype is bool_:
            return node
        return operator_call(cast, node, dtype=bool_)  # type: ignore[no-any-return]

    def regroup(self, x: Any) -> Any:
        """The samples of the present branch of another branch's node, which has all of them."""
        graph = Graph.current("if")
        if not isinstance(x, DataNode) or x._scope is graph.scope or _is_constant(x):
            return x
        step = Regroup(x, graph.scope, caller_site())
        graph.take(step, (x._probe,), None, x.device)
        return step.outputs[0]


def _is_constant(x: DataNode) -> bool:
    return x._probe is not None and not x._probe._m.batch


def _equal_types(a: Any, b: Any) -> tuple[Any, Any]:
    """Give a plain number the type of the node it is merged with, if that is known."""
    if isinstance(a, DataNode) and isinstance(b, (bool, int, float)) and a.dtype is not None:
        return a, ScalarConstant(b, a.dtype)
    if isinstance(b, DataNode) and isinstance(a, (bool, int, float)) and b.dtype is not None:
        return ScalarConstant(a, b.dtype), b
    if isinstance(a, (bool, int)) and isinstance(b, float):
        return float(a), b
    if isinstance(b, (bool, int)) and isinstance(a, float):
        return a, float(b)
    return a, b


def _probe(step: Merge) -> Value | None:
    """What is known of the merged batch; raises if the branches cannot be merged."""
    _, a, b = step.operands
    if a._probe is None or b._probe is None:
        return None
    meta: Meta = common_meta(a._probe._m, b._probe._m, step)
    return empty(meta)
