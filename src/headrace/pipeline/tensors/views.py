"""What all views over values of dynamic mode share, and what is special about CPUs and GPUs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...core import errors
from ...core import layout as _layout
from ...core.arrays import Array
from ...core.dtype import DType
from ...core.dtype import dtype as read_dtype
from ...core.enums import DALIDataType
from ...core.tensor import Tensor
from ...engine.gpu.streams import Stream
from ...operators.tensor.reshape import reinterpret
from . import memory
from .foreign import NOTHING

if TYPE_CHECKING:
    from typing_extensions import Self


class View:
    """What tensors and lists share, on the CPU and on GPUs: a value of dynamic mode."""

    __slots__ = ("__weakref__", "_value")

    _value: Any  # Tensor | Batch
    _device: ClassVar[str]  # "cpu" or "gpu"

    @classmethod
    def _of(cls, value: Any) -> Self:
        """A view over a value on the right device; made for every output of every iteration."""
        self = object.__new__(cls)
        self._value = value
        return self

    def __headrace_value__(self) -> Any:
        """For operators of dynamic mode, `as_tensor` and `as_batch`: they take views as well."""
        return self._value

    # ---- what it is ----------------------------------------------------------------------------

    @property
    def dtype(self) -> DALIDataType | DType:
        """Element type, by its number; bfloat16, which has none, is `ndd.bfloat16`."""
        if self._value is NOTHING:
            return DALIDataType.NO_TYPE
        found: DType = self._value.dtype
        return found if found.type_id is None else found.type_id

    def ndim(self) -> int:
        """Number of axes (of a list: of each sample)."""
        return self._value.ndim  # type: ignore[no-any-return]

    def layout(self) -> str:
        """Names of the axes, such as "HWC", or ""."""
        return self._value.layout or ""

    def set_layout(self, layout: str | None) -> None:
        """Gives the axes other names; "" or None for no names. Other views keep theirs."""
        value = self._value
        wanted = _layout.check(layout, value.ndim)
        if wanted != value.layout:
            self._value = type(value)._of(value._v, value._m.with_layout(wanted))

    def reinterpret(self, new_type: Any) -> None:
        """Reads the same bytes as elements of another type of the same size."""
        value, wanted = self._value, read_dtype(new_type)
        if wanted.bytes != value.dtype.bytes:
            raise errors.ArgumentError(
                f"elements of {value.dtype.full_name} ({value.dtype.bytes} bytes) cannot be read "
                f"as {wanted.full_name} ({wanted.bytes} bytes): fn.reinterpret changes shapes too"
            )
        if wanted is not value.dtype:
            self._value = reinterpret(value, dtype=wanted)

    # ---- other libraries -----------------------------------------------------------------------

    def _whole(self) -> Tensor:
        """All data as one Tensor over the view's memory."""
        raise NotImplementedError

    def __dlpack_device__(self) -> tuple[int, int]:
        where = self._value.device.device_id
        return (1, 0) if where is None else (2, where)

    def __dlpack__(
        self,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[Any, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        return self._whole().__dlpack__(stream, dl_device, max_version=max_version, copy=copy)

    # ---- text ----------------------------------------------------------------------------------

    def _facts(self) -> dict[str, object]:
        raise NotImplementedError

    def __repr__(self) -> str:
        value = self._value
        dtype = "none" if value is NOTHING else str(value.dtype)
        layout = {} if value.layout is None else {"layout": f'"{value.layout}"'}
        device = self._device if value is NOTHING else value.device
        facts = {"dtype": dtype, **layout, "device": f'"{device}"', **self._facts()}
        return f"{type(self).__name__}({', '.join(f'{k}={v}' for k, v in facts.items())})"

    def __str__(self) -> str:
        if self._value is NOTHING:
            return repr(self)
        text = str(self._value)  # begins with the name of a class of dynamic mode
        return type(self).__name__ + text[text.index("(") :]

    def _repr_html_(self) -> str:
        return self._value._repr_html_()  # type: ignore[no-any-return]


class OnCPU(View):
    """What is special about CPU memory."""

    __slots__ = ()
    _device = "cpu"

    def as_cpu(self) -> Self:
        """Itself."""
        return self

    def copy_to_external(self, ptr: Any) -> None:
        """Copies the data (samples behind one another) to an address in CPU memory.

        ptr: the address, as a `ctypes.c_void_p` or a number.
        """
        memory.copy_on_cpu(self._value, ptr)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return self._whole().__array__(dtype, copy)


class OnGPU(View):
    """What is special about the memory of GPUs."""

    __slots__ = ()
    _device = "gpu"

    def device_id(self) -> int:
        """Number of the GPU; -1 for a list of nothing."""
        where = self._value.device.device_id
        return -1 if where is None else where

    @property
    def stream(self) -> Stream | None:
        """The stream that the data is made on; None for a list of nothing."""
        native = self._value._v
        return Stream._of(native.device_memory(0)[1]) if native.n else None

    def copy_to_external(
        self,
        ptr: Any,
        cuda_stream: Any = None,
        non_blocking: bool = False,
        use_copy_kernel: bool = False,
    ) -> None:
        """Copies the data (samples behind one another) to an address, of any memory.

        ptr: the address, as a `ctypes.c_void_p` or a number.
        cuda_stream: the stream that uses the memory there; the default stream, if not given.
        non_blocking: do not wait: what that stream is given later comes after the copies.
        use_copy_kernel: makes no difference.
        """
        memory.copy_from_gpu(self._value, ptr, cuda_stream, not non_blocking)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        raise errors.ArgumentTypeError(
            f"a {type(self).__name__} is not in CPU memory: call as_cpu() on it first"
        )
