"""What the documents say of modes, errors and threads."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import headrace.dynamic as ndd


def work(n: int = 8, size: int = 200) -> ndd.Batch:
    return ndd.batch([np.ones((size, size, 3), np.uint8)] * n, layout="HWC")


def broken() -> ndd.Batch:
    return ndd.batch([np.zeros(10, np.uint8)])


# ---- the execution model ---------------------------------------------------------------------


def test_operators_are_plain_functions_in_plain_control_flow():
    flipped = []
    for horizontal in (True, False):
        x = ndd.tensor(np.arange(6).reshape(1, 6, 1), layout="HWC")
        if horizontal:
            x = ndd.flip(x, horizontal=True, vertical=False)
        flipped.append(x[0, 0, 0].item())
    assert flipped == [5, 0]


def test_eager_is_the_default_and_returns_at_once():
    assert ndd.EvalMode.current() is ndd.EvalMode.eager
    batch = work(32, 300)

    def still_running() -> bool:
        y = batch
        for _ in range(20):
            y = ndd.flip(y)
        running = not y._v.ready()
        y.evaluate()
        return running

    assert any(still_running() for _ in range(10))  # the thread may lose its CPU in between


def test_eager_runs_in_the_background_without_being_asked():
    y = ndd.flip(work())
    deadline = time.monotonic() + 30
    while not y._v.ready() and time.monotonic() < deadline:
        time.sleep(0.001)
    assert y._v.ready()


CONSUMERS = {
    "torch": lambda y: y.torch(),
    "dlpack": lambda y: np.from_dlpack(y.select(0)),
    "array": lambda y: np.asarray(y.select(0)),
    "iteration": lambda y: [np.asarray(s) for s in y],
    "as_tensor": lambda y: np.asarray(ndd.as_tensor(y)),
    "item": lambda y: y.select(0)[0, 0, 0].item(),
    "repr": repr,
}


@pytest.mark.parametrize("consume", CONSUMERS.values(), ids=list(CONSUMERS))
def test_consumption_triggers_evaluation(consume):
    if consume is CONSUMERS["torch"]:
        pytest.importorskip("torch")
    with ndd.EvalMode.deferred:
        y = ndd.flip(work(2, 4))
    assert not y._v.ready()
    consume(y)


def test_shape_needs_no_evaluate():
    with ndd.EvalMode.deferred:
        y = ndd.flip(work(2, 4))
    assert y.shape == [(4, 4, 3)] * 2


def test_modes_are_ordered_by_synchronicity():
    mode = ndd.EvalMode
    assert mode.deferred < mode.eager < mode.sync_cpu < mode.sync_full
    assert mode.default is mode.eager


@pytest.mark.parametrize("mode", ["sync_cpu", "sync_full"])
def test_sync_modes_raise_at_the_call(mode):
    with ndd.EvalMode[mode], pytest.raises(RuntimeError, match=r"decoders\.image"):
        ndd.decoders.image(broken())


@pytest.mark.parametrize("mode", ["eager", "deferred"])
def test_other_modes_raise_when_the_result_is_used(mode):
    with ndd.EvalMode[mode]:
        y = ndd.decoders.image(broken())
    with pytest.raises(RuntimeError, match=r"decoders\.image") as caught:
        np.asarray(y.select(0))
    assert "test_execution.py" in str(caught.value)


def test_wrong_signatures_raise_at_the_call_in_every_mode():
    for mode in ("deferred", "eager", "sync_cpu", "sync_full"):
        with ndd.EvalMode[mode]:
            with pytest.raises(TypeError):
                ndd.flip(work(1, 2), sideways=1)
            with pytest.raises(TypeError):
                ndd.flip()
            with pytest.raises(TypeError):
                ndd.flip(work(1, 2), 1)


def test_mode_belongs_to_a_thread():
    seen = []
    with ndd.EvalMode.sync_full:
        t = threading.Thread(target=lambda: seen.append(ndd.EvalMode.current()))
        t.start()
        t.join()
    assert seen == [ndd.EvalMode.eager]


# ---- threads ---------------------------------------------------------------------------------


def test_set_num_threads():
    try:
        ndd.set_num_threads(4)
        assert ndd.get_num_threads() == 4
    finally:
        ndd.set_num_threads(None)


def threads_with(**environment: str) -> int:
    code = "import headrace.dynamic as ndd; print(ndd.get_num_threads())"
    clean = {k: v for k, v in os.environ.items() if not k.endswith("_NUM_THREADS")}
    done = subprocess.run([sys.executable, "-c", code], env={**clean, **environment},
                          capture_output=True, text=True, check=True)  # fmt: skip
    return int(done.stdout)


def test_threads_default_to_affinity():
    assert threads_with() == len(os.sched_getaffinity(0))


def test_threads_from_the_environment():
    assert threads_with(DALI_NUM_THREADS="3") == 3
    assert threads_with(HEADRACE_NUM_THREADS="5") == 5


@pytest.mark.parametrize(
    ("count", "error"), [(0, ValueError), (-1, ValueError), (1.5, TypeError), ("2", TypeError)]
)
def test_bad_numbers_of_threads(count, error):
    with pytest.raises(error):
        ndd.set_num_threads(count)


def test_values_may_be_passed_between_threads():
    with ndd.EvalMode.deferred:
        y = ndd.flip(work(2, 4))
    seen = []
    t = threading.Thread(target=lambda: seen.append(np.asarray(y.select(0)).sum()))
    t.start()
    t.join()
    assert seen == [48]


def test_a_context_belongs_to_one_thread_at_a_time():
    context = ndd.EvalContext(num_threads=1)
    caught = []

    def enter():
        try:
            with context:
                pass
        except RuntimeError as e:
            caught.append(e)

    with context, context:  # again in the same thread is fine
        t = threading.Thread(target=enter)
        t.start()
        t.join()
    assert len(caught) == 1
