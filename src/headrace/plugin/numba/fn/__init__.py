"""Operators of pipelines that call functions compiled by Numba."""

from . import experimental

__all__ = ["experimental"]
