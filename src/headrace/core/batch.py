"""Batch: many samples, each with a shape of its own."""

from __future__ import annotations

import operator as _operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, overload

import numpy as np

from . import errors
from .arrays import Array, array_of, native_of, with_failures
from .dtype import DType, bool_
from .meta import Meta
from .slots import slots
from .tensor import Tensor
from .value import Value


class MissingMethodError(errors.ArgumentTypeError, AttributeError):
    """A method of sequences was used that a Batch does not have."""


class Batch(Value):
    """Samples of one dtype, number of axes and layout; shapes may differ.

    Made by `batch` (copies), `as_batch` (shares memory) and by operators. `Batch(data)` is
    `as_batch(data)`; with `copy=True` it is `batch(data)`.

    >>> import headrace.dynamic as ndd
    >>> b = ndd.batch([[1, 2, 3], [4, 5]])
    >>> b.batch_size, b.shape, b.tensors[1]
    (2, [(3,), (2,)], Tensor([4 5], dtype=i32, device="cpu"))
    """

    __slots__ = ()

    _construct: ClassVar[Callable[..., Any]]  # core/interop.py

    def __new__(
        cls,
        tensors: Any = None,
        dtype: Any = None,
        device: Any = None,
        layout: str | None = None,
        copy: bool = False,
    ) -> Batch:
        """A Batch of the samples."""
        return Batch._construct(tensors, dtype, device, layout, copy)  # type: ignore[no-any-return]

    @staticmethod
    def broadcast(sample: Any, batch_size: int, device: Any = None, dtype: Any = None) -> Batch:
        """A Batch that repeats one sample, without copying it.

        >>> import headrace.dynamic as ndd
        >>> ndd.Batch.broadcast([1, 2], 3).shape
        [(2,), (2,), (2,)]
        """
        count = _operator.index(batch_size)
        if count < 0:
            raise errors.ArgumentError(f"batch_size must not be negative, got {count}")
        if isinstance(sample, Batch):
            raise errors.ArgumentTypeError("broadcast() repeats one sample, got a Batch")
        one = Tensor._construct(sample, dtype, device, None, False, False)
        return slots.select(one, [0] * count)  # type: ignore[no-any-return]

    # ---- what it is ----------------------------------------------------------------------------

    @property
    def batch_size(self) -> int:
        """Number of samples."""
        return self._v.n  # type: ignore[no-any-return]

    @property
    def shape(self) -> list[tuple[int, ...]]:
        """The shapes of the samples, computed without doing the work."""
        return self._v.shapes()  # type: ignore[no-any-return]

    @property
    def errors(self) -> dict[int, Exception]:
        """Errors of the samples that an operator filled in (``on_error="fill"``), by position."""
        return self._v.errors()  # type: ignore[no-any-return]

    @property
    def ok(self) -> list[int]:
        """Positions of the samples without errors: ``images.select(images.ok)``."""
        bad = self.errors
        return [i for i in range(self.batch_size) if i not in bad]

    # ---- samples -------------------------------------------------------------------------------

    @property
    def tensors(self) -> Samples:
        """The samples as a sequence: ``b.tensors[0]`` is a Tensor, ``b.tensors[1:]`` a Batch."""
        return Samples(self)

    def select(self, sample_range: Any) -> Any:
        """Samples by position: an int gives a Tensor; a slice, a list or a mask a Batch.

        >>> import headrace.dynamic as ndd
        >>> b = ndd.batch([10, 20, 30])
        >>> b.select(-1).item(), [int(t) for t in b.select([2, 0])]
        (30, [30, 10])
        """
        if sample_range is ...:
            return self
        n = self.batch_size
        try:
            at = _operator.index(sample_range)
        except TypeError:
            return slots.select(self, _positions(sample_range, n))
        return slots.select(self, _position(at, n))

    def __iter__(self) -> Iterator[Tensor]:
        self._v.evaluate()
        meta = self._m.with_batch(False)
        return (Tensor._of(self._v.pick([i]), meta) for i in range(self._v.n))

    def tolist(self) -> list[Tensor]:
        """The samples as a list of Tensors."""
        return list(self)

    def as_batch(self, copy: bool = False) -> Batch:
        """The Batch itself, or a copy; DALI has this method on ``batch.tensors[...]``."""
        return slots.copy(self) if copy else self

    @property
    def slice(self) -> BatchedSlice:
        """Parts of every sample: ``b.slice[0]``, ``b.slice[:, ::-1]``, ``b.slice[starts:]``."""
        return BatchedSlice(self)

    # Properties: hasattr() says that there are no such methods, len(b) and b[i] say what to use.

    @property
    def __getitem__(self) -> Any:
        raise MissingMethodError(
            "a Batch cannot be indexed, because that would be ambiguous: .select(i) or .tensors[i] "
            "is one sample, .slice[i] takes from every sample"
        )

    @property
    def __len__(self) -> Any:
        raise MissingMethodError(
            "a Batch has no len(): use .batch_size, and .torch() or .numpy() for one array"
        )

    def __bool__(self) -> bool:
        """True, as of any object, also without samples; a Batch of bools is refused.

        `if a == b:` would be true whatever the samples are.
        """
        if self._m.dtype is bool_:
            raise errors.ArgumentTypeError(
                "a Batch of bools is neither true nor false: it has one for each sample; reduce "
                "them to one value (.batch_size tells how many there are)"
            )
        return True

    # ---- other libraries -----------------------------------------------------------------------

    def numpy_list(self) -> list[Array]:
        """The samples as NumPy arrays over the Batch's memory."""
        self._v.evaluate()
        self._need_cpu()
        dtype = self._m.dtype
        return [array_of(self._v, i, dtype, write=True) for i in range(self._v.n)]

    def numpy(self, copy: bool | None = None, pad: bool = False) -> Array:
        """One NumPy array with an outer axis over all samples.

        copy: True always copies; False never does, and raises where samples are not one block of
            memory; None copies where needed.
        pad: fill smaller samples with zeros, at the end of each axis.

        >>> import headrace.dynamic as ndd
        >>> ndd.batch([[1, 2], [3]]).numpy(pad=True).tolist()
        [[1, 2], [3, 0]]
        """
        self._need_cpu()
        stacked, copy = self._one_block(copy, pad)
        return stacked.__array__(copy=copy or None)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        self._need_cpu()
        if len(set(self.evaluate().shape)) > 1:
            raise errors.ArgumentTypeError(
                "a Batch whose samples have different shapes is not an array: .numpy(pad=True) and "
                "as_tensor(batch, pad=True) fill up the smaller ones, .numpy_list() gives one "
                "array for each"
            )
        if copy is False:
            self._one_block(False, False)
        return self._stacked(False).__array__(dtype, copy)

    def torch(self, copy: bool | None = None, pad: bool = False) -> Any:
        """One torch.Tensor with an outer axis over all samples.

        copy: True always copies; False never does, and raises where samples are not one block of
            memory; None copies where needed.
        pad: fill smaller samples with zeros, at the end of each axis.
        """
        stacked, copy = self._one_block(copy, pad)
        return stacked.torch(copy=copy)

    def _one_block(self, copy: bool | None, pad: bool) -> tuple[Tensor, bool]:
        """All samples as one Tensor with an outer axis, and whether it is still to be copied."""
        if not pad:
            self._v.evaluate()
        stacked = self._stacked(pad)
        if copy is None:
            return stacked, False
        one_block = self._v.is_dense()
        if not copy and not (one_block and not self._v.read_only()):
            raise errors.ArgumentError(
                "the samples are not one block of writable memory, and copy=False forbids to make "
                "one: leave copy out"
            )
        return stacked, copy and one_block

    def _stacked(self, pad: bool) -> Tensor:
        """All samples as one Tensor with an outer axis."""
        native = self._v
        ragged = not native.uniform() if native.ready() else len(set(self.shape)) > 1
        if ragged and not pad:
            shapes = self.shape
            k = next(i for i, s in enumerate(shapes) if s != shapes[0])
            raise errors.ShapeError(
                "samples of different shapes cannot become one tensor: "
                f"sample 0 has {shapes[0]}, sample {k} has {shapes[k]}. "
                "pad=True fills up the smaller ones with zeros"
            )
        return slots.stack_batch(slots.pad(self) if ragged else self)  # type: ignore[no-any-return]

    # ---- copies and text -----------------------------------------------------------------------

    def __reduce__(self) -> tuple[Any, ...]:
        self._v.evaluate()
        self._need_cpu()
        native = self._v
        dense = native.is_dense()
        stored = native.stacked() if dense else native
        arrays = [stored.array(i, False) for i in range(stored.n)]
        state = (arrays, dense, self.dtype, self.ndim, self.layout, native.sources())
        return _rebuild, (*state, native.failures())

    def __repr__(self) -> str:
        from . import show

        return show.batch_text(self)

    def _repr_html_(self) -> str:
        from . import show

        return show.batch_html(self)


