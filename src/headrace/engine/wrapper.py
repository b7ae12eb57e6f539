"""The public function of an operator, with real parameters that Python checks and documents."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..core.site import warn
from .arguments import present_names

if TYPE_CHECKING:
    from .operator import Definition


def make_wrapper(d: Definition) -> Callable[..., Any]:
    """The public function of an operator."""
    short = d.name.rsplit(".", 1)[-1]
    positional = [*d.inputs, *(f"{i}=None" for i in d.optional_inputs)]
    if d.variadic:
        positional = [f"*{d.inputs[-1]}"]
    elif positional:
        positional.append("/")
    if not d.variadic:
        positional.append("*")
    keyword = [p.name if p.required else f"{p.name}=None" for p in d.params]
    keyword.append("batch_size=None")
    keyword.append("device=None")
    if d.random:
        keyword.append("rng=None")
    ins = (
        d.inputs[-1]
        if d.variadic
        else "(" + "".join(f"{i}, " for i in [*d.inputs, *d.optional_inputs]) + ")"
    )
    args = "(" + "".join(f"{p.name}, " for p in d.params) + ")"
    rng = "rng" if d.random else "None"
    source = (
        f"def {short}({', '.join([*positional, *keyword])}, **_unknown):\n"
        f"    if _unknown:\n"
        f"        return _again({ins}, {args}, batch_size, device, {rng}, _unknown)\n"
        f"    return _call({ins}, {args}, batch_size, device, {rng})\n"
    )
    scope: dict[str, Any] = {"_call": d.call, "_again": _handle_unknown(d), "__name__": __name__}
    exec(compile(source, f"<headrace {d.name}>", "exec"), scope)
    function: Callable[..., Any] = scope[short]
    function.__doc__ = d.doc
    function.__module__ = d.body.__module__
    function.__qualname__ = short
    function.definition = d  # type: ignore[attr-defined]
    full = inspect.signature(function)
    shown = [p for p in full.parameters.values() if p.name != "_unknown"]
    words = {p.name: p.annotation for p in d.params if p.kind == "choice"}
    shown = [p.replace(annotation=words.get(p.name, p.empty)) for p in shown]
    function.__signature__ = full.replace(parameters=shown)  # type: ignore[attr-defined]
    return function


def make_alias(d: Definition, name: str) -> Callable[..., Any]:
    """A deprecated name of an operator: a function that warns and calls it."""

    def alias(*inputs: Any, **arguments: Any) -> Any:
        warn(f"{name} is deprecated, use {d.name}", DeprecationWarning)
        return d.function(*inputs, **arguments)

    alias.__name__ = alias.__qualname__ = name.rsplit(".", 1)[-1]
    alias.__doc__ = f"The deprecated name of `{d.name}`."
    alias.__signature__ = inspect.signature(d.function)  # type: ignore[attr-defined]
    alias.definition = d  # type: ignore[attr-defined]
    return alias


def _handle_unknown(d: Definition) -> Callable[..., Any]:
    """Handles unknown arguments: deprecated ones warn, others raise and name the nearest."""

    def again(
        inputs: Any, args: Any, batch_size: Any, device: Any, rng: Any, unknown: dict[str, Any]
    ) -> Any:
        names = [p.name for p in d.params]
        common = ["batch_size", "device", *(["rng"] if d.random else [])]
        renamed = present_names(d.name, unknown, [*names, *common], d.deprecated)
        values = [renamed.get(name, value) for name, value in zip(names, args)]
        return d.call(inputs, tuple(values), batch_size, device, rng)

    return again
