"""Arrays and streams of other libraries that are not as they should be, and streams of contexts."""

from __future__ import annotations

import gc
import sys

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import _native
from headrace.core import device as devices

from .on_gpu import Exchange, Interface, counted, failed_import, spent


def numbers():
    return ndd.tensor(np.arange(12, dtype=np.float32)).gpu().evaluate()


# ---- arrays ------------------------------------------------------------------------------------


def test_one_array_is_a_batch():
    b = ndd.as_batch(Interface(numbers(), shape=(4, 3)))
    assert b.device == "gpu" and b.batch_size == 4
    np.testing.assert_array_equal(np.asarray(b.select(1).cpu()), [3, 4, 5])
    assert ndd.batch(Exchange(np.ones((2, 3)))).shape == [(3,), (3,)]


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"mask": object()}, "mask"),
        ({"stream": 0}, "stream 0"),
        ({"shape": (3,), "typestr": "<f4", "data": (0x1001, False)}, "not aligned"),
        ({"shape": (3,), "typestr": ">f4"}, "byte order"),
    ],
)
def test_arrays_that_cannot_be_read(facts, message):
    with pytest.raises((TypeError, ValueError), match=message):
        ndd.as_tensor(Interface(numbers(), **facts))


def test_strided_arrays():
    t = numbers()
    torch = sys.modules.get("torch")
    strided = Interface(t, shape=(3, 4), strides=(4, 12))  # a transposed one
    if (torch and torch.cuda.is_available()) or "cupy" in sys.modules:
        want = np.arange(12, dtype=np.float32).reshape(4, 3).T
        np.testing.assert_array_equal(np.asarray(ndd.as_tensor(strided).cpu()), want)
    else:
        with pytest.raises(ValueError, match="not dense"):
            ndd.as_tensor(strided)


def test_capsules_of_the_cpu_are_not_taken_for_device_memory():
    from headrace.tensors import TensorGPU

    with pytest.raises((ValueError, RuntimeError), match=r"not of gpu:0"):
        TensorGPU(np.ones(3, np.float32).__dlpack__())


@pytest.mark.parametrize(
    ("shape", "call"),
    [
        ((3_000_000, 1000), lambda x: ndd.tensor_resize(x, sizes=[1000], axes=[0])),
        ((3_000_000_000,), lambda x: ndd.tensor_resize(x, sizes=[10], axes=[0])),
        ((2, 16_000_000, 200), lambda x: ndd.rotate(x, angle=3.0, size=[4, 4])),
    ],
    ids=["rows", "axis", "pixels"],
)
def test_too_large_for_one_launch(shape, call):
    layout = "HWC" if len(shape) == 3 else None
    x = ndd.as_tensor(Interface(shape=shape, typestr="|u1"), layout=layout)  # it is never read
    with pytest.raises(ValueError, match="too large for one launch"):
        call(x).evaluate()


# ---- streams -----------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [-5, 2, True, "x", object()])
def test_what_is_no_stream(given):
    with pytest.raises((TypeError, ValueError)):
        ndd.stream(stream=given)


def test_a_stream_has_one_gpu(monkeypatch):
    s = ndd.stream()
    monkeypatch.setattr(devices._probe, "count", lambda: 2)
    assert ndd.stream(stream=s, device_id=0) == s
    with pytest.raises(ValueError, match="not a stream of gpu:1"):
        ndd.EvalContext(cuda_stream=s, device_id=1)


def test_the_streams_of_threads_are_waited_for_whole():
    """CUDA's handle 2 means another stream in each thread: nobody can wait for that later."""
    t = numbers()
    capsule = t.__dlpack__(stream=2)
    before = counted()
    del capsule, t
    gc.collect()
    ndd.EvalContext.current().evaluate_all()
    assert spent(before)["synchronizations"] >= 1


def test_contexts_have_a_device_and_a_stream():
    here = ndd.EvalContext.current()
    assert here.device_id == 0 and here.cuda_stream == ndd.get_current_stream()
    s = ndd.stream()
    context = ndd.EvalContext(cuda_stream=s)
    assert context.device_id == 0 and context.cuda_stream == s
    with context:
        assert ndd.EvalContext.current().cuda_stream == ndd.get_current_stream() == s
        inner = ndd.EvalContext(num_threads=1)
        with inner:
            assert inner.cuda_stream == s
    ndd.set_current_stream(s)
    try:
        assert ndd.EvalContext(device_id=0).cuda_stream == s
    finally:
        ndd.set_current_stream(None)


def test_contexts_choose_the_gpu(monkeypatch):
    monkeypatch.setattr(devices._probe, "count", lambda: 2)  # only names are asked for
    context = ndd.EvalContext(device_id=1)
    assert context.device_id == 1
    with context:
        assert ndd.Device("gpu").device_id == 1 and ndd.Device.current() == "gpu:1"
        with ndd.EvalContext(device_id=0), context:
            assert ndd.Device("gpu").device_id == 1
        seen = list(ndd.prefetch((ndd.Device("gpu") for _ in range(2)), 1))
        assert seen == ["gpu:1", "gpu:1"]
    assert ndd.Device("gpu").device_id == 0


# ---- words -------------------------------------------------------------------------------------


@pytest.mark.skipif(not _native.gpu_emulated(), reason="the GPU is real")
def test_torch_cannot_read_an_emulated_gpu():
    pytest.importorskip("torch")
    with pytest.raises(RuntimeError, match=r"emulated.*\.cpu\(\)"):
        numbers().torch()


def test_an_unknown_kind_of_gpu():
    said = failed_import(HEADRACE_GPU="emulate")
    assert "HEADRACE_GPU" in said and "'emulate'" in said
