"""Reader: what all readers have in common: epochs, batches, prefetching, state."""

from __future__ import annotations

import dataclasses
import operator as _operator
import re
from collections.abc import Callable
from typing import Any, ClassVar, Literal, TypedDict

from ..core import errors
from ..core.device import Device
from ..core.device import device as read_device
from ..core.site import caller_site, warn
from ..engine import following
from ..engine.params import OnError
from . import state as _state
from .cursor import Cursor
from .epoch import Epoch
from .order import MOST_SHARDS
from .source import Source
from .state import ReaderState

MOST_AHEAD = 1024  # batches that are read before they are asked for
MOST_SAMPLES = 1 << 24  # of a batch
_UNUSED = ("initial_fill", "read_ahead", "dont_use_mmap", "skip_cached_images", "tensor_init_bytes")
_SEED = 0x5EED  # of readers that are given none: the same order in every process


class ReaderMeta(TypedDict):
    """What `Reader.get_metadata` tells."""

    epoch_size: int
    epoch_size_padded: int
    number_of_shards: int
    shard_id: int
    pad_last_batch: int
    stick_to_shard: int


@dataclasses.dataclass(frozen=True)
class ReaderDefinition:
    """What `@reader` says of a reader."""

    name: str  # in dynamic mode, such as "readers.TFRecord"
    make: Callable[..., Source]
    graph_aliases: tuple[str, ...] = ()  # old names of `fn`
    deprecated: dict[str, str] = dataclasses.field(default_factory=dict)  # names of arguments
    unused: tuple[str, ...] = ()  # arguments of its own without a meaning here
    to_gpu: bool = False  # its batches may be asked for on a GPU
    result: Literal["node", "list", "dict"] | None = None  # in graphs; None: the arguments decide
    parts: tuple[str, ...] = ()  # names of outputs for those that need some

    @property
    def graph_name(self) -> str:
        """The name in graphs: "readers.tfrecord"."""
        return re.sub("(?<=[a-z])(?=[A-Z])", "_", self.name).lower()

    @property
    def without_effect(self) -> frozenset[str]:
        """Arguments without a meaning here."""
        return frozenset({*_UNUSED, *self.unused})


