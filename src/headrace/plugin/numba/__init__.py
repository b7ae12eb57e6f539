"""Numba-compiled functions as pipeline operators."""
