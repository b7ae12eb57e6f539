"""Loading of operators from elsewhere: Python modules that define them with `@operator`."""

from __future__ import annotations

import importlib.util
import os

from .core import errors
from .core.site import caller_site
from .engine.operator import registry
from .extension import publish


def load_library(library_path: str | os.PathLike[str], global_symbols: bool = False) -> None:
    """Load operators from a Python file that defines them with `headrace.operator`.

    Shared libraries made for DALI cannot be loaded: Headrace has another native interface.
    """
    path = os.fspath(library_path)
    if not path.endswith(".py"):
        raise errors.UnsupportedError(
            f"{path} is no Python file: shared libraries with DALI's operators have an interface "
            "that Headrace does not have. Define the operator with headrace.operator, or "
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
    publish([n for n in registry if n not in known])


def load_directory(plugin_dir_path: str | os.PathLike[str], global_symbols: bool = False) -> None:
    """Load all Python files of a folder."""
    for entry in sorted(os.listdir(plugin_dir_path)):
        if entry.endswith(".py"):
            load_library(os.path.join(plugin_dir_path, entry), global_symbols)
