"""tensor, as_tensor, batch, as_batch: what data becomes."""

import array
import copy

import ml_dtypes
import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.core import enums, errors

NUMBERS = [
    "bool",
    *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "float32", "float64"),
]


# ---- Python data -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "dtype", "shape"),
    [
        (5, ndd.int32, ()),
        (2.5, ndd.float32, ()),
        (True, ndd.bool, ()),
        ([1, 2], ndd.int32, (2,)),
        ([1, 2.5], ndd.float32, (2,)),
        ([True, False], ndd.bool, (2,)),
        ([[1, 2, 3], [4, 5, 6]], ndd.int32, (2, 3)),
        ([], ndd.float32, (0,)),
        ([[], []], ndd.float32, (2, 0)),
        ((1, 2), ndd.int32, (2,)),
        (range(4), ndd.int32, (4,)),
        (2**31, ndd.uint32, ()),
        ([0, 2**32 - 1], ndd.uint32, (2,)),
        (-(2**31), ndd.int32, ()),
    ],
)
def test_python_data(data, dtype, shape):
    t = ndd.tensor(data)
    assert (t.dtype, t.shape) == (dtype, shape)
    np.testing.assert_array_equal(np.asarray(t), np.array(data))


@pytest.mark.parametrize("data", [2**32, -(2**31) - 1, [-1, 2**31], [2**70], [-1, 2**63]])
def test_integers_that_fit_nothing(data):
    with pytest.raises(OverflowError, match=r"dtype=|64 bits"):
        ndd.tensor(data)


def test_dtype_on_python_data_cuts_off_and_on_arrays_rounds():
    assert ndd.tensor([2.7, -2.7], dtype=ndd.int32)[0].item() == 2
    assert ndd.tensor(np.array([2.7, -2.7]), dtype="int32")[1].item() == -3
    assert ndd.tensor(np.array([300, -5]), dtype=np.uint8).numpy().tolist() == [255, 0]
    assert ndd.tensor(2**40, dtype=ndd.int64).item() == 2**40
    assert ndd.tensor(5, dtype=ndd.bool).item() is True
    assert ndd.tensor(1e6, dtype=ndd.float16).item() == float("inf")


@pytest.mark.parametrize("data", [300, [-1], [300.7], [256], [float("inf")], [float("nan")], 2**70])
def test_python_numbers_out_of_range(data):
    with pytest.raises(OverflowError, match=r"uint8|64 bits"):
        ndd.tensor(data, dtype=ndd.uint8)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ("abc", TypeError),
        (["a"], TypeError),
        ([None], TypeError),
        (None, ValueError),
        (1 + 2j, TypeError),
        ([1j], TypeError),
        (np.zeros(2, np.complex64), TypeError),
        (np.array(["a"]), TypeError),
        (np.array([object()]), TypeError),
        (object(), TypeError),
        (iter([1, 2]), TypeError),
        ([[1, 2], [3]], ValueError),
        (np.zeros((1,) * 11), ValueError),
        (np.zeros(2, np.longdouble), TypeError),
        (np.zeros(2, "M8[s]"), TypeError),
    ],
)
def test_what_is_no_data(data, error):
    with pytest.raises(error) as info:
        ndd.tensor(data)
    assert isinstance(info.value, errors.Error)


def test_lists_of_typed_values_keep_their_type():
    assert ndd.tensor([np.float64(1), np.float64(2)]).dtype == ndd.float64
    assert ndd.tensor([np.arange(3), np.arange(3)]).dtype == ndd.int64
    t = ndd.tensor([[1, 2], [3, 4]], dtype=ndd.uint16)
    again = ndd.tensor([t[1], t[0]])
    assert again.dtype == ndd.uint16
    assert again.numpy().tolist() == [[3, 4], [1, 2]]


def test_enums_are_values():
    t = ndd.tensor(enums.DALIInterpType.INTERP_CUBIC)
    assert t.dtype == ndd.InterpType
    assert t.item() is enums.DALIInterpType.INTERP_CUBIC
    assert int(t) == 2
    assert ndd.tensor([enums.DALIImageType.GRAY] * 2).dtype == ndd.ImageType


# ---- arrays ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("make", [ndd.tensor, ndd.as_tensor])
def test_numpy_keeps_type_and_values(name, make):
    a = np.arange(6).reshape(2, 3).astype(name)
    t = make(a)
    assert t.dtype == name
    assert (t.shape, t.ndim, t.size, t.itemsize) == ((2, 3), 2, 6, a.itemsize)
    assert t.nbytes == a.nbytes
    np.testing.assert_array_equal(np.asarray(t), a)
    assert np.asarray(t).dtype == a.dtype


