"""Loading of operators from elsewhere: Python modules that define them with `@operator`."""

from __future__ import annotations

import importlib.util
import os
from typing import Any

from .core import errors
from .core.site import caller_site
from .engine.namespaces import fill
from .engine.operator import registry


def load_library(library_path: str | os.PathLike[str], global_symbols: bool = False) -> None:
    """Load operators from a Python file that defines them with `headrace.engine.operator`.

    Shared libraries made for DALI cannot be loaded: Headrace has another native interface.
    """
    path = os.fspath(library_path)
    if not path.endswith(".py"):
        raise errors.UnsupportedError(
            f"{path} is no Python file: shared libraries with DALI's operators have an interface "
            "that Headrace does not have. Define the operator with headrace.engine.operator, or "
            "call it through fn.python_function",
            site=caller_site(),
        )
    known = set(registry)
    name = "headrace_plugin_" + os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not os.path.exists(path):
        raise errors.MissingFileError(f"there is no file {path}", site=caller_site())
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    _publish([n for n in registry if n not in known])


def load_directory(plugin_dir_path: str | os.PathLike[str], global_symbols: bool = False) -> None:
    """Load all Python files of a folder."""
    for entry in sorted(os.listdir(plugin_dir_path)):
        if entry.endswith(".py"):
            load_library(os.path.join(plugin_dir_path, entry), global_symbols)


def _publish(names: list[str]) -> None:
    """Put new operators into the namespaces that are there already."""
    from . import dynamic, fn, ops
    from .pipeline.classes import classes
    from .pipeline.functions import functions

    made: dict[str, Any] = {n: registry[n].function for n in names}
    fill(dynamic.__dict__, made)
    fill(fn.__dict__, {n: f for n, f in functions().items() if n in names})
    known = {n.lower().replace("_", "") for n in names}
    fill(ops.__dict__, {n: c for n, c in classes().items() if n.lower() in known})
