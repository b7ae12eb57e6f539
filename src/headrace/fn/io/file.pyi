"""Type stubs of headrace.fn.io.file, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias

from headrace.pipeline.node import DataNode as _DataNode

_NodeLike: _TypeAlias = _DataNode | _Any  # a node; arrays, lists and numbers are constants

def read(
    filepaths: _NodeLike,
    /,
    *,
    dont_use_mmap: _bool = False,
    use_o_direct: _bool = False,
    device: str | None = None,
    name: str | None = None,
    preserve: _bool | None = None,
    bytes_per_sample_hint: _Any = None,
) -> _DataNode:
    """Read whole files: the bytes of each as a 1-D uint8 value."""
