"""Plugins that are not built, and the small ones beside the iterators."""

from __future__ import annotations

import importlib
import json

import numpy as np
import pytest

import headrace.fn as fn


@pytest.mark.parametrize("name", ["paddle", "tf", "triton"])
def test_plugins_that_are_not_built(name):
    with pytest.raises(ImportError, match=r"Headrace has no plugin for .* yet"):
        importlib.import_module(f"headrace.plugin.{name}")


class Loader:
    def __len__(self):
        return 5

    def __iter__(self):
        return iter([10, 11, 12, 13, 14])


def evaluator(**arguments):
    pytest.importorskip("torch")
    from headrace.plugin.pytorch.loader_evaluator import LoaderEvaluator

    return LoaderEvaluator(Loader(), **arguments)


def test_loader_evaluator_measures(tmp_path, capsys):
    loader = evaluator(metrics_file=str(tmp_path / "times.json"))
    assert len(loader) == 5
    for _ in range(2):
        assert list(loader) == [10, 11, 12, 13, 14]
    times = loader.get_metrics()
    assert times["total_batches"] == len(times["batch_times"]) == 5
    assert times["min_batch_time"] <= times["avg_batch_time"] <= times["max_batch_time"]
    loader.save_metrics()
    assert json.loads((tmp_path / "times.json").read_text()) == times
    loader.print_summary()
    assert "log: 5 batches" in capsys.readouterr().out


def test_loader_evaluator_replays():
    loader = evaluator(mode="replay", num_cached_batches=2)
    assert list(loader) == [10, 11, 10, 11, 10]
    assert loader.get_metrics()["cached_batches"] == 2
    with pytest.raises(ValueError, match="name a file"):
        loader.save_metrics()
    with pytest.raises(ValueError, match="Did you mean"):
        evaluator(mode="replays")


# ---- numba --------------------------------------------------------------------------------------


def negative(out, x):
    out[:] = 255 - x


def all_negative(outs, xs):
    for out, x in zip(outs, xs):
        out[:] = 255 - x


def turned(out, x):
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            out[j, i] = x[i, j]


def turned_shapes(outs, ins):
    shapes, given = outs[0], ins[0]
    for k in range(len(shapes)):
        shapes[k][0] = given[k][1]
        shapes[k][1] = given[k][0]


def compiled(make, count=1, **arguments):
    pytest.importorskip("numba")
    from headrace import pipeline_def, types

    given = dict(
        out_types=[types.UINT8], in_types=[types.UINT8] * count, outs_ndim=[2], ins_ndim=[2] * count
    )

    @pipeline_def(batch_size=3, num_threads=1, device_id=None)
    def graph():
        inputs = [fn.external_source(source=squares) for _ in range(count)]
        return make(*inputs, **{**given, **arguments})

    (made,) = graph().run()
    return [np.asarray(sample) for sample in made]


def squares():
    return [np.arange(6, dtype=np.uint8).reshape(2, 3)[:, : i + 1] for i in range(3)]


def numba_function(*inputs, **arguments):
    from headrace.plugin.numba.fn.experimental import numba_function

    return numba_function(*inputs, **arguments)


@pytest.mark.parametrize(("function", "whole"), [(negative, False), (all_negative, True)])
def test_numba_function(function, whole):
    made = compiled(numba_function, run_fn=function, batch_processing=whole)
    assert all(np.array_equal(a, 255 - b) for a, b in zip(made, squares()))


def test_numba_function_with_other_shapes():
    made = compiled(numba_function, run_fn=turned, setup_fn=turned_shapes)
    assert all(np.array_equal(a, b.T) for a, b in zip(made, squares()))


def test_numba_class():
    pytest.importorskip("numba")
    from headrace.plugin.numba.experimental import NumbaFunction

    made = compiled(lambda x, **given: NumbaFunction(run_fn=negative, **given)(x))
    assert np.array_equal(made[2], 255 - squares()[2])


def test_wrong_uses_of_numba_functions():
    with pytest.raises(NotImplementedError, match="on the CPU"):
        compiled(numba_function, run_fn=negative, device="gpu")
    with pytest.raises(RuntimeError, match="input 0 is uint8 with 2 axes.*uint8 with 3"):
        compiled(numba_function, run_fn=negative, ins_ndim=[3])
    with pytest.raises(ValueError, match="one of each"):
        compiled(numba_function, run_fn=negative, in_types=[])
    with pytest.raises(ValueError, match="setup_fn has to say"):
        compiled(numba_function, run_fn=negative, outs_ndim=[3])
