"""Pipeline operators that call torch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from headrace.core.batch import Batch
from headrace.pipeline.python_function import add_function

__all__ = ["torch_python_function"]


def torch_python_function(
    *inputs: Any,
    function: Callable[..., Any],
    num_outputs: int = 1,
    batch_processing: bool = False,
    output_layouts: str | Sequence[str] | None = None,
    device: str | None = None,
    name: str | None = None,
    preserve: bool = False,
    bytes_per_sample_hint: Any = None,
) -> Any:
    """Call a Python function of torch tensors in a pipeline.

    batch_processing: False: the function is called for every sample. True: it gets a list of
        tensors per input, and returns one per output (or a tensor with an outer axis).

    The tensors share the memory of the inputs: the function must not write to them.
    """
    return add_function(
        "torch_python_function", _Tensors(), inputs, function, num_outputs, batch_processing,
        output_layouts, device, name, preserve,
    )  # fmt: skip


class _Tensors:
    """Converts samples to torch tensors."""

    def give(self, samples: Batch) -> list[Any]:
        return [s.torch() for s in samples]

    def take(self, made: Any) -> Any:
        return made.detach() if isinstance(made, torch.Tensor) else made
