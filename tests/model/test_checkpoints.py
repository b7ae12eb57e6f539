"""What the documents say of checkpoints."""

from __future__ import annotations

import json

import numpy as np
import pytest

import headrace.dynamic as ndd

from .dataset import numbers, write_files


@pytest.fixture
def files(tmp_path):
    return write_files(tmp_path / "files", 20)


@pytest.fixture
def pattern(tmp_path):
    return str(tmp_path / "saved" / "ckpt_{seq:04d}.json")


def make(files):
    return ndd.readers.File(files=files, random_shuffle=True), ndd.random.RNG(seed=42)


def step(contents, rng) -> tuple:
    noise = ndd.random.uniform(batch_size=contents.batch_size, rng=rng)
    return numbers(contents), [float(n) for n in noise]


def train(reader, rng, epochs: int = 1) -> list:
    return [
        [step(contents, rng) for contents, _ in reader.next_epoch(batch_size=4)]
        for _ in range(epochs)
    ]


def register(reader, rng, pattern: str | None = None) -> ndd.checkpoint.Checkpoint:
    ckpt = ndd.checkpoint.Checkpoint()
    if pattern is not None:
        ckpt.load(pattern)
    ckpt.register(reader, "my_reader")
    ckpt.register(rng, "rng")
    return ckpt


def save_after(files, pattern: str, batches: int) -> None:
    """A run that saves after so many batches and is then gone."""
    reader, rng = make(files)
    ckpt = register(reader, rng)
    for done, (contents, _) in enumerate(reader.next_epoch(batch_size=4), 1):
        step(contents, rng)
        if done == batches:
            break
    ckpt.collect()
    ckpt.save(pattern)


@pytest.mark.parametrize("batches", range(1, 5))
def test_a_resumed_run_is_the_uninterrupted_one(files, pattern, batches):
    whole = train(*make(files), epochs=3)
    save_after(files, pattern, batches)
    reader, rng = ndd.readers.File(files=files, random_shuffle=True), ndd.random.RNG()
    register(reader, rng, pattern)  # states are applied here
    rest = train(reader, rng, epochs=3)
    assert rest == [whole[0][batches:], *whole[1:]]


def test_the_last_batch_of_an_epoch(files, pattern):
    """In its step nothing is left of the epoch; after the loop the next epoch begins."""
    whole = train(*make(files), epochs=2)
    reader, rng = make(files)
    ckpt = register(reader, rng)
    for contents, _ in reader.next_epoch(batch_size=4):
        step(contents, rng)
        ckpt.collect()
    in_the_loop = ckpt.serialize()
    ckpt.collect()
    expected = {in_the_loop: [[], whole[1]], ckpt.serialize(): [whole[1]]}
    for text, epochs in expected.items():
        reader, rng = make(files)
        ckpt = ndd.checkpoint.Checkpoint()
        ckpt.deserialize(text)
        ckpt.register(reader, "my_reader")
        ckpt.register(rng, "rng")
        assert train(reader, rng, len(epochs)) == epochs


def test_names_are_numbered_and_the_highest_is_loaded(files, pattern, tmp_path):
    reader, rng = make(files)
    ckpt = register(reader, rng)
    states = []
    for contents, _ in reader.next_epoch(batch_size=4):
        step(contents, rng)
        ckpt.collect()
        ckpt.save(pattern)
        states.append(str(reader.get_state()))
    names = sorted(p.name for p in (tmp_path / "saved").iterdir())
    assert names == [f"ckpt_{i:04d}.json" for i in range(5)]
    fresh, numbers_ = make(files)
    register(fresh, numbers_, pattern)
    assert str(fresh.get_state()) == states[-1]
    assert numbers_.get_state() == rng.get_state()


def test_only_readers_and_generators_have_states():
    ckpt = ndd.checkpoint.Checkpoint()
    for stateless in (ndd.resize, ndd.decoders.image, object()):
        with pytest.raises(TypeError):
            ckpt.register(stateless)


def test_states_are_snapshots(files):
    """What is saved is what collect() found, however far the objects have gone since."""
    reader, rng = make(files)
    ckpt = register(reader, rng)
    ckpt.collect()
    before = ckpt.serialize()
    train(reader, rng)
    assert ckpt.serialize() == before
    ckpt.collect()
    assert ckpt.serialize() != before


def test_the_file_is_json(files, pattern):
    save_after(files, pattern, 2)
    with open(pattern.format(seq=0)) as file:
        content = json.load(file)
    assert set(content["states"]) == {"my_reader", "rng"}
    assert "version" in content


def test_manual_states(files):
    """get_state and set_state, for the checkpoints of others."""
    reader, rng = make(files)
    for done, (contents, _) in enumerate(reader.next_epoch(batch_size=4), 1):
        step(contents, rng)
        if done == 2:
            break
    saved = json.dumps({"reader": str(reader.get_state()), "rng": str(rng.get_state())})
    with pytest.warns(UserWarning, match="2 of 5"):
        expected = train(reader, rng)
    fresh, other = ndd.readers.File(files=files, random_shuffle=True), ndd.random.RNG()
    states = json.loads(saved)
    fresh.set_state(states["reader"])
    other.set_state(states["rng"])
    assert train(fresh, other) == expected


def test_enable_checkpointing_is_accepted_and_not_needed(files):
    found = []
    for more in ({}, {"enable_checkpointing": True, "name": "my_reader"}):
        reader = ndd.readers.File(files=files, **more)
        for contents, _ in reader.next_epoch(batch_size=4):
            found.append((numbers(contents), str(reader.get_state())))
    assert found[:5] == found[5:]


def test_the_state_knows_only_what_was_delivered(files):
    """Through prefetch, which runs ahead of the loop, too."""
    states = []
    for wrap in (iter, ndd.prefetch):
        reader, rng = make(files)

        def batches(reader=reader, rng=rng):
            for contents, _ in reader.next_epoch(batch_size=4):
                yield step(contents, rng)

        for _ in wrap(batches()):
            states.append((str(reader.get_state()), str(rng.get_state())))
    assert states[:5] == states[5:]


def test_another_number_of_processes_goes_on_with_what_is_left(files):
    def reader(rank: int, world: int):
        return ndd.readers.File(
            files=files, random_shuffle=True, shard_id=rank, num_shards=world,
            stick_to_shard=True, pad_last_batch=True,
        )  # fmt: skip

    readers, seen = [reader(rank, 4) for rank in range(4)], []
    for r in readers:
        for contents, _ in r.next_epoch(batch_size=2):
            seen += numbers(contents)
            break
    state = str(readers[0].get_state())
    for rank in range(2):
        fresh = reader(rank, 2)
        fresh.set_state(state)
        for contents, _ in fresh.next_epoch(batch_size=3):
            seen += numbers(contents)
    assert set(seen) == set(range(20))
    assert np.bincount(seen).max() == 1  # 8 before, then 12 for two ranks and batches of 3


# ---- the mistakes of the table ---------------------------------------------------------------


def test_registering_after_the_first_iteration_restores_too(files, pattern):
    whole = train(*make(files))
    save_after(files, pattern, 3)
    reader, rng = make(files)
    for _ in reader.next_epoch(batch_size=4):
        break
    register(reader, rng, pattern)
    assert train(reader, rng) == [whole[0][3:]]


def test_a_state_that_is_none():
    with pytest.raises(ValueError):
        ndd.random.RNG().set_state("nonsense")


def test_a_state_of_another_reader(files, tmp_path):
    other = ndd.readers.File(files=write_files(tmp_path / "others", 3))
    with pytest.raises(ValueError, match="length"):
        other.set_state(ndd.readers.File(files=files).get_state())
