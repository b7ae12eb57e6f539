"""full, ones, zeros: shapes that come late, values that do not fit."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd


def test_shapes_of_other_values() -> None:
    b = ndd.batch([np.zeros((2, 3), np.uint8), np.zeros((1, 5), np.uint8)], layout="HW")
    shape = ndd.batch([list(s) for s in b.shape])
    with ndd.EvalMode.deferred:
        y = ndd.ones(shape=shape + 1, layout="HW")
        assert (y.ndim, y.layout) == (2, "HW")
    assert y.shape == [(3, 4), (2, 6)]
    assert ndd.zeros(shape=4, batch_size=3).shape == [(4,)] * 3


def test_values_are_broadcast() -> None:
    value = np.arange(6, dtype=np.int16).reshape(2, 1, 3)
    y = ndd.full(value, shape=[4, 2, 5, 3])
    np.testing.assert_array_equal(y, np.broadcast_to(value, (4, 2, 5, 3)))
    assert ndd.full([1, 2]).tolist() == [1, 2]
    assert ndd.full_like(ndd.tensor([0.0, 0.0]), True).tolist() == [1.0, 1.0]


def test_large_types() -> None:
    assert ndd.full(np.int64(2**60 + 1), shape=[3]).tolist() == [2**60 + 1] * 3
    y = ndd.full(np.float64(0.1), shape=[1000])
    assert set(y.tolist()) == {0.1}


def test_mistakes() -> None:
    with pytest.raises(ValueError, match=r"negative element: \[2, -1\]"):
        ndd.zeros(shape=[2, -1])
    with pytest.raises(ValueError, match=r"shape\[0\] is negative: -1"):
        ndd.zeros(shape=ndd.tensor([-1])).evaluate()
    with pytest.raises(ValueError, match='"HW" names 2 axes'):
        ndd.ones(shape=[2], layout="HW")
    with pytest.raises(ValueError, match=r"\(2,\) cannot be broadcast to \(2, 3\)"):
        ndd.full([1, 2], shape=[2, 3]).evaluate()
