"""Ends of workers: closed, dropped, forked, interrupted, with their program. Nothing hangs."""

from __future__ import annotations

import gc
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from headrace.pipeline.workers import worker_pool

from .feeding import Parallel, feeder, plain
from .parallel_sources import KINDS, alive, slow, wait_until

pytestmark = pytest.mark.timeout(90)
A = np.array


# ---- of a pool -------------------------------------------------------------------------------


def test_closing_ends_a_worker_that_is_stuck():
    def source(info):
        time.sleep(1000)

    made = feeder(source, batch=False, parallel=True)
    with Parallel(made) as p:
        pids = p.pool.processes
        made._workers._queue.append(made._workers._begin(0, 0, 2))
        time.sleep(0.1)
    assert not any(map(alive, pids))
    with pytest.raises(RuntimeError, match="closed"):
        p.pool.start()


@pytest.mark.parametrize("method", KINDS)
def test_a_pool_that_is_dropped_ends(method):
    made = feeder(slow, batch=False, parallel=True)
    pool = worker_pool(2, method)
    made.start(pool)
    made.next(2, 0, 0)
    pids = pool.processes
    del pool, made
    gc.collect()
    wait_until(lambda: not any(map(alive, pids)))
    wait_until(lambda: not any("headrace-worker" in t.name for t in threading.enumerate()))


def test_generators_are_closed(tmp_path):
    def source():
        try:
            while True:
                yield A([1])
        finally:
            (tmp_path / "closed").touch()

    with Parallel(feeder(source, parallel=True)) as p:
        p.run.once()
    assert (tmp_path / "closed").exists()


@pytest.mark.filterwarnings("ignore:.*fork")  # other libraries warn of their threads
@pytest.mark.parametrize("method", KINDS)
def test_a_fork_of_the_main_process(method):
    made = feeder(slow, batch=False, parallel=True)
    with Parallel(made, method=method) as p:
        p.run.once()
        child = os.fork()
        if child == 0:
            try:
                made.next(2, 1, 0)
            except RuntimeError as e:
                p.pool.close()  # not its own: nothing happens
                os._exit(0 if "fork" in str(e) else 1)
            finally:
                os._exit(2)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert p.run.times(2) == [[[2] * 5, [3] * 5], [[4] * 5, [5] * 5]]


def test_a_process_that_may_not_start_others(monkeypatch):
    monkeypatch.setitem(multiprocessing.current_process()._config, "daemon", True)
    with pytest.raises(RuntimeError, match='py_start_method="thread"'):
        worker_pool(1, "fork").start()


# ---- of a program, and interrupts ------------------------------------------------------------


PROGRAM = """
import os, signal, sys, time
import numpy as np
from headrace import fn
from headrace.pipeline import pipeline_def

def source(info):
    time.sleep(0.001)
    return np.full((300, 300, 3), info.idx_in_epoch % 200, np.uint8)

@pipeline_def(batch_size=8, num_threads=1, device_id=None, py_num_workers=2, py_start_method=METHOD)
def graph():
    return fn.external_source(source, batch=False, parallel=True) + 1

if __name__ == "__main__":
    pipe = graph()
    for _ in range(3):
        out = pipe.run()
    print(*pipe._workers.processes, flush=True)
"""


def program(method, rest):
    text = PROGRAM.replace("METHOD", repr(method)) + textwrap.indent(textwrap.dedent(rest), "    ")
    path = Path(os.environ.get("TMPDIR", "/tmp")) / f"headrace-{os.getpid()}-{method}.py"
    path.write_text(text)
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # it may be ignored here, and inherited
    try:
        started = subprocess.Popen(
            [sys.executable, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True,
        )  # fmt: skip
    finally:
        signal.signal(signal.SIGINT, before)
    pids = [int(x) for x in started.stdout.readline().split()]
    assert len(pids) == (0 if method == "thread" else 2), started.communicate()[1]
    path.unlink()
    return started, pids


@pytest.mark.parametrize("method", ["fork", "spawn", "thread"])
def test_the_end_of_a_program(method):
    started, pids = program(method, "pass")
    _, errors = started.communicate(timeout=60)
    assert (started.returncode, errors) == (0, "")
    assert not any(map(alive, pids))


def test_a_program_that_is_killed():
    started, pids = program("fork", "time.sleep(1000)")
    assert all(map(alive, pids))
    started.kill()
    started.communicate(timeout=60)
    wait_until(lambda: not any(map(alive, pids)))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_ctrl_c(method):
    started, pids = program(method, "while True: pipe.run()")
    time.sleep(0.3)
    os.killpg(started.pid, signal.SIGINT)  # what a terminal does: workers get it too
    _, errors = started.communicate(timeout=60)
    assert errors.count("Traceback") == errors.count("KeyboardInterrupt") == 1, errors
    assert "Process" not in errors and "headrace-worker-" not in errors
    wait_until(lambda: not any(map(alive, pids)))


class Interrupted(Exception):
    pass


def interrupt(*_):
    raise Interrupted


# The interrupt may also come where something dies, and nobody can be told of it but the log.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupted_wait_loses_nothing():
    before = signal.signal(signal.SIGALRM, interrupt)
    found, interrupted = [], 0
    try:
        with Parallel(feeder(slow, batch=False, parallel=True), workers=3) as p:
            while len(found) < 150:
                try:
                    signal.setitimer(signal.ITIMER_REAL, 0.0005 + 0.002 * random.random())
                    one = p.run.once()
                    signal.setitimer(signal.ITIMER_REAL, 0)
                    found.append(plain(one))
                except Interrupted:
                    interrupted += 1
                    p.run.iteration = len(found)
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert found == [[[2 * i] * 5, [2 * i + 1] * 5] for i in range(150)]
    assert interrupted
