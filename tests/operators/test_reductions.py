"""What is special about reductions: exactness, order, types, mistakes."""

from __future__ import annotations

import os
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest

import headrace.dynamic as ndd

R = ndd.reductions


def test_sums_of_integers_are_exact() -> None:
    x = np.full((3000, 700), 255, np.uint8)
    assert int(R.sum(ndd.tensor(x))) == 255 * x.size
    assert R.sum(ndd.tensor(x), axes=[0]).tolist() == [255 * 3000] * 700
    low = np.full((70000, 3), -128, np.int8)
    assert R.sum(ndd.tensor(low), axes=[0]).tolist() == [-128 * 70000] * 3
    shorts = np.full((70000, 2), 65535, np.uint16)
    assert R.sum(ndd.tensor(shorts), axes=[0]).tolist() == [65535 * 70000] * 2
    words = np.full(5, 2**32 - 1, np.uint32)
    assert int(R.sum(ndd.tensor(words))) == 5 * (2**32 - 1)


def test_squares_of_narrow_integers_are_exact() -> None:
    x = np.full((70000, 3), 255, np.uint8)
    assert R.mean_square(ndd.tensor(x), axes=[0], dtype=ndd.uint64).tolist() == [255**2] * 3
    y = np.full((70000, 3), -32768, np.int16)
    assert R.mean_square(ndd.tensor(y), axes=[0], dtype=ndd.uint64).tolist() == [32768**2] * 3


def test_floats_are_added_in_double_precision() -> None:
    x = np.full(10_000_000, 0.1, np.float32)
    assert float(R.sum(ndd.tensor(x))) == pytest.approx(float(x[0]) * x.size, rel=1e-7)
    big = np.float32([1e8, 1, -1e8])
    assert float(R.sum(ndd.tensor(big))) == 1


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_half_floats(dtype: type) -> None:
    x = np.arange(-8, 8).reshape(4, 4).astype(dtype)
    t = ndd.tensor(x)
    wide = x.astype(np.float64)
    assert R.sum(t).dtype == ndd.float32 and float(R.sum(t)) == -8
    assert R.mean(t, axes=[0]).tolist() == wide.mean(0).tolist()
    assert R.max(t, axes=[1]).dtype == t.dtype
    assert np.asarray(R.max(t, axes=[1])).astype(float).tolist() == [-5, -1, 3, 7]
    assert np.asarray(R.min(t)).astype(float) == -8


def test_float64_and_bool() -> None:
    x = np.random.default_rng(0).normal(size=(50, 60))
    t = ndd.tensor(x)
    assert R.mean(t).dtype == ndd.float64
    np.testing.assert_allclose(np.asarray(R.mean(t, axes=[0])), x.mean(0), rtol=1e-14, atol=1e-15)
    np.testing.assert_allclose(
        np.asarray(R.std_dev(t, R.mean(t, axes=[0]), axes=[0])), x.std(0), rtol=1e-14
    )
    mask = ndd.tensor([[True, False, True], [True, True, True]])
    assert R.sum(mask, axes=[1]).tolist() == [2, 3] and R.sum(mask).dtype == ndd.uint64
    assert R.min(mask, axes=[0]).tolist() == [True, False, True]
    assert float(R.mean(mask)) == pytest.approx(5 / 6)


def test_extremes_pass_over_nan_and_keep_infinity() -> None:
    nan, inf = np.nan, np.inf
    rows = np.float32([[nan, 1, 3], [1, nan, 3], [nan, nan, 2], [-inf, nan, -inf]])
    assert R.max(ndd.tensor(rows), axes=[1]).tolist() == [3, 3, 2, -inf]
    assert R.min(ndd.tensor(rows.T.copy()), axes=[0]).tolist() == [1, 1, 2, -inf]
    long = np.full((1000, 2), nan, np.float32)
    long[777] = 5
    assert R.max(ndd.tensor(long), axes=[0]).tolist() == [5, 5]


