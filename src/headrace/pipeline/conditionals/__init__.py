"""`if`, `and`, `or`, `not` and conditional expressions on nodes, decided for each sample."""

from .converting import convert, do_not_convert

__all__ = ["convert", "do_not_convert"]
