"""Memory that workers share: views of it, what is kept and used again, nothing left."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.pipeline.workers import memory

from .feeding import Parallel, feeder
from .parallel_sources import KINDS, alive, limited, many

pytestmark = pytest.mark.timeout(90)
A = np.array


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
