"""What docs/concurrency.md promises and no other test looks at: shared objects, pickling."""

from __future__ import annotations

import pickle
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd


def in_threads(count: int, work: Callable[[], None]) -> None:
    failures: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as e:
            failures.append(e)

    threads = [threading.Thread(target=run) for _ in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failures, failures


@pytest.fixture
def many_switches():
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_a_shared_rng_gives_no_number_twice(many_switches):
    rng, alone = ndd.random.RNG(3), ndd.random.RNG(3)
    in_threads(4, lambda: [rng() for _ in range(5000)])
    alone.advance(20000)
    assert rng.get_state() == alone.get_state()


def test_a_shared_pool(many_switches):
    pool = ndd.EvalContext(num_threads=2).thread_pool
    x = ndd.batch([np.arange(300, dtype=np.int32)] * 4)

    def work() -> None:
        with ndd.EvalContext(thread_pool=pool):
            for _ in range(30):
                assert int(np.asarray((x + 1).tensors[3])[-1]) == 300

    in_threads(3, work)


def test_a_shared_external_source(many_switches):
    source, got = ndd.ExternalSource(range(200), cycle="no"), []

    def work() -> None:
        while True:
            try:
                got.append(source().item())
            except StopIteration:
                return

    in_threads(4, work)
    assert sorted(got) == list(range(200))


def test_what_can_be_pickled(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"abc")
    reader = ndd.readers.File(files=[str(tmp_path / "a")])
    for thing in (ndd.tensor([1, 2]) + 1, ndd.batch([1, 2]) + 1):
        np.testing.assert_array_equal(
            np.asarray(ndd.as_tensor(pickle.loads(pickle.dumps(thing)))), [2, 3]
        )
    assert pickle.loads(pickle.dumps(reader.get_state())) is not None
    refused = (TypeError, AttributeError, pickle.PicklingError)
    for thing in (reader, ndd.EvalContext(), ndd.prefetch([1]), headrace.Pipeline(batch_size=1)):
        with pytest.raises(refused):
            pickle.dumps(thing)
