"""Points on the GPU: types, and sizes beyond one block."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd

from .on_gpu import assert_alike


def points(dtype, n, counts=(700, 1, 0, 5)):
    rng = np.random.default_rng(3)
    arrays = [(rng.random((count, n)) * 200 - 50).astype(np.float64) for count in counts]
    return ndd.cast(ndd.batch(arrays), dtype=ndd.dtype(dtype))


@pytest.mark.parametrize(
    ("dtype", "to"), [("int16", "uint8"), ("float16", "int64"), ("float64", "float32")]
)
def test_transform(dtype, to):
    x = points(dtype, 5)
    m = np.linspace(-1, 1, 15, dtype=np.float32).tolist()
    args = {"M": m, "T": [1.0, -2.0, 3.5], "dtype": ndd.dtype(to)}
    assert_alike(ndd.coord_transform(x.gpu(), **args), ndd.coord_transform(x, **args))


def test_transform_each():
    """A matrix for each sample; floats are the CPU's, to the bit."""
    x = points("float32", 2)
    mt = ndd.batch([np.float32([[i, 0.3, 1], [0.25, -i, 2], [1, 1, 0]]) for i in range(4)])
    assert_alike(ndd.coord_transform(x.gpu(), MT=mt), ndd.coord_transform(x, MT=mt), exact=True)


@pytest.mark.parametrize("dtype", ["bfloat16", "float32", "float64"])
def test_flip(dtype):
    x = points(dtype, 3)
    args = {"flip_x": ndd.batch([1, 0, 1, 1]), "flip_z": 1, "center_x": 0.3, "center_z": 7.7}
    assert_alike(ndd.coord_flip(x.gpu(), **args), ndd.coord_flip(x, **args), exact=True)
