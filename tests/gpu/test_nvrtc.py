"""NVRTC of every version compiles our kernels from where it lies: as a wheel, in a toolkit."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from headrace.core import errors
from headrace.engine.gpu import nvrtc

PROGRAM = Path(__file__).with_name("compile_kernels.py")
KERNELS = 5
# The newest of each minor version, the two whose wheels do not know their own folder, and the
# newest of all, which may be one that this list does not know.
WHEELS = [
    *(f"nvidia-cuda-nvrtc-cu12==12.{minor}.*" for minor in (4, 5, 6, 8, 9)),
    "nvidia-cuda-nvrtc==13.0.48",
    "nvidia-cuda-nvrtc==13.0.88",
    *(f"nvidia-cuda-nvrtc==13.{minor}.*" for minor in (1, 2, 3, 4)),
    "nvidia-cuda-nvrtc>=13",
]
# What pip says when it reaches no index at all.
UNREACHABLE = ("from versions: none", "NewConnectionError", "ProxyError", "Temporary failure")


def compiled(*arguments: str | Path) -> dict[str, list]:
    """What compile_kernels.py found, in a process that has loaded nothing yet."""
    hidden = ("LD_LIBRARY_PATH", "CUDA_PATH", "CUDA_HOME", "HEADRACE_GPU_DEBUG")
    done = subprocess.run(
        [sys.executable, str(PROGRAM), *map(str, arguments)],
        env={name: text for name, text in os.environ.items() if name not in hidden},
        capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["modules"] == [] and len(found["images"]) == KERNELS
    assert min(found["images"]) > 5000
    return found


@pytest.fixture(scope="module")
def installed() -> Path:
    """The compiler that this environment has."""
    try:
        path = nvrtc._path(nvrtc._library()._calls)
    except errors.DeviceError as e:
        pytest.skip(str(e))
    assert os.path.isabs(path)
    return Path(path)


def test_the_installed_one(installed):
    found = compiled()
    assert [Path(path).resolve() for path in found["compiler"]] == [installed.resolve()]


@pytest.fixture
def lost(installed, tmp_path):
    """A wheel of the installed compiler which does not know its folder, as those of 13.0."""
    major, minor = nvrtc.version()
    package = "cu13" if major == 13 else "cuda_nvrtc"
    folder = tmp_path / "nvidia" / package / "lib"
    folder.mkdir(parents=True)
    text = installed.read_bytes()
    (folder / f"libnvrtc.so.{major}").write_bytes(text.replace(b"$ORIGIN", b"/ORIGIN"))
    name = f"libnvrtc-builtins.so.{major}.{minor}"
    beside = installed.resolve().with_name(name)
    if not beside.exists():
        pytest.skip(f"{name} is not beside {installed}")
    shutil.copy(beside, folder)
    yield folder / f"libnvrtc.so.{major}"
    shutil.rmtree(folder)  # 100 MB, of which pytest would keep three


@pytest.mark.parametrize("by_others", [False, True])
def test_builtins_come_from_beside(lost, tmp_path, by_others):
    """Also when somebody else, such as torch, has loaded the compiler."""
    asked = ["--loaded", lost] if by_others else ["--folder", tmp_path]
    found = compiled(*asked, "--major", str(nvrtc.version()[0]))
    assert found["compiler"] == [str(lost)]
    assert [Path(path).parent for path in found["builtins"]] == [lost.parent]


def test_a_compiler_without_builtins_says_so(lost):
    builtins = next(lost.parent.glob("libnvrtc-builtins*"))
    builtins.unlink()
    by_name = [sys.executable, "-c", f"import ctypes; ctypes.CDLL({builtins.name!r})"]
    if not subprocess.run(by_name, capture_output=True, check=False).returncode:
        pytest.skip("the system's loader knows them")
    with pytest.raises(AssertionError, match=r"ExecutionError.*\n.*failed to open libnvrtc-built"):
        compiled("--loaded", lost)


@pytest.mark.parametrize("linked", [False, True])
def test_builtins_that_are_broken(tmp_path, linked):
    """A toolkit's folder may be full of links: then they are beside the file itself."""
    real = tmp_path / "real"
    real.mkdir()
    builtins = real / "libnvrtc-builtins.so.99.7"
    builtins.write_text("not a library")
    compiler = real / "libnvrtc.so.99"
    compiler.touch()
    if linked:
        (tmp_path / "links").mkdir()
        (tmp_path / "links" / compiler.name).symlink_to(compiler)
        compiler = tmp_path / "links" / compiler.name
    with pytest.raises(errors.DeviceError, match=rf"built-ins cannot be loaded \({builtins}"):
        nvrtc._load_builtins(str(compiler), (99, 7))
    assert nvrtc._load_builtins(str(compiler), (99, 8)) == ""  # elsewhere, or nowhere


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("wheel", WHEELS)
def test_every_wheel(wheel, tmp_path):
    target = tmp_path / "wheel"
    pip = [sys.executable, "-m", "pip", "--no-input", "--disable-pip-version-check"]
    done = subprocess.run(
        [*pip, "install", "--quiet", "--no-deps", "--target", str(target), wheel],
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    if done.returncode and any(words in done.stderr for words in UNREACHABLE):
        pytest.skip(f"pip reaches no index: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    try:
        cuda12 = "cu12" in wheel
        found = compiled("--folder", target, "--major", "12" if cuda12 else "13")
        folder = target / "nvidia" / ("cuda_nvrtc" if cuda12 else "cu13") / "lib"
        for path in found["compiler"] + found["builtins"]:
            assert Path(path).parent == folder
        version = ".".join(map(str, found["version"]))
        assert f"=={version}." in wheel or ">=" in wheel
    finally:
        shutil.rmtree(target)
