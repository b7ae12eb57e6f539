"""Random numbers follow their distributions: chi-squared, Kolmogorov–Smirnov and moments.

Each distribution is tested on a million numbers of fixed seeds. The thresholds are those of one in
a million; that a wrong distribution fails them is tested too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import headrace.dynamic as ndd

RNG = ndd.random.RNG
N = 1_000_000
Z = 4.9  # deviations of a normal number that are exceeded once in a million


# ---- statistics -------------------------------------------------------------------------------


def chi_squared(observed: Any, probabilities: Any) -> float:
    """How far counts are from what is expected, in deviations of a normal number."""
    observed, p = np.asarray(observed, float), np.asarray(probabilities, float)
    assert abs(p.sum() - 1) < 1e-9 and (observed[p == 0] == 0).all()
    expected = observed.sum() * p[p > 0]
    assert expected.min() > 5
    x = ((observed[p > 0] - expected) ** 2 / expected).sum()
    k = len(expected) - 1  # the cube root of chi-squared / k is nearly normal
    return float(((x / k) ** (1 / 3) - (1 - 2 / (9 * k))) / math.sqrt(2 / (9 * k)))


def kolmogorov_smirnov(numbers: np.ndarray, cdf: Callable[[np.ndarray], np.ndarray]) -> float:
    """The largest distance of the distribution functions, times sqrt(n): 2.7 once in a million."""
    x = np.sort(numbers.astype(float))
    found, n = cdf(x), len(x)
    steps = np.arange(n + 1) / n
    return float(max((steps[1:] - found).max(), (found - steps[:-1]).max()) * math.sqrt(n))


def moments(numbers: np.ndarray, *expected: float) -> float:
    """The worst of the means of x, x² …, in deviations of that mean. Scales it by itself."""
    x = numbers.astype(float)
    powers = [x ** (k + 1) for k in range(len(expected))]
    return max(
        abs(p.mean() - e) / (p.std() / math.sqrt(len(p)) or math.inf)
        for p, e in zip(powers, expected)
    )


def correlation(numbers: np.ndarray, lag: int) -> float:
    """Of numbers that lie `lag` apart, in deviations."""
    x = numbers.astype(float)
    x -= x.mean()
    n = len(x) - lag
    return abs(float((x[:-lag] * x[lag:]).mean() / x.var())) * math.sqrt(n)


def grid(cdf: Callable[[np.ndarray], np.ndarray], low: float, high: float) -> Any:
    """A fast form of a smooth distribution function: interpolated."""
    at = np.linspace(low, high, 20001)
    values = cdf(at)
    return lambda x: np.interp(x, at, values)


def normal_cdf(x: np.ndarray) -> np.ndarray:
    return np.array([0.5 * math.erfc(-v / math.sqrt(2)) for v in x])


NORMAL = grid(normal_cdf, -8, 8)


def beta_cdf(alpha: int, beta: int) -> Any:
    """Of whole parameters: at least alpha successes of alpha + beta - 1."""
    n = alpha + beta - 1
    return lambda x: sum(math.comb(n, j) * x**j * (1 - x) ** (n - j) for j in range(alpha, n + 1))


def beta_moments(alpha: float, beta: float) -> list[float]:
    found, value = [], 1.0
    for k in range(3):
        value *= (alpha + k) / (alpha + beta + k)
        found.append(value)
    return found


def poisson(rate: float, count: int) -> np.ndarray:
    """Probabilities of 0 … count - 2 events, and of more."""
    p = np.array([math.exp(k * math.log(rate) - rate - math.lgamma(k + 1)) for k in range(count)])
    p[-1] = 1 - p[:-1].sum()
    return p


def draws(value: Any) -> np.ndarray:
    return np.array(value).ravel()


# ---- the tests fail where they should ---------------------------------------------------------


def test_the_statistics_accept_the_truth_and_refuse_what_is_close() -> None:
    rng = np.random.default_rng(0)
    u, z = rng.random(N), rng.standard_normal(N)
    dice = rng.integers(0, 6, N)
    assert kolmogorov_smirnov(u, lambda x: x) < 2.7 and moments(u, 1 / 2, 1 / 3, 1 / 4) < Z
    assert kolmogorov_smirnov(z, NORMAL) < 2.7 and moments(z, 0, 1, 0, 3) < Z
    assert abs(chi_squared(np.bincount(dice), [1 / 6] * 6)) < Z
    assert correlation(u, 1) < Z
    # A little off: the range, the spread, one side of the die, the neighbour.
    assert kolmogorov_smirnov(u * 0.995, lambda x: x) > 2.7
    assert moments(u * 0.995, 1 / 2, 1 / 3, 1 / 4) > Z
    assert kolmogorov_smirnov(z * 1.02, NORMAL) > 2.7 and moments(z * 1.02, 0, 1, 0, 3) > Z
    heavy = np.where(rng.random(N) < 0.01, z * 2, z)
    assert moments(heavy / heavy.std(), 0, 1, 0, 3) > Z
    loaded = np.where((dice == 0) & (rng.random(N) < 0.02), 5, dice)
    assert chi_squared(np.bincount(loaded), [1 / 6] * 6) > Z
    assert correlation(u[:-1] + 0.01 * u[1:], 1) > Z
    # Far too even, as numbers that are counted off would be.
    assert chi_squared(np.bincount(np.arange(N) % 8), [1 / 8] * 8) < -Z
    assert kolmogorov_smirnov(z, lambda x: NORMAL(x + 0.01)) > 2.7


def test_a_wrong_parameter_is_refused() -> None:
    """The library's own numbers, against distributions that are not theirs."""
    x = draws(ndd.random.normal(stddev=1.02, shape=[N], rng=RNG(1)))
    assert kolmogorov_smirnov(x, NORMAL) > 2.7
    x = draws(ndd.random.beta(alpha=2.0, beta=3.03, shape=[N], rng=RNG(1)))
    assert kolmogorov_smirnov(x, beta_cdf(2, 3)) > 2.7 and moments(x, *beta_moments(2, 3)) > Z
    x = draws(ndd.noise.shot(np.full(N, 4.04, np.float32), factor=1.0, rng=RNG(1)))
    assert chi_squared(np.bincount(x.astype(int).clip(0, 14), minlength=15), poisson(4, 15)) > Z
    x = draws(ndd.random.coin_flip(probability=0.503, shape=[N], rng=RNG(1)))
    assert chi_squared(np.bincount(x), [0.5, 0.5]) > 3


