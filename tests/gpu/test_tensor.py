"""Reductions, normalize and what moves elements: shapes and types that take different ways."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import headrace.dynamic as ndd

from .on_gpu import assert_alike, counted, spent

INTEGERS = ("uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64", "bool")


def arrays(dtype, *shapes, seed=0):
    rng = np.random.default_rng(seed)
    kind = np.dtype(ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype)
    if dtype == "bool":
        return [rng.random(s) < 0.3 for s in shapes]
    if dtype in INTEGERS:
        info = np.iinfo(kind)
        low, high = max(info.min, -(2**40)), min(info.max, 2**40)
        return [rng.integers(low, high, s, kind, endpoint=True) for s in shapes]
    return [rng.normal(10, 30, s).astype(kind) for s in shapes]


def check(call, *inputs, exact=False):
    """A call on batches: each input is a list of arrays. Steps of a call are one plan."""
    batches = [ndd.batch(x) for x in inputs]
    with ndd.EvalMode.deferred:
        assert_alike(call(*[b.gpu() for b in batches]), call(*batches), exact)


R = ndd.reductions
OPERATIONS = {
    "sum": R.sum, "mean": R.mean, "mean_square": R.mean_square, "rms": R.rms,
    "min": R.min, "max": R.max,
}  # fmt: skip

# Shapes of a batch, reduced axes: what they are to the loops.
WAYS = {
    "long row, in parts": ([(400, 300), (3, 5)], [0, 1]),
    "interleaved, in parts": ([(300, 250, 3), (2, 2, 3), (1, 1, 3)], [0, 1]),
    "two": ([(70, 33, 2)], [0, 1]),
    "four": ([(70, 33, 4)], [0, 1]),
    "many short rows": ([(37, 41, 3), (1, 1, 3)], [2]),
    "rows of a warp": ([(9, 1000), (1, 7)], [1]),
    "columns": ([(40, 300), (50, 7)], [0]),
    "columns, in parts": ([(3000, 9)], [0]),
    "few rows of many columns": ([(5, 7, 33)], [1]),
    "in turns": ([(5, 4, 6, 3), (1, 9, 2, 3)], [0, 2]),
    "in turns, columns": ([(5, 4, 20, 11)], [0, 2]),
    "rows in turns": ([(5, 4, 20)], [0, 2]),
    "different kinds": ([(8, 9, 3), (8, 9, 1), (8, 1, 5), (64, 2, 6)], [0, 1]),
    "nothing to reduce": ([(4, 1, 7)], [1]),
    "all kinds of axes": ([(2, 3, 2, 3, 2, 3, 2, 3, 2)], [0, 2, 4, 6, 8]),
}


@pytest.mark.parametrize("way", WAYS)
def test_ways_of_reducing(way):
    shapes, axes = WAYS[way]
    check(lambda x: R.sum(x, axes=axes), arrays("uint8", *shapes), exact=True)


@pytest.mark.parametrize("way", ["interleaved, in parts", "rows of a warp", "columns, in parts"])
def test_extremes(way):
    shapes, axes = WAYS[way]
    check(lambda x: R.max(x, axes=axes), arrays("float32", *shapes), exact=True)


@pytest.mark.parametrize("axes", [[0], [1]])
def test_ways_of_spread(axes):
    for dtype in ("uint8", "float32"):
        x = arrays(dtype, (50, 41), (7, 41) if axes == [0] else (50, 3))
        mean = [a.mean(tuple(axes)).astype(np.float32) for a in x]
        check(lambda x, m: R.std_dev(x, m, axes=axes, ddof=1), x, mean)


@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        ("sum", "int8"), ("sum", "int16"), ("sum", "uint32"), ("sum", "int64"), ("sum", "float16"),
        ("sum", "float64"), ("sum", "bool"),
        ("mean", "uint64"), ("mean", "bfloat16"),
        ("mean_square", "uint16"), ("mean_square", "int16"), ("rms", "int32"),
        ("min", "int8"), ("min", "uint16"), ("min", "uint64"), ("min", "bfloat16"), ("min", "bool"),
        ("max", "int64"), ("max", "float16"), ("max", "float64"),
    ],
)  # fmt: skip
def test_types_of_reductions(name, dtype):
    x = arrays(dtype, (20, 31, 3), (1, 2, 3))
    check(lambda x: OPERATIONS[name](x, axes=[0, 1]), x, exact=dtype in INTEGERS and name == "sum")


@pytest.mark.parametrize("name", ["sum", "mean"])
@pytest.mark.parametrize(("dtype", "to"), [("uint8", "int16"), ("float32", "uint8")])
def test_results_of_another_type(name, dtype, to):
    x = arrays(dtype, (20, 30), (3, 1))
    check(lambda x: OPERATIONS[name](x, axes=[1], dtype=to), x, exact=dtype == "uint8")


def test_nothing_and_nan():
    nothing = [np.zeros((0, 3), np.float32)]
    for name in ("max", "mean"):
        check(lambda x, name=name: OPERATIONS[name](x, axes=[0]), nothing)
    check(lambda x: R.min(x, axes=[0]), [np.zeros((0, 3), np.int16)])
    nan = [np.array([[np.nan, 1, -2], [np.nan, np.nan, np.inf]], np.float32)]
    check(lambda x: R.min(x, axes=[1]), nan)
    check(lambda x: R.max(x, axes=[0]), nan)


def test_spread_far_from_the_data():
    """Exact where differences would cancel: a mean that is no mean, of constant data too."""
    x = [np.full((300, 400), 255, np.uint8), arrays("uint8", (300, 400))[0]]
    for mean in (255.0, 254.9999, -1e4, 1e30):
        m = [np.float32([mean])] * 2
        check(lambda x, m: R.variance(x, m), x, m)
    x = [np.full((90, 90), -30000, np.int16)]
    check(lambda x, m: R.variance(x, m), x, [np.float32([-30000.25])])


NORMALIZE = {
    "whole": ({}, [(40, 50, 3), (7, 9, 3)]),
    "channels": ({"axes": [0, 1]}, [(300, 250, 3), (7, 9, 3), (1, 1, 3)]),
    "planes": ({"axes": [1, 2]}, [(3, 40, 50), (3, 1, 7)]),
    "many": ({"axes": [0]}, [(40, 37), (3, 37), (3, 3)]),
    "pixels": ({"axes": [2]}, [(13, 11, 3), (2, 1, 5)]),
    "in turns": ({"axes": [0, 2]}, [(5, 4, 6, 3), (2, 3, 4, 9)]),
    "one by one": ({"axes": [1]}, [(6, 1)]),
    "mean": ({"axes": [0, 1], "mean": [1.0, 2.0, 3.0], "ddof": 1}, [(20, 30, 3), (4, 4, 3)]),
    "stddev": ({"axes": [0, 1], "stddev": 3.0, "epsilon": 1.0, "scale": 2.0}, [(20, 30, 3)]),
    "both": ({"axes": [1, 2], "mean": [1.0, 2.0], "stddev": [3.0, 0.0], "shift": 1.0}, [(2, 9, 7)]),
    "list": ({"mean": [1.0, 2.0, 3.0], "stddev": [3.0, 1.0, 9.0]}, [(9, 7, 3), (1, 2, 3)]),
    "long list": ({"mean": [1.0, 2.0, 3.0, 4.0, 5.0], "stddev": 2.0}, [(9, 7, 5), (1, 2, 5)]),
    "number": ({"mean": 1.0, "stddev": 2.0, "epsilon": 3.0}, [(9, 7, 3), (2, 2, 1)]),
}


@pytest.mark.parametrize("case", NORMALIZE)
def test_normalize(case):
    args, shapes = NORMALIZE[case]
    for dtype in ("uint8", "float32") if case in ("channels", "many", "mean") else ("uint8",):
        check(lambda x: ndd.normalize(x, **args), arrays(dtype, *shapes))


def test_given_statistics_are_a_step():
    """Normalising pixels joins its neighbours' kernel."""

    def call(x):
        x = ndd.flip(x, horizontal=1)
        x = ndd.normalize(x, axes=[0, 1], mean=[1.0, 20.0, 30.0], stddev=[3.0, 4.0, 0.5])
        return ndd.cast(x, dtype="float16")

    x = ndd.batch(arrays("uint8", (20, 33, 3), (1, 1, 3)), layout="HWC")
    device = x.gpu().evaluate()
    before = counted()
    with ndd.EvalMode.deferred:
        got = call(device).evaluate()
    assert spent(before)["launches"] == 1
    assert_alike(got, call(x))


