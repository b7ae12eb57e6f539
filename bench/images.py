"""Encoded photos to normalised batches: Headrace, DALI, Pillow + DataLoader, OpenCV.

    python bench/images.py [train eval …] [--rounds 5] [--json FILE] [--chart FILE]

Bytes in memory for all; a process each, rounds in turn; medians of throughput and CPU time, ratios
to DALI's pipeline mode, peak memory.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

from common import interleave, machine, photos, serve, table
from image_jobs import CANDIDATES, JOBS, Options, job_files

BASE = "DALI pipeline"
# job → bar: CPU time of Headrace (eager) by that of DALI's pipeline mode
BARS = {"train": 0.60, "eval": 0.65, "large": 0.57, "augment": 0.30}


def measure(job: str, a: argparse.Namespace, cache: str) -> dict[str, Any]:
    """All candidates on one job."""
    arguments = [job, "--batch", a.batch, "--threads", a.threads, "--images", a.images]
    timings = interleave(
        [c for c in CANDIDATES if a.only in c or c == BASE],
        a.rounds,
        [*map(str, arguments), "--cache", cache],
    )
    return {
        name: {
            "images_per_second": 1 / t.median()[0],
            "cpu_ms_per_image": t.median()[1] * 1e3,
            "peak_mb": t.peak_mb,
        }
        for name, t in timings.items()
    }


def show(job: str, result: dict[str, Any]) -> None:
    """The table of one job."""
    base = result.get(BASE)
    rows = []
    for name, r in result.items():
        row = [name, f"{r['images_per_second']:.0f}", f"{r['cpu_ms_per_image']:.2f}"]
        if base:
            row += [
                f"{r['images_per_second'] / base['images_per_second']:.2f}",
                f"{r['cpu_ms_per_image'] / base['cpu_ms_per_image']:.2f}",
            ]
        rows.append([*row, f"{r['peak_mb']:.0f}"])
    ratios = ["× DALI", "CPU ratio"] if base else []
    bar = f" (bar for the CPU ratio: {BARS[job]})" if job in BARS else ""
    table(
        f"{job}: {JOBS[job][1]}{bar}",
        rows,
        ["", "images/s", "CPU ms/image", *ratios, "peak MB"],
    )


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("jobs", nargs="*", help=f"of {', '.join(JOBS)} (all)")
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--batch", type=int, default=32)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--images", type=int, default=256, help="in a round")
    p.add_argument("--only", default="", help="candidates whose name has this in it")
    p.add_argument("--json", type=Path, help="write the figures here")
    p.add_argument("--chart", type=Path, help="write a chart (PNG) here")
    p.add_argument("--candidate", help=argparse.SUPPRESS)
    p.add_argument("--cache", default="", help=argparse.SUPPRESS)
    a = p.parse_args()
    if unknown := [j for j in a.jobs if j not in JOBS]:
        p.error(f"no job {', '.join(unknown)}; there are {', '.join(JOBS)}")
    if a.candidate:
        (job,) = a.jobs
        files = job_files(job, photos(), a.images, a.cache)
        options = Options(a.batch if job != "large" else max(a.batch // 4, 1), a.threads)
        serve(lambda: CANDIDATES[a.candidate](job, files, options))
        return
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as cache:
        for job in a.jobs or JOBS:
            if job == "large":
                job_files(job, photos(), a.images, cache)
            figures[job] = measure(job, a, cache)
            show(job, figures[job])
    if a.json:
        about = {"machine": machine(), "threads": a.threads, "batch": a.batch}
        a.json.write_text(json.dumps({"about": about, "jobs": figures}, indent=1) + "\n")
    if a.chart:
        from chart import draw

        draw(figures, {job: text for job, (_, text) in JOBS.items()}, BASE, a.chart)


if __name__ == "__main__":
    main()
