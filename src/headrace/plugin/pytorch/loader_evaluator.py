"""LoaderEvaluator: how long a program waits for its data loader."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator
from typing import Any

from headrace.core.errors import ArgumentError, choice

__all__ = ["LoaderEvaluator"]

_MODES = ["log", "replay"]


class LoaderEvaluator:
    """Wraps a data loader, and measures how long it is waited for.

    dataloader: any iterable, such as a torch DataLoader.
    mode: "log" measures the wait for each batch. "replay" loads a few batches at the start and
        repeats them; the difference between both is what a faster loader could gain.
    num_cached_batches: number of batches for "replay".
    metrics_file: where `save_metrics()` writes.
    """

    def __init__(
        self,
        dataloader: Any,
        mode: str = "log",
        num_cached_batches: int = 20,
        metrics_file: str | None = None,
    ) -> None:
        self.dataloader, self.mode = dataloader, choice("mode", mode, _MODES)
        self.num_cached_batches, self.metrics_file = num_cached_batches, metrics_file
        self.batch_times: list[float] = []
        self.start_time = self.end_time = 0.0
        self.cached_batches: list[Any] = []
        if self.mode == "replay":
            self.cached_batches = list(itertools.islice(iter(dataloader), num_cached_batches))
            if not self.cached_batches:
                raise ArgumentError("there is nothing to replay: the loader gives no batch")

    @property
    def cache_ready(self) -> bool:
        """Whether there are batches to replay."""
        return bool(self.cached_batches)

    def __len__(self) -> int:
        """Batches per epoch."""
        return len(self.dataloader)

    def __iter__(self) -> Iterator[Any]:
        """One epoch; discards the times of the previous one."""
        self.batch_times = []
        self.start_time = self.end_time = time.perf_counter()
        batches = iter(self._replayed() if self.cached_batches else self.dataloader)
        while True:
            begin = time.perf_counter()
            try:
                batch = next(batches)
            except StopIteration:
                return
            self.end_time = time.perf_counter()
            self.batch_times.append(self.end_time - begin)
            yield batch
            self.end_time = time.perf_counter()

    def _replayed(self) -> Iterator[Any]:
        return itertools.islice(itertools.cycle(self.cached_batches), len(self))

    def get_metrics(self) -> dict[str, Any]:
        """Times of the last epoch, in seconds."""
        times = self.batch_times
        return {
            "mode": self.mode,
            "total_batches": len(times),
            "total_time": self.end_time - self.start_time,
            "avg_batch_time": sum(times) / len(times) if times else 0,
            "min_batch_time": min(times, default=0),
            "max_batch_time": max(times, default=0),
            "batch_times": list(times),
            "cached_batches": len(self.cached_batches),
            "cache_ready": self.cache_ready,
        }

    def save_metrics(self, filename: str | None = None) -> None:
        """Write the metrics as JSON, by default to `metrics_file`."""
        target = filename or self.metrics_file
        if target is None:
            raise ArgumentError("name a file, here or as metrics_file")
        with open(target, "w") as file:
            json.dump(self.get_metrics(), file, indent=2)

    def print_summary(self) -> None:
        """Print the metrics."""
        m = self.get_metrics()
        waited = sum(m["batch_times"])
        print(f"{self.mode}: {m['total_batches']} batches in {m['total_time']:.3f} s")
        print(f"  waited for the loader: {waited:.3f} s")
        print(
            f"  each batch: {m['avg_batch_time'] * 1e3:.3f} ms on average, "
            f"{m['min_batch_time'] * 1e3:.3f} to {m['max_batch_time'] * 1e3:.3f} ms"
        )
        if self.cached_batches:
            print(f"  {m['cached_batches']} batches were repeated")
