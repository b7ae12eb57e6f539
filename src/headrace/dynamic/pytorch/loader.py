"""DataLoader: a reader and a transform as what a PyTorch training loop iterates over."""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable, Generator, Iterator
from typing import Any, NoReturn

from ...core import errors
from ...core.device import device as read_device
from ...core.site import caller_site
from ...engine import following
from ...engine.context import EvalContext
from ...engine.prefetch import Prefetch, prefetch
from ...engine.random import RNG
from ...readers import external_source as _external
from ...readers import reader as _readers
from ...readers.passes import Passes
from .arguments import (
    NAME,
    check_transform,
    read_bool,
    read_count,
    read_rng,
    refuse,
    wrong,
    wrong_type,
)
from .deliveries import Delivery, deliveries
from .items import Items
from .numbers import fork
from .outputs import Outputs

_VERSION = 1
_AHEAD = 2  # batches, where prefetch_factor is not given


class DataLoader:
    """Iterates over a reader, an epoch at a time, and yields what a transform makes of its batches,
    as torch tensors.

    reader: such as `ndd.readers.File(...)`; it decides about order, shuffling, shards and padding.
        Or an ExternalSource: an epoch lasts until its source ends.
    transform: a function in dynamic mode. It gets the reader's outputs, whole batches, as arguments
        (or one dict, from readers with named outputs) and returns a value, or a tuple, list or dict
        with values in it. The loader yields the same structure with tensors in their place, over
        the same memory; whatever else is in it stays. Without a transform, the reader's outputs.
    batch_size: samples of a batch. None: batches of the reader's max_batch_size, or single samples
        where there is none. An ExternalSource that gives samples has them gathered to batches of
        this size; None takes what it gives.
    drop_last: leave out a last batch that is not full. Otherwise it is smaller, or filled up, if
        the reader has pad_last_batch.
    prefetch_factor: how many batches are made ahead in the background (None: 2); 0: none.
    num_workers: threads of its own for the transform's calls; 0: those that all of Headrace shares
        (`ndd.set_num_threads`). There are no worker processes, and reading has its own threads.
    pin_memory: tensors in page-locked memory, by a copy that is made ahead. Nothing happens where
        torch finds no CUDA.
    pad: fill up samples that are smaller than others of their batch with zeros. Without it, samples
        of different shapes are an error.
    device: where the tensors are to be; None leaves them where the transform has them.
    seed, generator: of the random numbers of the transform; generator is a torch.Generator or an
        `ndd.random.RNG`. Without them the thread's generator gives a seed, when the loader begins.

    Every loop is a new epoch, also after a `break`; it goes on with an interrupted one only after
    `load_state_dict`. (An ExternalSource cannot begin anew: there a loop goes on where the last one
    was left.) There is one loop at a time.

    >>> import numpy as np, headrace.dynamic as ndd
    >>> source = ndd.ExternalSource([np.full(3, i, np.float32) for i in range(5)])
    >>> loader = ndd.pytorch.DataLoader(source, lambda x: {"x": x * 10}, batch_size=2)
    >>> [batch["x"][:, 0].tolist() for batch in loader]
    [[0.0, 10.0], [20.0, 30.0], [40.0]]
    """

    def __init__(
        self,
        reader: Any,
        transform: Callable[..., Any] | None = None,
        batch_size: int | None = 1,
        *,
        drop_last: bool = False,
        prefetch_factor: int | None = None,
        num_workers: int = 0,
        pin_memory: bool = False,
        pad: bool = False,
        device: Any = None,
        seed: int | None = None,
        generator: Any = None,
        **unknown: NoReturn,
    ) -> None:
        import torch  # what it is for: missing it should be found out here

        refuse(unknown, list(inspect.signature(DataLoader).parameters)[:-1])
        self.batch_size = None if batch_size is None else read_count("batch_size", batch_size, 1)
        self.drop_last = read_bool("drop_last", drop_last)
        self._feed = _feed(reader, self.batch_size, self.drop_last)
        self.reader = reader
        self.transform = check_transform(transform, self._feed.count_outputs())
        ahead = _AHEAD if prefetch_factor is None else prefetch_factor
        self.prefetch_factor = read_count("prefetch_factor", ahead, 0)
        self.num_workers = read_count("num_workers", num_workers, 0)
        self._context = _context(self.num_workers)
        self.pin_memory = read_bool("pin_memory", pin_memory)
        pinned = self.pin_memory and torch.cuda.is_available()
        where = None if device is None else read_device(device)
        self._outputs = Outputs(read_bool("pad", pad), where, pinned)
        self._rng = read_rng(seed, generator)
        self._running: Prefetch[Delivery] | Generator[Delivery, None, None] | None = None
        self._loop: weakref.ref[Loop] | None = None  # the one that may go on
        self._resume = False  # the next loop goes on with an epoch

    def __iter__(self) -> Loop:
        """The batches of the next epoch, or the rest of one after `load_state_dict`."""
        return Loop(self)

    def __len__(self) -> int:
        """Batches of an epoch, of the reader's shard."""
        return self._feed.length()

    # ---- state ---------------------------------------------------------------------------------

    def state_dict(self) -> dict[str, Any]:
        """Where the loader stands, at any time: after the batches that the loop has got.

        Numbers and texts, for `torch.save` and for JSON alike.
        """
        return {
            "version": _VERSION,
            self._feed.kind: self._feed.state(),
            "batches": self._feed.batches,
            "random": str(self._numbers().get_state()),
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from a state: the next loop yields the rest of the epoch it was taken in, and what
        follows is what would have followed. (Taken after the last batch, there is no rest; taken
        after the loop, the rest is the next epoch.)

        The number of shards and the batch size may be others than they were: see the reader's
        `set_state`. An empty dict changes nothing.
        """
        if state_dict == {}:
            return
        kind = self._feed.kind
        if not isinstance(state_dict, dict) or not {kind, "batches", "random"} <= set(state_dict):
            raise wrong(f"not the state of a DataLoader over a {kind}: {errors.brief(state_dict)}")
        if state_dict.get("version") != _VERSION:
            raise wrong(f"the state is of version {state_dict.get('version')}, not {_VERSION}")
        batches = read_count("batches", state_dict["batches"], 0)
        try:
            rng = RNG(state=state_dict["random"])
        except (TypeError, ValueError) as e:
            raise wrong(f"not the state of a DataLoader: {e}") from None
        self._halt()
        try:
            self._feed.restore(state_dict[kind], batches)
        except errors.Error as e:
            raise e.locate(operator=NAME, site=caller_site()) from None
        self._rng, self._resume = rng, True

    # ---- loops ---------------------------------------------------------------------------------

    def _begin(self, loop: Loop) -> Iterator[Delivery]:
        """The deliveries of a new loop; one that still runs is stopped."""
        self._halt()
        self._loop = weakref.ref(loop)
        batches = self._feed.begin(self._resume)
        rng = self._numbers().clone()
        made = deliveries(batches, self.transform, self._outputs, rng, self._context)
        running = prefetch(made, self.prefetch_factor) if self.prefetch_factor else made
        self._running = running
        return running

    def _halt(self) -> None:
        """Stop the loop that runs, wait for what it is busy with, forget what it has made ahead."""
        running, self._running, self._loop = self._running, None, None
        if running is not None:
            running.close()

    def _taken(self, delivery: Delivery | None) -> None:
        """The loop has got a batch, or the end."""
        self._resume = False
        self._feed.taken(delivery is None)
        if delivery is None:
            self._running = None
        else:
            following.rewind(self._numbers(), delivery.numbers)

    def _numbers(self) -> RNG:
        if self._rng is None:
            self._rng = fork()
        return self._rng

    def __repr__(self) -> str:
        return f"DataLoader({self.reader!r}, batch_size={self.batch_size})"


class Loop(Iterator[Any]):
    """One loop over a DataLoader. It begins with the first batch that is asked for."""

    def __init__(self, loader: DataLoader) -> None:
        self._loader = loader
        self._deliveries: Iterator[Delivery] | None = None
        self._over = False

    def __next__(self) -> Any:
        loader = self._loader
        if self._over:
            raise StopIteration
        if self._deliveries is None:
            self._deliveries = loader._begin(self)
        elif loader._loop is None or loader._loop() is not self:
            raise errors.ExecutionError(
                "another loop over the DataLoader has begun, or a state was loaded: there is one "
                "loop at a time",
                operator=NAME,
                site=caller_site(),
            )
        try:
            delivery = next(self._deliveries)
        except StopIteration:
            self._over = True
            loader._taken(None)
            raise
        loader._taken(delivery)
        if delivery.error is not None:
            try:
                raise delivery.error
            finally:
                del delivery  # the traceback holds this frame
        return loader._outputs.finish(delivery.value)

    def __len__(self) -> int:
        """Batches of an epoch."""
        return len(self._loader)

    def __del__(self) -> None:
        if isinstance(self._deliveries, Prefetch):
            self._deliveries.stop()  # a destructor runs anywhere: it must not wait


def _feed(reader: Any, batch_size: int | None, drop_last: bool) -> Passes | Items:
    if isinstance(reader, _readers.Reader):
        return Passes(reader, batch_size, drop_last)
    if isinstance(reader, _external.ExternalSource):
        return Items(reader, batch_size, drop_last)
    if isinstance(reader, type) and issubclass(reader, (_readers.Reader, _external.ExternalSource)):
        raise wrong_type(f"reader is an object, not a class: call it, {reader.__name__}(...)")
    raise wrong_type(
        "reader is a reader, such as ndd.readers.File(...), or an ndd.ExternalSource, got "
        + errors.brief(reader)
    )


def _context(threads: int) -> EvalContext | None:
    if not threads:
        return None
    try:
        return EvalContext(num_threads=threads)
    except ValueError as e:
        raise wrong(f"num_workers: {e}") from None