class Samples:
    """The samples of a Batch as a sequence.

    >>> import headrace.dynamic as ndd
    >>> samples = ndd.batch([[1], [2, 3], [4]]).tensors
    >>> len(samples), samples[1].shape, samples[::2].shape
    (3, (2,), [(1,), (1,)])
    """

    __slots__ = ("_batch",)

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    def __len__(self) -> int:
        return self._batch.batch_size

    @overload
    def __getitem__(self, selection: int) -> Tensor: ...
    @overload
    def __getitem__(self, selection: Any) -> Any: ...
    def __getitem__(self, selection: Any) -> Any:
        return self._batch.select(selection)

    def __iter__(self) -> Iterator[Tensor]:
        return iter(self._batch)

    def select(self, selection: Any) -> Any:
        """The same as indexing."""
        return self._batch.select(selection)

    def tolist(self) -> list[Tensor]:
        """The samples as a list."""
        return list(self._batch)

    def as_batch(self, copy: bool = False) -> Batch:
        """The Batch of these samples, or a copy of it."""
        return self._batch.as_batch(copy)

    def __repr__(self) -> str:
        return f"<{len(self)} samples of {self._batch!r}>"


Sequence.register(Samples)  # not a base class: ABCs make isinstance() slow


class BatchedSlice:
    """Takes a part of every sample of a Batch; bounds may be one value per sample.

    >>> import headrace.dynamic as ndd
    >>> b = ndd.batch([[1, 2, 3], [4, 5]])
    >>> b.slice[ndd.batch([1, 0]):].shape
    [(2,), (2,)]
    """

    __slots__ = ("_batch",)

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    def __getitem__(self, ranges: Any) -> Batch:
        return slots.subscript(self._batch, ranges)  # type: ignore[no-any-return]


