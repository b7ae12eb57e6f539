"""Values on a GPU and other libraries: no copies, the right order of streams, no waiting."""

from __future__ import annotations

import gc

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import _native

from .on_gpu import counted, spent

real = pytest.mark.skipif(
    _native.gpu_count() == 0 or _native.gpu_emulated(), reason="other libraries need a real GPU"
)


def photos(n=3, seed=0):
    rng = np.random.default_rng(seed)
    return ndd.batch([rng.integers(0, 256, (40, 30, 3), np.uint8) for _ in range(n)], layout="HWC")


def slow(torch, stream, out, value):
    """Work that takes about 50 ms and then writes."""
    with torch.cuda.stream(stream):
        torch.cuda._sleep(100_000_000)
        out.fill_(value)


# ---- everywhere --------------------------------------------------------------------------------


def test_round_trip_and_places():
    b = photos()
    g = b.gpu()
    assert g.device == "gpu" and g.cpu().device == "cpu" and g.gpu() is g
    for x, y in zip(b.tensors, g.cpu().tensors):
        np.testing.assert_array_equal(np.asarray(x), np.asarray(y))
    with pytest.raises(TypeError, match=r"\.cpu\(\)"):
        np.asarray(g.select(0))
    assert g.select(0).__dlpack_device__() == (2, 0)
    assert b.select(0).__dlpack_device__() == (1, 0)


def test_cuda_array_interface():
    t = photos().gpu().select(1)
    facts = t.__cuda_array_interface__
    assert facts["version"] == 3 and facts["shape"] == (40, 30, 3) and facts["typestr"] == "|u1"
    assert facts["stream"] == ndd.get_default_stream().handle and facts["strides"] is None
    assert not hasattr(photos().select(0), "__cuda_array_interface__")


def test_device_arguments():
    b = photos()
    g = b.gpu()
    with pytest.raises(ValueError, match=r"\.cpu\(\)"):
        ndd.flip(g, device="cpu")
    assert ndd.flip(b, device="gpu").device == "gpu"
    with pytest.raises(ValueError, match='device="gpu"'):
        ndd.flip(b, device="mixed")
    h = ndd.batch([0, 1, 0])
    one = ndd.flip(g, horizontal=h.gpu()).cpu()
    for x, y in zip(one.tensors, ndd.flip(b, horizontal=h).tensors):
        np.testing.assert_array_equal(np.asarray(x), np.asarray(y))


def test_streams():
    s = ndd.stream()
    assert s.device_id == 0 and s == ndd.stream(stream=s) and s != ndd.stream()
    assert s.__cuda_stream__() == (0, s.handle)
    assert ndd.stream(stream=None) is None
    before = ndd.get_current_stream()
    ndd.set_current_stream(s)
    try:
        assert ndd.get_current_stream() == s
        t = photos().gpu().select(0)
        assert t.__cuda_array_interface__["stream"] == s.handle
    finally:
        ndd.set_current_stream(None)
    assert ndd.get_current_stream() == before
    other = ndd.stream()
    with ndd.EvalContext(cuda_stream=other, device_id=0):
        assert ndd.get_current_stream() == other
        t2 = ndd.flip(t)
        assert t2.__cuda_array_interface__["stream"] == other.handle
    np.testing.assert_array_equal(np.asarray(t2.cpu()), np.asarray(t.cpu())[:, ::-1])
    with pytest.raises(TypeError, match="no stream"):
        ndd.stream(stream="fast")


def test_default_stream_of_all_threads():
    before = ndd.get_default_stream()
    mine = ndd.stream()
    ndd.set_default_stream(mine)
    try:
        assert ndd.get_current_stream() == mine == ndd.get_default_stream(0)
    finally:
        ndd.set_default_stream(before)


@pytest.mark.parametrize("mode", ["deferred", "eager", "sync_cpu", "sync_full"])
def test_modes(mode):
    b = photos()
    with getattr(ndd.EvalMode, mode):
        g = ndd.flip(b.gpu())
        assert g.shape == b.shape
        got = g.cpu()
    for x, y in zip(ndd.flip(b).tensors, got.tensors):
        np.testing.assert_array_equal(np.asarray(x), np.asarray(y))


