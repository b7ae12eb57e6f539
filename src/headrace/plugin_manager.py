"""Loads operators from shared libraries (C++) and from Python files."""

from __future__ import annotations

import functools
import importlib.util
import os
from pathlib import Path

from . import _native
from .core import errors
from .core.site import caller_site
from .engine.gpu import sources
from .engine.operator import registry
from .extension import define_native, publish

_loaded: set[Path] = set()
_SUFFIXES = (".py", ".so")


def load_library(library_path: str | os.PathLike[str], global_symbols: bool = False) -> None:
    """Load operators from a shared library built with Headrace's headers (`headrace.sysconfig`),
    or from a Python file that defines them with `headrace.operator`.

    Libraries built for DALI cannot be loaded: the native interface differs. Loading a library
    again does nothing. global_symbols has no effect.
    """
    path = Path(os.fspath(library_path))
    site = caller_site()
    if not path.exists():
        raise errors.MissingFileError(f"there is no file {path}", site=site)
    path = path.resolve()
    if path in _loaded:
        return
    known = set(registry)
    if path.suffix == ".py":
        _run(path)
    else:
        try:
            found = _native.load_plugin(str(path), functools.partial(_accept, path))
        except errors.Error as e:
            raise e.locate(site=site, source=str(path)) from None
        for name, inputs, doc, arguments, on_gpu in found:
            define_native(name, inputs, doc, arguments, on_gpu)
    _loaded.add(path)
    publish([n for n in registry if n not in known])


def load_directory(plugin_dir_path: str | os.PathLike[str], global_symbols: bool = False) -> None:
    """Load all shared libraries and Python files of a folder."""
    for entry in sorted(os.listdir(plugin_dir_path)):
        if entry.endswith(_SUFFIXES):
            load_library(os.path.join(plugin_dir_path, entry), global_symbols)


def _accept(path: Path, names: list[str], files: list[str] | None) -> str:
    """The folder of a library's device code; raises if it must not be loaded."""
    for name in names:
        if name in registry:
            raise errors.ArgumentError(f"there is an operator {name!r} already")
    return "" if files is None else sources.add(path.parent, files)


def _run(path: Path) -> None:
    spec = importlib.util.spec_from_file_location("headrace_plugin_" + path.stem, path)
    assert spec is not None and spec.loader is not None
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
