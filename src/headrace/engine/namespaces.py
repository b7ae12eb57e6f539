"""Namespaces of operators: dotted names become submodules."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


def fill(scope: dict[str, Any], members: dict[str, Any]) -> None:
    """Put members into a package's namespace; "readers.file" goes into its submodule `readers`."""
    root = scope["__name__"]
    for name, member in members.items():
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
        where[last] = member
