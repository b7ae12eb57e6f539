"""ndd.prefetch: items in order, exceptions, shutdown."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import traceback
import weakref

import pytest

import headrace.dynamic as ndd


def alive() -> list[threading.Thread]:
    return [t for t in threading.enumerate() if t.name == "headrace-prefetch"]


def eventually(condition, seconds: float = 20.0) -> bool:
    """Whether something becomes true, without saying when."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.001)
    return True


@pytest.fixture(autouse=True)
def no_thread_is_left():
    yield
    if alive():
        gc.collect()
    assert eventually(lambda: not alive()), "a producer thread is left"


class Source:
    """A generator that records what happens to it."""

    def __init__(self, count: int = 10**9, fail_at: int | None = None, pause: float = 0.0) -> None:
        self.count, self.fail_at, self.pause = count, fail_at, pause
        self.made = 0
        self.closed_by: str | None = None

    def items(self):
        try:
            for i in range(self.count):
                time.sleep(self.pause)
                if i == self.fail_at:
                    raise LookupError(i)
                self.made += 1
                yield i
        finally:
            self.closed_by = threading.current_thread().name


# ---- items -----------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 2, 7, 100])
@pytest.mark.parametrize(("producer", "consumer"), [(0, 0), (0.002, 0), (0, 0.002)])
def test_every_item_once_and_in_order(depth, producer, consumer):
    found = []
    for i in ndd.prefetch(Source(30, pause=producer).items(), depth):
        time.sleep(consumer)
        found.append(i)
    assert found == list(range(30))


class Numbers:
    """Makes a new iterator each time."""

    def __iter__(self):
        return iter([1, 2, 3])


class Indexed:
    """The old protocol of sequences."""

    def __getitem__(self, i):
        if i == 3:
            raise IndexError
        return i + 1


@pytest.mark.parametrize(
    "iterable", [[1, 2, 3], range(1, 4), Numbers(), Indexed(), iter([1, 2, 3]), {1: 0, 2: 0, 3: 0}]
)
def test_any_iterable(iterable):
    assert list(ndd.prefetch(iterable)) == [1, 2, 3]


def test_nothing_at_all():
    assert list(ndd.prefetch([])) == []


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_at_most_depth_items_ahead(depth):
    source = Source()
    with ndd.prefetch(source.items(), depth) as items:
        for taken in range(1, 20):
            next(items)
            assert eventually(lambda t=taken: source.made == t + depth)
            assert source.made <= taken + depth


def test_it_really_runs_ahead():
    """The generator goes on while the consumer holds an item."""
    passed = threading.Event()

    def items():
        yield 1
        passed.set()
        yield 2

    with ndd.prefetch(items(), depth=1) as ahead:
        next(ahead)
        assert passed.wait(20)


def test_several_consumers_share_the_items():
    items, found = ndd.prefetch(range(500), 3), []

    def consume():
        found.extend(list(items))

    threads = [threading.Thread(target=consume) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join(20)
    # The end is told once; the other threads see that it is over.
    assert sorted(found) == list(range(500))


def test_nested():
    def inner(k):
        yield from (10 * k + i for i in range(4))

    def outer():
        for k in range(5):
            yield from ndd.prefetch(inner(k), depth=1)

    expected = [10 * k + i for k in range(5) for i in range(4)]
    assert list(ndd.prefetch(ndd.prefetch(outer(), 3), 1)) == expected


def test_the_generators_return_value():
    def items():
        yield 1
        return "result"

    def delegate():
        found.append((yield from ndd.prefetch(items())))

    found: list[str] = []
    assert list(delegate()) == [1]
    assert found == ["result"]


@pytest.mark.parametrize(
    ("depth", "error"), [(0, ValueError), (-1, ValueError), (1.5, TypeError), ("2", TypeError)]
)
def test_bad_depths(depth, error):
    with pytest.raises(error, match="depth"):
        ndd.prefetch([1], depth)


def test_not_an_iterable():
    with pytest.raises(TypeError, match="iterable, got int"):
        ndd.prefetch(5)  # type: ignore[type-var]
    with pytest.raises(TypeError, match=r"call it"):
        ndd.prefetch(Source().items)  # type: ignore[arg-type]


# ---- exceptions ------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [0, 1, 5])
def test_the_exception_comes_after_the_items_before_it(k):
    items, found = ndd.prefetch(Source(fail_at=k).items()), []
    with pytest.raises(LookupError) as caught:
        found.extend(items)  # appends one by one
    assert found == list(range(k))
    assert caught.value.args == (k,)
    names = [f.name for f in traceback.extract_tb(caught.value.__traceback__)]
    assert names[-1] == "items"
    assert "work" not in names, "the producer's own frames are nobody's business"
    assert list(items) == [], "after the exception it is over"


class OddError(BaseException):
    """Derives from nothing that people catch."""


@pytest.mark.parametrize("kind", [OddError, KeyboardInterrupt, SystemExit, GeneratorExit])
def test_exceptions_of_every_kind(kind):
    error = kind("why")

    def items():
        yield 1
        raise error

    ahead = ndd.prefetch(items())
    assert next(ahead) == 1
    with pytest.raises(kind) as caught:
        next(ahead)
    assert caught.value is error


def test_an_iterator_that_cannot_be_made():
    class Bad:
        def __iter__(self):
            raise OSError("no data")

    with pytest.raises(OSError, match="no data"):
        next(ndd.prefetch(Bad()))


def test_stop_iteration_inside_a_generator_is_a_mistake():
    def items():
        yield next(iter([]))

    with pytest.raises(RuntimeError, match="StopIteration"):
        list(ndd.prefetch(items()))


def test_an_exception_does_not_keep_things_alive():
    class Large:
        pass

    def items():
        large = Large()
        refs.append(weakref.ref(large))
        yield 1
        raise ValueError

    refs: list[weakref.ref[Large]] = []
    with contextlib.suppress(ValueError):
        list(ndd.prefetch(items()))
    assert eventually(lambda: refs[0]() is None)


# ---- shutdown --------------------------------------------------------------------------------


def test_break_closes_the_generator_on_its_thread():
    source = Source()
    for i in ndd.prefetch(source.items()):
        if i == 3:
            break
    assert eventually(lambda: source.closed_by == "headrace-prefetch")
    assert source.made <= 4 + 2


def test_close_waits_for_the_generator():
    source = Source(pause=0.01)
    items = ndd.prefetch(source.items())
    next(items)
    items.close()
    assert source.closed_by and not alive()
    assert list(items) == []
    items.close()


def test_with_closes():
    source = Source()
    with ndd.prefetch(source.items()) as items:
        assert next(items) == 0
    assert source.closed_by


def test_what_cleanup_raises_comes_out_of_close():
    def items():
        try:
            while True:
                yield 1
        finally:
            raise OSError("cannot clean up")

    ahead = ndd.prefetch(items())
    next(ahead)
    with pytest.raises(OSError, match="cannot clean up") as caught:
        ahead.close()
    assert traceback.extract_tb(caught.value.__traceback__)[-1].name == "items"


def test_what_cleanup_raises_is_reported_after_a_break(monkeypatch):
    reports: list[type] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: reports.append(args.exc_type))

    def items():
        try:
            while True:
                yield 1
        finally:
            raise OSError("cannot clean up")

    for _ in ndd.prefetch(items()):
        break
    assert eventually(lambda: reports == [OSError])


