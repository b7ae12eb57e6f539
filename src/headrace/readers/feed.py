"""Feed: items of a source of the user's own, made here or in the background, kept until taken."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

from ..core import errors
from ..core.batch import Batch
from ..core.interop import as_batch, as_tensor
from ..core.slots import slots
from ..core.tensor import Tensor
from ..core.value import Value
from ..engine.following import Followed, mark, moving, rewind
from ..engine.random import default_rng
from ..engine.state import local
from .user_source import NAME, wrong, wrong_type

Values = tuple[Value, ...]


class Item:
    """What the source gave for one call, or what it raised."""

    __slots__ = ("error", "moves", "numbers", "values")

    def __init__(self, values: Values, error: BaseException | None, numbers: Any) -> None:
        self.values, self.error = values, error
        # What moved while it was made in the background: the thread's random state, and readers and
        # generators that the source uses; where they were before, and after.
        self.numbers: tuple[tuple[int, int], tuple[int, int]] = numbers
        self.moves: list[tuple[Followed, Any, Any]] = []

    def redo(self) -> None:
        """What moved when it was made moves here, unless something else has moved it since."""
        rng = default_rng()
        begin, end = self.numbers
        if begin != end:
            rng.advance(0)  # a generator's: from now on it draws
            if mark(rng) == begin:
                rewind(rng, end)
        for followed, before, after in self.moves:
            if mark(followed) == before:
                moving(followed)
                rewind(followed, after)


class Output(NamedTuple):
    """What an output is to be; None: as it comes."""

    layout: str | None
    dtype: Any
    device: Any

    def read(self, x: Any) -> Value:
        """A value of what the source gave."""
        make = as_batch if isinstance(x, Batch) else as_tensor
        return make(x, dtype=self.dtype, device=self.device, layout=self.layout)


class Feed:
    """Makes items of the source, one at a time, in whichever thread; keeps those not yet taken.
    It does not know the ExternalSource, which can therefore die, and stop the thread."""

    def __init__(self, pull: Callable[[], Any], outputs: list[Output]) -> None:
        self._pull, self._outputs = pull, outputs
        self._made: deque[Item] = deque()  # in the background, in order, and not taken

    def make(self, site: int, ahead: bool = False) -> Item:
        """The next item. ahead: it may be taken long after."""
        values: Values = ()
        error = None
        numbers = None if local.producer is None else local.producer.numbers
        late = numbers is not None and not numbers.claimed
        begin = mark(default_rng())
        try:
            values = self._read(self._pull(), site)
            if ahead:
                values = tuple([_own(v) for v in values])
        except BaseException as e:
            # Without this frame, which refers to the error: that would be a cycle.
            error = e.with_traceback(e.__traceback__ and e.__traceback__.tb_next)
        if late and numbers is not None and numbers.claimed:  # it drew for the first time
            begin = numbers.begin
        return Item(values, error, (begin, mark(default_rng())))

    def run(self, site: int) -> Iterator[Values | None]:
        """Items until the source raises. Yields their values, for prefetch to start; last, None."""
        marks: dict[int, Any] = {}  # where it is by now, of what the source moves
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
        """The first item that was made in the background; it is there."""
        return self._made.popleft()

    def left(self) -> Item | None:
        """The first item that was made in the background, if there is one, when nobody works there
        any more: what the source uses was put back to where it was before it."""
        if not self._made:
            return None
        item = self._made.popleft()
        item.redo()
        return item

    def first(self) -> Item | None:
        """The one that `take` would give; it stays."""
        return self._made[0] if self._made else None

    def _read(self, given: Any, site: int) -> Values:
        outputs = self._outputs
        try:
            if len(outputs) == 1:
                return (outputs[0].read(given),)
            if not isinstance(given, (tuple, list)) or len(given) != len(outputs):
                got = str(len(given)) if isinstance(given, (tuple, list)) else errors.brief(given)
                raise errors.ArgumentError(
                    f"the source has to give a tuple of {len(outputs)} outputs, got {got}"
                )
            return tuple([out.read(x) for out, x in zip(outputs, given)])
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
        raise wrong(f"batch_size is {size}, the source gave a Batch of {batch.batch_size}")
    return batch


def result(values: Values) -> Any:
    """What a call returns for the values of an item."""
    if len(values) == 1:
        return values[0]
    if len({type(v) for v in values}) > 1:
        raise wrong_type(
            "the outputs of the source are Tensors and Batches: give batch_size= to make Batches "
            "of all of them"
        )
    return values


def _own(value: Value) -> Value:
    """The value, in memory that nobody else writes into."""
    if value._v.ready() and value._v.shared_writable():
        return slots.copy(value)  # type: ignore[no-any-return]
    return value
