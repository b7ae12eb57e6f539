"""Feeders as a pipeline uses them, for tests: made with the defaults, run over ends of epochs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from headrace.core.batch import Batch
from headrace.core.site import caller_site
from headrace.pipeline.feeder import Feeder
from headrace.pipeline.workers import worker_pool

DEFAULTS: dict[str, Any] = dict(
    source=None, num_outputs=None, cycle=None, name=None, device="cpu", layout=None, dtype=None,
    ndim=None, batch=None, batch_info=None, repeat_last=False, blocking=None, no_copy=None,
    parallel=None, prefetch_queue_depth=None,
)  # fmt: skip
IMAGES = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)


def numbers() -> Iterator[np.ndarray]:
    """A source of three batches of two numbers."""
    for i in range(3):
        yield np.array([i, i + 10])


def feeder(source: Any = None, **arguments: Any) -> Feeder:
    """A Feeder; what is not given is as fn.external_source has it."""
    return Feeder(**{**DEFAULTS, "source": source, **arguments}, site=caller_site(skip=1))


def plain(batches: tuple[Batch, ...]) -> Any:
    """The outputs as lists."""
    found = [[np.asarray(t).tolist() for t in batch] for batch in batches]
    return found[0] if len(found) == 1 else tuple(found)


class Run:
    """Iterations of feeders, counted as a pipeline counts them."""

    def __init__(self, *feeders: Feeder, size: int = 2, resets: bool = True) -> None:
        self.feeders, self.size, self.resets = feeders, size, resets
        self.iteration = self.epoch = 0

    def once(self) -> Any:
        """The batches of one iteration; "end" (and a reset) at the end of an epoch."""
        found: list[Any] = []
        for f in self.feeders:
            try:
                found.append(f.next(self.size, self.iteration, self.epoch))
            except StopIteration:
                found.append(None)
        if None in found:
            if self.resets:
                for f in self.feeders:
                    f.restart()
                self.iteration, self.epoch = 0, self.epoch + 1
            return "end"
        self.iteration += 1
        return found[0] if len(found) == 1 else found

    def times(self, count: int) -> list[Any]:
        """So many iterations, as lists."""
        found = []
        for _ in range(count):
            one = self.once()
            if isinstance(one, list):
                one = [plain(x) for x in one]
            found.append(plain(one) if isinstance(one, tuple) else one)
        return found


class Parallel:
    """Feeders with a pool of workers, closed at the end."""

    def __init__(self, *feeders: Feeder, workers: int = 2, method: str = "fork", **more: Any):
        self.pool = worker_pool(workers, method, more.pop("pickler", None))
        for f in feeders:
            f.start(self.pool)
        self.run = Run(*feeders, **more)

    def __enter__(self) -> Parallel:
        self.pool.start()
        return self

    def __exit__(self, *_: object) -> None:
        for f in self.run.feeders:
            f.stop()
        self.pool.close()