def test_never_started():
    source = Source()
    items = ndd.prefetch(source.items())
    assert not alive() and source.made == 0
    items.close()
    assert list(items) == [] and source.made == 0
    ndd.prefetch(source.items())
    assert not alive()


def test_garbage_in_a_cycle():
    source = Source()
    items = ndd.prefetch(source.items())
    next(items)
    items.myself = items  # type: ignore[attr-defined]
    del items
    gc.collect()
    assert eventually(lambda: source.closed_by is not None)


def test_the_generator_may_close_its_own_prefetch():
    def items():
        yield 1
        ahead.close()
        yield 2

    ahead = ndd.prefetch(items())
    assert next(ahead) == 1
    assert eventually(lambda: not alive())


def test_nested_ones_end_together():
    inner = Source()

    def outer():
        yield from ndd.prefetch(inner.items())

    for i in ndd.prefetch(outer()):
        if i == 2:
            break
    assert eventually(lambda: inner.closed_by is not None and not alive())


def test_an_item_in_the_making_is_dropped():
    """A break does not wait for a slow generator."""
    go = threading.Event()

    def items():
        yield 1
        go.wait(20)
        yield 2

    for _ in ndd.prefetch(items()):
        break
    assert len(alive()) == 1
    go.set()


def test_keyboard_interrupt_in_the_body():
    source = Source()
    with contextlib.suppress(KeyboardInterrupt):
        for i in ndd.prefetch(source.items()):
            if i == 2:
                raise KeyboardInterrupt
    gc.collect()
    assert eventually(lambda: source.closed_by is not None)


def test_keyboard_interrupt_while_waiting():
    """The wait ends at once; the item it waited for is not lost."""
    go = threading.Event()

    def items():
        yield 1
        go.wait(20)
        yield 2

    ahead = ndd.prefetch(items())
    next(ahead)
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            next(ahead)
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    go.set()
    assert list(ahead) == [2]


def run_program(text: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(text)],
        capture_output=True, text=True, timeout=timeout, check=False,
    )  # fmt: skip


def test_the_program_ends_while_it_runs():
    done = run_program("""
        import headrace.dynamic as ndd
        def items():
            try:
                while True:
                    yield ndd.tensor([1, 2]) + 1
            finally:
                print("closed")
        kept = ndd.prefetch(items())
        next(kept)
        print("end")
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\nclosed\n", "")


def test_the_program_ends_though_the_generator_does_not():
    done = run_program("""
        import time
        import headrace.dynamic as ndd
        import headrace.engine.ahead as module
        module.EXIT_SECONDS = 0.1
        def items():
            yield 1
            time.sleep(1000)
        kept = ndd.prefetch(items())
        next(kept)
        print("end")
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_fork():
    """A child does not wait for a thread that it does not have; unstarted ones work in it."""
    done = run_program("""
        import os, warnings
        warnings.simplefilter("ignore")
        import headrace.dynamic as ndd
        begun, fresh = ndd.prefetch(iter(range(100))), ndd.prefetch(range(3))
        next(begun)
        child = os.fork()
        if child == 0:
            try:
                next(begun)
            except RuntimeError as e:
                print("after the fork" in str(e), list(fresh), flush=True)
            begun.close()
            del begun
            os._exit(0)
        print(os.waitpid(child, 0)[1], list(begun) == list(range(1, 100)), list(fresh))
    """)
    assert done.stderr == ""
    assert done.stdout == "True [0, 1, 2]\n0 True [0, 1, 2]\n"


def test_many_short_ones():
    for k in range(200):
        items = ndd.prefetch(range(5), depth=1 + k % 3)
        assert [next(items) for _ in range(k % 5)] == list(range(k % 5))
