"""ndd.* from the registry."""

from __future__ import annotations

from typing import Any

from ..engine.namespaces import fill
from ..engine.operator import deprecated_names, registry
from ..readers.registry import readers


def populate(scope: dict[str, Any]) -> None:
    """Put every operator and every reader into the package's namespace."""
    functions = {name: definition.function for name, definition in registry.items()}
    fill(scope, {**functions, **deprecated_names, **readers})
