"""Forks while other threads hold every kind of lock: the children finish."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

import headrace.dynamic as ndd
from headrace.core.locks import ForkLock

pytestmark = pytest.mark.filterwarnings("ignore:.*fork")


def child(work, seconds: float = 60.0) -> int:
    """Run a function in a fork; its exit code, or -9 if it hangs."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


# ---- the locks of Python code --------------------------------------------------------------------


def held(lock):
    """A thread that holds a lock until it is told."""
    begun, leave = threading.Event(), threading.Event()

    def hold():
        with lock:
            begun.set()
            leave.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    begun.wait()
    return thread, leave


def test_a_lock_of_another_thread_is_free_in_the_child():
    lock = ForkLock()
    thread, leave = held(lock)
    try:
        assert child(lock.__enter__) == 0
        assert not lock.acquire(blocking=False)  # here it is not
    finally:
        leave.set()
        thread.join()


def test_a_lock_of_the_forking_thread_stays_its_own():
    lock = ForkLock()

    def work():
        assert lock.owned()
        lock.release()
        assert not lock.owned()
        with lock:
            pass

    with lock:
        assert child(work) == 0
    assert not lock.owned()


def test_a_fork_waits_for_what_has_to_be_whole():
    lock, steps = ForkLock(whole=True), []
    begun = threading.Event()

    def change():
        with lock:
            steps.append("begin")
            begun.set()
            time.sleep(0.1)
            steps.append("end")

    thread = threading.Thread(target=change)
    thread.start()
    begun.wait()

    def work():
        assert steps == ["begin", "end"]
        with lock:
            pass

    assert child(work) == 0
    thread.join()
    with lock:
        pass


def test_a_condition_of_such_a_lock():
    condition = threading.Condition(ForkLock())
    told = []

    def wait():
        with condition:
            told.append(False)
            told.append(condition.wait(60))

    waiter = threading.Thread(target=wait)
    waiter.start()
    while not told:  # then it holds the lock until it waits
        time.sleep(0.01)
    with condition:
        condition.notify_all()
    waiter.join(60)
    assert told == [False, True]


def test_a_reader_that_another_thread_reads_from(tmp_path):
    (tmp_path / "a").write_bytes(b"abc")
    reader = ndd.readers.File(file_root=str(tmp_path), files=["a"])
    thread, leave = held(reader._cursor.lock)
    try:
        assert child(lambda: next(iter(reader.next_epoch(batch_size=1)))) == 0
    finally:
        leave.set()
        thread.join()


# ---- everything at once --------------------------------------------------------------------------

HAMMER = """
    import os, signal, sys, tempfile, threading, time, warnings
    import numpy as np
    import headrace.dynamic as ndd
    from headrace import fn, pipeline_def

    warnings.simplefilter("ignore")
    seconds = float(sys.argv[1])
    folder = tempfile.mkdtemp()
    for i in range(200):
        np.save(f"{folder}/{i}.npy", np.full((4, 5), i, np.float32))
    names = [f"{i}.npy" for i in range(200)]
    picture = np.arange(30 * 40 * 3, dtype=np.uint8).reshape(30, 40, 3)
    reader = ndd.readers.Numpy(file_root=folder, files=names, cache_header_information=True)
    stop = threading.Event()

    def operators():
        x = ndd.batch([picture] * 4, layout="HWC")
        y = ndd.resize(ndd.rotate(x, angle=30.0), size=[20, 20])
        z = ndd.flip(y, horizontal=ndd.random.coin_flip(batch_size=4)) + 1
        np.asarray(z.tensors[0])

    def spectra():
        size = int(np.random.randint(60, 400))
        sound = np.arange(2000, dtype=np.float32)
        ndd.spectrogram(sound, nfft=size, window_length=size).evaluate()

    def parking():
        for _ in range(20):
            ndd.as_tensor(np.zeros(100, np.uint8)) + 1

    def failing():
        try:
            ndd.decoders.image(ndd.tensor(b"no picture")).evaluate()
        except Exception:
            pass

    def reading():
        for x in reader.next_epoch(batch_size=8):
            np.asarray((x[0] if isinstance(x, tuple) else x).tensors[0])
            if stop.is_set():
                break

    def files():
        own = ndd.readers.Numpy(file_root=folder, files=names[:20])
        for x in own.next_epoch(batch_size=4):
            pass

    def tracing():
        with ndd.trace(f"{folder}/{os.getpid()}-{threading.get_ident()}.json"):
            operators()

    def ahead():
        for x in ndd.prefetch((ndd.random.uniform(range=[0, 1]) for _ in range(5))):
            float(x)

    def context():
        with ndd.EvalContext(num_threads=1):
            operators()

    def graph():
        @pipeline_def(batch_size=2, num_threads=1, device_id=None)
        def numbers():
            return fn.random.uniform(range=[0, 1])
        numbers().run()

    works = [operators, spectra, parking, failing, reading, files, tracing, ahead, context, graph]

    def loop(work):
        while not stop.is_set():
            work()

    for work in works:
        work()
    threads = [threading.Thread(target=loop, args=(w,), daemon=True) for w in works]
    for t in threads:
        t.start()
    end = time.monotonic() + seconds
    forks = 0
    while time.monotonic() < end or forks < 8:
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                for work in works:
                    work()
                code = 0
            except BaseException as e:
                print("child", work.__name__, repr(e), file=sys.stderr, flush=True)
            finally:
                os._exit(code)
        forks += 1
        deadline = time.monotonic() + 100
        while not (done := os.waitpid(pid, os.WNOHANG))[0]:
            if time.monotonic() > deadline:
                os.kill(pid, signal.SIGABRT)
                os.waitpid(pid, 0)
                sys.exit(f"child {forks} hangs")
            time.sleep(0.001)
        if done[1]:
            sys.exit(f"child {forks} ended with {done[1]}")
    stop.set()
    for t in threads:
        t.join(60)
    print(forks)
"""


@pytest.mark.parametrize("seconds", [1, pytest.param(60, marks=pytest.mark.long)])
def test_forks_beside_threads_that_use_everything(tmp_path, seconds):
    program = tmp_path / "hammer.py"
    program.write_text(textwrap.dedent(HAMMER))
    command = [sys.executable, "-X", "faulthandler", str(program), str(seconds)]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=400 + seconds, env=environment
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout) >= 8


def test_every_lasting_mutex_is_one_that_forks_know():
    """A mutex that outlives a call is a ForkMutex, or stands here with the reason why not."""
    allowed = {
        "base/fork_mutex.h",  # ForkMutex itself
        "base/fork_mutex.cc",  # the list of them
        "engine/engine_state.h",  # a child abandons the state
        "engine/pool.cc",  # Pool::Shared: abandoned as well; Parallel: lives for a call
        "engine/stage_run.h",  # lives for a run
        "operators/decode/decode_image.gpu.cc",  # lives for a run
        "gpu/nvimgcodec.h",  # a child cannot use the GPU, and is told so before
        "gpu/cuda_driver.cc",  # the same
    }
    native = Path(__file__).parents[2] / "native"
    found = set()
    for file in sorted(native.rglob("*")):
        if file.suffix not in (".h", ".cc") or file.relative_to(native).parts[0] in (
            "tests",
            "fuzz",
            "emulation",
        ):
            continue
        if "std::mutex " in file.read_text("utf-8"):
            found.add(file.relative_to(native).as_posix())
    assert found <= allowed, found - allowed