# ---- distributions ----------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_uniform(dtype: str) -> None:
    x = draws(ndd.random.uniform(range=[-1.0, 3.0], dtype=dtype, shape=[N], rng=RNG(1)))
    u = (x.astype(float) + 1) / 4
    assert u.min() >= 0 and u.max() < 1
    assert kolmogorov_smirnov(u, lambda v: v) < 2.7
    assert moments(u, 1 / 2, 1 / 3, 1 / 4, 1 / 5) < Z
    assert abs(chi_squared(np.bincount((u * 1000).astype(int)), np.full(1000, 1e-3))) < Z
    assert all(correlation(u, lag) < Z for lag in (1, 2, 3, 4, 8, 16, 32, 64, 1024))
    pairs = (u[::2] * 30).astype(int) * 30 + (u[1::2] * 30).astype(int)
    assert abs(chi_squared(np.bincount(pairs, minlength=900), np.full(900, 1 / 900))) < Z


def test_bits_of_words() -> None:
    """Of uniform numbers, the 24 bits that they are made of: each is a coin, and so are pairs."""
    n = N // 5
    x = draws(ndd.random.uniform(range=[0.0, 1.0], shape=[n], rng=RNG(1)))
    words = (x.astype(float) * 2**24).astype(np.int64)
    bits = (words[:, None] >> np.arange(24) & 1).astype(np.float32)
    assert (np.abs(bits.mean(0) - 0.5) * 2 * math.sqrt(n)).max() < Z
    off = np.corrcoef(bits.T) - np.eye(24)
    assert np.abs(off).max() * math.sqrt(n) < Z
    repeated = n - len(np.unique(words))  # a birthday problem: a Poisson number
    mean = n * n / 2**25
    assert abs(repeated - mean) < Z * math.sqrt(mean)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_normal(dtype: str) -> None:
    x = draws(ndd.random.normal(mean=2.0, stddev=0.5, dtype=dtype, shape=[N], rng=RNG(1)))
    z = (x.astype(float) - 2) * 2
    assert kolmogorov_smirnov(z, NORMAL) < 2.7
    assert moments(z, 0, 1, 0, 3, 0, 15) < Z
    edges = np.linspace(-4.5, 4.5, 91)
    counts = np.bincount(np.digitize(z, edges), minlength=92)
    p = np.diff(np.concatenate([[0], normal_cdf(edges), [1]]))
    # The tails hold few: all beyond 4 together.
    tail = np.abs(np.concatenate([[-9], edges])) > 3.999
    assert abs(chi_squared([*counts[~tail], counts[tail].sum()], [*p[~tail], p[tail].sum()])) < Z
    assert all(correlation(z, lag) < Z for lag in (1, 2, 15, 16, 17, 32, 64))
    assert all(correlation(z**2, lag) < Z for lag in (1, 2, 15, 16, 17, 32, 64))


