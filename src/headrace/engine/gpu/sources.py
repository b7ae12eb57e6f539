"""The source files of the GPU kernels."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path


@functools.cache
def folder() -> Path:
    """The header folder: in the package, or beside it in a source tree."""
    package = Path(__file__).parents[2]
    inside = package / "include"
    return inside if inside.is_dir() else package.parents[1] / "native"


def headers() -> list[Path]:
    """Headers that kernels may include: device code, and the emulation of CUDA."""
    root = folder()
    return sorted([*root.rglob("*.cuh"), *(root / "gpu" / "emulation").glob("*.h")])


@functools.cache
def fingerprint() -> str:
    """A hash of all headers; compiled kernels with another one are out of date."""
    root = folder()
    digest = hashlib.sha256()
    for path in headers():
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
