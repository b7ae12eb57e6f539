"""Contexts, thread pools, traces, the python lane's absence, thread counts."""

import json
import threading

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import _native


def photos(n=6, side=300):
    rng = np.random.default_rng(1)
    return ndd.batch(
        [rng.integers(0, 255, (side, side, 3), np.uint8) for _ in range(n)], layout="HWC"
    )


def test_number_of_threads():
    before = ndd.get_num_threads()
    try:
        ndd.set_num_threads(3)
        assert ndd.get_num_threads() == 3 and ndd.EvalContext.current().num_threads == 3
        np.testing.assert_array_equal(
            ndd.flip(photos()).tensors[0], np.asarray(photos().tensors[0])[:, ::-1]
        )
    finally:
        ndd.set_num_threads(None)
    assert ndd.get_num_threads() == before
    for bad in (0, -1, 10**6):
        with pytest.raises(ValueError):
            ndd.set_num_threads(bad)
    with pytest.raises(TypeError):
        ndd.set_num_threads("4")


def test_a_context_brings_its_own_threads():
    with ndd.EvalContext(num_threads=1) as c:
        assert ndd.EvalContext.current() is c and c.num_threads == 1
        with c:  # again in the same thread
            y = ndd.flip(photos())
    assert ndd.EvalContext.current() is ndd.EvalContext.default()
    y.evaluate()
    pool = ndd.ThreadPool(2)
    assert ndd.EvalContext(thread_pool=pool).num_threads == pool.num_threads == 2
    assert pool.device_id is None and ndd.EvalContext.current().device_id is None
    with pytest.raises(ValueError):
        ndd.EvalContext(num_threads=1, thread_pool=pool)
    assert ndd.ThreadPool(0).num_threads == 0


def test_threads_of_contexts_without_their_own():
    shared = ndd.EvalContext.current().thread_pool
    assert shared is ndd.EvalContext().thread_pool
    before = shared.num_threads
    assert before == ndd.get_num_threads() == ndd.EvalContext.current().num_threads
    ndd.set_num_threads(before + 1)
    try:
        assert shared.num_threads == ndd.EvalContext(thread_pool=shared).num_threads == before + 1
        assert repr(shared) == f"ThreadPool(num_threads={before + 1})"
    finally:
        ndd.set_num_threads(None)
    with ndd.EvalContext(num_threads=1), ndd.EvalContext(thread_pool=shared):
        assert ndd.flip(photos()).evaluate().batch_size == photos().batch_size


def test_values_of_different_contexts_meet():
    with ndd.EvalMode.deferred:
        with ndd.EvalContext(num_threads=1):
            a = ndd.flip(photos())
        b = ndd.cast(a, dtype=ndd.int32)
    np.testing.assert_array_equal(b.tensors[2], np.asarray(photos().tensors[2])[:, ::-1])


def test_a_context_serves_one_thread_at_a_time():
    seen = []

    def other():
        try:
            with context:
                pass
        except RuntimeError as e:
            seen.append(str(e))

    with ndd.EvalContext(num_threads=1) as context:
        t = threading.Thread(target=other)
        t.start()
        t.join()
    assert seen and "another thread" in seen[0]


def test_evaluate_all_finishes_everything():
    values = [ndd.flip(photos()) for _ in range(4)]
    ndd.EvalContext.current().evaluate_all()
    assert all(v._v.ready() for v in values)


def test_trace(tmp_path):
    path = tmp_path / "out.json"
    with ndd.trace(path):
        ndd.cast(ndd.flip(photos()), dtype=ndd.float32).evaluate()
    events = json.loads(path.read_text())["traceEvents"]
    names = {e["name"] for e in events}
    assert "flip" in names and any(n.startswith("flip #") for n in names)
    threads = {e["args"]["name"] for e in events if e["ph"] == "M"}
    assert "caller" in threads and any(t.startswith("worker") for t in threads)
    assert all(e["dur"] >= 0 for e in events if e["ph"] == "X")
    with pytest.raises(OSError), ndd.trace(tmp_path / "missing" / "out.json"):
        pass


def test_any_thread_may_consume_any_value():
    values = [ndd.flip(photos()) for _ in range(3)]
    got = []
    threads = [
        threading.Thread(target=lambda v=v: got.append(np.asarray(v.tensors[0]).sum()))
        for v in values
    ]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(set(got)) == 1


def test_fusion_can_be_turned_off():
    before = _native.set_fuse(False)
    try:
        with ndd.EvalMode.deferred:
            y = ndd.flip(ndd.flip(photos()))
        assert len(ndd.explain(y).stages) == 2
    finally:
        _native.set_fuse(before)
