"""What pipelines return: TensorListCPU and TensorListGPU, and their samples.

Thin views over a Batch or a Tensor of dynamic mode. They share its memory; reading data, or what
depends on it, waits until it is there and raises the error of the call that failed.
"""

from __future__ import annotations

import operator as _operator
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...core import errors
from ...core import layout as _layout
from ...core.arrays import Array, array_of
from ...core.batch import Batch
from ...core.meta import Meta
from ...core.slots import slots
from ...core.tensor import Tensor
from ...operators.tensor.join import cat
from ...operators.tensor.reshape import reshape
from . import memory
from .foreign import NOTHING, dlpack_objects, read_batch, read_cpu, read_gpu
from .views import OnCPU, OnGPU, View

if TYPE_CHECKING:
    from typing_extensions import Self

_SHAPES = 6  # of more samples than this, only some shapes are shown


# ---- one sample -------------------------------------------------------------------------------


class _OneTensor(View):
    """One sample, wherever it is."""

    __slots__ = ()

    @property
    def tensor(self) -> Tensor:
        """The Tensor of dynamic mode."""
        return self._value  # type: ignore[no-any-return]

    def _whole(self) -> Tensor:
        return self._value  # type: ignore[no-any-return]

    def _facts(self) -> dict[str, object]:
        return {"shape": self._value.shape}

    def shape(self) -> list[int]:
        """Sizes of the axes."""
        return list(self._value.shape)

    def squeeze(self, dim: int | None = None) -> bool:
        """Drops axes of size 1: all of them, or this one. Returns whether there was any."""
        sizes = self.shape()
        asked = range(len(sizes)) if dim is None else [_layout.normalize_axis(dim, len(sizes))]
        gone = [axis for axis in asked if sizes[axis] == 1]
        if gone:
            left = [size for axis, size in enumerate(sizes) if axis not in gone]
            layout = _layout.drop(self._value.layout, gone) or ""
            self._value = reshape(self._value, shape=left, layout=layout)
        return bool(gone)

    def source_info(self) -> str:
        """The file that the sample came from, or "" where that is not known."""
        sources = self._value._v.sources()
        return sources[0] if sources else ""

    def get_property(self, name: str) -> str | None:
        """A fact about the sample, "layout" or "source_info"; None where there is none."""
        if name == "source_info":
            return self.source_info() or None
        return (self.layout() or None) if name == "layout" else None

    def data_ptr(self) -> int:
        """The address of the data; 0 where there is none."""
        return memory.address(self._value)


class TensorCPU(_OneTensor, OnCPU):
    """One sample in CPU memory.

    data: an array, bytes, a DLPack capsule or anything else that `ndd.as_tensor` takes. Its memory
        is shared where that is possible.
    layout: names of the axes, such as "HWC".
    is_pinned: whether the memory is page-locked; makes no difference.

    >>> import numpy as np
    >>> t = TensorCPU(np.zeros((2, 3), np.float32), layout="HW")
    >>> t
    TensorCPU(dtype=f32, layout="HW", device="cpu", shape=(2, 3))
    >>> np.asarray(t).shape
    (2, 3)
    """

    __slots__ = ("_lent",)

    _lent: Array

    def __init__(self, data: Any, layout: str | None = None, is_pinned: bool = False) -> None:
        self._value = read_cpu(data, layout)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        array = self._value.numpy()
        if array.dtype.kind == "V":
            raise AttributeError("__array_interface__ knows no bfloat16: use DLPack")
        self._lent = array  # whoever has the address keeps this view, and with it the array
        return array.__array_interface__  # type: ignore[no-any-return]


class TensorGPU(_OneTensor, OnGPU):
    """One sample in the memory of a GPU.

    data: an array on a GPU with DLPack or `__cuda_array_interface__`, or a DLPack capsule. Its
        memory is shared.
    layout: names of the axes, such as "HWC".
    device_id: number of the GPU, for data that does not say it.
    stream: of a capsule, the stream that its data is made on.
    """

    __slots__ = ()

    def __init__(
        self, data: Any, layout: str | None = None, device_id: int = -1, *, stream: Any = None
    ) -> None:
        self._value = read_gpu(data, layout, device_id, stream)

    def as_cpu(self) -> TensorCPU:
        """A copy in CPU memory."""
        return TensorCPU._of(self._value.cpu())

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return self._value.__cuda_array_interface__  # type: ignore[no-any-return]


