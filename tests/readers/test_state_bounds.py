"""States from outside: restored exactly, or refused at once with one sentence; never a loop."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import headrace.dynamic as ndd
from headrace import Error
from headrace.core.json_text import read_json
from headrace.readers.order import MOST_SHARDS, Order, ReaderProgress

from . import hostile_states
from .orders import orders

LENGTH = 20
SECONDS = 20  # of work: far more than any of this takes, far less than a loop over what states say
pytestmark = pytest.mark.timeout(300)
QUICK = settings(
    deadline=None, max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("states")
    for i in range(LENGTH):
        (folder / f"{i:03d}").write_bytes(bytes([i]))
    return sorted(str(p) for p in folder.iterdir())


def state(reader, sizes):
    """A state after batches of several sizes, in the midst of an epoch."""
    for size in sizes:
        for k, _ in enumerate(reader.next_epoch(batch_size=size)):
            if k == 1:
                break
        text = str(reader.get_state())
        reader.set_state(text)
    return text


def sentence(error: BaseException) -> str:
    """What is said: one line, apart from where."""
    assert isinstance(error, (Error, ValueError)), repr(error)
    first = error.what if isinstance(error, Error) else str(error)
    assert first and "\n" not in first and len(first) < 600, first[:1000]
    return first


def numbers(batch):
    return [int(np.asarray(x)[0]) for x in batch[0]]


@pytest.mark.filterwarnings("ignore:.*the epoch was left")
@pytest.mark.parametrize("arguments", orders(1, 3), ids=lambda a: "-".join(map(str, a.values())))
def test_hostile_reader_states(files, arguments):
    def make(**more):
        return ndd.readers.File(files=files, seed=3, **arguments, **more)

    valid = json.loads(state(make(), [4, 5, 2]))
    reader = make()
    before = str(reader.get_state())

    @QUICK
    @given(hostile_states.texts(valid), st.sampled_from([2, 3, 7]))
    @example(json.dumps({**valid, "shards": 4294967295}), 3)
    @example(json.dumps({**valid, "stages": [[1, 2**40, 2**21]] * 2}), 3)
    @example(json.dumps({**valid, "stages": [[1, 1, 1]] * 100_000}), 3)
    def check(text, size):
        started = time.process_time()
        reader.reset()
        reader.set_state(before)
        try:
            reader.set_state(text)
        except (Error, ValueError) as e:
            sentence(e)
            assert str(reader.get_state()) == before  # nothing happened
        else:
            restored = json.loads(str(reader.get_state()))
            assert restored == {k: v for k, v in json.loads(text).items() if k in restored}
            found = [numbers(b) for b in reader.next_epoch(batch_size=size)]
            assert all(0 <= n < LENGTH for batch in found for n in batch)
            reader.get_state()
        assert time.process_time() - started < SECONDS

    check()


COUNTS = st.sampled_from(hostile_states.EXTREMES[3:])


@QUICK
@given(
    stages=st.lists(
        st.tuples(st.integers(1, LENGTH), COUNTS, st.integers(1, 9)),
        max_size=5,
    ),
    shards=st.integers(1, LENGTH),
    batches=COUNTS,
    batch_size=st.integers(1, 9),
    start=st.sampled_from([0, 1, 2**20, 2**39, 2**40]),
    stick=st.booleans(),
    seed=st.sampled_from([None, 5]),
)  # fmt: skip
def test_huge_counts_take_no_longer(stages, shards, batches, batch_size, start, stick, seed):
    """What passes the check is computed: every sample of the batch, for every rank."""
    orders = [Order(LENGTH, seed=seed, shards=shards, shard=r, stick=stick) for r in range(shards)]
    p = ReaderProgress(0, start, tuple(stages), shards, batch_size, batches, batches)
    started = time.process_time()
    try:
        orders[0].check(p)
    except Error as e:
        sentence(e)
    else:
        for order in orders:
            found = order.batch(p)
            assert len(found) == batch_size and (found >= 0).all() and (found < LENGTH).all()
        orders[0].skip_epoch(p)
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize("stick", [False, True])
def test_far_positions_are_those_that_steps_lead_to(stick):
    """Positions are computed as if every pass before them had been gone through."""
    rng = np.random.default_rng(5)
    for _ in range(200):
        length = int(rng.integers(1, 12))
        shards = [int(rng.integers(1, length + 1)) for _ in range(3)]
        stages = tuple((s, int(rng.integers(0, 40)), int(rng.integers(1, 4))) for s in shards[:2])
        stages = tuple(s for s in stages if s[1])
        order = Order(length, seed=3, shards=shards[2], shard=shards[2] - 1, stick=stick)
        far = ReaderProgress(0, 0, stages, shards[2], 2, 40)
        stage = order._stage_of(far)
        at, seen = [], 0
        number, offset = stage.start, 0
        while seen <= 80:  # sample by sample
            low, high = stage.bounds(number, order.shard_of(order.shard, number, shards[2]))
            if offset < high - low:
                at.append((number, offset))
                seen, offset = seen + 1, offset + 1
            else:
                number, offset = number + 1, 0
        for samples in (0, 1, 17, 40, 80):
            numbers, offsets = stage.reach_all(np.array([order.shard]), samples)
            assert (int(numbers[0]), int(offsets[0])) == at[samples]


def test_a_million_ranks():
    order = Order(MOST_SHARDS * 2, seed=1, shards=7, shard=6)
    p = order.begin(ReaderProgress(0, 0, (), MOST_SHARDS, 1, 1), 5)
    started = time.process_time()
    order.check(p)
    assert len(np.unique(order.batch(p))) == 5
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (dict(num_shards=2**62, shard_id=2**61), "num_shards is at most 1048576, got 4611"),
        (dict(num_shards=2**70, shard_id=0), "num_shards is at most 1048576"),
        (dict(num_shards=MOST_SHARDS, shard_id=5), "1048576 shards of 20 samples"),
        (dict(num_shards=2, shard_id=2**62), "is not below num_shards=2"),
        (dict(shard_id=-(2**62)), "shard_id is at least 0"),
        (dict(initial_fill=-(2**70)), "initial_fill is at least 0"),
        (dict(num_shards=1.5), "num_shards is an integer"),
    ],
)
def test_arguments_of_absurd_size(files, arguments, says):
    with pytest.raises((ValueError, TypeError), match=says):
        ndd.readers.File(files=files, **arguments)


@pytest.mark.parametrize("seed", [2**62, 2**64 - 1, 2**200, -(2**63), -2])
@pytest.mark.parametrize("stick", [False, True])
def test_seeds_and_fills_of_any_size(files, seed, stick):
    reader = ndd.readers.File(
        files=files, random_shuffle=True, seed=seed, initial_fill=2**70, stick_to_shard=stick,
        num_shards=LENGTH, shard_id=LENGTH - 1,
    )  # fmt: skip
    for _ in range(3):
        assert len([numbers(b) for b in reader.next_epoch(batch_size=1)]) == 1
    again = ndd.readers.File(
        files=files, random_shuffle=True, stick_to_shard=stick, num_shards=LENGTH,
        shard_id=LENGTH - 1,
    )  # fmt: skip
    again.set_state(reader.get_state())
    for _ in range(2):
        following = [numbers(b) for b in reader.next_epoch(batch_size=1)]
        assert [numbers(b) for b in again.next_epoch(batch_size=1)] == following


def test_the_attack_ends_at_once(files, tmp_path):
    """In a process of its own, with little memory: the state that once looped for minutes."""
    text = json.dumps(
        {"version": 1, "reader": "readers.File", "length": LENGTH, "shuffle": True, "seed": 3,
         "stick_to_shard": False, "pad_last_batch": True, **dataclasses.asdict(ReaderProgress()),
         "shards": 4294967295, "batch_size": 3, "batches": 4}
    )  # fmt: skip
    code = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
import headrace.dynamic as ndd
reader = ndd.readers.File(
    files=sys.argv[2:], seed=3, random_shuffle=True, num_shards=2, shard_id=1, pad_last_batch=True)
try:
    reader.set_state(sys.argv[1])
except ValueError as e:
    print(str(e).splitlines()[0])
"""
    done = subprocess.run(
        [sys.executable, "-c", code, text, *files],
        capture_output=True, text=True, timeout=60, check=True, cwd=tmp_path, env=os.environ,
    )  # fmt: skip
    assert done.stdout == "the state tells of 4294967295 shards of 20 samples\n"


# ---- JSON ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", hostile_states.TEXTS, ids=lambda t: t[:8])
def test_json_from_outside(text):
    started = time.process_time()
    try:
        read_json(text)
    except ValueError as e:
        sentence(e)
    assert time.process_time() - started < SECONDS


def test_json_within_bounds():
    assert read_json(b'{"a": [-9223372036854775808, 18446744073709551615, 1.5]}') == {
        "a": [-(2**63), 2**64 - 1, 1.5]
    }
    assert read_json("[" * 32 + "]" * 32) and read_json('["' + "[" * 99 + '\\"["]')
    for text, says in [
        ("[" * 33 + "]" * 33, "deeper than 32"),
        ('{"a":"]"' + ',"b":[' * 40, "deeper than 32"),
        ("18446744073709551616", "the text holds 18446744073709551616: .* integers of 64 bits"),
        ("-9223372036854775809", "integers of 64 bits"),
        ("1" * 5000, r"holds 11111111111111111111… \(5000 digits\)"),
        ("[1e400]", "numbers are finite"),
        (" " * (1 << 21), "2097152 characters, more than 1048576"),
        (b"\xff", "not UTF-8"),
    ]:
        with pytest.raises(Error, match=says):
            read_json(text)
