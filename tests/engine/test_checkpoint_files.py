"""Files of checkpoints: saved under new numbers, loaded, and writers that meet."""

from __future__ import annotations

import errno
import json
import os
import threading
from pathlib import Path

import pytest

import headrace.dynamic as ndd
from headrace.dynamic.checkpoint import Checkpoint
from headrace.engine import checkpoint_files as files

RNG = ndd.random.RNG


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The test's own folder, to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def collected(seed: int = 1) -> Checkpoint:
    ckpt = Checkpoint()
    ckpt.register(RNG(seed), "rng")
    ckpt.collect()
    return ckpt


def seed_of(name) -> int:
    """Loads a file, and says whose state is in it."""
    ckpt = Checkpoint()
    assert ckpt.load(name) == str(name)
    return next(s for s in range(1000) if RNG(s).get_state() == ckpt.get_state("rng"))


def touch(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("")


def names() -> list[str]:
    return sorted(os.listdir("."))


# ---- saving and loading ----------------------------------------------------------------------


def test_numbers_go_up(here):
    rng, ckpt = RNG(1), Checkpoint()
    ckpt.register(rng, "rng")
    states = []
    for i in range(3):
        ckpt.collect()
        states.append(str(rng.get_state()))
        assert ckpt.save("c_{seq:04d}.json") == f"c_{i:04d}.json"
        rng()
    assert names() == ["c_0000.json", "c_0001.json", "c_0002.json"]
    for i, state in enumerate(states):
        assert json.loads(Path(f"c_{i:04d}.json").read_text()) == {
            "version": 2,
            "states": {"rng": {"state": state, "type": "RNG"}},
        }
    other = Checkpoint()
    assert other.load("c_{seq:04d}.json") == "c_0002.json"
    assert other.is_loaded and other.get_state("rng") == states[2]


def test_saving_needs_states(here):
    with pytest.raises(RuntimeError, match=r"empty: call collect\(\) first"):
        Checkpoint().save("a/c_{seq}.json")
    assert names() == []


def test_folders_are_made(here):
    assert collected().save("a/b/c/{seq}") == "a/b/c/0"
    assert collected().save("a/b/run_{seq:02d}/c") == "a/b/run_00/c"
    assert collected().save(Path("a/b/run_{seq:02d}/c")) == "a/b/run_01/c"
    assert collected().save(f"{here}/x/{{seq}}") == f"{here}/x/0"
    assert seed_of("a/b/run_01/c") == 1
    touch("plain")
    with pytest.raises(NotADirectoryError):
        collected().save("plain/{seq}")


def test_a_number_is_not_used_again(here):
    ckpt = collected()
    ckpt.save("c_{seq}")
    ckpt.save("c_{seq}")
    os.remove("c_1")
    assert ckpt.save("c_{seq}") == "c_2"
    os.remove("c_2")
    ckpt.clear()
    ckpt.register(RNG(1), "rng")
    ckpt.collect()
    assert ckpt.save("c_{seq}") == "c_3"
    assert collected().save("c_{seq}") == "c_4"
    ckpt = Checkpoint()
    ckpt.load("c_{seq}")
    os.remove("c_4")
    ckpt.register(RNG(1), "rng")
    ckpt.collect()
    assert ckpt.save("d_{seq}") == "d_5"


def test_what_exists_stays(here):
    touch("c_0", "c_0005")
    os.mkdir("c_7")
    os.symlink("nowhere", "c_8")
    assert collected().save("c_{seq}") == "c_9"
    assert Path("c_0").read_text() == Path("c_0005").read_text() == ""
    assert os.readlink("c_8") == "nowhere" and not os.path.exists("nowhere")


@pytest.fixture(params=["links", "no links"])
def file_system(request, monkeypatch):
    """With and without hard links, which not every file system has."""
    if request.param == "no links":

        def link(*_):
            raise OSError(errno.EPERM, "no links here")

        monkeypatch.setattr(os, "link", link)


@pytest.mark.usefixtures("file_system")
def test_names_that_appear_meanwhile(here, monkeypatch):
    """Another writer is quicker: his files stay, ours gets the next number."""
    for number in (0, 1, 2):
        touch(f"c_{number}")
    monkeypatch.setattr(files, "next_number", lambda *_: 0)
    assert collected(5).save("c_{seq}") == "c_3"
    assert seed_of("c_3") == 5
    assert Path("c_1").read_text() == ""
    touch("run_0/c")
    assert collected(6).save("run_{seq}/c") == "run_1/c"
    assert sorted(os.listdir("run_0")) == ["c"] and sorted(os.listdir("run_1")) == ["c"]
    assert names() == ["c_0", "c_1", "c_2", "c_3", "run_0", "run_1"]


@pytest.mark.usefixtures("file_system")
def test_threads_save_under_one_pattern(here):
    saved: list[tuple[str, int]] = []
    start = threading.Barrier(4)

    def work(me: int) -> None:
        start.wait()
        for i in range(8):
            saved.append((collected(me * 8 + i).save("c_{seq:03d}"), me * 8 + i))

    threads = [threading.Thread(target=work, args=(me,)) for me in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert sorted(name for name, _ in saved) == names()
    assert len(saved) == len(names()) == 32
    for name, seed in saved:
        assert seed_of(name) == seed


def test_a_claim_keeps_others_off(here, monkeypatch):
    """Without hard links: a name that somebody is about to take is passed over."""

    def link(*_):
        raise OSError(errno.ENOTSUP, "no links here")

    monkeypatch.setattr(os, "link", link)
    touch(".headrace-checkpoint-c_0.tmp")
    assert collected().save("c_{seq}") == "c_1"
    assert names() == [".headrace-checkpoint-c_0.tmp", "c_1"]


def test_a_full_disk_leaves_nothing(here, monkeypatch):
    def fsync(_):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(OSError, match="full"):
        collected().save("c_{seq}")
    assert names() == []


def test_a_file_system_that_cannot_sync_folders(here, monkeypatch):
    real = os.fsync

    def fsync(fd):
        if os.path.isdir(f"/proc/self/fd/{fd}"):
            raise OSError(errno.EINVAL, "what?")
        real(fd)

    monkeypatch.setattr(os, "fsync", fsync)
    assert collected().save("a/c_{seq}") == "a/c_0"


def test_others_may_read_it(here):
    before = os.umask(0o027)
    try:
        collected().save("c_{seq}")
    finally:
        os.umask(before)
    assert os.stat("c_0").st_mode & 0o777 == 0o640
    assert os.stat("c_0").st_nlink == 1


def test_loading_one_file(here):
    collected(3).save("c_{seq}")
    collected(4).save("c_{seq}")
    assert seed_of("c_0") == 3 and seed_of(Path("c_0")) == 3
    collected(5).save("{{x}}_{seq}")
    assert seed_of("{x}_0") == 5


def test_loading_nothing(here):
    ckpt = Checkpoint()
    with pytest.raises(FileNotFoundError, match=r"no checkpoint file matches 'c_{seq}'"):
        ckpt.load("c_{seq}")
    with pytest.raises(FileNotFoundError, match="nowhere"):
        ckpt.load("nowhere/{seq}")
    with pytest.raises(FileNotFoundError, match="c_0"):
        ckpt.load("c_0")
    with pytest.raises(ValueError, match="found {x}"):
        ckpt.load("c_{x}")
    os.mkdir("c_3")
    with pytest.raises(FileNotFoundError, match="no checkpoint file"):
        ckpt.load("c_{seq}")
    assert not ckpt.is_loaded


def test_loading_a_broken_file_says_which(here):
    collected().save("c_{seq}")
    Path("c_1").write_text('{"version": 2, "sta')
    ckpt = Checkpoint()
    with pytest.raises(json.JSONDecodeError, match="^c_1: not a checkpoint: Unterminated"):
        ckpt.load("c_{seq}")
    Path("c_1").write_bytes(b"\xff\xff\xff\xff\xff")
    with pytest.raises(ValueError, match="^c_1: not a checkpoint"):
        ckpt.load("c_{seq}")
    Path("c_1").write_text('{"version": 9, "states": {}}')
    with pytest.raises(ValueError, match="^c_1: a checkpoint of version 9"):
        ckpt.load("c_1")
    assert not ckpt.is_loaded


def test_a_file_that_is_removed_while_loading(here, monkeypatch):
    collected(3).save("c_{seq}")
    monkeypatch.setattr(files, "newest_first", lambda _: [(1, "c_1"), (0, "c_0")])
    assert Checkpoint().load("c_{seq}") == "c_0"
