"""The texts of the kernels that a test run has compiled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

seen: dict[str, None] = {}  # in the order of their first use
_left_out = False


def add(text: str) -> None:
    if not _left_out:
        seen[text] = None


@contextmanager
def left_out() -> Iterator[None]:
    """For random kernels by the thousand, made of templates that other tests use as well."""
    global _left_out
    _left_out = True
    try:
        yield
    finally:
        _left_out = False


def templates(text: str) -> set[str]:
    """What a kernel is made of: its templates, without types, sizes and places of parameters."""
    return set(re.findall(r"[A-Za-z_][A-Za-z_0-9]*(?=[<(])", text[text.index("extern") :]))


def one_of_each() -> list[str]:
    """Texts in which every template occurs that was seen at all."""
    found: list[str] = []
    known: set[str] = set()
    for text in seen:
        if templates(text) - known:
            known |= templates(text)
            found.append(text)
    return found