def test_bfloat16_arrays():
    a = np.array([1.5, -2, 3], ml_dtypes.bfloat16)
    for t in (ndd.tensor(a), ndd.as_tensor(a), ndd.batch([a, a]).select(1)):
        assert t.dtype == ndd.bfloat16
        assert np.asarray(t).dtype == a.dtype
        np.testing.assert_array_equal(np.asarray(t), a)
    assert ndd.tensor([1.5], dtype=ndd.bfloat16).item() == 1.5


@pytest.mark.parametrize(
    "view",
    [
        lambda a: a.T,
        lambda a: a[::-1],
        lambda a: a[:, ::2],
        lambda a: a[:, 1],
        lambda a: np.broadcast_to(a[0], (5, 6)),
        lambda a: a[::2, ::-3].T,
        lambda a: a[0:0],
        lambda a: np.asfortranarray(a),
        lambda a: a.reshape(2, 2, 3, 2).transpose(2, 0, 3, 1),
    ],
)
@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.float32, np.float64])
def test_strided_arrays(view, dtype):
    a = view(np.arange(24).reshape(4, 6).astype(dtype))
    for t in (
        ndd.tensor(a),
        ndd.as_tensor(a),
        ndd.batch([a, a]).select(1),
        ndd.as_batch([a]).select(0),
    ):
        assert t.shape == a.shape
        np.testing.assert_array_equal(np.asarray(t), a)


def test_odd_arrays():
    assert ndd.as_tensor(np.float32(2.5)).shape == ()
    assert ndd.as_tensor(np.array(7, np.int16)).item() == 7
    assert ndd.as_tensor(np.zeros((3, 0, 2))).shape == (3, 0, 2)
    swapped = np.arange(3, dtype=">i4")
    assert ndd.as_tensor(swapped).numpy().tolist() == [0, 1, 2]
    unaligned = np.frombuffer(b"\0" + np.arange(4, dtype=np.float32).tobytes(), np.uint8)[1:]
    unaligned = unaligned.view(np.float32)
    t = ndd.as_tensor(unaligned)
    assert t.numpy().tolist() == [0, 1, 2, 3]
    assert t.numpy().ctypes.data % 4 == 0


def test_buffers():
    assert ndd.tensor(b"abc").numpy().tolist() == [97, 98, 99]
    assert ndd.tensor(b"abc").dtype == ndd.uint8
    assert ndd.as_tensor(bytearray(b"ab")).shape == (2,)
    assert ndd.as_tensor(array.array("f", [1, 2])).dtype == ndd.float32
    assert ndd.as_tensor(memoryview(np.zeros((2, 3), np.int16))).shape == (2, 3)
    assert ndd.batch([b"abc", b"de"]).shape == [(3,), (2,)]


def test_tensor_of_tensor():
    t = ndd.tensor([1, 2], layout="W")
    assert ndd.as_tensor(t) is t
    assert ndd.tensor(t) is not t
    other = ndd.tensor(t)
    other.numpy()[0] = 9
    assert t.numpy()[0] == 1
    assert ndd.as_tensor(t, layout="H").layout == "H"
    assert ndd.as_tensor(t, layout="").layout is None
    assert t.layout == "W"
    assert ndd.as_tensor(t, dtype=ndd.float32).dtype == ndd.float32


def test_layout_and_device_arguments():
    assert ndd.tensor([1], layout="").layout is None
    with pytest.raises(ValueError, match="2 axes"):
        ndd.tensor([1], layout="HW")
    with pytest.raises(TypeError, match="layout"):
        ndd.tensor([1], layout=5)
    assert ndd.tensor([1], device="cpu").device == ndd.Device("cpu")
    with pytest.raises(ValueError, match="tpu"):
        ndd.tensor([1], device="tpu")


def test_types_are_constructors():
    assert ndd.int32(5).dtype == ndd.int32
    assert ndd.float16([1, 2]).shape == (2,)
    assert ndd.uint8(np.array([2.7, 300])).numpy().tolist() == [3, 255]
    assert ndd.float32([[1]], layout="HW").layout == "HW"
    assert ndd.Tensor([1, 2]).shape == (2,)
    assert ndd.Tensor(batch=ndd.batch([1, 2]), index_in_batch=1).item() == 2
    assert ndd.Batch([[1], [2, 3]]).shape == [(1,), (2,)]


