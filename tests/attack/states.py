"""Campaign: tampered states of readers and generators, and checkpoint files."""

from __future__ import annotations

import itertools
import json
import sys
from pathlib import Path
from typing import Any

import headrace.dynamic as ndd

from . import values
from .mutation import mutate
from .supervisor import Settings
from .values import Chance

LIMITS = Settings()


def attempt(seed: int, number: int, folder: str) -> str:
    chance = Chance(seed, "states", number)
    kind = ("reader", "generator", "checkpoint")[number % 3]
    return f"{kind} {globals()[kind](chance, number, folder)}"


def _reader() -> Any:
    files = [str(Path(__file__))] * 20
    return ndd.readers.File(files=files, seed=3, random_shuffle=True, num_shards=2, shard_id=1,
                            pad_last_batch=True)  # fmt: skip


def tampered(chance: Chance, text: str) -> str:
    """A number changed, a key lost, a value of another kind, deep nesting; or damaged bytes."""
    how = chance.randrange(5)
    if how == 0 or not text.startswith("{"):
        return mutate(chance, text.encode()).decode(errors="surrogateescape")
    if how == 1:
        return chance.choice(
            ("[" * 100_000, '{"a":' * 50_000, "", "null", "[]", "9" * 10_000, "\0")
        )
    data = json.loads(text)
    place = data
    while True:  # somewhere inside
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            break
        key = chance.choice(keys)
        if isinstance(place[key], (dict, list)) and place[key] and chance.often(70):
            place = place[key]
            continue
        if how == 2 and isinstance(place, dict):
            del place[key]
        else:
            place[key] = chance.choice(
                (
                    *values.INTS,
                    -0.0,
                    1e300,
                    "x",
                    "",
                    None,
                    True,
                    [],
                    {},
                    [0] * 1000,
                    [[1, 2]],
                    "9" * 99,
                )
            )
        break
    return json.dumps(data)


def reader(chance: Chance, number: int, folder: str) -> int:
    source = _reader()
    for _ in itertools.islice(source.next_epoch(batch_size=3), chance.randrange(4)):
        pass
    state = tampered(chance, str(source.get_state()))
    print(f"case {number}: reader state {state[:2000]}", file=sys.stderr, flush=True)
    fresh = _reader()
    fresh.set_state(state.encode(errors="surrogateescape") if chance.often(50) else state)
    return sum(1 for _ in itertools.islice(fresh.next_epoch(batch_size=3), 30))


def generator(chance: Chance, number: int, folder: str) -> int:
    rng = ndd.random.RNG(5)
    state = tampered(chance, str(rng.get_state()))
    print(f"case {number}: RNG state {state[:2000]}", file=sys.stderr, flush=True)
    rng.set_state(state)
    ndd.random.uniform(shape=[3], rng=rng).evaluate()
    return 1


def checkpoint(chance: Chance, number: int, folder: str) -> int:
    saved = ndd.checkpoint.Checkpoint()
    saved.register(ndd.random.RNG(1), "rng")
    saved.register(_reader(), "reader")
    saved.collect()
    path = Path(folder) / "checkpoint.json"
    text = tampered(chance, saved.serialize())
    path.write_bytes(text.encode(errors="surrogateescape"))
    print(f"case {number}: checkpoint {text[:2000]}", file=sys.stderr, flush=True)
    loaded = ndd.checkpoint.Checkpoint()
    loaded.load(path)
    rng, source = ndd.random.RNG(2), _reader()
    try:
        loaded.register(rng, "rng")
        loaded.register(source, "reader")
    except KeyError:
        return 0  # it has lost one of them, and says so
    loaded.restore()
    ndd.random.uniform(shape=[3], rng=rng).evaluate()
    return sum(1 for _ in itertools.islice(source.next_epoch(batch_size=3), 30))
