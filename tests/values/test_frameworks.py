"""torch, JAX, Numba and any DLPack producer, in both directions."""

import subprocess
import sys
import types

import ml_dtypes
import numpy as np
import pytest

import headrace.dynamic as ndd


def pointer(t):
    return np.asarray(t).__array_interface__["data"][0]


# ---- DLPack ------------------------------------------------------------------------------------


class Producer:
    """An array of a library nobody has heard of."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **kwargs):
        return self._array.__dlpack__(**kwargs)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


def test_from_any_producer():
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    t = ndd.as_tensor(Producer(a))
    assert (t.dtype, t.shape) == (ndd.float32, (2, 3))
    assert pointer(t) == pointer(a)
    assert pointer(ndd.tensor(Producer(a))) != pointer(a)
    assert ndd.batch([Producer(a), Producer(a[:1])]).shape == [(2, 3), (1, 3)]


def test_producer_on_another_device():
    class Elsewhere(Producer):
        def __dlpack_device__(self):
            return (2, 0)

    with pytest.raises(ValueError, match="CPU"):
        ndd.as_tensor(Elsewhere(np.zeros(2)))


@pytest.mark.parametrize(
    "dtype",
    ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16"],
)
def test_numpy_from_dlpack(dtype):
    if dtype == "bool" and np.__version__ < "2":
        pytest.skip("NumPy 1 does not read bools")
    t = ndd.tensor(np.arange(6).reshape(2, 3), dtype=dtype)
    a = np.from_dlpack(t)
    assert (a.shape, a.dtype) == ((2, 3), np.dtype(dtype))
    assert pointer(a) == pointer(t)
    np.testing.assert_array_equal(a, np.asarray(t))


def test_dlpack_arguments():
    t = ndd.tensor([1, 2])
    assert t.__dlpack_device__() == (1, 0)
    assert "dltensor_versioned" in repr(t.__dlpack__(max_version=(1, 0)))
    assert '"dltensor"' in repr(t.__dlpack__())
    assert '"dltensor"' in repr(t.__dlpack__(max_version=(0, 8)))
    assert t.__dlpack__(stream=None, dl_device=(1, 0), copy=False) is not None
    with pytest.raises(BufferError, match="device"):
        t.__dlpack__(dl_device=(2, 0))
    copied = np.from_dlpack(Copying(t))
    assert pointer(copied) != pointer(t)
    assert copied.tolist() == [1, 2]


class Copying(Producer):
    def __dlpack__(self, **kwargs):
        return self._array.__dlpack__(**{**kwargs, "copy": True})


def test_dlpack_of_read_only_memory():
    t = ndd.as_tensor(b"abc")
    a = np.from_dlpack(t)
    assert a.tolist() == [97, 98, 99]
    assert not a.flags.writeable
    with pytest.raises(BufferError, match="read-only"):
        t.__dlpack__(copy=False)
    assert t.__dlpack__() is not None  # a copy


def test_dlpack_of_odd_shapes():
    assert np.from_dlpack(ndd.tensor(5)).item() == 5
    assert np.from_dlpack(ndd.tensor(np.zeros((2, 0, 3)))).shape == (2, 0, 3)


# ---- torch -------------------------------------------------------------------------------------


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


def test_torch_in(torch):
    x = torch.arange(6).reshape(2, 3)
    assert pointer(ndd.as_tensor(x)) == x.data_ptr()
    assert pointer(ndd.tensor(x)) != x.data_ptr()
    assert ndd.as_tensor(x).dtype == ndd.int64
    np.testing.assert_array_equal(np.asarray(ndd.as_tensor(x.T)), x.T.numpy())
    assert ndd.as_tensor(torch.ones(2, requires_grad=True)).numpy().tolist() == [1, 1]
    b = ndd.as_batch([x, x[:1]])
    assert b.shape == [(2, 3), (1, 3)]
    assert pointer(b.select(0)) == x.data_ptr()
    assert ndd.as_batch(x).batch_size == 2
    assert ndd.tensor(x, dtype=torch.float32).dtype == ndd.float32
    half = torch.tensor([1.5, 2], dtype=torch.bfloat16)
    t = ndd.as_tensor(half)
    assert t.dtype == ndd.bfloat16
    assert pointer(t) == half.data_ptr()
    assert ndd.tensor([torch.tensor(1.5), torch.tensor(2.0)]).numpy().tolist() == [1.5, 2]
    with pytest.raises(TypeError):
        ndd.as_tensor(torch.ones(2, dtype=torch.complex64))
    with pytest.raises(TypeError, match="to_dense"):
        ndd.as_tensor(torch.ones(2).to_sparse())


@pytest.mark.parametrize(
    "dtype",
    [
        *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        *("float16", "bfloat16", "float32", "float64"),
    ],
)
def test_torch_out(torch, dtype):
    t = ndd.tensor(np.arange(6).reshape(2, 3), dtype=dtype)
    x = t.torch()
    assert (tuple(x.shape), x.dtype) == ((2, 3), getattr(torch, dtype))
    assert x.data_ptr() == pointer(t)
    assert t.torch(copy=True).data_ptr() != x.data_ptr()
    assert torch.from_dlpack(t).data_ptr() == x.data_ptr()
    assert x.tolist() == np.asarray(t).astype(np.float64).tolist()
    x[0, 0] = 1
    assert t[0, 0].item() == 1


def test_torch_tensor_outlives_ours(torch):
    x = ndd.tensor(np.arange(1000)).torch()
    junk = [ndd.tensor(np.zeros(1000)) for _ in range(20)]
    assert x.tolist() == list(range(1000))
    del junk


def test_torch_of_read_only_memory_is_a_copy(torch):
    data = b"abc"
    x = ndd.as_tensor(data).torch()
    x[0] = 0
    assert data == b"abc"
    b = ndd.as_batch([b"abc", b"def"])
    assert b.torch().tolist() == [[97, 98, 99], [100, 101, 102]]
    frozen = np.zeros((2, 3))
    frozen.flags.writeable = False
    assert ndd.as_batch(frozen).torch().shape == (2, 3)
    with pytest.raises(ValueError, match="copy=False"):
        ndd.as_batch(frozen).torch(copy=False)


# ---- JAX, Numba --------------------------------------------------------------------------------


def test_jax():
    jax = pytest.importorskip("jax")
    jnp = jax.numpy
    x = jnp.arange(6, dtype=jnp.float32).reshape(2, 3)
    t = ndd.as_tensor(x)
    assert (t.dtype, t.shape) == (ndd.float32, (2, 3))
    assert pointer(t) == x.unsafe_buffer_pointer()
    assert not np.asarray(t).flags.writeable  # JAX arrays never change
    y = jnp.from_dlpack(ndd.tensor([1.5, 2.5]))
    assert y.tolist() == [1.5, 2.5]
    assert jnp.asarray(ndd.tensor([1, 2])).tolist() == [1, 2]
    half = jnp.array([1.5], jnp.bfloat16)
    assert ndd.as_tensor(half).dtype == ndd.bfloat16
    assert np.asarray(ndd.tensor(half)).dtype == ml_dtypes.bfloat16
    assert ndd.batch([x, x[:1]]).shape == [(2, 3), (1, 3)]
    assert ndd.tensor(x, dtype=jnp.int16).dtype == ndd.int16


def test_numba():
    numba = pytest.importorskip("numba")

    @numba.njit
    def double(a):
        for i in range(a.size):
            a[i] *= 2

    t = ndd.tensor([1, 2, 3])
    double(np.asarray(t))
    assert t.numpy().tolist() == [2, 4, 6]


def test_pillow():
    image = pytest.importorskip("PIL.Image").new("RGB", (4, 2), (1, 2, 3))
    t = ndd.as_tensor(image, layout="HWC")
    assert t.shape == (2, 4, 3)
    assert t[0, 0].numpy().tolist() == [1, 2, 3]


def test_frameworks_are_never_imported():
    code = (
        "import sys, numpy as np, headrace.dynamic as ndd;"
        "ndd.batch([ndd.tensor([1]), np.zeros(1)]); np.asarray(ndd.as_tensor(np.zeros(2)));"
        "bad = {'torch', 'jax', 'numba', 'cupy', 'PIL', 'ml_dtypes'} & set(sys.modules);"
        "assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_torch_that_is_being_imported(monkeypatch):
    """Another thread may be in the middle of `import torch`: its module is there, and empty."""
    monkeypatch.setitem(sys.modules, "torch", types.ModuleType("torch"))
    assert ndd.as_batch([np.zeros(3)]).batch_size == 1
    assert ndd.as_tensor(memoryview(b"ab")).shape == (2,)
    assert ndd.dtype(np.float32) is ndd.float32
