"""Readers: samples a second of every format, beside DALI's reader on the same files.

    python bench/readers.py [File TFRecord …] [--rounds 9] [--json FILE]
    python bench/readers.py --startup     # opening a tree of 200,000 files
    python bench/readers.py --flat        # memory while 20 GB are read

Files are in the page cache. A thread takes batches of 64 and looks at every output, while the main
thread sleeps (quiet) or counts (busy). A process each, rounds in turn; ratios to the better of
DALI's two modes.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import reader_files
from common import interleave_task, machine, serve, start, table

BATCH, THREADS = 64, 2
OURS = "headrace"
BARS = {"File": 1.5}  # format → samples a second by DALI's; 1 for all others
MODES = [(order, main) for order in ("in order", "shuffled") for main in ("quiet", "busy")]

# ---- candidates: a format to an endless iterator over the sizes of batches -----------------------


def dynamic(ndd: Any, tfrecord: Any, name: str, root: Path, shuffle: bool) -> Iterator[int]:
    """The same lines for Headrace and for DALI."""
    ndd.set_num_threads(THREADS)
    reader_name, given = reader_files.arguments(name, root, tfrecord)
    reader = getattr(ndd.readers, reader_name)(**given, random_shuffle=shuffle)
    while True:
        for batch in reader.next_epoch(batch_size=BATCH):
            for output in batch.values() if isinstance(batch, dict) else batch:
                output.evaluate()
            yield BATCH


def headrace(name: str, root: Path, shuffle: bool) -> Iterator[int]:
    import headrace.dynamic as ndd
    import headrace.tfrecord

    return dynamic(ndd, headrace.tfrecord, name, root, shuffle)


def dali_dynamic(name: str, root: Path, shuffle: bool) -> Iterator[int]:
    import nvidia.dali.experimental.dynamic as ndd
    import nvidia.dali.tfrecord

    return dynamic(ndd, nvidia.dali.tfrecord, name, root, shuffle)


def dali_pipeline(name: str, root: Path, shuffle: bool) -> Iterator[int]:
    import nvidia.dali.tfrecord
    from nvidia.dali import fn, pipeline_def

    reader_name, given = reader_files.arguments(name, root, nvidia.dali.tfrecord)

    @pipeline_def(batch_size=BATCH, num_threads=THREADS, device_id=None, prefetch_queue_depth=2)
    def graph() -> Any:
        out = getattr(fn.readers, reader_name.lower())(**given, random_shuffle=shuffle)
        if isinstance(out, dict):
            return tuple(out.values())
        return tuple(out) if isinstance(out, (list, tuple)) else out

    pipe = graph()
    pipe.build()
    while True:
        pipe.run()
        yield BATCH


CANDIDATES: dict[str, Callable[[str, Path, bool], Iterator[int]]] = {
    OURS: headrace,
    "DALI pipeline": dali_pipeline,
    "DALI dynamic": dali_dynamic,
}


class Loading(threading.Thread):
    """Takes batches while it may."""

    def __init__(self, batches: Iterator[int]) -> None:
        super().__init__(daemon=True)
        self._batches, self._go, self._over = batches, threading.Event(), False
        self._resting = threading.Event()
        self._error: BaseException | None = None
        self.samples = 0

    def run(self) -> None:
        self._go.wait()
        try:
            for count in self._batches:
                self.samples += count
                if not self._go.is_set():
                    self._resting.set()
                    self._go.wait()
                if self._over:
                    break
        except BaseException as e:
            self._error = e
        self._batches = iter(())
        self._resting.set()

    def during(self, act: Callable[[], None]) -> int:
        """How many samples come while somebody acts."""
        before = self.samples
        self._resting.clear()
        self._go.set()
        act()
        self._go.clear()
        self._resting.wait()
        if self._error is not None:
            raise self._error
        return self.samples - before

    def end(self) -> None:
        self._over = True
        self._go.set()
        self.join()


def count(seconds: float) -> None:
    """Keep the interpreter busy."""
    end, n = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        for _ in range(1000):
            n += 1


def make(candidate: str, root: Path, seconds: float) -> Callable[[str], int]:
    current: tuple[str, Loading] | None = None

    def run(task: str) -> int:
        nonlocal current
        name, order, main = task.split("/")
        what = f"{name}/{order}"
        if current is None or current[0] != what:
            if current is not None:
                current[1].end()
            loading = Loading(CANDIDATES[candidate](name, root, order == "shuffled"))
            loading.start()
            current = what, loading
        act = count if main == "busy" else time.sleep
        return current[1].during(lambda: act(seconds))

    if candidate != OURS:
        import nvidia.dali  # noqa: F401  (absent: no such candidate)
    return run


# ---- samples a second ----------------------------------------------------------------------------


def measure(names: list[str], root: Path, a: argparse.Namespace) -> dict[str, Any]:
    """format → mode → candidate → samples a second, CPU time."""
    peers = start(list(CANDIDATES), ["--folder", str(root), "--seconds", str(a.seconds)])
    figures: dict[str, Any] = {}
    for name in names:
        reader_files.write(name, root)
        usable = {k: p for k, p in peers.items() if k == OURS or name != "Parquet"}
        for order, main in MODES:
            timings = interleave_task(usable, f"{name}/{order}/{main}", a.rounds)
            figures.setdefault(name, {})[f"{order}, {main}"] = {
                k: {"samples_per_second": 1 / t.median()[0], "cpu_us": 1e6 * t.median()[1]}
                for k, t in timings.items()
            }
        show(name, figures[name])
    for peer in peers.values():
        peer.close()
    return figures


def ratio(found: dict[str, dict[str, float]], figure: str, best: Callable[..., float]) -> float:
    """To the better of DALI's modes."""
    theirs = [f[figure] for k, f in found.items() if k != OURS]
    return found[OURS][figure] / best(theirs) if theirs else math.nan


