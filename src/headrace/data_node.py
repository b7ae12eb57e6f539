"""DataNode, under DALI's module name."""

from .pipeline.node import DataNode

__all__ = ["DataNode"]
