"""Writers of checkpoints that are killed: files under their final names are whole, whenever."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import headrace.dynamic as ndd
from headrace.dynamic.checkpoint import Checkpoint
from headrace.engine import checkpoint_files as files


def collected() -> Checkpoint:
    ckpt = Checkpoint()
    ckpt.register(ndd.random.RNG(1), "rng")
    ckpt.collect()
    return ckpt


def hidden(folder: Path | str = ".") -> list[str]:
    return sorted(n for n in os.listdir(folder) if n.startswith("."))


def age_leftovers(folder: Path) -> None:
    for name in hidden(folder):
        os.utime(folder / name, (0, 0))


# ---- what killed writers leave ---------------------------------------------------------------


def leftover(name: str, age: float) -> str:
    path = f".headrace-checkpoint-{name}.tmp"
    Path(path).touch()
    now = os.stat(path).st_mtime
    os.utime(path, (now - age, now - age))
    return path


def test_leftovers_are_removed_when_stale(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    leftover("old", 3600)
    new, held = leftover("new", 1), leftover("held", 3600)
    os.rename(leftover("other", 3600), ".other.tmp")
    with open(held, "r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # its writer lives
        assert collected().save("{seq}") == "0"
        assert hidden() == sorted([held, new, ".other.tmp"])
    assert collected().save("{seq}") == "1"
    assert hidden() == sorted([new, ".other.tmp"])


def test_a_file_being_written_is_locked(tmp_path):
    with files._written(str(tmp_path), "x") as path:
        os.utime(path, (0, 0))
        files.remove_stale(str(tmp_path))
        assert os.path.exists(path)
    assert hidden(tmp_path) == []


# Runs writers and kills them; prints how many files they wrote. Forks are cheap beside new
# processes, so that many kills fit into a short test.
KILLER = """
    import os, random, signal, sys, time
    import headrace.dynamic as ndd
    from headrace.dynamic.checkpoint import Checkpoint

    class Big:
        def get_state(self):
            return self.state
        def set_state(self, state):
            number, filler = state.split(":")
            assert filler == "x" * 200_000
        def __init__(self, number):
            self.state = f"{number}:" + "x" * 200_000

    def write_forever(ready):
        ckpt = Checkpoint()
        for i in range(1_000_000):
            ckpt.register(Big(i), "big")
            ckpt.collect()
            ckpt.save("c_{seq:06d}.json")
            if i == 0:
                os.write(ready, b"x")

    kills, folder = int(sys.argv[1]), sys.argv[2]
    os.chdir(folder)
    chance = random.Random(1)
    for _ in range(kills):
        seen, ready = os.pipe()
        writers = []
        for _ in range(2):
            pid = os.fork()
            if pid == 0:
                try:
                    write_forever(ready)
                finally:
                    os._exit(1)
            writers.append(pid)
        os.close(ready)
        assert os.read(seen, 1) == b"x"
        time.sleep(chance.random() * 0.02)
        for pid in writers:
            os.kill(pid, signal.SIGKILL)
            assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
        os.close(seen)
        files = sorted(name for name in os.listdir() if name.startswith("c_"))
        assert Checkpoint().load("c_{seq:06d}.json") == files[-1]
        for name in files:  # every file that matches is whole
            ckpt = Checkpoint()
            ckpt.load(name)
            ckpt.register(Big(0), "big")
        for name in files[:-1]:
            os.remove(name)
    print(int(files[-1][2:8]) + 1)
"""


def run_python(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)],
        capture_output=True, text=True, timeout=280,
    )  # fmt: skip


@pytest.mark.parametrize("kills", [15, pytest.param(200, marks=pytest.mark.long)])
def test_killed_writers_leave_whole_files(tmp_path, kills):
    done = run_python(KILLER, kills, tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= kills
    age_leftovers(tmp_path)
    collected().save(f"{tmp_path}/d_{{seq}}")
    assert hidden(tmp_path) == []


# Forks a writer that dies before the n-th thing it does to the file system, for every n until one
# survives; each has a folder of its own. Prints the number of deaths.
DYING = """
    import os, signal, sys
    import headrace.dynamic as ndd

    os.chdir(sys.argv[1])
    names = "mkdir open write fsync link rename unlink close listdir".split()

    def write(step):
        count = 0
        def counted(function):
            def call(*args, **more):
                nonlocal count
                if count == step:
                    os.kill(os.getpid(), signal.SIGKILL)
                count += 1
                return function(*args, **more)
            return call
        def refuse(*_):
            raise OSError(95, "no links here")
        os.link = os.link if sys.argv[2] == "links" else refuse
        ckpt = ndd.checkpoint.Checkpoint()
        ckpt.register(ndd.random.RNG(step), "rng")
        ckpt.collect()
        for name in names:
            setattr(os, name, counted(getattr(os, name)))
        ckpt.save(f"{step}/a/c_{{seq}}")

    for step in range(100):
        pid = os.fork()
        if pid == 0:
            try:
                write(step)
                os._exit(0)
            finally:
                os._exit(1)
        end = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        assert end in (0, -signal.SIGKILL), end
        if end == 0:
            print(step)
            break
"""


@pytest.mark.parametrize("links", ["links", "no links"])
def test_a_kill_at_every_step(tmp_path, links):
    done = run_python(DYING, tmp_path, links)
    assert done.returncode == 0, done.stderr
    steps = int(done.stdout)
    found = []
    for step in range(steps + 1):
        folder = tmp_path / str(step) / "a"
        pattern = f"{folder}/c_{{seq}}"
        names = [path for _, path in files.matching(files.parse(pattern))]
        for name in names:
            ckpt = Checkpoint()
            assert ckpt.load(pattern) == name
            assert ckpt.get_state("rng") == ndd.random.RNG(step).get_state()
        found.append(len(names))
        if folder.is_dir():
            age_leftovers(folder)
        # The next writer is not disturbed, and tidies up.
        assert Checkpoint().load(collected().save(pattern))
        assert hidden(folder) == []
    # Nothing up to some step, the whole file from there on.
    assert found == sorted(found) and found[0] == 0 and found[-1] == 1
    assert steps > 8
