"""The syntax tree of a function, rewritten so that its conditions may be per-sample values."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from . import bindings
from .bindings import Function
from .templates import FRAME, all_loaded, all_stored, expression, fill, loaded

# Note [Rewritten inline]
# The statements stay where they are and no closures are made of them, so Python's own rules for
# names, exceptions, loops and generators go on to hold. Around them stand calls of `branches`:
#
#     if c:                  b = HR.Chain(...)
#         BODY               if b.arm(c):            opens the branch; a plain c: bool(c)
#     else:                      if b.node: b.save(locals())
#         ORELSE                 BODY
#                            if b.turn:              closes it, and opens the other one
#                                x, y = b.restore(locals())
#                            if b.open:
#                                ORELSE
#                            if b.arms:              data-dependent ones only
#                                x, y = b.merge(locals())
#
# The names of what is added begin with a dot: they cannot meet the user's, and they are not
# mangled in classes.

_RETURNED = ".returned"

_TryStar = getattr(ast, "TryStar", ())  # Python 3.11
_Node = TypeVar("_Node", bound=ast.AST)


def rewrite(function: Function, owner: str | None = None) -> Function:
    """A copy of a function's definition whose conditions may be per-sample values.

    owner: the class that it is defined in.
    """
    merged = bindings.merged_names(function)
    return _Rewriter(merged, owner).outermost(copy.deepcopy(function))


class _Scope:
    """What is known about the function that is being rewritten."""

    def __init__(self, function: Function) -> None:
        body = bindings.body_of(function)
        self.written = bindings.assigned(body)
        self.globals = bindings.declared(body, ast.Global)
        self.nonlocals = bindings.declared(body, ast.Nonlocal)
        # Variables that other functions may assign: these are not merged by name.
        self.shared = self.nonlocals | bindings.rebound_by_nested(function)
        self.generator = bindings.has(body, (ast.Yield, ast.YieldFrom))
        branches = [node for node in bindings.own_nodes(body) if isinstance(node, ast.If)]
        self.frame = any(bindings.has([branch], ast.Return) for branch in branches)
        self.enclosing: list[str] = []  # chains, and "" for loops
        self._count = 0

    def fresh(self, kind: str) -> str:
        self._count += 1
        return f".{kind}{self._count}"

    def chains(self, *, of_loop: bool = False) -> list[str]:
        """The chains around the present place, up to the function or to its innermost loop."""
        found: list[str] = []
        for name in reversed(self.enclosing):
            if name:
                found.append(name)
            elif of_loop:
                break
        return found


class _Rewriter(ast.NodeTransformer):
    """Rewrites everything inside a function, nested functions included."""

    def __init__(self, merged: frozenset[str], owner: str | None) -> None:
        self.merged = merged  # names that may stand for no value, after an `if`
        self.owner = owner
        self.scope: _Scope

    def outermost(self, function: Function) -> Function:
        self._inside(function)
        return function

    # Functions and classes

    def _inside(self, function: Function) -> None:
        outer, self.scope = getattr(self, "scope", None), _Scope(function)
        if isinstance(function, ast.Lambda):
            function.body = self.visit(function.body)
        else:
            function.body = self._function_body(function)
        if outer is not None:
            self.scope = outer

    def _function_body(self, function: ast.FunctionDef) -> list[ast.stmt]:
        body, at, scope = function.body, function.body[0], self.scope
        documented = ast.get_docstring(function, clean=False) is not None
        start, rest = (body[:1], body[1:]) if documented else ([], body)
        prologue = self._writes_shared(scope.written, at, scope.nonlocals)
        if scope.frame:
            prologue += fill("FRAME = HR.CallFrame(GENERATOR)", at, GENERATOR=scope.generator)
        epilogue = fill("return FRAME.end(None)", body[-1]) if scope.frame else []
        return [*start, *prologue, *self._statements(rest), *epilogue] or body

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if any(_last_name(decorator) == "do_not_convert" for decorator in node.decorator_list):
            return node
        node.decorator_list = self._expressions(node.decorator_list)
        self._defaults(node.args)
        self._inside(node)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        self._defaults(node.args)
        self._inside(node)
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> Any:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        # In the body itself every name becomes an attribute: only its functions are rewritten.
        node.decorator_list = self._expressions(node.decorator_list)
        node.bases = self._expressions(node.bases)
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        functions = (ast.FunctionDef, ast.ClassDef)
        outer, self.owner = self.owner, node.name
        node.body = [self.visit(s) if isinstance(s, functions) else s for s in node.body]
        self.owner = outer
        return node

    def _defaults(self, arguments: ast.arguments) -> None:
        arguments.defaults = self._expressions(arguments.defaults)
        arguments.kw_defaults = [d and self.visit(d) for d in arguments.kw_defaults]

    def _expressions(self, nodes: Iterable[_Node]) -> list[Any]:
        return [self.visit(node) for node in nodes]

    def _statements(self, nodes: Iterable[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for node in nodes:
            result = self.visit(node)
            made += result if isinstance(result, list) else [result]
        return made

    # Statements

    def visit_If(self, node: ast.If) -> Any:
        arms, otherwise = _flatten(node)
        chain, scope = self.scope.fresh("if"), self.scope
        inner = [s for _, body in arms for s in body] + otherwise
        tests = [test for test, _ in arms[1:]]
        written = bindings.assigned([*inner, *tests])
        names = sorted(written - scope.globals - scope.shared)
        returns = bindings.has(inner, ast.Return)
        first_test = self.visit(arms[0][0])  # outside: it runs before anything is decided
        made = fill(
            "CHAIN = HR.Chain(OWNER, NAMES)",
            node,
            CHAIN=chain,
            OWNER=loaded(FRAME, node) if scope.frame else None,
            NAMES=self._mangled(names),
        )
        scope.enclosing.append(chain)
        for number, (test, body) in enumerate(arms):
            made += fill(
                "if TEST:\n  if CHAIN.node: CHAIN.save(HR.LOCALS())\n  BODY\n"
                "if CHAIN.turn:\n  TARGETS = CHAIN.restore(HR.LOCALS(), MORE)",
                test,
                CHAIN=chain,
                TEST=self._arm(chain, test, first_test if number == 0 else None),
                BODY=self._arm_body(chain, body),
                TARGETS=all_stored(names, test),
                MORE=number + 1 < len(arms) or bool(otherwise),
            )
        if otherwise:
            body = self._arm_body(chain, otherwise)
            made += fill("if CHAIN.open:\n  BODY", node.test, CHAIN=chain, BODY=body)
        scope.enclosing.pop()
        made += fill(
            "if CHAIN.arms:\n  TARGETS = CHAIN.merge(HR.LOCALS())",
            node.test,
            CHAIN=chain,
            TARGETS=all_stored(names, node.test),
        )
        if returns:
            value = expression("CHAIN.value", node.test, CHAIN=chain)
            leave = self._return(value, node.test)
            made += fill("if CHAIN.dead:\n  LEAVE", node.test, CHAIN=chain, LEAVE=leave)
            # What follows may be for some samples only: it is as if it were a branch.
            made += self._writes_shared(scope.written, node.test)
        return made

    def _arm(self, chain: str, test: ast.expr, visited: ast.expr | None) -> ast.expr:
        if visited is not None:
            return expression("CHAIN.arm(TEST)", test, CHAIN=chain, TEST=visited)
        visited = self.visit(test)
        return expression("CHAIN.open and CHAIN.arm(TEST)", test, CHAIN=chain, TEST=visited)

    def _arm_body(self, chain: str, body: list[ast.stmt]) -> list[ast.stmt]:
        made = [
            *self._writes_shared(bindings.assigned(body), body[0]),
            *self._statements(body),
        ]
        if not bindings.has(body, ast.Return):
            return made
        return fill("with CHAIN:\n  BODY", body[0], CHAIN=chain, BODY=made)

    def _writes_shared(
        self, written: set[str], at: ast.AST, shared: set[str] | None = None
    ) -> list[ast.stmt]:
        """Says which global variables, and which that other functions see, are to be assigned."""
        made, shared = [], self.scope.shared if shared is None else shared
        names = _texts(written & self.scope.globals)
        if names:
            names = self._mangled(names)
            made += fill("HR.writes_globals(HR.GLOBALS(), NAMES)", at, NAMES=names)
        names = _texts(written & shared)
        if names:
            made += fill("HR.writes_cells(lambda: VALUES)", at, VALUES=all_loaded(names, at))
        return made

    def _mangled(self, names: Iterable[str]) -> tuple[str, ...]:
        """Names as the variables are called at last: those like __x are a class's own."""
        owner = (self.owner or "").lstrip("_")
        return tuple(
            f"_{owner}{n}" if owner and n.startswith("__") and not n.endswith("__") else n
            for n in names
        )

    def visit_Return(self, node: ast.Return) -> Any:
        value = node.value and self.visit(node.value)
        if not self.scope.frame:
            node.value = value
            return node
        return self._return(value or ast.copy_location(ast.Constant(None), node), node)

    def _return(self, value: ast.expr, at: ast.AST) -> list[ast.stmt]:
        return fill(
            "RETURNED = VALUE\nif FRAME.branched: raise FRAME.jump(RETURNED)\n"
            "return FRAME.end(RETURNED)",
            at,
            RETURNED=_RETURNED,
            VALUE=value,
        )

    def visit_Break(self, node: ast.Break | ast.Continue) -> Any:
        chains = self.scope.chains(of_loop=True)
        if not chains:
            return node
        word = "break" if isinstance(node, ast.Break) else "continue"
        return [*self._leaving(word, chains, node), node]

    visit_Continue = visit_Break

    def _leaving(self, word: str, chains: Sequence[str], at: ast.AST) -> list[ast.stmt]:
        template = f"HR.leaving({word!r}, CHAINS)"
        return fill(template, at, CHAINS=all_loaded(chains, at))

    def visit_While(self, node: ast.While) -> Any:
        node.test = self._plain(self.visit(node.test), "while")
        return self._loop(node)

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self._iterable(self.visit(node.iter))
        node.target = self.visit(node.target)
        return self._loop(node)

    def _loop(self, node: ast.While | ast.For) -> ast.stmt:
        self.scope.enclosing.append("")
        node.body = self._statements(node.body)
        self.scope.enclosing.pop()
        node.orelse = self._statements(node.orelse)
        return node

    def visit_Assert(self, node: ast.Assert) -> Any:
        node.test = self._plain(self.visit(node.test), "assert")
        node.msg = node.msg and self.visit(node.msg)
        return node

    def visit_match_case(self, node: Any) -> Any:
        if node.guard is not None:
            node.guard = self._plain(self.visit(node.guard), "case")
        node.body = self._statements(node.body)
        return node

    def visit_Try(self, node: ast.Try) -> Any:
        if not node.handlers:
            return self.generic_visit(node)
        mark = self.scope.fresh("try")
        owner = loaded(FRAME, node) if self.scope.frame else None
        self.generic_visit(node)
        for handler in node.handlers:
            unwind = fill("HR.unwind(MARK, OWNER)", handler, MARK=mark, OWNER=owner)
            handler.body = [*unwind, *handler.body]
        if self.scope.frame and not isinstance(node, _TryStar):
            (passing,) = fill("try: pass\nexcept HR.Jump: raise", node)
            assert isinstance(passing, ast.Try)
            node.handlers = [*passing.handlers, *node.handlers]
        return [*fill("MARK = HR.mark()", node, MARK=mark), node]

    visit_TryStar = visit_Try

    def visit_withitem(self, node: ast.withitem) -> Any:
        self.generic_visit(node)
        given = node.context_expr
        owner = loaded(FRAME, given) if self.scope.frame else None
        node.context_expr = expression("HR.manager(GIVEN, OWNER)", given, GIVEN=given, OWNER=owner)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        node.target = self.visit(node.target)
        node.value = node.value and self.visit(node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        node.value, node.target = self.visit(node.value), self.visit(node.target)
        if not isinstance(node.target, ast.Name):
            return node
        variable = loaded(node.target.id, node.target)  # `+=` changes a list in its place
        return [*fill("HR.writes(HR.use(VARIABLE))", node, VARIABLE=variable), node]

    def visit_Delete(self, node: ast.Delete) -> Any:
        names = [t.id for t in node.targets if isinstance(t, ast.Name) and t.id in self.merged]
        checks = [s for name in names for s in fill("HR.use(NAME)", node, NAME=name)]
        return [*checks, self.generic_visit(node)]

    def visit_TypeAlias(self, node: Any) -> Any:
        return node

    # Expressions

    def visit_Name(self, node: ast.Name) -> Any:
        if not isinstance(node.ctx, ast.Load) or node.id not in self.merged:
            return node
        return expression("HR.use(NAME)", node, NAME=node)

    def visit_Attribute(self, node: ast.Attribute | ast.Subscript) -> Any:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            return expression("HR.use(VALUE)", node, VALUE=node)
        node.value = expression("HR.writes(VALUE)", node.value, VALUE=node.value)
        return node

    visit_Subscript = visit_Attribute

    def visit_Call(self, node: ast.Call) -> Any:
        function = node.func
        if isinstance(function, ast.Name) and function.id == "super":
            return self.generic_visit(node)
        if isinstance(function, ast.Attribute):
            function.value = self.visit(function.value)
        else:
            function = self.visit(function)
        node.func = expression("CALL(FUNCTION)", function, FUNCTION=function)
        node.args = self._expressions(node.args)
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        if isinstance(function, ast.Attribute) and function.end_lineno:
            # The line of `.gpu()` in a chain of several lines, as Python itself has it.
            node.lineno = function.end_lineno
            node.col_offset = (function.end_col_offset or 0) - len(function.attr.encode())
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Not):
            return node
        return expression("HR.not_(OPERAND)", node, OPERAND=node.operand)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        if bindings.suspends(node):
            return self.generic_visit(node)
        word = "and" if isinstance(node.op, ast.And) else "or"
        names = _texts(bindings.assigned(node.values[1:]))
        *firsts, last = self._expressions(node.values)
        node.values = [
            *(expression(f"HR.operand(A, {word!r}, NAMES)", a, A=a, NAMES=names) for a in firsts),
            last,
        ]
        return expression(f"HR.combined(HR.depth(), {word!r}, VALUE)", node, VALUE=node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        other = (ast.Is, ast.IsNot, ast.In, ast.NotIn)
        if (
            len(node.ops) < 2
            or bindings.suspends(node)
            or any(isinstance(op, other) for op in node.ops)
        ):
            return node
        names = _texts(bindings.assigned(node.comparators[1:]))
        wrap = "HR.Compared(VALUE, NAMES)"
        node.left = expression(wrap, node.left, VALUE=node.left, NAMES=names)
        node.comparators = [expression(wrap, c, VALUE=c, NAMES=names) for c in node.comparators]
        return expression("HR.combined(HR.depth(), 'and', VALUE)", node, VALUE=node)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        if bindings.suspends(node):
            return self.generic_visit(node)
        names = bindings.assigned([node.body, node.orelse])
        self.generic_visit(node)
        return expression(
            "HR.chosen(HR.depth(), HR.test(TEST, NAMES) and HR.then(BODY) or HR.otherwise(ORELSE))",
            node,
            TEST=node.test,
            NAMES=_texts(names),
            BODY=node.body,
            ORELSE=node.orelse,
        )

    def visit_Yield(self, node: ast.Yield | ast.YieldFrom) -> Any:
        self.generic_visit(node)
        chains = self.scope.chains()
        if chains:
            value = node.value or ast.copy_location(ast.Constant(None), node)
            template = "HR.leaving('yield', CHAINS, VALUE)"
            node.value = expression(template, node, CHAINS=all_loaded(chains, node), VALUE=value)
        return node

    visit_YieldFrom = visit_Yield

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        self.generic_visit(node)
        node.iter = self._iterable(node.iter)
        node.ifs = [self._plain(test, "comprehension") for test in node.ifs]
        return node

    def _plain(self, test: ast.expr, where: str) -> ast.expr:
        return expression(f"HR.plain(TEST, {where!r})", test, TEST=test)

    def _iterable(self, values: ast.expr) -> ast.expr:
        return expression("HR.iterable(VALUES)", values, VALUES=values)


def _flatten(node: ast.If) -> tuple[list[tuple[ast.expr, list[ast.stmt]]], list[ast.stmt]]:
    """The arms of an if/elif chain, and its `else`."""
    arms = [(node.test, node.body)]
    while len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        node = node.orelse[0]
        arms.append((node.test, node.body))
    return arms, node.orelse


def _texts(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names))


def _last_name(decorator: ast.expr) -> str | None:
    if isinstance(decorator, ast.Attribute):
        return decorator.attr
    return decorator.id if isinstance(decorator, ast.Name) else None
