"""Where the definition of a function is, and the code of a definition."""

from __future__ import annotations
import __future__

import ast
import copy
import functools
import linecache
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any, TypeVar

from .bindings import Function
from .templates import CALL, HELPERS

_FUTURE = functools.reduce(
    int.__or__, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)


class NoSource(Exception):
    """The definition of a function was not found; the text says why."""


@functools.lru_cache(maxsize=8)
def _definitions(source: str, filename: str, flags: int) -> dict[tuple[int, str], list[Function]]:
    """All functions of a source, by first line and name."""
    tree = compile(source, filename, "exec", ast.PyCF_ONLY_AST | flags, dont_inherit=True)
    found: dict[tuple[int, str], list[Function]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            found.setdefault((node.lineno, "<lambda>"), []).append(node)
        elif isinstance(node, ast.FunctionDef):
            line = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            found.setdefault((line, node.name), []).append(node)
    return found


def definition(function: FunctionType) -> Function:
    code = function.__code__
    linecache.checkcache(code.co_filename)
    source = "".join(linecache.getlines(code.co_filename, function.__globals__))
    if not source:
        raise NoSource(f"{code.co_filename} has no text")
    flags = code.co_flags & _FUTURE
    try:
        known = _definitions(source, code.co_filename, flags)
    except SyntaxError:
        raise NoSource(f"the text of {code.co_filename} is not Python") from None
    found = [
        node
        for node in known.get((code.co_firstlineno, code.co_name), [])
        if _arguments(node) == code.co_varnames[: len(_arguments(node))]
    ]
    if len(found) > 1:  # lambdas in one line
        found = _of_code(found, function)
        if any(ast.dump(node) != ast.dump(found[0]) for node in found):
            raise NoSource("there are several functions in one line, put it into one of its own")
    if not found:
        raise NoSource(f"line {code.co_firstlineno} of {code.co_filename} was something else")
    return found[0]


def _arguments(node: Function) -> tuple[str, ...]:
    a = node.args
    names = [arg.arg for arg in [*a.posonlyargs, *a.args, *a.kwonlyargs]]
    return tuple(names + [arg.arg for arg in (a.vararg, a.kwarg) if arg is not None])


def _of_code(lambdas: list[Function], function: FunctionType) -> list[Function]:
    """The ones that the code of a function may come from."""
    code = function.__code__
    if sys.version_info < (3, 11):
        alike = [(node, code_of(node, function)) for node in lambdas]
        found = [n for n, c in alike if (c.co_code, c.co_names) == (code.co_code, code.co_names)]
        return found or lambdas
    places = [(p[0], p[2]) for p in code.co_positions() if p[0] is not None and p[3]]
    around = [node for node in lambdas if all(_covers(node, place) for place in places)]
    # Of those around each other, the innermost.
    return sorted(around, key=lambda node: (node.lineno, node.col_offset))[-1:] or lambdas


def _covers(node: Function, place: tuple[Any, Any]) -> bool:
    end = node.end_lineno or node.lineno, node.end_col_offset or 0
    return (node.lineno, node.col_offset) <= place < end


def code_of(node: Function, function: FunctionType) -> CodeType:
    """The code of a definition, with the closure and the class of a function."""
    original = function.__code__
    node = _bare(node)
    inner: ast.stmt = node if isinstance(node, ast.FunctionDef) else _located(ast.Expr(node), node)
    owner = class_of(function)
    if owner is not None:  # for names such as __x
        inner = _located(_new_class(owner, inner), inner)
    names = [*original.co_freevars, HELPERS, CALL]
    arguments = ast.arguments(
        posonlyargs=[],
        args=[_located(ast.arg(name), inner) for name in names],
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )
    outer = _located(ast.FunctionDef("outer", arguments, [inner], []), inner)
    if "type_params" in ast.FunctionDef._fields:  # Python 3.12
        outer.type_params = []  # type: ignore[attr-defined]
    module = ast.Module([outer], [])
    flags = original.co_flags & _FUTURE
    code: CodeType = compile(module, original.co_filename, "exec", flags, dont_inherit=True)
    for name in ["outer", *([owner] if owner else []), original.co_name]:
        code = next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)
    return code


def _new_class(name: str, inner: ast.stmt) -> ast.ClassDef:
    made = ast.ClassDef(name, [], [], [inner], [])
    if "type_params" in ast.ClassDef._fields:
        made.type_params = []  # type: ignore[attr-defined]
    return made


def _bare(node: Function) -> Function:
    """A definition without what was evaluated when it was made: decorators, defaults and types."""
    node = copy.copy(node)
    node.args = copy.copy(node.args)
    node.args.defaults, node.args.kw_defaults = [], [None] * len(node.args.kwonlyargs)
    for field in ("posonlyargs", "args", "kwonlyargs"):
        stripped = [_located(ast.arg(arg.arg), arg) for arg in getattr(node.args, field)]
        setattr(node.args, field, stripped)
    for field in ("vararg", "kwarg"):
        arg = getattr(node.args, field)
        setattr(node.args, field, arg and _located(ast.arg(arg.arg), arg))
    if isinstance(node, ast.FunctionDef):
        node.decorator_list, node.returns = [], None
        if "type_params" in ast.FunctionDef._fields:
            node.type_params = []  # type: ignore[attr-defined]
    return node


_Node = TypeVar("_Node", bound=ast.AST)


def _located(node: _Node, at: ast.AST) -> _Node:
    return ast.copy_location(node, at)


def class_of(function: FunctionType) -> str | None:
    """The class whose private names a function sees."""
    qualified = getattr(function.__code__, "co_qualname", function.__qualname__)
    parts = qualified.split(".")[:-1]
    for part, following in reversed(list(zip(parts, [*parts[1:], ""]))):
        if part != "<locals>" and following != "<locals>":
            return str(part)
    return None


def qualified_name(code: CodeType) -> str:
    return str(getattr(code, "co_qualname", code.co_name))  # co_qualname: Python 3.11


def renamed(code: CodeType, old: str, new: str) -> CodeType:
    """Code whose qualified names, and those of the functions in it, begin as they should."""
    if sys.version_info < (3, 11):
        return code
    consts = tuple(renamed(c, old, new) if isinstance(c, CodeType) else c for c in code.co_consts)
    name = (
        new + code.co_qualname[len(old) :] if code.co_qualname.startswith(old) else code.co_qualname
    )
    return code.replace(co_consts=consts, co_qualname=name)


def inner_codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from inner_codes(const)
