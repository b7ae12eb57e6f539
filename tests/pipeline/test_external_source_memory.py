"""Memory of external sources: used again by them, copied where somebody else knows it."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.pipeline.workers.batches import SHARE_BYTES

from .feeding import Run, feeder

LARGE = (2, SHARE_BYTES)


@pytest.mark.parametrize("shape", [(2, 3), LARGE], ids=["small", "large"])
@pytest.mark.parametrize("kind", ["array", "list", "Batch", "Tensors"])
def test_memory_may_be_used_again(kind, shape):
    memory = np.zeros(shape, np.uint8)

    def source(i):
        memory[:] = i
        if kind == "Tensors":
            return [ndd.as_tensor(x) for x in memory]
        return {"array": memory, "list": [*memory], "Batch": ndd.as_batch(memory)}[kind]

    run = Run(feeder(source))
    batches = [run.once()[0] for _ in range(4)]
    assert [int(b.select(1)[-1]) for b in batches] == [0, 1, 2, 3]


@pytest.mark.parametrize("size", [3, SHARE_BYTES])
def test_memory_of_samples_may_be_used_again(size):
    memory = np.zeros(size, np.uint8)

    def source(info):
        memory[:] = info.idx_in_epoch
        return memory

    (batch,) = feeder(source, batch=False).next(4, 0, 0)
    assert [int(t[-1]) for t in batch] == [0, 1, 2, 3]


def test_memory_that_is_nobody_else_s_is_not_copied():
    seen = []

    def address(array):
        seen.append(array.__array_interface__["data"][0])
        return array

    for source in (
        lambda: address(np.zeros(LARGE, np.uint8)),
        lambda: [address(np.zeros(SHARE_BYTES, np.uint8)), np.zeros(SHARE_BYTES, np.uint8)],
    ):
        (batch,) = feeder(source).next(2, 0, 0)
        assert np.asarray(batch.select(0)).__array_interface__["data"][0] == seen.pop()


def test_memory_that_somebody_knows_is_copied():
    kept = []

    def source():
        array = np.zeros(LARGE, np.uint8)
        kept.append(array[1:])  # a view
        return array

    (batch,) = feeder(source).next(2, 0, 0)
    kept[0][:] = 9
    assert int(batch.select(1)[0]) == 0


def test_no_copy():
    memory = np.zeros(LARGE, np.uint8)
    for source, more in ((lambda: memory, {}), (lambda i: memory[0], {"batch": False})):
        (batch,) = feeder(source, no_copy=True, **more).next(2, 0, 0)
        address = np.asarray(batch.select(0)).__array_interface__["data"][0]
        assert address == memory.__array_interface__["data"][0]


def test_what_is_fed_is_copied():
    made, memory = feeder(), np.zeros(LARGE, np.uint8)
    for i in range(2):
        memory[:] = i
        made.feed(memory)
    memory[:] = 9
    assert [int(x[0].select(0)[0]) for x in (made.next(2, 0, 0), made.next(2, 1, 0))] == [0, 1]
