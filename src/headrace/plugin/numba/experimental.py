"""NumbaFunction: `numba_function` as a class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .fn.experimental import numba_function

__all__ = ["NumbaFunction"]


class NumbaFunction:
    """An operator that calls a compiled function; arguments are those of `numba_function`."""

    def __init__(
        self,
        run_fn: Callable[..., Any],
        out_types: Sequence[Any],
        in_types: Sequence[Any],
        outs_ndim: Sequence[int],
        ins_ndim: Sequence[int],
        setup_fn: Callable[..., Any] | None = None,
        device: str = "cpu",
        batch_processing: bool = False,
        blocks: Any = None,
        threads_per_block: Any = None,
        **arguments: Any,
    ) -> None:
        self.device = device
        self.preserve = bool(arguments.get("preserve", False))
        self._arguments: dict[str, Any] = {
            "run_fn": run_fn,
            "out_types": out_types,
            "in_types": in_types,
            "outs_ndim": outs_ndim,
            "ins_ndim": ins_ndim,
            "setup_fn": setup_fn,
            "device": device,
            "batch_processing": batch_processing,
            "blocks": blocks,
            "threads_per_block": threads_per_block,
            **arguments,
        }

    def __call__(self, *inputs: Any, **arguments: Any) -> Any:
        """Add a call to the graph being defined."""
        return numba_function(*inputs, **{**self._arguments, **arguments})
