"""NVRTC, the run-time compiler of CUDA C++, through ctypes. Compiling needs no GPU.

NVRTC loads a second library, its built-ins, by name while it compiles. Wheels of CUDA 12, and of
13.1 and later, find it in their own folder ($ORIGIN). Those of 13.0 do not, and fail unless the
system's loader knows the folder. So we load the built-ins first, from beside the compiler.

Why not NVIDIA's cuda-pathfinder (read in version 1.9): it takes CUDA 13 before 12 without asking
the driver, which may not load code of 13; it does not load the built-ins when somebody else has
loaded the compiler; it looks into /usr/local/cuda only where the environment or the system's loader
names it. `_candidates` is all that it would replace.
"""

from __future__ import annotations

import ctypes
import functools
import glob
import os
import sys
from collections.abc import Iterator

from ...core import errors
from . import sources

# Newest first.
MAJORS = (13, 12)
_EXTRA = "install headrace[cuda13] or headrace[cuda12], whichever fits the driver"


def _driver() -> int:
    """The newest major version of CUDA that the driver knows; 0 without a driver."""
    version = ctypes.c_int()
    try:
        ctypes.CDLL("libcuda.so.1").cuDriverGetVersion(ctypes.byref(version))
    except (OSError, AttributeError):
        return 0
    return version.value // 1000


def _names() -> list[str]:
    """Names of the library, best first: a driver cannot load code for a newer CUDA version."""
    driver = _driver()
    ordered = sorted(MAJORS, key=lambda major: bool(driver) and major > driver)
    return [f"libnvrtc.so.{major}" for major in ordered]


