"""Stages: what is left of the passes over the data when ranks or batch sizes change.

See Note [Stages] in order.py.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..core import errors
from .source import Numbers

if TYPE_CHECKING:
    from .order import Order

MOST_WORK = 1 << 24  # limit on the numbers that all stages store


class Stage:
    """The passes under one division into shards: whole, or what earlier divisions left of them.

    Note [Runs of passes]
    What earlier stages left of a pass differs from pass to pass only where some rank stopped. Ranks
    that rotate stop within a few passes of one another; ranks that stick may be far apart, but all
    passes between two stops are alike. So the passes from `start` to `whole`, which are not whole,
    are cut into few runs, and a run is gone through at once: nothing takes longer because a count
    is large.
    """

    def __init__(
        self, order: Order, shards: int, start: int, previous: Stage | None, taken: int
    ) -> None:
        self.order, self.shards, self.previous, self._taken = order, shards, previous, taken
        self._left: dict[int, tuple[Numbers, Numbers]] = {}
        self._cursor: dict[int, tuple[int, int, int]] = {}  # rank → (samples, pass, offset)
        self.start = self.whole = start
        self._cuts: list[int] = []  # where runs begin; the last one: where the passes are whole
        self.work: int = 0 if previous is None else previous.work
        if previous is None or order.pad:
            return
        self._stops, self._offsets = previous.reach_all(np.arange(previous.shards), taken)
        stops = np.unique(self._stops)
        self.start = int(stops[0])
        self.whole = max(previous.whole, int(stops[-1]) + 1)
        if order.stick:
            inherited = [cut for cut in previous._cuts if cut > self.start]
            ends = {*stops.tolist(), *(stops + 1).tolist(), *inherited, self.whole}
            cuts: Sequence[int] = sorted(ends)
        else:
            cuts = range(self.start, self.whole + 1)
        self.work += len(cuts) * (shards + previous.shards)
        if self.work > MOST_WORK:
            raise errors.ArgumentError(
                "the ranks of earlier stages stopped too far apart to go on with what they left"
            )
        self._cuts = list(cuts)

    def length(self, number: int) -> int:
        """Samples of a pass."""
        if self._is_whole(number):
            return self.order.length
        return int(self._tails(number)[0][-1])

    def bounds(self, number: int, shard: int) -> tuple[int, int]:
        """Where a shard of a pass begins and ends."""
        n = self.length(number)
        return shard * n // self.shards, (shard + 1) * n // self.shards

    def trace(self, number: int, positions: Numbers) -> Numbers:
        """Positions in the pass of positions in what is left of it."""
        stage = self
        while not stage._is_whole(number):
            assert stage.previous is not None
            ends, starts = stage._tails(number)
            shard = np.searchsorted(ends, positions, side="right") - 1
            positions = starts[shard] + positions - ends[shard]
            stage = stage.previous
        return positions

    def reach(self, rank: int, samples: int) -> tuple[int, int]:
        """Pass, and offset in its shard, where a rank is after so many samples (unpadded)."""
        done, number, offset = self._cursor.get(rank, (0, self.start, 0))
        left = samples - done + offset
        low, high = self.bounds(number, self.order.shard_of(rank, number, self.shards))
        if samples < done or left >= high - low:
            numbers, offsets = self.reach_all(np.array([rank]), samples)
            number, left = int(numbers[0]), int(offsets[0])
        self._cursor[rank] = samples, number, left
        return number, left

    def reach_all(self, ranks: Numbers, samples: int) -> tuple[Numbers, Numbers]:
        """The same for many ranks: their passes, and the offsets in their shards."""
        numbers = np.full(len(ranks), self.start, np.int64)
        left = np.full(len(ranks), samples, np.int64)
        moving = np.full(len(ranks), True)
        for first, end in zip(self._cuts, self._cuts[1:]):
            sizes = self._sizes(first, ranks)
            passes = np.where(sizes > 0, left // np.maximum(sizes, 1), end - first)
            passes = np.where(moving, passes.clip(max=end - first), 0)
            numbers += passes
            left -= passes * sizes
            moving &= passes == end - first
            if not moving.any():
                return numbers, left
        # From here on passes are whole.
        if self.order.stick:
            sizes = self._sizes(self.whole, ranks)
            passes = np.where(moving, left // sizes, 0)
            left -= passes * sizes
            return numbers + passes, left
        # In as many passes as there are shards a rank gets each once: skip whole rounds. In the
        # k passes after them it gets the shards from `shard` on, that is, the samples from
        # shard·n/S to (shard + k)·n/S.
        n, shards = self.order.length, self.shards
        rounds, rest = np.divmod(left, n)
        shard = (ranks + numbers) % shards
        target = rest + shard * n // shards
        last = ((target + 1) * shards - 1) // n
        passes = rounds * shards + last - shard
        offsets: Numbers = target - last * n // shards
        return (
            np.where(moving, numbers + passes, numbers),
            np.where(moving, offsets, left),
        )

    def next_pass(self, number: int) -> int:
        """The next pass of which a different part is left."""
        if not self.order.stick or number >= self.whole:
            return number + 1
        return self._cuts[bisect.bisect_right(self._cuts, number)]

    def _is_whole(self, number: int) -> bool:
        return self.previous is None or (not self.order.pad and number >= self.whole)

    def _sizes(self, number: int, ranks: Numbers) -> Numbers:
        """Samples of the ranks' shards of a pass."""
        n = self.length(number)
        shard = ranks if self.order.stick else (ranks + number) % self.shards
        sizes: Numbers = (shard + 1) * n // self.shards - shard * n // self.shards
        return sizes

    def _tails(self, number: int) -> tuple[Numbers, Numbers]:
        """For the unread tails of the previous stage's shards: the running totals of their sizes,
        from 0 on, and where they begin in the previous stage."""
        chain: list[Stage] = []
        stage: Stage | None = self
        while stage is not None and not stage._is_whole(number) and number not in stage._left:
            chain.append(stage)
            stage = stage.previous
        while chain:
            chain.pop()._fill_tails(number)
        return self._left[number]

    def _fill_tails(self, number: int) -> None:
        """Computes `_tails` of a pass; those of the previous stage are known."""
        before = self.previous
        assert before is not None
        n = before.length(number)
        cuts = np.arange(before.shards + 1, dtype=np.int64) * n // before.shards
        sizes = np.diff(cuts)
        if self.order.pad:
            gone = sizes.clip(max=self._taken)
        else:
            ranks = np.arange(before.shards)
            shard = ranks if self.order.stick else (ranks + number) % before.shards
            part = np.where(number == self._stops, self._offsets, 0)
            gone = np.zeros(before.shards, np.int64)
            gone[shard] = np.where(number < self._stops, sizes[shard], part)
        if len(self._left) > 64:
            self._left.clear()
        self._left[number] = np.concatenate([[0], np.cumsum(sizes - gone)]), cuts[:-1] + gone
