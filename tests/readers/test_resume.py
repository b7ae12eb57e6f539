"""Resuming: after k batches, for every k, every reader goes on exactly where it was."""

from __future__ import annotations

import json
import time
import warnings

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import headrace.dynamic as ndd

from .orders import orders


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("numbers")
    for i in range(23):
        (folder / f"{i:03d}").write_bytes(bytes([i]))
    return sorted(str(p) for p in folder.iterdir())


def numbers(batch):
    return [int(np.asarray(x)[0]) for x in batch[0]]


@pytest.mark.parametrize("arguments", orders(1, 3), ids=lambda a: "-".join(map(str, a.values())))
@pytest.mark.parametrize("batch_size", [1, 4, 8])
def test_after_every_batch(files, arguments, batch_size):
    def make():
        return ndd.readers.File(files=files[:11], **arguments)

    reader = make()
    epochs, states = [], []
    for _ in range(3):
        epoch = []
        states.append((len(epochs), 0, str(reader.get_state())))
        for batch in reader.next_epoch(batch_size=batch_size):
            epoch.append(numbers(batch))
            states.append((len(epochs), len(epoch), str(reader.get_state())))
        epochs.append(epoch)
    for e, k, state in states:
        again = make()
        again.set_state(state)
        rest = [numbers(b) for b in again.next_epoch(batch_size=batch_size)]
        assert rest == epochs[e][k:]
        for later in epochs[e + 1 :]:
            assert [numbers(b) for b in again.next_epoch(batch_size=batch_size)] == later


def test_a_state_is_a_few_numbers(files):
    reader = ndd.readers.File(files=files, random_shuffle=True)
    before = reader.get_state()
    for _ in range(30):
        for _ in reader.next_epoch(batch_size=2):
            pass
    state = reader.get_state()
    assert len(str(state)) < 400 and json.loads(str(state))["version"] == 1
    assert state == str(state) and state != before and hash(state) == hash(reader.get_state())


def test_states_may_be_set_at_any_time(files):
    reader = ndd.readers.File(files=files, pad_last_batch=True)
    epoch = reader.next_epoch(batch_size=5)
    first = numbers(next(epoch))
    state = reader.get_state()
    rest = [numbers(b) for b in epoch]
    reader.set_state(state)  # between epochs
    assert [numbers(b) for b in reader.next_epoch(batch_size=5)] == rest
    epoch = reader.next_epoch(batch_size=5)
    assert numbers(next(epoch)) == first
    del epoch
    reader.set_state(str(state).encode())  # in the midst of one
    assert [numbers(b) for b in reader.next_epoch(batch_size=5)] == rest


def test_the_saved_seed_wins(files):
    a = ndd.readers.File(files=files, random_shuffle=True, seed=1)
    next(a.next_epoch(batch_size=4))
    b = ndd.readers.File(files=files, random_shuffle=True, seed=2)
    b.set_state(a.get_state())
    with pytest.warns(UserWarning, match="left after 1"):
        assert [numbers(x) for x in b.next_epoch(batch_size=4)] == [
            numbers(x) for x in a.next_epoch(batch_size=4)
        ]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (dict(files=22), "length=23, this reader has length=22"),
        (dict(random_shuffle=False), "shuffle=True"),
        (dict(pad_last_batch=True), "pad_last_batch=False"),
        (dict(stick_to_shard=True), "stick_to_shard=False"),
    ],
)
def test_states_that_do_not_fit(files, change, text):
    state = ndd.readers.File(files=files, random_shuffle=True).get_state()
    arguments = dict(files=23, random_shuffle=True) | change
    other = ndd.readers.File(**arguments | dict(files=files[: arguments["files"]]))
    with pytest.raises(ValueError, match=text):
        other.set_state(state)
    assert len(list(other.next_epoch(batch_size=23))) == 1  # still usable


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", "{}", '{"reader": "readers.File"}', "null", "1", '"a"'],
)
def test_garbage_is_no_state(files, text):
    with pytest.raises(ValueError):
        ndd.readers.File(files=files).set_state(text)
    with pytest.raises(TypeError, match="needs a ReaderState"):
        ndd.readers.File(files=files).set_state(5)


