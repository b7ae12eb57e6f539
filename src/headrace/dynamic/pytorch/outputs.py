"""Converts values to torch tensors, also inside tuples, lists and dicts."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from ...core import errors
from ...core.batch import Batch
from ...core.device import Device
from ...core.site import caller_site
from ...core.slots import slots
from ...core.value import Value


def each_value(x: Any, do: Callable[[Value, str], Any], where: str = "") -> Any:
    """The structure with `do(value, where)` in place of its values. where: a path such as
    "[1]['mask']"."""
    if isinstance(x, Value):
        return do(x, where)
    if isinstance(x, dict):
        made = {k: each_value(v, do, f"{where}[{k!r}]") for k, v in x.items()}
        if type(x) is dict:
            return made
        other = copy.copy(x)
        other.update(made)
        return other
    if isinstance(x, (tuple, list)):
        parts = [each_value(v, do, f"{where}[{i}]") for i, v in enumerate(x)]
        return type(x)(*parts) if hasattr(x, "_fields") else type(x)(parts)
    return x


class Outputs:
    """Converts values to tensors. Other objects are unchanged."""

    def __init__(self, pad: bool, device: Device | None, pin: bool) -> None:
        self._pad, self._device, self._pin = pad, device, pin

    def prepare(self, x: Any) -> Any:
        """Ahead of the loop: everything that takes time."""
        return each_value(x, self._prepare)

    def finish(self, x: Any) -> Any:
        """In the loop: tensors over the memory of the values. GPU tensors are ready for work on
        torch's current stream."""
        return each_value(x, to_torch)

    def _prepare(self, value: Value, where: str) -> Any:
        if self._pad and isinstance(value, Batch) and len(set(value.shape)) > 1:
            value = slots.pad(value)
        if self._device is not None:
            value = value.to_device(self._device)
        if self._pin and value.device is Device.CPU:
            return to_torch(value, where).pin_memory()
        return value


def to_torch(
    value: Any, where: str = "", operator: str = "pytorch.DataLoader", pad: bool = False
) -> Any:
    """A torch.Tensor over a value's memory. where: names the output in errors."""
    try:
        return value.torch(pad=pad) if isinstance(value, Batch) else value.torch()
    except errors.ShapeError as e:
        which = f"it is the output {where}" if where else None
        raise e.locate(operator=operator, site=caller_site(), detail=which) from None