# ---- torch, CuPy, JAX, Numba -------------------------------------------------------------------


@real
def test_torch_shares_memory():
    torch = pytest.importorskip("torch")
    g = photos().gpu()
    whole = g.torch()
    assert whole.is_cuda and whole.shape == (3, 40, 30, 3)
    assert whole.data_ptr() == g.select(0).__cuda_array_interface__["data"][0]
    np.testing.assert_array_equal(whole.cpu().numpy()[2], np.asarray(g.select(2).cpu()))
    x = torch.arange(12, device="cuda", dtype=torch.float32).reshape(3, 4)
    t = ndd.as_tensor(x)
    assert t.device == "gpu" and t.__cuda_array_interface__["data"][0] == x.data_ptr()
    x.add_(1)
    np.testing.assert_array_equal(np.asarray(t.cpu()), x.cpu().numpy())
    copied = ndd.tensor(x)
    x.zero_()
    assert float(copied.cpu().numpy().sum()) > 0
    turned = ndd.as_tensor(x.t())
    assert turned.shape == (4, 3)
    half = ndd.as_tensor(torch.ones(3, dtype=torch.bfloat16, device="cuda"))
    assert half.dtype is ndd.bfloat16 and half.torch().dtype == torch.bfloat16
    several = ndd.as_batch([torch.full((2,), float(i), device="cuda") for i in range(3)])
    assert [t.cpu().numpy()[0] for t in several.tensors] == [0, 1, 2]


@real
def test_slow_producers_and_consumers():
    """Work on another stream is waited for by the stream, not by the caller."""
    torch = pytest.importorskip("torch")
    other = torch.cuda.Stream()
    x = torch.zeros(1 << 20, device="cuda", dtype=torch.int32)
    ndd.cast(ndd.as_tensor(x), dtype=ndd.float32).evaluate()  # compiled, which takes longer
    torch.cuda.synchronize()
    slow(torch, other, x, 7)
    before = counted()
    with torch.cuda.stream(other):
        t = ndd.as_tensor(x)
    y = ndd.cast(t, dtype=ndd.float32).evaluate()
    assert not other.query()  # the slow kernel still runs: the call has not waited for it
    assert spent(before)["synchronizations"] == 0
    assert float(y.cpu().numpy().min()) == 7.0
    # A consumer on a slow stream: the memory is not reused before it has read it.
    for value in range(3):
        made = ndd.cast(ndd.tensor(np.full(1 << 20, value, np.int32)).gpu(), dtype=ndd.int32)
        with torch.cuda.stream(other):
            seen = made.torch()
            torch.cuda._sleep(50_000_000)
            result = seen.clone()
        del seen, made
        gc.collect()
        for k in range(20):  # would take the memory, were it free
            ndd.cast(
                ndd.tensor(np.full(1 << 20, 100 + k, np.int32)).gpu(), dtype=ndd.int32
            ).evaluate()
        other.synchronize()
        assert int(result.min()) == int(result.max()) == value


@real
def test_memory_of_others_is_kept_while_it_is_read():
    """Torch may not reuse the memory of a tensor that our stream still has to read."""
    torch = pytest.importorskip("torch")
    ours = torch.cuda.ExternalStream(ndd.get_default_stream().handle)
    for value in range(3):
        x = torch.full((1 << 20,), value, device="cuda", dtype=torch.int32)
        torch.cuda.synchronize()
        with torch.cuda.stream(ours):
            torch.cuda._sleep(50_000_000)  # our stream is late
        y = ndd.cast(ndd.as_tensor(x), dtype=ndd.float32).evaluate()
        del x
        gc.collect()
        for k in range(10):
            torch.full((1 << 20,), 100 + k, device="cuda", dtype=torch.int32)
        got = np.asarray(y.cpu())
        assert got.min() == got.max() == value


