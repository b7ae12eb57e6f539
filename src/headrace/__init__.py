"""Headrace reads, decodes and augments data for models, on CPU and GPU.

import headrace.dynamic as ndd            # operators run when they are called
from headrace import fn, pipeline_def     # … or as a graph, built once and run many times
"""

import importlib as _importlib
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from . import types
from ._version import __version__
from .core.errors import DecodeError, Error, UnobservedErrorWarning

if _TYPE_CHECKING:
    from . import (
        auto_aug,
        backend,
        data_node,
        dynamic,
        experimental,
        external_source,
        fn,
        math,
        ops,
        pipeline,
        plugin,
        plugin_manager,
        sysconfig,
        tensors,
        tfrecord,
        torchvision,
    )
    from .extension import Out, PerSample, operator
    from .pipeline import Pipeline, pipeline_def
    from .pipeline.node import newaxis
    from .pipeline.settings import OperatorConcurrency, StreamPolicy

__all__ = [
    "DecodeError",
    "Error",
    "OperatorConcurrency",
    "Out",
    "PerSample",
    "Pipeline",
    "StreamPolicy",
    "UnobservedErrorWarning",
    "__version__",
    "auto_aug",
    "backend",
    "data_node",
    "dynamic",
    "experimental",
    "external_source",
    "fn",
    "math",
    "newaxis",
    "operator",
    "ops",
    "pipeline",
    "pipeline_def",
    "plugin",
    "plugin_manager",
    "sysconfig",
    "tensors",
    "tfrecord",
    "torchvision",
    "types",
]

# Names that are imported on first use, and their modules.
_LATER = {
    "OperatorConcurrency": "pipeline.settings",
    "Out": "extension",
    "PerSample": "extension",
    "Pipeline": "pipeline",
    "StreamPolicy": "pipeline.settings",
    "newaxis": "pipeline.node",
    "operator": "extension",
    "pipeline_def": "pipeline",
}


def __getattr__(name: str) -> _Any:
    if name in _LATER:
        return getattr(_importlib.import_module(f".{_LATER[name]}", __name__), name)
    if name in __all__:
        return _importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
