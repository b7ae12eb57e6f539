"""UserSource: how a user's function, iterable or generator function is asked for data.

It is asked in the process itself, in threads and in worker processes, always through this.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core import errors
from ...core.arrays import Array
from ...core.dtype import DType
from ...core.infos import BatchInfo, SampleInfo
from ...readers.user_source import puller, read_cycle
from . import numbers
from .data import Arrays, sample_array, take
from .messages import Task

OPERATOR = "external_source"


class UserSource:
    """A source and how to ask it.

    source, cycle: as the user gave them.
    batch: it gives whole batches; else single samples.
    batch_info: where it gives batches and has a parameter, that gets a BatchInfo; else the number
        of the batch.
    num_outputs: None: it gives one thing; a number: a tuple of so many.
    dtypes: for each output what Python numbers become; None: what goes with them.
    """

    def __init__(
        self,
        source: Any,
        *,
        cycle: Any,
        batch: bool,
        batch_info: bool,
        num_outputs: int | None,
        dtypes: Sequence[DType | None],
    ) -> None:
        self.source, self.cycle, self.batch, self.batch_info = source, cycle, batch, batch_info
        self.num_outputs, self.dtypes = num_outputs, list(dtypes)
        self.seed: int | None = None  # of random numbers that it draws in workers
        self.iterable = is_iterable(source)
        self.takes_argument = not self.iterable and takes_argument(source)
        if self.iterable and isinstance(source, (str, bytes)):
            raise errors.ArgumentTypeError(f"a source of data is not text: {errors.brief(source)}")
        self._pull = puller(source, cycle) if self.iterable else source
        if not self.iterable:
            _check_no_cycle(cycle)

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k != "_pull"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._pull = puller(self.source, self.cycle) if self.iterable else self.source

    @property
    def begins_again(self) -> bool:
        """Whether an iterable has something to give after its end."""
        return read_cycle(self.cycle) != "no"

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

    # ---- asking ---------------------------------------------------------------------------------

    def ask_batch(self, iteration: int, epoch: int) -> tuple[Any, bool]:
        """The next batch, and whether its arrays are nobody else's. Raises what it raises."""
        if self.seed is not None:
            numbers.begin(self.seed, epoch, iteration, -1)
        if not self.takes_argument:
            return take(self._pull)
        info = BatchInfo(iteration, epoch) if self.batch_info else iteration
        return take(self._pull, info)

    def ask_sample(self, at: int, size: int, iteration: int, epoch: int) -> tuple[Any, bool]:
        """A sample of a batch of so many, and whether its arrays are nobody else's."""
        if self.seed is not None:
            numbers.begin(self.seed, epoch, iteration, at)
        if not self.takes_argument:
            return take(self._pull)
        return take(self._pull, SampleInfo(iteration * size + at, at, iteration, epoch))

    def split(self, data: Any) -> Sequence[Any]:
        """What it gave, output by output."""
        if self.num_outputs is None:
            return (data,)
        try:
            count = len(data)
        except TypeError:
            count = None
        if count != self.num_outputs or isinstance(data, (str, bytes, dict)):
            got = errors.brief(data) if count is None else str(count)
            raise errors.ArgumentError(
                f"the source has to give a tuple of {self.num_outputs} outputs, got {got}"
            )
        return data  # type: ignore[no-any-return]

    def close(self) -> None:
        """End a generator: it will not be asked any more."""
        self._pull = None
        if inspect.isgenerator(self.source):
            self.source.close()


class Collected:
    """Samples that a source was asked for one by one, in memory that nobody else has.

    share: the memory is the user's, who leaves it alone.
    """

    def __init__(self, source: UserSource, share: bool = False) -> None:
        self._source, self._share = source, share
        self._arrays: list[list[Array]] = [[] for _ in source.dtypes]
        self._layouts: list[str | None] = [None] * len(source.dtypes)
        self.at = -1  # the sample it was asked for last, and when
        self.since = time.monotonic()

    def add(self, places: range, task: Task) -> None:
        """Ask for the samples at some places of a batch. Raises what the source raises."""
        source = self._source
        for at in places:
            self.at, self.since = at, time.monotonic()
            data, alone = source.ask_sample(at, task.size, task.iteration, task.epoch)
            for k, (x, dtype) in enumerate(zip(source.split(data), source.dtypes)):
                array, layout = sample_array(x, dtype)
                # At once: the source may use its memory again for the next sample.
                self._arrays[k].append(array if alone or self._share else np.array(array))
                self._layouts[k] = self._layouts[k] or layout

    def outputs(self) -> list[Arrays]:
        """The samples, output by output."""
        return [Arrays(x, layout=y) for x, y in zip(self._arrays, self._layouts)]


def is_iterable(source: Any) -> bool:
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


def takes_argument(source: Callable[..., Any]) -> bool:
    """Whether a function is told which batch or sample it is asked for: it has one parameter that
    needs an argument, or one parameter in all."""
    try:
        parameters = inspect.signature(source).parameters.values()
    except (TypeError, ValueError):  # a builtin that does not tell
        return False
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


def _check_no_cycle(cycle: Any) -> None:
    if cycle is None:
        return
    read_cycle(cycle)
    raise errors.ArgumentError(
        "cycle is for iterables and generator functions; a function has no end but that of an "
        "epoch, where it raises StopIteration"
    )
