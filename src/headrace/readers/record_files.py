"""Files that hold many records each: where the records are."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core import errors
from ..core.dtype import int64
from ..engine.lowering import Out
from .source import Numbers, Records, Request, file_set


def index(files: list[str], operator: str, kernel: str, **params: Any) -> list[Numbers]:
    """What a native kernel finds in each of these files: rows of numbers."""
    opened = file_set(files, keep_open=True)
    call = Records(opened, kernel=kernel, params=params, outputs=[Out(int64, 2)])
    (found,) = call.read(Request(np.arange(len(files)), operator))
    found.evaluate()
    return [np.asarray(rows) for rows in found.tensors]


def sizes(files: list[str], operator: str) -> Numbers:
    """How many bytes each file has."""
    return np.concatenate(index(files, operator, "file_sizes"))[:, 0]


def joined(found: list[Numbers], files: list[str], what: str) -> tuple[Numbers, Numbers]:
    """The rows of all files behind one another, and the number of each one's file."""
    rows = found[0] if len(found) == 1 else np.concatenate(found)
    if len(rows) == 0:
        raise errors.ArgumentError(f"no {what} in {errors.brief(files)}")
    return rows, np.repeat(np.arange(len(found)), [len(r) for r in found])
