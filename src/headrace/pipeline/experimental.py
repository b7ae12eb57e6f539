"""The module that once held what was new in `pipeline_def`."""

from .definition import pipeline_def

__all__ = ["pipeline_def"]
