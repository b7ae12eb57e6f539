"""Feed: items of a user's source, made on the caller's thread or ahead, and kept until taken."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from ..core import errors
from ..core.batch import Batch
from ..core.interop import as_batch, as_tensor
from ..core.site import caller_site
from ..core.slots import slots
from ..core.tensor import Tensor
from ..core.value import Value
from ..engine.ahead import without_frame
from ..engine.following import Followed, mark, moving, rewind
from ..engine.random import default_rng
from ..engine.state import local
from .user_source import UserSource

NAME = "ExternalSource"

Values = tuple[Value, ...]


class Item:
    """What the source gave for one call, or what it raised."""

    __slots__ = ("error", "moves", "numbers", "values")

    def __init__(self, values: Values, error: BaseException | None, numbers: Any) -> None:
        self.values, self.error = values, error
        # For items made ahead: the states before and after of what the source used, which are the
        # thread's random state, and readers and RNGs.
        self.numbers: tuple[tuple[int, int], tuple[int, int]] = numbers
        self.moves: list[tuple[Followed, Any, Any]] = []

    def redo(self) -> None:
        """Advance the states that making the item advanced, unless they have changed since."""
        rng = default_rng()
        begin, end = self.numbers
        if begin != end:
            rng.advance(0)  # tells a prefetching generator that it draws from now on
            if mark(rng) == begin:
                rewind(rng, end)
        for followed, before, after in self.moves:
            if mark(followed) == before:
                moving(followed)
                rewind(followed, after)


class Output(NamedTuple):
    """What an output is converted to; None: left as it is."""

    layout: str | None
    dtype: Any
    device: Any

    def read(self, x: Any) -> Value:
        """A value of what the source gave."""
        make = as_batch if isinstance(x, Batch) else as_tensor
        return make(x, dtype=self.dtype, device=self.device, layout=self.layout)


class Feed:
    """Makes items of the source, one at a time, on any thread; keeps those not yet taken. It does
    not refer to the ExternalSource, so that this can be freed, and then stops the thread."""

    def __init__(self, source: UserSource, outputs: list[Output]) -> None:
        self._source, self._outputs = source, outputs
        self._made: deque[Item] = deque()  # in the background, in order, and not taken

    def make(self, site: int, ahead: bool = False) -> Item:
        """The next item. ahead: copy its data, as the source may run again before it is taken."""
        values: Values = ()
        error = None
        numbers = None if local.producer is None else local.producer.numbers
        late = numbers is not None and not numbers.claimed
        begin = mark(default_rng())
        try:
            values = self._read(self._source.pull(), site)
            if ahead:
                values = tuple([_own(v) for v in values])
        except BaseException as e:
            error = without_frame(e)
        if (
            late and numbers is not None and numbers.claimed
        ):  # the source drew its first random numbers
            begin = numbers.begin
        return Item(values, error, (begin, mark(default_rng())))

    def run(self, site: int) -> Iterator[Values | None]:
        """Items until the source raises. Yields their values, which prefetch evaluates ahead, and
        None at the end."""
        marks: dict[int, Any] = {}  # the latest state of each thing that the source moves, by id
        left = list(self._made)
        while True:
            if left:
                item = left.pop(0)
                item.redo()
            else:
                item = self.make(site, ahead=True)
                for f, mark in local.producer.moved():
                    item.moves.append((f, marks.get(id(f), f._shown), mark))
                self._made.append(item)
            marks.update({id(f): after for f, _, after in item.moves})
            if item.error is not None:
                break
            yield item.values
        del item
        yield None

    def take(self) -> Item:
        """Take the first item that was made ahead; there has to be one."""
        return self._made.popleft()

    def left(self) -> Item | None:
        """The first item that was made ahead, if there is one. For use when the background thread
        has ended, and what the source uses was reset to the state before this item."""
        if not self._made:
            return None
        item = self._made.popleft()
        item.redo()
        return item

    def first(self) -> Item | None:
        """The item that `take` would return, if there is one."""
        return self._made[0] if self._made else None

    def _read(self, given: Any, site: int) -> Values:
        try:
            return tuple([o.read(x) for o, x in zip(self._outputs, self._source.split(given))])
        except errors.Error as e:
            raise e.locate(operator=NAME, site=site) from None


def sized(item: Item, size: int | None) -> Values:
    """The values of an item, as batches of this size; raises what the source raised."""
    if item.error is not None:
        try:
            raise item.error
        finally:
            del item  # the traceback holds this frame
    if size is None:
        return item.values
    return tuple([_batch(v, size) for v in item.values])


def _batch(value: Value, size: int) -> Batch:
    if isinstance(value, Tensor):
        return Batch.broadcast(value, size)
    batch = cast(Batch, value)
    if batch.batch_size != size:
        raise errors.ArgumentError(
            f"batch_size is {size}, the source gave a Batch of {batch.batch_size}",
            operator=NAME,
            site=caller_site(),
        )
    return batch


def result(values: Values) -> Any:
    """What a call returns for the values of an item."""
    if len(values) == 1:
        return values[0]
    if len({type(v) for v in values}) > 1:
        raise errors.ArgumentTypeError(
            "the outputs of the source are Tensors and Batches: give batch_size= to make Batches "
            "of all of them",
            operator=NAME,
            site=caller_site(),
        )
    return values


def _own(value: Value) -> Value:
    """The value, copied if somebody else can write into its memory."""
    if value._v.ready() and value._v.shared_writable():
        return slots.copy(value)  # type: ignore[no-any-return]
    return value