# ---- batches -----------------------------------------------------------------------------------


def test_batch_of_arrays():
    arrays = [np.full((h, 4, 3), h, np.uint8) for h in (2, 5, 3)]
    for b in (ndd.batch(arrays, layout="HWC"), ndd.as_batch(arrays, layout="HWC")):
        assert (b.batch_size, b.dtype, b.ndim, b.layout) == (3, ndd.uint8, 3, "HWC")
        assert b.shape == [(2, 4, 3), (5, 4, 3), (3, 4, 3)]
        for t, a in zip(b, arrays, strict=True):
            np.testing.assert_array_equal(np.asarray(t), a)


@pytest.mark.parametrize(
    ("data", "dtype"),
    [
        ([1, 2.5, 3], "float32"),
        ([True, 2], "int32"),
        ([True, 2, 2.5], "float32"),
        ([1, 3_000_000_000], "uint32"),
        ([[1, 2], [1.5, 2]], "float32"),
        ([np.uint8([1]), np.float64([2.7]), np.int64([300])], "float64"),
        ([np.uint8([1]), np.int8([-1])], "int16"),
        ([np.uint8([1]), [2]], "uint8"),  # Python numbers give way to arrays …
        ([[2], np.uint8([1])], "uint8"),
        ([np.float16([1]), [2.5], [3]], "float16"),
        ([np.int64([1]), [2.5]], "float32"),  # … unless those have no fractions
        ([np.bool_([True]), [2]], "int32"),
        ([ndd.tensor([1], dtype="u8"), ndd.tensor([2.5])], "float32"),
        ([ndd.tensor([1.5], dtype="f16"), ndd.tensor([2.5], dtype="bfloat16")], "float32"),
        ([[np.float64(1.5)], np.float32([2.5])], "float64"),
    ],
)
def test_all_samples_decide_the_type(data, dtype):
    for make in (ndd.batch, ndd.as_batch):
        b = make(data)
        assert b.dtype == dtype
        found = [np.asarray(t, np.float64).ravel().tolist() for t in b]
        assert found == [np.asarray(x, np.float64).ravel().tolist() for x in data]


def test_numbers_that_do_not_fit_the_arrays():
    with pytest.raises(OverflowError, match=r"(?s)300 does not fit uint8.*sample 1"):
        ndd.batch([np.uint8([1]), [300]])
    assert ndd.batch([1, 2.7], dtype=ndd.int32).select(1).item() == 2  # asked for


def test_the_first_sample_decides_the_layout():
    b = ndd.batch([ndd.tensor([1, 2], layout="W"), [3, 4]])
    assert b.layout == "W"
    assert ndd.batch([ndd.tensor([1], layout="W")], layout="H").layout == "H"


def test_batch_of_numbers():
    b = ndd.batch([0, 1, 0])
    assert (b.shape, b.dtype) == ([(), (), ()], ndd.int32)
    assert ndd.batch([0.5, 1]).dtype == ndd.float32
    assert ndd.batch([True, False]).dtype == ndd.bool
    assert ndd.batch([1, 2], dtype=ndd.uint8).dtype == ndd.uint8
    assert ndd.batch(range(3)).batch_size == 3
    with pytest.raises(OverflowError):
        ndd.batch([1, 2**40])
    with pytest.raises(ValueError, match="1 axis"):
        ndd.batch([1, 2], layout="W")


def test_batch_of_one_array():
    a = np.arange(24).reshape(4, 3, 2)
    b = ndd.batch(a, layout="HW")
    assert (b.batch_size, b.shape[0], b.layout) == (4, (3, 2), "HW")
    np.testing.assert_array_equal(np.asarray(b.select(2)), a[2])
    assert ndd.batch(a[:, ::-1]).select(1).numpy().tolist() == a[1, ::-1].tolist()
    assert ndd.batch(np.zeros((0, 3))).batch_size == 0
    t = ndd.tensor(a, layout="NHW")
    assert ndd.as_batch(t).layout == "HW"
    with pytest.raises(ValueError, match="layout="):
        ndd.as_batch(ndd.tensor(a, layout="DHW"))
    assert ndd.as_batch(ndd.tensor(a, layout="DHW"), layout="XY").layout == "XY"
    assert ndd.batch(a, dtype=ndd.float16).dtype == ndd.float16


