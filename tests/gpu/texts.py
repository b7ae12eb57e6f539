"""The texts of all kernels that a test run has compiled."""

from __future__ import annotations

import re

seen: list[str] = []


def kind(text: str) -> str:
    """What a text is about: its templates, without types, sizes and places of parameters."""
    body = text[text.index("extern") :]
    names = re.findall(r"[A-Za-z_][A-Za-z_0-9]*(?=[<(])", body)
    return " ".join(names)


def one_of_each() -> list[str]:
    """A text of every kind."""
    found: dict[str, str] = {}
    for text in seen:
        found.setdefault(kind(text), text)
    return list(found.values())
