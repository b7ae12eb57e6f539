"""UserSource: how a user's function, iterable or generator function is asked for data.

Dynamic mode (`ndd.ExternalSource`) and graphs (`fn.external_source`) ask through this class; graphs
also in worker threads and processes. What the fronts do differently, as in DALI:

- In graphs a function may have a parameter that says what it is asked for: a SampleInfo, a
  BatchInfo or the number of the batch. In dynamic mode a function is called without arguments.
- In graphs several outputs may be any sequence; in dynamic mode they are a tuple or a list.
- Graphs check the data against dtype, layout and ndim (pipeline/workers/batches.py); dynamic mode
  converts it (feed.py).
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ..core import errors
from ..core.arrays import Array
from ..core.dtype import DType
from ..core.infos import BatchInfo, SampleInfo
from .user_data import Arrays, sample_array, take


class UserSource:
    """A source and how to ask it.

    source, cycle: as the user gave them.
    num_outputs: None: it gives one thing; a number: a sequence of so many.
    graph: it belongs to a graph. The other arguments are for graphs:
    batch: it gives whole batches; else single samples.
    batch_info: where it gives batches and has a parameter, that gets a BatchInfo; else the number
        of the batch.
    dtypes: for each output the dtype that Python numbers get; None: the default one.
    """

    def __init__(
        self,
        source: Any,
        *,
        cycle: Any,
        num_outputs: int | None,
        graph: bool = True,
        batch: bool = True,
        batch_info: bool = False,
        dtypes: Sequence[DType | None] = (),
    ) -> None:
        self.source, self.cycle, self.batch, self.batch_info = source, cycle, batch, batch_info
        self.num_outputs, self.graph, self.dtypes = num_outputs, graph, list(dtypes)
        # Called before it is asked in a worker, with epoch, iteration and sample (-1: a batch).
        self.before: Callable[[int, int, int], None] | None = None
        self._again = read_cycle(cycle)
        if isinstance(source, (str, bytes) if graph else str):
            raise errors.ArgumentTypeError(f"a source of data is not text: {errors.brief(source)}")
        self.iterable = _is_iterable(source)
        self.takes_argument = False
        if self.iterable:
            if inspect.isgenerator(source) and self.begins_again:
                raise errors.ArgumentTypeError(
                    "a generator cannot begin again: give the generator function itself, not its "
                    "result"
                )
        elif cycle is not None:
            raise errors.ArgumentError(
                "cycle is for iterables and generator functions; a function has no end but that of "
                "an epoch, where it raises StopIteration"
            )
        elif graph:
            self.takes_argument = _takes_argument(source)
        if inspect.isgeneratorfunction(source) or not (self.iterable or graph):
            _check_no_parameters(source)
        self.pull: Any = self._puller()  # takes the next item

    def _puller(self) -> Callable[..., Any]:
        if not self.iterable:
            return self.source  # type: ignore[no-any-return]
        function = inspect.isgeneratorfunction(self.source)
        return _Cycle(self.source if function else lambda: iter(self.source), self._again)

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k != "pull"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.pull = self._puller()

    @property
    def begins_again(self) -> bool:
        """Whether an iterable has something to give after its end."""
        return self._again != "no"

    @property
    def label(self) -> str:
        """The source, as messages call it."""
        source = getattr(self.source, "func", self.source)  # functools.partial
        name = getattr(source, "__qualname__", None) or type(source).__qualname__
        return str(name).replace("<locals>.", "")

    @property
    def described(self) -> str:
        """The same, with the place where it is defined."""
        source = inspect.unwrap(getattr(self.source, "func", self.source))
        code = getattr(getattr(source, "__func__", source), "__code__", None)
        code = code or getattr(source, "gi_code", None)
        name = self.label
        if code is None:  # an object: its method that takes the time
            method = "__iter__" if self.iterable else "__call__"
            code = getattr(getattr(type(source), method, None), "__code__", None)
            name += "" if code is None else f".{method}"
        return name if code is None else f"{name} ({code.co_filename}:{code.co_firstlineno})"

    def ask_batch(self, iteration: int, epoch: int) -> tuple[Any, bool]:
        """The next batch, and whether nobody else refers to its arrays. Raises what it raises."""
        if self.before is not None:
            self.before(epoch, iteration, -1)
        if not self.takes_argument:
            return take(self.pull)
        info = BatchInfo(iteration, epoch) if self.batch_info else iteration
        return take(self.pull, info)

    def ask_sample(self, at: int, size: int, iteration: int, epoch: int) -> tuple[Any, bool]:
        """Sample `at` of a batch of `size`, and whether nobody else refers to its arrays."""
        if self.before is not None:
            self.before(epoch, iteration, at)
        if not self.takes_argument:
            return take(self.pull)
        return take(self.pull, SampleInfo(iteration * size + at, at, iteration, epoch))

    def split(self, data: Any) -> Sequence[Any]:
        """What it gave, output by output."""
        if self.num_outputs is None:
            return (data,)
        others = self.graph and not isinstance(data, (str, bytes, dict))
        count = _length(data) if others or isinstance(data, (tuple, list)) else None
        if count != self.num_outputs:
            got = errors.brief(data) if count is None else str(count)
            raise errors.ArgumentError(
                f"the source has to give a tuple of {self.num_outputs} outputs, got {got}"
            )
        return data  # type: ignore[no-any-return]

    def close(self) -> None:
        """End a generator: it will not be asked any more."""
        self.pull = None
        if inspect.isgenerator(self.source):
            self.source.close()


class Collected:
    """Samples that a source was asked for one by one, in memory that nobody else refers to.

    share: the source does not write into the memory again, so it need not be copied.
    """

    def __init__(self, source: UserSource, share: bool = False) -> None:
        self._source, self._share = source, share
        self._arrays: list[list[Array]] = [[] for _ in source.dtypes]
        self._layouts: list[str | None] = [None] * len(source.dtypes)
        self.at = -1  # the sample it was asked for last, and when
        self.since = time.monotonic()

    def add(self, places: range, size: int, iteration: int, epoch: int) -> None:
        """Ask for the samples at some places of a batch. Raises what the source raises."""
        source = self._source
        for at in places:
            self.at, self.since = at, time.monotonic()
            data, alone = source.ask_sample(at, size, iteration, epoch)
            for k, (x, dtype) in enumerate(zip(source.split(data), source.dtypes)):
                array, layout = sample_array(x, dtype)
                # At once: the source may use its memory again for the next sample.
                self._arrays[k].append(array if alone or self._share else np.array(array))
                self._layouts[k] = self._layouts[k] or layout

    def outputs(self) -> list[Arrays]:
        """The samples, output by output."""
        return [Arrays(x, layout=y) for x, y in zip(self._arrays, self._layouts)]


class _Cycle:
    """Items of an iterable, and what happens at its end."""

    def __init__(self, begin: Callable[[], Iterator[Any]], cycle: str) -> None:
        self._begin, self._cycle = begin, cycle
        self._items: Iterator[Any] | None = None

    def __call__(self) -> Any:
        if self._items is None:
            self._items = self._begin()
        try:
            return next(self._items)
        except StopIteration:
            if self._cycle == "no":
                raise
            self._items = None
            if self._cycle == "raise":
                raise
        self._items = self._begin()
        return next(self._items)


def read_cycle(cycle: Any) -> str:
    """What happens at the end of an iterable: "no": it is over; "quiet": it begins again; "raise":
    it raises StopIteration and begins again."""
    if cycle is None or isinstance(cycle, bool):
        return "quiet" if cycle else "no"
    return errors.choice("cycle", cycle, ("no", "quiet", "raise"))


def each_output(name: str, given: Any, count: int, *, fewer: bool = False) -> list[Any]:
    """An argument that is one for all outputs, or a list with one for each. fewer: the list may be
    shorter, then the rest is None."""
    if not isinstance(given, (list, tuple)):
        return [given] * count
    if len(given) > count or (len(given) < count and not fewer):
        raise errors.ArgumentError(f"{name} has {len(given)} entries for {count} outputs")
    return [*given, *[None] * (count - len(given))]


def _is_iterable(source: Any) -> bool:
    """Whether a source is iterated over, not called."""
    if inspect.isgeneratorfunction(source):
        return True
    kind = type(source)
    if hasattr(kind, "__iter__") or hasattr(kind, "__getitem__"):
        return True
    if not callable(source):
        raise errors.ArgumentTypeError(
            "a source is a function, an iterable, or a generator function without parameters, "
            f"got {errors.brief(source)}"
        )
    return False


def _length(data: Any) -> int | None:
    try:
        return len(data)
    except TypeError:  # it has none
        return None


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    try:
        return [*inspect.signature(function).parameters.values()]
    except (TypeError, ValueError):  # a builtin that does not tell
        return []


def _check_no_parameters(function: Callable[..., Any]) -> None:
    variable = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
    given = [p for p in _parameters(function) if p.default is p.empty and p.kind not in variable]
    if given:
        names = ", ".join([p.name for p in given])
        raise errors.ArgumentError(f"the source is called without arguments, it needs {names}")


def _takes_argument(function: Callable[..., Any]) -> bool:
    """Whether a function is told which batch or sample it is asked for: it has one parameter that
    needs an argument, or one parameter in all."""
    parameters = _parameters(function)
    by_place = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = [p for p in by_place if p.default is p.empty]
    named = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY and p.default is p.empty]
    if len(needed) > 1 or named:
        names = ", ".join([*[p.name for p in needed], *named])
        raise errors.ArgumentTypeError(
            "the source is called without arguments, or with one that says which batch or sample "
            f"it is asked for; it needs {names}"
        )
    return len(needed) == 1 or len(by_place) == 1
