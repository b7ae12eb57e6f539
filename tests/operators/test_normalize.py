"""What is special about normalize: whole batches, given statistics, mistakes."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

rng = np.random.default_rng(0)
SAMPLES = [rng.integers(0, 256, (h, 9, 3)).astype(np.uint8) for h in (5, 8, 1)]


def test_a_whole_batch_has_one_mean_and_one_spread() -> None:
    y = ndd.normalize(ndd.batch(SAMPLES, layout="HWC"), axes=[0, 1], batch=True)
    every = np.concatenate([a.reshape(-1, 3) for a in SAMPLES]).astype(np.float64)
    assert y.layout == "HWC" and y.shape == [a.shape for a in SAMPLES]
    for found, a in zip(y.tensors, SAMPLES):
        expected = (a - every.mean(0)) / every.std(0)
        np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-5, atol=1e-6)


def test_a_whole_batch_does_not_depend_on_threads() -> None:
    big = [rng.normal(size=(200, 300, 3)).astype(np.float32) for _ in range(7)]
    before = ndd.get_num_threads()
    results = []
    try:
        for n in (1, 2, 5):
            ndd.set_num_threads(n)
            y = ndd.normalize(ndd.batch(big), axes=[0, 1], batch=True)
            results.append([np.asarray(t).tobytes() for t in y.tensors])
    finally:
        ndd.set_num_threads(before)
    assert results[0] == results[1] == results[2]


def test_many_whole_batches_at_once() -> None:
    # Each takes its pool's threads from inside a job of that pool.
    inputs = [ndd.batch([rng.normal(size=(64, 64, 3)).astype(np.float32)] * 5) for _ in range(20)]
    outputs = [ndd.normalize(x, batch=True) for x in inputs]
    for y in outputs:
        assert abs(np.mean([np.asarray(t) for t in y.tensors])) < 1e-4


def test_one_sample_and_none() -> None:
    x = ndd.tensor([[1.0, 2.0], [3.0, 6.0]])
    assert ndd.normalize(x, axes=[0], batch=True).tolist() == [[-1, -1], [1, 1]]
    assert ndd.normalize(ndd.batch([], dtype=ndd.float32), batch=True).shape == []


def test_lists_and_broadcasts() -> None:
    x = ndd.tensor(np.arange(24, dtype=np.float32).reshape(3, 2, 4), layout="CHW")
    a = np.asarray(x)
    given = np.float32([1, 2, 4])
    expected = (a - given[:, None, None]) / given[:, None, None]
    for mean in ([1, 2, 4], given, given.reshape(3, 1, 1), ndd.tensor(given)):
        found = ndd.normalize(x, axis_names="HW", mean=mean, stddev=mean)
        np.testing.assert_array_equal(np.asarray(found), expected)
    trailing = ndd.normalize(x, mean=[1, 2, 3, 4], stddev=[1, 2, 4, 8])
    np.testing.assert_array_equal(np.asarray(trailing), (a - [1, 2, 3, 4]) / [1, 2, 4, 8])


@pytest.mark.parametrize("dtype", ["float16", "float64", "int64", "uint64", "bool"])
def test_types_dali_lacks(dtype: str) -> None:
    x = rng.integers(0, 2 if dtype == "bool" else 50, (40, 30)).astype(dtype)
    found = np.asarray(ndd.normalize(ndd.tensor(x), axes=[0]))
    wide = x.astype(np.float64)
    np.testing.assert_allclose(found, (wide - wide.mean(0)) / wide.std(0), rtol=1e-5, atol=1e-5)
    for to in ("float64", "float16", "int64"):
        y = ndd.normalize(ndd.tensor(x), scale=10.0, dtype=to)
        assert y.dtype == to and y.evaluate() is y


def test_no_spread_gives_the_shift() -> None:
    x = ndd.tensor(np.full((3, 4), 7.0, np.float32))
    assert set(np.asarray(ndd.normalize(x, shift=2.0)).ravel()) == {2}
    assert set(np.asarray(ndd.normalize(x, stddev=0.0, mean=1.0)).ravel()) == {0}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"axes": []}, "at least one axis"),
        ({"axes": [0], "axis_names": "H"}, "exclude each other"),
        ({"axes": [0, 1], "mean": [1, 2]}, "mean has shape .*needs one element or .*1, 1, 3"),
        ({"axes": [0, 1], "stddev": np.ones((1, 2, 3))}, "stddev has shape"),
        ({"axes": [1], "batch": True}, "axis 0 has 5 in sample 0 and 8 in sample 1"),
        ({"batch": True, "mean": ndd.batch([1, 2, 3])}, "one mean for all samples"),
    ],
)
def test_mistakes(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ndd.normalize(ndd.batch(SAMPLES, layout="HWC"), **arguments).evaluate()
