"""Tensor: one sample."""

from __future__ import annotations

from typing import Any

import numpy as np

from .dtype import bfloat16
from .slots import slots
from .value import Value


class Tensor(Value):
    """One sample: an array with a dtype and a layout, whose value may still be under way.

    >>> import headrace.dynamic as ndd
    >>> t = ndd.tensor([[1, 2, 3]], layout="HW")
    >>> t.shape, t.dtype, t.layout
    ((1, 3), i32, 'HW')
    """

    __slots__ = ()

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the axes; computed from the inputs' shapes, without doing the work."""
        return self._v.shapes()[0]

    def numpy(self) -> np.ndarray[Any, Any]:
        """A writable NumPy view of the data."""
        native = self._v
        native.evaluate()
        if self._m.device.device_type != "cpu":
            raise TypeError("the Tensor is on a GPU: call .cpu() first")
        native.expose()
        array = native.array(0)
        if self._m.dtype is bfloat16:
            array = array.view(bfloat16.numpy)
        return array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        array = self.numpy()
        if dtype is not None and array.dtype != dtype:
            if copy is False:
                raise ValueError("the dtype differs: a copy is needed")
            return array.astype(dtype)
        return array.copy() if copy else array

    def __getitem__(self, index: Any) -> Tensor:
        return slots.subscript(self, index)
