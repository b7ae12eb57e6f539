"""What the documents say of Tensor and Batch."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd


@pytest.fixture
def ragged():
    rng = np.random.default_rng(0)
    return ndd.batch([rng.integers(0, 255, (h, 6, 3), np.uint8) for h in (4, 7, 5)], layout="HWC")


@pytest.fixture
def uniform():
    return ndd.batch([np.full((2, 3), i, np.float32) for i in range(4)])


# ---- Tensor: a single sample -----------------------------------------------------------------


def test_tensor_copies():
    a = np.zeros(3, np.float32)
    t = ndd.tensor(a)
    a[0] = 5
    assert np.asarray(t)[0] == 0


def test_as_tensor_wraps_without_a_copy():
    a = np.zeros(3, np.float32)
    t = ndd.as_tensor(a)
    a[0] = 5
    assert np.asarray(t)[0] == 5


def test_cpu_moves_to_the_cpu_where_it_is_already():
    t = ndd.tensor([1, 2])
    assert t.cpu() is t


def test_torch_shares_memory_by_default():
    pytest.importorskip("torch")
    t = ndd.tensor([1.0, 2.0])
    x = t.torch()
    assert x.data_ptr() == t.torch(copy=False).data_ptr() == np.asarray(t).ctypes.data
    x[0] = 9
    assert float(t[0]) == 9
    assert t.torch(copy=True).data_ptr() != x.data_ptr()


def test_tensors_can_be_sliced():
    assert ndd.tensor([1, 2, 3, 4])[1:3].tolist() == [2, 3]


def test_numpy_reads_tensors():
    np.testing.assert_array_equal(np.asarray(ndd.tensor([[1, 2], [3, 4]])), [[1, 2], [3, 4]])


def test_dlpack():
    t = ndd.tensor([1, 2, 3])
    assert np.from_dlpack(t).ctypes.data == np.asarray(t).ctypes.data


def test_no_cuda_array_interface_on_the_cpu():
    assert not hasattr(ndd.tensor([1]), "__cuda_array_interface__")


def test_arithmetic():
    x = ndd.tensor([1, 2, 3])
    assert (x * 2 + 1).tolist() == [3, 5, 7]
    assert (x > 1).tolist() == [False, True, True]
    assert (-x).tolist() == [-1, -2, -3]


# ---- Batch: samples whose shapes may differ --------------------------------------------------


def test_batch_copies_and_as_batch_wraps():
    a, b = np.zeros(2, np.float32), np.zeros(3, np.float32)
    copied, wrapped = ndd.batch([a, b]), ndd.as_batch([a, b])
    a[0] = 5
    assert copied.tensors[0].tolist() == [0, 0]
    assert wrapped.tensors[0].tolist() == [5, 0]


def test_shapes_may_differ(ragged):
    assert ragged.shape == [(4, 6, 3), (7, 6, 3), (5, 6, 3)]
    assert ragged.batch_size == 3


@pytest.mark.parametrize("index", [0, slice(0, 1), [0]])
def test_batches_have_no_index(ragged, index):
    with pytest.raises(TypeError, match=r"select|tensors"):
        ragged[index]


def test_select_of_an_int_is_a_sample(ragged):
    sample = ragged.select(1)
    assert isinstance(sample, ndd.Tensor)
    assert sample.shape == (7, 6, 3)


@pytest.mark.parametrize(("which", "heights"), [([2, 0], [5, 4]), (slice(1, None), [7, 5])])
def test_select_of_a_list_or_slice_is_a_batch(ragged, which, heights):
    for picked in (ragged.select(which), ragged.tensors[which]):
        assert isinstance(picked, ndd.Batch)
        assert [s[0] for s in picked.shape] == heights


def test_tensors_picks_samples(ragged):
    assert isinstance(ragged.tensors[0], ndd.Tensor)
    assert len(ragged.tensors) == 3


def test_slice_indexes_inside_each_sample(ragged):
    rows = ragged.slice[0]
    assert isinstance(rows, ndd.Batch)
    assert rows.batch_size == 3
    assert rows.shape == [(6, 3)] * 3


def test_slice_and_select_example():
    xy = ndd.random.uniform(batch_size=16, range=[0, 1], shape=2)
    crop_x, crop_y, sample_0 = xy.slice[0], xy.slice[1], xy.select(0)
    assert crop_x.shape == crop_y.shape == [()] * 16
    assert sample_0.tolist() == [float(crop_x.select(0)), float(crop_y.select(0))]


def test_slice_takes_a_batch_of_indices(ragged):
    rows = ragged.slice[ndd.batch([0, 6, 2])]
    np.testing.assert_array_equal(rows.tensors[1], np.asarray(ragged.tensors[1])[6])


def test_slice_mixes_batches_and_scalars(ragged):
    halves = ragged.slice[1 : ndd.batch(ragged.shape).slice[0] // 2]
    assert [s[0] for s in halves.shape] == [1, 2, 1]


def test_iteration_yields_tensors(ragged):
    samples = list(ragged)
    assert all(isinstance(s, ndd.Tensor) for s in samples)
    assert [s.shape for s in samples] == ragged.shape


# ---- PyTorch and others ----------------------------------------------------------------------


def test_uniform_batches_become_torch_tensors(uniform):
    pytest.importorskip("torch")
    assert tuple(uniform.torch().shape) == (4, 2, 3)


def test_ragged_batches_do_not(ragged):
    pytest.importorskip("torch")
    with pytest.raises(ValueError, match="pad"):
        ragged.torch()


def test_pad_fills_with_zeros_to_the_largest_shape(ragged):
    pytest.importorskip("torch")
    x = ragged.torch(pad=True)
    assert tuple(x.shape) == (3, 7, 6, 3)
    assert not x[0, 4:].any()
    np.testing.assert_array_equal(x[0, :4].numpy(), ragged.tensors[0])


def test_torch_avoids_a_copy_if_it_can():
    pytest.importorskip("torch")
    result = ndd.flip(ndd.batch([np.zeros((2, 2, 1), np.uint8)] * 3, layout="HWC"))
    assert result.torch().data_ptr() == result.torch(copy=False).data_ptr()
    assert result.torch(copy=True).data_ptr() != result.torch().data_ptr()


def test_batches_have_no_dlpack_but_as_tensor_does(uniform, ragged):
    assert not hasattr(uniform, "__dlpack__")
    assert np.from_dlpack(ndd.as_tensor(uniform)).shape == (4, 2, 3)
    assert ndd.as_tensor(ragged, pad=True).shape == (3, 7, 6, 3)


def test_jax_and_numba_read_tensors():
    jax = pytest.importorskip("jax")
    numba = pytest.importorskip("numba")
    t = ndd.tensor([1.0, 2.0])
    assert jax.numpy.asarray(t).tolist() == [1.0, 2.0]
    assert numba.njit(lambda a: a.sum())(np.asarray(t)) == 3.0
    numbers = jax.device_put(jax.numpy.arange(3), jax.devices("cpu")[0])
    assert ndd.as_tensor(numbers).tolist() == [0, 1, 2]


# ---- known before anything runs --------------------------------------------------------------


def test_metadata_is_known_before_evaluation(ragged):
    with ndd.EvalMode.deferred:
        y = ndd.cast(ndd.flip(ragged), dtype=ndd.float32)
    assert (y.dtype, y.ndim, y.layout) == (ndd.float32, 3, "HWC")
    assert not y._v.ready()
    y.evaluate()
    assert (y.dtype, y.ndim, y.layout) == (ndd.float32, 3, "HWC")


def test_layout_follows_slicing():
    x = ndd.tensor(np.zeros((2, 3, 4)), layout="HWC")
    assert [x[0].layout, x[..., 0].layout, x[0, 0, 0].layout] == ["WC", "HW", None]
