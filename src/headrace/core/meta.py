"""Metadata of a value, known without running it: dtype, ndim, layout, device, batch or not."""

from __future__ import annotations

from typing import ClassVar

from .device import Device
from .dtype import DType


class Meta:
    """Interned metadata: equal metadata is one object, so it can serve as a key."""

    __slots__ = ("batch", "device", "dtype", "layout", "ndim")

    dtype: DType
    ndim: int
    layout: str | None
    batch: bool
    device: Device

    _known: ClassVar[dict[tuple[object, ...], Meta]] = {}

    @staticmethod
    def get(
        dtype: DType, ndim: int, layout: str | None, batch: bool, device: Device | None = None
    ) -> Meta:
        """The Meta object with these fields; a missing or empty layout is None."""
        device = device or Device.CPU
        key = (dtype, ndim, layout or None, batch, device)
        meta = Meta._known.get(key)
        if meta is None:
            meta = Meta()
            meta.dtype, meta.ndim, meta.layout, meta.batch = dtype, ndim, layout or None, batch
            meta.device = device
            meta = Meta._known.setdefault(key, meta)
        return meta

    def with_batch(self, batch: bool) -> Meta:
        """This metadata for a Batch (True) or a Tensor (False)."""
        return Meta.get(self.dtype, self.ndim, self.layout, batch, self.device)

    def with_layout(self, layout: str | None) -> Meta:
        """This metadata with another layout."""
        return Meta.get(self.dtype, self.ndim, layout, self.batch, self.device)

    def __repr__(self) -> str:
        kind = "Batch" if self.batch else "Tensor"
        return f"<{kind} {self.dtype} ndim={self.ndim} layout={self.layout} {self.device}>"