@pytest.mark.parametrize("field", ["epoch", "batches", "shards", "stages", "batch_size", "rest"])
@pytest.mark.parametrize("value", [-1, 1.5, "x", None, [[1]], [[1, 2, 0]], 10**30, True])
def test_damaged_states(files, field, value):
    reader = ndd.readers.File(files=files)
    next(reader.next_epoch(batch_size=4))
    fields = json.loads(str(reader.get_state()))
    if (field, value) == ("rest", None):
        return
    fields[field] = value
    with pytest.raises(ValueError):
        reader.set_state(json.dumps(fields))


# ---- other ranks, other batch sizes --------------------------------------------------------------


@pytest.mark.parametrize("shuffle", [False, True])
def test_elastic(files, shuffle):
    """4 ranks, then 2, then 8: together they read everything once."""
    state, seen = None, []

    def ranks(count, batches, batch_size):
        nonlocal state
        states = set()
        for rank in range(count):
            r = ndd.readers.File(
                files=files,
                random_shuffle=shuffle,
                num_shards=count,
                shard_id=rank,
                pad_last_batch=True,
            )
            if state is not None:
                r.set_state(state)
            got = []
            for i, b in enumerate(r.next_epoch(batch_size=batch_size)):
                got += numbers(b)
                if i + 1 == batches:
                    states.add(str(r.get_state()))
                    break
            else:
                states.add(str(r.get_state()))
            seen.extend(dict.fromkeys(got))  # without padding
        (state,) = states  # in lockstep, they are all the same

    ranks(4, 1, 2)
    ranks(2, 2, 1)
    ranks(8, None, 2)
    assert len(seen) >= 23 and set(seen) == set(range(23))
    assert len(seen) - 23 <= 8  # an empty shard repeats its neighbour's last
    assert json.loads(state)["epoch"] == 1 and json.loads(state)["stages"] == []


def test_another_batch_size(files):
    reader = ndd.readers.File(files=files)
    next(reader.next_epoch(batch_size=4))
    again = ndd.readers.File(files=files)
    again.set_state(reader.get_state())
    epoch = again.next_epoch(batch_size=10)
    assert len(epoch) == 2
    assert sum((numbers(b) for b in epoch), []) == [*range(4, 23), 0]


# ---- prefetch ------------------------------------------------------------------------------------


def test_only_delivered_batches_count(files):
    rng = ndd.random.RNG(3)
    reader = ndd.readers.File(files=files, random_shuffle=True, pad_last_batch=True)

    def batches(reader, rng):
        for x in reader.next_epoch(batch_size=2):
            yield numbers(x), rng()

    plain = list(
        batches(
            ndd.readers.File(files=files, random_shuffle=True, pad_last_batch=True),
            ndd.random.RNG(3),
        )
    )
    with ndd.prefetch(batches(reader, rng), depth=3) as ahead:
        assert json.loads(str(reader.get_state()))["batches"] == 0
        for k in range(5):
            assert next(ahead) == plain[k]
            assert json.loads(str(reader.get_state()))["batches"] == k + 1
            other = ndd.random.RNG(state=str(rng.get_state()))
            assert other() == plain[k + 1][1]
    # What was made ahead and not taken was never read.
    again = ndd.readers.File(files=files, random_shuffle=True, pad_last_batch=True)
    again.set_state(reader.get_state())
    assert list(batches(again, rng)) == plain[5:]


def test_a_whole_epoch_through_prefetch(files):
    reader = ndd.readers.File(files=files, random_shuffle=True, pad_last_batch=True)
    plain = ndd.readers.File(files=files, random_shuffle=True, pad_last_batch=True)
    for _ in range(3):
        got = [numbers(x) for x in ndd.prefetch(reader.next_epoch(batch_size=4))]
        assert got == [numbers(x) for x in plain.next_epoch(batch_size=4)]
        assert reader.get_state() == plain.get_state()


