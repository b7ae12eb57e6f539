"""Iterators whose batches are JAX arrays, and operators that call JAX.

from headrace.plugin import jax as dax
"""

from __future__ import annotations

from . import fn, iterator
from .iterator import DALIGenericIterator, data_iterator

__all__ = ["DALIGenericIterator", "data_iterator", "fn", "iterator"]
