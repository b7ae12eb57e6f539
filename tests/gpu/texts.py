"""The texts of all kernels that a test run has compiled."""

from __future__ import annotations

import re

seen: list[str] = []


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


def some(most: int) -> list[str]:
    """Texts from all over the run."""
    different = list(dict.fromkeys(seen))
    return different[:: max(1, len(different) // most)]
