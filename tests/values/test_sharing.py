"""Memory: who shares it, who keeps it alive, who may write."""

import gc
import pickle
import subprocess
import sys
import weakref

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import _native


def pointer(array):
    return array.__array_interface__["data"][0]


class Owned(np.ndarray):
    """An array that can be watched dying."""


def watched(*shape):
    a = np.zeros(shape, np.float32).view(Owned)
    return a, weakref.ref(a)


def alive(ref):
    gc.collect()
    ndd.tensor(0)  # references dropped on other threads are released by the next call
    return ref() is not None


# ---- zero copy ---------------------------------------------------------------------------------


def test_tensor_copies_and_as_tensor_shares():
    a = np.arange(4)
    assert pointer(np.asarray(ndd.as_tensor(a))) == pointer(a)
    assert pointer(np.asarray(ndd.tensor(a))) != pointer(a)
    t = ndd.as_tensor(a)
    np.asarray(t)[0] = 9
    assert a[0] == 9


def test_batch_copies_and_as_batch_shares():
    arrays = [np.zeros(3), np.zeros(2)]
    assert [pointer(np.asarray(t)) for t in ndd.as_batch(arrays)] == [pointer(a) for a in arrays]
    assert pointer(np.asarray(ndd.batch(arrays).select(0))) != pointer(arrays[0])
    whole = np.zeros((4, 3))
    b = ndd.as_batch(whole)
    assert pointer(np.asarray(b.select(1))) == pointer(whole) + 24
    assert pointer(np.asarray(ndd.as_tensor(b))) == pointer(whole)
    tensors = [ndd.tensor([1]), ndd.tensor([2])]
    shared = ndd.as_batch(tensors)
    assert pointer(np.asarray(shared.select(1))) == pointer(np.asarray(tensors[1]))


def test_copies_of_equal_shapes_are_one_block():
    b = ndd.batch([np.zeros((3, 5), np.uint8)] * 4)
    first = pointer(np.asarray(b.select(0)))
    assert [pointer(np.asarray(t)) for t in b] == [first + 15 * i for i in range(4)]


def test_numpy_protocol():
    t = ndd.tensor([1.5, 2.5])
    view = np.asarray(t)
    assert view.flags.writeable
    assert pointer(np.asarray(t)) == pointer(view)
    assert pointer(np.array(t)) != pointer(view)
    assert pointer(t.numpy()) == pointer(view)
    assert np.asarray(t, np.float64).dtype == np.float64
    assert np.asarray(t, ndd.int16).tolist() == [1, 2]
    assert t.__array__().tolist() == [1.5, 2.5]
    assert t.__array__(np.float32, copy=False).tolist() == [1.5, 2.5]
    assert pointer(t.__array__(copy=True)) != pointer(view)
    with pytest.raises(ValueError, match="copy"):
        t.__array__(np.float64, copy=False)
    assert np.mean(t) == 2.0


# ---- read-only owners --------------------------------------------------------------------------


@pytest.fixture
def frozen():
    a = np.arange(4, dtype=np.float32)
    a.flags.writeable = False
    return a


@pytest.mark.parametrize("source", ["bytes", "array", "broadcast"])
def test_read_only_in_read_only_out(frozen, source):
    data = {"bytes": b"abcd", "array": frozen, "broadcast": np.broadcast_to(frozen, (1, 4))}[source]
    t = ndd.as_tensor(data)
    assert not np.asarray(t).flags.writeable
    if source != "bytes":
        assert pointer(np.asarray(t)) == pointer(data)
    b = ndd.as_batch([data, data])
    assert not np.asarray(b.select(1)).flags.writeable
    assert np.asarray(ndd.tensor(data)).flags.writeable
    assert np.array(t).flags.writeable
    assert not np.asarray(next(iter(t))).flags.writeable


def test_results_of_read_only_inputs_are_writable(frozen):
    assert np.asarray(ndd.cast(ndd.as_tensor(frozen), dtype=ndd.int32)).flags.writeable
    assert np.asarray(ndd.as_tensor(frozen)[1:]).flags.writeable


@pytest.mark.parametrize("mode", list(ndd.EvalMode), ids=lambda m: m.name)
@pytest.mark.parametrize("view", ["array", "of a view", "memoryview", "frombuffer"])
def test_read_only_views_of_memory_that_is_written_later(mode, view):
    a = np.zeros(4, np.float32)
    frozen = a.view()
    frozen.flags.writeable = False
    shown = {
        "array": frozen,
        "of a view": frozen[:],
        "memoryview": memoryview(a).toreadonly(),
        "frombuffer": np.frombuffer(memoryview(a).toreadonly(), np.float32),
    }[view]
    with mode:
        t = ndd.as_tensor(shown)
        b = ndd.as_batch([shown])
        y, z = t + 1.0, b + 2.0
    assert not np.asarray(t).flags.writeable
    a[:] = 100
    assert y.numpy().tolist() == [1] * 4 and z.select(0).numpy().tolist() == [2] * 4


