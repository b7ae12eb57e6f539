"""Values on their way to a GPU and back: pinned memory, which the GPU reads and writes directly."""

from __future__ import annotations

import gc
import subprocess
import sys

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import _native

from .on_gpu import counted, spent

real = pytest.mark.skipif(
    _native.gpu_count() == 0 or _native.gpu_emulated(), reason="nothing is late on an emulated GPU"
)


@pytest.fixture(autouse=True)
def in_use():
    """From here on a GPU is in use."""
    ndd.tensor(np.zeros(1)).gpu().evaluate()


def made(shapes, seed=0):
    """Images that the engine has made, as readers and decoders make them."""
    rng = np.random.default_rng(seed)
    arrays = [rng.integers(0, 255, s, np.uint8) for s in shapes]
    return arrays, (ndd.batch(arrays, layout="HWC") + ndd.uint8(1)).evaluate()


def check(batch, arrays):
    for got, want in zip(batch.cpu().tensors, arrays, strict=True):
        np.testing.assert_array_equal(np.asarray(got), want + 1)


RAGGED = [(300 + 7 * k, 400 - 11 * k, 3) for k in range(5)]
EVEN = [(300, 400, 3)] * 5


@pytest.mark.parametrize("shapes", [RAGGED, EVEN], ids=["ragged", "even"])
def test_no_copy_on_the_host(shapes):
    arrays, batch = made(shapes)
    before = counted()
    on_gpu = batch.gpu().evaluate()
    check(on_gpu, arrays)
    used = spent(before)
    assert used["staged"] == 0
    assert (used["uploads"], used["downloads"]) == (1, 1)
    assert _native.memory()[2] >= sum(a.nbytes for a in arrays)
    if shapes is EVEN:
        assert ndd.as_tensor(on_gpu).shape == (5, 300, 400, 3)


def test_readers_give_pinned_memory(tmp_path):
    arrays = [np.full((200, 300), k, np.float32) for k in range(6)]
    for k, a in enumerate(arrays):
        np.save(tmp_path / f"{k}.npy", a)
    (batch,) = next(iter(ndd.readers.Numpy(file_root=str(tmp_path)).next_epoch(batch_size=6)))
    batch.evaluate()
    before = counted()
    got = batch.gpu().evaluate()
    assert spent(before)["staged"] == 0
    for g, want in zip(got.cpu().tensors, arrays, strict=True):
        np.testing.assert_array_equal(np.asarray(g), want)


def test_other_memory_is_copied_first():
    """Arrays of others, small batches, parts of batches, samples in another order."""
    x = np.arange(600_000, dtype=np.uint8)
    before = counted()
    np.testing.assert_array_equal(np.asarray(ndd.as_tensor(x).gpu().cpu()), x)
    assert spent(before)["staged"] >= x.nbytes
    for shapes, chosen in ((RAGGED, [3]), (RAGGED, [4, 0]), (EVEN, [2, 1, 0, 4, 3])):
        arrays, batch = made(shapes)
        part = ndd.as_batch([batch.select(i) for i in chosen])
        check(part.gpu(), [arrays[i] for i in chosen])
    arrays, batch = made([(0, 5, 3), (400, 500, 3), (7, 0, 3)])
    check(batch.gpu(), arrays)
    check(ndd.as_batch([batch.select(2), batch.select(0)]).gpu(), [arrays[2], arrays[0]])


def test_later_writes_are_not_uploaded():
    for shapes in (RAGGED, EVEN):
        arrays, batch = made(shapes)
        on_gpu = batch.gpu().evaluate()
        for t in batch.tensors:
            np.from_dlpack(t)[:] = 0
        check(on_gpu, arrays)
        again = batch.gpu()  # while there may be writers
        assert all(np.asarray(t).max() == 0 for t in again.cpu().tensors)


@real
@pytest.mark.parametrize("shapes", [RAGGED, EVEN], ids=["ragged", "even"])
def test_late_streams(shapes):
    """The upload has not begun when its memory is let go of, or given to somebody who writes."""
    torch = pytest.importorskip("torch")
    ours = torch.cuda.ExternalStream(ndd.get_default_stream().handle)
    for k in range(4):
        arrays, batch = made(shapes, seed=k)
        with torch.cuda.stream(ours):
            torch.cuda._sleep(100_000_000)
        on_gpu = batch.gpu().evaluate()
        assert not ours.query()  # nobody has waited
        if k % 2:
            for t in batch.tensors:
                np.from_dlpack(t)[:] = 0
        else:
            del batch
            gc.collect()
            for _ in range(6):
                made(shapes, seed=99)  # would take the memory, were it free
        check(on_gpu, arrays)


FORKED = """
import os, sys
import numpy as np
import headrace.dynamic as ndd
from headrace import Error, _native

ndd.tensor(np.zeros(1)).gpu().evaluate()
images = [np.full((300, 400, 3), 3, np.uint8)] * 5
pinned = (ndd.batch(images) + ndd.uint8(1)).evaluate()
small = (ndd.batch([np.arange(5)]) + 1).evaluate()
pinned.gpu().evaluate()
before = _native.memory()[2]
assert before >= 5 * images[0].nbytes
child = os.fork()
if child == 0:
    for use in (lambda: np.asarray(pinned.select(0)), lambda: ndd.flip(pinned).evaluate(),
                lambda: pinned.tensors[1].numpy(), lambda: ndd.as_batch([pinned.select(2)])):
        try:
            use()
        except Error as e:
            assert "before the fork" in str(e), e
        else:
            os._exit(3)
    assert np.asarray(small.select(0)).tolist() == [1, 2, 3, 4, 5]
    mine = (ndd.batch(images) + ndd.uint8(2)).evaluate()
    assert all(np.asarray(t).min() == np.asarray(t).max() == 5 for t in mine.tensors)
    assert _native.memory()[2] == before  # nothing new is pinned
    del pinned
    os._exit(0)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.timeout(60)
def test_forked_children():
    """They say that a value of their parent is out of reach, and have memory of their own."""
    run = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
