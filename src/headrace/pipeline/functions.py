"""fn.*: the operators and readers as functions of nodes; their deprecated names."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from ..core.site import warn
from ..engine.operator import Definition, registry
from ..readers.reader import Reader
from ..readers.registry import readers
from . import constants, python_function
from .calls import call
from .node import DataNode
from .sources import DYNAMIC_ONLY, external_source, read

Function = Callable[..., Any]

# Arguments that every function has besides the operator's own.
_COMMON = ("device", "name", "preserve", "bytes_per_sample_hint")


def functions() -> dict[str, Function]:
    """All members of `headrace.fn` by their names with dots."""
    found: dict[str, Function] = {}
    for name, d in registry.items():
        if not name.rsplit(".", 1)[-1].startswith("_") and not name.startswith("math."):
            found[name] = _operator(d, name)
            for old in (*d.aliases, *d.graph_aliases):
                found[old] = _renamed(old, f"fn.{name}", found[name])
    for cls in readers.values():
        name = cls._definition.graph_name
        found[name] = _reader(cls, name)
        for old in cls._definition.graph_aliases:
            found[old] = _renamed(old, f"fn.{name}", found[name], f"{cls.__name__}Reader")
    found["external_source"] = external_source
    found["constant"] = constants.constant_op
    found["shapes"] = _renamed("shapes", "DataNode.shape", shapes)
    found["python_function"] = python_function.python_function
    found["dl_tensor_python_function"] = python_function.dl_tensor_python_function
    return found


def shapes(
    input: DataNode,
    /,
    *,
    dtype: Any = None,
    device: str | None = None,
    name: str | None = None,
    preserve: bool = False,
    bytes_per_sample_hint: Any = None,
) -> DataNode:
    """The shapes of the samples."""
    return input.shape(dtype=dtype, device=device or "cpu")


def _operator(d: Definition, name: str) -> Function:
    def function(*inputs: Any, **arguments: Any) -> Any:
        return call(d, inputs, arguments)

    shown = inspect.signature(d.function)
    keep = [p for n, p in shown.parameters.items() if n not in ("batch_size", "device", "rng")]
    common = [*_COMMON, *(["seed"] if d.random else [])]
    function.class_name = d.class_name  # type: ignore[attr-defined]
    return _dress(function, name, d.doc, keep, common, d)


def _reader(cls: type[Reader], name: str) -> Function:
    def function(**arguments: Any) -> Any:
        return read(cls, arguments)

    shown = inspect.signature(cls.__init__).parameters.values()
    keyword = [p.replace(kind=p.KEYWORD_ONLY) for p in shown if p.name not in DYNAMIC_ONLY]
    common = ["preserve", "bytes_per_sample_hint"]
    function.class_name = cls.__name__  # type: ignore[attr-defined]
    return _dress(function, name, cls.__doc__ or "", keyword, common, cls)


def _dress(
    function: Function,
    name: str,
    doc: str,
    parameters: list[inspect.Parameter],
    common: list[str],
    definition: Any,
) -> Function:
    """Set the name, documentation and signature."""
    known = {p.name for p in parameters}
    extra = [
        inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY, default=None)
        for n in common
        if n not in known
    ]
    function.__name__ = function.__qualname__ = name.rsplit(".", 1)[-1]
    function.__doc__ = doc
    function.__module__ = "headrace.fn"
    function.__signature__ = inspect.Signature([*parameters, *extra])  # type: ignore[attr-defined]
    function.definition = definition  # type: ignore[attr-defined]
    return function


def _renamed(old: str, new: str, function: Function, class_name: str = "") -> Function:
    def renamed(*inputs: Any, **arguments: Any) -> Any:
        warn(f"fn.{old} is deprecated, use {new}", DeprecationWarning)
        return function(*inputs, **arguments)

    renamed.__name__ = renamed.__qualname__ = old.rsplit(".", 1)[-1]
    renamed.class_name = class_name  # type: ignore[attr-defined]
    renamed.__doc__ = f"The deprecated name of `{new}`."
    renamed.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    return renamed
