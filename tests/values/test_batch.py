"""Batch: select, tensors, iteration, torch, and what it refuses to do."""

import collections.abc
import pickle

import numpy as np
import pytest

import headrace.dynamic as ndd


def ragged(n=5):
    return ndd.batch([np.arange(i + 1) + 10 * i for i in range(n)], layout="W")


def firsts(batch):
    return [int(t[0]) for t in batch]


# ---- samples -----------------------------------------------------------------------------------


@pytest.mark.parametrize("pending", [False, True])
@pytest.mark.parametrize(
    ("which", "expected"),
    [
        ([3, 1], [30, 10]),
        ([-1, 0, 0], [40, 0, 0]),
        ((2,), [20]),
        ([], []),
        (range(1, 3), [10, 20]),
        (slice(1, None, 2), [10, 30]),
        (slice(None, None, -1), [40, 30, 20, 10, 0]),
        (slice(10, 20), []),
        (np.array([4, 0]), [40, 0]),
        ([True, False, False, True, False], [0, 30]),
        (np.array([False] * 4 + [True]), [40]),
    ],
)
def test_select_many(which, expected, pending):
    with ndd.EvalMode.deferred:
        b = ragged()
        if pending:
            b = ndd.cast(b, dtype=ndd.int16)
        for s in (b.select(which), b.tensors[which], b.tensors.select(which)):
            assert isinstance(s, ndd.Batch)
            assert s.batch_size == len(expected)
            assert (s.dtype, s.layout) == (b.dtype, "W")
            assert firsts(s) == expected
            assert s.shape == [(v // 10 + 1,) for v in expected]
            assert s.as_batch() is s
            assert firsts(s.tolist()) == expected


@pytest.mark.parametrize("pending", [False, True])
def test_select_one(pending):
    b = ragged()
    if pending:
        with ndd.EvalMode.deferred:
            b = ndd.cast(b, dtype=ndd.int16)
    for i in (0, 4, -1, -5, np.int64(2), True):
        t = b.select(i)
        assert isinstance(t, ndd.Tensor)
        assert t.layout == "W"
        assert t.numpy().tolist() == list(range(10 * (i % 5), 10 * (i % 5) + i % 5 + 1))
    assert b.select(...) is b
    assert b.select(ndd.tensor(3)).shape == (4,)
    assert b.select(ndd.tensor([3, 0])).shape == [(4,), (1,)]


@pytest.mark.parametrize("which", [5, -6, [0, 5], [-6]])
def test_select_out_of_range(which):
    with pytest.raises(IndexError, match="Batch of 5"):
        ragged().select(which)
    with pytest.raises(IndexError):
        ragged().tensors[which]


@pytest.mark.parametrize("which", [None, 1.5, "a", [1.5], ["a"], {1: 2}])
def test_select_by_something_else(which):
    with pytest.raises(TypeError, match="int"):
        ragged().select(which)


def test_select_by_a_wrong_mask():
    with pytest.raises(ValueError, match="mask of 2"):
        ragged().select([True, False])
    with pytest.raises(ValueError, match="2-D"):
        ragged().select(np.zeros((1, 2), int))


def test_tensors_is_a_sequence():
    samples = ragged().tensors
    assert isinstance(samples, collections.abc.Sequence)
    assert len(samples) == 5
    assert samples[-1].shape == (5,)
    assert firsts(samples) == [0, 10, 20, 30, 40]
    assert firsts(reversed(samples)) == [40, 30, 20, 10, 0]
    assert isinstance(samples.tolist()[0], ndd.Tensor)
    assert samples.as_batch().batch_size == 5
    assert samples[[3, 1]].as_batch().shape == [(4,), (2,)]
    assert ndd.as_batch(samples[[3, 1]].tolist()).shape == [(4,), (2,)]
    assert "5 samples" in repr(samples)
    copied = samples.as_batch(copy=True)
    assert copied.select(0).numpy().ctypes.data != samples[0].numpy().ctypes.data


def test_select_and_iteration_do_not_copy():
    b = ragged()
    inside = [t.numpy().ctypes.data for t in b]
    assert [t.numpy().ctypes.data for t in b.select([2, 0])] == [inside[2], inside[0]]
    assert b.tensors[3].numpy().ctypes.data == inside[3]


def test_empty_batch():
    b = ndd.batch([], dtype=ndd.uint8, layout="HWC")
    assert (b.shape, b.batch_size, b.ndim, list(b)) == ([], 0, 3, [])
    assert b.select([]).batch_size == 0
    assert b.select(slice(None)).layout == "HWC"
    assert ndd.cast(b, dtype=ndd.float32).batch_size == 0
    assert b.slice[0].ndim == 2
    assert ndd.as_tensor(b).shape == (0, 0, 0, 0)
    assert pickle.loads(pickle.dumps(b)).ndim == 3


# ---- what a batch does not do ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "instead"),
    [
        (lambda b: b[0], r"\.select\(i\)"),
        (lambda b: b[0:1], r"\.slice"),
        (len, "batch_size"),
        (lambda b: bool(b > 0), "batch_size"),
        (np.asarray, r"pad=True"),
        (np.array, "as_tensor"),
        (np.sqrt, r"numpy\(pad=True\)"),
    ],
)
def test_errors_say_what_to_use_instead(ask, instead):
    with pytest.raises(TypeError, match=instead):
        ask(ragged())


def test_truth_and_missing_methods():
    assert bool(ragged()) is True
    assert bool(ndd.batch([], dtype=ndd.uint8)) is True
    for name in ("__len__", "__getitem__"):
        assert not hasattr(ragged(), name)


def test_no_dlpack():
    assert not hasattr(ragged(), "__dlpack__")
    with pytest.raises(TypeError, match="unhashable"):
        hash(ragged())


# ---- torch -------------------------------------------------------------------------------------


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


def test_torch_of_a_dense_batch_is_a_view(torch):
    b = ndd.cast(ndd.batch([np.full((2, 3), i) for i in range(4)]), dtype=ndd.float32)
    t = b.torch()
    assert (t.shape, t.dtype) == ((4, 2, 3), torch.float32)
    assert t.data_ptr() == b.select(0).torch().data_ptr()
    t[3, 0, 0] = 99
    assert b.select(3)[0, 0].item() == 99
    assert b.torch(copy=False).data_ptr() == t.data_ptr()
    copied = b.torch(copy=True)
    assert copied.data_ptr() != t.data_ptr()
    assert torch.equal(copied, t)


def test_torch_of_scattered_samples_copies_once(torch):
    arrays = [np.full((2, 3), i, np.float32) for i in range(4)]
    b = ndd.as_batch(arrays)
    t = b.torch()
    assert t.tolist() == np.stack(arrays).tolist()
    t[0, 0, 0] = 9
    assert arrays[0][0, 0] == 0
    assert torch.equal(b.torch(copy=True)[1:], t[1:])
    with pytest.raises(ValueError, match="copy=False"):
        b.torch(copy=False)


@pytest.mark.usefixtures("torch")
def test_torch_of_ragged_samples():
    b = ndd.batch([[1, 2, 3], [4]])
    with pytest.raises(ValueError, match="pad=True"):
        b.torch()
    assert b.torch(pad=True).tolist() == [[1, 2, 3], [4, 0, 0]]
    with pytest.raises(ValueError, match="copy=False"):
        b.torch(pad=True, copy=False)
    assert ndd.batch([[1], [2]]).torch(pad=True).tolist() == [[1], [2]]
    assert ndd.as_tensor(b, pad=True).numpy().tolist() == [[1, 2, 3], [4, 0, 0]]
    wide = ndd.batch([np.zeros((2, 3)), np.ones((1, 4))], layout="HW")
    padded = ndd.as_tensor(wide, pad=True)
    assert (padded.shape, padded.dtype, padded.layout) == ((2, 2, 4), ndd.float64, "NHW")


@pytest.mark.usefixtures("torch")
def test_torch_of_a_selection():
    assert ndd.Batch.broadcast(ndd.tensor([1, 2]), 3).torch().shape == (3, 2)
    assert ndd.batch([], dtype=ndd.uint8, layout="W").torch().shape == (0, 0)
    b = ndd.batch([np.full(2, i) for i in range(4)])
    assert b.select(slice(1, 3)).torch(copy=False).tolist() == [[1, 1], [2, 2]]
    assert b.select([3, 0]).torch().tolist() == [[3, 3], [0, 0]]


# ---- pickling ----------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["uint8", "bfloat16"])
@pytest.mark.parametrize("shapes", [[(2, 3), (2, 3)], [(2, 3), (1, 5)], [(0, 3)]])
def test_pickle(dtype, shapes):
    b = ndd.batch([np.ones(s) for s in shapes], dtype=dtype, layout="HW")
    again = pickle.loads(pickle.dumps(b))
    assert (again.dtype, again.layout, again.shape) == (b.dtype, b.layout, b.shape)
    for x, y in zip(again, b, strict=True):
        np.testing.assert_array_equal(np.asarray(x), np.asarray(y))
        assert np.asarray(x).flags.writeable


def test_errors_and_ok_of_a_batch_without_errors():
    assert ragged().errors == {}
    assert ragged().ok == [0, 1, 2, 3, 4]


def test_errors_go_along():
    import headrace

    good = np.frombuffer(b"P6 1 1 255 abc", np.uint8)
    bad = np.frombuffer(b"not a picture", np.uint8)
    d = ndd.decoders.image(ndd.batch([good, bad, good, bad]), on_error="fill")
    for again in (
        ndd.as_batch(list(d)),
        ndd.batch(list(d)),
        pickle.loads(pickle.dumps(d)),
        pickle.loads(pickle.dumps(ndd.as_batch(list(d)))),
        ndd.as_batch([pickle.loads(pickle.dumps(t)) for t in d]),
    ):
        assert sorted(again.errors) == [1, 3] and again.ok == [0, 2]
        assert isinstance(again.errors[3], headrace.DecodeError)
        assert "decoders.image" in str(again.errors[1])
    assert ndd.as_batch([d.select(2), d.select(1)]).ok == [0]


def test_errors_of_several_operators_keep_their_names():
    bad = ndd.batch([np.frombuffer(b"not a picture", np.uint8)] * 2)
    one = ndd.decoders.image(bad, on_error="fill")
    other = ndd.decoders.image_crop(bad, crop=(1, 1), on_error="fill")
    both = pickle.loads(pickle.dumps(ndd.as_batch([one.select(0), other.select(1)])))
    assert "decoders.image_crop" in str(both.errors[1])
    assert "image_crop" not in str(both.errors[0]) and "decoders.image" in str(both.errors[0])
