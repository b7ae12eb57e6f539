"""The end of the program beside daemon threads; threads that cannot be started; little memory."""

from __future__ import annotations

import io
import subprocess
import sys
import textwrap
import threading
import time
import warnings
from typing import Any

import numpy as np
import PIL.Image
import pytest

import headrace
import headrace.dynamic as ndd
from headrace import fn, pipeline_def
from headrace.engine.ahead import Ahead, Background, Job

TIMEOUT = 240  # seconds: a hang, not a slow machine


def run(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(code), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )


# ---- daemon threads --------------------------------------------------------------------------

DAEMONS = """
    import sys, threading, time
    import numpy as np
    import headrace.dynamic as ndd
    from headrace import fn, pipeline_def

    image = np.zeros((200, 200, 3), np.uint8)
    folder = sys.argv[2]
    files = [folder + f"/{i}.npy" for i in range(6)]

    def batch():
        return ndd.as_batch([image] * 4, layout="HWC")

    def ops():
        ndd.flip(batch(), horizontal=1).evaluate()

    def deferred():
        with ndd.EvalMode.deferred:
            x = batch()
            for _ in range(5):
                x = ndd.flip(x)
            np.asarray(x.select(0))

    def eager():
        ndd.resize(batch(), size=[50, 50])

    reader = threading.local()

    def readers():
        if not hasattr(reader, "it"):
            reader.it = ndd.readers.Numpy(files=files)
        for (x,) in reader.it.next_epoch(batch_size=2):
            ndd.cast(x, dtype=ndd.float32)

    def prefetch():
        def items():
            for _ in range(20):
                yield ndd.flip(batch())
        for x in ndd.prefetch(items()):
            x.evaluate()

    @pipeline_def(batch_size=3)
    def graph():
        x = fn.readers.numpy(files=files)
        return fn.python_function(fn.cast(x, dtype=ndd.float32), function=lambda a: a + 1)

    def pipelines():
        pipe = graph()
        for _ in range(10):
            pipe.run()

    @pipeline_def(batch_size=1)
    def sleeping():
        def sleep(a):
            time.sleep(30)
            return a
        return fn.python_function(np.zeros(3, np.float32), function=sleep)

    def asleep():
        sleeping().run()

    def traced():
        with ndd.trace(folder + f"/{threading.get_ident()}.json"):
            ops()

    def forever(step):
        while True:
            step()

    for k in range(4):
        threading.Thread(target=forever, args=[globals()[sys.argv[1]]], daemon=True).start()
    time.sleep(0.5)
    print(time.time(), flush=True)
"""
KINDS = [
    "ops", "deferred", "eager", "readers", "prefetch", "pipelines", "asleep", "traced",
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_daemon_threads_do_not_disturb_the_end(tmp_path, kind):
    for i in range(6):
        np.save(tmp_path / f"{i}.npy", np.full((40, 50), i, np.uint8))
    result = run(DAEMONS, kind, tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    # It would be minutes for those who sleep. A loaded machine needs its time to end a process.
    assert time.time() - float(result.stdout) < 25


def test_handlers_that_run_after_our_end_may_use_values():
    result = run("""
        import atexit

        @atexit.register  # before headrace's own, so it runs after that
        def later():
            image = np.arange(120000, dtype=np.uint8).reshape(200, 200, 3)
            x = ndd.flip(ndd.as_batch([image] * 4, layout="HWC"))
            print((np.asarray(x.evaluate().select(3)) == image[:, ::-1]).all())

        import numpy as np
        import headrace.dynamic as ndd

        later()
    """)
    assert (result.returncode, result.stdout, result.stderr) == (0, "True\nTrue\n", "")


# ---- threads that cannot be started ----------------------------------------------------------


@pytest.fixture
def no_threads(monkeypatch):
    def refuse(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)


def test_prefetch_without_a_thread(no_threads):
    items = ndd.prefetch(iter(range(3)))
    with (
        pytest.warns(RuntimeWarning, match="0 of 1 threads could be started .can't start new"),
        pytest.raises(headrace.Error, match="prefetch needs a thread"),
    ):
        next(items)
    with pytest.MonkeyPatch.context() as other:
        other.setattr(threading.Thread, "start", START)
        assert list(items) == [0, 1, 2]  # nothing was lost


START = threading.Thread.start


@pipeline_def(batch_size=2)
def with_function() -> Any:
    x = fn.random.uniform(range=[0, 1], shape=[3], seed=4)
    return fn.python_function(x, function=lambda a: a + 1)


def test_a_pipeline_without_a_thread(no_threads):
    with pytest.warns(RuntimeWarning, match="0 of 1 threads"):
        (made,) = with_function().run()
    with pytest.MonkeyPatch.context() as other:
        other.setattr(threading.Thread, "start", START)
        (expected,) = with_function().run()
    np.testing.assert_array_equal(made.as_array(), expected.as_array())


def test_a_queue_without_a_thread(no_threads):
    queue: Ahead[Any] = Ahead(Background("headrace-test"))
    queue.extend([Job(lambda: 42), Job(lambda: 1 // 0)])
    with pytest.warns(RuntimeWarning, match="0 of 1 threads"):
        assert queue.take() == 42
    with pytest.raises(ZeroDivisionError):
        queue.take()
    assert not queue


def test_threads_of_queues_end_with_them():
    queue: Ahead[Any] = Ahead(Background("headrace-test"))
    queue.append(Job(threading.current_thread))
    thread = queue.take()
    assert thread.name == "headrace-test"
    del queue
    thread.join(60)
    assert not thread.is_alive()


def test_jobs_after_the_end_of_the_thread_are_done_by_the_consumer():
    background = Background("headrace-test")
    queue: Ahead[Any] = Ahead(background)
    queue.extend([Job(threading.current_thread) for _ in range(3)])
    assert queue.take() is background.thread
    background.stop()
    assert queue.take() in (background.thread, threading.current_thread())
    queue.append(Job(threading.current_thread))
    queue.popleft()
    assert queue.take() is threading.current_thread()


SHORT = """
    import resource, sys, time, warnings
    import numpy as np
    import headrace.dynamic as ndd

    warnings.simplefilter("always")
    with open("/proc/self/statm") as f:
        used = int(f.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (int(sys.argv[2]) << 20),) * 2)
    ndd.set_num_threads(int(sys.argv[1]))
    image = np.arange(300 * 300 * 3, dtype=np.uint8).reshape(300, 300, 3)
    x = ndd.as_batch([image] * 8, layout="HWC")
    for k in range(3):
        y = ndd.flip(x)
        time.sleep(0.05)
        assert (np.asarray(y.evaluate().select(5)) == image[:, ::-1]).all()
    print("done")
"""


def test_fewer_threads_than_asked_for():
    result = run(SHORT, 200, 250)
    assert result.returncode == 0, result.stderr
    assert result.stdout == "done\n"
    assert "of 200 threads could be started" in result.stderr
    assert result.stderr.count("RuntimeWarning") <= 2  # of workers and of the timer


# ---- little memory ---------------------------------------------------------------------------

# Varied work with less and less memory. Exceptions are fine, all but those of the process's end.
TIGHT = """
    import io, resource, sys
    import numpy as np
    import PIL.Image
    import headrace
    import headrace.dynamic as ndd
    from headrace import fn, pipeline_def

    file = io.BytesIO()
    PIL.Image.fromarray(np.arange(600 * 800 * 3, dtype=np.uint8).reshape(600, 800, 3)).save(
        file, "JPEG"
    )
    data = np.frombuffer(file.getvalue(), np.uint8)
    np.save(sys.argv[2] + "/x.npy", np.zeros((500, 500)))

    @pipeline_def(batch_size=8)
    def graph():
        x = fn.readers.numpy(files=[sys.argv[2] + "/x.npy"] * 8)
        return fn.cast(x, dtype=ndd.float32) + 1

    def decode(n):
        x = ndd.decoders.image(ndd.as_batch([data] * n))
        return ndd.resize(ndd.flip(x), size=[2000, 1500])

    def body():
        for x in ndd.prefetch(decode(6) for _ in range(3)):
            x.evaluate()

    def fill():
        x = ndd.decoders.image(ndd.as_batch([data, data[:50]] * 6), on_error="fill")
        np.asarray((ndd.cast(x, dtype=ndd.float64) + 1).evaluate().select(0))

    programs = [
        lambda: decode(24).evaluate(),
        lambda: np.asarray((ndd.cast(decode(8), dtype=ndd.float64) * 2).evaluate().select(3)),
        lambda: graph().run(),
        lambda: [x for (x,) in ndd.readers.Numpy(files=[sys.argv[2] + "/x.npy"] * 40).next_epoch(
            batch_size=20)],
        lambda: ndd.random.uniform(range=[0, 1], shape=[4000, 4000], batch_size=4).evaluate(),
        body,
        fill,
    ]
    with open("/proc/self/statm") as f:
        used = int(f.read().split()[0]) * resource.getpagesize()
    limit = used + (int(sys.argv[1]) << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
    outcomes = []
    for program in programs:
        try:
            program()
            outcomes.append("done")
        except (MemoryError, headrace.Error, RuntimeError) as e:
            outcomes.append(type(e).__name__)
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    x = decode(2)  # and it works again
    assert np.asarray(x.evaluate().select(0)).shape == (2000, 1500, 3)
    print(" ".join(outcomes))
"""


@pytest.mark.parametrize("megabytes", [1, 8, 30, 80, 150, 300])
def test_little_memory(tmp_path, megabytes):
    result = run(TIGHT, megabytes, tmp_path)
    assert result.returncode == 0, result.stderr
    assert len(result.stdout.split()) == 7


# Handles until memory runs out, inside of tables that grow where nothing can be raised.
MANY_HANDLES = """
    import resource, sys
    import numpy as np
    import headrace.dynamic as ndd

    batch = ndd.as_batch(np.zeros((65536, 4), np.uint8)).evaluate()
    list(batch.select([0, 1]))
    with open("/proc/self/statm") as f:
        used = int(f.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + int(sys.argv[1]), resource.RLIM_INFINITY))
    try:
        print(len(list(batch)))
    except MemoryError:
        print("MemoryError")
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert len(list(batch)) == 65536  # and it works again
"""


@pytest.mark.parametrize("kilobytes", [1300, 6300, 10300, 16300, 24300])
def test_handles_until_memory_runs_out(kilobytes):
    result = run(MANY_HANDLES, kilobytes * 1000)
    assert result.returncode == 0, result.stderr
    assert result.stdout == "MemoryError\n"


# Which libraries have memory for their variables in the main thread. See Note [Memory of a thread].
VARIABLES = """
    import ctypes, os
    import headrace.dynamic

    class Info(ctypes.Structure):  # dl_phdr_info
        _fields_ = [
            ("addr", ctypes.c_void_p), ("name", ctypes.c_char_p), ("headers", ctypes.c_void_p),
            ("count", ctypes.c_uint16), ("adds", ctypes.c_ulonglong), ("subs", ctypes.c_ulonglong),
            ("module", ctypes.c_size_t), ("variables", ctypes.c_void_p),
        ]

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Info), ctypes.c_size_t, ctypes.c_void_p)
    def visit(info, size, data):
        name = os.path.basename(os.fsdecode(info.contents.name)).split(".")[0]
        if name in ("_native", "libstdc++"):
            print(name, info.contents.variables is not None)
        return 0

    ctypes.CDLL(None).dl_iterate_phdr(visit, None)
"""


def test_import_takes_the_variables_of_exceptions():
    result = run(VARIABLES)
    assert result.returncode == 0, result.stderr
    assert sorted(result.stdout.splitlines()) == ["_native True", "libstdc++ True"]


def test_memory_errors_are_ours():
    with pytest.raises(MemoryError) as caught:
        ndd.random.uniform(range=[0, 1], shape=[1 << 20, 1 << 20], batch_size=2).evaluate()
    assert isinstance(caught.value, headrace.Error)


# ---- bounds ----------------------------------------------------------------------------------


def test_huge_counts_are_refused(tmp_path):
    np.save(tmp_path / "x.npy", np.zeros(3))
    files = [str(tmp_path / "x.npy")] * 3
    with pytest.raises(ValueError, match="batch_size is at most"):
        ndd.readers.Numpy(files=files).next_epoch(batch_size=2**40)
    with pytest.raises(ValueError, match="prefetch_queue_depth is at most 1024, got 1099511627776"):
        ndd.readers.Numpy(files=files, prefetch_queue_depth=2**40)
    with pytest.raises(ValueError, match="batch_size is at most"):
        with_function(batch_size=2**40)
    with pytest.raises(ValueError, match="prefetch_queue_depth is at most 1024"):
        with_function(prefetch_queue_depth=2**40)
    reader = ndd.readers.Numpy(files=files, prefetch_queue_depth=1024)
    assert sum(x.batch_size for (x,) in reader.next_epoch(batch_size=2)) == 4
    with ndd.prefetch(range(5), depth=2**60) as items:  # as much as there is
        assert list(items) == [0, 1, 2, 3, 4]


def test_lists_that_contain_themselves():
    selves: list[Any] = []
    selves.append(selves)
    both: list[Any] = []
    both += [both, both]
    late: list[Any] = [1]
    late += [late, late]
    deep: list[Any] = [1]
    for _ in range(100_000):
        deep = [deep]
    for data in (selves, both, deep, (selves,)):
        for make in (ndd.tensor, ndd.as_tensor, ndd.batch, ndd.as_batch):
            with pytest.raises(ValueError, match="nested more than 10 deep|contains itself"):
                make(data)
    for make in (ndd.tensor, ndd.as_tensor, ndd.batch, ndd.as_batch):
        with pytest.raises(ValueError):
            make(late)
    while deep and isinstance(deep[0], list):  # its death is a recursion of Python's own
        deep = deep[0]


def test_filters_of_warnings_do_not_grow():
    file = io.BytesIO()
    PIL.Image.new("RGB", (4, 4)).save(file, "GIF")
    data = ndd.as_batch([np.frombuffer(file.getvalue(), np.uint8)])
    with warnings.catch_warnings():
        lengths = set()
        for _ in range(20):
            warnings.simplefilter("ignore")  # puts itself first
            ndd.decoders.image(data).evaluate()
            lengths.add(len(warnings.filters))
        assert len(lengths) == 1
