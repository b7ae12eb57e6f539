"""The library of examples/cpp_operator, and the harness in a process that has loaded it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from headrace import sysconfig

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "cpp_operator"


def compiled(sources: list[Path], to: Path) -> Path:
    """A library built without CMake."""
    given = [*sources, *sysconfig.sources_to_compile()]
    command = ["g++", *sysconfig.flags(), *map(str, given), "-Wl,-z,defs", "-o", str(to)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return to


def built(folder: Path) -> Path:
    """The example, by CMake where that is installed; its device code lies beside it."""
    if shutil.which("g++") is None:
        pytest.skip("no compiler")
    cmake = shutil.which("cmake")
    if cmake is None:
        for file in EXAMPLE.glob("*.cuh"):
            shutil.copy(file, folder)
        return compiled(sorted(EXAMPLE.glob("*.cc")), folder / "libtint.so")
    for command in (
        [cmake, "-S", EXAMPLE, "-B", folder, f"-DHEADRACE_DIR={sysconfig.cmake()}"],
        [cmake, "--build", folder],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert not done.returncode, done.stdout + done.stderr
    return folder / "libtint.so"


def run_harness(library: Path, *arguments: str) -> None:
    """Tests of the harness in a process that has the operators of harness/own.py."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--timeout=900",
        *arguments,
    ]
    environment = {**os.environ, "HEADRACE_TEST_OWN": str(library)}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
        timeout=1500,
    )  # fmt: skip
    assert not done.returncode, done.stdout[-20_000:] + done.stderr
    assert " passed" in done.stdout and " failed" not in done.stdout
