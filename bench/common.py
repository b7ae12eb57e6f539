"""What the benchmarks share: photos, CPU clocks, interleaved rounds, tables of ratios."""

from __future__ import annotations

import itertools
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any


def photos(limit: int | None = None) -> list[bytes]:
    """The bytes of the test photos (HEADRACE_TEST_DATA), or of the bundled demo pictures."""
    root = os.environ.get("HEADRACE_TEST_DATA")
    folder = Path(root) / "photos" if root else None
    if folder is None or not folder.is_dir():
        import headrace.tools

        folder = Path(headrace.tools.__file__).parent / "demo_images"
        print("HEADRACE_TEST_DATA is not set: using the bundled pictures", file=sys.stderr)
    files = sorted(folder.glob("*.jpg"))[:limit]
    return [f.read_bytes() for f in files]


def _workers() -> list[int]:
    """The living child processes of this one, theirs included."""
    found, todo = [], [os.getpid()]
    while todo:
        for path in Path(f"/proc/{todo.pop()}/task").glob("*/children"):
            children = [int(p) for p in path.read_text().split()]
            found += children
            todo += children
    return found


def cpu_seconds() -> float:
    """CPU time of all threads of this process, and of its living worker processes."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    total = usage.ru_utime + usage.ru_stime
    for pid in _workers():
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def peak_mb() -> float:
    """Most memory that was resident, summed over this process and its workers."""
    total = 0
    for pid in [os.getpid(), *_workers()]:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                total += int(line.split()[1])
    return total / 1024


def machine() -> str:
    """The processor, in words."""
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return f"{line.split(':', 1)[1].strip()}, {os.cpu_count()} cores"
    return f"{os.cpu_count()} cores"


# Note [One process a candidate]
# Peers prefetch in the background: in one process their work would be charged to whoever runs next.
# So each candidate lives in a process of its own and is told when to run a round, in turn.
# CPU time is read from the start of one round to the start of the next, which charges what a
# candidate does ahead of time to the candidate itself. Wall time begins when the first LEAD batches
# have been taken: those were ready before the round, where a candidate works ahead.

LEAD = 2


class Timing:
    """Wall and CPU seconds per item, one entry a round."""

    def __init__(self) -> None:
        self.wall: list[float] = []
        self.cpu: list[float] = []
        self.notes: list[dict[str, float]] = []  # what the candidate adds
        self.peak_mb = 0.0

    def median(self) -> tuple[float, float]:
        return statistics.median(self.wall), statistics.median(self.cpu)


class _Peer:
    def __init__(self, name: str, arguments: list[str]) -> None:
        command = [sys.executable, os.path.abspath(sys.argv[0]), *arguments, "--candidate", name]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.alive = self._read() == {"ready": True}

    def _read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        return json.loads(line) if line else {}

    def round(self, task: str = "") -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(f"go {task}\n")
        self.process.stdin.flush()
        answer = self._read()
        if not answer:
            raise RuntimeError("a candidate died")
        return answer

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def serve(
    make: Callable[[], Callable[..., int | Iterator[int]]],
    tasks: bool = False,
    notes: dict[str, float] | None = None,
) -> None:
    """The candidate's side: run a round whenever told to; with `tasks`, of the task named.

    A round returns how many items it made, or yields them batch by batch. What it writes into
    `notes` goes along with its times.
    """
    out, sys.stdout = sys.stdout, sys.stderr
    try:
        run = make()
    except ImportError as e:
        print(f"skipped: {e}", file=sys.stderr)
        print(json.dumps({"ready": False}), file=out, flush=True)
        return
    if not tasks:
        made = run()
        for _ in () if isinstance(made, int) else made:
            pass
    print(json.dumps({"ready": True}), file=out, flush=True)
    for line in sys.stdin:
        task = (line.split(" ", 1)[1].strip(),) if tasks else ()
        cpu, wall = cpu_seconds(), time.perf_counter()
        made = run(*task)
        items = timed = made if isinstance(made, int) else 0
        for k, count in enumerate(() if isinstance(made, int) else made):
            items += count
            timed += count
            if k == LEAD - 1:
                wall, timed = time.perf_counter(), 0
        answer = {
            "items": items,
            "wall": (time.perf_counter() - wall) / max(timed, 1),
            "start": cpu,
            "end": cpu_seconds(),
            "peak_mb": peak_mb(),
            "notes": notes or {},
        }
        print(json.dumps(answer), file=out, flush=True)


def start(names: Sequence[str], arguments: list[str]) -> dict[str, _Peer]:
    """The candidates that could be started, each in its own process."""
    peers = {name: _Peer(name, arguments) for name in names}
    return {name: p for name, p in peers.items() if p.alive}


def interleave_task(peers: dict[str, _Peer], task: str, rounds: int) -> dict[str, Timing]:
    """Wall and CPU time of one task; rounds in turn, the first is a warm-up.

    Nothing runs ahead here: a round's CPU time is read at its end.
    """
    result = {name: Timing() for name in peers}
    for k in range(rounds + 1):
        for name, peer in peers.items():
            answer = peer.round(task)
            if k and answer["items"]:
                result[name].wall.append(answer["wall"])
                result[name].cpu.append((answer["end"] - answer["start"]) / answer["items"])
                result[name].notes.append(answer["notes"])
    return {name: t for name, t in result.items() if t.wall}


def interleave(names: Sequence[str], rounds: int, arguments: list[str]) -> dict[str, Timing]:
    """Run all candidates in turn, `rounds` times."""
    peers = start(names, arguments)
    answers: dict[str, list[dict[str, Any]]] = {name: [] for name in peers}
    for _ in range(rounds + 1):  # the last one only closes the CPU account of the one before
        for name, peer in peers.items():
            answers[name].append(peer.round())
    result = {}
    for name, got in answers.items():
        peers[name].close()
        t = result[name] = Timing()
        for a, b in itertools.pairwise(got):
            t.wall.append(a["wall"])
            t.cpu.append((b["start"] - a["start"]) / a["items"])
        t.peak_mb = got[-1]["peak_mb"]
    return result


def table(title: str, rows: Sequence[Sequence[object]], header: Sequence[str]) -> None:
    """Print an aligned table."""
    cells = [list(map(str, header)), *[[str(c) for c in r] for r in rows]]
    widths = [max(len(r[i]) for r in cells) for i in range(len(header))]
    print(f"\n{title}")
    for k, r in enumerate(cells):
        print(
            "  "
            + "  ".join(
                c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(r, widths))
            )
        )
        if k == 0:
            print("  " + "  ".join("-" * w for w in widths))
