"""Batches of users' data, checked against dtype, layout and ndim, and copied or shared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from ...core import errors
from ...core import layout as _layout
from ...core.arrays import Array, native_of
from ...core.batch import Batch
from ...core.dtype import DType
from ...core.dtype import dtype as read_dtype
from ...core.gpu_arrays import on_gpu
from ...core.interop import as_batch
from ...core.meta import Meta
from ...core.slots import slots
from ...core.tensor import Tensor
from ...readers.user_data import Arrays, batch_arrays, holds_values, samples, unwrap
from ...readers.user_source import each_output

SHARE_BYTES = 1 << 18  # smaller batches are copied: that is as fast, and leaves them writable


class Output(NamedTuple):
    """What the arguments of an external_source say of an output; None: anything."""

    layout: str | None
    dtype: DType | None
    ndim: int | None

    @property
    def meta(self) -> Meta | None:
        """The metadata of its batches, if all of it is known."""
        if self.dtype is None or self.ndim is None:
            return None
        return Meta.get(self.dtype, self.ndim, self.layout, True)

    def read(self, data: Any, share: bool, before: Meta | None) -> Batch:
        """A Batch of the data that the user gave.

        share: the memory may be shared.
        before: metadata of the last batch; an empty batch takes its dtype from there.
        """
        if holds_values(data) or _is_on_gpu(data):
            return self._check(self._from_values(data, share))
        return self.batch(batch_arrays(data, self.dtype), share, before)

    def batch(self, given: Arrays, share: bool, before: Meta | None) -> Batch:
        """A Batch of arrays."""
        arrays = given.arrays
        if not arrays:
            return self._empty(before)
        first = arrays[0]
        _check_alike(arrays)
        dtype = read_dtype(first.dtype)
        share = share and sum([a.nbytes for a in arrays]) >= SHARE_BYTES
        native = native_of([_read_only(a) for a in arrays] if share else arrays, dtype, not share)
        ndim = first.ndim
        if given.whole:
            native, ndim = native.split_outer(), ndim - 1
        layout = _layout.check(given.layout if self.layout is None else self.layout, ndim)
        self._check_kind(dtype, ndim)
        meta = Meta.get(dtype, ndim, layout, True)
        return Batch._of(native, meta)  # type: ignore[no-any-return]

    def _empty(self, before: Meta | None) -> Batch:
        dtype = self.dtype or (before.dtype if before else None)
        if dtype is None:
            raise errors.ArgumentError("the batch is empty: give dtype= to say of what")
        ndim = self.ndim
        if ndim is None:
            ndim = len(self.layout) if self.layout else before.ndim if before else 0
        native = native_of([], dtype, True, ndim)
        return Batch._of(native, Meta.get(dtype, ndim, self.layout, True))  # type: ignore[no-any-return]

    def _from_values(self, data: Any, share: bool) -> Batch:
        """A Batch of values of dynamic mode, or of arrays on a GPU."""
        data = unwrap(data)
        if isinstance(data, (list, tuple)):
            data = [unwrap(x) for x in data]
            kinds = [x.dtype for x in data if isinstance(x, Tensor)]
            for i, kind in enumerate(kinds):
                if kind is not kinds[0]:
                    raise _mixed(f"dtype {kind.full_name}", kinds[0].full_name, i)
        made = as_batch(data, layout=self.layout)
        if not share and made._v.ready() and made._v.shared_writable():
            return slots.copy(made)  # type: ignore[no-any-return]
        return made

    def _check(self, batch: Batch) -> Batch:
        self._check_kind(batch.dtype, batch.ndim)
        return batch

    def _check_kind(self, dtype: DType, ndim: int) -> None:
        if self.dtype is not None and dtype is not self.dtype:
            raise errors.DTypeError(
                f"the external_source has dtype={self.dtype.full_name}, but the data is "
                f"{dtype.full_name}"
            )
        if self.ndim is not None and ndim != self.ndim:
            raise errors.ShapeError(
                f"the external_source has ndim={self.ndim}, but samples of the data have {ndim} "
                f"{'axis' if ndim == 1 else 'axes'}"
            )


def merge(parts: Sequence[Sequence[Arrays]]) -> list[Arrays]:
    """The outputs of a batch whose parts several workers made."""
    if len(parts) == 1:
        return list(parts[0])
    outputs = []
    for pieces in zip(*parts):
        arrays = [a for p in pieces for a in (samples(p.arrays[0]) if p.whole else p.arrays)]
        layouts = [p.layout for p in pieces if p.layout is not None]
        outputs.append(Arrays(arrays, layout=layouts[0] if layouts else None))
    return outputs


def promises(layout: Any, dtype: Any, ndim: Any, count: int) -> list[Output]:
    """What the arguments say of each output: one for all, or a list, which may be too short."""
    each = partial(each_output, count=count, fewer=True)
    layouts = [_read_layout(x) for x in each("layout", layout)]
    dtypes = [None if x is None else read_dtype(x) for x in each("dtype", dtype)]
    ndims = [None if x is None else _read_ndim(x) for x in each("ndim", ndim)]
    for lay, axes in zip(layouts, ndims):
        if axes is not None:
            _layout.check(lay, axes)
    # A layout implies the number of axes.
    ndims = [len(lay) if lay and n is None else n for lay, n in zip(layouts, ndims)]
    return [Output(*x) for x in zip(layouts, dtypes, ndims)]


def _read_layout(given: Any) -> str | None:
    if given is not None and not isinstance(given, str):
        raise errors.ArgumentTypeError(f"a layout is text, got {errors.brief(given)}")
    return given


def _read_ndim(given: Any) -> int:
    try:
        number = int(given)
    except (TypeError, ValueError):
        raise errors.ArgumentTypeError(f"ndim is a number, got {errors.brief(given)}") from None
    if number < 0:
        raise errors.ArgumentError(f"ndim must not be negative, got {number}")
    return number


def _check_alike(arrays: Sequence[Array]) -> None:
    dtype, ndim = arrays[0].dtype, arrays[0].ndim
    for i, a in enumerate(arrays):
        if a.dtype is not dtype and a.dtype != dtype:
            raise _mixed(f"dtype {a.dtype.name}", dtype.name, i)
        if a.ndim != ndim:
            raise errors.ShapeError(
                "samples of one batch have one number of axes: this one has the shape "
                f"{a.shape}, sample 0 {arrays[0].shape}",
                sample=i,
            )


def _mixed(this: str, first: str, sample: int) -> errors.Error:
    return errors.DTypeError(
        f"samples of one batch have one element type: this one has {this}, sample 0 {first}",
        sample=sample,
    )


def _read_only(array: Array) -> Array:
    if not array.flags.writeable:
        return array
    view: Array = array.view()
    view.flags.writeable = False
    return view


def _is_on_gpu(data: Any) -> bool:
    if isinstance(data, (list, tuple)):
        data = data[0] if data else None
    return not isinstance(data, _PLAIN) and on_gpu(data) is not None


_PLAIN = (int, float, str, bytes, type(None))
