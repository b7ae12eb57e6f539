"""Order: whole epochs, disjoint shards, and what remains after other ranks take over."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headrace import _native
from headrace.readers.order import Order, ReaderProgress, RunPermutation


def orders(length, shards, **settings):
    return [Order(length, shards=shards, shard=r, **settings) for r in range(shards)]


def epoch(order, p, batch_size):
    """The batches of an epoch from a progress on, and the progress after it."""
    p = order.begin(p, batch_size)
    batches = []
    while p.in_epoch < order.quota(p):
        batches.append(order.batch(p).tolist())
        p = order.after(p)
    return batches, order.next_epoch(p)


# ---- permutations --------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 10, 1000, 65536, 65537, 100_000])
def test_permutations_are_permutations(n):
    x = _native.Permutation(7, 3, n)(np.arange(n))
    assert np.array_equal(np.sort(x), np.arange(n))


def test_permutations_depend_on_seed_and_stream():
    at = np.arange(100_000)
    a, b, c = (_native.Permutation(*k, 100_000)(at) for k in [(1, 1), (1, 2), (2, 1)])
    assert (a == b).mean() < 0.001 and (a == c).mean() < 0.001 and (b == c).mean() < 0.001


def test_small_permutations_are_all_equally_likely():
    counts: dict[tuple[int, ...], int] = {}
    draws = 24_000
    for seed in range(draws):
        x = tuple(_native.Permutation(seed, 0, 4)(np.arange(4)).tolist())
        counts[x] = counts.get(x, 0) + 1
    chi2 = sum((c - draws / 24) ** 2 / (draws / 24) for c in counts.values())
    assert len(counts) == 24
    assert chi2 < 49.7  # 23 degrees of freedom, p = 0.001


@pytest.mark.parametrize("n", [50_000, 200_000])
def test_large_permutations_look_random(n):
    x = _native.Permutation(5, 9, n)(np.arange(n)).astype(np.float64)
    # Where things go is uncorrelated with where they were, and with where their neighbours go.
    assert abs(np.corrcoef(np.arange(n), x)[0, 1]) < 4 / np.sqrt(n)
    assert abs(np.corrcoef(x[:-1], x[1:])[0, 1]) < 4 / np.sqrt(n)
    # One in n stays where it is.
    assert (x == np.arange(n)).sum() <= 8
    # The first tenth is spread evenly over everything.
    counts, _ = np.histogram(x[: n // 10], bins=100, range=(0, n))
    chi2 = ((counts - n / 1000) ** 2 / (n / 1000)).sum()
    assert chi2 < 149  # 99 degrees of freedom, p = 0.001


@given(st.lists(st.integers(1, 9), min_size=1, max_size=80), st.integers(0, 2**64 - 1))
def test_run_permutations(lengths, seed):
    ends = np.cumsum(lengths)
    n = int(ends[-1])
    x = RunPermutation(seed, 5, ends, 16)(np.arange(n))
    assert np.array_equal(np.sort(x), np.arange(n))
    # Any position alone gives the same.
    assert RunPermutation(seed, 5, ends, 16)(np.array([n // 2]))[0] == x[n // 2]


def test_run_permutations_keep_runs_near():
    ends = np.arange(1, 101) * 100
    x = RunPermutation(3, 0, ends, 16)(np.arange(10_000))
    for start in range(0, 10_000, 1600):
        assert len(set((x[start : start + 1600] // 100).tolist())) <= 16
    assert (x[1:] != x[:-1] + 1).mean() > 0.9


# ---- epochs --------------------------------------------------------------------------------------

SETTINGS = [
    dict(seed=seed, stick=stick, pad=pad, runs=runs)
    for seed in (None, 11)
    for stick in (False, True)
    for pad in (False, True)
    for runs in ((None, "runs") if seed else (None,))
]


def settings_for(length, settings):
    runs = settings["runs"]
    return {**settings, "runs": None if runs is None else np.array([3, 4, length])}


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize(("length", "shards"), [(7, 1), (7, 2), (10, 3), (9, 9), (64, 5)])
def test_the_first_epoch_is_everything_once(length, shards, settings):
    ranks = orders(length, shards, **settings_for(length, settings))
    for batch_size in (1, 3, 4):
        seen = []
        for order in ranks:
            batches, _ = epoch(order, order.first(), batch_size)
            size = (order.shard + 1) * length // shards - order.shard * length // shards
            assert all(len(b) == batch_size for b in batches)
            assert len(batches) == -(-order.shard_size() // batch_size)
            samples = sum(batches, [])
            if settings["pad"]:
                assert set(samples[size:]) <= {samples[size - 1]}
            seen += samples[:size]
        assert sorted(seen) == list(range(length))


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_epochs_follow_one_another(settings):
    length, shards = 11, 3
    for order in orders(length, shards, **settings_for(length, settings)):
        p, all_epochs = order.first(), []
        for _ in range(8):
            batches, p = epoch(order, p, 2)
            all_epochs.append(batches)
        if settings["seed"] is not None and settings["pad"]:
            assert len({str(e) for e in all_epochs}) > 4
        if settings["stick"]:
            mine = set(sum(all_epochs[0], []))
            if settings["pad"]:
                assert all(set(sum(e, [])) == mine for e in all_epochs)
        elif settings["seed"] is None:  # the shards come round
            assert set(sum(sum(all_epochs, []), [])) == set(range(length))


# ---- resuming ------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_resuming_anywhere(settings):
    length, shards, batch_size = 11, 2, 3
    for order in orders(length, shards, **settings_for(length, settings)):
        p, path = order.begin(order.first(), batch_size), []
        for _ in range(5):
            while p.in_epoch < order.quota(p):
                path.append((p, order.batch(p).tolist()))
                p = order.after(p)
            p = order.next_epoch(p)
        for p, batch in path:  # a fresh order, in any sequence
            again = orders(length, shards, **settings_for(length, settings))[order.shard]
            assert again.batch(again.begin(p, batch_size)).tolist() == batch


def clean(phases, length):
    """Phases that change something: no more shards than samples, equal ones joined, none empty."""
    joined = []
    for shards, batches, batch_size in phases:
        shards = min(shards, length)
        if batches and joined and (joined[-1][0], joined[-1][2]) == (shards, batch_size):
            joined[-1] = shards, joined[-1][1] + batches, batch_size
        elif batches:
            joined.append((shards, batches, batch_size))
    return joined


def run_phase(order_of, progress, shards, batch_size, batches):
    """Every rank reads so many batches of this epoch; what they read, and the progress."""
    read, after = [], None
    for rank in range(shards):
        order = order_of(rank, shards)
        p = order.begin(progress, batch_size)
        mine = []
        for _ in range(batches):
            if p.in_epoch >= order.quota(p):
                break
            mine.append(order.batch(p).tolist())
            p = order.after(p)
        read.append(mine)
        if after is None or p.batches > after.batches:
            after = p
    return read, after


@given(
    length=st.integers(1, 60),
    phases=st.lists(
        st.tuples(st.sampled_from([1, 2, 3, 4, 8]), st.integers(0, 4), st.integers(1, 5)),
        min_size=1,
        max_size=4,
    ),
    seed=st.sampled_from([None, 5]),
    stick=st.booleans(),
)
def test_padded_epochs_lose_and_repeat_nothing(length, phases, seed, stick):
    phases = clean([*phases, (2, 200, 3)], length)

    def order_of(rank, shards):
        return Order(length, seed=seed, shards=shards, shard=rank, stick=stick, pad=True)

    left = None  # by the model: the samples still to be read, in order
    progress = ReaderProgress()
    whole = []
    first = phases[0][0]
    for r in range(first):
        batches, _ = epoch(order_of(r, first), ReaderProgress(shards=first), 1)
        size = (r + 1) * length // first - r * length // first
        whole += sum(batches, [])[:size]
    left = whole
    for shards, batches, batch_size in phases:
        n = len(left)
        parts = [left[j * n // shards : (j + 1) * n // shards] for j in range(shards)]
        read, progress = run_phase(order_of, progress, shards, batch_size, batches)
        rest = []
        for part, mine in zip(parts, read):
            samples = sum(mine, [])
            assert samples[: len(part)] == part[: len(samples)]
            padding = samples[len(part) :]
            assert len(set(padding)) <= 1  # the last one again
            rest += part[len(samples) :]
        assert len({len(mine) for mine in read}) == 1  # lockstep
        left = rest
    assert left == []


@given(
    length=st.integers(1, 40),
    phases=st.lists(
        st.tuples(st.sampled_from([1, 2, 3, 4]), st.integers(0, 6), st.integers(1, 5)),
        min_size=1,
        max_size=4,
    ),
    seed=st.sampled_from([None, 5]),
)
def test_unpadded_streams_lose_and_repeat_nothing(length, phases, seed):
    """Passes as plain lists; each rank's stream is its shards of them, one after the other."""
    phases = clean(phases, length)

    def order_of(rank, shards):
        return Order(length, seed=seed, shards=shards, shard=rank)

    passes = 130
    one = Order(length, seed=seed)
    left = {}
    p = one.begin(one.first(), length)
    for number in range(passes):
        left[number] = one.batch(p).tolist()
        p = one.next_epoch(one.after(p))
    progress = ReaderProgress()
    for shards, batches, batch_size in phases:
        taken = {number: [0] * shards for number in left}
        cut = {
            number: [v[j * len(v) // shards : (j + 1) * len(v) // shards] for j in range(shards)]
            for number, v in left.items()
        }
        for rank in range(shards):
            order = order_of(rank, shards)
            p = order.begin(progress, batch_size)
            stream = itertools.chain.from_iterable(
                ((number, j, s) for s in cut[number][j])
                for number in sorted(cut)
                for j in [(rank + number) % shards]
            )
            for _ in range(batches):
                expected = list(itertools.islice(stream, batch_size))
                assert order.batch(p).tolist() == [s for _, _, s in expected]
                for number, j, _ in expected:
                    taken[number][j] += 1
                p = order.after(p)
        progress = p
        left = {
            number: sum((v[taken[number][j] :] for j, v in enumerate(cut[number])), [])
            for number in left
        }
