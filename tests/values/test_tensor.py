"""Tensor: numbers, length, iteration, pickling."""

import operator
import pickle

import numpy as np
import pytest
from tests.operators.arithmetic_operations import BINARY

import headrace.dynamic as ndd


@pytest.mark.parametrize("dtype", ["uint8", "int64", "float16", "float64", "bfloat16", "bool"])
@pytest.mark.parametrize("shape", [(), (1,), (1, 1, 1)])
def test_one_element_is_a_number(dtype, shape):
    t = ndd.tensor(np.ones(shape), dtype=dtype)
    assert t.item() == 1
    python = float if "float" in dtype else bool if dtype == "bool" else int
    assert type(t.item()) is python
    assert int(t) == 1
    assert float(t) == 1.0
    assert bool(t) is True
    assert not ndd.tensor(np.zeros(shape), dtype=dtype)


def test_numbers_keep_all_bits():
    assert ndd.tensor(np.uint64(2**64 - 1)).item() == 2**64 - 1
    assert ndd.tensor(np.int64(-(2**63))).item() == -(2**63)
    assert ndd.tensor(np.float64(0.1)).item() == 0.1


def test_index():
    assert [10, 20, 30][ndd.tensor(1)] == 20
    assert operator.index(ndd.tensor(np.uint8(7))) == 7
    assert list(range(ndd.tensor(3))) == [0, 1, 2]
    with pytest.raises(TypeError, match="float32"):
        operator.index(ndd.tensor(1.0))
    with pytest.raises(TypeError):
        operator.index(ndd.tensor([1, 2]))


@pytest.mark.parametrize("data", [[1, 2], [], [[1, 2]]])
@pytest.mark.parametrize("ask", [bool, int, float, lambda t: t.item()])
def test_many_elements_are_no_number(data, ask):
    with pytest.raises(ValueError, match="elements"):
        ask(ndd.tensor(data))


def test_length_and_iteration():
    t = ndd.tensor([[1, 2, 3], [4, 5, 6]], layout="HW")
    assert len(t) == 2
    rows = list(t)
    assert [r.numpy().tolist() for r in rows] == [[1, 2, 3], [4, 5, 6]]
    assert [r.layout for r in rows] == ["W", "W"]
    assert [int(v) for v in rows[0]] == [1, 2, 3]
    assert list(ndd.tensor(np.zeros((0, 3)))) == []
    _, b = t
    assert b.numpy().tolist() == [4, 5, 6]
    for ask in (len, iter, list):
        with pytest.raises(TypeError, match="axes"):
            ask(ndd.tensor(5))


@pytest.mark.parametrize("mode", list(ndd.EvalMode))
def test_iteration_ends_in_every_mode(mode):
    with mode:
        t = ndd.cast(ndd.tensor([1, 2, 3]), dtype=ndd.float32)
        assert [float(x) for x in t] == [1, 2, 3]


def test_metadata_before_evaluation_equals_that_after():
    with ndd.EvalMode.deferred:
        x = ndd.tensor(np.zeros((4, 5, 3), np.uint8), layout="HWC")
        y = ndd.cast(x, dtype=ndd.float16)[0]
        before = (y.dtype, y.ndim, y.layout, y.shape, y.nbytes)
    y.evaluate()
    assert before == (y.dtype, y.ndim, y.layout, y.shape, y.nbytes)
    assert before == (ndd.float16, 2, "WC", (5, 3), 30)
    assert y.evaluate() is y


ARITHMETIC = {name: f for name, f in BINARY.items() if not name.isalpha()}  # the symbols


@pytest.mark.parametrize("symbol", ARITHMETIC)
def test_arithmetic_with_values_on_either_side(symbol):
    apply = ARITHMETIC[symbol]
    a, b = np.array([5, 2, 7], np.int32), np.array([2, 2, 3], np.int32)
    expected = apply(a, b)
    t, u = ndd.tensor(a), ndd.tensor(b)
    for result in (apply(t, u), apply(t, b), apply(a, u), apply(t, b.tolist())):
        assert isinstance(result, ndd.Tensor)
        np.testing.assert_allclose(np.asarray(result), expected, rtol=1e-6)
    np.testing.assert_allclose(np.asarray(apply(5, u)), apply(5, b), rtol=1e-6)
    np.testing.assert_allclose(np.asarray(apply(t, 2)), apply(a, 2), rtol=1e-6)
    for result in (apply(ndd.batch([a, a]), b), apply(a, ndd.batch([b, b]))):
        assert isinstance(result, ndd.Batch)
        np.testing.assert_allclose(np.asarray(result.select(1)), expected, rtol=1e-6)


def test_unary_arithmetic():
    t = ndd.tensor([1, -2])
    for apply in (operator.neg, operator.pos, operator.abs, operator.invert):
        assert np.asarray(apply(t)).tolist() == [apply(1), apply(-2)]
    t += 1
    assert t.numpy().tolist() == [2, -1]


def test_unhashable_and_not_assignable():
    t = ndd.tensor([1, 2])
    with pytest.raises(TypeError, match="unhashable"):
        hash(t)
    with pytest.raises(TypeError):
        t[0] = 5
    with pytest.raises(AttributeError):
        t.shape = (1, 2)
    assert not hasattr(t, "__cuda_array_interface__")


@pytest.mark.parametrize("dtype", ["uint8", "float32", "bfloat16", "bool"])
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(dtype, protocol):
    t = ndd.tensor(np.arange(6).reshape(2, 3), dtype=dtype, layout="HW")
    again = pickle.loads(pickle.dumps(t, protocol))
    assert (again.dtype, again.layout, again.shape) == (t.dtype, t.layout, t.shape)
    np.testing.assert_array_equal(np.asarray(again), np.asarray(t))
    assert np.asarray(again).flags.writeable
    scalar = pickle.loads(pickle.dumps(ndd.tensor(5), protocol))
    assert scalar.item() == 5


def test_pickle_of_what_has_not_run():
    with ndd.EvalMode.deferred:
        t = ndd.cast(ndd.tensor([1.7]), dtype=ndd.int32)
    assert pickle.loads(pickle.dumps(t)).item() == 2
