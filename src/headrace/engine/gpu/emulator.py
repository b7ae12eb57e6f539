"""GPU kernels on the CPU: the same text, compiled by the host's C++ compiler.

For tests without a GPU. native/gpu/emulation provides what a kernel needs.
"""

from __future__ import annotations

import atexit
import functools
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from ...core import errors
from . import cache, sources

_FLAGS = [
    "-std=c++20",
    "-O1",
    "-fno-strict-aliasing",
    "-ffp-contract=off",
    "-fsigned-char",
    "-shared",
    "-fPIC",
    "-fvisibility=hidden",  # keep static variables of templates local to one kernel
    "-w",
    "-pipe",
]
_TEXT = """\
#include "gpu/emulation/cuda.h"
#line 1 "kernel.cu"
{text}
#include "gpu/emulation/run.h"
"""


def _compiler() -> list[str]:
    given = os.environ.get("CXX")
    for command in [shlex.split(given)] if given else [["g++"], ["clang++"], ["c++"]]:
        if command and shutil.which(command[0]):
            return command
    missing = f"$CXX names {given!r}, which" if given else "g++ or clang++, which"
    raise errors.DeviceError(
        f"emulating a GPU kernel needs a C++ compiler: {missing} is not installed"
    )


@functools.cache
def _version(*command: str) -> str:
    done = subprocess.run([*command, "--version"], capture_output=True, check=False)
    return done.stdout.decode(errors="replace")


def _flags() -> list[str]:
    if os.environ.get("HEADRACE_GPU_DEBUG") == "asan":
        return [*_FLAGS, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    return [*_FLAGS, "-Wl,-z,defs"]


@functools.cache
def _own_folder() -> Path:
    """A temporary folder for libraries if there is no cache; removed when the process ends."""
    path, owner = tempfile.mkdtemp(prefix="headrace-"), os.getpid()

    def remove() -> None:
        if os.getpid() == owner:  # not in a forked child
            shutil.rmtree(path, ignore_errors=True)

    atexit.register(remove)
    return Path(path)


def compile(text: str) -> str:
    """The path of a shared library that runs a kernel.

    It exports ``void hr_emulate(const unsigned grid[3], const unsigned block[3],
    const void* launch)``. Raises ExecutionError with the compiler's log.
    """
    command, flags = _compiler(), _flags()
    name = cache.key(text, *command, *flags, _version(*command)) + ".so"
    where = cache.place("emulation")
    if where is not None and cache.load("emulation", name) is not None:
        return str(where / name)
    library = _build(text, command, flags)
    path = cache.store("emulation", name, library)
    if path is None:
        path = _own_folder() / name
        partial = path.with_name(f"{name}-{os.urandom(8).hex()}")
        partial.write_bytes(library)
        os.replace(partial, path)
    return str(path)


def _build(text: str, command: list[str], flags: list[str]) -> bytes:
    with (
        sources.include_folders(text) as folders,
        tempfile.TemporaryDirectory(prefix="headrace-") as folder,
    ):
        source, library = Path(folder, "kernel.cc"), Path(folder, "kernel.so")
        source.write_text(_TEXT.format(text=text), encoding="utf-8")
        done = subprocess.run(
            [*command, *flags, *(f"-I{f}" for f in folders), str(source), "-o", str(library)],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode:
            what = f"a GPU kernel does not compile on the CPU ({command[0]})"
            raise errors.ExecutionError(what, detail=done.stderr.strip())
        return library.read_bytes()
