"""prefetch: a user's generator, run ahead of its consumer in a background thread."""

from __future__ import annotations

import contextvars
import itertools
import operator as _operator
import os
import threading
from collections.abc import Generator, Iterable, Iterator
from queue import SimpleQueue
from typing import Any, Generic, NamedTuple, TypeVar, cast

from ..core.locks import ForkLock
from ..core.value import Value
from . import following
from .ahead import Ahead, Background, Job, without_frame
from .context import EvalContext
from .following import Followed
from .handover import Handover
from .state import Carried, local

T = TypeVar("T")

_MOST = 4096  # items made ahead at first; further ones, where `depth` says so, as items are taken
_NESTING = 4  # of containers in an item that are searched for values


def prefetch(iterable: Iterable[T], depth: int = 2) -> Prefetch[T]:
    """Run an iterable, such as a generator, ahead in a background thread; iterate over its items.

    At most `depth` items are made before they are asked for, and the values among them (also in
    tuples, lists and dicts) evaluate ahead, in every EvalMode. Items come in order, each once; the
    generator's exception follows the items before it, with the generator's traceback.

    The generator runs as if on the thread that first asks for an item: it finds the EvalMode, the
    EvalContext, the context variables and the random state of that moment, and draws the same
    numbers as without prefetch. Afterwards that thread's random state is where the items it took
    left it. What the loop's body changes meanwhile, the generator does not see.

    If both draw from the thread's random state (or from one RNG), the generator draws what it would
    draw alone, and from then on the body has a stream of its own beside it: no number comes twice,
    none depends on timing, and a state that is taken in the body goes on with both. A generator
    that draws for the first time after its first item waits there until the item is asked for.

    Leaving the loop stops it: the generator is closed on its thread, after the item it is busy
    with. `close()`, or a `with` statement, also waits for that. It runs once; call prefetch again
    for another epoch. A process forked meanwhile cannot go on with it.

    >>> import headrace.dynamic as ndd
    >>> def batches():
    ...     for epoch in range(3):
    ...         yield ndd.random.uniform(range=[0, 1], shape=[2], batch_size=4) + epoch
    >>> [batch.batch_size for batch in ndd.prefetch(batches())]
    [4, 4, 4]
    >>> with ndd.prefetch(range(10**9)) as numbers:
    ...     next(numbers), next(numbers)
    (0, 1)
    """
    try:
        ahead = _operator.index(depth)
    except TypeError:
        raise TypeError(f"depth is an integer, got {type(depth).__name__}") from None
    if ahead < 1:
        raise ValueError(f"depth must be positive, got {ahead}")
    if not hasattr(iterable, "__iter__") and not hasattr(iterable, "__getitem__"):
        call = ": call it, prefetch(f())" if callable(iterable) else ""
        raise TypeError(f"prefetch needs an iterable, got {type(iterable).__name__}{call}")
    return Prefetch(iterable, ahead)


class Prefetch(Generic[T]):
    """The items of an iterable that runs ahead; see `prefetch`."""

    def __init__(self, iterable: Iterable[T], depth: int) -> None:
        self._iterable: Iterable[T] | None = iterable
        self._depth = depth
        self._items: _Items | None = None
        self._start, self._turn = ForkLock(), ForkLock()

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        if self._iterable is not None:
            with self._start:
                if self._iterable is not None:
                    self._items = _Items(self._iterable, self._depth)
                    self._iterable = None
        with self._turn:
            if self._items is None:
                raise StopIteration
            item = self._items.get()
        if item.more:
            return item.value  # type: ignore[no-any-return]
        self._items = None
        try:
            raise StopIteration(item.value) if item.error is None else item.error
        finally:
            del item  # the traceback holds this frame

    def stop(self) -> None:
        """Stop, without waiting: the generator ends after the item it is busy with."""
        items = self._items
        if items is not None:
            items.producer.stop()

    def close(self) -> None:
        """Stop, wait until the generator has ended, and raise what its cleanup raised."""
        with self._start:  # the generator may do it before its thread is known
            self._iterable, items, self._items = None, self._items, None
        if items is not None:
            items.producer.close()

    def __enter__(self) -> Prefetch[T]:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None or issubclass(kind, Exception):
            self.close()
        else:  # Ctrl-C: the generator may be what the consumer waited for, and may never return
            self.stop()