def test_batch_of_tensors_pending_or_not():
    tensors = [ndd.flip(np.full((2, w, 3), w, np.uint8), horizontal=1) for w in (3, 4)]
    b = ndd.batch(tensors)
    assert (b.shape, b.layout) == ([(2, 3, 3), (2, 4, 3)], "HWC")
    with ndd.EvalMode.deferred:
        late = [ndd.cast(ndd.tensor([i]), dtype=ndd.float32) for i in range(20)]
        assert [t.item() for t in ndd.as_batch(late)] == list(range(20))


def test_batch_of_other_sequences():
    assert ndd.batch(np.full(2, i) for i in range(3)).batch_size == 3
    assert ndd.batch((np.zeros(2), np.zeros(3))).shape == [(2,), (3,)]
    b = ndd.batch([1, 2])
    assert ndd.as_batch(b) is b
    assert ndd.batch(b) is not b
    assert ndd.as_batch(b.tensors) is b
    assert ndd.batch([], dtype=ndd.uint8).shape == []
    assert ndd.batch([], dtype=ndd.uint8, layout="HWC").ndim == 3


@pytest.mark.parametrize(
    ("data", "error", "match"),
    [
        (5, ValueError, "sequence"),
        (np.float32(1), ValueError, "outer axis"),
        ("abc", ValueError, "sequence"),
        (b"abc", ValueError, "sequence"),
        (None, ValueError, "sequence"),
        ([], ValueError, "dtype"),
        ([np.zeros(2), np.zeros((2, 2))], ValueError, "number of axes"),
        ([[1], 2], ValueError, "number of axes"),
        ([np.zeros(2), None], TypeError, "None"),
        ([np.zeros(2), "a"], TypeError, "cannot"),
        (np.array(5), ValueError, "outer axis"),
    ],
)
def test_what_is_no_batch(data, error, match):
    with pytest.raises(error, match=match):
        ndd.batch(data)


def test_errors_name_the_sample():
    with pytest.raises(TypeError, match="sample 1"):
        ndd.batch([np.zeros(2), None])
    with pytest.raises(TypeError, match=r"itself a Batch(.|\n)*sample 0"):
        ndd.batch([ndd.batch([1])])


def test_as_tensor_of_a_batch():
    b = ndd.batch([np.full((2, 3), i) for i in range(4)], layout="HW")
    t = ndd.as_tensor(b)
    assert (t.shape, t.layout) == ((4, 2, 3), "NHW")
    assert ndd.as_tensor(b, layout="DHW").layout == "DHW"
    ragged = ndd.batch([[1, 2], [3]])
    with pytest.raises(ValueError, match="pad=True"):
        ndd.as_tensor(ragged)
    with ndd.EvalMode.deferred:
        lazy = ndd.as_tensor(ndd.cast(b, dtype=ndd.float32))
        assert lazy.dtype == ndd.float32
    assert lazy.numpy()[3, 0, 0] == 3


def test_broadcast():
    b = ndd.Batch.broadcast(np.arange(3), 4)
    assert (b.batch_size, b.dtype) == (4, ndd.int64)
    assert all(t.numpy().tolist() == [0, 1, 2] for t in b)
    assert ndd.Batch.broadcast(2.5, 2).dtype == ndd.float32
    assert ndd.Batch.broadcast(2, 2, dtype=ndd.uint8).dtype == ndd.uint8
    assert ndd.Batch.broadcast(2, 0).batch_size == 0
    assert ndd.Batch.broadcast(ndd.tensor([1], layout="W"), 2).layout == "W"
    with pytest.raises(ValueError, match="negative"):
        ndd.Batch.broadcast(2, -1)
    with pytest.raises(TypeError, match="one sample"):
        ndd.Batch.broadcast(ndd.batch([1]), 2)
    with pytest.raises(OverflowError):
        ndd.Batch.broadcast(2**40, 2)


def test_copies():
    b = ndd.batch([[1, 2], [3]])
    other = copy.deepcopy(b)
    other.tensors[0].numpy()[0] = 9
    assert b.tensors[0].numpy()[0] == 1
    assert copy.copy(b).shape == b.shape
    t = ndd.tensor([1, 2])
    assert t.to_device("cpu") is t
    assert t.cpu() is t
    assert t.to_device("cpu", force_copy=True) is not t
    with pytest.raises(TypeError):
        t.to_device(None)


def test_no_gpu_here_says_what_to_do():
    from headrace.core.device import gpu_count

    if gpu_count():
        pytest.skip("there is a GPU")
    for ask in (lambda: ndd.tensor(1).gpu(), lambda: ndd.batch([1], device="gpu")):
        with pytest.raises(ValueError, match="GPU"):
            ask()
