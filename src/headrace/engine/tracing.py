"""Traces of callers, workers and the timer, for Perfetto or chrome://tracing."""

from __future__ import annotations

import os
from pathlib import Path

from .. import _native


class trace:
    """Record everything that runs inside the `with` block into a trace file.

    >>> import headrace.dynamic as ndd, tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "out.json")
    >>> with ndd.trace(path):
    ...     _ = (ndd.tensor([1, 2]) + 1).evaluate()
    >>> os.path.getsize(path) > 0
    True
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def __enter__(self) -> trace:
        self.path.touch()  # fail now if the path is not writable
        _native.trace_begin()
        return self

    def __exit__(self, *_: object) -> None:
        _native.settle(60.0)
        self.path.write_text(_native.trace_end())
