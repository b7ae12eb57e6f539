"""Value: what Tensor and Batch have in common: a native value, its metadata, arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .device import Device
from .device import device as read_device
from .dtype import DType
from .errors import ArgumentTypeError
from .meta import Meta
from .slots import slots

if TYPE_CHECKING:
    from typing_extensions import Self


class Operators:
    """Python's operators (+, <, ~ …) in terms of one method, `_combine`."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # == is elementwise
    __array_ufunc__ = None  # an ndarray on the left leaves arithmetic to us

    def _combine(self, op: str, *operands: Any) -> Any:
        raise NotImplementedError

    def __add__(self, other: Any) -> Any:
        return self._combine("+", self, other)

    def __radd__(self, other: Any) -> Any:
        return self._combine("+", other, self)

    def __sub__(self, other: Any) -> Any:
        return self._combine("-", self, other)

    def __rsub__(self, other: Any) -> Any:
        return self._combine("-", other, self)

    def __mul__(self, other: Any) -> Any:
        return self._combine("*", self, other)

    def __rmul__(self, other: Any) -> Any:
        return self._combine("*", other, self)

    def __truediv__(self, other: Any) -> Any:
        return self._combine("/", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self._combine("/", other, self)

    def __floordiv__(self, other: Any) -> Any:
        return self._combine("//", self, other)

    def __rfloordiv__(self, other: Any) -> Any:
        return self._combine("//", other, self)

    def __mod__(self, other: Any) -> Any:
        return self._combine("%", self, other)

    def __rmod__(self, other: Any) -> Any:
        return self._combine("%", other, self)

    def __pow__(self, other: Any) -> Any:
        return self._combine("**", self, other)

    def __rpow__(self, other: Any) -> Any:
        return self._combine("**", other, self)

    def __and__(self, other: Any) -> Any:
        return self._combine("&", self, other)

    def __rand__(self, other: Any) -> Any:
        return self._combine("&", other, self)

    def __or__(self, other: Any) -> Any:
        return self._combine("|", self, other)

    def __ror__(self, other: Any) -> Any:
        return self._combine("|", other, self)

    def __xor__(self, other: Any) -> Any:
        return self._combine("^", self, other)

    def __rxor__(self, other: Any) -> Any:
        return self._combine("^", other, self)

    def __lshift__(self, other: Any) -> Any:
        return self._combine("<<", self, other)

    def __rlshift__(self, other: Any) -> Any:
        return self._combine("<<", other, self)

    def __rshift__(self, other: Any) -> Any:
        return self._combine(">>", self, other)

    def __rrshift__(self, other: Any) -> Any:
        return self._combine(">>", other, self)

    # Python evaluates `5 < x` as `x > 5`.
    def __eq__(self, other: Any) -> Any:
        return self._combine("==", self, other)

    def __ne__(self, other: Any) -> Any:
        return self._combine("!=", self, other)

    def __lt__(self, other: Any) -> Any:
        return self._combine("<", self, other)

    def __le__(self, other: Any) -> Any:
        return self._combine("<=", self, other)

    def __gt__(self, other: Any) -> Any:
        return self._combine(">", self, other)

    def __ge__(self, other: Any) -> Any:
        return self._combine(">=", self, other)

    def __neg__(self) -> Any:
        return self._combine("neg", self)

    def __pos__(self) -> Any:
        return self._combine("pos", self)

    def __abs__(self) -> Any:
        return self._combine("abs", self)

    def __invert__(self) -> Any:
        return self._combine("invert", self)


class Value(Operators):
    """A handle to the result of a call that may not have run yet."""

    __slots__ = ("__weakref__", "_m", "_v")

    _v: Any  # _native.Value
    _m: Meta

    @classmethod
    def _of(cls, native: Any, meta: Meta) -> Any:
        """A handle to this native value."""
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
        """Number of axes of a sample."""
        return self._m.ndim

    @property
    def layout(self) -> str | None:
        """Names of a sample's axes, such as "HWC", or None."""
        return self._m.layout

    @property
    def device(self) -> Device:
        """Where the data is or will be."""
        return self._m.device

    def evaluate(self) -> Self:
        """Run what this value needs and wait; raises its error if it failed. Returns self."""
        self._v.evaluate()
        return self

    def cpu(self) -> Self:
        """The value in CPU memory; itself if it is already there."""
        return self.to_device(Device.CPU)

    def gpu(self, index: int | None = None) -> Self:
        """The value on a GPU: the current one, or the one with this number."""
        return self.to_device(Device("gpu", index))

    def to_device(self, device: Any, force_copy: bool = False) -> Self:
        """The value on a device; itself if it is already there, unless a copy is forced."""
        where = read_device(device)
        if where is None:
            raise ArgumentTypeError('to_device() needs a device, such as "cpu" or "gpu:0"')
        if where is self._m.device and not force_copy:
            return self
        return slots.to_device(self, where, force_copy)  # type: ignore[no-any-return]

    def _need_cpu(self) -> None:
        if self._m.device is not Device.CPU:
            kind = type(self).__name__
            raise ArgumentTypeError(f"the {kind} is on {self._m.device}: call .cpu() on it first")

    def __copy__(self) -> Self:
        return type(self)._of(self._v, self._m)  # type: ignore[no-any-return]

    def __deepcopy__(self, memo: Any) -> Self:
        return slots.copy(self)  # type: ignore[no-any-return]

    def _combine(self, op: str, *operands: Any) -> Any:
        return slots.arithmetic(op, *operands)
