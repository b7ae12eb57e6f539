"""external_source, by the name of the module that programs import it from."""

from .pipeline.sources import external_source

__all__ = ["external_source"]