def show(name: str, modes: dict[str, dict[str, dict[str, float]]]) -> None:
    bar = BARS.get(name, 1.0)
    rows = []
    for mode, found in modes.items():
        r = ratio(found, "samples_per_second", max)
        cells = [f"{found[k]['samples_per_second']:.0f}" if k in found else "" for k in CANDIDATES]
        cpu = ""  # a busy main thread's own would be in it
        if "quiet" in mode:
            cpu = f"{found[OURS]['cpu_us']:.1f}, {ratio(found, 'cpu_us', min):.2f}"
        rows.append(
            [
                mode,
                *cells,
                f"{r:.2f}{' !' if r < bar else ''}".replace("nan", ""),
                cpu.replace(", nan", ""),
            ]
        )
    text = "no peer" if name == "Parquet" else f"bar: {bar}"
    header = ["", *CANDIDATES, "ratio", "CPU µs, ratio"]
    table(f"{name}, samples a second ({text})", rows, header)


# ---- opening a tree, memory ----------------------------------------------------------------------

OPEN = {
    OURS: """
import headrace.dynamic as ndd
def make(root):
    return ndd.readers.File(file_root=root)
""",
    "DALI pipeline": """
from nvidia.dali import fn, pipeline_def
def make(root):
    @pipeline_def(batch_size=64, num_threads=2, device_id=None)
    def p():
        return tuple(fn.readers.file(file_root=root))
    pipe = p()
    pipe.build()
    return pipe
""",
    "DALI dynamic": """
import nvidia.dali.experimental.dynamic as ndd
def make(root):
    reader = ndd.readers.File(file_root=root)
    reader.get_metadata(batch_size=64)
    return reader
""",
}
OPENED = """
import sys, time
def peak():
    lines = open("/proc/self/status").read().splitlines()
    return int(next(l for l in lines if l.startswith("VmHWM")).split()[1]) / 1024
before, start = peak(), time.perf_counter()
kept = make(sys.argv[1])
print(time.perf_counter() - start, peak() - before)
"""
FLAT = """
import sys
import headrace.dynamic as ndd
def resident():
    lines = open("/proc/self/status").read().splitlines()
    return int(next(l for l in lines if l.startswith("VmRSS")).split()[1]) / 1024
ndd.set_num_threads(2)
reader = ndd.readers.File(file_root=sys.argv[1], random_shuffle=True)
batches = reader.next_epoch(batch_size=64)
n, found = len(batches), []
for k, (contents, labels) in enumerate(batches, 1):
    contents.evaluate()
    if k in [n * q // 4 for q in range(1, 5)]:
        found.append(resident())
print(*found)
"""


