"""TensorCPU and TensorListCPU: views over values, other libraries, mistakes."""

from __future__ import annotations

import copy
import ctypes
import gc
import pickle

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import backend, tensors, types
from headrace.tensors import TensorCPU, TensorListCPU, TensorListGPU

A = np.arange(6, dtype=np.float32).reshape(2, 3)


def images(n=3):
    rng = np.random.default_rng(0)
    return ndd.batch([rng.integers(0, 256, (4, 5, 3), np.uint8) for _ in range(n)], layout="HWC")


def address(array):
    return array.ctypes.data


# ---- views ------------------------------------------------------------------------------------


def test_the_value_behind():
    b = images()
    x = TensorListCPU._of(b)
    assert x.batch is b
    assert isinstance(x[1].tensor, ndd.Tensor)
    assert ndd.as_batch(x) is b
    assert ndd.as_tensor(x).layout == "NHWC"
    assert ndd.flip(x).layout == ndd.flip(x[0]).layout == "HWC"
    assert ndd.as_batch([x[0], x[1]]).layout == "HWC"
    # Views are not changed by what is done with the list, nor the other way round.
    sample = x[0]
    x.set_layout(None)
    sample.set_layout("ABC")
    assert (b.layout, x.layout(), sample.layout()) == ("HWC", "", "ABC")


def test_nothing_is_copied():
    b = images()
    x = TensorListCPU._of(b)
    first = address(b.select(0).numpy())
    assert x.data_ptr() == x[0].data_ptr() == x.as_tensor().data_ptr() == first
    assert address(np.asarray(x)) == address(np.asarray(x[0])) == address(np.asarray(b.select(0)))
    assert x.as_reshaped_tensor([-1]).data_ptr() == first
    assert TensorListCPU(x, "ABC").data_ptr() == first
    assert TensorListCPU.broadcast(x[0], 2)[1].data_ptr() == first
    y = x[0]
    assert not y.squeeze()
    y.reinterpret(types.INT8)
    assert y.data_ptr() == first and y.dtype == types.INT8
    z = TensorCPU(np.zeros((1, 2, 1)))
    at = z.data_ptr()
    assert z.squeeze() and z.shape() == [2] and z.data_ptr() == at


def test_memory_outlives_the_views():
    array = np.asarray(TensorListCPU._of(images())[0])
    again = np.asarray(TensorListCPU._of(images()).as_tensor())[0]
    other = np.from_dlpack(TensorListCPU._of(images()))[0]
    gc.collect()
    ndd.zeros(shape=[4, 5, 3], batch_size=64).evaluate()
    np.testing.assert_array_equal(array, again)
    np.testing.assert_array_equal(array, other)


def test_scattered_samples_are_moved_together():
    arrays = [A.copy(), A + 1]
    x = TensorListCPU(arrays, "HW", contiguous=False)
    assert [t.data_ptr() for t in x] == [address(a) for a in arrays]
    assert x.is_dense_tensor()
    np.testing.assert_array_equal(x.as_array(), np.stack(arrays))
    assert x[0].data_ptr() == address(arrays[0])  # as_array() is a copy and leaves them
    whole = x.as_tensor()
    assert whole.layout() == "NHW" and x[0].data_ptr() == whole.data_ptr() == x.data_ptr()
    np.asarray(whole)[1] = 7
    assert (x.at(1) == 7).all() and (arrays[1] != 7).all()


def test_pending_values():
    def slow():
        return ndd.gaussian_blur(images(8), sigma=3.0)

    want = np.stack([np.asarray(t) for t in slow()])
    for read in (
        lambda x: x.as_array(),
        np.asarray,
        lambda x: np.stack([np.asarray(t) for t in x]),
        lambda x: np.stack([x.at(i) for i in range(len(x))]),
        lambda x: np.from_dlpack(x.as_tensor()),
    ):
        np.testing.assert_array_equal(read(TensorListCPU._of(slow())), want)
    with ndd.EvalMode.deferred:
        x = TensorListCPU._of(slow())
        assert x.shape() == [(4, 5, 3)] * 8 and x.layout() == "HWC" and x.dtype == types.UINT8
        np.testing.assert_array_equal(x[3], want[3])


