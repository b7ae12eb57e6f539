"""What Tensor and Batch have in common: a native value and its metadata."""

from __future__ import annotations

from typing import Any

from .device import Device
from .dtype import DType
from .meta import Meta


class Value:
    """A handle to the result of a call that may not have run yet."""

    __slots__ = ("__weakref__", "_m", "_v")
    __hash__ = None  # type: ignore[assignment]  # == is elementwise
    __array_ufunc__ = None  # NumPy on the left-hand side leaves arithmetic to us

    _v: Any  # _native.Value
    _m: Meta

    @classmethod
    def _of(cls, native: Any, meta: Meta) -> Any:
        """A handle to a native value."""
        self = object.__new__(cls)
        self._v = native
        self._m = meta
        return self

    @property
    def dtype(self) -> DType:
        """Element type; known without running anything."""
        return self._m.dtype

    @property
    def ndim(self) -> int:
        """Number of dimensions of a sample."""
        return self._m.ndim

    @property
    def layout(self) -> str | None:
        """Names of a sample's axes, such as "HWC", or None."""
        return self._m.layout

    @property
    def device(self) -> Device:
        """Where the data lives or will live."""
        return self._m.device

    def evaluate(self) -> Any:
        """Run what this value needs, wait for it, raise its error if it failed; returns self."""
        self._v.evaluate()
        return self


