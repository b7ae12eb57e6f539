"""Checkpoints and states of all kinds from outside: restored, or refused at once."""

from __future__ import annotations

import json
import time

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import headrace.dynamic as ndd
from headrace import Error, fn, pipeline_def
from headrace.engine.checkpoint import Checkpoint
from headrace.plugin.epochs import LastBatchPolicy, ReaderEpochs

from ..readers import hostile_states

pytestmark = pytest.mark.timeout(300)
SECONDS = 20  # of this process's work
QUICK = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def refused(restore) -> bool:
    """Whether it is refused; then with one sentence, and soon."""
    started = time.process_time()
    try:
        restore()
    except (Error, ValueError) as e:
        what = e.what if isinstance(e, Error) else str(e)
        if not what or "\n" in what or len(what) > 800:
            raise
        return True
    finally:
        assert time.process_time() - started < SECONDS
    return False


@pytest.fixture
def files(tmp_path):
    for i in range(12):
        (tmp_path / f"{i:02d}.bin").write_bytes(bytes([i]))
    return sorted(map(str, tmp_path.glob("*.bin")))


def test_pipelines(files):
    @pipeline_def(batch_size=4, seed=5)
    def graph():
        data, _ = fn.readers.file(files=files, random_shuffle=True)
        return data, fn.random.uniform(range=[0, 1])

    def outputs(pipe):
        data, x = pipe.run()
        return [int(data.at(i)[0]) for i in range(4)], [float(x.at(i)) for i in range(4)]

    pipe = graph()
    for _ in range(2):
        pipe.run()
    saved = pipe.checkpoint()
    following = outputs(pipe)
    assert outputs(graph(checkpoint=saved)) == following
    valid = json.loads(saved)
    inner = json.loads(valid["readers"]["readers.file_0"])

    @QUICK
    @given(
        st.one_of(
            hostile_states.texts(valid),
            hostile_states.texts(inner).map(
                lambda t: json.dumps({**valid, "readers": {"readers.file_0": t}})
            ),
        )
    )
    def check(text):
        def restore():
            data, _ = outputs(graph(checkpoint=text))
            assert set(data) <= set(range(12))

        if not refused(restore):
            assert isinstance(json.loads(text), dict)

    check()
    for field in ("iteration", "epoch", "in_epoch"):
        with pytest.raises(Error, match=f"the field '{field}' is {2**48}: a count is from 0 to"):
            graph(checkpoint=json.dumps({**valid, field: 2**48}))
        with pytest.raises(Error, match="of another type"):
            graph(checkpoint=json.dumps({**valid, field: True}))


def test_seeds_of_any_size_come_back():
    def made(seed, **more):
        @pipeline_def(batch_size=2, **more)
        def graph():
            return fn.random.uniform(range=[0, 1], seed=seed)

        return graph()

    pipe = made(2**70 + 3)
    pipe.run()
    again = made(1, checkpoint=pipe.checkpoint())
    assert float(again.run()[0].at(1)) == float(pipe.run()[0].at(1))


def test_checkpoints_of_dynamic_mode():
    ckpt = Checkpoint()
    ckpt.register(ndd.random.RNG(3), "rng")
    ckpt.collect()
    valid = json.loads(ckpt.serialize())

    @QUICK
    @given(hostile_states.texts(valid))
    def check(text):
        def restore():
            fresh = Checkpoint()
            fresh.deserialize(text)
            if "rng" in json.loads(text)["states"]:
                rng = ndd.random.RNG(1)
                fresh.restore() if fresh.names else None
                kind = json.loads(text)["states"]["rng"].get("type")
                if kind in (None, "RNG"):
                    fresh.register(rng, "rng")
                    rng()

        refused(restore)

    check()


@pytest.mark.parametrize("block", ["3FFFFFFFFFFFFFFF", "4000000000000000", "F" * 16, "0" * 16])
def test_states_of_random_generators(block):
    text = f"Philox_FFFFFFFFFFFFFFFF_{0:016X}:{block}_3"
    rng = ndd.random.RNG(1)
    if int(block, 16) >> 62:
        with pytest.raises(ValueError, match="not the state of an RNG"):
            rng.set_state(text)
        return
    rng.set_state(text)
    assert str(rng.get_state()) == text
    ndd.random.uniform(range=[0, 1], shape=[2], rng=rng).evaluate()
    rng()
    rng.set_state(str(rng.get_state()))


@pytest.mark.parametrize("iterator", [
    {}, [], 3, {"epoch": 2**60, "batches": 0, "ended": False},
    {"epoch": -1, "batches": 0, "ended": False}, {"epoch": 0, "batches": 2**70, "ended": False},
    {"epoch": 0, "batches": 1, "ended": 1},
    {"epoch": True, "batches": 1, "ended": False}, {"epoch": 0, "ended": False},
], ids=str)  # fmt: skip
def test_iterators(files, iterator):
    from headrace.plugin.numpy import DALIGenericIterator

    @pipeline_def(batch_size=4)
    def graph():
        return fn.readers.file(files=files, name="r")[0]

    saved = {**json.loads(graph().checkpoint()), "iterator": iterator}
    assert refused(
        lambda: DALIGenericIterator(graph(checkpoint=json.dumps(saved)), ["x"], reader_name="r")
    )


def test_epochs_of_many_shards():
    """The formulas for all shards are what looking at each of them gives."""
    for total in range(1, 13):
        for shards in range(1, total + 1):
            for stick in (0, 1):
                meta = dict(
                    epoch_size=total,
                    number_of_shards=shards,
                    pad_last_batch=0,
                    stick_to_shard=stick,
                )
                epochs = ReaderEpochs(meta, [0], 2, LastBatchPolicy.FILL)
                sizes = [epochs._shard_size(i) for i in range(shards)]
                assert (epochs._smallest, epochs._largest) == (min(sizes), max(sizes))
                for number in range(2 * shards + 2):
                    each = [epochs._samples_of(i, number) for i in range(shards)]
                    assert epochs._samples(number) == max(each)
    meta = dict(epoch_size=10**12, number_of_shards=10**9, pad_last_batch=0, stick_to_shard=0)
    assert ReaderEpochs(meta, [5], 10, LastBatchPolicy.FILL).epoch(2**40).batches == 100


def test_loaders(files):
    pytest.importorskip("torch")

    def loader():
        return ndd.pytorch.DataLoader(ndd.readers.File(files=files), batch_size=5, seed=1)

    first = loader()
    next(iter(first))
    valid = json.loads(json.dumps(first.state_dict()))

    @QUICK
    @given(hostile_states.changed(valid))
    def check(state):
        fresh = loader()
        if not refused(lambda: fresh.load_state_dict(state)):
            rest = [b[0] for b in fresh]
            assert len(rest) <= 3

    check()


def test_loaders_over_sources_do_not_replay_for_ever():
    pytest.importorskip("torch")

    def forever():
        while True:
            yield np.zeros(3, np.float32)

    def loader():
        return ndd.pytorch.DataLoader(ndd.ExternalSource(forever), batch_size=2, seed=1)

    state = loader().state_dict()
    assert refused(lambda: loader().load_state_dict({**state, "batches": 2**62}))
    fresh = loader()
    fresh.load_state_dict({**state, "batches": 300})
    assert not fresh._feed._made  # what was skipped is not kept
    assert next(iter(fresh)) is not None
