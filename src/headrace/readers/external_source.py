"""ExternalSource: data that the user's own code provides, as values."""

from __future__ import annotations

import operator as _operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any

from .. import _native
from ..core import errors
from ..core.device import device as read_device
from ..core.dtype import dtype as read_dtype
from ..core.locks import ForkLock
from ..core.meta import Meta
from ..core.site import caller_site
from ..engine.context import EvalContext
from ..engine.prefetch import Prefetch, prefetch
from .feed import NAME, Feed, Item, Output, Values, result, sized
from .user_source import UserSource, each_output


class ExternalSource:
    """Values from the user's own code: a function, an iterable, or a generator function.

    Every call takes one item from the source. An item is an array or whatever else `as_tensor`
    takes, and becomes a Tensor (a list too is one Tensor); or it is a Batch. With num_outputs above
    1 it is a tuple or list of as many, and the call returns a tuple.

    cycle: what happens when an iterable or generator function is at its end. None, False or "no":
        every further call raises StopIteration. True or "quiet": it begins again. "raise": one
        call raises StopIteration, the next begins again.
    device: where the values are to be.
    layout, dtype: of all outputs, or a list with one for each output; None leaves what is there,
        and the layout "" takes it away.

    What the source raises reaches the caller unchanged; the next call asks the source again.

    >>> import numpy as np, headrace.dynamic as ndd
    >>> def images():
    ...     for size in (2, 3):
    ...         yield np.zeros((size, size, 3), np.uint8), size
    >>> source = ndd.ExternalSource(images, num_outputs=2, layout=["HWC", None])
    >>> image, size = source()
    >>> image.shape, image.layout, size.item()
    ((2, 2, 3), 'HWC', 2)
    >>> image, size = source(batch_size=4)
    >>> image.batch_size, size.shape
    (4, [(), (), (), ()])
    """

    def __init__(
        self,
        source: Callable[[], Any] | Iterable[Any],
        num_outputs: int = 1,
        *,
        cycle: str | bool | None = None,
        device: Any = "cpu",
        layout: str | Sequence[str | None] | None = None,
        dtype: Any = None,
    ) -> None:
        count = _operator.index(num_outputs)
        where = None if device is None else read_device(device)
        try:
            if count < 1:
                raise errors.ArgumentError(f"num_outputs must be positive, got {count}")
            layouts = [_read_layout(x) for x in each_output("layout", layout, count)]
            dtypes = each_output("dtype", dtype, count)
            several = None if count == 1 else count
            asked = UserSource(source, cycle=cycle, num_outputs=several, graph=False)
        except errors.Error as e:
            raise e.locate(operator=NAME, site=caller_site()) from None
        dtypes = [None if x is None else read_dtype(x) for x in dtypes]
        self._feed = Feed(asked, [Output(*x, where) for x in zip(layouts, dtypes)])
        self._ahead: Prefetch[Any] | None = None  # runs the feed in the background
        self._stopped = False  # the loop that used it was left
        self._lock = ForkLock()

    def __call__(self, *, batch_size: int | None = None) -> Any:
        """The next item: a Tensor or a Batch, or a tuple of them.

        batch_size: Tensors are repeated to be a Batch of so many; a Batch has to have so many.
        """
        size = None if batch_size is None else _read_size(batch_size)
        with self._lock:
            self._rest()
            return result(sized(self._feed.left() or self._feed.make(caller_site()), size))

    def captured(self, batch_size: int, ctx: EvalContext | None = None) -> Captured:
        """An iterator over the rest of the source, or of its cycle, which runs in the background.

        The items are those that calls would have given, and only those that were taken count: after
        a `break`, calls and other loops go on with the next one. Arrays are copied, because the
        source may use their memory again before the item is taken.

        batch_size: as in a call.
        ctx: the EvalContext that the source runs in; by default the one of the loop.

        >>> import headrace.dynamic as ndd
        >>> source = ndd.ExternalSource([[1, 2], [3, 4], [5, 6]])
        >>> for x in source.captured(batch_size=2):
        ...     y = x * 10
        ...     break
        >>> y.select(1).tolist(), source().tolist()
        ([10, 20], [3, 4])
        """
        return Captured(self, _read_size(batch_size), ctx)

    def _take_ahead(self, ctx: EvalContext | None) -> tuple[Item, Item | None]:
        """The next item that was made ahead; and the one after it, if it is made already."""
        with self._lock, ctx or nullcontext():
            if self._ahead is None or self._stopped:
                self._rest()
                self._ahead = prefetch(self._feed.run(caller_site()))
            if next(self._ahead) is None:  # the source has raised
                self._rest()
            return self._feed.take(), self._feed.first()

    def _stop(self) -> None:
        """Make no more items in the background, without waiting."""
        self._stopped = True
        if self._ahead is not None:
            self._ahead.stop()

    def _rest(self) -> None:
        """End the background thread and wait for it; items that are made stay."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            ahead.close()
        self._stopped = False


class Captured(Iterator[Any]):
    """The items of an ExternalSource that runs ahead; see `ExternalSource.captured`."""

    def __init__(self, source: ExternalSource, size: int, ctx: EvalContext | None) -> None:
        self._source: ExternalSource | None = source
        self._size, self._ctx = size, ctx
        self._loop = _native.Loop()  # repeats the body's calls ahead, on the next item
        self._following: tuple[Item, Values] | None = None  # the next item, and its values
        self._kinds: list[Meta] = []  # metadata of the previous item's values

    def __next__(self) -> Any:
        self._loop.leave()
        if self._source is None:
            raise StopIteration
        item, following = self._source._take_ahead(self._ctx)
        if isinstance(item.error, StopIteration):
            self._source = None
        try:
            now = self._values(item)
            self._following = None if following is None else self._ready(following)
            self._step(now, self._following[1] if self._following is not None else ())
            return result(now)
        finally:
            del item  # the traceback of its error holds this frame

    def _step(self, now: Values, after: Values) -> None:
        """The body of the loop begins: its calls are repeated ahead on the next item, if that has
        the same dtypes and numbers of axes."""
        if [v._m for v in after] != self._kinds:
            after = ()
        self._kinds = [v._m for v in now]
        self._loop.step(tuple([v._v for v in now]), tuple([v._v for v in after]))

    def _values(self, item: Item) -> Values:
        if self._following is not None and self._following[0] is item:
            return self._following[1]
        return sized(item, self._size)

    def _ready(self, item: Item) -> tuple[Item, Values] | None:
        if item.error is not None:
            return None
        try:
            return item, sized(item, self._size)
        except errors.Error:  # raised when the item is taken
            return None

    def close(self) -> None:
        """Stop, and wait until the source is done with the item it is busy with."""
        self._loop.leave()
        source, self._source = self._source, None
        if source is not None:
            with source._lock:
                source._rest()

    def __del__(self) -> None:
        source = getattr(self, "_source", None)
        if source is not None:
            self._loop.leave()
            source._stop()  # a destructor runs anywhere: it must not wait


def _read_layout(given: Any) -> str | None:
    if given is not None and not isinstance(given, str):
        raise errors.ArgumentError(f"a layout is text, got {errors.brief(given)}")
    return given


def _read_size(batch_size: Any) -> int:
    return errors.integer("batch_size", batch_size, operator=NAME)
