"""Functions whose conditions may be per-sample values: which are rewritten, from which source."""

from __future__ import annotations

import functools
import inspect
import os
import site as _python_site
import sys
import sysconfig
import weakref
from collections.abc import Callable
from types import BuiltinMethodType, CellType, CodeType, FunctionType, MethodType
from typing import Any, TypeVar

from ...core import errors
from ...core.locks import ForkLock
from ...core.site import Site
from . import branches
from .journal import container_changed_by
from .merging import Absent
from .rewriter import rewrite
from .scopes import current
from .source import NoSource, class_of, code_of, definition, inner_codes, qualified_name, renamed
from .templates import CALL, HELPERS

_F = TypeVar("_F", bound=Callable[..., Any])
_MARK = "__headrace_do_not_convert__"
_PACKAGE = __name__.partition(".")[0]
_ASYNC = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR | inspect.CO_ITERABLE_COROUTINE


def convert(function: Callable[..., Any]) -> Callable[..., Any]:
    """A graph function whose `if`, `and`, `or` and `not` take per-sample values.

    Functions of the user's that it calls are converted as well. An error where the source of the
    function cannot be read.
    """
    converted = _converted(function, required=True)
    return function if converted is None else converted


def do_not_convert(fn: _F) -> _F:
    """The same function, called as it is in graph functions with enable_conditionals.

    >>> @do_not_convert
    ... def pick(values):
    ...     return values[0] or values[1]
    >>> pick([0, 5])
    5
    """
    if not callable(fn):
        raise errors.ArgumentTypeError(
            f"do_not_convert marks functions, got {errors.brief(fn)}",
        )

    @functools.wraps(fn)
    def unconverted(*args: Any, **kwargs: Any) -> Any:
        return fn(*args, **kwargs)

    setattr(unconverted, _MARK, True)
    return unconverted  # type: ignore[return-value]


def call(function: Any) -> Any:
    """What a rewritten function calls in the place of another one."""
    function = branches.use(function)
    if function is locals or function is vars or function is dir:
        return functools.partial(_seen, function)
    tracing = current()
    if tracing is None:
        return function
    journal = tracing.journal
    if journal is not None:
        if isinstance(function, BuiltinMethodType):
            container = container_changed_by(function)
            if container is not None:
                journal.note(container)
        elif isinstance(function, type):
            return functools.partial(_create, function)
    if function is map:
        return _map
    return _converted(function, required=False) or function


def _seen(function: Any, *given: Any) -> Any:
    """`locals()`, `vars()` and `dir()` without the variables that rewriting adds."""
    if given:
        return function(*given)
    variables = sys._getframe(1).f_locals.items()
    found = {k: v for k, v in variables if not k.startswith(".") and type(v) is not Absent}
    return sorted(found) if function is dir else found


def _create(kind: type[Any], *args: Any, **kwargs: Any) -> Any:
    made = kind(*args, **kwargs)
    tracing = current()
    if tracing is not None and tracing.journal is not None:
        tracing.journal.created(made)
    return made


def _map(function: Any, *iterables: Any) -> Any:
    return map(call(function), *iterables)


def _converted(function: Any, *, required: bool) -> Any:
    """A rewritten function, method, partial or object with __call__; None: it stays as it is."""
    if isinstance(function, FunctionType):
        return _converted_function(function, required)
    if isinstance(function, MethodType):
        inner = _converted(function.__func__, required=required)
        return inner and MethodType(inner, function.__self__)
    if type(function) is functools.partial:
        inner = _converted(function.func, required=required)
        return inner and functools.partial(inner, *function.args, **function.keywords)
    method = inspect.getattr_static(type(function), "__call__", None)
    if isinstance(method, FunctionType) and not isinstance(function, type):
        inner = _converted_function(method, required)
        return inner and MethodType(inner, function)
    return None


