"""ndd.pytorch: a DataLoader, and nodes for torchdata, on top of readers and dynamic mode.

ndd.pytorch.nodes needs torchdata. torch is imported on first use.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .loader import DataLoader

if TYPE_CHECKING:
    from . import nodes as nodes

__all__ = ["DataLoader", "nodes"]


def __getattr__(name: str) -> Any:
    if name == "nodes":  # imports torchdata, and with it torch
        return importlib.import_module(".nodes", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
