"""NumPy's functions on values, arrays on either side, and the methods that arrays have."""

import warnings

import ml_dtypes
import numpy as np
import pytest

import headrace.dynamic as ndd

SQUARES = np.array([1.0, 4.0, 9.0], np.float32)


# ---- ufuncs -------------------------------------------------------------------------------------

OPERATORS = {
    np.add: lambda a, b: a + b,
    np.subtract: lambda a, b: a - b,
    np.multiply: lambda a, b: a * b,
    np.divide: lambda a, b: a / b,
    np.floor_divide: lambda a, b: a // b,
    np.remainder: lambda a, b: a % b,
    np.power: lambda a, b: a**b,
    np.bitwise_and: lambda a, b: a & b,
    np.bitwise_or: lambda a, b: a | b,
    np.bitwise_xor: lambda a, b: a ^ b,
    np.left_shift: lambda a, b: a << b,
    np.right_shift: lambda a, b: a >> b,
    np.equal: lambda a, b: a == b,
    np.not_equal: lambda a, b: a != b,
    np.less: lambda a, b: a < b,
    np.less_equal: lambda a, b: a <= b,
    np.greater: lambda a, b: a > b,
    np.greater_equal: lambda a, b: a >= b,
}
UNARY = {
    np.negative: lambda a: -a,
    np.positive: lambda a: +a,
    np.absolute: lambda a: abs(a),
    np.invert: lambda a: ~a,
}


@pytest.mark.parametrize("ufunc", OPERATORS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("left", [np.array([-7, 7, 9], np.int16), np.int16(7), 7])
def test_operators_are_ours(ufunc, left):
    """Types and rounding are those of `+` and `//` between Tensors, whoever is asked."""
    right = np.array([2, 2, 4], np.uint8)
    t = ndd.tensor(right)
    wanted = OPERATORS[ufunc](left if isinstance(left, int) else ndd.tensor(left), t)
    for found in (ufunc(left, t), OPERATORS[ufunc](left, t)):
        assert isinstance(found, ndd.Tensor)
        assert found.dtype == wanted.dtype
        np.testing.assert_array_equal(np.asarray(found), np.asarray(wanted))
    b = ufunc(left, ndd.batch([right, right[:1]]).slice[:1])
    assert isinstance(b, ndd.Batch)
    assert b.dtype == wanted.dtype


@pytest.mark.parametrize("ufunc", UNARY, ids=lambda f: f.__name__)
def test_unary_operators_are_ours(ufunc):
    ragged = ndd.batch([[1, -2], [3]])
    found, wanted = ufunc(ragged), UNARY[ufunc](ragged)
    assert isinstance(found, ndd.Batch)
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(a, b)


def test_other_ufuncs_give_arrays():
    t = ndd.tensor(SQUARES)
    for found in (np.sqrt(t), np.sqrt(ndd.as_batch(SQUARES))):
        assert type(found) is np.ndarray
        assert found.tolist() == [1, 2, 3]
    assert np.maximum(t, 2).tolist() == [2, 4, 9]
    assert np.isnan(t).tolist() == [False] * 3
    assert [x.tolist() for x in divmod(np.array([5, 7, 9]), t)] == [[5, 1, 1], [0, 3, 0]]
    assert (np.eye(3) @ t).tolist() == (t @ np.eye(3)).tolist() == [1, 4, 9]
    assert np.add.reduce(t) == 14
    assert np.add(t, 1, dtype=np.float64).dtype == np.float64
    assert np.sqrt(ndd.tensor([2.25], dtype="bfloat16")).dtype == ml_dtypes.bfloat16
    assert np.sqrt(ndd.tensor([2.25], dtype="float16")).dtype == np.float16


def test_results_written_into_arrays_and_tensors():
    t = ndd.tensor(SQUARES)
    a = SQUARES.copy()
    same = a
    a += t
    assert a is same
    assert a.tolist() == [2, 8, 18]
    into = ndd.tensor(np.zeros(3, np.float32))
    assert np.sqrt(t, out=into) is into
    assert into.tolist() == [1, 2, 3]
    whole, part = ndd.tensor([0.0]), ndd.tensor([0.0])
    assert np.modf(np.float32([2.5]), out=(part, whole)) == (part, whole)
    assert (whole.item(), part.item()) == (2.0, 0.5)
    with pytest.raises(ValueError, match="read-only"):
        np.sqrt(t, out=ndd.as_tensor(np.frombuffer(bytes(12), np.float32)))
    with pytest.raises(ValueError, match="one block"):
        np.sqrt(t, out=ndd.as_batch([np.zeros(1), np.zeros(1), np.zeros(1)]))


# ---- functions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "function",
    [
        np.mean, np.sum, np.min, np.max, np.std, np.var, np.median, np.argmax, np.sort, np.unique,
        np.transpose, np.copy, np.round, np.cumsum, np.ravel, np.linalg.norm, np.zeros_like,
        lambda x: np.reshape(x, (3, 1)), lambda x: np.clip(x, 2, 5), lambda x: np.pad(x, 1),
        lambda x: np.where(x > 2, x, 0),
        lambda x: np.concatenate([x, SQUARES]), lambda x: np.stack([x, x]),
        lambda x: np.mean(x, axis=0, keepdims=True), lambda x: np.std(x, ddof=1),
        lambda x: np.sum(x, dtype=np.float64), lambda x: np.max(x, initial=20),
    ],
)  # fmt: skip
def test_functions_take_values(function):
    expected = function(SQUARES)
    for value in (ndd.tensor(SQUARES), ndd.as_batch(SQUARES)):
        found = function(value)
        assert type(found) is type(expected)
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)