def _converted_function(function: FunctionType, required: bool) -> FunctionType | None:
    code = function.__code__
    if _MARK in function.__dict__ or not (required or _is_users(function)):
        return None
    if code.co_flags & _ASYNC or _codes.is_made(code):
        return None
    try:
        made = _codes.rewritten(function)
    except NoSource as e:
        if not required:
            return None
        where = Site(code.co_filename, code.co_firstlineno, qualified_name(code))
        raise errors.ArgumentError(
            f"the source of {function.__qualname__} cannot be read, {e}, and enable_conditionals "
            "rewrites it: define the function in a file or a notebook, or leave "
            "enable_conditionals out",
            site=where,
        ) from None
    return _function_of(made, function)


def _function_of(code: CodeType, original: FunctionType) -> FunctionType:
    cells = dict(zip(original.__code__.co_freevars, original.__closure__ or ()))
    cells[HELPERS], cells[CALL] = CellType(branches), CellType(call)
    closure = tuple([cells[name] for name in code.co_freevars])
    made = FunctionType(
        code, original.__globals__, original.__name__, original.__defaults__, closure
    )
    made.__kwdefaults__ = original.__kwdefaults__
    made.__qualname__, made.__module__ = original.__qualname__, original.__module__
    made.__doc__ = original.__doc__
    made.__dict__.update(original.__dict__)
    if hasattr(original, "__annotate__"):  # Python 3.14: lazily evaluated
        made.__annotate__ = original.__annotate__  # type: ignore[attr-defined]
    else:
        made.__annotations__ = original.__annotations__
    return made


# Which functions are rewritten.


@functools.lru_cache(maxsize=1)
def _libraries() -> tuple[str, ...]:
    """Folders of code that is not the user's."""
    paths = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    paths.add(_python_site.getusersitepackages())
    return tuple(os.path.join(os.path.realpath(path), "") for path in paths if path)


@functools.lru_cache(maxsize=4096)
def _in_library(filename: str) -> bool:
    if filename.startswith("<frozen"):
        return True
    if "site-packages" in filename or "dist-packages" in filename:
        return True
    return os.path.realpath(filename).startswith(_libraries())


def _is_users(function: FunctionType) -> bool:
    filename = function.__code__.co_filename
    module = str(function.__globals__.get("__name__", ""))
    ours = module == _PACKAGE or module.startswith(_PACKAGE + ".")
    if ours and not filename.startswith("<doctest"):
        return False
    return not _in_library(filename)


# Code of rewritten functions.


class _Codes:
    """Rewritten code by its original, and what is rewritten already; neither is kept alive.

    Codes are found by id(): equal ones may come from different places.
    """

    def __init__(self) -> None:
        self._made: dict[int, weakref.ref[CodeType]] = {}
        self._by_original: dict[int, tuple[weakref.ref[CodeType], CodeType | NoSource]] = {}
        self._lock = ForkLock(whole=True)

    def is_made(self, code: CodeType) -> bool:
        return id(code) in self._made

    def rewritten(self, function: FunctionType) -> CodeType:
        code = function.__code__
        with self._lock:
            known = self._by_original.get(id(code))
            if known is None:
                try:
                    made: CodeType | NoSource = self._rewrite(function)
                except NoSource as e:
                    made = e
                forget = functools.partial(self._forget, self._by_original, id(code))
                known = self._by_original[id(code)] = weakref.ref(code, forget), made
        if isinstance(known[1], NoSource):
            raise NoSource(*known[1].args)
        return known[1]

    def _rewrite(self, function: FunctionType) -> CodeType:
        node = rewrite(definition(function), class_of(function))
        made = code_of(node, function)
        made = renamed(made, qualified_name(made), qualified_name(function.__code__))
        for code in inner_codes(made):
            forget = functools.partial(self._forget, self._made, id(code))
            self._made[id(code)] = weakref.ref(code, forget)
        return made

    @staticmethod
    def _forget(known: dict[int, Any], key: int, _: object) -> None:
        known.pop(key, None)


_codes = _Codes()
