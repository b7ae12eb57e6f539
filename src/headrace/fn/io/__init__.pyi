"""Type stubs of headrace.fn.io, written by scripts/make_stubs.py: do not edit."""

from . import file as file
