"""Numbers that are arguments: what no int64 holds is refused, with operator, argument and value."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.core import errors

SIGNAL = np.ones(130, np.float32)
PICTURE = np.full((8, 8, 3), 9, np.uint8)
BEYOND = [2**63, 2**64 - 1, 2**64, 2**70, -(2**63) - 1, -(2**70), 10**5000, 1e19, -1e300]

CALLS = {
    "window_length": lambda v: ndd.nonsilent_region(SIGNAL, window_length=v)[0],
    "k_largest": lambda v: ndd.segmentation.random_object_bbox(
        ndd.batch([np.ones((3, 4), np.int32)]), k_largest=v, classes=[1]
    )[0],
    "iterations": lambda v: ndd.experimental.dilate(
        ndd.as_tensor(PICTURE, layout="HWC"), iterations=v
    ),
    "horizontal": lambda v: ndd.flip(ndd.as_tensor(PICTURE, layout="HWC"), horizontal=v),
    "shape": lambda v: ndd.reshape(PICTURE, shape=[v, 2]),
    "start": lambda v: ndd.slice(PICTURE, start=[v], end=[2], axes=[0], out_of_bounds_policy="pad"),
}


@pytest.mark.parametrize("value", BEYOND, ids=list("abcdefghi"))
@pytest.mark.parametrize("name", CALLS)
def test_integers_of_more_than_64_bits(name, value):
    with pytest.raises(OverflowError, match="2\\*\\*63") as e:
        CALLS[name](value)
    assert isinstance(e.value, errors.RangeError)
    assert f"argument '{name}'" in str(e.value)
    assert e.value.operator
    assert e.value.where is not None


@pytest.mark.parametrize("kind", [np.float64, np.float32, float, np.array])
@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize("name", CALLS)
def test_reals_that_are_no_integers(name, value, kind):
    with pytest.raises(errors.ArgumentError, match="needs an integer") as e:
        CALLS[name](kind(value))
    assert f"argument '{name}'" in str(e.value)


@pytest.mark.parametrize("kind", [np.uint64, np.array, lambda v: np.array([v])])
@pytest.mark.parametrize("name", ["window_length", "k_largest", "iterations"])
def test_unsigned_numbers_of_numpy(name, kind):
    with pytest.raises(errors.Error, match=r"18446744073709551615|integer") as e:
        CALLS[name](kind(2**64 - 1))
    assert name in str(e.value)


def test_lists_and_arrays_of_unsigned_numbers():
    large = np.array([2**64 - 1, 2], np.uint64)
    for shape in (large, list(large), tuple(large.tolist())):
        with pytest.raises(errors.RangeError, match="18446744073709551615"):
            ndd.reshape(PICTURE, shape=shape)


def test_torch_scalars():
    torch = pytest.importorskip("torch")
    with pytest.raises(errors.ArgumentError, match="needs an integer"):
        CALLS["iterations"](torch.tensor(float("nan")))
    with pytest.raises(errors.Error, match="iterations"):
        CALLS["iterations"](torch.tensor(2**63 - 1).numpy().astype(np.uint64) + np.uint64(9))


@pytest.mark.parametrize("value", [10**400, -(10**400)], ids=["large", "small"])
def test_integers_that_no_float_holds(value):
    with pytest.raises(errors.RangeError, match="float") as e:
        ndd.rotate(ndd.as_tensor(PICTURE, layout="HWC"), angle=value)
    assert "argument 'angle'" in str(e.value)


def test_the_ends_of_int64_pass():
    x = ndd.as_tensor(np.arange(12).reshape(3, 4))
    for value in (-(2**63), 2**63 - 1):
        y = ndd.flip(ndd.as_tensor(PICTURE, layout="HWC"), horizontal=value)
        np.testing.assert_array_equal(np.asarray(y), PICTURE[:, ::-1])
    with pytest.raises(errors.Error, match=r"9223372036854775807|large"):
        ndd.pad(x, shape=[2**63 - 1, 4]).evaluate()


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (2**63, np.uint64),
        (2**64 - 1, np.uint64),
        (np.nan, np.float32),
        (np.inf, np.float16),
        (-np.inf, np.float64),
        (1e38, np.float32),
        (2.0**63, np.float64),
    ],
)
def test_values_per_sample(value, dtype):
    """Arguments that are known only when the call runs."""
    values = ndd.batch([np.array(1, dtype), np.array(value, dtype)])
    x = ndd.batch([PICTURE, PICTURE], layout="HWC")
    with pytest.raises(errors.ArgumentError, match="'horizontal' is .* no integer of 64 bits") as e:
        ndd.flip(x, horizontal=values).evaluate()
    assert e.value.sample == 1
    assert e.value.operator == "flip"
    shape = ndd.batch([np.array([2], dtype), np.array([value], dtype)])
    with pytest.raises(errors.ArgumentError, match="no integer of 64 bits"):
        ndd.zeros(shape=shape).evaluate()


def test_values_of_uint64_that_fit():
    x = ndd.batch([PICTURE, PICTURE], layout="HWC")
    y = ndd.flip(x, horizontal=ndd.batch([np.uint64(0), np.uint64(1)]))
    np.testing.assert_array_equal(np.asarray(y.select(0)), PICTURE)


def test_bits_of_uint64_stay_in_arithmetic_and_fills():
    large = np.uint64(2**64 - 1)
    x = ndd.as_tensor(np.array([1, large], np.uint64))
    np.testing.assert_array_equal(np.asarray(x & large), [1, large])
    np.testing.assert_array_equal(np.asarray(ndd.full(large, shape=[2])), [large] * 2)


@pytest.mark.parametrize("attempts", [0, -1, 2**63 - 1])
def test_attempts_have_bounds(attempts):
    x = ndd.as_tensor(PICTURE, layout="HWC")
    with pytest.raises(errors.ArgumentError, match="num_attempts"):
        ndd.random_resized_crop(x, size=[2, 2], num_attempts=attempts)
