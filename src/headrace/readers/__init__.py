"""Readers: sources of samples, their order, epochs. Importing a module registers its reader."""

from __future__ import annotations

import importlib
import pkgutil


def load() -> None:
    """Import every module of this folder."""
    for info in pkgutil.iter_modules(__path__, __name__ + "."):
        importlib.import_module(info.name)
