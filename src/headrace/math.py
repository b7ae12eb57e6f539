"""Mathematical functions of DataNodes, for pipeline mode: `headrace.math.sqrt(x)`."""

from __future__ import annotations

from collections.abc import Callable as _Callable
from typing import Any as _Any

from .engine.operator import registry as _registry
from .operators import load as _load
from .pipeline.calls import arithmetic as _arithmetic

_load()


def _function(name: str) -> _Callable[..., _Any]:
    definition = _registry[f"math.{name}"]

    def function(*operands: _Any) -> _Any:
        return _arithmetic(name, *operands)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = definition.doc
    return function


for _name in [n.removeprefix("math.") for n in _registry if n.startswith("math.")]:
    globals()[_name] = _function(_name)
