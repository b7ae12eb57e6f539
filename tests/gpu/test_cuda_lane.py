"""The cuda lane on a real GPU: same results as the CPU. Skipped where there is none."""

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.core.device import gpu_count

pytestmark = pytest.mark.skipif(gpu_count() == 0, reason="needs a GPU and CuPy")

DTYPES = [
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "int8",
    "int16",
    "int32",
    "int64",
    "float16",
    "bfloat16",
    "float32",
    "float64",
    "bool",
]


def ragged(dtype="uint8", layout="HWC", seed=0):
    rng = np.random.default_rng(seed)
    sizes = {"H": (7, 64, 1), "W": (9, 5, 33), "C": (3, 3, 3), "D": (4, 2, 3), "F": (2, 3, 1)}
    shapes = [tuple(sizes[k][i] for k in layout) for i in range(3)]
    kind = ndd.dtype(dtype)
    arrays = [(rng.random(s) * 300 - 50).astype(np.float64) for s in shapes]
    return ndd.cast(ndd.batch(arrays, layout=layout), dtype=kind)


def equal(a, b):
    assert a.dtype is b.dtype and a.layout == b.layout and a.shape == b.shape
    for x, y in zip(a.tensors, b.tensors):
        np.testing.assert_array_equal(np.asarray(x), np.asarray(y))


def test_round_trip():
    b = ragged()
    on_gpu = b.gpu()
    assert on_gpu.device.device_type == "gpu" and on_gpu.shape == b.shape
    equal(on_gpu.cpu(), b)


@pytest.mark.parametrize("layout", ["HWC", "CHW", "DHWC", "FHWC"])
@pytest.mark.parametrize("dtype", ["uint8", "int16", "float32", "float64", "bfloat16"])
def test_flip(layout, dtype):
    b = ragged(dtype, layout)
    h = ndd.batch([0, 1, 1])
    equal(ndd.flip(b.gpu(), horizontal=h, vertical=1).cpu(), ndd.flip(b, horizontal=h, vertical=1))


@pytest.mark.parametrize("to", DTYPES)
@pytest.mark.parametrize("source", DTYPES)
def test_cast(source, to):
    b = ragged(source)
    got = ndd.cast(b.gpu(), dtype=to).cpu()
    equal(got, ndd.cast(b, dtype=to))


def test_chains_and_modes():
    b = ragged()
    want = ndd.cast(ndd.flip(b), dtype=ndd.float16)
    for mode in ndd.EvalMode:
        with mode:
            got = ndd.cast(ndd.flip(b.gpu()), dtype=ndd.float16)
        equal(got.cpu(), want)


def test_device_argument_and_errors():
    b = ragged().gpu()
    with pytest.raises(ValueError, match="cpu"):
        ndd.flip(b, device="cpu")
    with pytest.raises(TypeError, match="cpu"):
        np.asarray(b.tensors[0])
