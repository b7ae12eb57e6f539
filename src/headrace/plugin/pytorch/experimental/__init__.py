"""Experimental parts, which may still change: `proxy`."""

from . import proxy

__all__ = ["proxy"]
