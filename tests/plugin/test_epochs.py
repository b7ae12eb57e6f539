"""Which batches belong to an epoch: arithmetic alone, without pipelines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headrace.plugin.epochs import LastBatchPolicy, ReaderEpochs, SizedEpochs

FILL, DROP, PARTIAL = LastBatchPolicy


def reader_epochs(n, batch, shards, here, policy, pad=False, stick=False):
    meta = dict(
        epoch_size=n, number_of_shards=shards, pad_last_batch=int(pad), stick_to_shard=int(stick)
    )
    return ReaderEpochs(meta, here, batch, policy)


class Shards:
    """What a reader gives to one pipeline, epoch after epoch."""

    def __init__(self, n, batch, shards, shard, pad, stick):
        self.n, self.batch, self.shards, self.pad, self.stick = n, batch, shards, pad, stick
        self.shard = shard
        self.left = []

    def take(self):
        """A batch of (sample, belongs to the data)."""
        while len(self.left) < self.batch:
            self.left += self._shard()
        made, self.left = self.left[: self.batch], self.left[self.batch :]
        return made

    def _shard(self):
        i = self.shard
        part = list(range(i * self.n // self.shards, (i + 1) * self.n // self.shards))
        if self.pad:
            length = -(-self.n // self.shards)
            length += -length % self.batch
            part += part[-1:] * (length - len(part))
        if not self.stick:
            self.shard = (i + 1) % self.shards
        return part


def run(n, batch, shards, policy, pad, stick, count):
    """Epochs of all ranks: lists of (batches by pipeline)."""
    plan = reader_epochs(n, batch, shards, list(range(shards)), policy, pad, stick)
    ranks = [Shards(n, batch, shards, i, pad, stick) for i in range(shards)]
    number, made = 0, []
    for _ in range(count):
        epoch = plan.epoch(number)
        assert epoch.batches is not None
        batches = []
        for i in range(epoch.batches):
            kept = plan.counts(number, i)
            batches.append([rank.take()[:k] for rank, k in zip(ranks, kept)])
        for _ in range(epoch.dropped):
            for rank in ranks:
                rank.take()
        made.append(batches)
        number = plan.after(number)
    return made


SIZES = st.integers(1, 20)
BATCHES = st.integers(1, 7)


@given(SIZES, BATCHES, st.integers(1, 4), st.booleans())
def test_partial_with_padding_gives_every_sample_once(n, batch, shards, stick):
    shards = min(shards, n)
    for epoch in run(n, batch, shards, PARTIAL, True, stick, 4):
        assert sorted(sample for batches in epoch for part in batches for sample in part) == [
            *range(n)
        ]


@given(SIZES, BATCHES, st.integers(1, 4))
def test_fill_counts_samples_once(n, batch, shards):
    """Without padding a pipeline reads on and on: its samples belong to an epoch each."""
    shards = min(shards, n)
    plan = reader_epochs(n, batch, shards, list(range(shards)), FILL)
    taken, number = 0, 0
    for _ in range(12):
        epoch = plan.epoch(number)
        assert epoch.batches > 0
        assert epoch.size == epoch.batches * batch
        taken += epoch.batches * batch
        number = plan.after(number)
        most = max(
            sum((j + 1) * n // shards - j * n // shards for j in _visited(i, shards, number))
            for i in range(shards)
        )
        assert most <= taken < most + batch


def _visited(first, shards, number):
    return [(first + k) % shards for k in range(number)]


@given(SIZES, BATCHES, st.integers(1, 4), st.booleans(), st.booleans())
def test_drop_gives_full_batches(n, batch, shards, pad, stick):
    shards = min(shards, n)
    plan = reader_epochs(n, batch, shards, [0], DROP, pad, stick)
    epoch = plan.epoch(0)
    assert epoch.batches == (n // shards) // batch
    assert all(plan.counts(0, i) == [batch] for i in range(epoch.batches))


@given(SIZES, BATCHES, st.integers(1, 4), st.booleans())
def test_drop_with_padding_never_begins_with_padding(n, batch, shards, stick):
    shards = min(shards, n)
    if n // shards < batch:
        return
    for number, epoch in enumerate(run(n, batch, shards, DROP, True, stick, 4)):
        for rank in range(shards):
            shard = rank if stick else (rank + number) % shards
            assert epoch[0][rank][0] == shard * n // shards


@given(SIZES, BATCHES, st.integers(1, 4), st.sampled_from([FILL, DROP, PARTIAL]), st.booleans())
def test_every_rank_has_as_many_batches(n, batch, shards, policy, pad):
    shards = min(shards, n)
    plans = [reader_epochs(n, batch, shards, [i], policy, pad) for i in range(shards)]
    number = 0
    for _ in range(6):
        assert len({plan.epoch(number).batches for plan in plans}) == 1
        (number,) = {plan.after(number) for plan in plans}


@pytest.mark.parametrize(
    ("policy", "padded", "batches"),
    [(FILL, False, [3, 2, 3, 2]), (FILL, True, [3] * 4), (DROP, False, [2] * 4),
     (PARTIAL, False, [3] * 4)],
)  # fmt: skip
def test_sizes(policy, padded, batches):
    plan = SizedEpochs(10, 4, 1, policy, padded)
    number, found = 0, []
    for _ in batches:
        found.append(plan.epoch(number).batches)
        number = plan.after(number)
    assert found == batches
    assert plan.epoch(0).size == 10


def test_samples_of_several_pipelines():
    plan = SizedEpochs(10, 4, 2, PARTIAL)
    assert [plan.counts(0, i) for i in range(2)] == [[4, 4], [2]]  # the second one has none left
    assert SizedEpochs(10, 4, 2, FILL).counts(0, 1) == [2, 0]


def test_epochs_that_are_over_before_they_begin():
    plan = SizedEpochs(3, 8, 1, FILL)  # a batch has more samples than two epochs
    number, found = 0, []
    for _ in range(3):
        found.append((number, plan.epoch(number).batches))
        number = plan.after(number)
    assert found == [(0, 1), (2, 1), (5, 1)]


def test_policy_is_read_from_text():
    assert LastBatchPolicy.parse("partial") is PARTIAL
    assert [int(policy) for policy in LastBatchPolicy] == [0, 1, 2]
