"""Parallel sources that never return: what is there can be had; interrupts, ends, deadlines."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

from headrace import Error, fn, pipeline_def
from headrace.pipeline.workers import worker_pool
from headrace.readers.user_source import UserSource

from .parallel_sources import alive, wait_until

pytestmark = pytest.mark.timeout(120)
METHODS = ["fork", "spawn", "thread"]

# A source whose iteration 4 never returns; it does not end on SIGTERM either if STUBBORN.
PROGRAM = """
import gc, os, signal, sys, threading, time
import numpy as np
from headrace import fn, pipeline_def

class Source:
    def __call__(self, info):
        if info.iteration == 4:
            if STUBBORN and METHOD != "thread":
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(1000)
        return np.full((10, 10, 3), info.iteration, np.uint8)

@pipeline_def(batch_size=3, num_threads=2, py_num_workers=2, py_start_method=METHOD)
def graph():
    return fn.external_source(Source(), batch=False, parallel=True) + 1

def interrupt_soon():
    threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    pipe = graph()
    for k in range(4):  # all that is there
        [out] = pipe.run()
        assert int(out.at(2)[0, 0, 0]) == k + 1
    print(*pipe._workers.processes, flush=True)
"""
ENDS = {
    "exit": "pass",
    "dropped": "del pipe, out; gc.collect()",
    "interrupted": """
        interrupt_soon()
        try:
            pipe.run()
        except KeyboardInterrupt:
            print("interrupted")
        """,
    "interrupted twice": """
        interrupt_soon()
        try:
            pipe.run()
        except KeyboardInterrupt:
            pass
        interrupt_soon()
        try:
            pipe._workers.close()
            time.sleep(1000)  # closing may be over before Ctrl-C
        except KeyboardInterrupt:
            print("interrupted")
        """,
    "unhandled": "interrupt_soon(); pipe.run()",
    "several": "more = [graph() for _ in range(4)]; [[p.run() for _ in range(4)] for p in more]",
}


CASES = [
    (m, how) for m in METHODS for how in ENDS if m != "spawn" or how in ("exit", "interrupted")
]


@pytest.mark.parametrize(("method", "how"), CASES)
def test_ends_of_a_program(method, how, tmp_path):
    text = PROGRAM.replace("METHOD", repr(method)).replace("STUBBORN", str("twice" in how))
    path = tmp_path / "program.py"
    path.write_text(text + textwrap.indent(textwrap.dedent(ENDS[how]), "    "))
    done = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, timeout=100, check=False
    )
    if how == "unhandled":
        assert done.returncode == -signal.SIGINT and "KeyboardInterrupt" in done.stderr
    else:
        assert (done.returncode, done.stderr) == (0, "")
    first, *rest = done.stdout.splitlines()
    if "interrupted" in how:
        assert rest == ["interrupted"]
    wait_until(lambda: not any(alive(int(pid)) for pid in first.split()))


# ---- the deadline --------------------------------------------------------------------------------


def stuck_at(iteration, sample=1):
    def load(info):
        if (info.iteration, info.idx_in_batch) == (iteration, sample):
            time.sleep(1000)
        return np.full(3, info.idx_in_epoch)

    return load


def made(source, method, workers=2, **more):
    @pipeline_def(batch_size=2, py_num_workers=workers, py_start_method=method, py_worker_timeout=3)
    def graph():
        return fn.external_source(source, parallel=True, **more)

    return graph()


@pytest.mark.parametrize("method", ["fork", "thread"])
def test_a_deadline_names_the_function(method):
    pipe = made(stuck_at(2), method, batch=False)
    assert [pipe.run()[0].at(0)[0] for _ in range(2)] == [0, 2]
    with pytest.raises(TimeoutError) as caught:
        pipe.run()
    text = str(caught.value)
    assert isinstance(caught.value, Error) and isinstance(caught.value, RuntimeError)
    line = stuck_at.__code__.co_firstlineno + 1
    assert f"stuck_at.load ({__file__}:{line}) did not return within 3 s" in text
    assert "py_worker_timeout" in text and "HEADRACE_WORKER_TIMEOUT" in text
    assert "sample 1 of iteration 2" in text
    assert ("worker process" if method == "fork" else "headrace-worker-") in text
    # Another worker has taken the place; the iteration that failed is over.
    assert [pipe.run()[0].at(1)[0] for _ in range(5)] == [7, 9, 11, 13, 15]


@pytest.mark.parametrize("method", ["fork", "thread"])
def test_the_deadline_of_an_iterable(method):
    def numbers():
        yield np.array([1, 2])
        time.sleep(1000)

    pipe = made(numbers, method, cycle="quiet")
    assert pipe.run()[0].at(1) == 2
    with pytest.raises(TimeoutError, match=r"numbers \(.*\) did not return .* made iteration 1 of"):
        pipe.run()
    with pytest.raises(StopIteration):  # it is over: where it stopped, nobody knows
        pipe.run()


def test_slow_sources_are_not_late():
    """The time is that of one call, not of a batch, nor of the wait for a consumer."""

    def load(info):
        time.sleep(1.6)
        return np.full(3, info.idx_in_epoch)

    pipe = made(load, "fork", workers=1, batch=False)
    assert pipe.run()[0].at(1)[0] == 1
    time.sleep(6)
    assert pipe.run()[0].at(1)[0] == 3


def test_a_deadline_of_loading(monkeypatch, tmp_path):
    (tmp_path / "never_imported.py").write_text("import time; time.sleep(1000)\n")

    class Source:
        def __reduce__(self):
            return __import__, ("never_imported",)

        def __call__(self, i):
            return None

    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("HEADRACE_WORKER_TIMEOUT", "8")

    @pipeline_def(batch_size=2, py_start_method="spawn")
    def graph():
        return fn.external_source(Source(), parallel=True)

    with pytest.raises(TimeoutError, match=r"did not load its sources \(.*Source\) within 8 s"):
        graph().run()


@pytest.mark.parametrize("given", [0, -1, "soon", float("nan"), [3]])
def test_deadlines_that_are_none(given, monkeypatch):
    with pytest.raises(ValueError, match="py_worker_timeout is a positive number of seconds, got"):
        worker_pool(1, "fork", None, given)
    if isinstance(given, str):
        monkeypatch.setenv("HEADRACE_WORKER_TIMEOUT", given)
        with pytest.raises(ValueError, match="HEADRACE_WORKER_TIMEOUT is a positive number"):
            worker_pool(1, "fork")


class Called:
    def __call__(self, i): ...

    def load(self, i): ...


class Items:
    def __iter__(self):
        return iter(())


def test_how_sources_are_described():
    def described(source):
        arguments = dict(batch=True, batch_info=False, num_outputs=None, dtypes=[None])
        return UserSource(source, cycle=None, **arguments).described

    line = Called.__call__.__code__.co_firstlineno
    assert described(Called()) == f"Called.__call__ ({__file__}:{line})"
    assert described(Called().load) == f"Called.load ({__file__}:{line + 2})"
    assert described(Items()) == f"Items.__iter__ ({__file__}:{line + 6})"
    assert described([1, 2]) == "list"


def test_what_never_returns_ahead_of_a_reader_does_not_reorder(tmp_path):
    """Readers are asked in step with the sources, however late those are."""
    for i in range(6):
        (tmp_path / f"{i}.bin").write_bytes(bytes([i]))

    def load(info):
        time.sleep(0.05 * (info.iteration % 2))
        return np.array([info.idx_in_epoch])

    @pipeline_def(batch_size=2, py_num_workers=2, prefetch_queue_depth=3)
    def graph():
        data, _ = fn.readers.file(files=sorted(map(str, tmp_path.glob("*.bin"))))
        return data, fn.external_source(load, batch=False, parallel=True)

    pipe = graph()
    for k in range(9):
        data, number = pipe.run()
        assert [int(data.at(i)[0]) for i in range(2)] == [2 * k % 6, (2 * k + 1) % 6]
        assert [int(number.at(i)[0]) for i in range(2)] == [2 * k, 2 * k + 1]


def test_closing_after_a_wait_that_an_interrupt_cut_short():
    """The system has told of a worker's end, and an interrupt came before anybody noted it."""
    pool = worker_pool(2, "fork")
    pool.start()
    pid = pool.processes[0]
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    pool.close()
    assert pool.processes == []
