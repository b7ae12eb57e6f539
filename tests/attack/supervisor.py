"""Runs cases of a campaign in a child process and watches it: crashes, hangs and wrong errors.

A campaign is a module with `attempt(seed, number, folder)`: it does what case `number` of a seed
says, returns a line that sums up what came out, and raises `Fault` (or lets an exception out that
`ALLOWED` does not have) for a finding. A crash or a hang ends the child, never the campaign.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import headrace

# What a caller may get for nonsense. Everything else is an accident of the implementation.
ALLOWED = (headrace.Error, TypeError, ValueError, OSError, MemoryError)
ROOT = Path(__file__).parents[2]
SANITIZED = bool(os.environ.get("HEADRACE_SANITIZED"))
# Where `new` fails under ASan, it ends the process instead of throwing.
NO_MEMORY = re.compile(r"AddressSanitizer: (out-of-memory|allocation-size-too-big|rss-limit)")
# Memory may be short in one process and not in another.
OUT_OF_MEMORY = ("MemoryError", "OutOfMemoryError")
PATTERNS = (0xAA, 0x55)  # what fresh memory is filled with


class Fault(Exception):
    """What must not happen, said by the campaign itself."""


@dataclasses.dataclass(frozen=True)
class Settings:
    """How a campaign's children run. A campaign says otherwise by its constant LIMITS."""

    deadline: float = 60.0  # seconds for one case: a hang, not a slow machine
    memory: int | None = 4 << 30  # bytes of address space, without a sanitizer
    patterns: bool = False  # run every case on differently filled memory, compare what comes out
    forks: bool = False  # forks beside running threads: see Note [Forks and sanitizers]

    @property
    def sanitized(self) -> bool:
        return SANITIZED and not self.forks

    @property
    def patience(self) -> float:
        """Seconds for one case, with what the sanitizer adds."""
        return self.deadline * (5 if self.sanitized else 1)


# Note [Forks and sanitizers]
# ---------------------------
# ASan's allocator has locks of its own and, in GCC 12, no handlers for fork. Where a thread
# allocates while another one forks, the child inherits a locked allocator and waits for ever in its
# first malloc. Campaigns that fork beside running threads therefore run
# with the installed module, without ASan.


@dataclasses.dataclass
class Finding:
    campaign: str
    seed: int
    number: int
    what: str  # one line
    detail: str

    @property
    def replay(self) -> str:
        prefix = "sh scripts/sanitized_python.sh " if SANITIZED else ""
        case = f"--seed {self.seed} --number {self.number}"
        return f"{prefix}python -m tests.attack {self.campaign} {case}"

    def text(self) -> str:
        return f"{self.campaign}: {self.what}\n  replay: {self.replay}\n{self.detail}"


@dataclasses.dataclass
class Tally:
    """What a campaign did."""

    cases: int = 0
    seconds: float = 0.0
    outcomes: dict[str, int] = dataclasses.field(default_factory=dict)
    findings: list[Finding] = dataclasses.field(default_factory=list)


def environment(pattern: int, sanitized: bool) -> dict[str, str]:
    """Of a child: what malloc gives is filled with `pattern`, with or without a sanitizer."""
    given = dict(os.environ)
    if SANITIZED and not sanitized:  # undo scripts/sanitized_python.sh
        for name in ("LD_PRELOAD", "ASAN_OPTIONS", "UBSAN_OPTIONS", "HEADRACE_SANITIZED"):
            given.pop(name, None)
        given["PYTHONPATH"] = given["PYTHONPATH"].partition(os.pathsep)[2]
    more = {
        "PYTHONHASHSEED": "0",
        "PYTHONFAULTHANDLER": "1",
        "PYTHONWARNINGS": "ignore",
        "HEADRACE_NUM_THREADS": os.environ.get("HEADRACE_NUM_THREADS", "2"),
        "MALLOC_PERTURB_": str(pattern),
        "MALLOC_MMAP_THRESHOLD_": str(32 << 20),  # or large blocks would come cleared
        "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "")
        + f":malloc_fill_byte={pattern}:max_malloc_fill_size={1 << 28}",
    }
    return {**given, **more}