def test_assertions():
    for value in (ndd.tensor(SQUARES), ndd.as_batch(SQUARES)):
        np.testing.assert_allclose(value, [1, 4, 9])
        np.testing.assert_array_equal(SQUARES, value)
        assert np.allclose(value, SQUARES)
        with pytest.raises(AssertionError, match="Mismatch"):
            np.testing.assert_array_equal(value, [1, 4, 8])


def test_array_interface():
    a = np.arange(6, dtype=np.int16).reshape(2, 3)
    t = ndd.as_tensor(a)
    assert np.asarray(t).ctypes.data == a.ctypes.data
    assert np.asarray(t).flags.writeable
    assert t.__array_interface__["shape"] == (2, 3)
    a.flags.writeable = False
    assert not np.asarray(ndd.as_tensor(a)).flags.writeable
    assert np.asarray(ndd.tensor(np.zeros((0, 3)))).shape == (0, 3)
    assert np.asarray(ndd.tensor(5)).shape == ()
    assert not hasattr(ndd.tensor([1.5], dtype="bfloat16"), "__array_interface__")


def test_writes_into_an_array_and_later_calls_do_not_race():
    t = ndd.tensor(np.zeros(1 << 16, np.float32))
    a = np.asarray(t)
    for i in range(20):
        later = t + 1
        a[:] = i
        assert later.tolist()[:: 1 << 14] == [max(i - 1, 0) + 1.0] * 4


def test_pillow():
    image = pytest.importorskip("PIL.Image")
    pixels = np.arange(60, dtype=np.uint8).reshape(4, 5, 3)
    for value in (ndd.tensor(pixels), ndd.as_tensor(pixels[::2]), ndd.flip(ndd.tensor(pixels))):
        np.testing.assert_array_equal(np.asarray(image.fromarray(value)), np.asarray(value))
    assert image.fromarray(ndd.tensor(np.zeros((4, 5), np.float32))).mode == "F"


def test_torch():
    torch = pytest.importorskip("torch")
    t = ndd.tensor(SQUARES)
    assert torch.as_tensor(t).data_ptr() == np.asarray(t).ctypes.data
    assert torch.tensor(t).tolist() == [1, 4, 9]
    for found in (torch.ones(3) + t, t + torch.ones(3), torch.ones(3) == t):
        assert isinstance(found, ndd.Tensor)
    assert isinstance(torch.ones(1) * ndd.batch([[1, 2], [3]]), ndd.Batch)
    with pytest.raises(TypeError, match=r"\.torch\(\)"):
        torch.as_tensor(ndd.batch([[1, 2], [3, 4]]))


# ---- batches ------------------------------------------------------------------------------------


def test_uniform_batches_are_arrays():
    b = ndd.cast(ndd.batch([[1, 2], [3, 4]]), dtype=ndd.float32)
    a = np.asarray(b)
    assert a.tolist() == [[1, 2], [3, 4]]
    a[1, 0] = 9
    assert b.select(1).tolist() == [9, 4]  # one block of memory is shared
    assert np.array(b).ctypes.data != a.ctypes.data
    assert np.asarray(b, dtype=np.int64).dtype == np.int64
    assert np.array([b, b]).shape == (2, 2, 2)
    assert np.asarray(ndd.batch([], dtype="u8", layout="HWC")).shape == (0, 0, 0, 0)
    scattered = ndd.as_batch([np.zeros(2), np.ones(2)])
    assert np.asarray(scattered).tolist() == [[0, 0], [1, 1]]
    if np.__version__ >= "2":
        assert np.asarray(b, copy=False).ctypes.data == a.ctypes.data
        with pytest.raises(ValueError, match="copy=False"):
            np.asarray(scattered, copy=False)


