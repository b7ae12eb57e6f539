"""external_source, under DALI's module name."""

from .pipeline.sources import external_source

__all__ = ["external_source"]