# ---- many samples -----------------------------------------------------------------------------


class _ManyTensors(View):
    """Many samples, wherever they are."""

    __slots__ = ()

    _one: ClassVar[Any]  # the class of a sample

    @property
    def batch(self) -> Batch:
        """The Batch of dynamic mode."""
        return self._value  # type: ignore[no-any-return]

    def _facts(self) -> dict[str, object]:
        shapes = [str(s) for s in self.shape()]
        if len(shapes) > _SHAPES:
            shapes[2:-2] = ["..."]
        return {"num_samples": len(self), "shape": f"[{', '.join(shapes)}]"}

    # ---- samples -------------------------------------------------------------------------------

    def shape(self) -> list[tuple[int, ...]]:
        """The shapes of the samples."""
        return self._value.shape  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return self._value._v.n  # type: ignore[no-any-return]

    def _position(self, i: Any) -> int:
        at, n = _operator.index(i), len(self)
        if not -n <= at < n:
            raise errors.IndexError_(
                f"there is no sample {at} in a {type(self).__name__} of {n} samples"
            )
        return at + n if at < 0 else at

    def __getitem__(self, i: int) -> Any:
        batch, at = self._value, self._position(i)
        return self._one._of(Tensor._of(batch._v.pick([at]), batch._m.with_batch(False)))

    def __iter__(self) -> Iterator[Any]:
        return map(self._one._of, self._value)

    # ---- all of them as one ------------------------------------------------------------------

    def is_dense_tensor(self) -> bool:
        """Whether all samples have one shape, so that they can be one tensor."""
        native = self._value._v
        return bool(native.uniform()) if native.ready() else len(set(self.shape())) <= 1

    def as_tensor(self) -> Any:
        """All samples as one tensor with an outer axis "N", over the memory of the list.

        Samples that are scattered in memory are moved together first.
        """
        return self._one._of(self._whole())

    def as_reshaped_tensor(self, shape: Sequence[int]) -> Any:
        """All elements as one tensor of this shape, over the list's memory.

        Samples of different shapes are copied.
        """
        sizes = [_operator.index(size) for size in shape]
        if self.is_dense_tensor():
            whole = self._whole()
        else:
            whole = cat(*[reshape(sample, shape=[-1]) for sample in self._value], axis=0)
        layout = _outer_layout(self._value.layout, len(sizes)) or ""
        return self._one._of(reshape(whole, shape=sizes, layout=layout).evaluate())

    def data_ptr(self) -> int:
        """The address of the first sample, behind which the others lie; 0 without samples."""
        if not self.is_dense_tensor():
            raise errors.ShapeError(
                "samples of different shapes are not one block of memory: "
                "tensor_list[i].data_ptr() is the address of one of them"
            )
        return memory.address(self._whole())

    def _need_one_shape(self) -> None:
        if not self.is_dense_tensor():
            shapes = self.shape()
            k = next(i for i, s in enumerate(shapes) if s != shapes[0])
            raise errors.ShapeError(
                "samples of different shapes cannot become one tensor: "
                f"sample 0 has {shapes[0]}, sample {k} has {shapes[k]}. Make them alike with "
                "fn.pad, fn.crop or fn.resize, or take them one by one"
            )

    def _whole(self) -> Tensor:
        self._need_one_shape()
        batch = self._value
        if batch._v.n and not batch._v.is_dense():
            batch = self._value = slots.copy(batch)
        ndim = batch.ndim + 1
        layout = _outer_layout(batch.layout, ndim)
        meta = Meta.get(batch.dtype, ndim, layout, False, batch.device)
        return Tensor._of(batch._v.stacked(), meta)  # type: ignore[no-any-return]

    def reset(self) -> None:
        """Lets go of the samples."""
        self._value = NOTHING

    # ---- making lists ------------------------------------------------------------------------

    @classmethod
    def broadcast(cls, sample: Any, batch_size: int) -> Self:
        """A list that repeats one sample, without copies of it."""
        return cls._of(Batch.broadcast(cls._one(sample).tensor, batch_size))


