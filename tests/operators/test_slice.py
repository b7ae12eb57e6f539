"""slice: what is special beyond the harness and the oracle."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import Error

X = np.arange(6 * 8 * 3, dtype=np.uint8).reshape(6, 8, 3)


@pytest.mark.parametrize("policy", ["reflect_101", "reflect_1001", "wrap", "edge"])
def test_policies_are_numpys(policy: str) -> None:
    mode = {"reflect_101": "reflect", "reflect_1001": "symmetric", "wrap": "wrap", "edge": "edge"}[
        policy
    ]
    got = ndd.slice(
        ndd.tensor(X), start=[-11, -20], shape=[30, 50], axes=[0, 1], out_of_bounds_policy=policy
    )
    np.testing.assert_array_equal(np.asarray(got), np.pad(X, ((11, 13), (20, 22), (0, 0)), mode))


def test_window_outside_the_sample() -> None:
    far = {"start": [100], "shape": [3], "axes": [0]}
    assert ndd.slice(ndd.tensor(X), out_of_bounds_policy="trim_to_shape", **far).shape == (0, 8, 3)
    assert (
        np.asarray(ndd.slice(ndd.tensor(X), out_of_bounds_policy="pad", fill_values=4, **far)) == 4
    ).all()


def test_axes_and_ends_per_sample() -> None:
    got = ndd.slice(
        ndd.batch([X, X]),
        start=ndd.batch([[2], [3]]),
        shape=ndd.batch([[3], [1]]),
        axes=ndd.batch([[0], [-2]]),
    )
    np.testing.assert_array_equal(np.asarray(got.select(0)), X[2:5])
    np.testing.assert_array_equal(np.asarray(got.select(1)), X[:, 3:4])


def test_results_of_calls_are_inputs() -> None:
    x = ndd.batch([X, X])
    anchor = ndd.random.uniform(range=[0, 0.5], shape=[2], batch_size=2, rng=ndd.random.RNG(1))
    got = ndd.slice(x, anchor, [0.5, 0.5], axes=[0, 1])
    assert got.shape == [(3, 4, 3), (3, 4, 3)] or all(
        abs(s[0] - 3) <= 1 and abs(s[1] - 4) <= 1 for s in got.shape
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "say where to cut"),
        ({"start": [1, 1], "rel_start": [0.1, 0.1]}, "start= or rel_start=, not both"),
        ({"end": [1, 1], "shape": [1, 1]}, "end= or shape=, not both"),
        ({"start": [1, 1, 1]}, "start has 3 elements for 2 axes"),
        ({"start": ndd.tensor([1, 1, 1])}, "start.* has 3 elements for 2 axes"),
        ({"start": [3, 1], "end": [2, 2]}, "end 2 lies before the start 3 on axis 1"),
        ({"start": [1], "shape": [-1], "axes": [0]}, "must not be negative"),
        ({"start": [1, 1], "axes": [0, 0]}, "twice"),
        ({"start": [1, 1], "axes": [0, 3]}, "axis 3"),
        ({"start": [1], "axes": ndd.tensor([5])}, r"axes\[0\] is 5"),
        ({"start": [1], "axis_names": "D"}, 'no axis "D"'),
        ({"start": [1], "axes": [0], "axis_names": "H"}, "not both"),
        ({"start": [1.5, 1]}, "start.*integer"),
        ({"start": [0, 0], "shape": [9, 9]}, "leaves the sample"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises((ValueError, IndexError, TypeError), match=message):
        ndd.slice(ndd.tensor(X, layout="HWC"), **arguments).evaluate()


def test_bad_inputs() -> None:
    with pytest.raises(Error, match="anchor needs a shape"):
        ndd.slice(X, [1, 1])
    with pytest.raises(Error, match="as inputs, or start=, not both"):
        ndd.slice(X, [1, 1], [2, 2], start=[1])
    with pytest.raises(Error, match="needs numbers, got bool"):
        ndd.slice(X, ndd.tensor([True, True]), [1, 1])
    with pytest.raises(Error, match="say with axes="):
        ndd.slice(np.arange(5), start=[1])
