"""noise.*, random.choice, random.beta, batch_permutation: types, odd values, layouts, messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
import headrace.types as types

RNG = ndd.random.RNG
INTEGERS = ("uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64")
FLOATS = ("float16", "bfloat16", "float32", "float64")


def dtype(name: str) -> Any:
    return np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)


# ---- gaussian ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", INTEGERS + FLOATS)
def test_gaussian_types(name: str) -> None:
    """A mean without deviation is added, rounded as cast does; the rest is the same noise."""
    x = np.arange(60, 90).astype(dtype(name))
    y = ndd.noise.gaussian(x, mean=1.5, stddev=0.0)
    assert y.dtype == name
    expected = ndd.cast(np.arange(60, 90) + 1.5, dtype=name)
    np.testing.assert_array_equal(np.array(y), np.array(expected))
    noisy = np.array(ndd.noise.gaussian(x, stddev=9.0, rng=RNG(1))).astype(float)
    real = ndd.noise.gaussian(x.astype(np.float64), stddev=9.0, rng=RNG(1))
    np.testing.assert_allclose(noisy, np.array(real), atol=0.5 if name in INTEGERS else 0.6)


def test_gaussian_saturates_and_keeps_large_numbers() -> None:
    x = np.array([0, 128, 255], np.uint8)
    assert ndd.noise.gaussian(x, mean=300.0).tolist() == [255] * 3
    assert ndd.noise.gaussian(x, mean=-300.0).tolist() == [0] * 3
    big = np.array([2**30 + 1, 2**24 + 1, -(2**31)], np.int32)
    assert ndd.noise.gaussian(big, mean=1.0, stddev=0.0).tolist() == [
        2**30 + 2, 2**24 + 2, 1 - 2**31]  # fmt: skip
    wide = np.float32([np.nan, np.inf, -np.inf])
    np.testing.assert_array_equal(np.array(ndd.noise.gaussian(wide)), wide)


def test_gaussian_per_sample() -> None:
    x = ndd.batch([np.zeros((40, 30, 3), np.float32)] * 3, layout="HWC")
    y = ndd.noise.gaussian(x, mean=ndd.batch([0.0, 5.0, -9.0]), stddev=ndd.batch([0.0, 1.0, 0.1]))
    assert y.layout == "HWC"
    means, deviations = zip(*((np.array(s).mean(), np.array(s).std()) for s in y))
    np.testing.assert_allclose(means, [0, 5, -9], atol=0.1)
    np.testing.assert_allclose(deviations, [0, 1, 0.1], atol=0.05)


# ---- shot -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", INTEGERS + FLOATS)
def test_shot_types(name: str) -> None:
    x = np.full(2000, 50, dtype(name))
    y = ndd.noise.shot(x, factor=2.0, rng=RNG(1))
    assert y.dtype == name
    k = np.array(y).astype(float)
    assert (k % 2 == 0).all() and abs(k.mean() - 50) < 1.5 and abs(k.std() - 10) < 1
    np.testing.assert_array_equal(np.array(ndd.noise.shot(x, factor=0.0)), x)


def test_shot_of_odd_numbers() -> None:
    x = np.float32([np.nan, np.inf, -5.0, 0.0, 1e30, -np.inf])
    y = np.array(ndd.noise.shot(x, factor=1e-3))
    np.testing.assert_array_equal(y, np.float32([np.nan, np.inf, 0, 0, 1e30, 0]))
    negative = np.array(ndd.noise.shot(np.full(5000, -50.0), factor=-5.0, rng=RNG(1)))
    assert (negative % 5 == 0).all() and abs(negative.mean() + 50) < 2
    assert (np.array(ndd.noise.shot(np.full(9, 50.0), factor=-5.0)) == 0).all()
    rare = np.array(ndd.noise.shot(np.full(5000, 200, np.uint8), factor=1000.0, rng=RNG(1)))
    assert np.unique(rare).tolist() == [0, 255]


# ---- salt and pepper --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bool", *INTEGERS, *FLOATS])
def test_salt_and_pepper_types(name: str) -> None:
    x = np.full((40, 50), 1, dtype(name))
    low, high = (False, True) if name == "bool" else (-1, 1)
    if name in INTEGERS:
        low, high = np.iinfo(name).min, np.iinfo(name).max
    found = np.unique(np.array(ndd.noise.salt_and_pepper(x, prob=1.0, per_channel=True)))
    assert found.tolist() == [low, high]
    kept = np.array(ndd.noise.salt_and_pepper(x, prob=0.0))
    np.testing.assert_array_equal(kept, x)


def test_salt_and_pepper_values() -> None:
    x = np.full((30, 30), 100, np.int16)
    args = {"salt_val": ndd.batch([7.9, 9.0]), "pepper_val": -3.9, "per_channel": True}
    for y, salt in zip(ndd.noise.salt_and_pepper(ndd.batch([x, x]), prob=0.5, **args), (7, 9)):
        assert np.unique(np.array(y)).tolist() == [-3, salt, 100]
    only = {"salt_vs_pepper": 1.0, "prob": 1.0}
    assert (np.array(ndd.noise.salt_and_pepper(x, **only)) == 2**15 - 1).all()


@pytest.mark.parametrize(
    ("layout", "axis"),
    [("HWC", 2), ("CHW", 0), ("FHWC", 3), ("FCHW", 1), ("CFHW", 0), (None, -1), ("HW", None)],
)
def test_channels_of_a_pixel(layout: str | None, axis: int | None) -> None:
    shape = (8, 9, 6, 5)[: len(layout)] if layout else (12, 13, 5)
    x = ndd.tensor(np.full(shape, 7, np.uint8), layout=layout)
    y = np.array(ndd.noise.salt_and_pepper(x, prob=0.5, rng=RNG(1)))
    for k in range(y.ndim):
        first = np.take(y, [0], k)
        assert bool((y == first).all()) == (axis is not None and k == axis % y.ndim)
    z = np.array(ndd.noise.salt_and_pepper(x, prob=0.5, per_channel=True, rng=RNG(1)))
    assert not any((z == np.take(z, [0], k)).all() for k in range(z.ndim))


@pytest.mark.parametrize("channels", [1, 2, 3, 4, 7, 1500])
def test_any_number_of_channels(channels: int) -> None:
    x = ndd.tensor(np.full((3, 37, channels), 7, np.uint8), layout="HWC")
    y = np.array(ndd.noise.salt_and_pepper(x, prob=0.5, rng=RNG(3)))
    assert (y == y[..., :1]).all()
    one = ndd.tensor(np.full((3, 37, 1), 7, np.uint8), layout="HWC")
    same = np.array(ndd.noise.salt_and_pepper(one, prob=0.5, rng=RNG(3)))
    np.testing.assert_array_equal(y[..., :1], same)


@pytest.mark.parametrize("shape", [(), (0,), (1,), (0, 3), (4, 0), (1, 1, 1), (3, 5, 0)])
@pytest.mark.parametrize("noise", ["gaussian", "shot", "salt_and_pepper"])
def test_small_inputs(noise: str, shape: tuple[int, ...]) -> None:
    x = np.full(shape, 9, np.uint8)
    y = getattr(ndd.noise, noise)(x)
    assert y.shape == shape and np.array(y).dtype == np.uint8


# ---- choice -----------------------------------------------------------------------------------


def test_choice_takes_rows() -> None:
    rows = np.arange(12, dtype=np.float16).reshape(4, 3)
    a = ndd.tensor(rows, layout="XY")
    for args, shape, layout in [
        ({}, (3,), "Y"),
        ({"shape": [5]}, (5, 3), "XY"),
        ({"shape": [2, 2]}, (2, 2, 3), None),
        ({"shape": []}, (3,), "Y"),
    ]:
        y = ndd.random.choice(a, **args)
        assert y.shape == shape and y.layout == layout and y.dtype == ndd.float16
        assert all(r.tolist() in rows.tolist() for r in np.array(y).reshape(-1, 3))
    assert ndd.random.choice(ndd.tensor(rows[:, 0], layout="X"), shape=[2]).layout == "X"
    assert ndd.random.choice(7, np.zeros((2, 3))).shape == (2, 3)


def test_choice_per_sample() -> None:
    a = ndd.batch([np.arange(3), np.arange(10, 15)])
    y = ndd.random.choice(a, p=ndd.batch([[0, 0, 1], [0, 1, 0, 0, 0]]), shape=[4])
    assert [s.tolist() for s in y] == [[2] * 4, [11] * 4]
    sizes = ndd.random.choice(ndd.batch([1, 1000]), shape=ndd.batch([[4], [300]]), rng=RNG(1))
    assert sizes.shape == [(4,), (300,)]
    first, second = (np.array(s) for s in sizes)
    assert (first == 0).all() and second.max() > 900 and second.min() < 100


def test_choice_of_enums_keeps_their_type() -> None:
    y = ndd.random.choice([types.INTERP_NN, types.INTERP_CUBIC], shape=[9])
    assert y.dtype == ndd.random.choice([types.INTERP_NN]).dtype != ndd.int32


def test_choice_of_the_unlikely() -> None:
    p = np.float32([0.0, 1e-5, 0.99999, 0.0])
    x = np.array(ndd.random.choice(4, p=p, shape=[1_000_000], rng=RNG(2)))
    counts = np.bincount(x, minlength=4)
    assert counts[0] == counts[3] == 0 and 0 < counts[1] < 30


# ---- permutations and beta --------------------------------------------------------------------


def test_permutation_feeds_permute_batch() -> None:
    x = ndd.batch([np.int32(10 * i) for i in range(6)])
    order = ndd.batch_permutation(batch_size=6, no_fixed_points=True, rng=RNG(1))
    assert order.dtype == ndd.int32 and order.shape == [()] * 6
    y = ndd.permute_batch(x, indices=order)
    assert [int(v) for v in y] == [10 * int(i) for i in order] != [int(v) for v in x]


@pytest.mark.parametrize("n", [0, 1, 2, 1000])
def test_permutations_of_any_size(n: int) -> None:
    for repetitions in (False, True):
        found = [int(i) for i in ndd.batch_permutation(
            batch_size=n, no_fixed_points=True, allow_repetitions=repetitions)]  # fmt: skip
        assert len(found) == n and all(0 <= k < n for k in found)
        assert n == 1 or all(k != i for i, k in enumerate(found))
        assert repetitions or sorted(found) == list(range(n))


def test_extreme_betas() -> None:
    x = np.array(ndd.random.beta(alpha=1e-30, beta=1e-30, shape=[1000], rng=RNG(1)))
    assert set(x.tolist()) == {0.0, 1.0} and 400 < x.sum() < 600
    x = np.array(ndd.random.beta(alpha=1e30, beta=1e30, shape=[1000], rng=RNG(1)))
    np.testing.assert_allclose(x, 0.5, atol=1e-6)
    x = np.array(ndd.random.beta(alpha=1e-3, beta=1.0, dtype="float64", shape=[1000], rng=RNG(1)))
    assert 0 < np.count_nonzero((x > 0) & (x < 1e-200)) < 1000
    for name in FLOATS:
        assert ndd.random.beta(dtype=name, shape=[3]).dtype == name


# ---- messages ---------------------------------------------------------------------------------

IMAGE = np.zeros((4, 4, 3), np.uint8)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ndd.noise.gaussian(IMAGE, mean=float("nan")), "mean must be finite"),
        (lambda: ndd.noise.gaussian(IMAGE, stddev=ndd.tensor(float("inf"))), "stddev must be fin"),
        (lambda: ndd.noise.gaussian(IMAGE > 0), "takes numbers, got bool"),
        (lambda: ndd.noise.shot(IMAGE > 0), "takes numbers, got bool"),
        (lambda: ndd.noise.shot(IMAGE, factor=float("inf")), "factor must be finite"),
        (lambda: ndd.noise.shot(IMAGE, factor=ndd.tensor(float("nan"))), "factor must be finite"),
        (lambda: ndd.noise.salt_and_pepper(IMAGE, prob=1.5), r"prob must lie in \[0, 1\]"),
        (lambda: ndd.noise.salt_and_pepper(IMAGE, prob=ndd.tensor(-0.5)), "prob must lie"),
        (lambda: ndd.noise.salt_and_pepper(IMAGE, salt_vs_pepper=float("nan")), "salt_vs_pepper"),
        (lambda: ndd.random.beta(alpha=0.0), "alpha must be positive"),
        (lambda: ndd.random.beta(beta=ndd.tensor(-1.0)), "beta must be positive"),
        (lambda: ndd.random.beta(alpha=float("inf")), "alpha must be positive and finite"),
        (lambda: ndd.random.beta(IMAGE, shape=[3]), "not both"),
        (lambda: ndd.random.choice(0), "something to choose from"),
        (lambda: ndd.random.choice(-5), "something to choose from"),
        (lambda: ndd.random.choice(np.zeros(0)), "something to choose from"),
        (lambda: ndd.random.choice(2.5), "is an integer"),
        (lambda: ndd.random.choice(np.bool_(True)), "is an integer"),
        (lambda: ndd.random.choice(3, p=[0.5, 0.5]), "p has 2 elements, there are 3"),
        (lambda: ndd.random.choice(2, p=[0.5, 0.6]), "sum of p must be 1"),
        (lambda: ndd.random.choice(2, p=[-0.5, 1.5]), r"lie in \[0, 1\], p\[0\] is -0.5"),
        (lambda: ndd.random.choice(2, p=[float("nan"), 1.0]), r"p\[0\] is nan"),
        (lambda: ndd.random.choice(2, shape=[-1]), "negative"),
        (lambda: ndd.random.choice(np.zeros((3, 4)), shape=[2**61]), "too large"),
        (lambda: ndd.random.choice(2, IMAGE, shape=[2]), "not both"),
        (lambda: ndd.batch_permutation(), "batch_size"),
    ],
)
def test_messages(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(headrace.Error, match=message):
        call().evaluate()
