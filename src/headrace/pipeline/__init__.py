"""Pipeline mode: a graph that is written once and run many times."""

from ..engine import runtime as _runtime
from . import experimental
from .conditionals import do_not_convert
from .definition import pipeline_def
from .node import DataNode
from .pipeline import Pipeline

__all__ = ["DataNode", "Pipeline", "do_not_convert", "experimental", "pipeline_def"]
