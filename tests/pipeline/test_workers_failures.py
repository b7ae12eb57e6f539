"""Sources that raise in a worker, and workers that die: who, where, and how it goes on."""

from __future__ import annotations

import faulthandler
import os
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from .feeding import Parallel, feeder
from .parallel_sources import KINDS, Mine, numbers, wait_until

pytestmark = pytest.mark.timeout(90)
A = np.array


# ---- exceptions ------------------------------------------------------------------------------


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
        assert 'external_source "images"' in text and "test_workers_failures.py" in text
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


def test_a_worker_that_is_killed_from_outside(tmp_path):
    marker = tmp_path / "pid"

    def source(info):
        if info.idx_in_epoch == 5 and not marker.exists():
            written = tmp_path / "written"
            written.write_text(str(os.getpid()))
            written.rename(marker)
            time.sleep(1000)
        return A([info.idx_in_epoch])

    def outside():
        wait_until(marker.exists)
        os.kill(int(marker.read_text()), signal.SIGKILL)

    with Parallel(feeder(source, batch=False, parallel=True)) as p:
        killer = threading.Thread(target=outside)
        killer.start()
        assert p.run.times(2) == [[[0], [1]], [[2], [3]]]
        with pytest.raises(RuntimeError, match="killed by signal 9"):
            p.run.once()
        killer.join()
        p.run.iteration += 1
        assert p.run.times(2) == [[[6], [7]], [[8], [9]]]  # another took its place


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
