"""All operators, one folder per family. Importing a module registers its operators."""

from __future__ import annotations

import importlib
import pkgutil


def load() -> None:
    """Import every operator module below this folder."""
    for info in pkgutil.walk_packages(__path__, __name__ + "."):
        importlib.import_module(info.name)
