"""cat, stack: many inputs, broadcast tensors, errors."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd


@pytest.mark.parametrize("count", [1, 3, 16, 17, 40])
@pytest.mark.parametrize("axis", [0, 1])
def test_any_number_of_inputs(count: int, axis: int) -> None:
    arrays = [np.full((2, 3), i, np.int16) for i in range(count)]
    values = [ndd.batch([a, a[:, :2]]) * 1 for a in arrays]  # computed in the same program
    joined = ndd.cat(*values, axis=axis)
    np.testing.assert_array_equal(joined.select(0), np.concatenate(arrays, axis))
    stacked = ndd.stack(*values, axis=axis)
    np.testing.assert_array_equal(stacked.select(1), np.stack([a[:, :2] for a in arrays], axis))


def test_tensors_beside_batches() -> None:
    b = ndd.batch([np.zeros((2, 3), np.uint8), np.zeros((4, 3), np.uint8)])
    row = ndd.tensor(np.ones((1, 3), np.uint8))
    assert ndd.cat(b, row, row).shape == [(4, 3), (6, 3)]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: ndd.cat(), "at least one input"),
        (lambda x: ndd.cat(x, [[1.5]]), "input 0 is int32 with 2 axes, input 1 is float32"),
        (lambda x: ndd.stack(x, [1]), "input 1 is int32 with 1 axes"),
        (lambda x: ndd.cat(x, x, axis=2), "axis 2 is not one of 2 axes"),
        (lambda x: ndd.cat(x, x, axis=1, axis_name="H"), "not both"),
        (lambda x: ndd.cat(x, x, axis_name="HW"), 'one letter, got "HW"'),
        (lambda x: ndd.cat(x, x, axis_name="C"), 'layout "HW" has no axis "C"'),
        (lambda x: ndd.cat(1, 2), "stack makes one"),
        (lambda x: ndd.stack([1], [2], axis_name="F"), "the first input has no layout"),
    ],
)
def test_mistakes_are_told_at_the_call(call, message: str) -> None:
    with ndd.EvalMode.deferred, pytest.raises((ValueError, TypeError, IndexError), match=message):
        call(ndd.tensor([[1, 2]], layout="HW"))


def test_shapes_that_do_not_fit_name_both() -> None:
    a, b = ndd.zeros(shape=[2, 3]), ndd.zeros(shape=[1, 2])
    with pytest.raises(ValueError, match=r"input 0 has \(2, 3\), input 1 has \(1, 2\)"):
        ndd.cat(a, b).evaluate()
    with pytest.raises(ValueError, match=r"input 0 has \(2, 3\), input 1 has \(1, 2\)"):
        ndd.stack(a, b).evaluate()
