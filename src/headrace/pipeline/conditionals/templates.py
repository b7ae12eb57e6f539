"""Pieces of syntax trees from templates: text with names in the place of what is filled in."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

HELPERS = ".hr"  # the module `branches`
CALL = ".call"  # conditionals.call
FRAME = ".frame"


def fill(template: str, at: ast.AST, **parts: Any) -> list[ast.stmt]:
    """The statements of a template, at the place of `at`, with expressions, names or statements
    in the place of the names in `parts`."""
    tree = ast.parse(template)  # faster than copying it
    for node in ast.walk(tree):
        if isinstance(node, (ast.expr, ast.stmt, ast.excepthandler)):
            ast.copy_location(node, at)
    parts = {"HR": HELPERS, "CALL": CALL, "FRAME": FRAME, **parts}
    return _Filler(parts).visit(tree).body  # type: ignore[no-any-return]


def expression(template: str, at: ast.AST, **parts: Any) -> ast.expr:
    """The expression of a template."""
    (statement,) = fill(template, at, **parts)
    assert isinstance(statement, ast.Expr)
    return statement.value


class _Filler(ast.NodeTransformer):
    def __init__(self, parts: dict[str, Any]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> Any:
        part = self.parts.get(node.id, node.id)
        if isinstance(part, str):
            node.id = part
            return node
        return part if isinstance(part, ast.AST) else ast.copy_location(ast.Constant(part), node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        part = self.parts.get(node.value.id) if isinstance(node.value, ast.Name) else None
        return part if isinstance(part, list) else self.generic_visit(node)


def loaded(name: str, at: ast.AST) -> ast.Name:
    """A variable that is read."""
    return ast.copy_location(ast.Name(name, ast.Load()), at)


def all_loaded(names: Iterable[str], at: ast.AST) -> ast.Tuple:
    """A tuple of variables that are read."""
    return ast.copy_location(ast.Tuple([loaded(name, at) for name in names], ast.Load()), at)


def all_stored(names: Iterable[str], at: ast.AST) -> ast.Tuple:
    """A tuple of variables that are assigned."""
    targets = [ast.copy_location(ast.Name(name, ast.Store()), at) for name in names]
    return ast.copy_location(ast.Tuple(list(targets), ast.Store()), at)
