"""Numba-compiled functions as pipeline operators."""

from . import fn