def run_script(text: str, *arguments: str) -> list[float] | None:
    """The numbers that a process of its own prints; None: it cannot run."""
    done = subprocess.run(
        [sys.executable, "-c", text, *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(done.stderr.splitlines()[-1], file=sys.stderr)
        return None
    return [float(x) for x in done.stdout.split()]


def startup(root: Path, rounds: int) -> dict[str, Any]:
    """Seconds and MB that it takes to open a tree; once before, for the page cache."""
    tree = root / "tree"
    reader_files.write_tree(tree, 200_000, 1000, 0)
    found: dict[str, list[list[float]]] = {name: [] for name in OPEN}
    for k in range(rounds + 1):
        for name, text in OPEN.items():
            numbers = run_script(text + OPENED, str(tree))
            if k and numbers is not None:
                found[name].append(numbers)
    best = {k: [statistics.median(c) for c in zip(*f)] for k, f in found.items() if f}
    rows = [[name, f"{s:.2f}", f"{mb:.0f}"] for name, (s, mb) in best.items()]
    table(
        "readers.File on 200,000 files in 1,000 folders (bar: at most DALI's)",
        rows,
        ["", "seconds", "MB at most"],
    )
    return {name: {"seconds": s, "mb": mb} for name, (s, mb) in best.items()}


def flat(root: Path) -> list[float]:
    """Memory at a quarter, a half, three quarters and the end of an epoch of 20 GB."""
    tree = root / "sparse"
    reader_files.write_tree(tree, 20_000, 100, 1_000_000)
    found = run_script(FLAT, str(tree)) or []
    rows = [[f"{25 * (k + 1)} %", f"{mb:.0f}"] for k, mb in enumerate(found)]
    table("memory in an epoch of 20,000 files of 1 MB, shuffled (bar: flat)", rows, ["", "MB"])
    return found


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("formats", nargs="*", help=f"of {', '.join(reader_files.WRITERS)} (all)")
    p.add_argument("--rounds", type=int, default=9)
    p.add_argument("--seconds", type=float, default=0.25, help="of a round")
    p.add_argument("--startup", action="store_true", help="opening a tree of 200,000 files")
    p.add_argument("--flat", action="store_true", help="memory while 20 GB are read")
    p.add_argument("--folder", type=Path, help="keep the files here, or use what is there")
    p.add_argument("--json", type=Path, help="write the figures here")
    p.add_argument("--candidate", help=argparse.SUPPRESS)
    a = p.parse_args()
    if unknown := [f for f in a.formats if f not in reader_files.WRITERS]:
        p.error(f"no format {unknown[0]!r}; there are {', '.join(reader_files.WRITERS)}")
    if a.candidate:
        serve(lambda: make(a.candidate, a.folder, a.seconds), tasks=True)
        return
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as temporary:
        root = a.folder or Path(temporary)
        if a.startup:
            figures["startup"] = startup(root, a.rounds)
        if a.flat:
            figures["flat_mb"] = flat(root)
        if not (a.startup or a.flat):
            figures["samples_per_second"] = measure(a.formats or [*reader_files.WRITERS], root, a)
    if a.json:
        about = {"machine": machine(), "threads": THREADS, "batch": BATCH}
        a.json.write_text(json.dumps({"about": about, **figures}, indent=1) + "\n")


if __name__ == "__main__":
    main()
