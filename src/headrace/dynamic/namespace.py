"""ndd.* from the registry: operators with dots in their names live in submodules."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from ..engine.operator import deprecated_names, registry
from ..readers.registry import readers


def populate(scope: dict[str, Any]) -> None:
    """Put every operator and every reader into the package's namespace."""
    root = scope["__name__"]
    functions = {name: definition.function for name, definition in registry.items()}
    for name, function in {**functions, **deprecated_names, **readers}.items():
        *path, last = name.split(".")
        where, full = scope, root
        for part in path:
            full += "." + part
            module = where.get(part)
            if module is None:
                module = sys.modules.get(full) or ModuleType(
                    full, f"Operators of the group {part}."
                )
                sys.modules[full] = module
                where[part] = module
            where = module.__dict__
        where[last] = function
