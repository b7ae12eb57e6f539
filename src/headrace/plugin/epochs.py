"""Which batches belong to an epoch, as a function of the epoch's number alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from headrace.core.enums import Choice


class LastBatchPolicy(Choice):
    """What happens to an incomplete last batch of an epoch.

    FILL: it is filled with samples of the next epoch (or with padding, by `pad_last_batch`).
    DROP: it is omitted.
    PARTIAL: it has only the remaining samples.
    """

    FILL = 0
    DROP = 1
    PARTIAL = 2


# Note [Epochs that overlap]
# A reader without padding fills the last batch of an epoch from the beginning of the next one. With
# FILL those samples must not come twice, so the next epoch is shorter. Epoch e ends after
# ceil(s(e) / batch) batches in all, where s(e) is the number of samples of epochs 0 … e; if shards
# differ in size, that of the largest shard, because every rank must see the same number of batches.
# An epoch whose samples were all used before it is skipped.
# DROP and PARTIAL start every epoch with a new batch, and count as if it were the first.


@dataclass(frozen=True)
class Epoch:
    """The number of batches of an epoch."""

    batches: int | None  # delivered; None: until a pipeline ends
    dropped: int  # after those, not delivered
    size: int  # in samples, as reported by `size` of an iterator


class Epochs:
    """Epochs of unknown size: pipelines end them."""

    def epoch(self, number: int) -> Epoch:
        """What is known about an epoch."""
        return Epoch(None, 0, -1)

    def after(self, number: int) -> int:
        """The number of the next epoch."""
        return number + 1

    def counts(self, number: int, batch: int) -> list[int] | None:
        """How many samples of a batch belong to the epoch, by pipeline; None: all."""
        return None


class _KnownEpochs(Epochs):
    """Epochs of known size, in batches of one size."""

    def __init__(self, step: int, policy: LastBatchPolicy, *, padded: bool) -> None:
        self._step = step  # samples per batch
        self._policy = policy
        self._padded = padded  # every epoch starts with a new batch
        self._overlap = policy is LastBatchPolicy.FILL and not padded

    def after(self, number: int) -> int:
        number += 1
        while self._overlap and not self._until(number + 1) - self._until(number):
            number += 1
        return number

    def _until(self, number: int) -> int:
        """Batches of all earlier epochs, if epochs overlap."""
        return _ceil(self._samples(number), self._step)

    def _samples(self, number: int) -> int:
        """Samples of all earlier epochs."""
        raise NotImplementedError


class SizedEpochs(_KnownEpochs):
    """Epochs of a given size, summed over all pipelines.

    >>> fill = SizedEpochs(10, 4, 1, LastBatchPolicy.FILL)
    >>> [fill.epoch(i).batches for i in range(4)]
    [3, 2, 3, 2]
    >>> partial = SizedEpochs(10, 4, 2, LastBatchPolicy.PARTIAL)
    >>> partial.epoch(0).batches, partial.counts(0, 1)
    (2, [2])
    """

    def __init__(
        self, size: int, batch: int, pipelines: int, policy: LastBatchPolicy, padded: bool = False
    ) -> None:
        super().__init__(batch * pipelines, policy, padded=padded)
        self._size = size
        self._batch = batch
        self._pipelines = pipelines

    def _samples(self, number: int) -> int:
        return number * self._size

    def epoch(self, number: int) -> Epoch:
        if self._policy is LastBatchPolicy.DROP:
            full, rest = divmod(self._size, self._step)
            return Epoch(full, bool(rest), self._size)
        if self._overlap:
            return Epoch(self._until(number + 1) - self._until(number), 0, self._size)
        return Epoch(_ceil(self._size, self._step), 0, self._size)

    def counts(self, number: int, batch: int) -> list[int]:
        left = self._size - batch * self._step
        if self._overlap:
            left = self._samples(number + 1) - (self._until(number) + batch) * self._step
        each = [_clip(left - i * self._batch, self._batch) for i in range(self._pipelines)]
        return [n for n in each if n] if self._policy is LastBatchPolicy.PARTIAL else each


class ReaderEpochs(_KnownEpochs):
    """Epochs of a reader; each pipeline reads one of its shards.

    >>> meta = dict(epoch_size=7, number_of_shards=2, pad_last_batch=0, stick_to_shard=0)
    >>> epochs = ReaderEpochs(meta, [0, 1], 3, LastBatchPolicy.PARTIAL)
    >>> epochs.epoch(0).batches, epochs.counts(0, 0), epochs.counts(0, 1)
    (2, [3, 3], [0, 1])
    """

    def __init__(
        self, meta: dict[str, Any], shards: list[int], batch: int, policy: LastBatchPolicy
    ) -> None:
        super().__init__(batch, policy, padded=bool(meta["pad_last_batch"]))
        self._total = int(meta["epoch_size"])
        self._number_of_shards = int(meta["number_of_shards"])
        self._stick = bool(meta["stick_to_shard"])
        self._shards = shards  # first shard of each pipeline
        self._smallest = self._total // self._number_of_shards
        self._largest = _ceil(self._total, self._number_of_shards)

    def _shard_size(self, shard: int) -> int:
        total, count = self._total, self._number_of_shards
        return (shard + 1) * total // count - shard * total // count

    def _samples_of(self, shard: int, number: int) -> int:
        """Samples of all earlier epochs, for a pipeline that started at this shard."""
        if self._stick:
            return number * self._shard_size(shard)
        total, count = self._total, self._number_of_shards
        rounds, rest = divmod(number, count)
        return rounds * total + (shard + rest) * total // count - shard * total // count

    def _samples(self, number: int) -> int:
        # Of the largest sum over shards: some run of `rest` shards rounds up.
        if self._stick:
            return number * self._largest
        rounds, rest = divmod(number, self._number_of_shards)
        return rounds * self._total + _ceil(rest * self._total, self._number_of_shards)

    def epoch(self, number: int) -> Epoch:
        whole = _ceil(self._largest, self._step)
        if self._policy is LastBatchPolicy.DROP:
            full, rest = divmod(self._smallest, self._step)
            return Epoch(full, whole - full if self._padded else bool(rest), self._smallest)
        batches = self._until(number + 1) - self._until(number) if self._overlap else whole
        return Epoch(batches, 0, self._largest if self._padded else batches * self._step)

    def counts(self, number: int, batch: int) -> list[int]:
        return [_clip(self._left(i, number, batch), self._step) for i in self._shards]

    def _left(self, shard: int, number: int, batch: int) -> int:
        if self._overlap:
            taken = (self._until(number) + batch) * self._step
            return self._samples_of(shard, number + 1) - taken
        here = shard if self._stick else (shard + number) % self._number_of_shards
        return self._shard_size(here) - batch * self._step


def _ceil(a: int, b: int) -> int:
    return -(-a // b)


def _clip(n: int, most: int) -> int:
    return max(0, min(n, most))