_NOW: Any = object()  # the mark of something that is where it is


class _Item(NamedTuple):
    """What the producer hands over: an item, or the end, with or without an error."""

    value: Any
    state: Any  # the generator's random state afterwards
    marks: tuple[tuple[Followed, Any], ...] = ()  # other states that moved, where they are then
    more: bool = True
    error: BaseException | None = None


class _Producer(Background):
    """The thread that runs the generator. It does not know the Prefetch, which can therefore die,
    and stop it."""

    def __init__(self, iterable: Iterable[Any]) -> None:
        super().__init__("headrace-prefetch", purpose="prefetch")
        self.items: Iterable[Any] | None = iterable  # its iterator, once the thread has begun
        self.outer: _Producer | None = local.producer  # whose generator iterates over our items
        self.level: int = 1 if self.outer is None else self.outer.level + 1
        self.number = next(_numbers)
        self.made = 0  # items
        self.asked = 0  # for items
        self.waits = False  # for an item to be asked for
        self.requests: SimpleQueue[None] = SimpleQueue()  # an entry: look whether one is
        self.begun = False
        self.finished = False  # the end was taken
        self.awaited = False  # close() waits and will raise what the generator's cleanup raises
        self.cleanup_error: BaseException | None = None
        self.followed: dict[int, Followed] = {}  # what the generator moves, by id
        self.fresh: dict[int, tuple[Followed, Any]] = {}  # of it, what moved since the last item
        EvalContext.default()  # made now, so that it is carried over
        self.carried = Carried()
        self.context = contextvars.copy_context()
        self.numbers = Handover(self)

    def make(self) -> _Item:
        """On the thread: the next item, or the end. (On the consumer's, after stop(): the end.)"""
        if self.stopped or self.items is None:
            return _Item(None, None, more=False)
        return self.context.run(self.pull)

    def pull(self) -> _Item:
        """Ask the iterator."""
        end = _Item(None, None, more=False)
        try:
            if not self.begun:
                self.begun = True
                self.carried.adopt()
                self.numbers.adopt()
                local.producer = self
                self.items = iter(cast("Iterable[Any]", self.items))
            item = next(cast("Iterator[Any]", self.items))
            _start(item)
            self.made += 1
            return _Item(item, self.numbers.state(), self.marks())
        except StopIteration as e:
            end = end._replace(value=e.value)
        except BaseException as e:
            end = end._replace(error=without_frame(e))
        self.items = None
        return end._replace(state=self.numbers.state(), marks=self.marks())

    def ended(self) -> None:
        """On the thread, after stop(): close the generator."""
        items, self.items = self.items, None
        if isinstance(items, Generator):
            self.context.run(self.end, items)
        if not self.finished:
            self.go_back()

    def go_back(self) -> None:
        """Everything that the generator moved is where the items left it that were taken."""
        for f in self.followed.values():
            following.release(f, back=True)
        self.followed = {}

    def await_request(self) -> None:
        """Wait until the item that the generator makes is asked for: then no body runs."""
        self.waits = True
        while self.asked <= self.made and not self.stopped:
            self.requests.get()
        self.waits = False
        if self.outer is not None:
            self.outer.await_request()

    def follow(self, moving: Followed) -> None:
        """Something that the generator uses is about to move on."""
        self.followed[id(moving)] = moving
        self.fresh[id(moving)] = (moving, _NOW)

    def carry(self, moved: Followed, mark: Any) -> None:
        """The generator has taken an item that goes with this mark."""
        self.fresh[id(moved)] = (moved, mark)

    def inherit(self, moved: Followed) -> None:
        """A producer whose items the generator took has ended; not all of them got further."""
        following.inherit(moved, self)
        self.followed[id(moved)] = moved

    def moved(self) -> tuple[tuple[Followed, Any], ...]:
        """Where everything is that moved since the last item."""
        return tuple(
            [(f, following.mark(f) if mark is _NOW else mark) for f, mark in self.fresh.values()]
        )

    def marks(self) -> tuple[tuple[Followed, Any], ...]:
        """The same, for an item that is made."""
        marks, self.fresh = self.moved(), {}
        return marks

    def end(self, generator: Generator[Any, Any, Any]) -> None:
        """Close the generator. What its cleanup raises goes to close(), if that waits, else to the
        thread's hook."""
        try:
            generator.close()
        except BaseException as e:
            if not self.awaited:
                what = type(e), e, e.__traceback__, self.thread
                threading.excepthook(threading.ExceptHookArgs(what))
                return
            self.cleanup_error = without_frame(e)

    def settle(self) -> None:
        """If it was told to stop, wait until it has; those that take its items first."""
        if threading.current_thread() is self.thread:
            return
        if self.outer is not None:
            self.outer.settle()
        if self.stopped:
            self.join()

    def finish(self, outer: _Producer | None) -> None:
        """The end was taken, by the generator of another producer or by the user."""
        self.finished = True
        super().stop()
        self.numbers.settle()
        for f in self.followed.values():
            if outer is None:
                following.release(f, back=False)
            else:
                outer.inherit(f)

    def stop(self) -> None:
        """No more items are wanted."""
        if os.getpid() != self.process:
            return  # neither the thread nor what its locks guard is here
        super().stop()
        self.requests.put(None)
        self.numbers.settle()

    def close(self) -> None:
        """Stop, wait for the end, and raise what the generator's cleanup raised."""
        self.awaited = True
        self.stop()
        if threading.current_thread() is self.thread:
            return
        self.join()
        error, self.cleanup_error = self.cleanup_error, None
        if error is not None:
            try:
                raise error
            finally:
                del error


