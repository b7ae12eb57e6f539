"""TorchPythonFunction: `torch_python_function` as a class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .fn import torch_python_function

__all__ = ["TorchPythonFunction"]


class TorchPythonFunction:
    """An operator that calls a function of torch tensors, per sample or per batch."""

    def __init__(
        self,
        function: Callable[..., Any],
        num_outputs: int = 1,
        device: str | None = None,
        batch_processing: bool = False,
        **arguments: Any,
    ) -> None:
        self._arguments: dict[str, Any] = {
            "function": function,
            "num_outputs": num_outputs,
            "device": device,
            "batch_processing": batch_processing,
            **arguments,
        }

    def __call__(self, *inputs: Any, **arguments: Any) -> Any:
        """Add a call to the graph being defined."""
        return torch_python_function(*inputs, **{**self._arguments, **arguments})
