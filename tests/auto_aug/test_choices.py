"""Who gets which augmentation: every sample its own, in its place."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import fn, pipeline_def
from headrace.auto_aug import augmentations as a
from headrace.auto_aug import auto_augment, rand_augment, trivial_augment
from headrace.auto_aug.core import Policy, augmentation, select, signed_bin

N = 400


def numbered(n=N):
    """Samples that know their place: [place, 0]."""
    return [np.int32([i, 0]) for i in range(n)]


@augmentation(mag_range=(100, 400), mag_to_param=lambda m: np.int32([0, m]))
def hundreds(data, by):
    return data + by


@augmentation(mag_range=(1, 4), randomly_negate=True, mag_to_param=lambda m: np.int32([0, m]))
def ones(data, by):
    return data + by


@augmentation
def thousand(data, _):
    return data + np.int32([0, 1000])


SUITE = [hundreds, ones, thousand]


def dynamic(work, n=N, seed=3):
    """Second elements of the samples; the first have to be their places."""
    out = work(ndd.batch(numbered(n)), rng=ndd.random.RNG(seed=seed))
    return checked([np.asarray(t) for t in out.tensors])


def graph(work, n=N, seed=3):
    @pipeline_def(batch_size=n, seed=seed)
    def pipe():
        return work(fn.external_source(lambda: numbered(n)), seed=seed)

    (out,) = pipe().run()
    return checked([out.at(i) for i in range(n)])


def checked(arrays):
    assert [x[0] for x in arrays] == list(range(len(arrays)))
    return [int(x[1]) for x in arrays]


FRONTS = pytest.mark.parametrize("front", [dynamic, graph])


@FRONTS
def test_one_of_each(front):
    """TrivialAugment: all augmentations, strengths and signs, about equally often."""
    got = Counter(front(lambda x, **r: trivial_augment.apply_trivial_augment(SUITE, x, 4, **r)))
    strengths = {100, 200, 300, 400}
    signed = {s * v for s in (1, -1) for v in (1, 2, 3, 4)}
    assert set(got) == strengths | signed | {1000}
    assert abs(got[1000] - N / 3) < 60
    assert all(10 <= got[v] <= 60 for v in strengths) and all(3 <= got[v] <= 40 for v in signed)


@FRONTS
def test_several_of_one_strength(front):
    got = front(lambda x, **r: rand_augment.apply_rand_augment(SUITE, x, 2, 1, 4, **r))
    possible = [200, 2, -2, 1000]
    assert set(got) == {p + q for p in possible for q in possible}


@FRONTS
def test_policy(front):
    """Sub-policies, probabilities and strengths."""
    policy = Policy(
        "p", 4, [[(hundreds, 1.0, 0), (ones, 0.5, 3)], [(thousand, 0.25, None)], [(hundreds, 1, 3)]]
    )
    got = Counter(front(lambda x, **r: auto_augment.apply_auto_augment(policy, x, **r)))
    assert set(got) == {100, 104, 96, 0, 1000, 400}
    assert abs(got[400] - N / 3) < 60 and abs(got[100] - N / 6) < 50
    assert abs(got[104] - N / 12) < 30 and abs(got[1000] - N / 12) < 30


@FRONTS
def test_select(front):
    """The numbers are given: of augmentations, strengths and signs."""

    def work(x, **r):
        values = [np.int32(i % 3) for i in range(9)], [np.int32(i // 3) for i in range(9)]
        if front is graph:
            which, strength = [fn.external_source([v] * 9) for v in values]
            signs = fn.external_source(lambda: [np.int32(i % 2) for i in range(9)])
            r = {}
        else:
            which, strength = [ndd.batch(v) for v in values]
            signs = ndd.batch([np.int32(i % 2) for i in range(9)])
        bin = signed_bin(strength, signs)
        return select(SUITE, which, x, magnitude_bin=bin, num_magnitude_bins=4, **r)

    want = [[100, 200, 300], [-1, 2, -3], [1000] * 3]  # samples 1, 4 and 7 have signs 1, 0 and 1
    assert front(work, n=9) == [want[i % 3][i // 3] for i in range(9)]


@FRONTS
def test_seeds(front):
    """The same numbers for a seed, others for another."""

    def work(x, **r):
        return rand_augment.apply_rand_augment(SUITE, x, 3, 2, 4, **r)

    assert front(work, seed=5) == front(work, seed=5) != front(work, seed=6)


def test_generators_move_on():
    rng = ndd.random.RNG(seed=9)
    x = ndd.batch(numbered(64))

    def go():
        made = trivial_augment.apply_trivial_augment(SUITE, x, rng=rng)
        return [int(np.asarray(t)[1]) for t in made.tensors]

    first, state, second = go(), rng.get_state(), go()
    assert first != second
    rng.set_state(state)
    assert go() == second


def test_default_generator():
    x = ndd.batch(numbered(64))

    def go():
        ndd.random.set_seed(4)
        made = trivial_augment.apply_trivial_augment(SUITE, x)
        return [int(np.asarray(t)[1]) for t in made.tensors]

    assert go() == go()


def test_graphs_differ_by_iteration_and_repeat_by_seed():
    @pipeline_def(batch_size=64, seed=8)
    def pipe():
        x = fn.external_source(lambda: numbered(64))
        return trivial_augment.apply_trivial_augment(SUITE, x)

    def runs():
        p = pipe()
        return [[int(out.at(i)[1]) for i in range(64)] for (out,) in (p.run(), p.run())]

    first = runs()
    assert first == runs() and first[0] != first[1]


def test_single_samples():
    rng = ndd.random.RNG(seed=1)
    got = set()
    for _ in range(60):
        t = trivial_augment.apply_trivial_augment(SUITE, ndd.tensor([0, 0]), 4, rng=rng)
        assert isinstance(t, ndd.Tensor)
        got.add(int(np.asarray(t)[1]))
    assert len(got) > 8


def test_empty_batch():
    x = ndd.batch([], dtype=ndd.uint8)
    assert rand_augment.rand_augment(x, 2, 3).batch_size == 0


def test_modes_of_evaluation():
    """Deferred and synchronous calls give the same."""
    images = ndd.batch([np.full((9, 9, 3), 7 * i, np.uint8) for i in range(16)], layout="HWC")

    def go():
        out = auto_augment.auto_augment(images, rng=ndd.random.RNG(seed=2))
        return [np.asarray(t) for t in out.tensors]

    want = go()
    for mode in (ndd.EvalMode.deferred, ndd.EvalMode.sync_cpu):
        with mode:
            for x, y in zip(go(), want, strict=True):
                np.testing.assert_array_equal(x, y)


def test_errors_of_samples_stay_with_them():
    """A sample that could not be decoded passes through, and keeps its place."""
    data = ndd.batch([np.frombuffer(b"no picture", np.uint8)] * 2)
    images = ndd.decoders.image(data, on_error="fill")
    images = rand_augment.rand_augment(images, 2, 9, rng=ndd.random.RNG(seed=1))
    assert images.batch_size == 2 and sorted(images.errors) == [0, 1]


@pytest.mark.parametrize("name", ["image_net", "reduced_image_net", "reduced_cifar10", "svhn"])
def test_every_policy_in_both_fronts(name):
    rng = np.random.default_rng(0)
    images = [rng.integers(0, 255, (20 + i, 24, 3), np.uint8) for i in range(32)]

    @pipeline_def(batch_size=32, seed=1)
    def pipe():
        x = fn.external_source(lambda: images, layout="HWC")
        return auto_augment.auto_augment(x, name), auto_augment.auto_augment(x, name, x.shape())

    for out in pipe().run():
        assert [out.at(i).shape for i in range(32)] == [x.shape for x in images]
    x = ndd.batch(images, layout="HWC")
    y = auto_augment.auto_augment(x, name, rng=ndd.random.RNG(seed=1))
    assert y.shape == x.shape and y.dtype == ndd.uint8 and y.layout == "HWC"
    assert sum(not np.array_equal(p, q) for p, q in zip(x.tensors, y.tensors)) > 10


def test_excluded():
    names = [one.name for one in rand_augment.get_rand_augment_suite() if one.name != "identity"]
    x = ndd.batch([np.full((4, 4, 3), 7, np.uint8)] * 8, layout="HWC")
    y = rand_augment.rand_augment(x, 3, 30, excluded=names)
    assert all(np.array_equal(p, q) for p, q in zip(x.tensors, y.tensors))
    one = trivial_augment.trivial_augment_wide(x, excluded=names)
    assert all(np.array_equal(p, q) for p, q in zip(x.tensors, one.tensors))
    assert a.identity.name == "identity"
