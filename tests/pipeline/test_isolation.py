"""What is given and what comes out stays what it was; pipelines and nodes are not copied."""

from __future__ import annotations

import copy
import gc
import pickle

import numpy as np
import pytest

from headrace import fn, pipeline_def, types

from .stress import counting, everything

pytestmark = pytest.mark.timeout(120)


# ---- written into --------------------------------------------------------------------------------


def test_outputs_stay_what_they_were(folder):
    pipe = everything(folder)
    kept, then = [], []
    for _ in range(60):
        kept.append(pipe.run())
        then.append([[np.array(np.asarray(s)) for s in out] for out in kept[-1]])
    del pipe
    gc.collect()
    for outputs, want in zip(kept, then):
        for out, samples in zip(outputs, want):
            for got, w in zip(out, samples):
                np.testing.assert_array_equal(np.asarray(got), w)


def test_outputs_that_are_written_into(folder):
    """Neither later iterations, nor constants, nor what readers hold, are changed."""
    clean, dirty = everything(folder), everything(folder)
    for _ in range(12):
        outputs = dirty.run()
        for out, want in zip(outputs, clean.run()):
            for got, w in zip(out, want):
                np.testing.assert_array_equal(np.asarray(got), np.asarray(w))
        for out in outputs:
            for sample in out:
                np.asarray(sample)[...] = 99


@pytest.mark.parametrize(
    "make",
    [
        lambda c: c,
        lambda c: fn.reshape(c, shape=[3, 1]),
        lambda c: c[1:],
        lambda c: fn.reshape(np.arange(3), shape=[3, 1]),
        lambda c: fn.python_function(c, function=lambda a: np.add(a, 1, out=a)),
        lambda c: fn.python_function(c, function=lambda a: a),
    ],
)
def test_constants_are_never_changed(make):
    given = np.arange(3)

    @pipeline_def(batch_size=2)
    def graph():
        return make(types.Constant(given)), given + 0

    pipe = graph()
    given[:] = 77
    first = [out.as_array() for out in pipe.run()]
    for _ in range(5):
        outputs = pipe.run()
        for out, want in zip(outputs, first):
            np.testing.assert_array_equal(out.as_array(), want)
            array = np.asarray(out[0])
            if array.flags.writeable:
                array[...] = 99


def test_batches_that_are_repeated_are_never_changed():
    @pipeline_def(batch_size=2)
    def graph():
        return fn.external_source(name="x", repeat_last=True)

    pipe = graph()
    pipe.feed_input("x", np.arange(4).reshape(2, 2))
    for _ in range(4):
        [out] = pipe.run()
        assert out.as_array().tolist() == [[0, 1], [2, 3]]
        np.asarray(out)[...] = 99


# ---- copies --------------------------------------------------------------------------------------


@pytest.mark.parametrize("run", [False, True])
@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickle.dumps])
def test_pipelines_are_neither_copied_nor_pickled(make, run):
    pipe = counting()
    if run:
        pipe.run()
    with pytest.raises(TypeError, match="neither copied nor pickled"):
        make(pipe)


def test_copies_of_nodes_are_the_nodes():
    @pipeline_def(batch_size=1)
    def graph():
        x = fn.ones(shape=[2])
        with pytest.raises(TypeError, match="belongs to a graph"):
            pickle.dumps(x)
        return copy.copy(x) + copy.deepcopy({"x": [x]})["x"][0]

    assert graph().run()[0].as_array().tolist() == [[2, 2]]
