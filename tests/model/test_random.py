"""What the documents say of random numbers."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import headrace.dynamic as ndd


def numbers(value):
    return [np.asarray(s).tolist() for s in value]


def draw(**more):
    return ndd.random.uniform(batch_size=5, range=[0, 1], shape=2, **more)


def test_set_seed_fixes_the_numbers():
    ndd.random.set_seed(42)
    first = numbers(draw())
    ndd.random.set_seed(42)
    assert numbers(draw()) == first
    assert numbers(draw()) != first


def test_an_rng_object_fixes_the_numbers():
    assert numbers(draw(rng=ndd.random.RNG(seed=42))) == numbers(draw(rng=ndd.random.RNG(seed=42)))


def test_set_seed_equals_an_rng_of_that_seed():
    ndd.random.set_seed(7)
    assert numbers(draw()) == numbers(draw(rng=ndd.random.RNG(7)))


def test_rng_overrides_the_default():
    ndd.random.set_seed(1)
    first = numbers(draw(rng=ndd.random.RNG(42)))
    ndd.random.set_seed(2)
    before = str(ndd.random.get_default_rng().get_state())
    assert numbers(draw(rng=ndd.random.RNG(42))) == first
    assert str(ndd.random.get_default_rng().get_state()) == before


def test_each_thread_has_its_own_state():
    ndd.random.set_seed(3)
    expected = numbers(draw())
    ndd.random.set_seed(3)
    other = []

    def work():
        ndd.random.set_seed(99)
        other.append(numbers(draw()))

    t = threading.Thread(target=work)
    t.start()
    t.join()
    assert numbers(draw()) == expected
    assert other[0] != expected


def test_without_batch_size_there_is_one_sample():
    assert isinstance(ndd.random.uniform(), ndd.Tensor)
    assert ndd.random.uniform(batch_size=3).batch_size == 3


def test_range_of_uniform():
    angles = ndd.random.uniform(batch_size=64, range=(-30, 30))
    values = np.array(numbers(angles))
    assert ((values >= -30) & (values < 30)).all()
    assert values.std() > 5
    assert angles.dtype == ndd.float32


def test_default_range_is_minus_one_to_one():
    values = np.asarray(ndd.random.uniform(shape=1000, rng=ndd.random.RNG(1)))
    assert values.min() < -0.9
    assert values.max() > 0.9
    assert abs(values).max() <= 1


def test_moments_of_normal():
    values = np.asarray(
        ndd.random.normal(mean=3.0, stddev=2.0, shape=20_000, rng=ndd.random.RNG(5))
    )
    assert abs(values.mean() - 3) < 0.1
    assert abs(values.std() - 2) < 0.1


def test_coin_flips():
    values = np.asarray(ndd.random.coin_flip(probability=0.25, shape=20_000, rng=ndd.random.RNG(5)))
    assert values.dtype == np.int32
    assert set(values.tolist()) == {0, 1}
    assert abs(values.mean() - 0.25) < 0.02


def test_values_of_uniform():
    values = np.asarray(ndd.random.uniform(values=[1, 5, 9], shape=300, rng=ndd.random.RNG(5)))
    assert set(values.tolist()) == {1.0, 5.0, 9.0}


def test_sample_i_depends_on_state_and_i_only():
    three = numbers(ndd.random.normal(batch_size=3, shape=4, rng=ndd.random.RNG(8)))
    five = numbers(ndd.random.normal(batch_size=5, shape=4, rng=ndd.random.RNG(8)))
    one = numbers([ndd.random.normal(shape=4, rng=ndd.random.RNG(8))])
    assert five[:3] == three
    assert one == three[:1]


@pytest.mark.parametrize("more", [{"batch_size": 100}, {"shape": [7, 7]}, {}])
def test_a_call_takes_seven_words(more):
    rng, other = ndd.random.RNG(4), ndd.random.RNG(4)
    ndd.random.uniform(rng=rng, **more)
    other.advance(7)
    assert rng.get_state() == other.get_state()


def test_numbers_are_drawn_at_the_call():
    ndd.random.set_seed(5)
    with ndd.EvalMode.deferred:
        first, second = draw(), draw()
    late = numbers(second), numbers(first)  # looked at the other way round
    ndd.random.set_seed(5)
    assert (numbers(draw()), numbers(draw())) == late[::-1]


def test_state_can_be_saved_and_restored():
    rng = ndd.random.RNG(6)
    draw(rng=rng)
    saved = rng.get_state()
    expected = numbers(draw(rng=rng))
    restored = ndd.random.RNG()
    restored.set_state(str(saved))
    assert numbers(draw(rng=restored)) == expected
    with pytest.raises(ValueError):
        restored.set_state("nonsense")


def test_clone_and_advance():
    rng = ndd.random.RNG(6)
    copy = rng.clone()
    drawn = [rng() for _ in range(5)]
    copy.advance(np.int64(4))
    assert copy() == drawn[4]
    rng.seed = 6
    assert rng() == drawn[0]