def test_tails_of_normal() -> None:
    """Ten million: beyond 4.5 deviations there are 68, beyond 5 there are 6."""
    x = np.abs(draws(ndd.random.normal(shape=[10 * N], rng=RNG(3))))
    for edge in (3.5, 4.0, 4.5, 5.0):
        mean = 10 * N * math.erfc(edge / math.sqrt(2))
        assert abs(np.count_nonzero(x > edge) - mean) < 5 * math.sqrt(mean), edge
    assert x.max() < 6.7


@pytest.mark.parametrize("p", [0.5, 0.01, 0.9])
def test_coin_flip(p: float) -> None:
    x = draws(ndd.random.coin_flip(probability=p, shape=[N], rng=RNG(1)))
    assert abs(x.mean() - p) < Z * math.sqrt(p * (1 - p) / N)
    runs = np.diff(np.flatnonzero(np.concatenate([[True], x[1:] != x[:-1], [True]])))
    mean = 1 + 2 * p * (1 - p) * (N - 1)
    assert abs(len(runs) - mean) < Z * 2 * math.sqrt(N * p * (1 - p))


def test_values() -> None:
    x = draws(ndd.random.uniform(values=[0, 1, 2, 3, 4, 5, 6], shape=[N], rng=RNG(1)))
    assert abs(chi_squared(np.bincount(x.astype(int)), np.full(7, 1 / 7))) < Z


@pytest.mark.parametrize(
    ("alpha", "beta"), [(1, 1), (2, 3), (1, 6), (9, 2), (30, 12), (3, 1)], ids=str
)
def test_beta(alpha: int, beta: int) -> None:
    x = draws(ndd.random.beta(alpha=float(alpha), beta=float(beta), shape=[N], rng=RNG(1)))
    assert x.min() >= 0 and x.max() <= 1
    assert kolmogorov_smirnov(x, grid(beta_cdf(alpha, beta), 0, 1)) < 2.7
    assert moments(x, *beta_moments(alpha, beta)) < Z
    assert correlation(x, 1) < Z and correlation(x, 16) < Z


@pytest.mark.parametrize(
    ("alpha", "beta"), [(0.5, 0.5), (0.2, 0.2), (0.4, 2.5), (0.05, 1.5), (700.5, 0.3)], ids=str
)
def test_beta_of_fractions(alpha: float, beta: float) -> None:
    x = draws(ndd.random.beta(alpha=alpha, beta=beta, dtype="float64", shape=[N], rng=RNG(1)))
    assert moments(x, *beta_moments(alpha, beta)) < Z
    assert moments(1 - x, *beta_moments(beta, alpha)) < Z
    if alpha == beta == 0.5:  # the arc sine law
        assert kolmogorov_smirnov(x, lambda v: 2 / math.pi * np.arcsin(np.sqrt(v))) < 2.7
    if beta == 0.3:
        return
    log = -np.log(x.clip(1e-300))  # near 0, x to the power of alpha is nearly uniform
    far = math.log(10) * 4
    part = np.count_nonzero(log > far + 3) / np.count_nonzero(log > far)
    count = np.count_nonzero(log > far)
    assert abs(part - math.exp(-3 * alpha)) < Z / math.sqrt(count)