class TensorListCPU(_ManyTensors, OnCPU):
    """Samples in CPU memory: what a pipeline returns.

    data: a list of samples, each as for `TensorCPU`; one array, whose outer axis counts the
        samples, or a DLPack capsule of it; or another list.
    layout: names of a sample's axes, such as "HWC".
    contiguous: samples of a list are copied, to lie behind one another; False shares their memory.
    is_pinned: whether the memory is page-locked; makes no difference.

    >>> import numpy as np
    >>> samples = TensorListCPU([np.zeros((2, 3)), np.ones((4, 3))], layout="HW")
    >>> samples.shape(), samples[-1].layout(), samples.is_dense_tensor()
    ([(2, 3), (4, 3)], 'HW', False)
    """

    __slots__ = ()

    _one = TensorCPU

    def __init__(
        self,
        data: Any = (),
        layout: str | None = None,
        contiguous: bool = True,
        *,
        is_pinned: bool = False,
    ) -> None:
        self._value = read_batch(data, layout, contiguous, read_cpu, "cpu")

    @classmethod
    def from_dlpack_list(
        cls, list_of_objects: list[Any], layout: str | None = None, contiguous: bool = False
    ) -> TensorListCPU:
        """A list over the memory of arrays with DLPack; `contiguous` copies them."""
        return cls(dlpack_objects(list_of_objects), layout, contiguous)

    def at(self, i: int) -> Array:
        """A copy of one sample, as a NumPy array; `np.asarray(tensor_list[i])` is no copy."""
        value = self._value
        return np.array(array_of(value._v, self._position(i), value.dtype, write=False))

    def as_array(self) -> Array:
        """A copy of all samples, of equal shapes, as one NumPy array.

        `np.asarray(tensor_list)` is no copy.
        """
        self._need_one_shape()
        native, dtype = self._value._v, self._value.dtype
        if native.is_dense() or not native.n:
            return np.array(array_of(native.stacked(), 0, dtype, write=False))
        return np.stack([array_of(native, i, dtype, write=False) for i in range(native.n)])


class TensorListGPU(_ManyTensors, OnGPU):
    """Samples in the memory of a GPU: what a pipeline returns.

    data: a list of samples, each as for `TensorGPU`; one array, whose outer axis counts the
        samples, or a DLPack capsule of it; or another list.
    layout: names of a sample's axes, such as "HWC".
    contiguous: samples of a list are copied, to lie behind one another; False shares their memory.
    device_id: number of the GPU, for data that does not say it.
    stream: of capsules, the stream that their data is made on.
    """

    __slots__ = ()

    _one = TensorGPU

    def __init__(
        self,
        data: Any = (),
        layout: str | None = None,
        contiguous: bool = True,
        *,
        device_id: int = -1,
        stream: Any = None,
    ) -> None:
        read = partial(read_gpu, device_id=device_id, stream=stream)
        self._value = read_batch(data, layout, contiguous, read, "gpu")

    @classmethod
    def from_dlpack_list(
        cls,
        list_of_objects: list[Any],
        layout: str | None = None,
        stream: Any = None,
        contiguous: bool = False,
    ) -> TensorListGPU:
        """A list over the memory of arrays with DLPack; `contiguous` copies them."""
        return cls(dlpack_objects(list_of_objects), layout, contiguous, stream=stream)

    def as_cpu(self) -> TensorListCPU:
        """A copy in CPU memory."""
        return TensorListCPU._of(self._value.cpu())

    def at(self, i: int) -> TensorGPU:
        """One sample: the same as `tensor_list[i]`."""
        return self[i]  # type: ignore[no-any-return]


def _outer_layout(layout: str | None, ndim: int) -> str | None:
    """The layout of samples joined along an outer axis, if it has a letter for each axis."""
    joined = "N" + (layout or "")
    return joined if len(joined) == ndim else None
