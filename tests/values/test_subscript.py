"""x[...] and batch.slice[...]: Python's rules, against NumPy."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import headrace.dynamic as ndd

MODES = list(ndd.EvalMode)
DTYPES = ["uint8", "int16", "float32", "float64", "bool"]

bounds = st.none() | st.integers(-7, 7)
steps = st.none() | st.integers(-3, 3).filter(bool)
slices = st.builds(slice, bounds, bounds, steps)


@st.composite
def shaped_index(draw):
    """A shape, and an index into it whose integers are in range."""
    shape = draw(st.lists(st.integers(0, 5), max_size=4))
    count = draw(st.integers(0, len(shape)))
    ellipsis = draw(st.none() | st.integers(0, count))
    at = len(shape) - count
    axes = list(range(len(shape)))
    if ellipsis is None:
        used = axes[:count]
    else:
        used = axes[:ellipsis] + axes[ellipsis + at :]
    items = []
    for axis in used:
        size = shape[axis]
        whole = st.integers(-size, size - 1) if size else slices
        items.append(draw(slices | whole))
    if ellipsis is not None:
        items.insert(ellipsis, ...)
    index = items[0] if len(items) == 1 and draw(st.booleans()) else tuple(items)
    return tuple(shape), index


def arrays(shape, dtype):
    return (np.arange(np.prod(shape, dtype=int)) % 251).reshape(shape).astype(dtype)


@settings(max_examples=300, deadline=None)
@given(shaped_index(), st.sampled_from(DTYPES), st.sampled_from(MODES))
def test_tensor_like_numpy(case, dtype, mode):
    shape, index = case
    a = arrays(shape, dtype)
    expected = a[index]
    layout = "DHWC"[: len(shape)]
    with mode:
        t = ndd.tensor(a, layout=layout)[index]
        assert (t.ndim, t.dtype) == (expected.ndim, ndd.dtype(dtype))
        assert t.shape == expected.shape
        np.testing.assert_array_equal(np.asarray(t), expected)
    # A letter is dropped by an integer alone.
    kept = [c for c, k in zip(layout, _kept(index, len(shape)), strict=True) if k]
    assert t.layout == ("".join(kept) or None)


def _kept(index, ndim):
    items = index if isinstance(index, tuple) else (index,)
    if ... in items:
        at = items.index(...)
        items = (*items[:at], *[slice(None)] * (ndim - len(items) + 1), *items[at + 1 :])
    items = (*items, *[slice(None)] * (ndim - len(items)))
    return [isinstance(i, slice) for i in items]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_batch_with_bounds_of_its_own_for_each_sample(data):
    n = data.draw(st.integers(1, 4))
    widths = [data.draw(st.integers(1, 6)) for _ in range(n)]
    samples = [arrays((3, w), "int32") + 100 * i for i, w in enumerate(widths)]
    b = ndd.batch(samples, layout="HW")
    start, stop = ([data.draw(st.integers(-8, 8)) for _ in range(n)] for _ in range(2))
    step = [data.draw(st.sampled_from([-3, -2, -1, 1, 2, 3])) for _ in range(n)]
    index = [data.draw(st.integers(-w, w - 1)) for w in widths]

    def check(result, expected):
        assert result.shape == [e.shape for e in expected]
        for r, e in zip(result, expected, strict=True):
            np.testing.assert_array_equal(np.asarray(r), e)

    def per_sample(values, dtype="int32"):
        return ndd.batch(values, dtype=dtype)

    check(
        b.slice[:, per_sample(start) : per_sample(stop) : per_sample(step)],
        [s[:, i:j:k] for s, i, j, k in zip(samples, start, stop, step, strict=True)],
    )
    check(
        b.slice[1:, per_sample(index, "int8")],
        [s[1:, i] for s, i in zip(samples, index, strict=True)],
    )
    check(b.slice[::-1, : ndd.tensor(stop[0])], [s[::-1, : stop[0]] for s in samples])


def test_kinds_of_integers():
    x = ndd.tensor([[1, 2, 3], [4, 5, 6]])
    for one in (1, np.int64(1), np.array(1), np.uint8(1), True, ndd.tensor(1), ndd.int64(1)):
        assert x[one].numpy().tolist() == [4, 5, 6]
        assert x[:, one].numpy().tolist() == [2, 5]
        assert x[:, one:].shape == (2, 2)
    assert x[()].numpy().tolist() == x.numpy().tolist()
    assert x[..., ...].shape == (2, 3)
    assert x[: 10**30, -(10**30) :].shape == (2, 3)
    assert x[1, 2].shape == ()
    assert x[1, 2].item() == 6
    assert x[1, 2].layout is None


def test_tensor_with_a_batch_of_indices_is_a_batch():
    x = ndd.tensor([[1, 2, 3], [4, 5, 6]], layout="HW")
    b = x[ndd.batch([1, 0, 1])]
    assert isinstance(b, ndd.Batch)
    assert (b.shape, b.layout) == ([(3,)] * 3, "W")
    assert [t.numpy().tolist() for t in b] == [[4, 5, 6], [1, 2, 3], [4, 5, 6]]
    assert x[ndd.batch([1, 0]) :].shape == [(1, 3), (2, 3)]


def test_index_that_is_still_to_be_computed():
    with ndd.EvalMode.deferred:
        x = ndd.batch([[1, 2, 3], [4, 5]])
        at = ndd.cast(ndd.batch([1.0, 0.0]), dtype=ndd.int32)
        y = ndd.cast(x, dtype=ndd.float32).slice[at:]
        assert (y.dtype, y.ndim) == (ndd.float32, 1)
        assert y.shape == [(2,), (2,)]
    assert [t.numpy().tolist() for t in y] == [[2, 3], [4, 5]]


def test_shape_of_a_slice_runs_nothing_else():
    with ndd.EvalMode.deferred:
        x = ndd.cast(ndd.batch([np.zeros((4, 5)), np.zeros((2, 3))]), dtype=ndd.float32)
        y = x.slice[1:, ::2]
        assert y.shape == [(3, 3), (1, 2)]
        assert not x._v.ready()
        assert not y._v.ready()


def test_asking_for_shapes_while_the_work_starts_by_itself():
    b, at = ndd.batch([[1, 2, 3], [4, 5]]), ndd.batch([1, 0])
    for _ in range(500):
        y = ndd.cast(b, dtype=ndd.float32).slice[ndd.cast(at, dtype=ndd.int16) :]
        assert y.shape == [(2,), (2,)]
        assert y.select(0)[0].item() == 2


# ---- mistakes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("index", [2, -3, (0, 3), (0, -4), (slice(None), 3)])
def test_out_of_range(index, mode):
    with mode, pytest.raises(IndexError, match=r"out of range for axis [01] of shape \(2, 3\)"):
        ndd.tensor([[1, 2, 3], [4, 5, 6]])[index].evaluate()


def test_out_of_range_names_the_sample():
    b = ndd.batch([np.zeros((2, 3)), np.zeros((2, 1))])
    with pytest.raises(IndexError, match=r"index 2(.|\n)*axis 1(.|\n)*sample 1"):
        b.slice[:, 2].evaluate()
    with pytest.raises(RuntimeError, match="sample 0"):
        b.slice[ndd.batch([5, 0])].evaluate()


@pytest.mark.parametrize(
    ("index", "match"),
    [
        ((0, 0, 0), "3 indices are too many for data with 2 axes"),
        ((0, 0, ..., 0), "3 indices"),
        (None, "expand_dims"),
        ((0, None), "expand_dims"),
        ([0], "select"),
        ([True, False], "select"),
        (1.5, r"1\.5"),
        ("a", "'a'"),
        (slice(None, 1.5), r"1\.5"),
        (slice(None, None, 0), "zero"),
        (np.array([0, 1]), "ndarray"),
        (np.array([True, False]), "ndarray"),
    ],
)
def test_what_is_no_index(index, match):
    t, b = ndd.tensor([[1, 2]]), ndd.batch([[[1, 2]]])
    for ask in (lambda: t[index], lambda: b.slice[index]):
        with pytest.raises((IndexError, TypeError), match=match) as info:
            ask()
        assert isinstance(info.value, ValueError)
        assert "test_subscript.py" in str(info.value)


def test_indices_that_are_no_scalars():
    x = ndd.tensor([[1, 2], [3, 4]])
    for index in (ndd.tensor([0]), ndd.tensor(1.0), ndd.batch([[0], [1]]), ndd.batch([0.5])):
        with pytest.raises(IndexError, match="one integer"):
            x[index]


def test_zero_step_known_late():
    with pytest.raises(ValueError, match=r"zero(.|\n)*sample 1"):
        ndd.batch([[1], [2]]).slice[:: ndd.batch([1, 0])].evaluate()


def test_batches_of_different_sizes():
    with pytest.raises(ValueError, match="batch sizes"):
        ndd.batch([[1], [2]]).slice[ndd.batch([0, 0, 0])]


# ---- together with other calls -----------------------------------------------------------------


def test_fused_with_what_comes_before():
    with ndd.EvalMode.deferred:
        x = ndd.batch([np.arange(30, dtype=np.uint8).reshape(2, 5, 3)] * 2, layout="HWC")
        y = ndd.flip(x).slice[:, 1:, ::-1]
        z = ndd.cast(y, dtype=ndd.float32)
    expected = x.select(0).numpy()[:, ::-1][:, 1:, ::-1]
    np.testing.assert_array_equal(np.asarray(z.select(1)), expected)
    assert z.layout == "HWC"


@pytest.mark.parametrize(
    "index",
    [
        np.s_[10:50, 20:60:2],
        np.s_[::-1, ::-3],
        np.s_[5, :, 1],
        np.s_[40:, 50:, ::-1],
        np.s_[:, 30],
        np.s_[0:0],
        np.s_[..., -1],
    ],
)
def test_decoding_only_the_part_that_is_taken(index):
    encoded = []
    for height, width in ((60, 90), (71, 83)):
        y, x = np.mgrid[:height, :width]
        picture = np.stack([x * 2, y * 3, x + y], -1).astype(np.uint8)
        file = io.BytesIO()
        Image.fromarray(picture).save(file, "JPEG", quality=90)
        encoded.append(file.getvalue())
    raw = ndd.as_batch(encoded)
    whole = ndd.decoders.image(raw).evaluate()
    with ndd.EvalMode.deferred:
        part = ndd.decoders.image(raw).slice[index]
    for p, w in zip(part, whole, strict=True):
        np.testing.assert_array_equal(np.asarray(p), np.asarray(w)[index])
