"""How sources travel to spawned workers: by pickle, with functions that it does not know by value.

Functions of modules travel by name, as pickle has it. Lambdas and functions that were made inside
of others travel as their code, with what they close over; their global names are those of their
module, which the worker imports.

Why not cloudpickle: it would copy the globals that such a function uses, and refuse those that
cannot be pickled (locks, open databases); in DALI, and here, the worker's own module has them. It
would save 40 lines and be a dependency of everybody for lambdas in spawned workers. Who wants its
way, as for functions of a notebook, passes `py_callback_pickler=cloudpickle`.
"""

from __future__ import annotations

import importlib
import io
import marshal
import pickle
import sys
from types import CellType, FunctionType, ModuleType
from typing import Any

from ...core import errors

_ADVICE = (
    'py_start_method="fork" and "thread" need no pickling, and py_callback_pickler=cloudpickle '
    "pickles more"
)


def dump(thing: Any, pickler: Any = None) -> bytes:
    """Something with sources in it as bytes.

    pickler: a module or an object with `dumps` and `loads`; or a tuple of it, keyword arguments of
        `dumps` and keyword arguments of `loads`.
    """
    chosen, to_dump, to_load = _read(pickler)
    try:
        if chosen is None:
            return _dump((None, _dump(thing)))
        return _dump(((chosen, to_load), chosen.dumps(thing, **to_dump)))
    except Exception as e:
        raise errors.ArgumentTypeError(
            f"the source cannot be sent to a worker process: {type(e).__name__}: {e}. {_ADVICE}"
        ) from e


def load(data: bytes) -> Any:
    """The same, back."""
    how, payload = pickle.loads(data)
    if how is None:
        return pickle.loads(payload)
    chosen, arguments = how
    return chosen.loads(payload, **arguments)


def _read(pickler: Any) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    if pickler is None:
        return None, {}, {}
    parts = [*pickler, {}, {}] if isinstance(pickler, (tuple, list)) else [pickler, {}, {}]
    chosen, to_dump, to_load = parts[0], parts[1], parts[2]
    if not callable(getattr(chosen, "dumps", None)) or not callable(getattr(chosen, "loads", None)):
        raise errors.ArgumentTypeError(
            "py_callback_pickler is a module or an object with dumps() and loads(), "
            f"got {errors.brief(chosen)}"
        )
    return chosen, to_dump or {}, to_load or {}


def _dump(thing: Any) -> bytes:
    out = io.BytesIO()
    _Pickler(out, pickle.HIGHEST_PROTOCOL).dump(thing)
    return out.getvalue()


class _Pickler(pickle.Pickler):
    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, ModuleType):
            return importlib.import_module, (thing.__name__,)
        if type(thing) is FunctionType and not _has_a_name(thing):
            return _by_value(thing)
        return NotImplemented


def _has_a_name(function: FunctionType) -> bool:
    """Whether it can be found by its name, in its module."""
    found: Any = sys.modules.get(function.__module__)
    for part in function.__qualname__.split("."):
        found = getattr(found, part, None)
    return found is function


def _by_value(f: FunctionType) -> tuple[Any, ...]:
    cells = f.__closure__ or ()
    made = (marshal.dumps(f.__code__), f.__module__, f.__name__, len(cells))
    # Set after the function exists, because it may close over itself.
    kept = (
        tuple([c.cell_contents for c in cells]),
        f.__defaults__,
        f.__kwdefaults__,
        f.__qualname__,
        f.__dict__,
    )
    return _make, made, kept, None, None, _complete


def _make(code: bytes, module: str, name: str, cells: int) -> FunctionType:
    names = vars(importlib.import_module(module))
    closure = tuple([CellType() for _ in range(cells)])
    return FunctionType(marshal.loads(code), names, name, None, closure)


def _complete(f: FunctionType, kept: tuple[Any, ...]) -> None:
    contents, f.__defaults__, f.__kwdefaults__, f.__qualname__, more = kept
    for cell, content in zip(f.__closure__ or (), contents):
        cell.cell_contents = content
    f.__dict__.update(more)