@pytest.mark.timeout(30)
def test_a_view_of_itself():
    class Circle(np.ndarray):
        @property
        def base(self):
            return self

    a = np.arange(4, dtype=np.float32).view(Circle)
    a.flags.writeable = False
    assert (ndd.as_tensor(a) + 1.0).numpy().tolist() == [1, 2, 3, 4]


def test_memory_that_nobody_writes_does_not_hurry_calls(frozen, tmp_path):
    np.save(tmp_path / "a.npy", frozen)
    for constant in (
        frozen,
        frozen[1:],
        np.frombuffer(b"abcdefgh", np.float32),
        np.load(tmp_path / "a.npy", mmap_mode="r"),
    ):
        with ndd.EvalMode.deferred:
            y = ndd.as_tensor(constant) + 1.0
            assert not y._v.ready()
        np.testing.assert_array_equal(np.asarray(y), constant + 1)


# ---- lifetimes ---------------------------------------------------------------------------------


def test_tensor_outlives_its_source():
    a, ref = watched(3)
    a[:] = 7
    t = ndd.as_tensor(a)
    del a
    assert alive(ref)
    assert t.numpy().tolist() == [7, 7, 7]
    del t
    assert not alive(ref)


def test_array_outlives_its_tensor():
    a, ref = watched(3)
    out = np.asarray(ndd.as_tensor(a))
    del a
    assert alive(ref)
    out[:] = 5
    assert out.tolist() == [5, 5, 5]
    view = out[1:]
    del out
    assert alive(ref)
    assert view.tolist() == [5, 5]
    del view
    assert not alive(ref)


def test_views_of_a_batch_keep_only_their_sample():
    a, first = watched(3)
    b, second = watched(3)
    one = ndd.as_batch([a, b]).select(1)
    del a, b
    assert alive(second)
    assert not alive(first)
    del one
    assert not alive(second)


def test_results_outlive_everything():
    out = np.asarray(ndd.flip(ndd.tensor(np.arange(12).reshape(2, 2, 3)))[0])
    gc.collect()
    keep = [ndd.tensor(np.zeros(out.size)) for _ in range(100)]
    assert out.tolist() == [[3, 4, 5], [0, 1, 2]]
    del keep


def test_capsule_that_nobody_takes():
    a, ref = watched(3)
    capsule = ndd.as_tensor(a).__dlpack__(max_version=(1, 0))
    del a
    assert alive(ref)
    del capsule
    assert not alive(ref)


# ---- writers and readers -----------------------------------------------------------------------


def test_a_writable_view_waits_for_queued_readers():
    with ndd.EvalMode.deferred:
        x = ndd.tensor(np.arange(4))
        y = ndd.cast(x, dtype=ndd.float32)
        z = y[1:]
        np.asarray(x)[:] = 99
    assert y.numpy().tolist() == [0, 1, 2, 3]
    assert z.numpy().tolist() == [1, 2, 3]


def test_calls_on_writable_memory_run_at_once():
    a = np.arange(4)
    with ndd.EvalMode.deferred:
        y = ndd.cast(ndd.as_tensor(a), dtype=ndd.float32)
        a[:] = 99
    assert y.numpy().tolist() == [0, 1, 2, 3]


def test_memory_is_lazy_again_when_the_last_view_is_gone():
    x = ndd.tensor(np.arange(4))
    assert not x._v.shared_writable()
    view = np.asarray(x)
    part = view[:2]
    assert x._v.shared_writable()
    del view
    assert x._v.shared_writable()
    del part
    assert not x._v.shared_writable()


def test_looking_does_not_share():
    x = ndd.tensor([5])
    assert (int(x), bool(x), x.shape, len(list(x)), repr(x) != "") == (5, True, (1,), 1, True)
    assert np.array(x).tolist() == [5]
    assert not x._v.shared_writable()


# ---- over time ---------------------------------------------------------------------------------


def test_memory_returns_to_the_pool():
    def round_trip():
        b = ndd.batch([np.zeros((50, w), np.float32) for w in range(1, 9)])
        for t in b.select(slice(0, None, 2)):
            np.asarray(t)[0, 0] = np.asarray(t[1:]).sum()
        np.from_dlpack(ndd.as_tensor(np.zeros((50, 50))))
        return pickle.loads(pickle.dumps(b))

    round_trip()
    gc.collect()
    before = _native.memory()[0]
    for _ in range(50):
        round_trip()
    gc.collect()
    ndd.tensor(0)
    assert _native.memory()[0] <= before + 4096


@pytest.mark.parametrize(
    "hold",
    [
        "keep = np.asarray(ndd.as_tensor(np.zeros(3)))",
        "keep = ndd.as_batch([np.zeros(3), np.ones(3)])",
        "keep = ndd.flip(np.zeros((400, 400, 3))).__dlpack__()",
        "keep = list(ndd.flip(ndd.batch([np.zeros((9, 9, 3))] * 8)))",
    ],
)
def test_views_may_live_until_the_interpreter_exits(hold):
    code = f"import numpy as np, builtins, headrace.dynamic as ndd; {hold}; builtins.keep = keep"
    subprocess.run([sys.executable, "-X", "faulthandler", "-c", code], check=True, timeout=60)
