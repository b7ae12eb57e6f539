"""The outputs of a pipeline: how they were returned, and what they have to be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core import errors
from ..core.dtype import dtype as read_dtype
from ..core.site import caller_site
from ..core.value import Value
from .constants import as_node
from .node import DataNode


class Structure:
    """Nodes in tuples, lists and dicts; `rebuild` puts their values into the same containers."""

    def __init__(self, given: tuple[Any, ...]) -> None:
        self.nodes: list[DataNode] = []
        one = given[0] if len(given) == 1 else None
        if isinstance(one, (list, tuple)) and holds_nodes(one):
            given = tuple(one)
        self._shape: Any = tuple([self._place(x) for x in given])
        if isinstance(one, dict):
            self._shape = self._shape[0]

    def _place(self, x: Any) -> Any:
        if isinstance(x, (tuple, list)) and holds_nodes(x):
            return _like(x, [self._place(e) for e in x])
        if isinstance(x, dict):
            return {k: self._place(v) for k, v in x.items()}
        node = as_node(x)
        if node._scope is not None:
            raise errors.ExecutionError(
                f"{node!r} exists in one branch only: it cannot be an output", site=caller_site()
            )
        self.nodes.append(node)
        return len(self.nodes) - 1

    def rebuild(self, values: Sequence[Any]) -> Any:
        """One value for each node, in the places of the nodes."""
        return _rebuild(self._shape, values)


def holds_nodes(x: Any) -> bool:
    """Whether lists, tuples and dicts contain nodes; if not, they are constants."""
    if isinstance(x, dict):
        return True
    if isinstance(x, (list, tuple)):
        return any(holds_nodes(e) for e in x)
    return isinstance(x, DataNode)


def _rebuild(shape: Any, values: Sequence[Any]) -> Any:
    if isinstance(shape, int):
        return values[shape]
    if isinstance(shape, dict):
        return {k: _rebuild(v, values) for k, v in shape.items()}
    return _like(shape, [_rebuild(e, values) for e in shape])


def _like(shape: Any, parts: list[Any]) -> Any:
    """A tuple, a list or a named tuple, with other elements."""
    return type(shape)(*parts) if hasattr(shape, "_fields") else type(shape)(parts)


class Expected:
    """What the outputs have to be: one value for all, or a list with one for each; None: any."""

    def __init__(self, dtype: Any, ndim: Any, layout: Any) -> None:
        self.given = {"dtype": dtype, "ndim": ndim}
        self._dtype = _each(dtype, lambda x: None if x is None or x == -1 else read_dtype(x))
        self._ndim = _each(ndim, lambda x: x)
        self._layout = _each(layout, lambda x: x)
        self._any = dtype is not None or ndim is not None or layout is not None

    def each(self, name: str, count: int) -> list[Any]:
        """What is required of each output."""
        given = getattr(self, f"_{name}")
        return given if isinstance(given, list) else [given] * count

    def check_count(self, count: int) -> None:
        """Raises if a list has another length."""
        for name in ("dtype", "ndim", "layout"):
            given = len(self.each(name, count))
            if given != count:
                raise errors.ArgumentError(
                    f"output_{name} has {given} entries, the pipeline {count} outputs"
                )

    def check(self, values: Sequence[Value]) -> None:
        """Raises if an output is not what it has to be."""
        if not self._any:
            return
        for name in ("dtype", "ndim", "layout"):
            for k, (want, value) in enumerate(zip(self.each(name, len(values)), values)):
                found = getattr(value, name)
                if want is not None and found != want and (found or want):
                    raise errors.ExecutionError(
                        f"output {k} has the {name} {found}, output_{name} requires {want}"
                    )


def _each(given: Any, read: Any) -> Any:
    if isinstance(given, (list, tuple)):
        return [read(x) for x in given]
    return None if given is None else read(given)