def test_a_reader_goes_on_after_a_prefetch_was_left(files):
    """The producer may be busy with its last item: whoever uses the reader then waits for it."""
    reader = ndd.readers.File(files=files, pad_last_batch=True)

    def batches():
        for x in reader.next_epoch(batch_size=2):
            time.sleep(0.01)
            yield numbers(x)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of epochs that were left
        for left in range(4):
            ahead = ndd.prefetch(batches(), depth=3)
            assert next(ahead)[0] == 2 * left
            ahead.stop()
        assert numbers(next(reader.next_epoch(batch_size=2))) == [8, 9]


def test_an_interrupted_wait_loses_nothing(files, monkeypatch):
    from headrace.engine.ahead import Background
    from headrace.readers.file import FileSource

    monkeypatch.setattr(FileSource, "blocking", True)
    reader = ndd.readers.File(files=files, pad_last_batch=True)
    epoch = reader.next_epoch(batch_size=4)
    assert numbers(next(epoch)) == [0, 1, 2, 3]
    with monkeypatch.context() as m:
        m.setattr(Background, "wait", lambda self, job: (_ for _ in ()).throw(KeyboardInterrupt()))
        with pytest.raises(KeyboardInterrupt):
            next(epoch)
    assert json.loads(str(reader.get_state()))["batches"] == 1
    assert numbers(next(epoch)) == [4, 5, 6, 7]


def test_restored_twice_without_a_batch(files):
    a = ndd.readers.File(files=files)
    next(a.next_epoch(batch_size=2))
    b = ndd.readers.File(files=files, num_shards=2)
    b.set_state(a.get_state())
    b.next_epoch(batch_size=3)
    c = ndd.readers.File(files=files)
    c.set_state(b.get_state())
    direct = ndd.readers.File(files=files)
    direct.set_state(a.get_state())
    assert len(c.next_epoch(batch_size=2)) == len(direct.next_epoch(batch_size=2)) == 11


# ---- any sequence of uses ------------------------------------------------------------------------


class Uses(RuleBasedStateMachine):
    """A reader, used, saved, restored, reset at random, beside a plain list of its batches."""

    folder: list[str] = []  # noqa: RUF012

    @initialize(
        shuffle=st.booleans(), pad=st.booleans(), size=st.integers(1, 5), n=st.integers(3, 12)
    )
    def begin(self, shuffle, pad, size, n):
        self.arguments = dict(files=self.folder[:n], random_shuffle=shuffle, pad_last_batch=pad)
        self.size = size
        self.reader = ndd.readers.File(**self.arguments)
        self.model = self.batches()
        self.at = 0  # batches delivered
        self.epoch = None
        self.saved: list[tuple[str, int]] = []
        self.exact = True

    def batches(self):
        reader = ndd.readers.File(**self.arguments)
        epochs = [[numbers(b) for b in reader.next_epoch(batch_size=self.size)] for _ in range(6)]
        self.per_epoch = len(epochs[0])
        return sum(epochs, [])

    @precondition(lambda self: self.at < 4 * self.per_epoch)
    @rule()
    def take(self):
        if self.epoch is None:
            import warnings

            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.epoch = self.reader.next_epoch(batch_size=self.size)
        batch = next(self.epoch, None)
        if batch is None:
            self.epoch = None
            assert self.at % self.per_epoch == 0
            return
        assert numbers(batch) == self.model[self.at]
        self.at += 1

    @rule()
    def leave(self):
        self.epoch = None

    @rule()
    def save(self):
        self.saved.append((str(self.reader.get_state()), self.at))

    @precondition(lambda self: self.saved)
    @rule(data=st.data(), fresh=st.booleans())
    def restore(self, data, fresh):
        state, at = data.draw(st.sampled_from(self.saved))
        self.epoch = None
        if fresh:
            self.reader = ndd.readers.File(**self.arguments)
        self.reader.set_state(state)
        self.at = at

    @invariant()
    def counts(self):
        if hasattr(self, "reader"):
            s = json.loads(str(self.reader.get_state()))
            done = s["batches"] + (
                s["epoch"] * self.per_epoch if self.arguments["pad_last_batch"] else 0
            )
            assert done == self.at


@pytest.fixture(autouse=True)
def _folder(files):
    Uses.folder = files


Uses.TestCase.settings = settings(deadline=None)
TestUses = Uses.TestCase
