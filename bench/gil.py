"""Loading beside a busy pure-Python main thread: train, batch of 8.

    python bench/gil.py [--seconds 4]

Each candidate loads in a background thread while the main thread counts; images delivered and
counts, quiet and busy.
"""

from __future__ import annotations

import argparse
import threading
import time

from common import interleave, photos, serve, table
from image_jobs import CANDIDATES, Options

BATCH = 8
OURS, THEIRS = "headrace prefetch", "DALI pipeline"


def make(name: str, seconds: float, busy: bool):
    files = photos()
    load = CANDIDATES[name]("train", files[: 8 * BATCH], Options(BATCH, 2))
    counts: list[int] = []

    def run() -> int:
        images, stop = [0], threading.Event()

        def loader() -> None:
            while not stop.is_set():
                for count in load():
                    images[0] += count

        t = threading.Thread(target=loader)
        t.start()
        end, count = time.perf_counter() + seconds, 0
        if busy:
            while time.perf_counter() < end:
                for _ in range(1000):
                    count += 1
        else:
            time.sleep(seconds)
        delivered = images[0]
        stop.set()
        t.join()
        counts.append(count)
        return max(delivered, 1)

    return run


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--seconds", type=float, default=4)
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--candidate", help=argparse.SUPPRESS)
    a = p.parse_args()
    if a.candidate:
        name, mode = a.candidate.split("/")
        serve(lambda: make(name, a.seconds, mode == "busy"))
        return
    names = [f"{n}/{mode}" for mode in ("quiet", "busy") for n in (OURS, THEIRS)]
    result = interleave(names, a.rounds, ["--seconds", str(a.seconds)])
    rate = {name: 1 / t.median()[0] for name, t in result.items()}
    rows = []
    for mode in ("quiet", "busy"):
        ours, theirs = rate[f"{OURS}/{mode}"], rate.get(f"{THEIRS}/{mode}", float("nan"))
        rows.append([mode, f"{ours:.0f}", f"{theirs:.0f}", f"{ours / theirs:.2f}"])
    table(
        "images a second (bar, busy: 2.0)",
        rows,
        ["main thread", "headrace", "DALI pipeline", "ratio"],
    )


if __name__ == "__main__":
    main()
