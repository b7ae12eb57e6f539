"""A training loop over photos in files: time of a step, and how much of it waits for data.

    python bench/loop.py [--rounds 5] [--json FILE]

Shuffled files, decode, resize to 224, normalise, `.torch()`, batches of 64; the training step is a
sleep of 10 ms, or a small network's (PyTorch, one thread). Two threads for everybody's loading. A
process each, rounds in turn; ratios to DALI's pipeline mode with its PyTorch iterator.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import reader_files
from common import interleave_task, machine, serve, start, table
from image_jobs import MEAN, SIDE, STD

BATCH, THREADS = 64, 2
OURS, BASE, BAR = "headrace", "DALI pipeline", 1.0
TASKS = {"sleep": "10 ms of sleep", "model": "a small network, forward and backward"}

# ---- candidates: an endless iterator over (images, labels) ---------------------------------------


def dynamic(ndd: Any, root: Path, prepare: Callable[[Any], None], **epoch: Any) -> Iterator[Any]:
    """The same lines for Headrace and for DALI."""
    ndd.set_num_threads(THREADS)
    reader = ndd.readers.File(file_root=str(root / "File"), random_shuffle=True)
    prepare(reader)
    while True:
        for jpegs, labels in reader.next_epoch(batch_size=BATCH, **epoch):
            images = ndd.decoders.image(jpegs)
            images = ndd.resize(images, size=[SIDE, SIDE])
            images = ndd.crop_mirror_normalize(images, mean=MEAN, std=STD)
            yield images.torch(), labels.torch()


class Nothing:
    """In the place of what runs ahead."""

    def step(self, now: Any, next: Any) -> None: ...
    def leave(self) -> None: ...


def headrace(root: Path, ahead: bool = True) -> Iterator[Any]:
    import headrace.dynamic as ndd

    def prepare(reader: Any) -> None:
        if not ahead:
            reader._ahead._loop = Nothing()

    return dynamic(ndd, root, prepare)


def dali_dynamic(root: Path, **epoch: Any) -> Iterator[Any]:
    import nvidia.dali.experimental.dynamic as ndd

    return dynamic(ndd, root, lambda reader: None, **epoch)


def dali_pipeline(root: Path) -> Iterator[Any]:
    from nvidia.dali import fn, pipeline_def, types
    from nvidia.dali.plugin.pytorch import DALIClassificationIterator

    @pipeline_def(batch_size=BATCH, num_threads=THREADS, device_id=None, prefetch_queue_depth=2)
    def graph() -> Any:
        jpegs, labels = fn.readers.file(
            file_root=str(root / "File"), random_shuffle=True, name="reader"
        )
        images = fn.resize(fn.decoders.image(jpegs), size=[SIDE, SIDE])
        return fn.crop_mirror_normalize(images, mean=MEAN, std=STD, dtype=types.FLOAT), labels

    batches = DALIClassificationIterator(graph(), reader_name="reader", auto_reset=True)
    while True:
        for batch in batches:
            yield batch[0]["data"], batch[0]["label"]


CANDIDATES: dict[str, Callable[[Path], Iterator[Any]]] = {
    OURS: headrace,
    "headrace, not ahead": lambda root: headrace(root, ahead=False),
    BASE: dali_pipeline,
    "DALI dynamic": dali_dynamic,
    "DALI capture": lambda root: dali_dynamic(root, capture=True),
}

# ---- training steps ------------------------------------------------------------------------------


def sleep_step() -> Callable[[Any, Any], None]:
    return lambda images, labels: time.sleep(0.010)


def model_step() -> Callable[[Any, Any], None]:
    import torch
    from torch import nn

    torch.set_num_threads(1)
    torch.manual_seed(1)

    def block(a: int, b: int) -> nn.Module:
        return nn.Sequential(nn.Conv2d(a, b, 3, stride=2, padding=1), nn.ReLU())

    head = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(32, reader_files.CLASSES))
    first = nn.Sequential(nn.Conv2d(3, 8, 7, stride=4, padding=3), nn.ReLU())
    model = nn.Sequential(first, block(8, 16), block(16, 32), head)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

    def step(images: Any, labels: Any) -> None:
        loss = nn.functional.cross_entropy(model(images), labels.flatten().long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    return step


STEPS = {"sleep": sleep_step, "model": model_step}


def make(candidate: str, root: Path, steps: int, notes: dict[str, float]) -> Any:
    """A round is some training steps. The time outside of them is what was waited for data."""
    import torch  # noqa: F401  (before the clocks run)

    batches = CANDIDATES[candidate](root)
    for _ in range(2):
        next(batches)
    trainers = {name: s() for name, s in STEPS.items()}

    def run(task: str) -> int:
        train, trained, begin = trainers[task], 0.0, time.perf_counter()
        for _ in range(steps):
            images, labels = next(batches)
            assert tuple(images.shape) == (BATCH, 3, SIDE, SIDE), images.shape
            at = time.perf_counter()
            train(images, labels)
            trained += time.perf_counter() - at
        notes["waiting"] = 1 - trained / (time.perf_counter() - begin)
        return steps

    return run


def show(task: str, found: dict[str, dict[str, float]]) -> None:
    rows = []
    for name, f in found.items():
        r = f["ms"] / found[BASE]["ms"] if BASE in found else float("nan")
        mark = " !" if name == OURS and r > BAR else ""
        cells = [f"{f['ms']:.1f}", f"{100 * f['waiting']:.0f} %", f"{f['cpu_ms']:.1f}"]
        rows.append([name, *cells, f"{r:.2f}{mark}"])
    table(
        f"{TASKS[task]} (bar for the ratio: {BAR})",
        rows,
        ["", "ms a step", "waiting for data", "CPU ms", "ratio"],
    )


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--steps", type=int, default=24, help="of a round")
    p.add_argument("--only", default="", help="candidates whose name has this in it")
    p.add_argument("--folder", type=Path, help="keep the files here, or use what is there")
    p.add_argument("--json", type=Path, help="write the figures here")
    p.add_argument("--candidate", help=argparse.SUPPRESS)
    a = p.parse_args()
    if a.candidate:
        notes: dict[str, float] = {}
        serve(lambda: make(a.candidate, a.folder, a.steps, notes), tasks=True, notes=notes)
        return
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as temporary:
        root = a.folder or Path(temporary)
        reader_files.write("File", root)
        names = [c for c in CANDIDATES if a.only in c or c == BASE]
        peers = start(names, ["--folder", str(root), "--steps", str(a.steps)])
        for task in TASKS:
            timings = interleave_task(peers, task, a.rounds)
            figures[task] = {
                name: {
                    "ms": 1e3 * t.median()[0],
                    "cpu_ms": 1e3 * t.median()[1],
                    "waiting": statistics.median(n["waiting"] for n in t.notes),
                }
                for name, t in timings.items()
            }
            show(task, figures[task])
        for peer in peers.values():
            peer.close()
    if a.json:
        about = {"machine": machine(), "threads": THREADS, "batch": BATCH}
        a.json.write_text(json.dumps({"about": about, "steps": figures}, indent=1) + "\n")


if __name__ == "__main__":
    main()
