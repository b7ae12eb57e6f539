"""Functions that values call and operators provide: core declares them, operators fill them in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _empty(name: str) -> Callable[..., Any]:
    def missing(*_: Any, **__: Any) -> Any:
        raise RuntimeError(f"no operator fills the slot {name!r}: import headrace.dynamic first")

    return missing


class Slots:
    """One attribute per slot; each is filled exactly once."""

    arithmetic: Callable[..., Any]  # (symbol, *operands) → value
    subscript: Callable[..., Any]  # (value, index) → value
    select: Callable[..., Any]  # (batch, indices | int) → Batch | Tensor
    merge: Callable[..., Any]  # (batch, batch, order, meta, operator, site) → Batch
    cast: Callable[..., Any]  # (value, dtype) → value
    copy: Callable[..., Any]  # (value) → value on the CPU or GPU it is on
    reshape: Callable[..., Any]  # (value, shape) → value
    transpose: Callable[..., Any]  # (value) → value with its axes reversed
    reduce: Callable[..., Any]  # (name, value, axes, keep_dims, dtype, ddof) → value
    pad: Callable[..., Any]  # (batch) → batch of equal shapes
    to_device: Callable[..., Any]  # (value, device, force_copy) → value
    stream: Callable[..., Any]  # (GPU number) → the native stream of this thread's calls on it
    stack_batch: Callable[..., Any]  # (batch of equal shapes) → tensor with an outer axis

    def __init__(self) -> None:
        self._filled: set[str] = set()
        for name in Slots.__annotations__:
            setattr(self, name, _empty(name))

    def fill(self, name: str, function: Callable[..., Any]) -> None:
        """Register the function of a slot; a second registration is an error."""
        if name not in Slots.__annotations__:
            raise KeyError(f"no slot named {name!r}")
        if name in self._filled:
            raise RuntimeError(f"slot {name!r} is filled already")
        self._filled.add(name)
        setattr(self, name, function)


slots = Slots()
