"""reshape, reinterpret, squeeze, expand_dims: views, shapes that come late, errors."""

from __future__ import annotations

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd

X = np.arange(24, dtype=np.uint8).reshape(2, 3, 4)


@pytest.mark.parametrize(
    "change",
    [
        lambda x: ndd.reshape(x, shape=[-1, 4]),
        lambda x: ndd.reinterpret(x, dtype=ndd.int32),
        lambda x: ndd.expand_dims(x, axes=[0]),
        lambda x: ndd.squeeze(ndd.expand_dims(x, axes=[0]), axes=[0]),
        lambda x: ndd.per_frame(x),
    ],
    ids=["reshape", "reinterpret", "expand_dims", "squeeze", "per_frame"],
)
def test_nothing_is_copied(change) -> None:
    x = ndd.tensor(X)
    assert np.shares_memory(np.asarray(change(x)), np.asarray(x))
    b = ndd.batch([X, X[:1]])
    for before, after in zip(b.tensors, change(b).tensors, strict=True):
        assert np.shares_memory(np.asarray(after), np.asarray(before))


def test_shape_from_values_that_are_not_computed_yet() -> None:
    with ndd.EvalMode.deferred:
        x = ndd.batch([X, X])
        shape = ndd.batch([[2, 6], [1, 12]]) * 2 // ndd.tensor([1, 2])
        y = ndd.reshape(x, shape=shape)
        assert y.ndim == 2
        assert y.shape == [(4, 6), (2, 12)]
        assert ndd.reshape(x, ndd.batch([[4, -1], [3, -1]])).shape == [(4, 6), (3, 8)]


def test_reinterpret_keeps_bytes() -> None:
    x = np.array([[1.5, -2.0]], np.float32)
    y = ndd.reinterpret(ndd.tensor(x), dtype=ndd.uint8)
    assert np.asarray(y).tobytes() == x.tobytes()
    back = ndd.reinterpret(y, dtype=ndd.float32, shape=[2, 1])
    assert np.asarray(back).tolist() == [[1.5], [-2.0]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: ndd.reshape(x), "nothing to do"),
        (lambda x: ndd.reshape(x, shape=[-1, -1]), "one negative element"),
        (lambda x: ndd.reshape(x, shape=[24], rel_shape=[-1]), "shape and rel_shape exclude"),
        (lambda x: ndd.reshape(x, [24], shape=[24]), "shape_input and shape exclude"),
        (lambda x: ndd.reshape(x, [1.5]), "needs integers, got float32"),
        (lambda x: ndd.reshape(x, src_dims=[0, 3]), r"src_dims is \[0, 3\].*axes 0 to 2"),
        (lambda x: ndd.reshape(x, rel_shape=[1] * 4), "rel_shape has 4 elements"),
        (lambda x: ndd.reshape(x, shape=[6, 4], layout="HWC"), '"HWC" names 3 axes'),
        (lambda x: ndd.squeeze(x), "give axes= or axis_names="),
        (lambda x: ndd.squeeze(x, axes=[0], axis_names="H"), "not both"),
        (lambda x: ndd.squeeze(x, axes=[5]), "axis 5 is not one of 3 axes"),
        (lambda x: ndd.squeeze(x, axis_names="X"), "X"),
        (lambda x: ndd.expand_dims(x, axes=[0, 0]), "names an axis twice"),
        (lambda x: ndd.expand_dims(x, axes=[0], new_axis_names="FD"), '"FD" for 1 new axes'),
    ],
)
def test_mistakes_are_told_at_the_call(call, message: str) -> None:
    with (
        ndd.EvalMode.deferred,
        pytest.raises((ValueError, TypeError, IndexError), match=message) as e,
    ):
        call(ndd.tensor(X, layout="HWC"))
    assert isinstance(e.value, headrace.Error)


def test_shapes_that_do_not_fit_name_the_sample() -> None:
    b = ndd.batch([X, X[:1]])
    with pytest.raises(ValueError, match=r"\(1, 3, 4\) of uint8 has 12 bytes.* needs 24") as e:
        ndd.reshape(b, shape=[24]).evaluate()
    assert e.value.sample == 1
    with pytest.raises(ValueError, match=r"axis 1 of \(2, 3, 4\) has size 3"):
        ndd.squeeze(b, axes=[1]).evaluate()
    with pytest.raises(ValueError, match="no whole number of int64"):
        ndd.reinterpret(b, dtype=ndd.int64).evaluate()


def test_number_of_axes_has_to_be_the_same_for_all_samples() -> None:
    with pytest.raises(ValueError, match="'shape' needs as many elements for every sample"):
        ndd.reshape(ndd.batch([X, X]), shape=ndd.batch([[24], [6, 4]]))
    with pytest.raises(ValueError, match="shape_input needs as many elements"):
        ndd.reshape(ndd.batch([X, X]), ndd.batch([[24], [6, 4]]))
