"""Arithmetic: operands that do not go together, and the messages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.core.device import Device
from headrace.core.meta import Meta

from .arithmetic_operations import BINARY


def test_shapes_that_do_not_broadcast() -> None:
    x = ndd.tensor(np.zeros((3, 4), np.uint8))
    with pytest.raises(ValueError, match=r"uint8 \(3, 4\) and float32 \(3,\)") as e:
        (x + ndd.tensor([1.0, 2.0, 3.0])).evaluate()
    assert "operator +, called at" in str(e.value)
    assert "test_arithmetic_errors.py" in str(e.value)
    with pytest.raises(RuntimeError):  # what DALI raises
        (x + ndd.tensor([1.0, 2.0, 3.0])).evaluate()


def test_a_batch_names_the_sample_that_does_not_broadcast() -> None:
    b = ndd.batch([np.zeros((2, 3)), np.zeros((2, 5))])
    with pytest.raises(ValueError, match=r"\(2, 5\) and int32 \(3,\)[\s\S]*sample 1"):
        (b * [1, 2, 3]).evaluate()


def test_layouts_that_do_not_go_together() -> None:
    a = ndd.tensor(np.zeros((2, 3, 4)), layout="HWC")
    with pytest.raises(ValueError, match='layouts "HWC" and "HW" do not go together'):
        a + ndd.tensor(np.zeros((3, 4)), layout="HW")


def test_batches_of_different_sizes() -> None:
    with pytest.raises(ValueError, match="batch sizes: 2 and 3"):
        ndd.batch([1, 2]) + ndd.batch([1, 2, 3])


def test_operands_on_different_devices() -> None:
    # As it would be with a GPU: the check looks at metadata alone.
    gpu = Device.__reduce__(Device.CPU)[0]("gpu", 0)
    x = ndd.tensor([1, 2])
    y = ndd.Tensor._of(x._v, Meta.get(ndd.int32, 1, None, False, gpu))
    with pytest.raises(ValueError, match="different devices, cpu and gpu:0") as e:
        x + y
    assert "Tensor of int32, 1 axis on gpu:0" in str(e.value)


def test_types_an_operation_does_not_take() -> None:
    x = ndd.tensor([True])
    with pytest.raises(TypeError, match="bool and bool") as e:
        x + x
    assert "operands: Tensor of bool, 1 axis; Tensor of bool, 1 axis" in str(e.value)
    assert "test_arithmetic_errors.py" in str(e.value)
    with pytest.raises(TypeError, match="uint8 and float32"):
        ndd.tensor([1], dtype="u8") & 1.5
    with pytest.raises(TypeError, match='"sqrt" does not take bool'):
        ndd.math.sqrt(x)


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 2**70])
def test_large_ints_overflow(number: int) -> None:
    x = ndd.tensor([1], dtype="i64")
    with pytest.raises(OverflowError, match=rf"{number} does not fit int32"):
        x + number
    with pytest.raises(OverflowError, match=r"operator math\.max"):
        ndd.math.max(1, number)


@pytest.mark.parametrize(("other", "kind"), [(None, ValueError), ("a", TypeError), (1j, TypeError)])
def test_things_that_are_no_operands(other: Any, kind: type[Exception]) -> None:
    x = ndd.tensor([1])
    for op in ("+", "=="):
        with pytest.raises(kind) as e:
            BINARY[op](x, other)
        assert f"operator {op}" in str(e.value)
