"""random.*, noise.*, batch_permutation: what does not depend on the numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from .both import agree, batch, both_fail, dali, ours, run, tensor


@pytest.fixture(autouse=True)
def _the_same_numbers_in_every_run() -> None:
    for library in (ours, dali):
        library.random.set_seed(7)


IMAGE = np.random.default_rng(0).integers(0, 256, (30, 40, 3), np.uint8)
TYPES = ("uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64", "float32")


def alike(call: str, **values: Any) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Both give the same kind, type, layout and shapes; returns the samples."""
    theirs, mine = run(dali, call, **values)[0], run(ours, call, **values)[0]
    for key in ("batch", "dtype", "layout", "ndim", "shape"):
        assert mine[key] == theirs[key], f"{call}: {key}"
    return theirs["samples"], mine["samples"]


@pytest.mark.parametrize(
    "call",
    [
        "ndd.random.beta(batch_size=3)",
        "ndd.random.beta()",
        "ndd.random.beta(alpha=2.0, beta=0.5, shape=[3, 4])",
        "ndd.random.beta(alpha=b(0.5, 2.0), shape=[4])",
        "ndd.random.beta(x)",
        "ndd.random.uniform(x)",
        "ndd.random.uniform(values=[1.0, 2.0], shape=[2], batch_size=2)",
        "ndd.random.normal(x, dtype=ndd.float64)",
        "ndd.random.coin_flip(x)",
        "ndd.random.coin_flip(dtype=ndd.uint8)",
        "ndd.random.beta(dtype=ndd.float64, shape=2)",
        "ndd.random.choice(5)",
        "ndd.random.choice(5, batch_size=2)",
        "ndd.random.choice(5, shape=[2, 3])",
        "ndd.random.choice(5, x)",
        "ndd.random.choice(np.uint8(5), shape=4)",
        "ndd.random.choice(t(np.int64(5)), shape=4)",
        "ndd.random.choice([1.5, 2.5], shape=[3])",
        "ndd.random.choice(t(np.arange(6).reshape(3, 2), 'XY'))",
        "ndd.random.choice(t(np.arange(6).reshape(3, 2), 'XY'), shape=[2])",
        "ndd.random.choice(t(np.arange(6).reshape(3, 2), 'XY'), shape=[2, 2])",
        "ndd.random.choice(t(np.arange(6).reshape(3, 2), 'XY'), t(np.zeros(4)))",
        "ndd.random.choice(t(np.arange(6).reshape(3, 2), 'XY'), t(np.float32(0)))",
        "ndd.random.choice(t(np.arange(6), 'X'))",
        "ndd.random.choice(t(np.arange(6), 'X'), shape=[2])",
        "ndd.random.choice(t(np.arange(6), 'X'), shape=[2, 3])",
        "ndd.random.choice(b(np.arange(3), np.arange(5)), shape=b([2], [4]))",
        "ndd.random.choice(3, shape=[0])",
        "ndd.random.choice(t(np.zeros((3, 0), np.float32)))",
        "ndd.batch_permutation(batch_size=4)",
        "ndd.noise.gaussian(x)",
        "ndd.noise.shot(x)",
        "ndd.noise.salt_and_pepper(x)",
    ],
)
def test_shapes_types_layouts(call: str) -> None:
    alike(call, x=batch(IMAGE, IMAGE[:5], layout="HWC"))


@pytest.mark.parametrize(
    "call",
    [
        "ndd.random.choice([3, 5, 7], p=[0.0, 1.0, 0.0], shape=[4])",
        "ndd.random.choice(1, shape=[4])",
        "ndd.random.choice(1, p=1.0, shape=[4])",
        "ndd.random.choice(t(np.arange(6).reshape(3, 2)), p=[0.0, 0.0, 1.0], shape=[2])",
        "ndd.batch_permutation(batch_size=1, no_fixed_points=True)",
        "ndd.batch_permutation(batch_size=2, no_fixed_points=True)",
        "ndd.batch_permutation(batch_size=2, no_fixed_points=True, allow_repetitions=True)",
    ],
)
def test_what_is_certain(call: str) -> None:
    agree(call)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("mean", [0.0, 0.5, 1.5, -2.5, 1000.0])
