"""Campaign: writers of checkpoints that are killed or find no room; what is there stays whole."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import headrace.dynamic as ndd
from headrace.engine.checkpoint import Checkpoint

from .supervisor import Fault, Settings
from .values import Chance

LIMITS = Settings()
SIZE = 100_000  # characters of a state


class Big:
    """A state that takes more than one write."""

    def __init__(self, number: int) -> None:
        self.number = number

    def get_state(self) -> str:
        return f"{self.number}:" + "x" * SIZE

    def set_state(self, state: str) -> None:
        number, filler = state.split(":")
        if filler != "x" * SIZE:
            raise Fault(f"checkpoint {number} is not whole: {len(filler)} characters")
        self.number = int(number)


def save(number: int, pattern: str) -> None:
    ckpt = Checkpoint()
    ckpt.register(Big(number), "big")
    ckpt.register(ndd.random.RNG(number), "rng")
    ckpt.collect()
    ckpt.save(pattern)


def check(folder: Path) -> int:
    """Every file that has a final name is whole."""
    names = sorted(p for p in folder.iterdir() if p.name.startswith("c_"))
    for path in names:
        ckpt = Checkpoint()
        ckpt.load(path)
        ckpt.register(Big(0), "big")
    if names and Checkpoint().load(folder / "c_{seq:06d}.json") != str(names[-1]):
        raise Fault("load() does not find the newest checkpoint")
    return len(names)


def attempt(seed: int, number: int, folder: str) -> str:
    chance = Chance(seed, "saves", number)
    with tempfile.TemporaryDirectory(dir=folder) as name:
        place = Path(name)
        if number % 2:
            return f"full {full(chance, place)}"
        return f"killed {killed(chance, place)}"


def killed(chance: Chance, folder: Path) -> int:
    seen, ready = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            for i in range(1_000_000):
                save(i, str(folder / "c_{seq:06d}.json"))
                if i == 0:
                    os.write(ready, b"x")
        finally:
            os._exit(1)
    os.close(ready)
    begun = os.read(seen, 1) == b"x"
    os.close(seen)
    time.sleep(chance.random() * 0.03)
    os.kill(pid, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if not begun or status != -signal.SIGKILL:
        raise Fault(f"the writer ended by itself: {status}")
    return min(check(folder), 1)


def full(chance: Chance, folder: Path) -> str:
    """No room for a second file: an OSError, and the first one stays."""
    mounted = chance.often(50) and mount(folder, chance.choice((130_000, 180_000)))
    try:
        save(0, str(folder / "c_{seq:06d}.json"))
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        if not mounted:
            resource.setrlimit(
                resource.RLIMIT_FSIZE, (chance.choice((0, 1, 4096, SIZE - 1)), before[1])
            )
        try:
            save(1, str(folder / "c_{seq:06d}.json"))
            raise Fault("a checkpoint was saved where there is no room")
        except OSError as e:
            if e.errno not in (errno.ENOSPC, errno.EFBIG, None):
                raise Fault(f"another error than that of the disk: {e}") from e
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, old)
        if check(folder) != 1:
            raise Fault("files appeared or went while there was no room")
        return "tmpfs" if mounted else "limit"
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)


def mount(folder: Path, size: int) -> bool:
    """A tiny file system there, where this user may make one."""
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "headrace-attack", str(folder)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    return done.returncode == 0