class Reader:
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

    _definition: ClassVar[ReaderDefinition]

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
        where = read_device(device) or Device.CPU
        if where is not Device.CPU and not self._definition.to_gpu:
            raise self._error(
                errors.DeviceError,
                "it reads into CPU memory: device is 'cpu'; .gpu() moves what it reads",
            )
        self._name = name
        self._max_batch_size = None if max_batch_size is None else self._size(max_batch_size)
        shards = self._count("num_shards", num_shards, 1, MOST_SHARDS)
        shard = self._count("shard_id", shard_id, 0)
        if shard >= shards:
            raise self._error(
                errors.ArgumentError,
                f"shard_id={shard_id} is not below num_shards={num_shards}: ranks count from 0",
            )
        if shuffle_after_epoch and (random_shuffle or stick_to_shard):
            other = "random_shuffle" if random_shuffle else "stick_to_shard"
            raise self._error(errors.ArgumentError, f"shuffle_after_epoch excludes {other}")
        given = shuffle_after_epoch_seed if shuffle_after_epoch else (seed if seed != -1 else None)
        self._count("initial_fill", initial_fill, 0)
        depth = self._count("prefetch_queue_depth", prefetch_queue_depth, 1, MOST_AHEAD)
        self._warned = False
        self._cursor = Cursor(
            self._definition.name,
            make,
            where,
            depth=depth,
            fill=on_error == "fill",
            shuffle=bool(random_shuffle or shuffle_after_epoch),
            seed=_SEED if given is None else _operator.index(given) & (1 << 64) - 1,
            shards=shards,
            shard=shard,
            stick=bool(stick_to_shard),
            pad=bool(pad_last_batch),
        )
        if not lazy_init:
            assert self._cursor.order

    @property
    def device(self) -> Device:
        """Where its batches are."""
        return self._cursor.device

    @property
    def name(self) -> str | None:
        """The name it was given."""
        return self._name

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
        cursor = self._cursor
        following.settle(cursor)
        with cursor.lock:
            following.moving(cursor)
            size = self._max_batch_size if batch_size is None else self._size(batch_size)
            cursor.use("samples" if size is None else "batches", size or 1)
            if size is not None and size > (self._max_batch_size or size):
                raise self._error(
                    errors.ArgumentError,
                    f"batch_size={size} is larger than max_batch_size={self._max_batch_size}",
                )
            order = cursor.order
            p = order.begin(cursor.progress, size or 1)
            if p.in_epoch >= order.quota(p) and not cursor.restored:
                p = order.next_epoch(p)  # left right after its last batch: that epoch is over
            elif p.in_epoch and not cursor.restored and not self._warned:
                self._warned = True
                warn(
                    f"{self._definition.name}: the epoch was left after {p.in_epoch} of "
                    f"{order.quota(p)} batches; next_epoch() goes on with the rest of it. reset() "
                    "starts a new one.",
                )
            cursor.restored = False
            cursor.progress = p
            return Epoch(cursor, max(0, order.quota(p) - p.in_epoch), caller_site())

    def __call__(self, *, batch_size: int | None = None) -> Any:
        """The next batch, or the next sample, without regard to epochs."""
        size = self._max_batch_size if batch_size is None else self._size(batch_size)
        return self._cursor.read(size, caller_site())

    def reset(self) -> None:
        """Start anew: the next `next_epoch()` begins the epoch after the interrupted one.

        Nothing happens between epochs. The batch size may be another afterwards.
        """
        cursor = self._cursor
        following.settle(cursor)
        with cursor.lock:
            following.moving(cursor)
            self._warned = False
            p = cursor.progress
            if p.in_epoch:
                p = cursor.order.next_epoch(p) if cursor.over else cursor.order.skip_epoch(p)
            cursor.restart(p)

    def __len__(self) -> int:
        """Samples of an epoch, of this reader's shard."""
        return self._cursor.order.shard_size(self._cursor.progress.epoch)

    def get_metadata(self, batch_size: int | None = None) -> ReaderMeta:
        """Sizes and shards of the dataset."""
        order = self._cursor.order
        padded = -(-order.length // order.shards) * order.shards if order.pad else order.length
        return ReaderMeta(
            epoch_size=order.length,
            epoch_size_padded=padded,
            number_of_shards=order.shards,
            shard_id=order.shard,
            pad_last_batch=int(order.pad),
            stick_to_shard=int(order.stick),
        )

    # ---- state --------------------------------------------------------------------------------

    def get_state(self, *, cuda_stream: Any = None) -> ReaderState:
        """Where the reader stands, at any time: after the batches that were delivered."""
        return self._cursor.state(following.delivered(self._cursor))

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
        cursor = self._cursor
        following.settle(cursor)
        with cursor.lock:
            following.moving(cursor)
            try:
                saved, p = _state.read(str(state), cursor.operator, cursor.settings)
                cursor.order.check(p)
            except errors.Error as e:
                raise e.locate(operator=cursor.operator, site=caller_site()) from None
            cursor.restart(p, saved["seed"], restored=True)

    # ---- inside -------------------------------------------------------------------------------

    def _size(self, value: Any) -> int:
        return self._count("batch_size", value, 1, MOST_SAMPLES)

    def _count(self, name: str, value: Any, least: int = 1, most: int | None = None) -> int:
        return errors.integer(name, value, least, most, operator=self._definition.name)

    def _error(self, cls: type[errors.Error], text: str) -> errors.Error:
        return cls(text, operator=self._definition.name, site=caller_site())

    def __repr__(self) -> str:
        return f"<{self._definition.name}{f' {self._name!r}' if self._name else ''}>"
