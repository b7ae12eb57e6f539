"""Tensor: one sample."""

from __future__ import annotations

import math
import operator as _operator
import sys
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np

from .. import _native
from . import errors
from . import layout as _layout
from .arrays import Array, array_of, native_of, with_failures
from .dtype import DType
from .enums import Choice, DALIDataType, DALIImageType, DALIInterpType
from .meta import Meta
from .slots import slots
from .value import Value


class OneElementError(errors.ShapeError, TypeError):
    """A single number was requested from a tensor with more or fewer elements."""


# Default of `out`: the caller is not a NumPy function. np.sum(t) calls t.sum(…, out=None).
_OURS: Any = type("_Ours", (), {"__repr__": lambda _: "None"})()

_ENUMS: dict[str, type[Choice]] = {
    "DataType": DALIDataType,
    "ImageType": DALIImageType,
    "InterpType": DALIInterpType,
}


class Tensor(Value):
    """One sample: an array with a dtype and a layout, possibly still being computed.

    Made by `tensor` (copies), `as_tensor` (shares memory) and by operators. `Tensor(data)` is
    `as_tensor(data)`; with `copy=True` it is `tensor(data)`.

    >>> import headrace.dynamic as ndd
    >>> t = ndd.tensor([[1, 2, 3]], layout="HW")
    >>> t.shape, t.dtype, t.layout, int(t[0, 1])
    ((1, 3), DType(int32), 'HW', 2)
    """

    __slots__ = ()

    _construct: ClassVar[Callable[..., Any]]  # core/interop.py

    def __new__(
        cls,
        data: Any = None,
        dtype: Any = None,
        device: Any = None,
        layout: str | None = None,
        batch: Any = None,
        index_in_batch: int | None = None,
        copy: bool = False,
    ) -> Tensor:
        """A Tensor of the data, or one sample of a batch."""
        if batch is not None:
            if data is not None or index_in_batch is None:
                raise errors.ArgumentError(
                    "batch= goes with index_in_batch=, and with no other data"
                )
            data = batch.select(index_in_batch)
        return Tensor._construct(data, dtype, device, layout, False, copy)  # type: ignore[no-any-return]

    # ---- what it is ----------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the axes; inferred without computing the value."""
        return self._v.shapes()[0]  # type: ignore[no-any-return]

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def itemsize(self) -> int:
        """Bytes of one element."""
        return self._m.dtype.bytes

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.size * self.itemsize

    def __len__(self) -> int:
        if self.ndim == 0:
            raise errors.ArgumentTypeError("a Tensor without axes has no len()")
        return self.shape[0]

    # ---- parts ---------------------------------------------------------------------------------

    def __getitem__(self, ranges: Any) -> Any:
        """Elements and slices by Python's rules; the layout follows.

        >>> import headrace.dynamic as ndd
        >>> x = ndd.tensor([[1, 2, 3], [4, 5, 6]], layout="HW")
        >>> x[-1, ::2]
        Tensor([4 6], dtype=i32, layout="W", device="cpu")
        """
        return slots.subscript(self, ranges)

    def __iter__(self) -> Iterator[Tensor]:
        """Views along the first axis."""
        if self.ndim == 0:
            raise errors.ArgumentTypeError("a Tensor without axes cannot be iterated over")
        rows = self._v.split_outer()
        meta = Meta.get(
            self.dtype, self.ndim - 1, _layout.drop(self.layout, [0]), False, self.device
        )
        return (Tensor._of(rows.pick([i]), meta) for i in range(rows.n))

    def reshape(self, *shape: Any, **numpy: Any) -> Any:
        """The same elements in another shape, given as numbers or as one list; -1 once: the rest.

        >>> import headrace.dynamic as ndd
        >>> x = ndd.tensor([[1, 2, 3], [4, 5, 6]])
        >>> x.reshape(3, 2).shape, x.reshape([-1]).shape
        ((3, 2), (6,))
        """
        sizes: Any = shape
        if len(shape) == 1 and (hasattr(shape[0], "__len__") or not hasattr(shape[0], "__index__")):
            sizes = np.ravel(shape[0]).tolist()
        if numpy:  # np.reshape(t, …)
            return self.__array__().reshape(sizes, **numpy)
        return slots.reshape(self, [_operator.index(size) for size in sizes])

    @property
    def T(self) -> Tensor:
        """The Tensor with its axes in reverse order, and its layout too.

        >>> import headrace.dynamic as ndd
        >>> x = ndd.zeros(shape=[2, 3], layout="HW").T
        >>> x.shape, x.layout
        ((3, 2), 'WH')
        """
        return slots.transpose(self)  # type: ignore[no-any-return]

    # ---- reductions ----------------------------------------------------------------------------

    def mean(
        self,
        axis: Any = None,
        dtype: Any = None,
        out: Any = _OURS,
        keepdims: bool = False,
        **numpy: Any,
    ) -> Any:
        """The mean, of all elements or along an axis or several; float32, or float64 of float64.

        Options that only NumPy has (`out`, `where` …) make it NumPy's mean, which gives arrays;
        likewise for the reductions below.

        >>> import headrace.dynamic as ndd
        >>> x = ndd.tensor([[1, 2], [3, 5]])
        >>> x.mean(), x.mean(axis=0)
        (Tensor(2.75, dtype=f32, device="cpu"), Tensor([2.  3.5], dtype=f32, device="cpu"))
        """
        return self._reduced("mean", axis, keepdims, out, numpy, dtype=dtype)

    def sum(
        self,
        axis: Any = None,
        dtype: Any = None,
        out: Any = _OURS,
        keepdims: bool = False,
        **numpy: Any,
    ) -> Any:
        """The sum; integers and bools are added as 64-bit integers.

        >>> import headrace.dynamic as ndd
        >>> ndd.tensor([[1, 2], [3, 5]]).sum(axis=1)
        Tensor([3 8], dtype=i64, device="cpu")
        """
        return self._reduced("sum", axis, keepdims, out, numpy, dtype=dtype)

    def min(self, axis: Any = None, out: Any = _OURS, keepdims: bool = False, **numpy: Any) -> Any:
        """The least element; NaN is passed over, unlike in np.min(tensor).

        >>> import headrace.dynamic as ndd
        >>> ndd.tensor([[1, 2], [3, 0]]).min().item()
        0
        """
        return self._reduced("min", axis, keepdims, out, numpy)

    def max(self, axis: Any = None, out: Any = _OURS, keepdims: bool = False, **numpy: Any) -> Any:
        """The greatest element; NaN is passed over, unlike in np.max(tensor).

        >>> import headrace.dynamic as ndd
        >>> ndd.tensor([[1, 2], [3, 0]]).max(axis=0, keepdims=True)
        Tensor([[3 2]], dtype=i32, device="cpu")
        """
        return self._reduced("max", axis, keepdims, out, numpy)

    def std(
        self,
        axis: Any = None,
        dtype: Any = None,
        out: Any = _OURS,
        ddof: int = 0,
        keepdims: bool = False,
        **numpy: Any,
    ) -> Any:
        """The standard deviation; `ddof` is taken off the number of elements.

        >>> import headrace.dynamic as ndd
        >>> ndd.tensor([1, 3]).std().item(), round(ndd.tensor([1, 3]).std(ddof=1).item(), 4)
        (1.0, 1.4142)
        """
        return self._reduced("std", axis, keepdims, out, numpy, dtype=dtype, ddof=ddof)

    def _reduced(
        self, name: str, axis: Any, keepdims: Any, out: Any, numpy: dict[str, Any], **more: Any
    ) -> Any:
        if out is not _OURS or numpy:
            given = {"axis": axis, "keepdims": keepdims, "out": None if out is _OURS else out}
            return getattr(self.__array__(), name)(**given, **more, **numpy)
        axes = axis if axis is None or isinstance(axis, (tuple, list)) else [axis]
        if name in ("min", "max") and self.size == 0:
            raise errors.ShapeError(f"a Tensor of shape {self.shape} has no {name}: it is empty")
        return slots.reduce(name, self, axes, keepdims, **more)

    # ---- one number ----------------------------------------------------------------------------

    def item(self) -> Any:
        """The only element, as a Python number (or as a member of its enum).

        >>> import headrace.dynamic as ndd
        >>> ndd.tensor([[2.5]]).item()
        2.5
        """
        self._v.evaluate()
        if self.size != 1:
            raise OneElementError(
                f"a Tensor of shape {self.shape} is not one number: it has {self.size} elements"
            )
        value = self.cpu()._v.item(0)
        enum = _ENUMS.get(self.dtype.full_name)
        return value if enum is None else enum(value)

    def tolist(self) -> Any:
        """The elements as Python numbers in nested lists; a single number if there are no axes.

        >>> import headrace.dynamic as ndd
        >>> ndd.tensor([[1, 2], [3, 4]]).tolist()
        [[1, 2], [3, 4]]
        """
        return self.cpu().__array__().tolist()

    def tobytes(self) -> bytes:
        """The elements as bytes, in C order.

        >>> import headrace.dynamic as ndd
        >>> ndd.tensor([1, 2], dtype="uint8").tobytes()
        b'\\x01\\x02'
        """
        return self.cpu().__array__().tobytes()

    __bytes__ = tobytes  # not one byte per element

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if spec else repr(self)

    def __bool__(self) -> bool:
        return bool(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def __index__(self) -> int:
        if self.dtype.kind is DType.Kind.float:
            raise errors.ArgumentTypeError(f"a Tensor of {self.dtype.full_name} is not an index")
        return int(self.item())

    # ---- other libraries -----------------------------------------------------------------------

    def numpy(self) -> Array:
        """An array over the Tensor's memory; writable unless the memory has a read-only owner."""
        self._v.evaluate()
        self._need_cpu()
        return array_of(self._v, 0, self._m.dtype, write=True)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        self._v.evaluate()
        self._need_cpu()
        kind = None if dtype is None else np.dtype(dtype)
        shared = not copy and (kind is None or kind == self._m.dtype.numpy)
        if shared:
            return array_of(self._v, 0, self._m.dtype, write=True)
        if copy is False:
            raise ValueError(f"{self.dtype.full_name} cannot become {kind} without a copy")
        array = array_of(self._v, 0, self._m.dtype, write=False)
        return array.astype(kind or array.dtype)  # a writable copy

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """NumPy's protocol, which PIL.Image.fromarray reads; not on a GPU, and not of bfloat16.

        Arrays made of it hold `data`, which keeps later calls from racing with their writes.
        """
        if self.device.device_id is not None:
            raise AttributeError(f"the Tensor is on {self.device}: call .cpu() on it first")
        if self.dtype.name == "bfloat16":
            raise AttributeError("__array_interface__ knows no bfloat16: use np.asarray()")
        array = self.numpy()
        return {
            "version": 3,
            "shape": array.shape,
            "typestr": array.dtype.str,
            "data": array,
            "strides": array.strides,  # without them PIL would ask for a buffer
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0) if self._m.device.device_id is None else (2, self._m.device.device_id)

    def __dlpack__(
        self,
        stream: Any = None,
        dl_device: tuple[Any, int] | None = None,
        *,
        max_version: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        self._v.evaluate()
        if dl_device is not None and (int(dl_device[0]), dl_device[1]) != self.__dlpack_device__():
            raise BufferError(f"the Tensor is on {self.device}, not on DLPack's device {dl_device}")
        where = self.device.device_id
        consumer = -1 if where is None else dlpack_stream(stream)
        versioned = max_version is not None and max_version[0] >= 1
        if not copy and not versioned and self._v.read_only():
            # An unversioned capsule cannot say that memory is read-only.
            if copy is False:
                raise BufferError(
                    "the memory is read-only, which needs DLPack 1.0 (max_version=(1, 0))"
                )
            copy = True
        source = slots.copy(self)._v if copy else self._v
        return source.dlpack(0, versioned, bool(copy), consumer)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Version 3 of the interface; AttributeError for a Tensor that is not on a GPU."""
        if self.device.device_id is None:
            raise AttributeError("the Tensor is in CPU memory: it has no __cuda_array_interface__")
        if self.dtype.name == "bfloat16":
            raise AttributeError("__cuda_array_interface__ knows no bfloat16: use DLPack")
        self._v.evaluate()
        shape = self.shape
        address, stream, read_only = self._v.device_memory(0)
        return {
            "version": 3,
            "shape": shape,
            "typestr": np.dtype(self.dtype.numpy).str,
            "data": (address if math.prod(shape) else 0, read_only),
            "strides": None,
            "stream": stream.handle,
        }

    def torch(self, copy: bool = False) -> Any:
        """A torch.Tensor over the same memory, or over a copy; read-only memory is always copied.

        A Tensor on a GPU stays there, ordered before later work on torch's current stream; the call
        does not wait.
        """
        import torch

        where = self.device.device_id
        if where is None:
            return torch.from_dlpack(self.__dlpack__(copy=copy or None))
        if _native.gpu_emulated():
            raise errors.DeviceError("the GPU is emulated, torch has no such: call .cpu() first")
        consumer = torch.cuda.current_stream(where).cuda_stream or 1
        return torch.from_dlpack(self.__dlpack__(stream=consumer, copy=copy or None))

    def __jax_array__(self) -> Any:
        return sys.modules["jax"].numpy.from_dlpack(self)

    # ---- copies and text -----------------------------------------------------------------------

    def __reduce__(self) -> tuple[Any, ...]:
        self._v.evaluate()
        self._need_cpu()
        native = self._v
        state = (native.array(0, False), self.dtype, self.layout, native.sources())
        return _rebuild, (*state, native.failures())

    def __repr__(self) -> str:
        from . import show

        return show.tensor_text(self)

    def _repr_html_(self) -> str:
        from . import show

        return show.tensor_html(self)


def dlpack_stream(given: Any) -> int:
    """The consumer's stream handle; -1: no synchronization wanted; None: the legacy stream."""
    if given is None:
        return 1
    handle = int(given)
    if handle == 0 or handle < -1:
        raise ValueError(f"{handle} is no stream: DLPack wants -1, 1, 2 or a handle")
    return handle


def _rebuild(
    array: Array,
    dtype: DType,
    layout: str | None,
    sources: list[str] | None,
    failures: dict[str, list[Any]],
) -> Tensor:
    """A Tensor from its pickled parts."""
    native = native_of([array], dtype, copy=True)
    if sources is not None:
        native = native.with_sources(sources)
    native = with_failures(native, failures)
    return Tensor._of(native, Meta.get(dtype, array.ndim, layout, False))  # type: ignore[no-any-return]