class Child:
    """A process that runs cases first, first + step, … until it is ended."""

    def __init__(
        self, campaign: str, seed: int, first: int, step: int, settings: Settings, pattern: int
    ) -> None:
        self.folder = tempfile.mkdtemp(prefix="headrace-attack-")
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 closed by end()
        self.settings = settings
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.attack.child", campaign, str(seed), str(first), str(step),
             self.folder, str(0 if settings.sanitized else settings.memory or 0)],
            cwd=ROOT, env=environment(pattern, settings.sanitized), stdout=subprocess.PIPE,
            stderr=self.errors, stdin=subprocess.DEVNULL,
            start_new_session=True,  # its own children end with it
        )  # fmt: skip
        assert self.process.stdout is not None
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        self.pending = b""

    def line(self, deadline: float) -> str | None:
        """Its next line; "" when it has ended, None when the deadline has passed."""
        assert self.process.stdout is not None
        until = time.monotonic() + deadline
        while b"\n" not in self.pending:
            left = until - time.monotonic()
            if left <= 0 or not self.selector.select(left):
                return None
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                return ""
            self.pending += data
        line, self.pending = self.pending.split(b"\n", 1)
        return line.decode(errors="replace")

    def end(self) -> tuple[int, str]:
        """Kill it and all it started; its status and the end of what it said."""
        with contextlib.suppress(ProcessLookupError):  # it ended by itself
            os.killpg(self.process.pid, signal.SIGKILL)
        status = self.process.wait()
        self.selector.close()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.seek(0)
        said = self.errors.read().decode(errors="replace")
        self.errors.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        return status, said

    def stop(self) -> None:
        """Of a child that hangs: faulthandler tells where its threads are, then it dies."""
        os.kill(self.process.pid, signal.SIGABRT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)


def outcomes(
    campaign: str, seed: int, numbers: range, settings: Settings, pattern: int
) -> Iterator[tuple[int, str, Any]]:
    """(number, "ok" | "finding", text or Finding) of each case, in order."""
    at = numbers.start
    while at < numbers.stop:
        child = Child(campaign, seed, at, numbers.step, settings, pattern)
        ended = False
        try:
            # Starting takes as long as the machine is busy.
            line = child.line(max(120.0, settings.patience))
            if line != "ready":
                status, said = child.end()
                ended = True
                yield at, "finding", Finding(campaign, seed, at, "the child does not start",
                                             f"status {status}\n{said[-4000:]}")  # fmt: skip
                return
            while at < numbers.stop:
                line = child.line(settings.patience)
                if line == "again":
                    break
                if line:
                    kind, _, text = line.partition(" ")
                    if kind == "finding":
                        what, _, detail = text.partition("\x1f")
                        detail = detail.replace("\x1e", "\n")
                        yield at, "finding", Finding(campaign, seed, at, what, detail)
                    else:
                        yield at, "ok", text
                    at += numbers.step
                    continue
                if line is None:
                    child.stop()
                status, said = child.end()
                ended = True
                if NO_MEMORY.search(said):
                    yield at, "ok", "MemoryError"
                    at += numbers.step
                    break
                what = "hang" if line is None else f"crash ({_signal(status)})"
                if not said.strip():
                    said = "(it said nothing)"
                yield at, "finding", Finding(campaign, seed, at, f"{what}: {_summary(said)}",
                                             said[-6000:])  # fmt: skip
                at += numbers.step
                break
        finally:
            if not ended:
                child.end()


def _signal(status: int) -> str:
    try:
        return signal.Signals(-status).name if status < 0 else f"status {status}"
    except ValueError:
        return f"status {status}"


def _summary(said: str) -> str:
    """The line of a sanitizer's report or of a traceback that says what it is."""
    lines = said.splitlines()
    for line in lines:
        if line.startswith("SUMMARY:") or "runtime error:" in line:
            return line[-200:]
    for line in lines:
        if "terminate called" in line or line.startswith(("Fatal Python error", "case ")):
            return line[:200]
    return lines[-1][:200] if lines else ""


def run(
    campaign: str,
    seed: int,
    settings: Settings,
    *,
    seconds: float = 0,
    numbers: range | None = None,
) -> Tally:
    """Cases until the time is over, or exactly these."""
    tally = Tally()
    begin = time.monotonic()
    wanted = numbers if numbers is not None else range(1 << 62)
    streams = [
        outcomes(campaign, seed, wanted, settings, pattern)
        for pattern in (PATTERNS if settings.patterns else PATTERNS[:1])
    ]
    try:
        for results in zip(*streams):
            number, _, text = results[0]
            tally.cases += 1
            found = [r[2] for r in results if r[1] == "finding"]
            if found:
                tally.findings.append(found[0])
            elif len({r[2] for r in results if r[2] not in OUT_OF_MEMORY}) > 1:
                both = "\n".join(str(r[2]) for r in results)
                what = f"results depend on what memory held: {str(text).split(' ')[0]}"
                tally.findings.append(Finding(campaign, seed, number, what, both))
            label = "finding" if found else str(text).partition(" ")[0]
            tally.outcomes[label] = tally.outcomes.get(label, 0) + 1
            if numbers is None and time.monotonic() - begin > seconds:
                break
    finally:
        for stream in streams:
            stream.close()
    tally.seconds = time.monotonic() - begin
    return tally
