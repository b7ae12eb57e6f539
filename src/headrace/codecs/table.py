"""Every image format and its decoder."""

from __future__ import annotations

import importlib.metadata
from dataclasses import dataclass

from .. import _native
from . import pillow


@dataclass(frozen=True)
class Codec:
    """A format and its decoder; `engine` is None if there is none, `hint` says what to install."""

    format: str
    engine: str | None
    hint: str = ""


def version_of(distribution: str) -> str | None:
    """The installed version of a distribution; None if it is missing."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def table() -> list[Codec]:
    """One row per format, in the order in which formats are detected.

    >>> [codec.format for codec in table()][:3]
    ['JPEG', 'PNG', 'WebP']
    """
    rows = []
    for format, engine in _native.image_codecs():
        if engine:
            rows.append(Codec(format, f"{engine}, native"))
        elif pillow.supported(format):
            rows.append(Codec(format, f"Pillow {version_of('pillow')}"))
        else:
            need = "pillow>=11.3" if format == "AVIF" else "--upgrade pillow"
            rows.append(Codec(format, None, f"pip install {need!r}"))
    return rows
