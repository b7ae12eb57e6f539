"""The engine under stress: threads, forks, interrupts, exits, long chains, long runs."""

import gc
import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import _native


def run_python(code, timeout=60, **more):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=timeout,
        **more,
    )


def test_untouched_work_finishes_while_python_is_busy():
    """Nobody looks, the main thread spins: the native timer and workers need no GIL."""
    big = ndd.batch([np.zeros((500, 375, 3), np.uint8)] * 64, layout="HWC")
    y = big
    for _ in range(10):
        y = ndd.flip(y)
    end = time.perf_counter() + 2.0
    while time.perf_counter() < end and not y._v.ready():
        for _ in range(1000):
            pass
    assert y._v.ready()


def test_sixteen_threads():
    errors = []

    def work(seed):
        try:
            rng = np.random.default_rng(seed)
            for _ in range(30):
                arrays = [
                    rng.integers(0, 255, (rng.integers(1, 20), 7, 3), np.uint8) for _ in range(4)
                ]
                y = ndd.cast(ndd.flip(ndd.batch(arrays, layout="HWC")), dtype=ndd.int32)
                if rng.integers(2):
                    shared.append(y)
                for got, a in zip(y.tensors, arrays):
                    np.testing.assert_array_equal(got, a[:, ::-1])
                if shared and rng.integers(3) == 0:
                    shared[-1].evaluate()
        except BaseException as e:
            errors.append(e)

    shared = []
    threads = [threading.Thread(target=work, args=(i,)) for i in range(16)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not errors


def test_a_chain_of_100_000_calls_evaluates_and_dies():
    x = ndd.tensor(np.arange(6, dtype=np.uint8).reshape(1, 6, 1), layout="HWC")
    with ndd.EvalMode.deferred:
        y = x
        for _ in range(100_001):
            y = ndd.flip(y)
    np.testing.assert_array_equal(np.asarray(y).ravel(), [5, 4, 3, 2, 1, 0])
    with ndd.EvalMode.deferred:
        y = x
        for _ in range(100_000):
            y = ndd.flip(y)
    del y  # never run


def test_memory_stays_flat():
    arrays = [np.zeros((32, 32, 3), np.uint8) for _ in range(4)]

    def step():
        y = ndd.cast(ndd.flip(ndd.as_batch(arrays, layout="HWC")), dtype=ndd.float32)
        y.evaluate()

    for _ in range(500):
        step()
    gc.collect()
    before, live = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, _native.memory()[0]
    for _ in range(10_000):
        step()
    gc.collect()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kilobytes
    assert _native.memory()[0] <= live


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_fork():
    done = run_python("""
        import os, sys, warnings
        warnings.simplefilter("ignore")
        import numpy as np, headrace.dynamic as ndd
        big = ndd.batch([np.ones((300, 300, 3), np.uint8)] * 32, layout="HWC")
        ndd.flip(big).evaluate()
        with ndd.EvalMode.deferred:
            pending = ndd.flip(big)
        pool = ndd.EvalContext(num_threads=2)
        with pool:
            ndd.flip(big).evaluate()
        child = os.fork()
        if child == 0:
            try:
                pending.evaluate()
                os._exit(2)
            except RuntimeError as e:
                if "fork" not in str(e):
                    os._exit(3)
            y = ndd.flip(big)
            ok = int(np.asarray(y.tensors[0]).sum()) == 270000
            with pool:
                ok = ok and int(np.asarray(ndd.flip(big).tensors[3]).sum()) == 270000
            os._exit(0 if ok else 4)
        _, status = os.waitpid(child, 0)
        pending.evaluate()
        sys.exit(os.waitstatus_to_exitcode(status))
    """)
    assert done.returncode == 0, done.stderr


def test_exit_with_work_queued():
    done = run_python("""
        import numpy as np, headrace.dynamic as ndd
        big = ndd.batch([np.ones((500, 375, 3), np.uint8)] * 64, layout="HWC")
        held = [ndd.cast(ndd.flip(big), dtype=ndd.float64) for _ in range(8)]
        array = np.asarray(held[0].tensors[0])
        print("leaving")
    """)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "leaving\n" and done.stderr == ""


def test_ctrl_c_interrupts_a_wait():
    child = subprocess.Popen(
        [
            sys.executable,
            "-c",
            textwrap.dedent("""
        import signal, numpy as np, headrace.dynamic as ndd
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent may have it ignored
        ndd.set_num_threads(1)
        big = ndd.batch([np.ones((2000, 2000, 3), np.uint8)] * 8, layout="HWC")
        held = []
        print("ready", flush=True)
        try:
            while True:
                y = big
                for _ in range(40):
                    wide = y.dtype is ndd.uint8
                    y = ndd.cast(ndd.flip(y), dtype=ndd.float64 if wide else ndd.uint8)
                y.evaluate()
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(1.0)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=90)
    finally:
        child.kill()
    assert out == "interrupted\n", err
    assert child.returncode == 0
