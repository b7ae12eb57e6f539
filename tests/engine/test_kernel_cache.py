"""The cache of compiled kernels: what somebody else could have written is never loaded."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import pytest

from headrace.engine.gpu import cache, emulator, private

OTHER = 12345  # a user


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HEADRACE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(private, "_refused", set())
    return tmp_path / "cache"


def refused(match):
    with pytest.warns(RuntimeWarning, match=match):
        assert cache.store("gpu", "a", b"data") is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the second time nothing is said
        assert cache.load("gpu", "a") is None


def test_folder_of_ours(folder):
    path = cache.store("gpu", "a", b"data")
    assert path == folder / "gpu" / "a"
    assert cache.load("gpu", "a") == b"data"
    for made in (folder, folder / "gpu", path, folder / "gpu" / private.KEY):
        assert made.stat().st_mode & 0o077 == 0


def test_folder_that_others_can_write(folder):
    (folder / "gpu").mkdir(parents=True)
    os.chmod(folder / "gpu", 0o777)
    refused("others can write into it.*HEADRACE_CACHE_DIR")
    assert list((folder / "gpu").iterdir()) == []


def test_folder_below_one_that_others_can_write(folder):
    (folder / "gpu").mkdir(parents=True, mode=0o700)
    os.chmod(folder, 0o777)
    refused(f'others can write into "{folder}"')


def test_below_a_sticky_folder(folder):
    """As /tmp is: others write into it, but exchange nothing of ours."""
    folder.mkdir()
    os.chmod(folder, 0o1777)
    assert cache.store("gpu", "a", b"data") is not None
    assert cache.load("gpu", "a") == b"data"


def test_group(folder, monkeypatch):
    """A group of one's own is nobody else; another group is."""
    (folder / "gpu").mkdir(parents=True)
    os.chmod(folder / "gpu", 0o770)
    monkeypatch.setattr(private, "_shared", lambda group: False)
    assert cache.store("gpu", "a", b"data") is not None
    monkeypatch.setattr(private, "_shared", lambda group: True)
    refused("others can write into it")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders away")
@pytest.mark.parametrize("which", [".", "gpu"])
def test_folder_of_another_user(folder, which):
    (folder / "gpu").mkdir(parents=True, mode=0o700)
    os.chown(folder / which, OTHER, OTHER)
    refused(f"belongs to the user {OTHER}")


def test_a_folder_that_is_a_link(folder, tmp_path):
    """It is where it leads that counts."""
    real = tmp_path / "real"
    real.mkdir(mode=0o700)
    folder.symlink_to(real)
    assert cache.store("gpu", "a", b"data") == real / "gpu" / "a"
    os.chmod(real, 0o777)
    refused("others can write into")


# ---- entries ------------------------------------------------------------------------------------


def test_planted_entries(folder):
    """With the checksum that earlier versions had, with none, or another entry's."""
    path = cache.store("gpu", "a", b"data")
    other = cache.store("gpu", "b", b"other data")
    for planted in (
        b"evil" + hashlib.sha256(b"evil").digest(),
        b"evil" + bytes(32),
        b"evil",
        b"",
        other.read_bytes(),
    ):
        path.write_bytes(planted)
        assert cache.load("gpu", "a") is None
    assert cache.load("gpu", "b") == b"other data"


def test_entries_with_rights_for_others(folder):
    path = cache.store("gpu", "a", b"data")
    for mode in (0o602, 0o620):
        os.chmod(path, mode)
        assert cache.load("gpu", "a") is None
    os.chmod(path, 0o644)
    assert cache.load("gpu", "a") == b"data"
    if os.geteuid() == 0:
        os.chown(path, OTHER, OTHER)
        assert cache.load("gpu", "a") is None


