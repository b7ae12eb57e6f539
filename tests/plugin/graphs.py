"""Small pipelines: numbers from a reader, and from a source of the user's."""

from __future__ import annotations

import numpy as np

import headrace.fn as fn
from headrace import pipeline_def


def reader(folder, n=10, batch=4, shard=0, shards=1, pad=False, stick=False, **arguments):
    """A pipeline whose output is the number of the sample."""

    @pipeline_def(batch_size=batch, num_threads=1, device_id=None, **arguments)
    def graph():
        _, label = fn.readers.file(
            files=numbered(folder, n), labels=list(range(n)), name="R", shard_id=shard,
            num_shards=shards, pad_last_batch=pad, stick_to_shard=stick,
        )  # fmt: skip
        return label

    return graph()


def numbered(folder, n):
    """Files with a byte in each, made where they are missing."""
    files = [folder / f"{i:03d}" for i in range(n)]
    for i, file in enumerate(files):
        if not file.exists():
            file.write_bytes(bytes([i]))
    return [str(file) for file in files]


class Batches:
    """A source that gives batches of these sizes, with numbers that count on."""

    def __init__(self, sizes, first=0):
        self.sizes, self.first = sizes, first

    def __iter__(self):
        at = self.first
        for size in self.sizes:
            yield [np.array([at + i]) for i in range(size)]
            at += size


def source(sizes, batch=4, cycle=None, first=0, **arguments):
    """A pipeline over such a source."""

    @pipeline_def(batch_size=batch, num_threads=1, device_id=None, **arguments)
    def graph():
        return fn.external_source(source=Batches(sizes, first), cycle=cycle)

    return graph()


def arrays(*outputs, batch=4, **arguments):
    """A pipeline whose outputs are these functions' lists of samples, in every iteration."""

    @pipeline_def(batch_size=batch, num_threads=1, device_id=None, **arguments)
    def graph():
        return tuple(fn.external_source(source=output) for output in outputs)

    return graph()


def epochs(iterator, count=4, name="x"):
    """Epochs as lists of batches, which are lists of the pipelines' numbers."""
    return [
        [[np.asarray(made[name]).ravel().tolist() for made in batch] for batch in iterator]
        for _ in range(count)
    ]


def single(iterator, count=4, name="x"):
    """The same with one pipeline."""
    return [[made[0] for made in epoch] for epoch in epochs(iterator, count, name)]


def step(iterator, name="x"):
    """One batch of a single pipeline, or "end"."""
    try:
        return np.asarray(next(iterator)[0][name]).ravel().tolist()
    except StopIteration:
        return "end"
