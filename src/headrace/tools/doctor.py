"""`headrace doctor`: what this installation supports, and what to install for the rest."""

from __future__ import annotations

import argparse
import ctypes
import importlib.metadata
import importlib.util
import io
import json
import os
import platform
import re
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field

import numpy as np
from PIL import Image

import headrace
from headrace import _native
from headrace.codecs import table as codec_table
from headrace.core.errors import DeviceError, ExecutionError
from headrace.engine.gpu import nvrtc

MARKS = {True: "✓", False: "✗", None: "·"}  # present, broken, optional and absent
# Extras for developing Headrace, not shown.
WORKSHOP = {"test", "test-torch", "oracle", "dev", "docs", "bench"}
FRAMEWORKS = ("torch", "jax", "cupy", "numba")
# How JPEGs are decoded on a GPU.
DECODED_BY = {
    "engine": "decoded by the hardware engine",
    "kernels": "decoded by nvJPEG's kernels: this GPU has no engine for them",
}
# Pillow's names of the formats that it can write.
TRIALS = {
    **{name: name for name in ("JPEG", "PNG", "WebP", "BMP", "TIFF", "GIF", "AVIF")},
    "PNM": "PPM",
    "JPEG 2000": "JPEG2000",
}


@dataclass
class Line:
    """One fact: a name, its state (None: optional and absent), and a description."""

    name: str
    there: bool | None
    text: str
    hint: str = ""


@dataclass
class Section:
    """A group of facts."""

    title: str
    lines: list[Line] = field(default_factory=list)

    def add(self, name: str, there: bool | None, text: str, hint: str = "") -> None:
        """Append one fact."""
        self.lines.append(Line(name, there, text, hint))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `headrace doctor`."""
    parser.add_argument("--json", action="store_true", help="the same for programs")


def version_of(distribution: str) -> str | None:
    """The installed version of a distribution; None if it is missing."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def installation() -> Section:
    """Versions of Headrace, Python, the system and required packages."""
    section = Section("Installation")
    section.add("headrace", True, headrace.__version__)
    section.add("python", True, f"{platform.python_implementation()} {platform.python_version()}")
    libc = " ".join(part for part in platform.libc_ver() if part)
    section.add("system", True, f"{platform.system()} {platform.machine()} {libc}".rstrip())
    for name in ("numpy", "ml_dtypes", "pillow"):
        found = version_of(name)
        hint = "" if found else f"pip install {name}"
        section.add(name, found is not None, found or "missing", hint)
    return section


def processor() -> Section:
    """Features of the CPU, and which are used."""
    section = Section("CPU")
    features = _native.cpu_features()
    section.add("features", True, " ".join(features) or "baseline")
    section.add("kernels", True, f"compiled for {_native.isa()} are in use")
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    set_by = next(
        (name for name in ("HEADRACE_NUM_THREADS", "DALI_NUM_THREADS") if os.environ.get(name)), ""
    )
    import headrace.dynamic as ndd

    why = f"set by {set_by}" if set_by else "HEADRACE_NUM_THREADS or set_num_threads() change it"
    section.add("threads", True, f"{ndd.get_num_threads()} ({available} CPUs available; {why})")
    return section


def codecs() -> Section:
    """The decoder of each image format, tried on a small image."""
    section = Section("Image codecs")
    for codec in codec_table():
        if codec.engine is None:
            section.add(codec.format, None, "no decoder", codec.hint)
            continue
        trial = TRIALS.get(codec.format)
        there, text = try_format(trial) if trial else (True, "")
        section.add(codec.format, there, f"{codec.engine}{text}")
    return section


def try_format(written_as: str) -> tuple[bool, str]:
    """Encode an image with Pillow, decode it with Headrace, compare: (correct, remark)."""
    import headrace.dynamic as ndd

    ramp = np.linspace(40, 200, 32 * 32, dtype=np.uint8).reshape(32, 32)
    stream = io.BytesIO()
    try:
        Image.fromarray(np.stack([ramp] * 3, axis=-1)).save(stream, written_as)
    except (KeyError, OSError, ValueError):
        return True, " (not tried: Pillow cannot write it)"
    try:
        encoded = ndd.tensor(np.frombuffer(stream.getvalue(), np.uint8))
        decoded = np.asarray(ndd.decoders.image(encoded))
    except Exception as problem:  # any exception is what the user would see
        return False, f": {problem}".splitlines()[0]
    error = np.abs(decoded.astype(int) - ramp[..., None]).max()
    return bool(error < 24), "" if error < 24 else f": decodes wrongly, by {error} of 255"


def frameworks() -> Section:
    """Installed frameworks that accept batches; they are not imported."""
    section = Section("Frameworks")
    for name in FRAMEWORKS:
        if importlib.util.find_spec(name) is None:
            section.add(name, None, "not installed")
        else:
            found = cupy_version() if name == "cupy" else version_of(name)
            section.add(name, True, found or "found")
    return section


