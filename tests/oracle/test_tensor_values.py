"""Arrays filled, looked up, taken apart, against DALI: exact equality."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import agree, batch, both_fail, tensor
from .tensor_data import FHW, FHWB, HW, HWB, TYPES, XB, N, X, cases, numbers

# The tables of arguments read better packed.
# fmt: off

# ---- pad --------------------------------------------------------------------------------------

P = batch(numbers(5, dtype="int32"), numbers(2, dtype="int32"), numbers(3, dtype="int32"))
M = batch(numbers(2, 3, start=1), numbers(3, 2, start=1), layout="HW")


@pytest.mark.parametrize("arguments", [
    "", "fill_value=-1", "fill_value=2.7", "fill_value=-2.7", "fill_value=b(1, 2, 3)",
    "fill_value=b(1.5, 2.5, 3.5)", "fill_value=t(7)", "axes=[0]", "axes=0", "shape=[7]", "shape=7",
    "align=4", "align=[4]", "shape=1, align=2", "shape=[-1], align=4", "shape=[0]", "shape=[2]",
    "shape=[-2]", "axes=[0], shape=[1]", "shape=b([1], [6], [3])", "shape=b(1, 6, 3)",
    "shape=b([-1], [6], [3])", "align=b([2], [3], [4])", "align=b(2, 3, 4)", "axes=[-1]",
    "axes=b([0], [0], [0])", "shape=t([7])", "shape=t(7)"])
def test_pad(arguments: str) -> None:
    agree(f"ndd.pad(x, {arguments})", x=P)


@pytest.mark.parametrize("arguments", [
    "", "axes=[0]", "axes=[1]", "axes=[-1]", "axes=[]", "axis_names='H'", "axis_names='W'",
    "axis_names='WH'", "axis_names=''", "shape=[4, 4]", "shape=[4, -1]", "shape=[-1, 4]",
    "axes=[1], shape=[5]", "axes=[1, 0], shape=[5, 4]", "axis_names='WH', shape=[5, 4]",
    "align=[1, 4]", "align=4", "axes=[0], align=4", "axes=[1], align=[2], shape=[1]",
    "align=[4, 5]", "align=[1, 2], shape=[4, -1]", "axes=[0, 1], shape=[4]",
    "shape=[4, 4], align=[3]", "shape=5", "align=b([2, 2], [4, 1])", "shape=b([4, 4], [3, 5])",
    "shape=b([4, -1], [-1, 5])", "axes=b([0], [1])", "axes=b([0], [1]), shape=b([5], [6])",
    "axes=b([0, 1], [1, 0]), shape=b([5, 6], [5, 6])", "axes=[0], shape=b([5], [6])",
    "fill_value=300", "fill_value=-3", "shape=[]", "align=[]"])
def test_pad_two_axes(arguments: str) -> None:
    agree(f"ndd.pad(x, {arguments})", x=M)


@pytest.mark.parametrize("dtype", [t for t in TYPES if t != "float64"])
def test_pad_types(dtype: str) -> None:
    x = batch(numbers(3, 4, 3, dtype=dtype), numbers(2, 7, 3, dtype=dtype),
              numbers(5, 1, 2, dtype=dtype), layout="HWC")
    for arguments in ["fill_value=2.5", "axes=[1], fill_value=1", "axes=[0, 2]", "align=4"]:
        agree(f"ndd.pad(x, {arguments})", x=x)


def test_pad_single_tensors() -> None:
    x = tensor(numbers(2, 3), "HW")
    for arguments in ["", "shape=[4, 4]", "shape=[-1, 4]", "align=4"]:
        agree(f"ndd.pad(x, {arguments})", x=x)
    empty = batch(np.zeros((0, 2), np.uint8), np.ones((1, 1), np.uint8))
    agree("ndd.pad(x, fill_value=5)", x=empty)


@pytest.mark.parametrize("arguments", [
    "align=0", "align=-1", "axes=[2]", "axes=[-3]", "axes=[0, 0]", "axes=[0, -2]",
    "axes=[0], shape=[3, 3]", "axes=[0], align=[2, 2]", "axis_names='X'",
    "axes=[0], axis_names='H'", "align=[1, 2], axis_names='W'"])
def test_bad_pad(arguments: str) -> None:
    both_fail(f"ndd.pad(x, {arguments})", x=M)


# ---- full, ones, zeros ------------------------------------------------------------------------


@pytest.mark.parametrize("call", [
    *cases("ndd.full({})", "1, shape=[2, 3]", "2.5, shape=[2]", "True, shape=[2]", "1",
           "1, shape=[]", "1, shape=3", "[1, 2], shape=[3, 2]", "[[1], [2]], shape=[2, 3]",
           "[1, 2], shape=[2]", "[[1, 2]], shape=[2]", "1, shape=[2, 3], layout='HW'",
           "1, shape=[2, 3], layout=''", "1, shape=t([2, 3])", "1, shape=b([2, 3], [1, 1])",
           "b(1, 2), shape=[2]", "b(1, 2), shape=b([1], [2])", "b([1, 2], [3, 4]), shape=[2, 2]",
           "1, shape=[0, 2]", "1, shape=[2], batch_size=2", "t([1, 2], layout='X'), shape=[3, 2]",
           "t(np.uint8(3)), shape=[2]", "t(np.float64(3)), shape=[2]",
           "t(np.float16(3)), shape=[2]",
           "1, shape=b(1, 2)", "1, shape=[2., 3.]", "1, shape=t([2., 3.])", "1, shape=t(3)",
           "[], shape=[2, 0]", "[[1, 2, 3]], shape=[3, 3], layout='XY'",
           "[[[1], [2]], [[3], [4]]], shape=[3, 2, 2, 5]"),
    *cases("ndd.{}()", "ones", "zeros"),
    *[f"ndd.{f}({a})" for f in ("ones", "zeros") for a in (
        "shape=[2]", "shape=2", "shape=[]", "shape=[2, 2], dtype=ndd.float32",
        "shape=[2, 2], layout='HW'", "shape=t([1, 2])", "shape=b([1], [2])",
        "shape=[2], batch_size=2", "shape=b(1, 2)",
        *(f"shape=[3], dtype=ndd.{t}" for t in TYPES))],
])
def test_fill(call: str) -> None:
    agree(call)


@pytest.mark.parametrize("call", [
    *cases("ndd.full_like(x, {})", "5", "2.7", "300", "-1", "b(1, 2)", "[[1], [2]]", "[[[1]]]"),
    *[f"ndd.{f}_like(x{a})" for f in ("ones", "zeros")
      for a in ("", ", dtype=ndd.float32", ", dtype=ndd.bool")],
])
def test_fill_like(call: str) -> None:
    agree(call, x=X if "[[1]" not in call else HW)
    if "[[1]" not in call:
        agree(call, x=XB)


@pytest.mark.parametrize("call", [
    *cases("ndd.full({})", "[1, 2], shape=[2, 3]", "1, shape=[2, 3], layout='H'", "1, layout='H'",
           "1, shape=[-1]", "1, shape=b([1], [1, 1])", "[], shape=[2]", "[1, 2, 3], layout='XY'"),
    *cases("ndd.full_like({})", "x, [1, 2]", "x"),
    *cases("ndd.zeros({})", "shape=[2, 2], layout='H'", "layout='H'", "shape=[-1]"),
])
def test_bad_fill(call: str) -> None:
    both_fail(call, x=HW)


# ---- one_hot, lookup_table, cast_like ---------------------------------------------------------


@pytest.mark.parametrize("x", [
    batch([1], [2]), batch(1, 2), batch([1, 0, 2], [3, 2]), tensor([[1, 2], [0, 3]]),
    batch([[1]], [[2]]), batch([1], [1, 2]), tensor(1), tensor([[1], [2]]),
    tensor(np.zeros(0, np.int32)), tensor([1.6, -1, 0.4, 5, -0.5])])
@pytest.mark.parametrize("arguments", [
    "", "num_classes=4", "num_classes=4, axis=0", "num_classes=4, axis=-1", "num_classes=0",
    "num_classes=4, dtype=ndd.int32", "num_classes=2",
    "num_classes=4, on_value=2.7, off_value=-1.5, dtype=ndd.int32",
    "num_classes=4, on_value=300, off_value=-1, dtype=ndd.uint8",
    "num_classes=4, dtype=ndd.float64"])
def test_one_hot(x: object, arguments: str) -> None:
    agree(f"ndd.one_hot(x, {arguments})", x=x)


@pytest.mark.parametrize("arguments", [
    "axis=1", "axis=2", "axis_name='C'", "axis=0, axis_name='C'", "axis=1, axis_name='C'"])
def test_one_hot_layouts(arguments: str) -> None:
    agree(f"ndd.one_hot(x, num_classes=4, {arguments})", x=tensor([[1, 2], [0, 3]], "HW"))


def test_one_hot_of_one_element() -> None:
    for x in (tensor(1), tensor([1]), tensor([1], "X")):
        agree("ndd.one_hot(x, num_classes=3, axis_name='C')", x=x)
    agree("ndd.one_hot(x, num_classes=3, axis=0, axis_name='C')", x=tensor([1], "X"))
    agree("ndd.one_hot(1, num_classes=3)")


@pytest.mark.parametrize("arguments", [
    "num_classes=-1", "num_classes=3, axis=3", "num_classes=3, axis_name='C'",
    "num_classes=3, axis_name='CC'", "num_classes=3, axis_name=''"])
def test_bad_one_hot(arguments: str) -> None:
    both_fail(f"ndd.one_hot(x, {arguments})", x=tensor([[1, 2], [0, 3]]))


@pytest.mark.parametrize("to", TYPES)
@pytest.mark.parametrize("dtype", [t for t in TYPES if "int" in t])
def test_lookup_table(dtype: str, to: str) -> None:
    x = np.array([0, 1, 2, 3, 100], dtype)
    if dtype.startswith("int"):
        x[0] = -1
    agree(f"ndd.lookup_table(x, keys=[1, 3, 7], values=[2.7, -300.5, 1], dtype=ndd.{to}, "
          "default_value=1.5)", x=tensor(x))


@pytest.mark.parametrize("arguments", [
    "", "keys=[1], values=[2], default_value=7", "keys=[65535], values=[1]",
    "keys=[1, 1], values=[2, 3]", "keys=1, values=2",
    "output_dtype=ndd.int32, keys=[1], values=[2]",
    "dtype=ndd.int32, keys=[1], values=[-2.5]", "dtype=ndd.int64, keys=[1], values=[16777217.]"])
def test_lookup_table_arguments(arguments: str) -> None:
    agree(f"ndd.lookup_table(x, {arguments})", x=tensor(np.array([0, 1, 2], np.int16)))
    agree(f"ndd.lookup_table(x, {arguments})", x=batch([[1, 70000, -1]], [[1 << 40]], layout="HW"))


@pytest.mark.parametrize("call", [
    *cases("ndd.lookup_table(x, {})", "keys=[1, 3], values=[1]", "keys=[65536], values=[1]",
           "keys=[-1], values=[1]"),
    "ndd.lookup_table(t([1., 2.]), keys=[1], values=[5])",
    "ndd.lookup_table(t([True, False]), keys=[1], values=[5])",
])
def test_bad_lookup_table(call: str) -> None:
    both_fail(call, x=HW)


@pytest.mark.parametrize("to", TYPES)
def test_cast_like(to: str) -> None:
    x = tensor(np.array([[2.5, 300.7, -1, 0.5, -2.5, 0]], np.float32), "HW")
    agree(f"ndd.cast_like(x, t(np.zeros(3, '{to}')))", x=x)
    agree(f"ndd.cast_like(x, b(np.zeros(3, '{to}'), np.zeros(1, '{to}')))", x=x)
    agree(f"ndd.cast_like(x, t(np.zeros(3, '{to}')))", x=HWB)


# ---- sequences and batches --------------------------------------------------------------------


@pytest.mark.parametrize("x", [FHW, FHWB, N], ids=["tensor", "batch", "none"])
@pytest.mark.parametrize("element_map", ["[1, 0, 1]", "1", "[1]", "[0, 0]", "[1] * 12"])
def test_element_extract(x: object, element_map: str) -> None:
    agree(f"ndd.element_extract(x, element_map={element_map})", x=x)


@pytest.mark.parametrize("element_map", ["[4]", "[-1]", "[]"])
def test_bad_element_extract(element_map: str) -> None:
    both_fail(f"ndd.element_extract(x, element_map={element_map})", x=FHW)
    both_fail("ndd.element_extract(x, element_map=[0])", x=X)
    both_fail("ndd.element_extract(x, element_map=[0])", x=tensor(5))


@pytest.mark.parametrize("new_order", [
    "[2, 1, 0]", "[0, 0]", "[1]", "2", "t([2, 1])", "t([2., 1.])", "[0, 1, 2, 2, 0, 1]"])
def test_sequence_rearrange(new_order: str) -> None:
    agree(f"ndd.sequence_rearrange(x, new_order={new_order})", x=FHW)
    agree(f"ndd.sequence_rearrange(x, new_order={new_order})", x=FHWB)


def test_sequence_rearrange_per_sample() -> None:
    agree("ndd.sequence_rearrange(x, new_order=b([3], [2, 1, 0]))", x=FHWB)
    agree("ndd.sequence_rearrange(x, new_order=b([1], [0, 0]))", x=FHW)
    agree("ndd.sequence_rearrange(x, new_order=[1])", x=N)


@pytest.mark.parametrize("new_order", ["[]", "[4]", "[-1]", "b([3], [3])"])
def test_bad_sequence_rearrange(new_order: str) -> None:
    both_fail(f"ndd.sequence_rearrange(x, new_order={new_order})", x=FHWB)
    both_fail("ndd.sequence_rearrange(x, new_order=[1])", x=X)


@pytest.mark.parametrize("replace", ["", "replace=True", "replace=False"])
def test_per_frame(replace: str) -> None:
    for x in (FHW, FHWB, N, tensor([1, 2, 3])):
        agree(f"ndd.per_frame(x, {replace})", x=x)
    both_fail(f"ndd.per_frame(x, {replace})", x=tensor(5))
    (agree if replace == "replace=True" else both_fail)(f"ndd.per_frame(x, {replace})", x=X)


@pytest.mark.parametrize("indices", [
    "[2, 0, 1]", "[0, 0, 0]", "b(2, 1, 0)", "b(0., 1., 2.)"])
def test_permute_batch(indices: str) -> None:
    agree(f"ndd.permute_batch(x, indices={indices})", x=P)


def test_permute_batch_of_tensors() -> None:
    agree("ndd.permute_batch(x, indices=[0])", x=tensor([1, 2]))
    agree("ndd.permute_batch(x, indices=[0, 0], batch_size=2)", x=tensor([1, 2]))
    agree("ndd.permute_batch(x, indices=b(0, 0))", x=tensor([1, 2]))


@pytest.mark.parametrize("indices", [
    "[3, 0, 0]", "[-1, 0, 0]", "[0, 1]", "1", "[0, 1, 2, 2]", "b(2, 1)",
    "b([2, 1], [0, 0], [1, 1])"])
def test_bad_permute_batch(indices: str) -> None:
    both_fail(f"ndd.permute_batch(x, indices={indices})", x=P)


@pytest.mark.parametrize("key", ["layout", "source_info"])
def test_get_property(key: str) -> None:
    for x in (FHW, FHWB, N, tensor(5)):
        agree(f"ndd.get_property(x, key='{key}')", x=x)


@pytest.mark.parametrize("arguments", ["", "key='foo'", "key=''"])
def test_bad_get_property(arguments: str) -> None:
    both_fail(f"ndd.get_property(x, {arguments})", x=X)