def _candidates(names: list[str]) -> Iterator[str]:
    """Candidate paths: files of Python packages, then of a CUDA toolkit."""
    packages = [
        os.path.join(entry, "nvidia", package, "lib")
        for package in ("cu13", "cuda_nvrtc")
        for entry in sys.path
    ]
    roots = [os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME"), "/usr/local/cuda"]
    roots += sorted(glob.glob("/usr/local/cuda-*"), reverse=True)
    toolkits = [os.path.join(root, lib) for root in roots if root for lib in ("lib64", "lib")]
    for folders in (packages, toolkits):
        for name in names:
            paths = [os.path.join(folder, name) for folder in folders]
            yield from filter(os.path.isfile, paths)
    yield from names  # by the system's loader


def _open() -> ctypes.CDLL:
    names = _names()
    for name in names:  # prefer a version that is already loaded in this process
        try:
            return ctypes.CDLL(name, mode=os.RTLD_NOLOAD | os.RTLD_NOW)
        except OSError:
            continue
    found = None
    for path in _candidates(names):
        try:
            return ctypes.CDLL(path)
        except OSError as e:
            if os.path.isabs(path):
                found = found or e
    why = f"cannot be loaded ({found})" if found else "is not installed"
    raise errors.DeviceError(f"GPU kernels need NVRTC, which {why}: {_EXTRA}")


class _Symbol(ctypes.Structure):
    """Dl_info of dladdr(3)."""

    _fields_ = [
        ("file", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
    ]


def _path(library: ctypes.CDLL) -> str:
    """The file of a loaded library; empty if unknown."""
    found = _Symbol()
    address = ctypes.cast(library.nvrtcVersion, ctypes.c_void_p)
    known = ctypes.CDLL(None).dladdr(address, ctypes.byref(found))
    return os.fsdecode(found.file) if known and found.file else ""


def _load_builtins(compiler: str, version: tuple[int, int]) -> str:
    """Load the built-ins from beside the compiler; returns their file, or "" if not there.

    Once loaded, the compiler finds them by name. A toolkit may keep them elsewhere; then the
    compiler looks for them itself, and reports what is missing.
    """
    name = "libnvrtc-builtins.so.{}.{}".format(*version)
    folders = (os.path.dirname(compiler), os.path.dirname(os.path.realpath(compiler)))
    path = next(filter(os.path.isfile, (os.path.join(folder, name) for folder in folders)), "")
    if path:
        try:
            ctypes.CDLL(path)
        except OSError as e:
            raise errors.DeviceError(
                f"GPU kernels need NVRTC, whose built-ins cannot be loaded ({e}): {_EXTRA}"
            ) from None
    return path


class _Library:
    """The loaded library: functions that raise on error, and its cached properties."""

    def __init__(self) -> None:
        self._calls = _open()
        self._calls.nvrtcGetErrorString.restype = ctypes.c_char_p
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.call("Version", ctypes.byref(major), ctypes.byref(minor))
        self.version = (major.value, minor.value)
        _load_builtins(_path(self._calls), self.version)
        count = ctypes.c_int()
        self.call("GetNumSupportedArchs", ctypes.byref(count))
        supported = (ctypes.c_int * count.value)()
        self.call("GetSupportedArchs", supported)
        self.architectures = tuple(sorted(supported))

    def status(self, name: str, *args: object) -> int:
        return int(getattr(self._calls, "nvrtc" + name)(*args))

    def message(self, status: int) -> str:
        text: bytes = self._calls.nvrtcGetErrorString(status)
        return text.decode(errors="replace")

    def call(self, name: str, *args: object) -> None:
        status = self.status(name, *args)
        if status:
            raise errors.ExecutionError(f"nvrtc{name} failed: {self.message(status)}")

    def data(self, name: str, program: ctypes.c_void_p) -> bytes:
        """The bytes returned by a pair of functions Get<name>Size and Get<name>."""
        size = ctypes.c_size_t()
        self.call(f"Get{name}Size", program, ctypes.byref(size))
        buffer = ctypes.create_string_buffer(size.value)
        self.call(f"Get{name}", program, buffer)
        return buffer.raw


@functools.cache
def _library() -> _Library:
    return _Library()


def version() -> tuple[int, int]:
    """Major and minor version of the compiler."""
    return _library().version


def architectures() -> tuple[int, ...]:
    """Compute capabilities that the compiler generates machine code for; 90 is 9.0."""
    return _library().architectures


def target(arch: int) -> str:
    """The target for a GPU: its own architecture, or PTX if the GPU is newer than the compiler."""
    known = [a for a in architectures() if a <= arch]
    if not known:
        raise errors.DeviceError(
            f"this GPU (compute capability {arch // 10}.{arch % 10}) is older than NVRTC "
            f"{'.'.join(map(str, version()))} supports, which begins at "
            f"{architectures()[0] / 10:.1f}"
        )
    return f"sm_{arch}" if known[-1] == arch else f"compute_{known[-1]}"


def options(arch: int) -> list[str]:
    """Compiler options, without the include folder, which does not affect the result."""
    chosen = [
        f"--gpu-architecture={target(arch)}",
        "--std=c++17",
        "--fmad=false",  # the same results as on the CPU
        "--device-as-default-execution-space",
    ]
    if os.environ.get("HEADRACE_GPU_DEBUG") == "1":
        chosen.append("--generate-line-info")
    return chosen


def compile(text: str, arch: int) -> bytes:
    """The loadable image of a kernel for one kind of GPU (90: compute capability 9.0).

    A cubin, or PTX when the GPU is newer than the compiler. Raises ExecutionError with the
    compiler's log.
    """
    library = _library()
    program = ctypes.c_void_p()
    library.call("CreateProgram", ctypes.byref(program), text.encode(), b"kernel.cu", 0, None, None)
    try:
        with sources.include_folders(text) as folders:
            given = [*options(arch), *(f"--include-path={folder}" for folder in folders)]
            array = (ctypes.c_char_p * len(given))(*(option.encode() for option in given))
            status = library.status("CompileProgram", program, len(given), array)
        if status:
            log = library.data("ProgramLog", program).rstrip(b"\0").decode(errors="replace")
            what = f"a GPU kernel does not compile: {library.message(status)}"
            raise errors.ExecutionError(what, detail=log.strip())
        return library.data("CUBIN" if target(arch).startswith("sm_") else "PTX", program)
    finally:
        library.call("DestroyProgram", ctypes.byref(program))