def extras() -> Section:
    """Optional parts, read from Headrace's own metadata."""
    section = Section("Extras")
    needed: dict[str, list[str]] = {}
    try:
        lines = importlib.metadata.requires("headrace") or []
    except importlib.metadata.PackageNotFoundError:
        lines = []  # run from a source tree: no metadata
    for line in lines:
        name = re.match(r"[\w.\-]+", line)
        extra = re.search(r"extra\s*==\s*['\"]([\w\-]+)['\"]", line)
        if name and extra and extra[1] not in WORKSHOP:
            needed.setdefault(extra[1], []).append(name[0])
    for extra_name, names in needed.items():
        absent = [name for name in names if version_of(name) is None]
        if absent:
            hint = f'pip install "headrace[{extra_name}]"'
            section.add(extra_name, None, f"without {', '.join(absent)}", hint)
        else:
            section.add(extra_name, True, ", ".join(f"{n} {version_of(n)}" for n in names))
    return section


def first_installed(*names: str) -> str | None:
    """Name and version of the first of these distributions that is installed."""
    return next((f"{name} {found}" for name in names if (found := version_of(name))), None)


def cupy_version() -> str | None:
    """CuPy's version; several distributions provide it."""
    return first_installed("cupy-cuda13x", "cupy-cuda12x", "cupy")


def cuda_devices() -> tuple[tuple[int, int], list[str]] | None:
    """The driver's CUDA version and the names of its devices; None without a driver."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None
    number, count = ctypes.c_int(), ctypes.c_int()
    if driver.cuInit(0) or driver.cuDriverGetVersion(ctypes.byref(number)):
        return None
    driver.cuDeviceGetCount(ctypes.byref(count))
    names = []
    for index in range(count.value):
        device, text = ctypes.c_int(), ctypes.create_string_buffer(256)
        driver.cuDeviceGet(ctypes.byref(device), index)
        driver.cuDeviceGetName(text, 256, device)
        names.append(text.value.decode())
    return (number.value // 1000, number.value % 1000 // 10), names


def gpu() -> Section:
    """The driver, the CUDA libraries, and which extra to install."""
    section = Section("GPU")
    if wanted := os.environ.get("HEADRACE_GPU"):
        section.add("emulation", None, f"HEADRACE_GPU={wanted}: kernels run on the CPU, if at all")
        return section
    found = cuda_devices()
    if found is None or not found[1]:
        section.add("driver", None, "no NVIDIA driver or device found: everything runs on the CPU")
        return section
    (major, minor), names = found
    section.add("driver", True, f"CUDA {major}.{minor}: {', '.join(names)}")
    if major < 12:
        section.add("support", False, "CUDA 12 or newer is needed", "update the NVIDIA driver")
        return section
    hint = f'pip install "headrace[cuda{min(major, 13)}]"'
    there, text = try_compiler()
    section.add("kernels", there, text, "" if there else hint)
    decoder = first_installed("nvidia-nvimgcodec-cu13", "nvidia-nvimgcodec-cu12")
    if decoder is None:
        missing = "missing: images are decoded on the CPU and uploaded"
        section.add("nvimgcodec", None, missing, hint)
        return section
    section.add("nvimgcodec", True, decoder)
    by, why_not = gpu_decoder()
    section.add("JPEG", bool(by), DECODED_BY.get(by, why_not), "" if by else hint)
    return section


def try_compiler() -> tuple[bool, str]:
    """Whether kernels can be compiled, and with what; a compiler may lack its built-ins."""
    try:
        compiler = "NVRTC {}.{}".format(*nvrtc.version())
        nvrtc.compile('extern "C" __global__ void kernel() {}', nvrtc.architectures()[-1])
    except DeviceError as e:
        return False, f"operators cannot run there: {e}".splitlines()[0]
    except ExecutionError as e:
        return False, f"{compiler} does not work: {' '.join((e.detail or e.what).split())}"
    return True, compiler


def gpu_decoder() -> tuple[str, str]:
    """How the first GPU decodes JPEGs, or why it cannot."""
    import headrace.engine.gpu.lane  # noqa: F401  registers the path of the library

    return _native.gpu_decoder(0)


def examine(part: Callable[[], Section]) -> Section:
    """Runs one check; an exception becomes a finding in the report."""
    try:
        return part()
    except Exception as problem:
        failure = Line(part.__name__, False, f"{type(problem).__name__}: {problem}")
        return Section(part.__name__.capitalize(), [failure])


def report() -> list[Section]:
    """All sections, in the order in which they are printed."""
    return [examine(part) for part in (installation, processor, codecs, frameworks, extras, gpu)]


def run(options: argparse.Namespace) -> int:
    """Print the report; the exit status is 1 if something required is missing or broken."""
    sections = [section for section in report() if section.lines]
    if options.json:
        print(json.dumps([asdict(section) for section in sections], indent=2))
    else:
        for section in sections:
            print(f"\n{section.title}")
            for line in section.lines:
                hint = f"\n{'':19}→ {line.hint}" if line.hint else ""
                print(f"  {MARKS[line.there]} {line.name:14} {line.text}{hint}")
        sys.stdout.flush()
    return int(any(line.there is False for section in sections for line in section.lines))
