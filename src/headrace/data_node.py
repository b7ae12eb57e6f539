"""DataNode, by the name of the module that programs import it from."""

from .pipeline.node import DataNode

__all__ = ["DataNode"]
