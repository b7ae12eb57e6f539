"""Headrace carries data to models: reads, decodes and augments, on CPU and GPU."""

from ._version import __version__ as __version__