def test_the_type_is_known_before_anything_runs() -> None:
    with ndd.EvalMode.deferred:
        x = ndd.batch([np.zeros((4, 5, 3), np.uint8)], layout="HWC")
        y = R.mean(x, axis_names="HW")
        assert (y.dtype, y.ndim, y.layout) == (ndd.float32, 1, "C")
        z = R.sum(x, axes=[0, 1, 2])
        assert (z.dtype, z.ndim, z.layout) == (ndd.uint64, 0, None)
        assert R.sum(x, axes=[1], keep_dims=True).layout == "HWC"


def test_one_mean_for_all_or_one_each() -> None:
    x = ndd.tensor([[1, 2], [3, 6]])
    assert R.variance(x, 2, axes=[0]).tolist() == [1, 8]
    assert R.variance(x, [[2, 4]], axes=[0]).tolist() == [1, 4]
    with pytest.raises(ValueError, match="mean has shape .* needs one element or 2"):
        R.variance(x, [1, 2, 3], axes=[0]).evaluate()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"axes": [2]}, IndexError, "axis 2 is not one of 2 axes"),
        ({"axes": [0, -2]}, ValueError, "names an axis twice"),
        ({"axes": [0], "axis_names": "H"}, ValueError, "exclude each other"),
        ({"axis_names": "C"}, ValueError, 'layout "HW" has no axis "C"'),
        ({"axes": "a"}, TypeError, "argument 'axes'"),
        ({"dtype": "float33"}, ValueError, "float32"),
        ({"axis": 1}, TypeError, "axes"),
    ],
)
def test_mistakes(arguments: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        R.sum(ndd.tensor([[1, 2], [3, 4]], layout="HW"), **arguments)


def test_std_dev_needs_its_mean() -> None:
    with pytest.raises(TypeError, match="mean"):
        R.std_dev(ndd.tensor([1, 2]))


_DIGEST = """
import hashlib, numpy as np, headrace.dynamic as ndd
rng, h = np.random.default_rng(0), hashlib.sha256()
for dtype in ("uint8", "int16", "int32", "uint64", "float16", "float32", "float64"):
    for shape in ((37, 53, 3), (5, 700), (3, 41, 67)):
        x = ndd.tensor((rng.normal(100, 40, shape)).astype(dtype))
        for axes in ([0, 1], [0], [1], [-1]):
            for op in ("sum", "mean", "mean_square", "rms", "min", "max"):
                h.update(np.asarray(getattr(ndd.reductions, op)(x, axes=axes)).tobytes())
            mean = ndd.reductions.mean(x, axes=axes)
            h.update(np.asarray(ndd.reductions.std_dev(x, mean, axes=axes)).tobytes())
            h.update(np.asarray(ndd.normalize(x, axes=axes)).tobytes())
            h.update(np.asarray(ndd.normalize(x, axes=axes, scale=40, dtype=ndd.int16)).tobytes())
        p = ndd.tensor(rng.normal(0, 50, (999, shape[-1] % 5 + 1)).astype("float32"))
        h.update(np.asarray(ndd.coord_transform(p, M=1.7, T=0.3, dtype=ndd.int8)).tobytes())
        if len(shape) == 3:
            for to in (ndd.uint8, ndd.int16, ndd.float32):
                y = ndd.brightness_contrast(x, brightness=1.3, contrast=0.7, dtype=to)
                h.update(np.asarray(y).tobytes())
print(h.hexdigest())
"""


def test_every_instruction_set_gives_the_same_bits() -> None:
    digests = set()
    for isa in ("base", "avx2", "avx512"):
        environment = {**os.environ, "HEADRACE_ISA": isa}
        run = [sys.executable, "-c", _DIGEST]
        digests.add(subprocess.run(run, env=environment, capture_output=True, check=True).stdout)
    assert len(digests) == 1
