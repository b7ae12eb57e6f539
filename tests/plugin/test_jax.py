"""Iterators whose batches are JAX arrays, and operators that call JAX."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.fn as fn
from headrace import pipeline_def

jax = pytest.importorskip("jax")

from headrace.plugin import jax as dax  # noqa: E402
from headrace.plugin.base_iterator import LastBatchPolicy  # noqa: E402
from headrace.plugin.jax import clu  # noqa: E402
from headrace.plugin.jax.fn import jax_function  # noqa: E402

from .graphs import arrays, numbered, reader, source  # noqa: E402


def numbers(array):
    return np.asarray(array).ravel().tolist()


def over(pipelines, **arguments):
    return dax.DALIGenericIterator(pipelines, ["x"], **arguments)


# ---- batches ------------------------------------------------------------------------------------


def test_batches_are_dicts_of_arrays(tmp_path):
    it = over(reader(tmp_path), reader_name="R", auto_reset=True)
    batches = list(it)
    assert isinstance(batches[0]["x"], jax.Array)
    assert batches[0]["x"].shape == (4, 1) and batches[0]["x"].dtype == np.int32
    assert [numbers(b["x"]) for b in batches] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1]]
    assert [numbers(b["x"]) for b in it] == [[2, 3, 4, 5], [6, 7, 8, 9]]


def test_several_pipelines_are_stacked(tmp_path):
    it = over([reader(tmp_path, shard=i, shards=2) for i in (0, 1)], reader_name="R")
    assert np.asarray(next(it)["x"])[..., 0].tolist() == [[0, 1, 2, 3], [5, 6, 7, 8]]


def test_an_axis_for_pmap(tmp_path):
    it = over(reader(tmp_path), reader_name="R", pmap_compatible=True)
    assert next(it)["x"].shape == (1, 4, 1)


def test_arrays_are_over_the_outputs_memory():
    @pipeline_def(batch_size=4, num_threads=1, device_id=None)
    def graph():
        return fn.flip(fn.external_source(source=lambda: [np.ones((64, 64, 3), np.uint8)] * 4))

    pipeline = graph()
    it = over(pipeline, size=8, prepare_first_batch=False)
    share, addresses = pipeline.share_outputs, []

    def watched():
        made = share()
        addresses.append(made[0].data_ptr())
        return made

    pipeline.share_outputs = watched
    assert next(it)["x"].unsafe_buffer_pointer() == addresses[0]


def test_drop_and_partial(tmp_path):
    it = over(reader(tmp_path), reader_name="R", last_batch_policy=LastBatchPolicy.DROP)
    assert [numbers(b["x"]) for b in it] == [[0, 1, 2, 3], [4, 5, 6, 7]]
    for policy in (LastBatchPolicy.PARTIAL, "partial"):
        with pytest.raises(AssertionError, match="no last_batch_policy PARTIAL"):
            over(reader(tmp_path), reader_name="R", last_batch_policy=policy)


def test_wrong_sharding(tmp_path):
    with pytest.raises(AssertionError, match=r"sharding is a jax\.sharding\.Sharding"):
        over(reader(tmp_path), reader_name="R", sharding="x")


# ---- decorators ---------------------------------------------------------------------------------


@dax.data_iterator(output_map=["x"], reader_name="R", auto_reset=True)
def labels(folder, n, first=0):
    """Numbers."""
    return fn.readers.file(
        files=numbered(folder, n), labels=[first + i for i in range(n)], name="R"
    )[1]


def test_data_iterator(tmp_path):
    it = labels(tmp_path, 6, first=3, batch_size=4)
    assert isinstance(it, dax.DALIGenericIterator)
    assert [numbers(b["x"]) for b in it] == [[3, 4, 5, 6], [7, 8, 3, 4]]
    assert (labels.__name__, labels.__doc__) == ("labels", "Numbers.")


def test_data_iterator_goes_on(tmp_path):
    it = labels(tmp_path, 6, batch_size=4)
    next(it)
    states = it.checkpoints()
    again = labels(tmp_path, 6, batch_size=4, checkpoints=states)
    assert numbers(next(again)["x"]) == numbers(next(it)["x"]) == [4, 5, 0, 1]
    with pytest.raises(ValueError, match="2 checkpoints for 1 pipelines"):
        labels(tmp_path, 6, batch_size=4, checkpoints=states * 2)


def test_data_iterator_as_a_function():
    make = dax.data_iterator(lambda: fn.external_source(source=[[1, 2], [3]]), output_map=["x"])
    assert [numbers(b["x"]) for b in make(batch_size=2)] == [[1, 2], [3]]


def test_wrong_uses_of_data_iterator():
    device = jax.devices()[0]
    sharding = jax.sharding.SingleDeviceSharding(device)
    with pytest.raises(ValueError, match="sharding or devices, not both"):
        dax.data_iterator(lambda: None, sharding=sharding, devices=[device])
    with pytest.raises(ValueError, match="devices is empty"):
        dax.data_iterator(lambda: None, devices=[])(batch_size=2)


# ---- looking ahead ------------------------------------------------------------------------------


def peekable(pipeline, **arguments):
    return clu.DALIGenericPeekableIterator(pipeline, ["x"], **arguments)


def test_peek(tmp_path):
    it = peekable(reader(tmp_path), reader_name="R", auto_reset=True)
    assert it.element_spec == {"x": clu.ArraySpec(dtype=np.dtype("int32"), shape=(4, 1))}
    assert numbers(it.peek()["x"]) == numbers(it.peek()["x"]) == [0, 1, 2, 3]
    assert [numbers(b["x"]) for b in it] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1]]
    assert numbers(it.peek()["x"]) == [2, 3, 4, 5]
    assert numbers(it.peek_async().result()["x"]) == [2, 3, 4, 5]
    assert numbers(next(it)["x"]) == [2, 3, 4, 5]


def test_peek_at_the_end_takes_nothing(tmp_path):
    it = peekable(source([4]), auto_reset=True)
    next(it)
    for _ in range(2):
        with pytest.raises(StopIteration):
            it.peek()
    with pytest.raises(StopIteration):
        next(it)


def test_which_samples_are_padding(tmp_path):
    for pad in (False, True):
        it = peekable(reader(tmp_path, pad=pad), reader_name="R")
        assert it.is_nonpadding.all()
        assert [it.is_nonpadding.tolist() for _ in it] == [
            [True] * 4, [True] * 4, [True, True, False, False],
        ]  # fmt: skip


def test_checkpoints_do_not_count_what_was_only_looked_at(tmp_path):
    it = peekable(reader(tmp_path), reader_name="R")
    next(it)
    before = it.checkpoints()
    ahead = numbers(it.peek()["x"])
    for state in (before, it.checkpoints()):
        again = peekable(reader(tmp_path, checkpoint=state[0]), reader_name="R")
        assert numbers(again.peek()["x"]) == ahead == [4, 5, 6, 7]


def test_shapes_may_not_change():
    sizes = iter(range(1, 10))

    it = peekable(arrays(lambda: [np.zeros(next(sizes))], batch=1), size=8)
    with pytest.raises(ValueError, match="output 'x' changed"):
        list(it)


def test_peekable_data_iterator(tmp_path):
    @clu.peekable_data_iterator(output_map=["x"], reader_name="R")
    def graph():
        return fn.readers.file(files=numbered(tmp_path, 4), name="R")[1]

    assert numbers(graph(batch_size=2).peek()["x"]) == [0, 1]


# ---- jax_function -------------------------------------------------------------------------------


def called(function, count=1, **arguments):
    @pipeline_def(batch_size=3, num_threads=1, device_id=None)
    def graph():
        x = fn.external_source(
            source=lambda: [np.full((2, 2), i, np.float32) for i in range(3)], layout="HW"
        )
        made = function(*[x] * count)
        return tuple(made) if isinstance(made, (list, tuple)) else made

    return graph().run()


def test_jax_function():
    @jax_function
    def double(x):
        assert isinstance(x, jax.Array) and x.shape == (3, 2, 2)
        return x * 2

    (made,) = called(double)
    assert np.asarray(made)[:, 0, 0].tolist() == [0, 2, 4]
    assert made.layout() == "HW"


def test_jax_function_with_arguments():
    @jax_function(num_outputs=2, output_layouts=("AB", None))
    def both(x, y):
        return x + y, x.sum(axis=(1, 2))

    made, total = called(both, 2)
    assert np.asarray(made)[:, 1, 1].tolist() == [0, 2, 4] and made.layout() == "AB"
    assert np.asarray(total).tolist() == [0, 4, 8]


def test_jax_function_that_is_compiled():
    (made,) = called(jax_function(jax.jit(lambda x: x.astype("int32") - 1)))
    assert np.asarray(made)[:, 0, 0].tolist() == [-1, 0, 1]


def test_wrong_results_of_jax_functions():
    with pytest.raises(ValueError, match="2 samples for a batch of 3"):
        called(jax_function(lambda x: x[:2]))
    with pytest.raises(ValueError, match="2 outputs, num_outputs is 1"):
        called(jax_function(lambda x: (x, x)))
