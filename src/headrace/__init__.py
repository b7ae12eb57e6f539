"""Headrace carries data to models: reads, decodes and augments, on CPU and GPU.

import headrace.dynamic as ndd
"""

from . import types
from ._version import __version__
from .core.errors import DecodeError, Error, UnobservedErrorWarning

__all__ = ["DecodeError", "Error", "UnobservedErrorWarning", "__version__", "types"]
