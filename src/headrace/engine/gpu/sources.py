"""Where the texts of the GPU kernels are, and which ones they are."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path


@functools.cache
def folder() -> Path:
    """The folder of the headers: in the package, or beside it in a source tree."""
    package = Path(__file__).parents[2]
    inside = package / "include"
    return inside if inside.is_dir() else package.parents[1] / "native"


def headers() -> list[Path]:
    """What kernels may include: device code, and what stands in for CUDA where it is emulated."""
    root = folder()
    return sorted([*root.rglob("*.cuh"), *(root / "gpu" / "emulation").glob("*.h")])


@functools.cache
def fingerprint() -> str:
    """A hash of all headers: what was compiled with others is out of date."""
    root = folder()
    digest = hashlib.sha256()
    for path in headers():
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
