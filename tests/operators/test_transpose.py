"""transpose: every path of the kernel against NumPy."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import headrace.dynamic as ndd

SHAPES = [
    (5, 7, 3), (3, 40, 41), (70, 2, 33), (64, 65, 66), (1, 300, 1), (9, 1, 130), (4, 4, 4),
    (2, 3, 1200), (8, 2100), (2100, 8), (3, 4, 5, 6), (2, 17, 3, 16),
]  # fmt: skip


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32", "float64"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_all_orders(shape: tuple[int, ...], dtype: str) -> None:
    x = np.random.default_rng(0).integers(0, 250, shape).astype(dtype)
    b = ndd.batch([x, x[: max(1, shape[0] // 2)]])
    for perm in itertools.permutations(range(len(shape))):
        y = ndd.transpose(b, perm=perm)
        for got, sample in zip(y.tensors, b.tensors, strict=True):
            np.testing.assert_array_equal(got, np.transpose(np.asarray(sample), perm))


def test_layouts() -> None:
    x = ndd.zeros(shape=[2, 3, 4], layout="HWC")
    assert ndd.transpose(x).layout == "CWH"
    assert ndd.transpose(x, perm=[2, 0, 1], transpose_layout=False).layout == "HWC"
    assert ndd.transpose(x, perm=[-1, 0, 1], output_layout="").layout is None


@pytest.mark.parametrize("perm", [[0, 1], [0, 0, 1], [0, 1, 3], []])
def test_bad_orders(perm: list[int]) -> None:
    with pytest.raises(ValueError, match="each of the 3 axes once"):
        ndd.transpose(ndd.zeros(shape=[2, 3, 4]), perm=perm)