def test_numpy_of_a_batch():
    b = ndd.cast(ndd.batch([[1, 2], [3, 4]]), dtype=ndd.float32)
    assert b.numpy().ctypes.data == b.numpy(copy=False).ctypes.data
    assert b.numpy(copy=True).ctypes.data != b.numpy().ctypes.data
    ragged = ndd.batch([[1, 2, 3], [4]])
    assert ragged.numpy(pad=True).tolist() == [[1, 2, 3], [4, 0, 0]]
    with pytest.raises(ValueError, match="pad=True"):
        ragged.numpy()
    with pytest.raises(ValueError, match="copy=False"):
        ndd.as_batch([np.zeros(2), np.ones(2)]).numpy(copy=False)


# ---- methods ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["uint8", "int64", "float16", "float64", "bool"])
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), [1]])
@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("name", ["mean", "sum", "min", "max", "std"])
def test_reductions(name, axis, keepdims, dtype):
    a = (np.arange(24).reshape(2, 3, 4) * 7 % 11).astype(dtype)
    found = getattr(ndd.tensor(a, layout="HWC"), name)(axis=axis, keepdims=keepdims)
    where = tuple(axis) if isinstance(axis, list) else axis
    wide = a if name in ("min", "max") else a.astype(np.float64)
    expected = getattr(wide, name)(axis=where, keepdims=keepdims)
    assert isinstance(found, ndd.Tensor)
    assert found.shape == expected.shape
    np.testing.assert_allclose(np.asarray(found, np.float64), expected, rtol=1e-6)


def test_reductions_of_odd_tensors():
    empty = ndd.tensor(np.zeros((0, 3), np.float32))
    assert empty.sum().item() == 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert np.isnan(empty.mean().item())
    for ask in (empty.min, empty.max):
        with pytest.raises(ValueError, match="empty"):
            ask()
    assert ndd.tensor(5.0).mean().item() == 5
    assert ndd.tensor([1, 2]).sum(dtype="float16").dtype == ndd.float16
    assert ndd.tensor([1, 2]).std(dtype="float64").dtype == ndd.float64
    with pytest.raises(IndexError, match="axis 5"):
        ndd.tensor([1, 2]).mean(5)
    assert ndd.tensor([1, 2, 3]).sum(where=np.array([True, False, True])) == 4  # only NumPy has it


def test_shapes_and_types():
    t = ndd.tensor(np.arange(6).reshape(2, 3), layout="HW")
    for shape in ((3, 2), ([3, 2],), ((3, -1),), (np.array([3, 2]),), (ndd.tensor([3, 2]),)):
        assert t.reshape(*shape).shape == (3, 2)
    assert t.reshape(-1).shape == t.reshape(ndd.tensor(6)).shape == (6,)
    assert ndd.tensor(5).reshape(1, 1).shape == (1, 1)
    assert ndd.tensor([5]).reshape(()).shape == ()
    with pytest.raises(ValueError, match="4"):
        t.reshape(4, -1).evaluate()
    with pytest.raises(TypeError):
        t.reshape(1.5, 4)
    assert (t.T.shape, t.T.layout) == ((3, 2), "WH")
    assert t.T.tolist() == t.numpy().T.tolist()
    assert ndd.tensor(5).T.item() == 5
    assert t.astype(np.float32).dtype == ndd.float32
    assert t.astype("int64") is t
    assert ndd.batch([[1.5], [2, 3]]).astype(ndd.uint8).dtype == ndd.uint8
    assert t.to("cpu") is t
    b = ndd.batch([1, 2])
    assert b.to(ndd.Device.CPU) is b
    with pytest.raises(TypeError, match="device"):
        b.to(None)


def test_bytes_and_text():
    t = ndd.tensor([1, 258], dtype="uint16")
    assert t.tobytes() == bytes(t) == np.asarray(t).tobytes()
    assert bytes(ndd.tensor(5)) == np.int32(5).tobytes()
    assert f"{ndd.tensor(2.5):.2f}" == "2.50"
    assert f"{ndd.tensor([7]):03d}" == "007"
    assert f"{t}" == repr(t)
    with pytest.raises(ValueError, match="elements"):
        f"{t:.2f}"
