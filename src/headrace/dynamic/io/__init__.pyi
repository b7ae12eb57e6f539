"""Type stubs of headrace.dynamic.io, written by scripts/make_stubs.py: do not edit."""

from typing import Any as _Any
from typing import TypeAlias as _TypeAlias

import numpy as _np

from headrace.core.device import Device as _Device
from headrace.core.dtype import DType as _DType

from . import file as file

_TensorLike: _TypeAlias = _Any  # Tensor, Batch, any framework's array, list, number
_DTypeLike: _TypeAlias = _DType | str | type | _np.dtype[_Any]
_DeviceLike: _TypeAlias = _Device | str | None
