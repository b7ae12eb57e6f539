"""Feeder: the batches of one external_source of a pipeline.

The pipeline asks each Feeder once per iteration, in order and on one thread:

    feeder = Feeder(source=…, …)         # checks its arguments; `feeder.metas`: what they promise
    feeder.start(pool)                   # does nothing unless `feeder.parallel`; see workers/
    feeder.ready()                       # False: `next` would raise, because nothing was fed
    feeder.next(size, iteration, epoch)  # a tuple of Batches; StopIteration at the end of the
                                         # source, IndexError where nothing was fed
    feeder.restart()                     # goes on after StopIteration, as `cycle` says
    feeder.stop()

When one source of a pipeline ends, DALI asks the others for that iteration all the same, and drops
what they give.

Functions get `iteration` and `epoch` as arguments, so these may start at any number. After its
StopIteration a source gives nothing until `restart()`. After an exception, `next` may be called for
the next iteration; also after the death of a worker process, which is replaced.

Note [Whose memory]
Data of a source is copied, unless it is large and nobody else can write into it: arrays to which
only we refer (Note [Unshared memory]), samples from workers, and everything with `no_copy=True`.
Such memory is shared, and read-only.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from ..core import errors
from ..core.batch import Batch
from ..core.device import Device
from ..core.locks import ForkLock
from ..core.meta import Meta
from ..readers.user_data import Arrays
from ..readers.user_source import Collected, UserSource
from .workers import numbers
from .workers.batches import promises
from .workers.messages import Died, Failure, Late
from .workers.task_queue import Failed, Pool, TaskQueue

OPERATOR = "external_source"
AHEAD = 2  # iterations that workers make ahead by default
T = TypeVar("T")


class Feeder:
    """One external_source of a pipeline: gives the batches of one iteration after the other.

    The arguments are those of `fn.external_source`; `site` is the user's line.
    """

    def __init__(
        self,
        *,
        source: Any,
        num_outputs: int | None,
        cycle: Any,
        name: str | None,
        device: Device,
        layout: Any,
        dtype: Any,
        ndim: Any,
        batch: bool | None,
        batch_info: bool | None,
        repeat_last: bool,
        blocking: Any,
        no_copy: Any,
        parallel: Any,
        prefetch_queue_depth: int | None,
        site: int,
    ) -> None:
        self._name, self._site, self._device = name, site, device
        self.parallel = bool(parallel)
        self._blocking, self._share, self._repeat = bool(blocking), bool(no_copy), bool(repeat_last)
        try:
            self.fed = source is None
            count = 1 if num_outputs is None else num_outputs
            self.outputs = errors.integer("num_outputs", count, 1)
            self._promised = promises(layout, dtype, ndim, self.outputs)
            self._depth = self._read_depth(prefetch_queue_depth)
            self._source = None if self.fed else UserSource(
                source, cycle=cycle, batch=batch is None or bool(batch),
                batch_info=bool(batch_info), num_outputs=num_outputs,
                dtypes=[p.dtype for p in self._promised],
            )  # fmt: skip
            self._check(num_outputs, cycle)
        except errors.Error as e:
            e.operator, e.site = self._operator, site
            raise
        self._before: list[Meta | None] = [None] * self.outputs  # metadata of the last batches
        self._queue: deque[tuple[Batch, ...]] = deque()  # what was fed
        self._arrived = threading.Condition(ForkLock())  # type: ignore[arg-type]
        self._last: tuple[Batch, ...] | None = None
        self._ended = False
        self._workers: TaskQueue | None = None

    @property
    def metas(self) -> list[Meta | None]:
        """For each output its metadata, if the arguments say all of it, else None."""
        return [p.meta for p in self._promised]

    # ---- arguments ------------------------------------------------------------------------------

    @property
    def _operator(self) -> str:
        return OPERATOR if self._name is None else f'{OPERATOR} "{self._name}"'

    def _read_depth(self, given: int | None) -> int | None:
        if given is None:
            return None
        if not self.parallel:
            raise errors.ArgumentError("prefetch_queue_depth is for parallel=True")
        return errors.integer("prefetch_queue_depth", given, 1)

    def _check(self, num_outputs: int | None, cycle: Any) -> None:
        source = self._source
        if source is None:
            if num_outputs is not None:
                raise errors.ArgumentError(
                    "num_outputs needs a source: what is fed is one output. Use an external_source "
                    "for each"
                )
            if cycle is not None:
                raise errors.ArgumentError("cycle needs a source, an iterable one")
            if self.parallel:
                raise errors.ArgumentTypeError("parallel=True needs a source that workers can run")
        elif self.parallel and not source.iterable and not source.takes_argument:
            raise errors.ArgumentTypeError(
                "with parallel=True several workers call the source, so it needs a parameter that "
                "says what it is asked for: a SampleInfo (batch=False), or the number of the batch "
                "(a BatchInfo with batch_info=True)"
            )

    # ---- feeding --------------------------------------------------------------------------------

    def feed(
        self,
        data: Any,
        layout: str | None = None,
        *,
        max_batch_size: int | None = None,
    ) -> None:
        """One more iteration's data: an array with an outer axis, a list of samples, a Batch …

        layout: names of a sample's axes; what the node was given has to agree with it.
        max_batch_size: raises at once if there are more samples.
        """
        self.push(self.read(data, layout, max_batch_size))

    def read(self, data: Any, layout: str | None, max_batch_size: int | None) -> Batch:
        """Data for the next iteration as a Batch; raises where it cannot be one."""
        return self._locate("feed_input", lambda: self._fed(data, layout, max_batch_size))

    def push(self, batch: Batch) -> None:
        """Queue a Batch, which `read` made, for one more iteration."""
        with self._arrived:
            self._queue.append((batch,))
            self._arrived.notify()

    def _fed(self, data: Any, layout: str | None, most: int | None) -> Batch:
        if not self.fed:
            raise errors.ExecutionError("there is a source: nothing can be fed by hand beside it")
        given = self._promised[0]
        if layout and given.layout and layout != given.layout:
            raise errors.LayoutError(
                f'the layout is "{layout}", but the external_source has layout="{given.layout}"'
            )
        promised = given if layout is None else given._replace(layout=layout)
        batch = promised.read(data, self._share, self._before[0])
        self._check_sizes((batch,), most)
        self._before[0] = batch._m
        return batch

    @property
    def waiting(self) -> int:
        """How many iterations were fed and not taken."""
        return len(self._queue)

    def ready(self) -> bool:
        """Whether `next` has something to give, or may wait for it."""
        if not self.fed or self._queue or self._blocking:
            return True
        return self._repeat and self._last is not None

    def _take_fed(self) -> tuple[Batch, ...]:
        with self._arrived:
            while self._blocking and not self._queue and not (self._repeat and self._last):
                self._arrived.wait(1.0)
            if self._queue:
                self._last = self._queue.popleft()
            elif self._last is None or not self._repeat:
                raise errors.IndexError_(
                    "nothing was fed: call feed_input() before run()",
                    operator=self._operator,
                    site=self._site,
                )
            return self._last

    # ---- iterations -----------------------------------------------------------------------------

    def next(
        self, max_batch_size: int, iteration: int, epoch: int, ahead: int = AHEAD
    ) -> tuple[Batch, ...]:
        """The batches of an iteration, one for each output.

        iteration, epoch: number of the batch in its epoch, and of the epoch.
        ahead: how many further iterations workers may begin, unless prefetch_queue_depth says it.
        """
        if self.fed:
            batches = self._take_fed()
            where = f"feed_input, iteration {iteration}"
            return self._locate(where, lambda: self._finished(batches, max_batch_size))
        if self._ended:
            raise StopIteration
        assert self._source is not None
        where = f"{self._source.label}, iteration {iteration}"
        try:
            if self._workers is None:
                batches = self._ask(max_batch_size, iteration, epoch, where)
            else:
                depth = ahead if self._depth is None else self._depth
                batches = self._from_workers(max_batch_size, iteration, epoch, depth, where)
        except StopIteration:
            self._ended = True
            raise
        self._before = [b._m for b in batches]
        return self._locate(where, lambda: self._finished(batches, max_batch_size))

    def arrived(self, max_batch_size: int, iteration: int, epoch: int, ahead: int = AHEAD) -> bool:
        """Whether `next` with these arguments would not wait for workers; has them begin."""
        if self._workers is None or self._ended:
            return True
        depth = ahead if self._depth is None else self._depth
        return self._workers.arrived(max_batch_size, iteration, epoch, depth)

    def _ask(self, size: int, iteration: int, epoch: int, where: str) -> tuple[Batch, ...]:
        """Ask the source on this thread. Its exceptions reach the caller unchanged."""
        source = self._source
        assert source is not None
        if source.batch:
            data, alone = source.ask_batch(iteration, epoch)
            return self._locate(where, lambda: self._read(source.split(data), alone))
        made = Collected(source, self._share)
        try:
            made.add(range(size), size, iteration, epoch)
        except errors.Error as e:
            raise self._located(e, where, made.at) from None
        return self._locate(where, lambda: self._batches(made.outputs()))

    def _from_workers(
        self, size: int, iteration: int, epoch: int, depth: int, where: str
    ) -> tuple[Batch, ...]:
        assert self._workers is not None
        try:
            outputs = self._workers.take(size, iteration, epoch, depth)
        except Failed as e:
            error = self._failure(e.failure, where, iteration * size)
            raise error from (None if error is e.failure.error else e.failure.error)
        except Died as e:
            kind = errors.DeadlineError if isinstance(e, Late) else errors.ExecutionError
            raise kind(str(e), operator=self._operator, site=self._site, source=where) from None
        except errors.Error as e:
            raise self._located(e, where) from e.__cause__
        return self._locate(where, lambda: self._batches(outputs))

    def restart(self) -> None:
        """Go on after the end of the source: a function is asked for the next epoch, an iterable
        begins again if `cycle` says so. What was fed stays."""
        if self._workers is not None:
            self._workers.restart(self._ended)
        self._ended = False

    def start(self, pool: Pool, seed: int | None = None) -> None:
        """Let workers run the source, if it is a parallel one; before the pool starts. seed: of the
        random numbers that it draws there."""
        if self.parallel and self._source is not None:
            self._source.before = None if seed is None else partial(numbers.begin, seed)
            self._workers = TaskQueue(self._source, pool)

    def stop(self) -> None:
        """The pipeline ends: drop everything."""
        workers, self._workers = self._workers, None
        if workers is not None:
            workers.forget()
        self._ended = True
        self._queue.clear()
        self._last = None

    # ---- batches --------------------------------------------------------------------------------

    def _read(self, data: Any, alone: bool) -> tuple[Batch, ...]:
        """Batches of what a source in this process gave."""
        share = alone or self._share
        given = zip(self._promised, data, self._before)
        return tuple([out.read(x, share, before) for out, x, before in given])

    def _batches(self, outputs: list[Arrays]) -> tuple[Batch, ...]:
        """Batches of arrays to which nobody else refers."""
        given = zip(self._promised, outputs, self._before)
        return tuple([out.batch(x, True, before) for out, x, before in given])

    def _check_sizes(self, batches: tuple[Batch, ...], most: int | None) -> None:
        sizes = [b.batch_size for b in batches]
        if len(set(sizes)) > 1:
            raise errors.ArgumentError(f"the outputs have different numbers of samples: {sizes}")
        if most is not None and sizes[0] > most:
            raise errors.ArgumentError(
                f"a batch has {most} samples at most, this one has {sizes[0]}"
            )

    def _finished(self, batches: tuple[Batch, ...], most: int) -> tuple[Batch, ...]:
        """The batches, checked and moved to their device."""
        self._check_sizes(batches, most)
        return tuple([b.to_device(self._device) for b in batches])

    # ---- errors ---------------------------------------------------------------------------------

    def _locate(self, where: str, make: Callable[[], T]) -> T:
        """Call `make`; add the source and the user's line to its errors."""
        try:
            return make()
        except errors.Error as e:
            raise self._located(e, where) from None

    def _located(self, e: errors.Error, where: str, sample: int | None = None) -> errors.Error:
        return e.locate(operator=self._operator, site=self._site, sample=sample, source=where)

    def _failure(self, failure: Failure, where: str, first: int) -> errors.Error:
        """The error for an exception of the source in a worker, with its traceback as text."""
        sample = None if failure.sample < 0 else failure.sample
        if isinstance(failure.error, errors.Error) and "Traceback" not in failure.text:
            return self._located(failure.error, where, sample)  # about the data of the source
        if sample is not None:
            where += f" (number {first + sample} of its epoch)"
        return errors.ExecutionError(
            f"the source raised {failure.what}",
            operator=self._operator,
            site=self._site,
            sample=sample,
            source=where,
            detail=failure.text,
        )