class _Items(Ahead[Job[_Item]]):
    """The consumer's side: items that are made ahead. The producer does not know it; when it is
    garbage, the producer stops."""

    def __init__(self, iterable: Iterable[Any], depth: int) -> None:
        self.producer, self.depth = _Producer(iterable), depth
        super().__init__(self.producer)

    def get(self) -> _Item:
        """The next item, waited for."""
        producer = self.producer
        if os.getpid() != producer.process:
            raise RuntimeError(
                "prefetch: the generator runs in the process that began to iterate; "
                "begin after the fork"
            )
        producer.asked += 1
        if producer.waits:
            producer.requests.put(None)
        try:
            if not self:
                self.fill()
            item: _Item = self.take()
        except BaseException:  # an interrupt
            producer.asked -= 1
            raise
        if item.more:  # no need to wait for the next call
            self.fill()
            self.begin()
        producer.numbers.take(item.state)
        outer = local.producer
        for followed, mark in item.marks:
            if outer is None:
                following.deliver(followed, mark)
            else:
                outer.carry(followed, mark)
        if not item.more and not producer.stopped:
            producer.finish(outer)
        return item

    def fill(self) -> None:
        """Ask for items that are to be made ahead."""
        depth = min(self.depth, _MOST + self.producer.made)
        while len(self) < depth:
            self.append(Job(self.producer.make))


def _start(item: Any, nesting: int = 0) -> None:
    """Begin what the values of an item need, without waiting for it."""
    if isinstance(item, Value):
        item._v.start()
    elif isinstance(item, (tuple, list, dict)) and nesting < _NESTING:
        for part in item.values() if isinstance(item, dict) else item:
            _start(part, nesting + 1)


_numbers = itertools.count(1)
