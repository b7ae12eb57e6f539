"""Random numbers: the generator and its state, arguments per sample, types, messages."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import headrace.dynamic as ndd

RNG = ndd.random.RNG


def test_order_of_evaluation_does_not_matter() -> None:
    with ndd.EvalMode.deferred:
        rng = RNG(5)
        first, second = (ndd.random.uniform(shape=[4], rng=rng) for _ in range(2))
    b, a = np.array(second), np.array(first)
    rng = RNG(5)
    np.testing.assert_array_equal(a, np.asarray(ndd.random.uniform(shape=[4], rng=rng)))
    np.testing.assert_array_equal(b, np.asarray(ndd.random.uniform(shape=[4], rng=rng)))


def test_per_sample_arguments() -> None:
    x = ndd.random.uniform(
        range=ndd.batch([[0.0, 1.0], [10.0, 11.0]]), shape=ndd.batch([[3], [5]]), rng=RNG(0)
    )
    assert x.shape == [(3,), (5,)]
    assert (np.asarray(x.select(0)) < 1).all() and (np.asarray(x.select(1)) >= 10).all()
    y = ndd.random.normal(np.zeros((4, 2), np.uint8), mean=ndd.tensor(100.0), rng=RNG(0))
    assert y.shape == (4, 2) and (np.asarray(y) > 80).all()


# ---- the generator (c9) -----------------------------------------------------------------------


def test_every_call_takes_seven_words() -> None:
    for call in (
        lambda r: ndd.random.uniform(rng=r),
        lambda r: ndd.random.normal(shape=[1000], batch_size=9, rng=r),
        lambda r: ndd.random_resized_crop(ndd.zeros(shape=[4, 4, 3], layout="HWC"), size=2, rng=r),
    ):
        a, b = RNG(11), RNG(11)
        call(a)
        b.advance(np.int64(7))
        assert a.state == b.state and a() == b()


def test_advance_is_draws() -> None:
    a, b = RNG(1), RNG(1)
    for _ in range(13):
        word = a()
        assert isinstance(word, int) and 0 <= word < 2**32
    b.advance(13)
    assert a() == b()


def test_state_round_trip() -> None:
    a = RNG(42)
    a.advance(5)
    text = str(a.state)
    assert text.startswith("Philox_")
    b, c, d = RNG(state=text), RNG(0), a.clone()
    c.set_state(a.get_state())
    words = [a() for _ in range(9)]
    assert words == [b() for _ in range(9)] == [c() for _ in range(9)] == [d() for _ in range(9)]
    a.state = text
    assert a() == words[0]
    a.seed = 42
    assert a() == RNG(42)()


@pytest.mark.parametrize("seed", [-1, 2**64 + 5, 0, 2**63])
def test_seeds_are_taken_modulo_64_bits(seed: int) -> None:
    assert RNG(seed)() == RNG(seed % 2**64)()


def test_bad_generators() -> None:
    with pytest.raises(TypeError, match="integer"):
        RNG("seed")
    with pytest.raises(ValueError, match="not both"):
        RNG(seed=1, state=str(RNG(1).state))
    with pytest.raises(ValueError, match="not the state"):
        RNG(1).set_state("Philox_nonsense")
    with pytest.raises(TypeError):
        RNG(1).set_state(5)
    with pytest.raises(AttributeError):
        _ = RNG(1).seed


def test_default_generator_is_the_threads_own() -> None:
    ndd.random.set_seed(42)
    a = np.array(ndd.random.uniform(shape=[3]))
    np.testing.assert_array_equal(a, np.asarray(ndd.random.uniform(shape=[3], rng=RNG(42))))
    ndd.random.set_seed(42)
    seen: list[np.ndarray] = []
    thread = threading.Thread(target=lambda: seen.append(np.array(ndd.random.uniform(shape=[3]))))
    thread.start()
    thread.join()
    np.testing.assert_array_equal(np.asarray(ndd.random.uniform(shape=[3])), a)
    assert not np.array_equal(seen[0], a)


# ---- types and arguments ----------------------------------------------------------------------


@pytest.mark.parametrize("p", [0, 1])
def test_certain_coins(p: int) -> None:
    assert (np.array(ndd.random.coin_flip(probability=p, shape=[10000])) == p).all()


def test_types() -> None:
    assert ndd.random.uniform().dtype == ndd.float32 and ndd.random.uniform().shape == ()
    for dtype in (ndd.uint8, ndd.int64, ndd.float16, ndd.float64, ndd.bool):
        assert ndd.random.coin_flip(dtype=dtype, shape=[3]).dtype == dtype
    x = np.array(ndd.random.uniform(range=[0, 255], dtype=ndd.uint8, shape=[5000], rng=RNG(1)))
    assert x.dtype == np.uint8 and 110 < x.mean() < 145


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ndd.random.uniform(range=[2.0, 1.0]), r"range is \[low, high\]"),
        (lambda: ndd.random.uniform(range=[1.0]), r"range is \[low, high\]"),
        (lambda: ndd.random.uniform(range=ndd.tensor([2.0, 1.0])).evaluate(), "range is"),
        (lambda: ndd.random.uniform(range=[-3e38, 3e38]).evaluate(), "range is too wide"),
        (lambda: ndd.random.uniform(range=[0, float("inf")]).evaluate(), "range is too wide"),
        (lambda: ndd.random.uniform(shape=[2**62]).evaluate(), "too large"),
        (lambda: ndd.random.uniform(shape=[2**40, 2**40]).evaluate(), "too large"),
        (lambda: ndd.random.uniform(shape=[-1]).evaluate(), "negative"),
        (lambda: ndd.random.uniform(values=[]).evaluate(), "values is empty"),
        (lambda: ndd.random.uniform(ndd.zeros(shape=[2]), shape=[2]), "not both"),
        (lambda: ndd.random.coin_flip(probability=1.5), r"probability must lie in \[0, 1\]"),
        (
            lambda: ndd.random.coin_flip(probability=ndd.tensor(-0.5)).evaluate(),
            "probability must lie",
        ),
        (lambda: ndd.random.normal(stdev=2.0), "stddev"),
    ],
)
def test_bad_arguments(call: Callable[[], Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        call()
