"""Random numbers: the generator's interface, where numbers come from, how they are distributed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import headrace.dynamic as ndd

RNG = ndd.random.RNG
DRAWS: dict[str, Callable[..., Any]] = {
    "uniform": lambda **a: ndd.random.uniform(range=[-3.0, 5.0], **a),
    "values": lambda **a: ndd.random.uniform(values=[1.0, 2.0, 7.0], **a),
    "normal": lambda **a: ndd.random.normal(mean=2.0, stddev=3.0, **a),
    "coin_flip": lambda **a: ndd.random.coin_flip(probability=0.3, **a),
}
each_draw = pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)


def arrays(x: Any) -> list[np.ndarray]:
    return [np.array(t) for t in x.tensors]


def same(a: Any, b: Any) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(arrays(a), arrays(b), strict=True))


# ---- where numbers come from ------------------------------------------------------------------


@each_draw
def test_batch_is_a_prefix(draw: Callable[..., Any]) -> None:
    many = arrays(draw(shape=[9], batch_size=5, rng=RNG(1)))
    for a, b in zip(arrays(draw(shape=[9], batch_size=3, rng=RNG(1))), many):
        np.testing.assert_array_equal(a, b)
    np.testing.assert_array_equal(np.asarray(draw(shape=[9], rng=RNG(1))), many[0])
    np.testing.assert_array_equal(np.asarray(draw(shape=[3], rng=RNG(1))), many[0][:3])
    assert not np.array_equal(many[0], many[1])


@each_draw
def test_threads_and_modes(draw: Callable[..., Any]) -> None:
    want = draw(shape=[1000], batch_size=16, rng=RNG(2)).evaluate()
    before = ndd.get_num_threads()
    try:
        for n in (1, 2, 3, 7):
            ndd.set_num_threads(n)
            assert same(draw(shape=[1000], batch_size=16, rng=RNG(2)), want)
    finally:
        ndd.set_num_threads(before)
    for mode in (
        ndd.EvalMode.deferred,
        ndd.EvalMode.eager,
        ndd.EvalMode.sync_cpu,
        ndd.EvalMode.sync_full,
    ):
        with mode:
            got = draw(shape=[1000], batch_size=16, rng=RNG(2))
        assert same(got, want)


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


# ---- distributions ----------------------------------------------------------------------------

N = 100_000


def test_uniform_is_uniform() -> None:
    x = np.array(ndd.random.uniform(range=[2.0, 6.0], shape=[N], rng=RNG(7))).astype(np.float64)
    assert x.min() >= 2 and x.max() < 6
    counts = np.histogram(x, 100, (2, 6))[0]
    assert (
        (counts - N / 100) ** 2 / (N / 100)
    ).sum() < 150  # chi squared, 99 degrees: mean 99, deviation 14
    assert abs(np.corrcoef(x[:-1], x[1:])[0, 1]) < 0.015


def test_values_are_equally_likely() -> None:
    x = np.array(ndd.random.uniform(values=[1.0, 2.0, 7.0], shape=[N], rng=RNG(7)))
    values, counts = np.unique(x, return_counts=True)
    assert values.tolist() == [1, 2, 7]
    assert np.abs(counts - N / 3).max() < 5 * np.sqrt(N * 2 / 9)


def test_normal_is_normal() -> None:
    x = np.array(ndd.random.normal(mean=3.0, stddev=2.0, shape=[N], rng=RNG(7))).astype(np.float64)
    z = (x - 3) / 2
    assert abs(z.mean()) < 5 / np.sqrt(N) and abs(z.std() - 1) < 5 / np.sqrt(2 * N)
    assert abs((z**3).mean()) < 0.05 and abs((z**4).mean() - 3) < 0.1
    assert abs((np.abs(z) < 1).mean() - 0.6827) < 0.008 and (np.abs(z) > 4).sum() < 25
    assert abs(np.corrcoef(z[:-1], z[1:])[0, 1]) < 0.015


def test_samples_are_independent() -> None:
    x = np.stack(arrays(ndd.random.normal(shape=[N // 4], batch_size=4, rng=RNG(9))))
    assert np.abs(np.corrcoef(x) - np.eye(4)).max() < 0.03


@pytest.mark.parametrize("p", [0.0, 0.1, 0.5, 1.0])
def test_coin(p: float) -> None:
    x = ndd.random.coin_flip(probability=p, shape=[N], rng=RNG(7))
    assert x.dtype == ndd.int32
    assert abs(np.asarray(x).mean() - p) <= 5 * np.sqrt(p * (1 - p) / N)


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
