"""How a reader is defined: a function with a typed signature that makes a source.

    @reader("readers.File")
    def file(*, file_root: str | None = None, ...) -> Source:
        '''Files and labels.'''
        return FileSource(...)

The function's arguments are the format's own; a class (`File`) with them and the arguments that all
readers have is made of it. The function runs when the reader is made, or, with `lazy_init`, when it
is first used.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from typing import Any

from ..core import errors
from ..core.site import caller_site
from ..engine.arguments import present_names
from ..engine.params import choices_of
from .reader import Reader, ReaderDefinition
from .source import Source

readers: dict[str, type[Reader]] = {}


def reader(name: str, **facts: Any) -> Callable[[Callable[..., Source]], type[Reader]]:
    """Define a reader. facts: fields of ReaderDefinition."""

    def define(make: Callable[..., Source]) -> type[Reader]:
        if name in readers:
            raise ValueError(f"the reader {name} is defined twice")
        cls = readers[name] = _make_class(ReaderDefinition(name, make, **facts))
        return cls

    return define


def _parameters(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Parameters with the annotations of the source, those of choices with their words."""
    types = inspect.signature(function, eval_str=True).parameters
    return {
        name: p.replace(annotation=types[name].annotation)
        if choices_of(types[name].annotation)
        else p
        for name, p in inspect.signature(function).parameters.items()
    }


def _make_class(definition: ReaderDefinition) -> type[Reader]:
    name, make = definition.name, definition.make
    own = _parameters(make)
    common = _parameters(Reader.__init__)
    shared = [p for n, p in common.items() if n not in ("self", "make") and n not in own]
    positional = [p for p in shared if p.kind is p.POSITIONAL_OR_KEYWORD]
    keyword = [*own.values(), *(p for p in shared if p.kind is p.KEYWORD_ONLY)]
    signature = inspect.Signature([*positional, *keyword])
    choices = {p.name: words for p in keyword if (words := choices_of(p.annotation))}

    def __init__(self: Reader, *args: Any, **kwargs: Any) -> None:
        given = present_names(name, kwargs, signature.parameters, definition.deprecated)
        try:
            bound = signature.bind(*args, **given)
        except TypeError as e:
            raise TypeError(f"{name}(): {e}") from None
        # None is "not given", as everywhere.
        arguments = {k: v for k, v in bound.arguments.items() if v is not None}
        for key in choices.keys() & arguments.keys():
            arguments[key] = errors.choice(
                key, arguments[key], choices[key], any_case=True, operator=name
            )
        mine = {k: arguments.pop(k) for k in list(arguments) if k in own}
        for key, p in own.items():
            if p.default is p.empty and key not in mine:
                raise errors.ArgumentTypeError(
                    f"needs the argument {key!r}", operator=name, site=caller_site()
                )
        Reader.__init__(self, lambda: make(**mine), **arguments)

    first = signature.parameters.values()
    full = inspect.Signature(
        [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD), *first]
    )
    __init__.__signature__ = full  # type: ignore[attr-defined]
    short = name.rsplit(".", 1)[-1]

    def body(scope: dict[str, Any]) -> None:
        scope.update(
            __init__=__init__, __doc__=inspect.getdoc(make), __module__=make.__module__,
            _definition=definition,
        )  # fmt: skip

    return types.new_class(short, (Reader,), exec_body=body)