def test_gaussian_rounds_alike(dtype: str, mean: float) -> None:
    """Without deviation the mean is added, rounded and clamped."""
    values = np.arange(-5, 120, 3) if dtype[0] in "if" else np.arange(0, 120, 3)
    agree(f"ndd.noise.gaussian(x, mean={mean}, stddev=0.0)", x=tensor(values.astype(dtype)))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize(
    "values", ["", "salt_val=10.5, pepper_val=2.4", "salt_val=300.0, pepper_val=-7.5"]
)
def test_salt_and_pepper_values(dtype: str, values: str) -> None:
    """Certain salt and certain pepper, cast as in C."""
    x = tensor(np.full((4, 5, 3), 1, dtype), layout="HWC")
    for ratio in (0.0, 1.0):
        call = f"ndd.noise.salt_and_pepper(x, prob=1.0, salt_vs_pepper={ratio}, {values})"
        if dtype[0] == "u" and "-" in values and ratio == 0.0 and dtype != "uint8":
            continue  # a negative number as a wide unsigned one is undefined in C
        agree(call, x=x)


@pytest.mark.parametrize("layout", ["HWC", "CHW", None, "DHWC", "CFHW"])
def test_channels_share_salt_and_pepper(layout: str | None) -> None:
    shape = (6, 7, 8, 9)[: len(layout or "HWC")]
    x = tensor(np.full(shape, 7, np.uint8), layout=layout)
    theirs, mine = alike("ndd.noise.salt_and_pepper(x, prob=0.5)", x=x)
    for k in range(len(shape)):
        shared = [bool((s == np.take(s, [0], k)).all()) for s in (theirs[0], mine[0])]
        assert shared[0] == shared[1]


def test_distributions_agree() -> None:
    """The same means and deviations, within five times what chance explains."""
    n = 100_000
    x = tensor(np.full(n, 100, np.float32))
    for call in (
        f"ndd.random.beta(alpha=0.6, beta=2.0, shape=[{n}])",
        f"ndd.random.choice(20, shape=[{n}])",
        "ndd.noise.gaussian(x, mean=3.0, stddev=7.0)",
        "ndd.noise.shot(x, factor=20.0)",
        "ndd.noise.shot(x, factor=2.0)",
        "ndd.noise.salt_and_pepper(x, prob=0.3, salt_vs_pepper=0.2, per_channel=True)",
    ):
        theirs, mine = (s[0].astype(float) for s in alike(call, x=x))
        spread = theirs.std() / np.sqrt(n)
        assert abs(theirs.mean() - mine.mean()) < 5 * np.sqrt(2) * spread, call
        fourth = ((theirs - theirs.mean()) ** 2).std() / np.sqrt(n)
        assert abs(theirs.var() - mine.var()) < 5 * np.sqrt(2) * fourth, call


@pytest.mark.parametrize(
    "call",
    [
        "ndd.random.beta(alpha=0.0)",
        "ndd.random.beta(beta=-1.0)",
        "ndd.random.beta(t(np.zeros(3)), shape=[3])",
        "ndd.random.choice(0)",
        "ndd.random.choice(2.5)",
        "ndd.random.choice(t(np.zeros(0)))",
        "ndd.random.choice(3, p=[0.5, 0.5])",
        "ndd.random.choice(2, p=[0.5, 0.6])",
        "ndd.random.choice(2, p=[-0.5, 1.5])",
        "ndd.random.choice(2, t(np.zeros(3)), shape=[3])",
        "ndd.noise.salt_and_pepper(t(np.zeros((2, 3))), prob=1.5)",
        "ndd.noise.salt_and_pepper(t(np.zeros((2, 3))), salt_vs_pepper=-0.5)",
        "ndd.noise.gaussian(t(np.zeros(3, bool)))",
        "ndd.batch_permutation()",
    ],
)
def test_both_refuse(call: str) -> None:
    both_fail(call)