@pytest.mark.parametrize(
    ("dtype", "to"),
    [("int16", "uint8"), ("float16", "float16"), ("int64", "float64"), ("float64", "int8"),
     ("bool", "float32"), ("uint16", "float32")],
)  # fmt: skip
def test_types_of_normalize(dtype, to):
    x = arrays(dtype, (20, 31, 3), (5, 2, 3))
    check(lambda x: ndd.normalize(x, axes=[0, 1], scale=40.0, shift=90.0, dtype=to), x)


@pytest.mark.parametrize("more", [{}, {"mean": 3.0}, {"stddev": 7.0, "axes": [0, 1]}])
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_normalize_batch(dtype, more):
    x = arrays(dtype, (200, 170, 3), (3, 5, 3), (1, 1, 3))
    check(lambda x: ndd.normalize(x, **{"axes": [0], **more}, batch=True), [a[:, 0] for a in x])
    check(lambda x: ndd.normalize(x, axes=[0, 1], batch=True, ddof=2), x)
    check(lambda x: ndd.normalize(x, batch=True, epsilon=2.0), x)


PERMUTATIONS = {
    "split": ((2, 0, 1), [(40, 33, 3), (1, 5, 3), (4, 4, 1), (9, 9, 2), (9, 3, 4)]),
    "merge": ((1, 2, 0), [(3, 40, 33), (1, 5, 3), (2, 4, 4), (4, 9, 5)]),
    "many channels": ((2, 0, 1), [(40, 33, 7), (3, 5, 70), (9, 9, 40)]),
    "rows and columns": ((1, 0), [(70, 45), (1, 9), (33, 2), (2, 100)]),
    "pixels": ((1, 0, 2), [(40, 33, 3), (5, 50, 1), (9, 8, 40)]),
    "frames": ((0, 3, 1, 2), [(4, 10, 11, 3), (2, 7, 1, 9)]),
    "reversed": ((3, 2, 1, 0), [(5, 6, 7, 8), (2, 3, 40, 50)]),
    "swapped": ((2, 3, 0, 1), [(5, 6, 7, 8)]),
    "inner": ((0, 2, 1, 3), [(3, 6, 7, 5), (2, 20, 33, 1)]),
    "same": ((0, 1), [(5, 6), (1, 1)]),
    "many": ((6, 4, 2, 0, 5, 3, 1), [(2, 3, 2, 3, 2, 3, 2)]),
}


