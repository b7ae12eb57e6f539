"""What a piece of code binds: the names it assigns, and whether it returns or yields."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any, Union

Function = Union[ast.FunctionDef, ast.Lambda]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def body_of(function: Function) -> list[ast.AST]:
    """What runs when a function is called."""
    return [function.body] if isinstance(function, ast.Lambda) else list(function.body)


def own_nodes(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All nodes that run as part of these: without the bodies of nested functions and classes."""
    for node in nodes:
        yield node
        if isinstance(node, _FUNCTIONS):
            inner: list[ast.AST] = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
            inner += getattr(node, "decorator_list", [])
        elif isinstance(node, ast.ClassDef):
            inner = [*node.bases, *node.decorator_list]
        else:
            inner = list(ast.iter_child_nodes(node))
        yield from own_nodes(inner)


def has(nodes: Iterable[ast.AST], kinds: Any) -> bool:
    """Whether a node of a kind runs as part of these."""
    return any(isinstance(node, kinds) for node in own_nodes(nodes))


def suspends(node: ast.AST) -> bool:
    """Whether an expression can suspend: await, yield."""
    return has([node], (ast.Yield, ast.YieldFrom, ast.Await))


def declared(nodes: Iterable[ast.AST], kind: type[ast.Global] | type[ast.Nonlocal]) -> set[str]:
    """Names that are declared global, or nonlocal."""
    return {name for node in own_nodes(nodes) if isinstance(node, kind) for name in node.names}


def assigned(nodes: Iterable[ast.AST]) -> set[str]:
    """Names that code binds or deletes in the scope it stands in."""
    return {name for node in nodes for name in _assigned(node, False)}


def _assigned(node: ast.AST, comprehension: bool) -> Iterator[str]:
    if isinstance(node, ast.NamedExpr):
        yield node.target.id
        yield from _assigned(node.value, comprehension)
        return
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load) and not comprehension:
            yield node.id
        return
    if isinstance(node, _COMPREHENSIONS):
        comprehension = True  # has its own scope; only := binds outside
    elif isinstance(node, ast.Lambda):
        return
    else:
        yield from _bound_by_statement(node)
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        for inner in ast.iter_child_nodes(node):
            yield from _assigned(inner, comprehension)


def _bound_by_statement(node: ast.AST) -> Iterator[str]:
    """Names that a statement binds by its kind, and not through a target."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0]
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        if node.name:
            yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest


def rebound_by_nested(function: Function) -> set[str]:
    """Variables of a function that functions inside of it assign, being nonlocal there."""
    body = body_of(function)
    arguments = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    inner = {
        name
        for node in body
        for found in ast.walk(node)
        if isinstance(found, ast.Nonlocal)
        for name in found.names
    }
    return inner & (arguments | assigned(body))


def merged_names(function: Function) -> frozenset[str]:
    """All names that an `if` in a function, or in those inside of it, may have to merge."""
    names: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.If):
            names |= assigned([*node.body, *node.orelse])
        elif isinstance(node, ast.Nonlocal):
            names.update(node.names)
    return frozenset(names)