def test_entries_that_are_links_or_pipes(folder, tmp_path):
    path = cache.store("gpu", "a", b"data")
    shutil.move(path, tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert cache.load("gpu", "a") is None
    path.unlink()
    os.mkfifo(path)
    assert cache.load("gpu", "a") is None


def test_another_key(folder):
    """Entries that were sealed with another key are made again; a broken key is replaced."""
    cache.store("gpu", "a", b"data")
    key = folder / "gpu" / private.KEY
    for broken in (b"", b"short", os.urandom(32)):
        key.write_bytes(broken)
        assert cache.load("gpu", "a") is None
        assert cache.store("gpu", "a", b"data") is not None
        assert cache.load("gpu", "a") == b"data"
        assert len(key.read_bytes()) == 32


def test_writers_side_by_side(folder):
    """Processes that begin at once agree about the key, and no entry is ever half there."""
    script = (
        "import sys; from headrace.engine.gpu import cache\n"
        "for i in range(30):\n"
        "    data = bytes([i]) * 5000\n"
        "    assert cache.store('gpu', str(i), data) is not None\n"
        "    assert cache.load('gpu', str(i)) == data\n"
    )
    runs = [
        subprocess.Popen([sys.executable, "-W", "error", "-c", script], stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    for run in runs:
        _, log = run.communicate(timeout=120)
        assert run.returncode == 0, log.decode()
    names = {p.name for p in (folder / "gpu").iterdir()}
    assert names == {*map(str, range(30)), private.KEY}


def test_threads_that_make_the_key(tmp_path):
    found = []
    start = threading.Barrier(8)

    def make():
        start.wait()
        found.append(private.secret(tmp_path))

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1 and len(found) == 8


# ---- the attack ---------------------------------------------------------------------------------

EVIL = """
#include <stdio.h>
__attribute__((constructor)) static void go(void) { fclose(fopen("PLANTED", "w")); }
void hr_emulate(const unsigned* grid, const unsigned* block, const void* launch) {}
"""
RUN = """
import numpy as np, headrace.dynamic as ndd
x = ndd.as_batch([np.arange(27, dtype=np.uint8).reshape(3, 3, 3)], layout="HWC").gpu()
print(np.asarray(ndd.flip(x, horizontal=1).cpu().select(0)).ravel()[:3].tolist())
"""


@pytest.mark.skipif(not shutil.which("gcc"), reason="no C compiler")
@pytest.mark.parametrize("mode", [0o777, 0o700])
def test_a_planted_library_is_not_loaded(tmp_path, mode):
    """In a folder of everybody's nothing is loaded; in one's own, nothing without the seal."""
    shared = tmp_path / "shared"
    environment = {
        **os.environ, "HEADRACE_GPU": "emulated", "HEADRACE_CACHE_DIR": str(shared),
        "HOME": str(tmp_path),
    }  # fmt: skip

    def run():
        return subprocess.run(
            [sys.executable, "-c", RUN], env=environment, cwd=tmp_path, timeout=200,
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    assert "[6, 7, 8]" in run().stdout
    (tmp_path / "evil.c").write_text(EVIL)
    evil = tmp_path / "evil.so"
    subprocess.run(
        ["gcc", "-shared", "-fPIC", str(tmp_path / "evil.c"), "-o", str(evil)], check=True
    )
    code = evil.read_bytes()
    kernels = [p for p in (shared / "emulation").iterdir() if p.suffix == ".so"]
    assert kernels
    for path in kernels:
        path.write_bytes(code + hashlib.sha256(code).digest())
    os.chmod(shared / "emulation", mode)
    done = run()
    assert "[6, 7, 8]" in done.stdout, done.stderr
    assert not (tmp_path / "PLANTED").exists()
    assert ("is not used as a cache" in done.stderr) == (mode == 0o777)


def test_without_a_cache_libraries_are_private(folder, monkeypatch):
    if not any(map(shutil.which, ["g++", "clang++", "c++"])):
        pytest.skip("no C++ compiler")
    (folder / "emulation").mkdir(parents=True)
    os.chmod(folder / "emulation", 0o777)
    text = 'struct Launch {}; extern "C" __global__ void kernel(Launch l) {}'
    with pytest.warns(RuntimeWarning, match="others can write"):
        path = Path(emulator.compile(text))
    assert path.parent.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_uid == os.geteuid()
