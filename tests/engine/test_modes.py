"""Evaluation modes: when calls run, and that results never depend on it."""

import threading
import time

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import _native


def small(n=3):
    rng = np.random.default_rng(0)
    return ndd.batch(
        [rng.integers(0, 255, (4 + i, 5, 3), np.uint8) for i in range(n)], layout="HWC"
    )


@pytest.mark.parametrize("mode", ["deferred", "eager", "sync_cpu", "sync_full"])
def test_results_are_the_same_in_every_mode(mode):
    b = small()
    with ndd.EvalMode[mode]:
        y = ndd.cast(ndd.flip(b, vertical=1), dtype=ndd.float32)
    for got, x in zip(y.tensors, b.tensors):
        np.testing.assert_array_equal(got, np.asarray(x)[::-1, ::-1].astype(np.float32))


def test_deferred_runs_nothing_until_somebody_looks():
    with ndd.EvalMode.deferred:
        y = ndd.flip(small())
    time.sleep(0.05)
    assert not y._v.ready()
    y.evaluate()
    assert y._v.ready()


def test_sync_modes_finish_before_the_call_returns():
    with ndd.EvalMode.sync_cpu:
        assert ndd.flip(small())._v.ready()


def test_eager_finishes_by_itself():
    y = ndd.flip(small())
    deadline = time.monotonic() + 10
    while not y._v.ready() and time.monotonic() < deadline:
        time.sleep(0.001)
    assert y._v.ready()


def test_modes_nest_and_belong_to_a_thread():
    assert ndd.EvalMode.current() is ndd.EvalMode.eager
    seen = []
    with ndd.EvalMode.deferred as nothing:
        assert nothing is None
        with ndd.EvalMode.sync_full:
            assert ndd.EvalMode.current() is ndd.EvalMode.sync_full
        assert ndd.EvalMode.current() is ndd.EvalMode.deferred
        t = threading.Thread(target=lambda: seen.append(ndd.EvalMode.current()))
        t.start()
        t.join()
    assert seen == [ndd.EvalMode.eager]


def test_shape_does_not_run_the_work():
    with ndd.EvalMode.deferred:
        y = ndd.flip(small())
    assert y.shape == [(4, 5, 3), (5, 5, 3), (6, 5, 3)]
    assert not y._v.ready()


def test_shape_runs_what_arguments_need_but_no_more():
    with ndd.EvalMode.deferred:
        coin = ndd.random.coin_flip(batch_size=3)
        y = ndd.flip(small(), horizontal=coin)
    assert y.shape[0] == (4, 5, 3)
    assert coin._v.ready()
    assert not y._v.ready()


def test_writable_external_memory_is_read_at_once():
    a = np.arange(6, dtype=np.uint8).reshape(1, 2, 3)
    with ndd.EvalMode.deferred:
        y = ndd.flip(ndd.as_tensor(a, layout="HWC"))
    a[:] = 0
    np.testing.assert_array_equal(y, [[[3, 4, 5], [0, 1, 2]]])


def test_a_writable_view_finishes_queued_readers_first():
    with ndd.EvalMode.deferred:
        x = ndd.tensor(np.ones((1, 2, 1), np.uint8), layout="HWC")
        y = ndd.flip(x)
        np.asarray(x)[:] = 7
    np.testing.assert_array_equal(y, np.ones((1, 2, 1)))


def test_what_nobody_holds_is_not_stored(monkeypatch):
    with ndd.EvalMode.deferred:
        y = ndd.flip(ndd.flip(ndd.flip(small())))
    plan = ndd.explain(y)
    assert len(plan.stages) == 1
    stored = [out[2] for step in plan.stages[0]["steps"] for out in step["outputs"]]
    assert stored == [False, False, True]


def test_intermediate_values_that_are_held_are_kept():
    with ndd.EvalMode.deferred:
        a = ndd.flip(small())
        b = ndd.flip(a)
    b.evaluate()
    assert a._v.ready()
    np.testing.assert_array_equal(a.tensors[0], np.asarray(small().tensors[0])[:, ::-1])


def test_argument_values_join_the_data_late():
    """decode-like calls sink to the stage of the call whose argument had to be drawn first."""
    with ndd.EvalMode.deferred:
        y = ndd.flip(
            ndd.cast(small(), dtype=ndd.int16), horizontal=ndd.random.coin_flip(batch_size=3)
        )
    stages = ndd.explain(y).stages
    assert [[s["op"] for s in stage["steps"]] for stage in stages] == [
        ["random.coin_flip"],
        ["cast", "flip"],
    ]


def test_explain_reads_like_a_plan():
    with ndd.EvalMode.deferred:
        y = ndd.flip(small(), horizontal=ndd.random.coin_flip(batch_size=3))
    text = str(ndd.explain(y))
    assert "flip" in text and "test_modes.py" in text and "needs the values of horizontal" in text
    y.evaluate()
    assert "nothing left" in str(ndd.explain(y))


def test_modes_are_those_of_the_native_code():
    native = _native.EvalMode.__members__
    assert {m.name: m.value for m in ndd.EvalMode} == {k: int(v) for k, v in native.items()}
    caller = _native.Caller(ndd.EvalMode.sync_full)
    assert caller.synchronous and caller.mode == ndd.EvalMode.sync_full and caller.pool is None
    with pytest.raises(TypeError):
        caller.mode = 7
