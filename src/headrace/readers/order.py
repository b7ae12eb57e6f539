"""Order: which samples make up batch k of epoch e, for every rank. Pure functions, no replay.

Note [Passes]
A pass goes once through all samples, in an order of its own. Shard j of a pass is the part of it
between j/S and (j+1)/S. In epoch e, rank r reads shard (r + e) mod S of pass e, or always shard r
(`stick_to_shard`). With padding, the last sample of a shard is repeated until the last batch is
full, and an epoch is a pass. Without, a rank's shards of all passes follow one another as one
stream, cut into batches: the last batch of an epoch is filled from the next pass, which goes on
from there.

Note [Stages]
A run may go on with other numbers of ranks or other batch sizes than it began with. What the ranks
had read by then, in lockstep, is known from three numbers (shards, batches, batch size); what
remains of every pass is the union of the tails of its shards, in their order. It is cut into shards
anew: a new stage. Positions in a stage are traced back to positions in the pass, so nothing is read
twice and nothing is lost, however often that happens.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _native
from ..core import errors
from .source import Numbers
from .stages import Stage

_BASE = (1 << 64) - 1  # stream of the permutation that assigns samples to shards that stick
MOST_SHARDS = 1 << 20
_MOST_PASSES = 1 << 40  # pass and shard together number a permutation's stream
_MOST_STAGES = 1 << 12
_MOST_SAMPLES = 1 << 62  # of one rank, in a stage


@dataclasses.dataclass(frozen=True)
class ReaderProgress:
    """How far a reader has come: its whole state, as a few numbers."""

    epoch: int = 0
    start: int = 0  # the pass that the first stage began with
    stages: tuple[tuple[int, int, int], ...] = ()  # earlier (shards, batches, batch size)
    shards: int = 1
    batch_size: int = 0  # 0: nothing was read in this stage
    batches: int = 0  # of this stage
    begun: int = 0  # of them, before this epoch
    rest: int | None = None  # samples of this epoch, for all ranks, when the stage began

    @property
    def in_epoch(self) -> int:
        """Batches of this epoch that this stage has seen."""
        return self.batches - self.begun


class Order:
    """The order of `length` samples, and their division among ranks."""

    def __init__(
        self,
        length: int,
        *,
        seed: int | None = None,
        shards: int = 1,
        shard: int = 0,
        stick: bool = False,
        pad: bool = False,
        runs: Numbers | None = None,
        runs_mixed: int = 16,
    ) -> None:
        self.length, self.seed, self.shards, self.shard = length, seed, shards, shard
        self.stick, self.pad = stick, pad
        self._runs, self._runs_mixed = runs, runs_mixed
        self._permutations: dict[Any, Callable[[Numbers], Numbers]] = {}
        self._stage: tuple[Any, Stage] | None = None

    # ---- epochs -------------------------------------------------------------------------------

    def first(self) -> ReaderProgress:
        """Where a run begins."""
        return ReaderProgress(shards=self.shards)

    def begin(self, p: ReaderProgress, batch_size: int) -> ReaderProgress:
        """The progress from which batches of this size go on: a new stage if the size changes."""
        if (p.shards, p.batch_size) == (self.shards, batch_size):
            return p
        rest = None
        if not self.pad and (p.in_epoch or p.rest is not None):
            taken_at_once = p.batch_size * p.shards
            before = self.quota(p) * taken_at_once if p.rest is None else p.rest
            rest = max(0, before - p.in_epoch * taken_at_once)
        if p.batches == 0:
            return dataclasses.replace(p, shards=self.shards, batch_size=batch_size, rest=rest)
        return ReaderProgress(
            p.epoch, p.start, (*p.stages, (p.shards, p.batches, p.batch_size)),
            self.shards, batch_size, rest=rest,
        )  # fmt: skip

    def quota(self, p: ReaderProgress) -> int:
        """How many batches this stage has in this epoch."""
        if p.rest is not None:
            return -(-p.rest // (p.shards * p.batch_size))
        if self.pad:
            samples = -(-self._stage_of(p).length(p.epoch) // p.shards)
        elif p.shards != self.shards:
            samples = -(-self.length // p.shards)
        else:
            samples = self.shard_size(p.epoch)
        return -(-samples // p.batch_size)

    def shard_size(self, epoch: int = 0) -> int:
        """Samples of this rank's shard in an epoch, with padding."""
        if self.pad:
            return -(-self.length // self.shards)
        j = self.shard_of(self.shard, epoch, self.shards)
        return (j + 1) * self.length // self.shards - j * self.length // self.shards

    def shard_of(self, rank: int, epoch: int, shards: int) -> int:
        """Which shard a rank reads."""
        return rank if self.stick else (rank + epoch) % shards

    def after(self, p: ReaderProgress) -> ReaderProgress:
        """The progress after one more batch of this epoch."""
        return dataclasses.replace(p, batches=p.batches + 1)

    def next_epoch(self, p: ReaderProgress) -> ReaderProgress:
        """The beginning of the next epoch."""
        epoch = p.epoch + 1
        if self.pad:
            return ReaderProgress(epoch, epoch, (), p.shards, p.batch_size)
        return dataclasses.replace(p, epoch=epoch, begun=p.batches, rest=None)

    def skip_epoch(self, p: ReaderProgress) -> ReaderProgress:
        """The next epoch, with nothing left over from this one or before."""
        passes = p.epoch + 1
        if not self.pad and p.batches:
            ranks = np.arange(p.shards)
            reached = self._stage_of(p).reach_all(ranks, p.batches * p.batch_size)[0]
            passes = max(passes, int(reached.max()) + 1)
        return ReaderProgress(p.epoch + 1, passes, (), p.shards, p.batch_size)

    def begin_pass(self, p: ReaderProgress, over: bool = False) -> ReaderProgress:
        """The beginning of a pass: of this one, if nothing of it was delivered, else of the next.
        See Note [Epochs and passes] in passes.py. over: this one is."""
        if p.begun or p.epoch != p.start:  # earlier epochs did not end with a pass
            untouched = not p.stages and p.batches == 0
            number = p.start if untouched else self.skip_epoch(p).start
        else:
            number = p.start + 1 if over or p.batches or p.stages else p.start
        return ReaderProgress(number, number, (), p.shards, p.batch_size)

    def pass_size(self, p: ReaderProgress) -> int:
        """How many samples of the pass this rank reads in this stage."""
        stage = self._stage_of(p)
        if self.pad:
            return -(-stage.length(p.start) // p.shards)
        low, high = stage.bounds(p.start, self.shard_of(self.shard, p.start, p.shards))
        return high - low

    def check(self, p: ReaderProgress) -> None:
        """Raises unless a reader of so many samples can have come to this progress."""
        stages = [*p.stages, (p.shards, p.batches, p.batch_size)]
        if len(stages) > _MOST_STAGES:
            raise _impossible(f"{len(stages)} stages, more than {_MOST_STAGES}")
        for shards, batches, batch_size in stages:
            if shards > min(self.length, MOST_SHARDS):
                raise _impossible(f"{shards} shards of {self.length} samples")
            if batches * batch_size >= _MOST_SAMPLES:
                raise _impossible(f"{batches} batches of {batch_size} samples")
        if max(p.epoch, p.start) >= _MOST_PASSES:
            raise _impossible(f"epoch {max(p.epoch, p.start)}")
        if p.rest is None:
            most = -(-self.length // p.shards)
        else:
            most = -(-p.rest // p.shards)
            if p.rest > self.length + max(s * (b + 1) for s, _, b in stages):
                raise _impossible(f"{p.rest} samples left of an epoch of {self.length}")
        if p.in_epoch > -(-most // max(p.batch_size, 1)):
            raise _impossible(f"{p.in_epoch} batches of an epoch that has fewer")
        if self.pad:
            return
        reached = self._stage_of(p).reach_all(np.arange(p.shards), p.batches * p.batch_size)[0]
        if reached.max() >= _MOST_PASSES:
            raise _impossible(f"{reached.max()} passes over the data")

    # ---- samples ------------------------------------------------------------------------------

    def batch(self, p: ReaderProgress) -> Numbers:
        """The numbers of the samples of the next batch."""
        stage = self._stage_of(p)
        if self.pad:
            return self._samples(stage, p.epoch, self._padded(stage, p))
        parts = []
        number, offset = stage.reach(self.shard, p.batches * p.batch_size)
        missing = p.batch_size
        while missing:
            low, high = stage.bounds(number, self.shard_of(self.shard, number, p.shards))
            if low == high:
                number = stage.next_pass(number)
                continue
            low += offset
            count = min(missing, high - low)
            at = np.arange(low, low + count, dtype=np.int64)
            parts.append(self._samples(stage, number, at))
            missing -= count
            number, offset = number + 1, 0
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def _padded(self, stage: Stage, p: ReaderProgress) -> Numbers:
        low, high = stage.bounds(p.epoch, self.shard_of(self.shard, p.epoch, p.shards))
        at = low + p.batches * p.batch_size + np.arange(p.batch_size, dtype=np.int64)
        # A shard without samples repeats its neighbour's last.
        return np.maximum(np.minimum(at, high - 1), 0)

    def _samples(self, stage: Stage, number: int, positions: Numbers) -> Numbers:
        positions = stage.trace(number, positions)
        if self.seed is None:
            return positions
        if not self.stick:
            return self._permutation(number << 24, 0, self.length)(positions)
        first = stage
        while first.previous is not None:
            first = first.previous
        out = np.empty_like(positions)
        bounds = np.arange(first.shards + 1, dtype=np.int64) * self.length // first.shards
        shards = np.searchsorted(bounds, positions, side="right") - 1
        for j in np.unique(shards).tolist():
            low, high = int(bounds[j]), int(bounds[j + 1])
            mine = shards == j
            stream = (number << 24) + j + 1
            out[mine] = low + self._permutation(stream, low, high)(positions[mine] - low)
        return out if self._runs is not None else self._permutation(_BASE, 0, self.length)(out)

    def _permutation(self, stream: int, low: int, high: int) -> Callable[[Numbers], Numbers]:
        key = stream, low, high
        found = self._permutations.get(key)
        if found is None:
            if len(self._permutations) > 16:
                self._permutations.clear()
            assert self.seed is not None
            if self._runs is None:
                found = _native.Permutation(self.seed, stream, high - low)
            else:
                ends = np.unique(np.clip(self._runs, low, high)) - low
                found = RunPermutation(self.seed, stream, ends[ends > 0], self._runs_mixed)
            self._permutations[key] = found
        return found

    def _stage_of(self, p: ReaderProgress) -> Stage:
        key = p.start, p.stages, p.shards
        if self._stage is None or self._stage[0] != key:
            stage: Stage | None = None
            taken = 0
            for shards, batches, batch_size in p.stages:
                stage = Stage(self, shards, p.start, stage, taken)
                taken = batches * batch_size
            self._stage = key, Stage(self, p.shards, p.start, stage, taken)
        return self._stage[1]


def _impossible(what: str) -> errors.ArgumentError:
    return errors.ArgumentError(f"the state tells of {what}")


class RunPermutation:
    """A permutation that keeps neighbours close: permutes the runs, then mixes the samples of every
    `mixed` runs.

    ends: where the runs end. Needs memory for a few numbers per run; any position can be computed
    without the others.
    """

    def __init__(self, seed: int, stream: int, ends: Numbers, mixed: int) -> None:
        self._seed, self._stream = seed, stream
        starts = np.concatenate([[0], ends[:-1]]).astype(np.int64)
        order = _native.Permutation(seed, stream, len(ends))(np.arange(len(ends), dtype=np.int64))
        self._starts = starts[order]
        self._ends = np.cumsum((ends - starts)[order])  # in the new order
        last = np.arange(mixed, len(ends) + mixed, mixed).clip(max=len(ends)) - 1
        self._windows = np.concatenate([[0], self._ends[last]])
        self._inner: dict[int, Any] = {}

    def __call__(self, positions: Numbers) -> Numbers:
        windows = np.searchsorted(self._windows, positions, side="right") - 1
        mixed = np.empty_like(positions)
        for w in np.unique(windows).tolist():
            low, high = int(self._windows[w]), int(self._windows[w + 1])
            mine = windows == w
            mixed[mine] = low + self._window(w, high - low)(positions[mine] - low)
        run = np.searchsorted(self._ends, mixed, side="right")
        before = np.where(run > 0, self._ends[run - 1], 0)
        found: Numbers = self._starts[run] + mixed - before
        return found

    def _window(self, w: int, size: int) -> Any:
        found = self._inner.get(w)
        if found is None:
            if len(self._inner) > 8:
                self._inner.clear()
            seed = (self._seed + (w + 1) * 0x9E3779B97F4A7C15) & ((1 << 64) - 1)
            found = self._inner[w] = _native.Permutation(seed, self._stream, size)
        return found