def _position(at: int, n: int) -> int:
    if not -n <= at < n:
        raise errors.IndexError_(f"there is no sample {at} in a Batch of {n}")
    return at + n if at < 0 else at


def _positions(selection: Any, n: int) -> list[int]:
    """Positions from a slice, a list of positions, or a mask."""
    if isinstance(selection, slice):
        return list(range(n)[selection])
    if isinstance(selection, (list, tuple, range)):
        chosen = list(selection)
    elif isinstance(selection, (np.ndarray, Tensor)) or hasattr(selection, "__array__"):
        array = np.asarray(selection)
        if array.ndim != 1:
            raise errors.ArgumentError(f"positions of samples are a list, not {array.ndim}-D")
        chosen = array.tolist()
    else:
        raise errors.ArgumentTypeError(
            f"select() takes an int, a slice, a list of ints or a mask, "
            f"not {errors.brief(selection)}"
        )
    if chosen and all(isinstance(c, (bool, np.bool_)) for c in chosen):
        if len(chosen) != n:
            raise errors.ArgumentError(f"a mask of {len(chosen)} does not fit a Batch of {n}")
        return [i for i, c in enumerate(chosen) if c]
    try:
        return [_position(_operator.index(c), n) for c in chosen]
    except TypeError:
        wrong = next(c for c in chosen if not hasattr(c, "__index__"))
        raise errors.ArgumentTypeError(
            f"positions of samples are integers, not {errors.brief(wrong)}"
        ) from None


def _rebuild(
    arrays: list[Array],
    dense: bool,
    dtype: DType,
    ndim: int,
    layout: str | None,
    sources: list[str] | None,
    failures: dict[str, list[Any]],
) -> Batch:
    """A Batch from its pickled parts."""
    native = native_of(arrays, dtype, copy=True, ndim=ndim)
    if dense:
        native = native.split_outer()
    if sources is not None:
        native = native.with_sources(sources)
    native = with_failures(native, failures)
    return Batch._of(native, Meta.get(dtype, ndim, layout, True))  # type: ignore[no-any-return]
