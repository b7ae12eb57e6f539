"""TensorGPU and TensorListGPU: views over values on a GPU, copies to addresses, other arrays."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import _native, types
from headrace.tensors import TensorCPU, TensorGPU, TensorListCPU, TensorListGPU

from .on_gpu import Exchange, Interface, counted, spent

A = np.arange(6, dtype=np.float32).reshape(2, 3)

real = pytest.mark.skipif(
    _native.gpu_count() == 0 or _native.gpu_emulated(), reason="other libraries need a real GPU"
)


def dense(layout="HW"):
    return TensorListGPU._of(ndd.batch([A, A + 1], layout=layout).gpu())


def ragged():
    return TensorListGPU._of(ndd.batch([A, A[:1] + 9]).gpu())


def same(view, array):
    on_cpu = view.as_cpu()
    assert type(on_cpu) is (TensorCPU if isinstance(view, TensorGPU) else TensorListCPU)
    np.testing.assert_array_equal(np.asarray(on_cpu), array)


def test_facts():
    x = dense()
    assert (len(x), x.shape(), x.ndim(), x.layout()) == (2, [(2, 3), (2, 3)], 2, "HW")
    assert x.dtype == types.FLOAT and x.device_id() == 0 == x[0].device_id()
    assert x.is_dense_tensor() and not ragged().is_dense_tensor()
    assert type(x[0]) is type(x.at(1)) is TensorGPU and [t.shape() for t in x] == [[2, 3]] * 2
    assert x.stream == x[0].stream == ndd.get_current_stream()
    assert x.__dlpack_device__() == x[0].__dlpack_device__() == (2, 0)
    assert 'device="gpu:0"' in repr(x) and repr(x[0]).startswith("TensorGPU(dtype=f32")
    assert "[3. 4. 5.]" in str(x[0]) and str(x).startswith("TensorListGPU(")
    with pytest.raises(IndexError, match="no sample 2"):
        x[2]


def test_views_copy_nothing():
    x = dense()
    x.batch.evaluate()
    before = counted()
    first, whole, flat = x[0], x.as_tensor(), x.as_reshaped_tensor([12])
    places = x.data_ptr(), first.data_ptr(), whole.data_ptr(), flat.data_ptr()
    assert len(set(places)) == 1 and x[1].data_ptr() == first.data_ptr() + A.nbytes
    assert whole.layout() == "NHW" and flat.layout() == ""
    one = TensorGPU._of(ndd.tensor(A[None], layout="CHW").gpu())
    at = one.data_ptr()
    assert one.squeeze() and (one.shape(), one.layout(), one.data_ptr()) == ([2, 3], "HW", at)
    first.reinterpret(types.INT32)
    first.set_layout("AB")
    used = spent(before)
    assert used["launches"] == used["downloads"] == 0 and used["uploads"] == 1
    assert (x.layout(), x.dtype) == ("HW", types.FLOAT)
    same(first, A.view(np.int32))
    same(whole, np.stack([A, A + 1]))


def test_ragged():
    x = ragged()
    same(x.as_reshaped_tensor([3, 3]), np.concatenate([A, A[:1] + 9]))
    with pytest.raises(RuntimeError, match="sample 1 has"):
        x.as_tensor()
    with pytest.raises(RuntimeError, match="one block"):
        x.data_ptr()
    assert [t.shape() for t in x.as_cpu()] == [[2, 3], [1, 3]]


def test_numpy_has_to_ask():
    for x in (dense(), dense()[0]):
        with pytest.raises(TypeError, match="as_cpu"):
            np.asarray(x)
    with pytest.raises(RuntimeError, match="gpu"):
        TensorCPU(dense()[0])
    with pytest.raises(RuntimeError, match="on cpu"):
        TensorListGPU(TensorListCPU([A]))


def test_making():
    x = dense()
    for given in (
        Interface(x[0]),
        Exchange(x[0]),
        x[0].__dlpack__(),
        x[0],
        x[0].tensor,
    ):
        made = TensorGPU(given, "AB")
        assert made.layout() == "AB" and made.data_ptr() == x[0].data_ptr()
        same(made, A)
    same(TensorGPU(x[0].__dlpack__(), stream=ndd.stream()), A)
    same(TensorGPU(x[0].__dlpack__(), stream=types.CUDAStream(0)), A)
    shared = TensorListGPU([x[0], Exchange(x[1])], contiguous=False)
    assert [t.data_ptr() for t in shared] == [t.data_ptr() for t in x]
    copied = TensorListGPU([x[0], Exchange(x[1])], "XY")
    assert copied.data_ptr() != x.data_ptr() and copied.layout() == "XY"
    same(copied, np.stack([A, A + 1]))
    listed = TensorListGPU.from_dlpack_list([Exchange(t) for t in x], "HW")
    same(listed, np.stack([A, A + 1]))
    assert TensorListGPU(Exchange(x[0])).shape() == [(3,), (3,)]
    assert TensorListGPU(x, "PQ").data_ptr() == x.data_ptr()
    same(TensorListGPU.broadcast(x[0], 3), np.stack([A] * 3))


@pytest.mark.parametrize("non_blocking", [False, True])
def test_copy_to_host_memory(non_blocking):
    out = np.zeros(9, np.float32)
    stream = ndd.stream()
    ragged().copy_to_external(
        ctypes.c_void_p(out.ctypes.data), cuda_stream=stream, non_blocking=non_blocking
    )
    stream.synchronize()
    np.testing.assert_array_equal(out, [*range(6), 9, 10, 11])
    dense()[1].copy_to_external(out.ctypes.data)
    np.testing.assert_array_equal(out, [*range(1, 7), 9, 10, 11])
    TensorListGPU().copy_to_external(0)
    with pytest.raises(ValueError, match="null pointer"):
        dense().copy_to_external(0)


@pytest.mark.parametrize("given", [None, types.CUDAStream(0), ctypes.c_void_p(0), 0])
def test_copy_to_device_memory(given):
    x = dense()
    target = TensorGPU._of(ndd.zeros(shape=[2, 2, 3], dtype=ndd.float32, device="cpu").gpu())
    x.copy_to_external(target.data_ptr(), cuda_stream=given)
    same(target, np.stack([A, A + 1]))


@real
def test_torch():
    torch = pytest.importorskip("torch")
    x = dense()
    whole = torch.from_dlpack(x.as_tensor())
    assert whole.data_ptr() == torch.from_dlpack(x).data_ptr() == x.data_ptr()
    np.testing.assert_array_equal(whole.cpu(), np.stack([A, A + 1]))
    same(TensorGPU(whole, "NHW"), np.stack([A, A + 1]))
    stream = torch.cuda.Stream()
    for _ in range(20):
        many = ndd.batch([np.full((512, 512), k, np.float32) for k in range(8)]).gpu() + 1.0
        with torch.cuda.stream(stream):
            out = torch.empty((8, 512, 512), device="cuda")
        view = TensorListGPU._of(many)
        view.copy_to_external(
            ctypes.c_void_p(out.data_ptr()), cuda_stream=stream, non_blocking=True
        )
        del many, view
        with torch.cuda.stream(stream):
            assert (out.mean((1, 2)).cpu() == torch.arange(1.0, 9.0)).all()
