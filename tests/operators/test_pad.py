"""pad: sizes that the whole batch agrees on, in programs and out of them."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import _native

RAGGED = [np.full(s, i + 1, np.float32) for i, s in enumerate([(2, 5), (4, 1), (3, 3)])]


def padded(arrays: list[np.ndarray], fill: float = 0) -> list[np.ndarray]:
    height, width = (max(a.shape[d] for a in arrays) for d in range(2))
    return [
        np.pad(a, [(0, height - a.shape[0]), (0, width - a.shape[1])], constant_values=fill)
        for a in arrays
    ]


def test_runs_in_one_program_with_what_is_around_it() -> None:
    with ndd.EvalMode.deferred:
        y = ndd.pad(ndd.transpose(ndd.batch(RAGGED)) * 2, fill_value=9) + 1
        stages = _native.describe((y._v,))
    assert [len(s["steps"]) for s in stages] == [4]
    assert y.shape == [(5, 4)] * 3
    for got, want in zip(y.tensors, padded([a.T * 2 for a in RAGGED], 9), strict=True):
        np.testing.assert_array_equal(got, want + 1)


def test_shape_is_known_before_the_work_is_done() -> None:
    with ndd.EvalMode.deferred:
        y = ndd.pad(ndd.batch(RAGGED), align=4)
        assert y.shape == [(4, 8)] * 3
        assert not y._v.ready()


def test_a_tensor_of_a_ragged_batch() -> None:
    t = ndd.as_tensor(ndd.batch(RAGGED, layout="HW"), pad=True)
    assert t.shape == (3, 4, 5)
    np.testing.assert_array_equal(t, np.stack(padded(RAGGED)))
    doubles = ndd.as_tensor(ndd.batch([a.astype(np.float64) for a in RAGGED]), pad=True)
    assert doubles.dtype == ndd.float64


def test_samples_that_failed_do_not_count() -> None:
    shape = ndd.batch([[5, 2], [3, 2], [9, 9]])
    y = ndd.pad(ndd.reshape(ndd.batch(RAGGED), shape=shape))  # only the first fits
    with pytest.raises(ValueError, match="has 16 bytes") as e:
        y.evaluate()
    assert e.value.sample == 1


def test_empty_batch() -> None:
    assert ndd.pad(ndd.batch([], dtype=ndd.float32, layout="HW")).shape == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"align": 0}, "align must be positive"),
        ({"axes": [0], "axis_names": "H"}, "not both"),
        ({"axes": [2]}, "axis 2 is not one of 2 axes"),
        ({"axes": [0, -2]}, "names an axis twice"),
        ({"shape": [1, 2, 3]}, "shape has 3 elements for 2 axes"),
        ({"axis_names": "C"}, 'no axis "C"'),
    ],
)
def test_mistakes_are_told_at_the_call(arguments: dict, message: str) -> None:
    with ndd.EvalMode.deferred, pytest.raises((ValueError, IndexError), match=message):
        ndd.pad(ndd.batch(RAGGED, layout="HW"), **arguments)


def test_mistakes_in_values_are_told_later() -> None:
    b = ndd.batch(RAGGED)
    with pytest.raises(ValueError, match="align must be positive, got 0"):
        ndd.pad(b, align=ndd.batch([1, 0, 1])).evaluate()
    with pytest.raises(ValueError, match=r"axes\[0\] is 7.*\(2, 5\) has 2 axes"):
        ndd.pad(b, axes=ndd.batch([[7], [0], [0]])).evaluate()
    with pytest.raises(ValueError, match="'shape' has 3 elements for 2 axes"):
        ndd.pad(b, shape=ndd.tensor([1, 2, 3])).evaluate()