@real
def test_cupy():
    cupy = pytest.importorskip("cupy")
    g = photos().gpu().select(0)
    c = cupy.asarray(g)
    assert c.data.ptr == g.__cuda_array_interface__["data"][0]
    np.testing.assert_array_equal(cupy.asnumpy(c), np.asarray(g.cpu()))
    np.testing.assert_array_equal(cupy.asnumpy(cupy.from_dlpack(g)), np.asarray(g.cpu()))
    with cupy.cuda.Stream(non_blocking=True):
        x = cupy.arange(1000, dtype=cupy.float32) * 2
        t = ndd.as_tensor(x)
    assert t.__cuda_array_interface__["data"][0] == x.data.ptr
    np.testing.assert_array_equal(np.asarray(t.cpu()), np.arange(1000, dtype=np.float32) * 2)
    np.testing.assert_array_equal(
        np.asarray(ndd.as_tensor(x[::2]).cpu()), np.arange(0, 1000, 2) * 2
    )


@real
def test_jax():
    jax = pytest.importorskip("jax")
    if jax.default_backend() != "gpu":
        pytest.skip("JAX does not see the GPU")
    g = ndd.cast(photos().gpu().select(0), dtype=ndd.float32)
    j = jax.numpy.from_dlpack(g)
    np.testing.assert_array_equal(np.asarray(j), np.asarray(g.cpu()))
    t = ndd.as_tensor(jax.numpy.arange(10.0))
    assert t.device == "gpu"
    np.testing.assert_array_equal(np.asarray(t.cpu()), np.arange(10.0, dtype=np.float32))


@real
def test_numba():
    pytest.importorskip("numba")
    cuda = pytest.importorskip("numba.cuda")
    if not cuda.is_available():
        pytest.skip("Numba does not see the GPU")
    g = photos().gpu().select(0)
    n = cuda.as_cuda_array(g)
    np.testing.assert_array_equal(n.copy_to_host(), np.asarray(g.cpu()))
    d = cuda.to_device(np.arange(12, dtype=np.float32))
    np.testing.assert_array_equal(np.asarray(ndd.as_tensor(d).cpu()), np.arange(12))


@real
def test_memory_stays_flat():
    torch = pytest.importorskip("torch")
    b = photos(16)
    sizes = []
    for k in range(2000):
        y = ndd.cast(ndd.flip(b.gpu()), dtype=ndd.float16).torch()
        del y
        if k in (200, 1999):
            torch.cuda.synchronize()
            sizes.append(torch.cuda.mem_get_info()[0])
    assert sizes[0] - sizes[1] < 64 << 20


def test_explain_names_the_gpu():
    with ndd.EvalMode.deferred:
        x = ndd.flip(photos().gpu())
        y = ndd.cast(x, dtype=ndd.float32)
    text = str(ndd.explain(y))
    assert "2 calls on gpu:0" in text and "takes a value of another stream or of the CPU" in text


def test_numpy_and_array_methods():
    a = np.array([[1.0, 2.0], [3.0, 5.0]], np.float32)
    t, b = ndd.tensor(a).gpu(), ndd.batch(a).gpu()
    for ask in (np.sqrt, np.sum, np.asarray, lambda x: np.ones(2) @ x):
        for value in (t, b):
            with pytest.raises(TypeError, match=r"\.cpu\(\)"):
                ask(value)
    assert not hasattr(t, "__array_interface__")
    for found, expected in (
        (np.ones(2, np.float32) + t, a + 1),
        (np.abs(t), a),
        (t.mean(axis=0), a.mean(axis=0)),
        (t.sum(), a.sum()),
        (t.min(1), a.min(1)),
        (t.max(), a.max()),
        (t.std(keepdims=True), a.std(keepdims=True)),
        (t.T, a.T),
        (t.reshape(4), a.reshape(4)),
        (t.astype("uint8"), a.astype("uint8")),
    ):
        assert found.device == t.device
        np.testing.assert_allclose(found.to("cpu"), expected, rtol=1e-6)
    assert b.to("cpu").device == "cpu"
    assert t.tobytes() == a.tobytes()
    assert f"{t.max():.1f}" == "5.0"
