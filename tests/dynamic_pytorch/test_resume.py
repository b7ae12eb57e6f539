"""DataLoader states: after every batch the run goes on exactly as it would have."""

from __future__ import annotations

import io
import json

import pytest

import headrace.dynamic as ndd

from ..readers.orders import orders

torch = pytest.importorskip("torch")
DataLoader = ndd.pytorch.DataLoader


def work(data, number):
    """Which samples, and random numbers."""
    return number, ndd.random.uniform(range=[0, 1], batch_size=number.batch_size)


def content(batch):
    return batch[0].flatten().tolist(), batch[1].tolist()


def make(files, arguments, **more):
    reader = ndd.readers.File(files=files, **arguments)
    return DataLoader(reader, work, **dict(batch_size=4) | more)


@pytest.mark.parametrize("arguments", orders(1, 3), ids=lambda a: "-".join(map(str, a.values())))
@pytest.mark.parametrize("more", [{}, dict(drop_last=True), dict(batch_size=1, prefetch_factor=0)])
def test_after_every_batch(files, arguments, more):
    loader = make(files, arguments, **more)
    epochs, states = [], []
    for _ in range(3):
        epochs.append([])
        states.append((len(epochs) - 1, 0, loader.state_dict()))
        for batch in loader:
            epochs[-1].append(content(batch))
            states.append((len(epochs) - 1, len(epochs[-1]), loader.state_dict()))
    for e, k, state in states:
        again = make(files, arguments, **more)
        again.load_state_dict(json.loads(json.dumps(state)))
        assert [content(b) for b in again] == epochs[e][k:]
        for later in epochs[e + 1 :]:
            assert [content(b) for b in again] == later


@pytest.mark.parametrize("ahead", [0, 1, 5])
def test_only_what_was_got_counts(files, ahead):
    loader = make(files, dict(random_shuffle=True), seed=1, prefetch_factor=ahead)
    whole = [content(b) for b in loader]
    loader = make(files, dict(random_shuffle=True), seed=1, prefetch_factor=ahead)
    for _ in loader:
        break
    state = loader.state_dict()
    assert state["batches"] == 1
    loader.load_state_dict(state)  # the same one goes on
    assert loader.state_dict() == state
    assert [content(b) for b in loader] == whole[1:]
    again = make(files, dict(random_shuffle=True), prefetch_factor=2)
    again.load_state_dict(state)
    assert [content(b) for b in again] == whole[1:]


def test_a_loop_that_goes_on_and_takes_nothing(files):
    loader = make(files, dict(random_shuffle=True), seed=1)
    whole = [content(b) for b in loader]
    again = make(files, dict(random_shuffle=True), seed=1)
    next(iter(again))
    again.load_state_dict(again.state_dict())
    iter(again)
    assert [content(b) for b in again] == whole[1:]


def test_a_loop_is_stopped_by_a_state(files):
    loader = make(files, {})
    start = loader.state_dict()
    loop = iter(loader)
    next(loop)
    loader.load_state_dict(start)
    with pytest.raises(RuntimeError, match="a state was loaded"):
        next(loop)
    assert len(list(loader)) == 3


def test_after_a_batch_that_failed(files):
    def fails(data, number):
        if 4 in number.torch().flatten().tolist():
            raise ValueError("no")
        return work(data, number)

    def broken():
        return DataLoader(ndd.readers.File(files=files), fails, batch_size=4, seed=1)

    loader = broken()
    loop = iter(loader)
    next(loop)
    with pytest.raises(ValueError, match="no"):
        next(loop)
    state = loader.state_dict()
    rest = [content(b) for b in loop]
    again = broken()
    again.load_state_dict(state)
    assert [content(b) for b in again] == rest and len(rest) == 1


@pytest.mark.parametrize("pad", [False, True])
@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize(("ranks", "batch_size"), [(1, 4), (2, 3), (4, 1), (3, 5)])
def test_another_number_of_ranks(files, pad, shuffle, ranks, batch_size):
    """Two ranks stop after a batch; others go on: each sample once, then whole epochs again."""

    def rank(k, count, size):
        reader = ndd.readers.File(
            files=files,
            random_shuffle=shuffle,
            num_shards=count,
            shard_id=k,
            pad_last_batch=pad,
        )
        return DataLoader(reader, lambda data, number: number, batch_size=size)

    seen, states = [], []
    for k in range(2):
        loader = rank(k, 2, 2)
        seen += next(iter(loader)).flatten().tolist()
        states.append(loader.state_dict())
    assert states[0]["reader"] == states[1]["reader"]
    later = []
    for k in range(ranks):
        loader = rank(k, ranks, batch_size)
        loader.load_state_dict(states[0])
        for batch in loader:
            seen += batch.flatten().tolist()
        for batch in loader:
            later += batch.flatten().tolist()
    if pad:
        assert set(seen) == set(later) == set(range(11))
    else:
        assert sorted(seen) == sorted(later) == list(range(11))


def test_states_are_plain(files):
    loader = make(files, {})
    next(iter(loader))
    state = loader.state_dict()
    file = io.BytesIO()
    torch.save(state, file)
    file.seek(0)
    assert torch.load(file, weights_only=True) == state == json.loads(json.dumps(state))
    assert set(map(type, state.values())) <= {int, str}


def test_the_protocol_of_torchdata(files):
    stateful = pytest.importorskip("torchdata.stateful_dataloader.stateful")
    assert isinstance(make(files, {}), stateful.Stateful)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (dict(version=7), "version 7"),
        (dict(reader="x"), "not the state of a reader"),
        (dict(reader=None), "needs a ReaderState"),
        (dict(random="x"), "not the state of an RNG"),
        (dict(random=5), "not the state of a DataLoader"),
        (dict(batches=-1), "batches is at least 0"),
        (dict(batches="x"), "batches is an integer"),
    ],
)
def test_states_that_are_none(files, change, text):
    loader = make(files, {})
    with pytest.raises((ValueError, TypeError), match=text):
        loader.load_state_dict(loader.state_dict() | change)
    assert len(list(loader)) == 3


def test_states_of_something_else(files):
    loader = make(files, {})
    loader.load_state_dict({})  # as torchdata has it
    for other in ({"a": 1}, [], None, "x", DataLoader(ndd.ExternalSource([1])).state_dict()):
        with pytest.raises(ValueError, match="not the state of a DataLoader"):
            loader.load_state_dict(other)
    fewer = make(files[:9], {})
    with pytest.raises(ValueError, match="length=11"):
        fewer.load_state_dict(loader.state_dict())