@pytest.mark.parametrize("case", PERMUTATIONS)
def test_transpose(case):
    perm, shapes = PERMUTATIONS[case]
    check(lambda x: ndd.transpose(x, perm=perm), arrays("uint8", *shapes), exact=True)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int16"])
def test_types_of_transpose(dtype):
    x = arrays(dtype, (19, 23, 3))
    for perm in ((2, 0, 1), (1, 0, 2), (2, 1, 0)):
        check(lambda x, perm=perm: ndd.transpose(x, perm=perm), x, exact=True)


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_cat(dtype, axis):
    def shape(size):
        return (*(9, 7, 11)[:axis], size, *(9, 7, 11)[axis + 1 :])

    parts = [arrays(dtype, shape(k), shape(2), seed=k) for k in (1, 5, 3)]
    check(lambda *x: ndd.cat(*x, axis=axis), *parts, exact=True)
    check(lambda *x: ndd.stack(*x, axis=axis), *[parts[0]] * 3, exact=True)


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_interleave(dtype):
    planes = [arrays(dtype, (33, 40), (1, 3), (2, 1), seed=k) for k in range(5)]
    for n in (2, 3, 5):
        check(lambda *x: ndd.stack(*x, axis=2), *planes[:n], exact=True)


def test_joining_nothing():
    empty = [np.zeros((0, 5), np.uint8)] * 2
    x = arrays("uint8", (3, 5), (1, 5))
    check(lambda *x: ndd.cat(*x), empty, x, empty, exact=True)
    check(lambda *x: ndd.cat(*x), empty, empty, exact=True)


def test_sequences():
    x = arrays("int16", (6, 5, 7, 3), (4, 1, 2, 3))
    order = ndd.batch([np.int32([3, 0, 1, 2, 2]), np.int32([1])])
    check(lambda x: ndd.sequence_rearrange(x, new_order=order), x, exact=True)
    check(lambda x: ndd.element_extract(x, element_map=[3, 0]), x, exact=True)


def test_views_between():
    """Views of values that nobody holds, and of inputs."""

    def chain(x):
        rows = ndd.reshape(ndd.cast(x, dtype="int16"), shape=[-1, 4])
        return ndd.transpose(ndd.expand_dims(rows, axes=[0]), perm=(2, 0, 1))

    check(chain, arrays("uint8", (6, 8, 3), (2, 2, 3)), exact=True)
    check(lambda x: ndd.reinterpret(x, dtype="int16"), arrays("uint8", (3, 4)), exact=True)
    check(lambda x: R.sum(ndd.squeeze(x, axes=[1]), axes=[1]), arrays("uint8", (6, 1, 9)))
