"""Type stubs of headrace.dynamic.io, written by scripts/make_stubs.py: do not edit."""

from . import file as file
