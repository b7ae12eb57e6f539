"""Run-ahead under random bodies: loops give what single calls of the reader give, whatever the body
looks at, writes into, keeps or leaves out."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.dense import dense, views

import headrace.dynamic as ndd

BATCH = 4


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    for i in range(24):
        (folder / f"{i:02d}").write_bytes(bytes([i]))
    return sorted(str(p) for p in folder.iterdir())


def in_loops(files):
    reader = ndd.readers.File(files=files)
    for _ in range(4):
        yield from reader.next_epoch(batch_size=BATCH)


def in_calls(files):
    reader = ndd.readers.File(files=files)
    for _ in range(24):
        yield reader(batch_size=BATCH)


def noise(n, rng=None):
    return ndd.cast(ndd.random.uniform(range=[0, 100], batch_size=n, rng=rng), dtype=ndd.int32)


OPERATIONS = [
    lambda a, first, before, rng: a + 1,
    lambda a, first, before, rng: a * 2,
    lambda a, first, before, rng: a + noise(BATCH),
    lambda a, first, before, rng: a + noise(BATCH, rng),
    lambda a, first, before, rng: a + (0 if before is None else before),
    lambda a, first, before, rng: a - first,
    lambda a, first, before, rng: a + a,
    lambda a, first, before, rng: first + 7,
]


class Body:
    """A chain of operations, the same in every step, and what else may happen in a step."""

    def __init__(self, seed):
        self.choose = random.Random(seed)
        self.plan = [self.choose.choice(OPERATIONS) for _ in range(6)]
        self.rng = ndd.random.RNG(5)
        self.before, self.held, self.seen = None, [], []
        ndd.random.set_seed(seed)

    def sometimes(self, share):
        return self.choose.random() < share

    def look(self, value):
        self.seen.append(dense(value).copy())

    def step(self, labels):
        values = [labels]
        for operation in self.plan:
            a = self.choose.choice(values) if self.sometimes(0.15) else values[-1]
            values.append(operation(a, labels, self.before, self.rng))
            if self.sometimes(0.05):  # written into before the next call
                for array in views(values[-1]):
                    array += 1
        if self.sometimes(0.1):
            ndd.random.set_seed(len(self.seen))
        if self.sometimes(0.1):
            self.rng.seed = len(self.seen)
        if self.sometimes(0.3):
            self.held.append(self.choose.choice(values))
        if self.sometimes(0.2):
            arrays = views(self.choose.choice(values))
            if self.sometimes(0.5):  # after the calls: what they gave stays
                for array in arrays:
                    array *= 2
        self.before = self.choose.choice(values)
        for value in values if self.sometimes(0.3) else values[-1:]:
            self.look(value)
        if self.sometimes(0.1):
            with ndd.EvalMode.sync_cpu:
                self.look(values[-1] + 1)

    def run(self, batches):
        for _, labels in batches:
            self.step(labels)
        for value in self.held:
            self.look(value)
        return self.seen


def compare(files, seeds):
    for seed in seeds:
        ahead, plain = Body(seed).run(in_loops(files)), Body(seed).run(in_calls(files))
        assert len(ahead) == len(plain)
        for i, (a, b) in enumerate(zip(ahead, plain)):
            np.testing.assert_array_equal(a, b, err_msg=f"seed {seed}, value {i}")


def test_random_bodies(files):
    compare(files, range(60))


@pytest.mark.long
def test_many_random_bodies(files):
    compare(files, range(60, 3000))


def test_a_result_of_an_earlier_step_that_nobody_had_asked_for(files):
    """It was not kept, and is made again for calls that are made ahead, too."""
    found = []
    for batches in (in_loops(files), in_calls(files)):
        reference, sums = None, []
        for i, (x, _) in enumerate(batches):
            a = x + 1
            if i == 9:
                reference = a
            b = a * 2 if reference is None else (a - reference) * 2
            sums.append([int(v[0]) for v in b.tensors])
        found.append(sums)
    assert found[0] == found[1]


def test_files_that_the_body_writes(files, tmp_path):
    path = tmp_path / "note"
    name = ndd.tensor(np.frombuffer(str(path).encode(), np.uint8))
    for i, _ in zip(range(12), in_loops(files)):
        path.write_bytes(bytes([i]))
        assert int(ndd.io.file.read(name)[0]) == i


@pytest.mark.timeout(60)
def test_writable_views_beside_deep_bodies(files):
    """The calls of the body that could read the memory are looked at once each."""
    for i, (x, _) in zip(range(6), in_loops(files)):
        made = [x]
        for _ in range(40):
            made.append(made[-1] + made[-1])  # 2 to the 40 ways from the last to the first
        made[-1].evaluate()
        made[-1].select(0).numpy()[0] = i
