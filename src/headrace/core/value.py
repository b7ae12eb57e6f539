"""Value: what Tensor and Batch have in common: a native value, its metadata, arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .device import Device
from .device import device as read_device
from .dtype import DType
from .dtype import dtype as read_dtype
from .errors import ArgumentTypeError
from .meta import Meta
from .slots import slots

if TYPE_CHECKING:
    from typing_extensions import Self


class Operators:
    """Python's operators (+, <, ~ …) in terms of one method, `_combine`."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # == is elementwise
    __array_ufunc__: Any = None  # an ndarray on the left leaves arithmetic to us

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


# The ufuncs that are Python's operators: NumPy calls np.add for `array + value`, so both are ours.
_UFUNCS: dict[Any, str] = {
    np.add: "+", np.subtract: "-", np.multiply: "*", np.true_divide: "/", np.floor_divide: "//",
    np.remainder: "%", np.power: "**", np.bitwise_and: "&", np.bitwise_or: "|",
    np.bitwise_xor: "^", np.left_shift: "<<", np.right_shift: ">>", np.equal: "==",
    np.not_equal: "!=", np.less: "<", np.less_equal: "<=", np.greater: ">", np.greater_equal: ">=",
    np.negative: "neg", np.positive: "pos", np.absolute: "abs", np.invert: "invert",
}  # fmt: skip


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

    def to(self, device: Any) -> Self:
        """The value on a device, as `to_device`.

        >>> import headrace.dynamic as ndd
        >>> ndd.batch([1, 2]).to("cpu").device
        Device("cpu")
        """
        return self.to_device(device)

    def astype(self, dtype: Any) -> Self:
        """The elements as another type, as `cast` converts them: floats round, nothing wraps.

        Without a copy where they have that type already.

        >>> import headrace.dynamic as ndd
        >>> ndd.tensor([2.5, -1, 300]).astype("uint8")
        Tensor([  3   0 255], dtype=u8, device="cpu")
        """
        wanted = read_dtype(dtype)
        return self if wanted is self._m.dtype else slots.cast(self, wanted)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        raise NotImplementedError

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

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """NumPy's functions of elements: `np.add(a, x)` is `a + x`, `np.sqrt(x)` gives an array."""
        symbol = _UFUNCS.get(ufunc)
        if symbol is not None and method == "__call__" and not options:
            return self._combine(symbol, *inputs)
        out = options.get("out", ())
        if out:
            options["out"] = tuple([_array(x, copy=False) for x in out])
        found = getattr(ufunc, method)(*[_array(x) for x in inputs], **options)
        if isinstance(found, tuple):
            return tuple([f if o is None else o for f, o in zip(found, out)]) if out else found
        return out[0] if out else found


def _array(x: Any, copy: bool | None = None) -> Any:
    return x.__array__(copy=copy) if isinstance(x, Value) else x
