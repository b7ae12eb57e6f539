"""Sources of the user's own: in the process, in worker processes, in threads; beside DALI.

    python bench/external_source.py [--seconds 2] [--rounds 5] [--workers 2]

Batches of 64 samples that a function makes one by one:

Python   a loop of the interpreter, about 1 ms
NumPy    a float image of 224×224×3 is shifted and scaled, in several small steps
zlib     150 kB are unpacked, outside of the interpreter's lock
waiting  2 ms of sleep, as a slow disk or network would take
frames   an array of 1080×1920×3 that only has to be handed over (batches of 8)

A process for each candidate, rounds in turn, medians: samples a second, and the CPU time that one
takes altogether, which tells what workers cost even where cores are busy with other things.
"""

from __future__ import annotations

import argparse
import statistics
import time
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from common import cpu_seconds, interleave_task, machine, serve, start, table

from headrace.types import SampleInfo

AHEAD = 6  # batches that may have been made before a round began
PACKED = zlib.compress(np.random.default_rng(0).integers(0, 32, 150_528, np.uint8).tobytes(), 1)
IMAGE = np.random.default_rng(1).random((224, 224, 3), np.float32)
FRAME = np.zeros((1080, 1920, 3), np.uint8)


def python(info: SampleInfo) -> np.ndarray:
    total = 0
    for i in range(16_000):
        total += i & 7
    return np.full(1000, total, np.int64)


def numpy_(info: SampleInfo) -> np.ndarray:
    image = np.roll(IMAGE, info.idx_in_batch, axis=1)
    return (image - image.mean(axis=(0, 1))) / (image.std(axis=(0, 1)) + 1e-3)


def zlib_(info: SampleInfo) -> np.ndarray:
    return np.frombuffer(zlib.decompress(PACKED), np.uint8).reshape(224, 224, 3)


def waiting(info: SampleInfo) -> np.ndarray:
    time.sleep(0.002)
    return np.zeros(1000, np.int64)


def frames(info: SampleInfo) -> np.ndarray:
    return FRAME.copy()


TASKS: dict[str, tuple[Callable[[SampleInfo], np.ndarray], int]] = {
    "Python": (python, 64),
    "NumPy": (numpy_, 64),
    "zlib": (zlib_, 64),
    "waiting": (waiting, 64),
    "frames": (frames, 8),
}


def headrace(method: str | None, task: str, workers: int) -> Iterator[int]:
    from headrace.core.device import Device
    from headrace.pipeline.feeder import Feeder
    from headrace.pipeline.workers import worker_pool

    source, size = TASKS[task]
    feeder = Feeder(
        source=source, num_outputs=None, cycle=None, name=None, device=Device.CPU, layout=None,
        dtype=None, ndim=None, batch=False, batch_info=None, repeat_last=False, blocking=None,
        no_copy=None, parallel=method is not None, prefetch_queue_depth=None, site=-1,
    )  # fmt: skip
    if method is not None:
        pool = worker_pool(workers, method)
        feeder.start(pool)
        pool.start()
    iteration = 0
    while True:
        (batch,) = feeder.next(size, iteration, 0)
        yield batch.batch_size
        iteration += 1


def dali(method: str | None, task: str, workers: int) -> Iterator[int]:
    from nvidia.dali import fn, pipeline_def

    source, size = TASKS[task]
    more = {"py_num_workers": workers, "py_start_method": method} if method else {}

    @pipeline_def(batch_size=size, num_threads=1, device_id=None, **more)
    def graph() -> Any:
        return fn.external_source(source, batch=False, parallel=method is not None)

    pipe = graph()
    if method is not None:
        pipe.start_py_workers()
    pipe.build()
    while True:
        yield len(pipe.run()[0])


CANDIDATES: dict[str, tuple[Callable[..., Iterator[int]], str | None]] = {
    "no workers": (headrace, None),
    "fork": (headrace, "fork"),
    "spawn": (headrace, "spawn"),
    "thread": (headrace, "thread"),
    "DALI, no workers": (dali, None),
    "DALI, fork": (dali, "fork"),
}


def make(
    candidate: str, seconds: float, workers: int, notes: dict[str, float]
) -> Callable[[str], int]:
    run, method = CANDIDATES[candidate]
    if run is dali:
        import nvidia.dali  # noqa: F401  (absent: no such candidate)
    current: tuple[str, Iterator[int]] | None = None

    def once(task: str) -> int:
        nonlocal current
        if current is None or current[0] != task:
            current = task, run(method, task, workers)
        for _ in range(AHEAD):
            next(current[1])
        begin, cpu, samples = time.perf_counter(), cpu_seconds(), 0
        while (wall := time.perf_counter() - begin) < seconds:
            samples += next(current[1])
        notes["wall"], notes["cpu"] = wall / samples, (cpu_seconds() - cpu) / samples
        return samples

    return once


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*", default=list(TASKS))
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--candidate", choices=list(CANDIDATES))
    a = parser.parse_args()
    if a.candidate:
        notes: dict[str, float] = {}
        serve(lambda: make(a.candidate, a.seconds, a.workers, notes), tasks=True, notes=notes)
        return
    peers = start(list(CANDIDATES), ["--seconds", str(a.seconds), "--workers", str(a.workers)])
    walls, cpus = [], []
    for task in a.tasks:
        timings = interleave_task(peers, task, a.rounds)
        each = {name: timings[name].notes for name in peers}
        medians = [
            {key: statistics.median(n[key] for n in notes) for key in ("wall", "cpu")}
            for notes in each.values()
        ]
        walls.append([task, *[f"{1 / m['wall']:,.0f}" for m in medians]])
        cpus.append([task, *[f"{m['cpu'] * 1e6:,.0f}" for m in medians]])
    table(f"samples a second, {a.workers} workers ({machine()})", walls, ["source", *peers])
    table("CPU time of a sample, workers included, µs", cpus, ["source", *peers])
    for peer in peers.values():
        peer.close()


if __name__ == "__main__":
    main()