@pytest.mark.parametrize(
    "read",
    [
        lambda x: x.as_array(),
        lambda x: x.at(0),
        lambda x: x[0],
        lambda x: x.as_tensor(),
        lambda x: list(x),
        lambda x: np.asarray(x),
        lambda x: x.__dlpack__(),
        lambda x: x.copy_to_external(ctypes.c_void_p(1)),
        str,
    ],
)
def test_errors_come_with_the_data(read):
    with ndd.EvalMode.deferred:
        b = ndd.decoders.image(ndd.batch([np.arange(10, dtype=np.uint8)] * 2))
    x = TensorListCPU._of(b)
    assert len(x) == 2 and x.dtype == types.UINT8
    with pytest.raises(RuntimeError, match=r"decoders.image"):
        read(x)


def test_source_info(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.bin").write_bytes(name.encode() * 3)
    names = [str(tmp_path / "a.bin"), str(tmp_path / "b.bin")]
    data, label = next(iter(ndd.readers.File(files=names).next_epoch(batch_size=2)))
    x = TensorListCPU._of(data)
    assert [t.source_info().rsplit("/")[-1] for t in x] == ["a.bin", "b.bin"]
    assert x[1].get_property("source_info") == x[1].source_info()
    assert TensorListCPU._of(label)[0].source_info() == ""
    assert x.as_tensor().source_info() == ""


# ---- other libraries --------------------------------------------------------------------------


def test_torch():
    torch = pytest.importorskip("torch")
    x = TensorListCPU._of(images())
    whole = torch.from_dlpack(x.as_tensor())
    assert whole.shape == (3, 4, 5, 3) and whole.data_ptr() == x.data_ptr()
    assert torch.from_dlpack(x).data_ptr() == x.data_ptr()
    assert torch.from_dlpack(x[1]).data_ptr() == x[1].data_ptr()
    given = torch.arange(6.0).reshape(2, 3)
    assert TensorCPU(given).data_ptr() == given.data_ptr()
    made = TensorListCPU.from_dlpack_list([given, given[:1]], layout="HW")
    assert made.shape() == [(2, 3), (1, 3)] and made[0].data_ptr() == given.data_ptr()
    assert TensorListCPU.from_dlpack_list([given], contiguous=True)[0].data_ptr() != (
        given.data_ptr()
    )
    assert TensorCPU(given.__dlpack__(), "HW").layout() == "HW"


def test_bfloat16():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x = TensorListCPU([np.arange(3).astype(ml_dtypes.bfloat16)] * 2)
    assert x.dtype is ndd.bfloat16
    assert np.asarray(x[0]).dtype == ml_dtypes.bfloat16 == x.as_array().dtype == x.at(0).dtype
    assert not hasattr(x[0], "__array_interface__")


def test_array_interface():
    t = TensorCPU(A.copy())

    class Other:
        __array_interface__ = t.__array_interface__
        owner = t

    array = np.asarray(Other())
    array[0] = 9
    assert (np.asarray(t)[0] == 9).all() and t.__array_interface__["data"] == (t.data_ptr(), False)
    assert np.asarray(t, np.int32).dtype == np.int32
    assert address(np.array(t)) != t.data_ptr() == address(np.array(t, copy=False))


def test_copy_to_external():
    x = TensorListCPU([A, A[:1] + 9])
    out = np.zeros(12, np.float32)
    x.copy_to_external(ctypes.c_void_p(address(out)))
    np.testing.assert_array_equal(out, [*range(6), 9, 10, 11, 0, 0, 0])
    x[1].copy_to_external(address(out) + 36)
    np.testing.assert_array_equal(out[9:], [9, 10, 11])
    for wrong in (None, "abc", out, 0, ctypes.c_void_p(0)):
        with pytest.raises((TypeError, ValueError), match="target"):
            x.copy_to_external(wrong)
    TensorListCPU([]).copy_to_external(0)


def test_copies_and_pickles():
    x = TensorListCPU([A, A[:1]], "HW")
    for y in (pickle.loads(pickle.dumps(x)), copy.copy(x), copy.deepcopy(x)):
        assert y.layout() == "HW" and y.shape() == x.shape()
        np.testing.assert_array_equal(y.at(0), A)
    assert copy.copy(x)[0].data_ptr() == x[0].data_ptr() != copy.deepcopy(x)[0].data_ptr()
    assert x == x and x != copy.copy(x) and len({x, x}) == 1


# ---- text -------------------------------------------------------------------------------------


def test_text():
    x = TensorListCPU([A, A[:1]], "HW")
    assert repr(x) == (
        'TensorListCPU(dtype=f32, layout="HW", device="cpu", num_samples=2, shape=[(2, 3), (1, 3)])'
    )
    assert repr(x[0]) == 'TensorCPU(dtype=f32, layout="HW", device="cpu", shape=(2, 3))'
    assert str(x).startswith("TensorListCPU(") and "[3. 4. 5.]" in str(x)
    assert str(TensorCPU(np.array([1, 2]))) == 'TensorCPU([1 2], dtype=i64, device="cpu")'
    assert "shape=[(3,), (3,), ..., (3,), (3,)]" in repr(TensorListCPU(np.zeros((9, 3))))
    empty = 'TensorListCPU(dtype=none, device="cpu", num_samples=0, shape=[])'
    assert repr(TensorListCPU([])) == str(TensorListCPU([])) == empty
    assert "<img" in TensorListCPU._of(images())._repr_html_()


# ---- lists of nothing, and mistakes -----------------------------------------------------------


def test_reset():
    x = TensorListCPU([A, A], "HW")
    first = x[0]
    x.reset()
    assert (len(x), x.shape(), x.layout(), x.ndim(), x.data_ptr()) == (0, [], "", 0, 0)
    assert x.dtype == types.NO_TYPE == TensorListCPU(x).dtype and x.is_dense_tensor()
    x.set_layout("")
    assert x.dtype == types.NO_TYPE
    assert list(x) == [] and x.as_array().shape == (0,)
    np.testing.assert_array_equal(first, A)
    assert len(TensorListGPU()) == 0 and TensorListGPU().device_id() == -1


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda: TensorListCPU([A, A[:1]]).as_tensor(), RuntimeError, "sample 1 has .1, 3.*fn.pad"),
        (lambda: TensorListCPU([A, A[:1]]).as_array(), RuntimeError, "sample 1 has"),
        (lambda: np.asarray(TensorListCPU([A, A[:1]])), ValueError, "sample 1 has"),
        (lambda: TensorListCPU([A, A[:1]]).data_ptr(), RuntimeError, "one block"),
        (lambda: TensorListCPU([A, A]).as_reshaped_tensor([7]), RuntimeError, "28"),
        (lambda: TensorListCPU([A])[1], IndexError, "no sample 1 .* of 1"),
        (lambda: TensorListCPU([A]).at(1), RuntimeError, "no sample 1"),
        (lambda: TensorListCPU([A])[0:1], TypeError, "slice"),
        (lambda: TensorListCPU([A]).set_layout("HWC"), ValueError, "3 axes"),
        (lambda: TensorListCPU([A]).reinterpret(types.UINT8), RuntimeError, "4 bytes"),
        (lambda: TensorListCPU([A, A.astype(int)]), TypeError, "int64.*float32\n.*sample 1"),
        (lambda: TensorListCPU([A, A[0]]), ValueError, "number of axes"),
        (lambda: TensorListCPU([TensorCPU(A, "HW"), TensorCPU(A, "AB")]), ValueError, "one layout"),
        (lambda: TensorListCPU.from_dlpack_list([[1]]), TypeError, "__dlpack__"),
        (lambda: TensorListCPU.broadcast(A, -1), ValueError, "negative"),
        (lambda: TensorCPU(A).squeeze(2), IndexError, "axis 2"),
        (lambda: tensors.TensorGPU(A), RuntimeError, "CPU memory"),
        (lambda: tensors.TensorListGPU([A]), RuntimeError, "CPU memory"),
    ],
)
def test_mistakes(call, error, match):
    with pytest.raises(error, match=match):
        call()


def test_backend():
    assert backend.TensorListCPU is TensorListCPU
    assert set(tensors.__all__) < set(backend.__all__) <= set(dir(backend))
    assert backend.GetCUDADeviceCount() >= 0
    x = TensorListCPU([A])
    backend.ReleaseUnusedMemory()
    np.testing.assert_array_equal(x.at(0), A)
