"""Workers of parallel sources: order, shared memory, exceptions, deaths, ends. Nothing hangs."""

from __future__ import annotations

import faulthandler
import gc
import multiprocessing
import os
import pickle
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

import headrace.dynamic as ndd
from headrace import fn
from headrace.pipeline import pipeline_def
from headrace.pipeline.workers import memory, worker_pool
from headrace.pipeline.workers.pickling import dump, load

from .feeding import Parallel, Run, feeder, plain

pytestmark = pytest.mark.timeout(90)
A = np.array
KINDS = ["fork", "thread"]  # what is the same for both; "spawn" takes a second to start


def limited(info):
    if info.idx_in_epoch >= 9:
        raise StopIteration
    return A([info.idx_in_epoch, info.idx_in_batch, info.iteration, info.epoch_idx])


def batches(i):
    if i >= 3:
        raise StopIteration
    return [A([i]), A([i, i])]


def infos(info):
    if info.iteration >= 3:
        raise StopIteration
    return A([[info.iteration], [info.epoch_idx]])


def numbers():
    for i in range(4):
        yield A([i, i + 10])


def singles():
    yield from range(5)


def slow(info):
    """Takes any time: answers come in any order."""
    time.sleep(random.Random(info.idx_in_epoch).random() * 0.004)
    return np.full(5, info.idx_in_epoch)


def pairs(info):
    return np.full((info.idx_in_batch + 1, 3), info.idx_in_epoch, np.uint8), info.idx_in_epoch / 2


def many(info):
    return np.full((300, 300, 3), info.idx_in_epoch % 200, np.uint8)


