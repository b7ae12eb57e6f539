"""Reader: what all readers have in common: epochs, batches, prefetching, state."""

from __future__ import annotations

import operator as _operator
import warnings
from collections.abc import Callable
from typing import Any, ClassVar, TypedDict

from ..core import errors
from ..core.batch import Batch
from ..core.device import Device
from ..core.device import device as read_device
from ..core.locks import ForkLock
from ..core.site import caller_site
from ..engine.following import Followed
from ..engine.lowering import Out
from ..engine.params import OnError
from . import state as _state
from .ahead import Ahead
from .epoch import Epoch
from .order import MOST_SHARDS, Order, Progress
from .source import Source
from .state import ReaderState

MOST_AHEAD = 1024  # batches that are read before they are asked for
MOST_SAMPLES = 1 << 24  # of a batch
_SEED = 0x5EED  # of readers that are given none: the same order in every process


class ReaderMeta(TypedDict):
    """What `Reader.get_metadata` tells."""

    epoch_size: int
    epoch_size_padded: int
    number_of_shards: int
    shard_id: int
    pad_last_batch: int
    stick_to_shard: int


class Reader(Followed):
    """A stateful reader: make it once, iterate over `next_epoch()` as often as needed.

    Arguments that all readers have:

    random_shuffle: every epoch in a new random order, uniformly over the whole dataset, whatever
        `initial_fill` says.
    seed: which orders; without one, the same in every process.
    shuffle_after_epoch, shuffle_after_epoch_seed: the same with a seed of its own.
    num_shards, shard_id: read one of several equal parts. The next epoch reads the next part,
        unless stick_to_shard.
    pad_last_batch: fill the last batch by repeating its last sample, so that all shards have as
        many batches; otherwise it is filled from the next epoch, which goes on from there.
    prefetch_queue_depth: how many batches are read ahead, beside the next one.
    lazy_init: look for the data when it is first needed.
    on_error: "raise", or "fill": samples that cannot be read are empty, and `Batch.errors` has why.
    max_batch_size: batch size of `next_epoch()` without one.
    device: "gpu" for arrays (`readers.Numpy`, `experimental.readers.Fits`) that are to be there;
        the others read what only the CPU takes.
    name: shown in messages and checkpoints.

    Accepted without a meaning here: initial_fill, read_ahead, dont_use_mmap, skip_cached_images,
    tensor_init_bytes, num_inputs, enable_checkpointing (state can always be taken).
    """

    operator: ClassVar[str] = "Reader"
    deprecated: ClassVar[dict[str, str]] = {}
    to_gpu: ClassVar[bool] = False
    unused: ClassVar[frozenset[str]] = frozenset(
        {"initial_fill", "read_ahead", "dont_use_mmap", "skip_cached_images", "tensor_init_bytes"}
    )

    def __init__(
        self,
        make: Callable[[], Source],
        max_batch_size: int | None = None,
        name: str | None = None,
        device: Any = "cpu",
        num_inputs: int | None = None,
        *,
        random_shuffle: bool = False,
        shuffle_after_epoch: bool = False,
        shuffle_after_epoch_seed: int | None = None,
        initial_fill: int = 1024,
        seed: int = -1,
        num_shards: int = 1,
        shard_id: int = 0,
        stick_to_shard: bool = False,
        pad_last_batch: bool = False,
        prefetch_queue_depth: int = 1,
        read_ahead: bool = False,
        lazy_init: bool = False,
        dont_use_mmap: bool = False,
        skip_cached_images: bool = False,
        tensor_init_bytes: int = 1048576,
        enable_checkpointing: bool = False,
        on_error: OnError = "raise",
    ) -> None:
        #: Where its batches are.
        self.device: Device = read_device(device) or Device.CPU
        if self.device is not Device.CPU and not self.to_gpu:
            raise self._error(
                errors.DeviceError,
                "it reads into CPU memory: device is 'cpu'; .gpu() moves what it reads",
            )
        self.name = name
        self._max_batch_size = None if max_batch_size is None else self._size(max_batch_size)
        self._shards = self._count("num_shards", num_shards)
        if self._shards > MOST_SHARDS:
            raise self._error(
                errors.ArgumentError, f"num_shards is at most {MOST_SHARDS}, got {num_shards}"
            )
        self._shard = self._count("shard_id", shard_id, 0)
        if self._shard >= self._shards:
            raise self._error(
                errors.ArgumentError,
                f"shard_id={shard_id} is not below num_shards={num_shards}: ranks count from 0",
            )
        self._shuffle = bool(random_shuffle or shuffle_after_epoch)
        self._stick, self._pad = bool(stick_to_shard), bool(pad_last_batch)
        if shuffle_after_epoch and (random_shuffle or stick_to_shard):
            other = "random_shuffle" if random_shuffle else "stick_to_shard"
            raise self._error(errors.ArgumentError, f"shuffle_after_epoch excludes {other}")
        given = shuffle_after_epoch_seed if shuffle_after_epoch else (seed if seed != -1 else None)
        self._seed = _SEED if given is None else _operator.index(given) & (1 << 64) - 1
        self._count("initial_fill", initial_fill, 0)
        depth = self._count("prefetch_queue_depth", prefetch_queue_depth, 1, MOST_AHEAD)
        self._make = make
        self._source: Source | None = None
        self._order: Order | None = None
        self._ahead: Ahead  # comes with the order
        self._lock = ForkLock()
        self._mode: tuple[str, int] | None = None  # how it is used: batches, samples or calls
        self._progress = Progress(shards=self._shards)
        self._restored = False  # the progress was set: an epoch that is over yields nothing
        self._warned = False
        self._depth, self._fill = depth, on_error == "fill"
        if not lazy_init:
            self._open()

    # ---- epochs -------------------------------------------------------------------------------

    def next_epoch(
        self, batch_size: int | None = None, ctx: Any = None, capture: bool = False
    ) -> Epoch:
        """The batches of the next epoch, or of the rest of one that was interrupted.

        batch_size: samples of each batch. Without one (and without max_batch_size), single samples:
            tuples of Tensors. It stays the same for the life of the reader.
        ctx: accepted; reading has threads of its own.
        capture: accepted; every loop runs ahead where it can.

        Returns an iterator that knows its length. It yields tuples of Batches, or dicts for readers
        with named outputs. After a `break`, the next call continues with the rest of the epoch and
        warns about it once; `reset()` starts a new one.
        """
        self.settle()
        with self._lock:
            self.moving()
            size = self._max_batch_size if batch_size is None else self._size(batch_size)
            self._use("samples" if size is None else "batches", size or 1)
            if size is not None and size > (self._max_batch_size or size):
                raise self._error(
                    errors.ArgumentError,
                    f"batch_size={size} is larger than max_batch_size={self._max_batch_size}",
                )
            order = self._open()
            p = order.begin(self._progress, size or 1)
            if p.in_epoch >= order.quota(p) and not self._restored:
                p = order.next_epoch(p)  # left right after its last batch: that epoch is over
            elif p.in_epoch and not self._restored and not self._warned:
                self._warned = True
                warnings.warn(
                    f"{self.operator}: the epoch was left after {p.in_epoch} of {order.quota(p)} "
                    "batches; next_epoch() goes on with the rest of it. reset() starts a new one.",
                    stacklevel=2,
                )
            self._restored = False
            self._progress = p
            return Epoch(self, max(0, order.quota(p) - p.in_epoch), caller_site())

    def __call__(self, *, batch_size: int | None = None) -> Any:
        """The next batch, or the next sample, without regard to epochs."""
        size = self._max_batch_size if batch_size is None else self._size(batch_size)
        return self._read(size, caller_site())

    def read_batch(self, size: int, site: int) -> tuple[Batch, ...]:
        """The next batch for a pipeline, whose graph has the reader in this line."""
        batch = self._read(size, site, quiet=self.device is not Device.CPU)
        return tuple(batch.values()) if isinstance(batch, dict) else batch

    def outputs(self) -> tuple[tuple[Out, ...], tuple[str, ...] | None]:
        """What batches consist of, and the names of the parts, if they have any."""
        self._open()
        assert self._source is not None
        return self._source.outputs, self._source.names

    def _read(self, size: int | None, site: int, quiet: bool = False) -> Any:
        self.settle()
        with self._lock:
            self._use("calls", size or 0)
            order = self._open()
            self.moving()
            p = order.begin(self._progress, size or 1)
            while p.in_epoch >= order.quota(p):
                p = order.next_epoch(p)
            self._progress = p
            return self._take(site, loop=False, quiet=quiet)

    def reset(self) -> None:
        """Start anew: the next `next_epoch()` begins the epoch after the interrupted one.

        Nothing happens between epochs. The batch size may be another afterwards.
        """
        self.settle()
        with self._lock:
            self.moving()
            self._mode = None
            self._warned = False
            p = self._progress
            if p.in_epoch:
                order = self._open()
                over = p.in_epoch >= order.quota(p)
                self._progress = order.next_epoch(p) if over else order.skip_epoch(p)
            self._restored = False
            if self._order is not None:
                self._ahead.clear()

    def __len__(self) -> int:
        """Samples of an epoch, of this reader's shard."""
        return self._open().shard_size(self._progress.epoch)

    def get_metadata(self, batch_size: int | None = None) -> ReaderMeta:
        """Sizes and shards of the dataset."""
        order = self._open()
        padded = -(-order.length // self._shards) * self._shards if self._pad else order.length
        return ReaderMeta(
            epoch_size=order.length,
            epoch_size_padded=padded,
            number_of_shards=self._shards,
            shard_id=self._shard,
            pad_last_batch=int(self._pad),
            stick_to_shard=int(self._stick),
        )

    # ---- state --------------------------------------------------------------------------------

    def get_state(self, *, cuda_stream: Any = None) -> ReaderState:
        """Where the reader stands, at any time: after the batches that were delivered."""
        return self.state_at(self.delivered())

    def state_at(self, mark: Progress) -> ReaderState:
        """The state that belongs to a mark."""
        with self._lock:
            return _state.write(self.operator, self._settings(), mark)

    def set_state(self, state: ReaderState | str | bytes) -> None:
        """Go on from a state: `next_epoch()` then yields the rest of the epoch it was taken in.

        The number of shards and the batch size may be others than they were: what the ranks had not
        read is divided anew. Everything that decides the order is as it was, the seed included.
        """
        if isinstance(state, bytes):
            state = state.decode("utf-8", "replace")
        if not isinstance(state, (ReaderState, str)):
            raise self._error(
                errors.ArgumentTypeError,
                f"needs a ReaderState or its text, got {errors.brief(state)}",
            )
        self.settle()
        with self._lock:
            self.moving()
            try:
                saved, p = _state.read(str(state), self.operator, self._settings())
                self._open().check(p)
            except errors.Error as e:
                raise e.locate(operator=self.operator, site=caller_site()) from None
            if self._order is not None:
                self._ahead.leave()
            if saved["seed"] != self._seed:
                self._seed = saved["seed"]
                self._order = None
            self._progress = p
            self._restored = True
            self._mode = None
            if self._order is not None:
                self._ahead.clear()

    def _settings(self) -> dict[str, Any]:
        return {
            "length": self._open().length,
            "shuffle": self._shuffle,
            "seed": self._seed,
            "stick_to_shard": self._stick,
            "pad_last_batch": self._pad,
        }

    def mark(self) -> Progress:
        """For `Followed`."""
        return self._progress

    def rewind(self, mark: Progress) -> None:
        """For `Followed`: what came after the mark was never delivered."""
        self._progress = mark  # without the lock: its holder may wait for the producer's end

    # ---- inside -------------------------------------------------------------------------------

    def _take(self, site: int, loop: bool, quiet: bool = False) -> Any:
        """The next batch of this epoch. The lock is held, and there is one."""
        assert self._order is not None
        self.moving()
        p = self._progress
        after = self._order.after(p)
        single = self._mode == ("samples", 1) or self._mode == ("calls", 0)
        try:
            batch = self._ahead.take(
                p, site, single=single, loop=loop, device=self.device, quiet=quiet
            )
        except Exception:
            self._progress = after  # a batch that cannot be read is over; an interrupted one is not
            raise
        self._progress = after
        return batch

    def _open(self) -> Order:
        """The order, and with it the source."""
        with self._lock:
            if self._source is None:
                try:
                    self._source = self._make()
                except errors.Error as e:
                    raise e.locate(operator=self.operator, site=caller_site()) from None
            if self._order is None:
                n = len(self._source)
                if n == 0:
                    raise self._error(errors.ArgumentError, "the dataset is empty")
                if n < self._shards:
                    raise self._error(
                        errors.ArgumentError,
                        f"{self._shards} shards of {n} samples: some are empty",
                    )
                self._order = Order(
                    n,
                    seed=self._seed if self._shuffle else None,
                    shards=self._shards,
                    shard=self._shard,
                    stick=self._stick,
                    pad=self._pad,
                    runs=self._source.runs,
                    runs_mixed=self._source.runs_mixed,
                )
                self._ahead = Ahead(
                    self._source, self._order, self.operator, self._depth, self._fill
                )
            return self._order

    def _use(self, mode: str, size: int) -> None:
        """Readers are used in one way; batch and sample mode do not mix."""
        if self._mode is None:
            self._mode = mode, size
        was, before = self._mode
        if was != mode:
            raise self._error(
                errors.ExecutionError,
                f"the reader was used for {was}, it cannot change to {mode}: make another one, or "
                "call reset()",
            )
        if before != size:
            raise self._error(
                errors.ArgumentError,
                f"batch_size was {before}, it cannot change to {size}: make another reader, or "
                "call reset()",
            )

    def _size(self, value: Any) -> int:
        return self._count("batch_size", value, 1, MOST_SAMPLES)

    def _count(self, name: str, value: Any, least: int = 1, most: int | None = None) -> int:
        try:
            number = _operator.index(value)
        except TypeError:
            raise self._error(
                errors.ArgumentTypeError, f"{name} is an integer, got {errors.brief(value)}"
            ) from None
        if number < least:
            raise self._error(errors.ArgumentError, f"{name} is at least {least}, got {number}")
        if most is not None and number > most:
            raise self._error(errors.ArgumentError, f"{name} is at most {most}, got {number}")
        return number

    def _error(self, cls: type[errors.Error], text: str) -> errors.Error:
        return cls(text, operator=self.operator, site=caller_site())

    def __repr__(self) -> str:
        return f"<{self.operator}{f' {self.name!r}' if self.name else ''}>"
