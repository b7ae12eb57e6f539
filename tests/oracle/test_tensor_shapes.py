"""Arrays in another shape, order or company, against DALI: exact equality."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from .both import agree, both_fail, tensor
from .tensor_data import HW, HWB, ONES, ONES_B, TYPES, XB, N, X, cases, numbers

# The tables of arguments read better packed.
# fmt: off

# ---- reshape, reinterpret ---------------------------------------------------------------------


@pytest.mark.parametrize("call", [
    *cases("ndd.reshape(x, {})", "shape=[6, 4]", "shape=[6, -1]", "shape=24", "shape=[4, 3, 2]",
           "shape=[-3, 4]", "shape=(6, 4)", "shape=np.array([6, 4])", "shape=t([6, 4])",
           "shape=[4, 3, 2], layout='HWC'", "shape=[4, 6], layout='XY'",
           "shape=[4, 3, 2], layout=''", "layout='ABC'", "layout=''", "shape=[6, 4], layout=None",
           "rel_shape=[0.5, -1]", "rel_shape=[1, 2, 0.5]", "rel_shape=[1, -1]", "rel_shape=-1",
           "rel_shape=[1, 1, 1, -1]", "rel_shape=[1.4, -1]", "rel_shape=[0.6, -1]",
           "rel_shape=[0.3, -1]", "rel_shape=[0.25, -1]", "rel_shape=[0.75, -1]",
           "rel_shape=[1, 0.4, -1]", "rel_shape=[-0.5, 1]",
           "src_dims=[2, 1, 0]", "src_dims=[1, 0, 2]", "src_dims=[2, 1, 0], layout='CWH'",
           "src_dims=[2, 1, 0], rel_shape=[1, 1, 1]", "src_dims=[2, 1, 0], rel_shape=[0.5, 1, 2]",
           "src_dims=[-1, 2, 1], rel_shape=[-1, 1, 1]", "src_dims=[2, 1], rel_shape=[-1, 1]",
           "src_dims=[2, 1, 0], shape=[4, 3, 2]"),
    "ndd.reshape(x, [3, -1])",
    "ndd.reshape(x, t([3, -1]))",
    "ndd.reshape(x, t([[3, 8]]))",
    "ndd.reshape(x, b([3, -1], [4, -1]))",
    "ndd.reshape(x, [3, -1], layout='AB')",
])
def test_reshape(call: str) -> None:
    agree(call, x=X)


@pytest.mark.parametrize("call", [
    *cases("ndd.reshape(x, {})", "shape=b([3, 8], [2, 6])", "shape=b([3, -1], [2, -1])",
           "shape=[3, -1]", "shape=b([3., 8.], [2., 6.])", "rel_shape=b([.5, -1], [1, -1])",
           "layout='AB', shape=b([3, 8], [2, 6])"),
    "ndd.reshape(x, b([3, -1], [2, -1]))",
    "ndd.reshape(x, t([3, -1]))",
])
def test_reshape_batches(call: str) -> None:
    agree(call, x=XB)


@pytest.mark.parametrize("call", cases(
    "ndd.reshape(x, {})", "", "shape=[]", "shape=[-1, -1, 2]", "shape=[5, -1]", "shape=[0, -1]",
    "shape=[25]", "shape=[4, 3, 2], layout='HW'", "rel_shape=[1, 1, 1, 1]",
    "rel_shape=[0.5, 0.5, 4]", "rel_shape=[-1, -1]", "rel_shape=[1, 3, -1]", "src_dims=[0, 1]",
    "src_dims=[0, 1, 3]", "src_dims=[0, 1, -2]", "src_dims=[0, 0]",
    "src_dims=[2, 1], rel_shape=[1, 1, 1]", "shape=[24], rel_shape=[1, 1, 1]", "[3.0, -1.0]",
    "[3, 8], shape=[3, 8]", "[24], rel_shape=[-1]", "shape=b([3, 8], [24])"))
def test_bad_reshape(call: str) -> None:
    both_fail(call, x=X)


def test_reshape_without_elements() -> None:
    empty = tensor(np.zeros((0, 3), np.uint8))
    agree("ndd.reshape(x, shape=[3, -1])", x=empty)
    agree("ndd.reshape(x, shape=[-1])", x=empty)
    agree("ndd.reshape(x, shape=[1, 1])", x=tensor(5))
    agree("ndd.reshape(x, shape=[])", x=tensor([5]))


@pytest.mark.parametrize("call", [
    *cases("ndd.reinterpret(x, {})", "dtype=ndd.uint8", "dtype=ndd.int16", "dtype=ndd.int32",
           "dtype=ndd.float16", "dtype=ndd.int32, shape=[3]", "dtype=ndd.int32, shape=[-1]",
           "dtype=ndd.int32, shape=[3, 1], layout='XY'", "dtype=ndd.uint8, layout=''",
           "dtype=ndd.uint8, rel_shape=[1, 2]", "dtype=ndd.uint8, rel_shape=[1, -1]",
           "dtype=ndd.uint8, src_dims=[1, 0]", "dtype=ndd.uint8, src_dims=[0, 1]", "shape=[2, 3]",
           "layout='XY'", "dtype=ndd.uint8, shape=[6, -1]", "dtype=ndd.uint8, shape=t([6, -1])",
           "dtype=ndd.int32, rel_shape=[1, -1]"),
    "ndd.reinterpret(x, [12], dtype=ndd.uint8)",
    "ndd.reinterpret(x, [-1], dtype=ndd.uint8)",
    "ndd.reinterpret(x, [-1])",
])
def test_reinterpret(call: str) -> None:
    agree(call, x=tensor(numbers(3, 2, dtype="int16"), "AB"))


@pytest.mark.parametrize("call", cases(
    "ndd.reinterpret(x, {})", "", "dtype=ndd.int64", "dtype=ndd.int32, shape=[4]",
    "dtype=ndd.int64, shape=[-1]", "dtype=ndd.uint8, rel_shape=[1, 1]"))
def test_bad_reinterpret(call: str) -> None:
    both_fail(call, x=tensor(numbers(3, 2, dtype="int16"), "AB"))


# ---- squeeze, expand_dims, transpose ----------------------------------------------------------


@pytest.mark.parametrize("x", [ONES, ONES_B], ids=["tensor", "batch"])
@pytest.mark.parametrize("arguments", [
    "axes=[0]", "axes=0", "axes=[2]", "axes=[0, 2]", "axes=[2, 0]", "axes=[]", "axis_names='F'",
    "axis_names='W'", "axis_names='FW'", "axis_names='WF'", "axis_names=''"])
def test_squeeze(x: object, arguments: str) -> None:
    agree(f"ndd.squeeze(x, {arguments})", x=x)


@pytest.mark.parametrize("axes", ["[2]", "[1]"])
def test_squeeze_without_elements(axes: str) -> None:
    agree(f"ndd.squeeze(x, axes={axes})", x=tensor(np.zeros((0, 2, 1), np.uint8), "HWC"))


@pytest.mark.parametrize("arguments", [
    "", "axes=[1]", "axes=[0, 0]", "axis_names='X'", "axis_names='H'", "axis_names='FF'",
    "axes=[0], axis_names='W'"])
def test_bad_squeeze(arguments: str) -> None:
    both_fail(f"ndd.squeeze(x, {arguments})", x=ONES)


@pytest.mark.parametrize("x", [X, XB], ids=["tensor", "batch"])
@pytest.mark.parametrize("arguments", [
    "axes=[0]", "axes=0", "axes=[3]", "axes=[0, 1]", "axes=[1, 0]", "axes=[0, 2]", "axes=[1, 3]",
    "axes=[4, 0]", "axes=[4, 3]", "axes=[]", "axes=[0], new_axis_names='F'",
    "axes=[3], new_axis_names='X'", "axes=[0, 2], new_axis_names='FD'",
    "axes=[2, 0], new_axis_names='FD'", "axes=[0], new_axis_names='H'",
    "axes=[0], new_axis_names=''"])
def test_expand_dims(x: object, arguments: str) -> None:
    agree(f"ndd.expand_dims(x, {arguments})", x=x)


def test_expand_dims_of_numbers() -> None:
    agree("ndd.expand_dims(x, axes=[0], new_axis_names='F')", x=tensor(5))
    agree("ndd.expand_dims(x, axes=[0, 1])", x=tensor(5))


@pytest.mark.parametrize("arguments", [
    "", "axes=[4]", "axes=[0, 5]", "axes=[0, 0]", "axes=[0], new_axis_names='FD'"])
def test_bad_expand_dims(arguments: str) -> None:
    both_fail(f"ndd.expand_dims(x, {arguments})", x=X)
    both_fail("ndd.expand_dims(x, axes=[0], new_axis_names='F')", x=N)


@pytest.mark.parametrize("x", [X, N, XB], ids=["layout", "none", "batch"])
@pytest.mark.parametrize("arguments", [
    "", "perm=[2, 0, 1]", "perm=[2, 0, 1], transpose_layout=False",
    "perm=[2, 0, 1], output_layout='XYZ'", "output_layout='CWH'", "transpose_layout=False",
    "perm=[2, 0, 1], transpose_layout=False, output_layout='XYZ'", "perm=[0, 1, 2]"])
def test_transpose(x: object, arguments: str) -> None:
    agree(f"ndd.transpose(x, {arguments})", x=x)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", [(5, 7, 3), (3, 33, 41), (17, 2, 70), (1, 64, 1), (4, 9, 8)])
def test_transpose_orders(dtype: str, shape: tuple[int, ...]) -> None:
    x = tensor(numbers(*shape, dtype=dtype))
    for perm in itertools.permutations(range(3)):
        agree(f"ndd.transpose(x, perm={list(perm)})", x=x)


@pytest.mark.parametrize("seed", range(12))
def test_transpose_many_axes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ndim = int(rng.integers(2, 7))
    shape = [int(s) for s in rng.integers(1, 7, ndim)]
    x = tensor(numbers(*shape, dtype=["uint8", "int16", "int32", "float64"][seed % 4]))
    agree(f"ndd.transpose(x, perm={[int(p) for p in rng.permutation(ndim)]})", x=x)


def test_transpose_of_little() -> None:
    agree("ndd.transpose(x)", x=tensor(5))
    agree("ndd.transpose(x)", x=tensor(np.zeros((0, 2), np.int32)))
    agree("ndd.transpose(x)", x=tensor([1, 2, 3], "X"))
    agree("ndd.transpose(x, perm=0)", x=tensor([1, 2, 3]))


@pytest.mark.parametrize("arguments", [
    "perm=[2, 0]", "perm=[0, 0, 1]", "perm=[3, 0, 1]", "perm=[]",
    "perm=[2, 0, 1], output_layout='XY'"])
def test_bad_transpose(arguments: str) -> None:
    both_fail(f"ndd.transpose(x, {arguments})", x=X)


# ---- stack, cat -------------------------------------------------------------------------------


@pytest.mark.parametrize("x", [HW, HWB], ids=["tensor", "batch"])
@pytest.mark.parametrize("arguments", [
    "", "axis=1", "axis=2", "axis=-1", "axis=-2", "axis_name='F'", "axis=1, axis_name='Q'",
    "axis=-1, axis_name='Q'", "axis=2, axis_name='C'", "axis_name='H'"])
def test_stack(x: object, arguments: str) -> None:
    for count in (1, 2, 3, 4, 5, 20):
        agree(f"ndd.stack(*[x] * {count}, {arguments})", x=x)


def test_stack_mixtures() -> None:
    agree("ndd.stack(x, t(np.zeros((2, 3), np.int32)), axis_name='F')", x=HW)
    agree("ndd.stack(x, t(np.zeros((2, 3), np.int32), layout='AB'), axis_name='F')", x=HW)
    agree("ndd.stack(t(np.zeros((2, 3), np.int32)), x)", x=HW)
    agree("ndd.stack(x, x)", x=tensor(5))
    agree("ndd.stack(x, x, axis_name='X')", x=tensor(5))
    agree("ndd.stack([1, 2], [3, 4])")
    agree("ndd.stack(x, x, axis=1)", x=tensor(np.zeros((0, 7), np.int32)))


@pytest.mark.parametrize("call", [
    *cases("ndd.stack(x, x, {})", "axis=3", "axis=-4", "axis_name='FF'", "axis_name=''"),
    "ndd.stack(t(np.zeros((2, 3), np.int32)), x, axis_name='F')",
    "ndd.stack(x, t(np.zeros((2, 2), np.int32)))",
    "ndd.stack(x, t(np.zeros((2, 3), np.float32)))",
    "ndd.stack(x, t(np.zeros((2,), np.int32)))",
    "ndd.stack()",
    "ndd.stack(1, 2.5)",
])
def test_bad_stack(call: str) -> None:
    both_fail(call, x=HW)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "uint16", "float32", "float64"])
@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_cat(dtype: str, axis: int) -> None:
    for sizes in [(4,), (1, 1), (1, 1, 1), (1, 1, 1, 1), (2, 3), (1, 5, 2), (1,) * 17]:
        values = {}
        for i, size in enumerate(sizes):
            shape = [3, 5, 4]
            shape[axis] = size
            values[f"x{i}"] = tensor(numbers(*shape, dtype=dtype, start=7 * i), "HWC")
        agree(f"ndd.cat({', '.join(values)}, axis={axis})", **values)


@pytest.mark.parametrize("call", [
    *cases("ndd.cat(x, x, {})", "", "axis=1", "axis=-1", "axis=-2", "axis_name='H'",
           "axis_name='W'"),
    "ndd.cat(x)",
    "ndd.cat(x, t(np.zeros((1, 3), np.int32)))",
    "ndd.cat(t(np.zeros((2, 3), np.int32)), x)",
    "ndd.cat(x, t(np.zeros((2, 3), np.int32), layout='AB'))",
    "ndd.cat(x, t(np.zeros((2, 3), np.int32), layout='AB'), axis_name='H')",
    "ndd.cat(x, t(np.zeros((0, 3), np.int32)))",
    "ndd.cat(x, t(np.zeros((5, 0), np.int32)))",
    "ndd.cat(t(np.zeros((5, 0), np.int32)), x, axis=1)",
    "ndd.cat([1, 2], [3])",
])
def test_cat_arguments(call: str) -> None:
    agree(call, x=HW)


def test_cat_batches() -> None:
    agree("ndd.cat(x, x, axis=1)", x=HWB)
    agree("ndd.cat(x, y, axis=1)", x=HWB, y=HW)
    agree("ndd.cat(x, x)", x=tensor(np.zeros((0, 2), np.int32)))


@pytest.mark.parametrize("call", [
    *cases("ndd.cat(x, x, {})", "axis=2", "axis=-3", "axis_name='C'", "axis_name='HW'",
           "axis=1, axis_name='W'"),
    "ndd.cat(x, t(np.zeros((1, 3), np.int32)), axis=1)",
    "ndd.cat(x, t(np.zeros((2, 3), np.float32)))",
    "ndd.cat(x, t(np.zeros((3,), np.int32)))",
    "ndd.cat(t(1), t(2))",
    "ndd.cat(t(np.zeros((2, 3), np.int32)), axis_name='W')",
])
def test_bad_cat(call: str) -> None:
    both_fail(call, x=HW)
