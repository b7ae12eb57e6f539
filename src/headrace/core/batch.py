"""Batch: many samples, each with a shape of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from .dtype import bfloat16
from .slots import slots
from .tensor import Tensor
from .value import Value


class Batch(Value):
    """Samples of one dtype, number of axes and layout; shapes may differ."""

    __slots__ = ()

    @property
    def batch_size(self) -> int:
        """Number of samples."""
        return self._v.n

    @property
    def shape(self) -> list[tuple[int, ...]]:
        """The shapes of the samples, computed without doing the work."""
        return self._v.shapes()

    def numpy_list(self) -> list[np.ndarray[Any, Any]]:
        """The samples as NumPy views."""
        native = self._v
        native.evaluate()
        native.expose()
        arrays = [native.array(i) for i in range(native.n)]
        if self._m.dtype is bfloat16:
            arrays = [a.view(bfloat16.numpy) for a in arrays]
        return arrays

    def select(self, which: Any) -> Any:
        """Samples by position."""
        return slots.select(self, which)

    def _stacked(self, pad: bool) -> Tensor:
        return slots.stack_batch(slots.pad(self) if pad else self)
