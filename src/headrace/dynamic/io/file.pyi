"""Type stubs of headrace.dynamic.io.file, written by scripts/make_stubs.py: do not edit."""

from builtins import bool as _bool
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias
from typing import overload as _overload

from headrace.core.batch import Batch as _Batch
from headrace.core.device import Device as _Device

_TensorLike: _TypeAlias = _Any  # Tensor, Batch, any framework's array, list, number
_DeviceLike: _TypeAlias = _Device | str | None

@_overload
def read(
    filepaths: _Batch,
    /,
    *,
    dont_use_mmap: _bool = False,
    use_o_direct: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Batch:
    """Read whole files: the bytes of each as a 1-D uint8 value."""

@_overload
def read(
    filepaths: _TensorLike,
    /,
    *,
    dont_use_mmap: _bool = False,
    use_o_direct: _bool = False,
    batch_size: int | None = None,
    device: _DeviceLike = None,
) -> _Any:
    """Read whole files: the bytes of each as a 1-D uint8 value."""
