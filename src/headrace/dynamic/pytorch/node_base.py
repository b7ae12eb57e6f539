"""What nodes are made of: torchdata's BaseNode, or, without torchdata, a class that asks for it."""

from __future__ import annotations

from typing import Any

try:
    from torchdata.nodes import BaseNode
except ImportError as _error:
    _reason = str(_error)

    class BaseNode:  # type: ignore[no-redef]
        """In the place of torchdata's: nodes cannot be made without it."""

        def __init__(self, *_: Any, **__: Any) -> None:
            raise ImportError(
                "ndd.pytorch.nodes needs torchdata, 0.10 or later: pip install torchdata "
                f"({_reason})"
            )


__all__ = ["BaseNode"]