def test_beta_against_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    for a, b in ((0.3, 0.7), (2.5, 0.5), (40.0, 3.3)):
        x = draws(ndd.random.beta(alpha=a, beta=b, dtype="float64", shape=[N // 20], rng=RNG(6)))
        assert kolmogorov_smirnov(x, stats.beta(np.float32(a), np.float32(b)).cdf) < 2.7


@pytest.mark.parametrize("count", [2, 10, 16, 17, 1000])
def test_choice(count: int) -> None:
    x = draws(ndd.random.choice(count, shape=[N], rng=RNG(1)))
    counts = np.bincount(x, minlength=count)
    assert len(counts) == count and abs(chi_squared(counts, np.full(count, 1 / count))) < Z
    assert correlation(x, 1) < Z
    p = np.arange(count) / (count * (count - 1) / 2)  # nothing, then more and more
    x = draws(ndd.random.choice(count, p=p.astype(np.float32), shape=[N], rng=RNG(1)))
    counts = np.bincount(x, minlength=count)
    likely = N * p > 10
    rest = [counts[~likely].sum(), p[~likely].sum()] if N * p[~likely].sum() > 10 else None
    assert counts[0] == 0
    observed, expected = list(counts[likely]), list(p[likely] / p[likely].sum())
    if rest:
        observed, expected = [*observed, rest[0]], [*p[likely], rest[1]]
    if len(observed) > 1:
        assert abs(chi_squared(observed, expected)) < Z


def test_choice_of_huge_numbers() -> None:
    for most in (np.int64(2**62), np.uint64(2**64 - 1)):
        x = draws(ndd.random.choice(most, shape=[N // 4], rng=RNG(1))).astype(float) / float(most)
        assert kolmogorov_smirnov(x, lambda v: v) < 2.7


# ---- noise ------------------------------------------------------------------------------------


def test_gaussian_noise() -> None:
    x = draws(ndd.noise.gaussian(np.full(N, 7.0, np.float32), mean=1.0, stddev=3.0, rng=RNG(1)))
    z = (x.astype(float) - 8) / 3
    assert kolmogorov_smirnov(z, NORMAL) < 2.7 and moments(z, 0, 1, 0, 3) < Z
    grey = ndd.noise.gaussian(np.full((1000, 1000), 100, np.uint8), stddev=10.0, rng=RNG(1))
    edges = np.arange(60.5, 140)  # bytes are the rounded numbers
    p = np.diff(np.concatenate([[0], normal_cdf((edges - 100) / 10), [1]]))
    counts = np.bincount(np.digitize(draws(grey), edges), minlength=len(p))
    assert abs(chi_squared(counts, p)) < Z
    lines = np.array(grey).astype(float)
    assert correlation(lines.T.ravel(), 1) < Z  # along columns


@pytest.mark.parametrize("rate", [0.05, 1.0, 4.0, 9.99, 10.0, 12.5, 40.0, 300.0])
def test_shot_noise(rate: float) -> None:
    x = draws(ndd.noise.shot(np.full(N, rate / 4, np.float32), factor=0.25, rng=RNG(1)))
    k = x.astype(float) * 4
    assert (k == np.rint(k)).all() and k.min() >= 0
    rate = float(np.float32(rate / 4)) * 4
    assert moments(k, rate, rate + rate**2, rate + 3 * rate**2 + rate**3) < Z
    p = poisson(rate, int(rate + 5.2 * math.sqrt(rate) + 3))
    counts = np.bincount(k.astype(int).clip(0, len(p) - 1), minlength=len(p))
    few = N * p < 10
    observed = [*counts[~few], counts[few].sum()]
    expected = [*p[~few], p[few].sum()]
    if expected[-1] * N < 10:  # too little to count: with the last
        observed[-2:], expected[-2:] = [sum(observed[-2:])], [sum(expected[-2:])]
    assert abs(chi_squared(observed, expected)) < Z
    assert correlation(k, 1) < Z and correlation(k, 16) < Z


def test_shot_noise_of_an_image() -> None:
    """Bytes of two brightnesses side by side, on both sides of where the method changes."""
    image = np.zeros((1000, 1000), np.uint8)
    image[:, ::2], image[:, 1::2] = 30, 90
    x = np.array(ndd.noise.shot(image, factor=6.0, rng=RNG(1))).astype(float) / 6
    dark, bright = x[:, ::2].ravel(), x[:, 1::2].ravel()
    assert moments(dark, 5, 30) < Z and moments(bright, 15, 240) < Z
    joint = abs(np.corrcoef(dark, bright)[0, 1]) * math.sqrt(len(dark))
    assert joint < Z


@pytest.mark.parametrize(("prob", "ratio"), [(0.05, 0.5), (0.5, 0.1), (1.0, 0.7)])
def test_salt_and_pepper(prob: float, ratio: float) -> None:
    image = np.full((1000, 1000, 3), 100, np.uint8)
    noise = ndd.noise.salt_and_pepper(image, prob=prob, salt_vs_pepper=ratio, rng=RNG(1))
    x = np.array(noise)
    assert (x == x[..., :1]).all()
    observed = [np.count_nonzero(x[..., 0] == v) for v in (100, 0, 255)]
    assert abs(chi_squared(observed, [1 - prob, prob * (1 - ratio), prob * ratio])) < Z
    if prob < 1:
        hit = (x[..., 0] != 100).astype(float)
        assert correlation(hit.ravel(), 1) < Z and correlation(hit.T.ravel(), 1) < Z


# ---- permutations -----------------------------------------------------------------------------


def permutations(n: int, count: int, **arguments: Any) -> list[tuple[int, ...]]:
    rng = RNG(5)
    found = [ndd.batch_permutation(batch_size=n, rng=rng, **arguments) for _ in range(count)]
    return [tuple(int(np.array(i)) for i in f) for f in found]


def test_permutations_are_equally_likely() -> None:
    found = permutations(4, 5000)
    kinds = {p: found.count(p) for p in set(found)}
    assert len(kinds) == 24 and all(sorted(p) == [0, 1, 2, 3] for p in kinds)
    assert abs(chi_squared(list(kinds.values()), np.full(24, 1 / 24))) < Z


def test_permutations_without_fixed_points_are_equally_likely() -> None:
    found = permutations(4, 3000, no_fixed_points=True)
    kinds = {p: found.count(p) for p in set(found)}
    assert len(kinds) == 9 and all(p[i] != i for p in kinds for i in range(4))
    assert abs(chi_squared(list(kinds.values()), np.full(9, 1 / 9))) < Z


def test_permutations_with_repetitions() -> None:
    found = permutations(3, 3000, allow_repetitions=True)
    kinds = {p: found.count(p) for p in set(found)}
    assert len(kinds) == 27
    assert abs(chi_squared(list(kinds.values()), np.full(27, 1 / 27))) < Z
    found = permutations(3, 2000, allow_repetitions=True, no_fixed_points=True)
    kinds = {p: found.count(p) for p in set(found)}
    assert len(kinds) == 8 and all(p[i] != i for p in kinds for i in range(3))
    assert abs(chi_squared(list(kinds.values()), np.full(8, 1 / 8))) < Z


def test_samples_are_independent() -> None:
    x = ndd.random.uniform(shape=[N // 10], batch_size=10, rng=RNG(4))
    rows = np.stack([np.array(t) for t in x]).astype(float)
    off = np.corrcoef(rows) - np.eye(10)
    assert np.abs(off).max() * math.sqrt(N // 10) < Z
    rng = RNG(4)  # neither are calls
    calls = np.stack([draws(ndd.random.uniform(shape=[N // 10], rng=rng)) for _ in range(10)])
    off = np.corrcoef(calls.astype(float)) - np.eye(10)
    assert np.abs(off).max() * math.sqrt(N // 10) < Z
