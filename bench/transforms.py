"""torchvision's transforms and Headrace's, of the same photos: CPU and wall time an image.

    python bench/transforms.py [--rounds 9] [--threads 1] [--json FILE]

train: RandomResizedCrop(224), flip, to float32, normalise. augment: the same with ColorJitter and
RandAugment. From the bytes of JPEGs (torchvision: decoded by Pillow) and from tensors (C, H, W), 64
photos a round, rounds in turn. torchvision takes images one by one; Headrace a Batch, or the same.
"""

from __future__ import annotations

import argparse
import importlib
import io
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from common import machine, photos

COUNT = 64
MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]


def torchvision() -> Any:
    """torchvision.transforms.v2, also beside a torch that its compiled part was not built for."""
    import torch

    try:
        return importlib.import_module("torchvision.transforms.v2")
    except RuntimeError:
        for name in [n for n in sys.modules if n.partition(".")[0] == "torchvision"]:
            del sys.modules[name]
        library = torch.library.Library("torchvision", "DEF")
        for name in ("nms", "qnms"):
            library.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
        torchvision.library = library  # type: ignore[attr-defined]  # as long as its operators
        return importlib.import_module("torchvision.transforms.v2")


def chains(v2: Any) -> dict[str, Any]:
    """The transforms, of either package."""
    import torch

    end = [v2.ToDtype(torch.float32, scale=True), v2.Normalize(MEAN, STD)]
    start = [v2.RandomResizedCrop(224), v2.RandomHorizontalFlip()]
    colours = [v2.ColorJitter(0.4, 0.4, 0.4, 0.1), v2.RandAugment()]
    return {
        "train": v2.Compose([*start, *end]),
        "augment": v2.Compose([*start, *colours, *end]),
    }


def candidates(threads: int) -> dict[str, dict[str, Callable[[], Any]]]:
    """For each job, what computes its 64 images."""
    import numpy as np
    import torch
    from PIL import Image

    import headrace.dynamic as ndd
    from headrace.torchvision import v2

    theirs = torchvision()
    torch.set_num_threads(threads)
    ndd.set_num_threads(threads)
    files = (photos(COUNT) * COUNT)[:COUNT]
    to_tensor = theirs.functional.pil_to_tensor

    def opened(data: bytes) -> Any:
        return to_tensor(Image.open(io.BytesIO(data)).convert("RGB"))

    tensors = [opened(data).contiguous() for data in files]
    encoded = ndd.as_batch(files)
    batch = ndd.batch([np.asarray(t) for t in tensors], layout="CHW")
    found: dict[str, dict[str, Callable[[], Any]]] = {}
    for name, ours in chains(v2).items():
        other = chains(theirs)[name]
        found[f"{name}, bytes"] = {
            "torchvision": lambda t=other: torch.stack([t(opened(x)) for x in files]),
            "headrace": lambda t=ours: t(encoded).torch(),
            "one by one": lambda t=ours: torch.stack([t(x) for x in files]),
        }
        found[f"{name}, tensors"] = {
            "torchvision": lambda t=other: torch.stack([t(x) for x in tensors]),
            "headrace": lambda t=ours: t(batch).torch(),
            "one by one": lambda t=ours: torch.stack([t(x) for x in tensors]),
        }
    return found


def measured(run: Callable[[], Any]) -> tuple[float, float]:
    """Microseconds of wall and CPU time an image."""
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    return (time.perf_counter() - wall) / COUNT * 1e6, (time.process_time() - cpu) / COUNT * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results: dict[str, Any] = {"machine": machine(), "threads": options.threads, "jobs": {}}
    print(f"{results['machine']}; {options.threads} threads; µs an image, median of rounds")
    for job, runs in candidates(options.threads).items():
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in runs}
        for run in runs.values():
            run()
        for _ in range(options.rounds):
            for name, run in runs.items():
                times[name].append(measured(run))
        made = {}
        for name, found in times.items():
            wall, cpu = (statistics.median(v) for v in zip(*found))
            theirs = times["torchvision"]
            gain = statistics.median(a[1] / b[1] for a, b in zip(theirs, found))
            made[name] = {"wall": round(wall), "cpu": round(cpu), "gain": round(gain, 2)}
            print(f"{job:18} {name:12} wall {wall:6.0f}  cpu {cpu:6.0f}  gain (cpu) {gain:5.2f}")
        results["jobs"][job] = made
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
