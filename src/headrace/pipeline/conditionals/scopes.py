"""The branches that are open while a graph is made, and the interface to the graph they use."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from ..graph import Graph
from .journal import Journal, World

SIDE, KEPT, EXPRESSION, PLAIN = "side", "kept", "expression", "plain"


class GraphHooks(Protocol):
    """What a graph does for conditions.

    Variables are merged whether they are used afterwards or not: nobody may need a merged node.
    """

    def is_node(self, x: Any) -> bool:
        """Whether something stands for one value per sample."""

    def as_condition(self, x: Any) -> Any:
        """A node that can be a condition; an error at the user's line if it cannot."""

    def as_bool(self, x: Any) -> Any:
        """A condition as truth values: an operand of `and` and `or`."""

    def logical_not(self, x: Any) -> Any:
        """`not x`, for each sample."""

    def enter(self, condition: Any, taken: bool) -> None:
        """What is called from now on runs on the samples for which a condition is so.

        A branch may be entered again after it was left.
        """

    def leave(self) -> None:
        """The end of the innermost branch."""

    def merge(self, condition: Any, a: Any, b: Any) -> Any:
        """For each sample `a` where the condition is true, else `b`: nodes of the two branches or
        from around them, or constants. It is called in the branch that the condition is of."""

    def regroup(self, x: Any) -> Any:
        """The samples of the present branch of another branch's node, which has all of them."""


class Side:
    """A branch, or a part of an expression, that is open."""

    __slots__ = ("condition", "frame", "journal", "kind", "result", "taken", "world")

    def __init__(self, kind: str, condition: Any = None, taken: bool = True, frame: Any = None):
        self.kind, self.condition, self.taken = kind, condition, taken
        self.frame = frame  # of the function that opened it
        self.journal = Journal()
        self.result: Any = None  # of the other part of a conditional expression
        self.world: World = {}


class Tracing:
    """The graph that is being made, and its open branches."""

    def __init__(self, hooks: GraphHooks) -> None:
        self.hooks = hooks
        self.stack: list[Side] = []

    def push(self, side: Side) -> None:
        """Open a branch."""
        if side.kind is not PLAIN:
            self.hooks.enter(side.condition, side.taken)
        self.stack.append(side)

    def pop(self) -> World:
        """Close the innermost branch: what it changed, which is undone."""
        side = self.stack.pop()
        if side.kind is PLAIN:
            return {}
        self.hooks.leave()
        return side.journal.close(self.journal)

    def drop(self, depth: int) -> None:
        """Leave branches that an error ended."""
        while len(self.stack) > depth:
            if self.stack.pop().kind is not PLAIN:
                self.hooks.leave()

    @property
    def journal(self) -> Journal | None:
        """That of the innermost branch."""
        for side in reversed(self.stack):
            if side.kind is not PLAIN:
                return side.journal
        return None

    @contextmanager
    def inside(self, condition: Any, taken: bool) -> Iterator[None]:
        """Go into a branch for a moment."""
        self.hooks.enter(condition, taken)
        try:
            yield
        finally:
            self.hooks.leave()


class _Local(threading.local):
    def __init__(self) -> None:
        self.tracings: list[Tracing] = []


_local = _Local()
_of_graphs: weakref.WeakKeyDictionary[Graph, Tracing] = weakref.WeakKeyDictionary()


@contextmanager
def building(hooks: GraphHooks) -> Iterator[None]:
    """Use this graph for conditions, instead of the one that is being made in this thread."""
    _local.tracings.append(Tracing(hooks))
    try:
        yield
    finally:
        _local.tracings.pop()


def current() -> Tracing | None:
    """The graph that is being made in this thread."""
    if _local.tracings:
        return _local.tracings[-1]
    graph = Graph.present()
    if graph is None:
        return None
    tracing = _of_graphs.get(graph)
    if tracing is None or (graph.scope is None and tracing.journal is not None):
        # The first one; or an error ended its branches.
        from ..graph_hooks import NodeHooks

        tracing = _of_graphs[graph] = Tracing(NodeHooks())
    return tracing


def depth() -> int:
    """How many branches are open."""
    tracing = current()
    return 0 if tracing is None else len(tracing.stack)