def alive(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_until(what, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


# ---- the same as without workers -------------------------------------------------------------

SOURCES = {
    "samples": (limited, {"batch": False}),
    "batches": (batches, {}),
    "infos": (infos, {"batch_info": True}),
    "generator": (numbers, {}),
    "generator, quiet": (numbers, {"cycle": "quiet"}),
    "generator, raise": (numbers, {"cycle": "raise"}),
    "list": ([A([1, 2]), A([3, 4])], {"cycle": "raise"}),
    "single samples": (singles, {"cycle": "raise", "batch": False}),
    "single samples, quiet": (singles, {"cycle": "quiet", "batch": False}),
    "several outputs": (pairs, {"batch": False, "num_outputs": 2}),
    "any time": (slow, {"batch": False}),
}


@pytest.mark.parametrize("depth", [None, 1, 5])
@pytest.mark.parametrize("method", KINDS)
@pytest.mark.parametrize("name", SOURCES)
def test_the_same_as_without(name, method, depth):
    source, arguments = SOURCES[name]
    expected = Run(feeder(source, **arguments)).times(14)
    made = feeder(source, **arguments, parallel=True, prefetch_queue_depth=depth)
    with Parallel(made, method=method, workers=3) as p:
        assert p.run.times(14) == expected


def test_spawned_processes():
    made = [feeder(s, **a, parallel=True) for s, a in SOURCES.values()]
    plain_ones = [feeder(s, **a) for s, a in SOURCES.values()]
    pool = worker_pool(2, "spawn")
    for f in made:
        f.start(pool)
    try:
        for f, g in zip(made, plain_ones, strict=True):
            assert Run(f).times(10) == Run(g).times(10)
    finally:
        pool.close()
    assert not pool.processes


@pytest.mark.parametrize("method", KINDS)
def test_any_iteration_may_be_the_first(method):
    made = feeder(slow, batch=False, parallel=True)
    with Parallel(made, method=method, size=4):
        for iteration in (7, 8, 3, 4, 0):  # a restored pipeline, and one that is reset
            assert plain(made.next(4, iteration, 0)) == [[4 * iteration + k] * 5 for k in range(4)]
        assert plain(made.next(3, 1, 0))[0] == [3] * 5  # another batch size


@pytest.mark.parametrize("method", KINDS)
def test_sources_share_the_workers(method):
    given = [(numbers, {"cycle": "raise"}), (limited, {"batch": False}), (numbers, {})]

    def make(parallel):
        return [feeder(s, **a, parallel=parallel) for s, a in given]

    expected = Run(*make(False)).times(12)
    with Parallel(*make(True), method=method) as p:
        assert p.run.times(12) == expected


def test_the_default():
    assert type(worker_pool(1)).__name__ in ("WorkerPool", "ThreadWorkers")
    for wrong in ("forks", "THREAD", 5):
        with pytest.raises(ValueError, match="Valid: fork, spawn, thread"):
            worker_pool(1, wrong)
    with pytest.raises(ValueError, match="py_num_workers is 0"):
        worker_pool(0)


def test_how_much_is_ahead():
    asked = []

    def source(i):
        asked.append(i)
        return A([i])

    made = feeder(source, parallel=True, prefetch_queue_depth=3)
    with Parallel(made, method="thread", workers=1) as p:
        p.run.once()
        wait_until(lambda: len(asked) == 4)
        time.sleep(0.05)
        assert asked == [0, 1, 2, 3]


def test_checks_are_the_same():
    made = feeder(many, batch=False, parallel=True, dtype="f32", name="images")
    with Parallel(made) as p, pytest.raises(TypeError, match="float32.*uint8") as caught:
        p.run.once()
    text = str(caught.value)
    assert 'external_source "images"' in text and "many, iteration 0" in text
    assert "test_workers.py" in text


@pytest.mark.parametrize("method", KINDS)
def test_what_is_no_sample(method):
    made = feeder(lambda i: "text" if i.idx_in_epoch == 5 else 1, batch=False, parallel=True)
    with Parallel(made, method=method) as p:
        assert p.run.times(2) == [[1, 1]] * 2
        with pytest.raises(TypeError, match="'text'.*\n.*\n.*sample 1, from .*iteration 2"):
            p.run.once()


# ---- memory ----------------------------------------------------------------------------------


def test_samples_are_views_of_shared_memory():
    with Parallel(feeder(many, batch=False, parallel=True), size=8) as p:
        (batch,) = p.run.once()
        assert batch._v.read_only()
        assert [int(t[0, 0, 0]) for t in batch] == [*range(8)]
        assert sum(p.pool.memory_sizes()) >= 8 * 270_000


def test_small_batches_are_writable():
    with Parallel(feeder(limited, batch=False, parallel=True)) as p:
        (batch,) = p.run.once()
        assert not batch._v.read_only()


def test_whole_batches_are_one_block():
    def source(i):
        return [many_of(i)] * 4

    def many_of(i):
        return np.full((300, 300, 3), i, np.uint8)

    with Parallel(feeder(source, parallel=True), size=4) as p:
        (batch,) = p.run.once()
        assert batch._v.is_dense() and batch._v.read_only()


def test_memory_is_used_again():
    with Parallel(feeder(many, batch=False, parallel=True), size=8) as p:
        for _ in range(100):
            p.run.once()
        assert len(p.pool.memory_sizes()) <= 16


def test_batches_that_are_kept_stay_what_they_are(monkeypatch):
    monkeypatch.setattr(memory, "MOST", 8)  # beyond it batches are copies
    with Parallel(feeder(many, batch=False, parallel=True), size=4) as p:
        kept = [p.run.once()[0] for _ in range(20)]
        assert len(p.pool.memory_sizes()) < 40
    gc.collect()  # the workers are gone; the memory is not
    found = [[int(t[-1, -1, -1]) for t in batch] for batch in kept]
    assert found == [[(4 * i + k) % 200 for k in range(4)] for i in range(20)]


def test_samples_are_aligned():
    def source(info):
        return np.full(70_001, info.idx_in_epoch, np.uint8), np.full(5000, info.idx_in_epoch / 2)

    made = feeder(source, batch=False, num_outputs=2, parallel=True)
    with Parallel(made, size=16):
        for batch in made.next(16, 0, 0):
            assert batch._v.read_only()
            assert all(a.ctypes.data % 64 == 0 for a in batch.numpy_list())
            found = [float(a[-1]) for a in batch.numpy_list()]
            assert found == [i / (2 if batch.dtype.name == "f64" else 1) for i in range(16)]


def test_samples_of_any_size():
    def source(info):
        n = (info.idx_in_epoch * 7919) % 1000 * (1 + 300 * (info.iteration % 3 == 2))
        return np.full(n, info.idx_in_epoch % 251, np.uint8), np.full((n % 5, 0), 1.5)

    expected = feeder(source, batch=False, num_outputs=2)
    made = feeder(source, batch=False, num_outputs=2, parallel=True)
    with Parallel(made, size=16):
        for i in range(30):
            for mine, his in zip(made.next(16, i, 0), expected.next(16, i, 0), strict=True):
                assert mine.dtype is his.dtype
                for x, y in zip(mine.numpy_list(), his.numpy_list(), strict=True):
                    np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("method", KINDS)
def test_memory_of_the_source_may_be_used_again(method):
    memory_ = np.zeros(200_000, np.uint8)

    def source(info):
        memory_[:] = info.idx_in_epoch
        return memory_

    with Parallel(feeder(source, batch=False, parallel=True), method=method, workers=1) as p:
        found = [int(t[-1]) for _ in range(4) for t in p.run.once()[0]]
        assert found == [*range(8)]


def test_every_dtype():
    names = ["bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64",
             "float16", "float32", "float64", "bfloat16"]  # fmt: skip

    def source(i):
        return [ndd.dtype(names[i]).numpy.type(1).reshape(1)] * 2 if i < len(names) else []

    with Parallel(feeder(source, parallel=True)) as p:
        found = [p.run.once()[0] for _ in names]
        assert [b.dtype.full_name for b in found] == names
        assert all(float(t[0]) == 1 for b in found for t in b)


def test_nothing_is_left():
    def files():
        return len(os.listdir("/proc/self/fd"))

    def maps():
        return Path("/proc/self/maps").read_text().count("memfd:headrace")

    def use(method):
        with Parallel(feeder(many, batch=False, parallel=True), size=8, method=method) as p:
            p.run.once()
            pids = p.pool.processes
            p.run.once()
        assert not any(map(alive, pids))
        with pytest.raises(ProcessLookupError):
            os.kill(pids[0], 0)  # not even a zombie

    use("fork")  # what is made once and for all
    gc.collect()
    before = files(), maps(), sorted(os.listdir("/dev/shm"))
    use("fork")
    gc.collect()
    assert (files(), maps(), sorted(os.listdir("/dev/shm"))) == before


# ---- exceptions ------------------------------------------------------------------------------


class Mine(Exception):
    pass


class Stubborn(Exception):
    """Cannot be pickled."""

    def __init__(self, a, b):
        super().__init__(f"{a} and {b}")
        self.lock = threading.Lock()


@pytest.mark.parametrize("method", KINDS)
@pytest.mark.parametrize("error", [Mine("dear me"), Stubborn(1, 2), SystemExit(3)], ids=repr)
def test_exceptions(error, method):
    def source(info):
        if info.idx_in_epoch == 5:
            helper()
        return A([info.idx_in_epoch])

    def helper():
        raise error

    made = feeder(source, batch=False, parallel=True, name="images")
    with Parallel(made, method=method) as p:
        assert p.run.times(2) == [[[0], [1]], [[2], [3]]]
        with pytest.raises(RuntimeError) as caught:
            p.run.once()
        text = str(caught.value)
        assert text.startswith("the source raised ") and f"{type(error).__name__}: " in text
        assert 'external_source "images"' in text and "test_workers.py" in text
        assert "sample 1" in text and "iteration 2" in text and "number 5 of its epoch" in text
        assert "in helper" in text and "in source" in text and "in ask_sample" not in text
        if isinstance(error, Mine):
            assert isinstance(caught.value.__cause__, Mine)
        p.run.iteration += 1
        assert p.run.times(2) == [[[6], [7]], [[8], [9]]]


@pytest.mark.parametrize("method", KINDS)
def test_an_exception_of_a_generator(method):
    def source():
        yield A([1])
        raise Mine

    made = feeder(source, parallel=True, cycle="raise")
    with Parallel(made, method=method) as p:
        assert p.run.times(1) == [[1]]
        with pytest.raises(RuntimeError, match="Mine"):
            p.run.once()
        p.run.iteration += 1
        assert p.run.times(2) == ["end", [1]]


def test_an_exception_before_the_end_comes_first():
    def source(info):
        if info.idx_in_batch == 3:
            raise StopIteration
        if info.idx_in_batch == 1:
            time.sleep(0.05)
            raise Mine("first")
        return 1

    made = feeder(source, batch=False, parallel=True)
    with Parallel(made, size=4, workers=4) as p, pytest.raises(RuntimeError, match="first"):
        p.run.once()


# ---- deaths ----------------------------------------------------------------------------------


def dies(how):
    def source(info):
        if info.idx_in_epoch == 5 and info.epoch_idx == 0:
            how()
        return A([info.idx_in_epoch])

    return source


def kill():
    os.kill(os.getpid(), signal.SIGKILL)


def crash():
    faulthandler.disable()
    os.kill(os.getpid(), signal.SIGSEGV)


@pytest.mark.parametrize(("how", "text"), [
    (lambda: os._exit(3), r"ended with exit code 3"),
    (kill, r"was killed by signal 9 \(SIGKILL\), perhaps by the system for want of memory"),
    (crash, r"was killed by signal 11 \(SIGSEGV\)"),
], ids=["exit", "kill", "crash"])  # fmt: skip
@pytest.mark.parametrize("workers", [1, 3])
def test_a_worker_that_dies(how, text, workers):
    made = feeder(dies(how), batch=False, parallel=True)
    with Parallel(made, workers=workers) as p:
        assert p.run.times(2) == [[[0], [1]], [[2], [3]]]
        with pytest.raises(RuntimeError, match=text) as caught:
            p.run.once()
        assert "while it made sample 1 of iteration 2" in str(caught.value)
        assert "worker process" in str(caught.value) and "pid" in str(caught.value)
        p.run.iteration += 1
        assert p.run.times(2) == [[[6], [7]], [[8], [9]]]  # another took its place


def test_a_worker_that_is_killed_from_outside():
    with Parallel(feeder(slow, batch=False, parallel=True)) as p:
        p.run.once()
        os.kill(p.pool.processes[0], signal.SIGKILL)
        with pytest.raises(RuntimeError, match="killed by signal 9"):
            p.run.times(20)
        made = p.run.feeders[0]
        assert plain(made.next(2, 30, 0)) == [[60] * 5, [61] * 5]


def test_a_generator_dies_with_its_worker():
    def source():
        for i in range(10):
            if i == 2 and not marker.exists():
                marker.touch()
                kill()
            yield A([i])

    marker = Path(os.environ.get("TMPDIR", "/tmp")) / f"headrace-test-{os.getpid()}"
    made = feeder(source, parallel=True, cycle="raise")
    other = feeder(numbers, parallel=True, cycle="quiet")
    try:
        with Parallel(made, other) as p:
            assert [x[0] for x in p.run.times(2)] == [[0], [1]]
            with pytest.raises(RuntimeError, match="killed by signal 9"):
                p.run.once()
            p.run.iteration += 1
            after = p.run.times(3)  # the end; then again from the beginning
            assert after[0] == "end" and [x[0] for x in after[1:]] == [[0], [1]]
            rest = [x[1][0] for x in after[1:]]
            assert rest[1] == (rest[0] + 1) % 4  # the other one, in another worker, went on
    finally:
        marker.unlink(missing_ok=True)


def test_all_workers_die_again_and_again():
    def source(info):
        os._exit(1)

    with Parallel(feeder(source, batch=False, parallel=True), size=4) as p:
        for _ in range(5):
            with pytest.raises(RuntimeError, match="exit code 1"):
                p.run.once()


# ---- ends ------------------------------------------------------------------------------------


def test_closing_ends_a_worker_that_is_stuck():
    started = time.monotonic()

    def source(info):
        time.sleep(1000)

    made = feeder(source, batch=False, parallel=True)
    with Parallel(made) as p:
        pids = p.pool.processes
        made._workers._queue.append(made._workers._begin(0, 0, 2))
        time.sleep(0.1)
    assert not any(map(alive, pids))
    assert time.monotonic() - started < 60
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


# ---- inside of a worker ----------------------------------------------------------------------


def test_operators_in_a_forked_worker():
    def source(info):
        return ndd.flip(ndd.tensor(A([[1, 2], [3, 4]]), layout="HW")) + info.idx_in_epoch

    (ndd.batch([[1]]) + 1).evaluate()  # the engine has threads
    with Parallel(feeder(source, batch=False, parallel=True)) as p:
        (batch,) = p.run.once()
        assert plain((batch,)) == [[[2, 1], [4, 3]], [[3, 2], [5, 4]]]
        assert batch.layout == "HW"


def test_random_numbers_differ_between_workers():
    def draws():
        def source(info):
            time.sleep(0.002)
            return np.random.randint(1 << 40, size=4)

        with Parallel(feeder(source, batch=False, parallel=True), size=2, workers=2) as p:
            return {tuple(x) for one in p.run.times(8) for x in one}

    state = np.random.get_state()
    try:
        np.random.seed(5)
        first = draws()
        assert len(first) == 16
    finally:
        np.random.set_state(state)


# ---- pickling --------------------------------------------------------------------------------


def test_functions_by_value():
    base = 5

    def recursive(n):
        return base if n == 0 else recursive(n - 1) + 1

    def with_defaults(x, y=3, *, z=4):
        return x, y, z, plain is not None

    made = load(dump([recursive, with_defaults, lambda x: np.full(2, x + base), os.path, numbers]))
    assert made[0](3) == 8
    assert made[1](1) == (1, 3, 4, True)
    assert made[2](1).tolist() == [6, 6]
    assert made[3] is os.path and made[4] is numbers


class Picklers:
    """Counts what goes through it."""

    def __init__(self):
        self.calls = []

    def dumps(self, thing, extra=b""):
        self.calls.append("dumps")
        return extra + pickle.dumps(thing)

    def loads(self, data, skip=0):
        return pickle.loads(data[skip:])


def test_picklers():
    mine = Picklers()
    for given in (pickle, mine, (mine, {"extra": b"xy"}, {"skip": 2}), (mine, {"extra": b""})):
        assert load(dump([1, numbers], given)) == [1, numbers]
    assert mine.calls == ["dumps"] * 3
    with pytest.raises(TypeError, match="dumps"):
        dump(1, 5)


def test_what_cannot_be_sent():
    for source in (numbers(), [threading.Lock()]):
        made = feeder(source, parallel=True)
        with pytest.raises(TypeError, match='cannot be sent.*py_start_method="fork"'):
            Parallel(made, method="spawn").__enter__()


def unloadable():
    raise Mine("not here")


class Unloadable:
    def __call__(self, info):
        return 1

    def __reduce__(self):
        return unloadable, ()


def test_what_cannot_be_loaded():
    made = feeder(Unloadable(), batch=False, parallel=True)
    expected = pytest.raises(RuntimeError, match="could not load the sources: .*Mine: not here")
    with Parallel(made, method="spawn") as p, expected:
        p.run.once()


# ---- in a pipeline ---------------------------------------------------------------------------


@pytest.mark.parametrize("method", KINDS)
def test_a_pipeline(method):
    @pipeline_def(
        batch_size=2, num_threads=1, device_id=None, py_num_workers=2, py_start_method=method
    )
    def graph():
        return fn.external_source(limited, batch=False, parallel=True) * 2

    made = graph()
    for epoch in range(2):
        for i in range(4):
            found = [np.asarray(x).tolist() for x in made.run()[0]]
            assert found == [[4 * i, 0, 2 * i, 2 * epoch], [4 * i + 2, 2, 2 * i, 2 * epoch]]
        with pytest.raises(StopIteration):
            made.run()
        made.reset()
