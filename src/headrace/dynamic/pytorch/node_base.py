"""torchdata's BaseNode, or a placeholder that raises if torchdata is missing."""

from __future__ import annotations

from typing import Any

try:
    from torchdata.nodes import BaseNode
except ImportError as _error:
    _reason = str(_error)

    class BaseNode:  # type: ignore[no-redef]
        """Placeholder for torchdata's class: raises when a node is made."""

        def __init__(self, *_: Any, **__: Any) -> None:
            raise ImportError(
                "ndd.pytorch.nodes needs torchdata, 0.10 or later: pip install torchdata "
                f"({_reason})"
            )


__all__ = ["BaseNode"]
