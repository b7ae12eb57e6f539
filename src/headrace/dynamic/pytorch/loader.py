"""DataLoader: iterates over a reader and a transform, as a PyTorch training loop expects."""

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
_AHEAD = 2  # default of prefetch_factor


class DataLoader:
    """Iterates over a reader, one epoch per loop, applies a transform to its batches and yields
    torch tensors.

    reader: such as `ndd.readers.File(...)`; it controls order, shuffling, shards and padding.
        Or an ExternalSource: an epoch lasts until its source ends.
    transform: a function in dynamic mode. Its arguments are the reader's outputs, whole batches (or
        one dict, for readers with named outputs). It returns a value, or a tuple, list or dict of
        values. The loader yields the same structure with tensors over the same memory; other
        objects in it are unchanged. Without a transform, the reader's outputs are used.
    batch_size: samples per batch. None: the reader's max_batch_size, or single samples if it has
        none. Single samples of an ExternalSource are collected into batches of this size; with
        None they are delivered as they come.
    drop_last: omit an incomplete last batch. Otherwise it is smaller, or filled up if the reader
        has pad_last_batch.
    prefetch_factor: number of batches made ahead in the background (None: 2); 0: none.
    num_workers: number of threads used only by this loader's transform; 0: use the shared threads
        (`ndd.set_num_threads`). There are no worker processes, and reading has its own threads.
    pin_memory: put tensors into page-locked memory, by a copy made ahead. No effect if torch has no
        CUDA.
    pad: fill smaller samples of a batch with zeros. Without it, samples of different shapes are an
        error.
    device: where to put the tensors; None: leave them on the transform's device.
    seed, generator: for the transform's random numbers; generator is a torch.Generator or an
        `ndd.random.RNG`. Without them the thread's generator provides a seed when the loader
        starts.

    Every loop is a new epoch, also after a `break`; an interrupted one is continued only after
    `load_state_dict`. (An ExternalSource cannot restart: a loop continues where the last one
    stopped.) Only one loop can run at a time.

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
        import torch  # required: fail here if it is missing

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
        self._loop: weakref.ref[Loop] | None = None  # the loop that may continue
        self._resume = False  # the next loop continues an epoch

    def __iter__(self) -> Loop:
        """The batches of the next epoch, or the rest of one after `load_state_dict`."""
        return Loop(self)

    def __len__(self) -> int:
        """Batches per epoch of the reader's shard."""
        return self._feed.length()

    # ---- state ---------------------------------------------------------------------------------

    def state_dict(self) -> dict[str, Any]:
        """The state after the batches that the loop has received. May be called at any time.

        Consists of numbers and strings, for `torch.save` or JSON.
        """
        return {
            "version": _VERSION,
            self._feed.kind: self._feed.state(),
            "batches": self._feed.batches,
            "random": str(self._numbers().get_state()),
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Continue from a state: the next loop yields the rest of the epoch in which it was taken.

        A state taken after the last batch has an empty rest; one taken after the loop continues
        with the next epoch. The number of shards and the batch size may change: see the reader's
        `set_state`. An empty dict has no effect.
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
        """The deliveries of a new loop; stops one that still runs."""
        self._halt()
        self._loop = weakref.ref(loop)
        batches = self._feed.begin(self._resume)
        rng = self._numbers().clone()
        made = deliveries(batches, self.transform, self._outputs, rng, self._context)
        running = prefetch(made, self.prefetch_factor) if self.prefetch_factor else made
        self._running = running
        return running

    def _halt(self) -> None:
        """Stop the running loop, wait for its current batch, discard what it made ahead."""
        running, self._running, self._loop = self._running, None, None
        if running is not None:
            running.close()

    def _taken(self, delivery: Delivery | None) -> None:
        """Records that the loop has received a batch, or the end."""
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
    """One loop over a DataLoader. The epoch starts with the first `next`."""

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
                del delivery  # the traceback refers to this frame
        return loader._outputs.finish(delivery.value)

    def __len__(self) -> int:
        """Batches per epoch."""
        return len(self._loader)

    def __del__(self) -> None:
        if isinstance(self._deliveries, Prefetch):
            self._deliveries.stop()  # does not wait: a destructor may run on any thread


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
