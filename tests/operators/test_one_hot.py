"""one_hot, lookup_table: what is special about them."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd


def test_one_element_per_sample_is_found_before_the_work() -> None:
    with ndd.EvalMode.deferred:
        labels = ndd.batch([[1], [2]]) + 1
        y = ndd.one_hot(labels, num_classes=4)
        assert y.ndim == 1
        assert not labels._v.ready()
        assert ndd.one_hot(labels, num_classes=4, axis=-1).ndim == 2
        assert ndd.one_hot(ndd.batch([[1], [1, 2]]), num_classes=4).ndim == 2
    assert [t.tolist() for t in y.tensors] == [[0, 0, 1, 0], [0, 0, 0, 1]]


def test_numbers_that_are_no_class() -> None:
    x = np.array([-1, 7, 2**63 - 1], np.int64)
    assert not np.asarray(ndd.one_hot(x, num_classes=3)).any()
    assert not np.asarray(ndd.one_hot(x.astype(np.uint64), num_classes=3)).any()
    assert not np.asarray(ndd.one_hot(np.array([np.nan, np.inf, 3.0]), num_classes=3))[1:].any()


def test_one_hot_mistakes() -> None:
    with pytest.raises(ValueError, match="num_classes must not be negative"):
        ndd.one_hot([1, 2], num_classes=-1)
    with pytest.raises(IndexError, match="axis 3 is not one of 2 axes"):
        ndd.one_hot([1, 2], num_classes=3, axis=3)
    with pytest.raises(ValueError, match="the input has no layout"):
        ndd.one_hot([1, 2], num_classes=3, axis_name="C")


@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint16", "int64"])
def test_lookup_in_chunks(dtype: str) -> None:
    """Long inputs run in parts, together with their neighbours."""
    x = np.arange(20000).astype(dtype)
    keys = list(range(0, 128, 3))
    y = ndd.lookup_table(
        ndd.tensor(x) + np.array(0, dtype), keys=keys, values=[k + 0.5 for k in keys]
    )
    want = np.where((x >= 0) & (x < 128) & (x % 3 == 0), x + 0.5, 0)
    np.testing.assert_array_equal(y * 2, (want * 2).astype(np.float32))


def test_lookup_mistakes() -> None:
    with pytest.raises(TypeError, match="needs integers to look up, got float32"):
        ndd.lookup_table([1.5], keys=[1], values=[2])
    with pytest.raises(ValueError, match="keys has 2 elements, values 1"):
        ndd.lookup_table([1], keys=[1, 2], values=[2])
    with pytest.raises(ValueError, match="between 0 and 65535, got 65536"):
        ndd.lookup_table([1], keys=[65536], values=[2])
    with pytest.warns(DeprecationWarning, match="'output_dtype' is deprecated, use 'dtype'"):
        assert (
            ndd.lookup_table([1], keys=[1], values=[2], output_dtype=ndd.uint8).dtype == ndd.uint8
        )
