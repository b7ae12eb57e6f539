"""Pipeline operators that call Numba-compiled functions."""

from . import experimental

__all__ = ["experimental"]
