"""Who gets which augmentation: every sample its own, in its place."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import fn, pipeline_def
from headrace.auto_aug import augmentations as a
from headrace.auto_aug import auto_augment, rand_augment, trivial_augment
from headrace.auto_aug.core import Augmentation, Policy, augmentation, select, signed_bin

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
        moved = x.shape() if name != "reduced_image_net" else None
        return auto_augment.auto_augment(x, name), auto_augment.auto_augment(x, name, moved)

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


# ---- arguments of samples -----------------------------------------------------------------------


@FRONTS
def test_one_sign_for_all_who_use_it(front):
    """An image and its mask turn the same way."""

    def work(x, **r):
        bin = signed_bin(2)
        once, again = (ones(x, magnitude_bin=bin, num_magnitude_bins=4) for _ in range(2))
        return once * np.int32([0, 1]) + again * np.int32([1, 0]) - again * np.int32([0, 1])

    assert set(front(work)) == {0}


def test_strengths_of_every_form():
    which = ndd.batch([0, 1, 0, 1])
    x = ndd.batch(numbered(4))

    def go(bin):
        out = select(SUITE, which, x, magnitude_bin=bin, num_magnitude_bins=4)
        return [abs(int(np.asarray(t)[1])) for t in out.tensors]

    for one in (1, np.int64(1), ndd.tensor(1), np.array(1), [1, 1, 1, 1], ndd.batch([1] * 4)):
        assert (
            go(one)
            == go(signed_bin(one, 1))
            == go(signed_bin(one, [0, 1, 0, 1]))
            == [200, 2, 200, 2]
        )
    assert go([0, 1, 2, 3]) == [100, 2, 300, 4]
    assert [
        int(np.asarray(t)[1])
        for t in hundreds(x, magnitude_bin=[0, 1, 2, 3], num_magnitude_bins=4).tensors
    ] == [100, 200, 300, 400]
    for wrong, text in (
        ([0, 1], "2 numbers for 4"),
        ([0, 1, 2, 4], "sample 3 has 4"),
        ([0, 0, 0, -1], "-1"),
    ):
        with pytest.raises(ValueError, match=text):
            go(wrong)
    for wrong, text in (
        ([0, 1, 3, 0], "sample 2 has 3"),
        ([0.5] * 4, "integer"),
        ([0, 1], "2 numbers"),
    ):
        with pytest.raises((ValueError, TypeError), match=text):
            select(SUITE, wrong, x)


def test_shapes_of_a_batch():
    images = ndd.batch([np.full((8 + i, 9, 3), 9, np.uint8) for i in range(24)], layout="HWC")
    out = rand_augment.rand_augment(images, 3, 9, shape=images.shape)
    assert out.shape == images.shape
    moved = a.translate_x(images, magnitude_bin=3, num_magnitude_bins=5, shape=images.shape)
    assert moved.shape == images.shape
    with pytest.raises(ValueError, match="2 values for 24 samples"):
        rand_augment.rand_augment(images, 1, 9, shape=ndd.batch([[8, 9]] * 2))


def test_shapes_of_nodes():
    @pipeline_def(batch_size=2)
    def pipe():
        x = fn.external_source(lambda: [np.full((8, 12, 3), 9, np.uint8)] * 2, layout="HWC")
        shape = x.shape()
        one = {"magnitude_bin": signed_bin(1, 0), "num_magnitude_bins": 3}
        parts = a.translate_x(x, **one, shape=(shape[0], shape[1]))
        return parts, a.translate_x_no_shape.augmentation(mag_range=(0, 12))(x, **one)

    by_nodes, by_pixels = pipe().run()
    np.testing.assert_array_equal(by_nodes.at(0), by_pixels.at(0))


@FRONTS
def test_select_from_any_functions(front):
    """Several inputs and outputs, functions that are no augmentations."""

    def swapped(x, y):
        return y, x

    def both(x, y):
        return x, y

    def work(x, **r):
        numbers = [np.int32(i % 2) for i in range(8)]
        which = fn.external_source(lambda: numbers) if front is graph else ndd.batch(numbers)
        first, second = select([both, swapped], which, x, x + np.int32([0, 5]))
        return first * np.int32([1, 10]) + second * np.int32([0, 1])

    assert front(work, n=8) == [5, 50] * 4


def test_numbers_that_are_constant():
    @pipeline_def(batch_size=2)
    def pipe():
        return select([hundreds, thousand], 1, fn.external_source(lambda: numbered(2)))

    (out,) = pipe().run()
    assert out.at(1).tolist() == [1, 1000]


def test_layouts_differ():
    @augmentation
    def planes(data, _):
        return ndd.transpose(data, perm=[2, 0, 1])

    images = ndd.batch([np.zeros((4, 5, 3), np.uint8)] * 2, layout="HWC")
    with pytest.raises(TypeError, match=r"HWC.*CHW.*the same"):
        select([a.identity, planes], ndd.batch([0, 1]), images)


def test_conditions_of_samples():
    """`if` in an augmentation, where the graph has conditionals."""

    @augmentation(mag_range=(0, 10))
    def some(data, p):
        if p > 4:
            data = data + np.int32([0, 7])
        return data

    @pipeline_def(batch_size=4, enable_conditionals=True)
    def pipe():
        x = fn.external_source(lambda: numbered(4))
        bins = fn.external_source(lambda: [np.int32(i) for i in range(4)])
        alone = some(x, magnitude_bin=bins, num_magnitude_bins=4)
        return alone, rand_augment.apply_rand_augment([some], x, 1, 3, 4)

    alone, drawn = pipe().run()
    assert [alone.at(i)[1] for i in range(4)] == [0, 0, 7, 7]
    assert [drawn.at(i)[1] for i in range(4)] == [7] * 4


def test_classes_that_call_otherwise():
    class Twice(Augmentation):
        def __call__(self, data, **kwargs):
            return super().__call__(super().__call__(data, **kwargs), **kwargs)

    twice = thousand.augmentation(augmentation_cls=Twice)
    assert set(dynamic(lambda x, **r: rand_augment.apply_rand_augment([twice], x, 1, 0, **r))) == {
        2000
    }


def test_generators_reach_functions_that_draw():
    @augmentation
    def drawn(data, _, rng=None):
        return data + ndd.random.uniform(
            range=[0, 1000], shape=[2], batch_size=data.batch_size, rng=rng
        )

    x = ndd.batch([np.float32([0, 0])] * 4)

    def go():
        made = rand_augment.apply_rand_augment([drawn], x, 1, 0, rng=ndd.random.RNG(seed=3))
        return [np.asarray(t).tolist() for t in made.tensors]

    assert go() == go()


@pytest.mark.parametrize("name", ["rotate", "sharpness", "contrast", "invert", "auto_contrast"])
def test_no_samples(name):
    empty = ndd.batch([], dtype=ndd.uint8, layout="HWC")
    out = getattr(a, name)(empty, magnitude_bin=1, num_magnitude_bins=3)
    assert out.batch_size == 0
    assert (
        select(
            [getattr(a, name)],
            ndd.batch([], dtype=ndd.int32),
            empty,
            magnitude_bin=0,
            num_magnitude_bins=2,
        ).batch_size
        == 0
    )
