"""From the text of a kernel to something that runs: NVRTC, the cache, the emulator."""

import ctypes
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from headrace.core import errors
from headrace.engine.gpu import cache, emulator, nvrtc, private, sources

LAUNCH = """
struct Launch {
  const float* in;
  float* out;
  long long n;
};
"""
PLAIN = (
    LAUNCH
    + """
extern "C" __global__ void kernel(Launch l) {
  long long at = (blockIdx.y * gridDim.x + blockIdx.x) * (long long)blockDim.x + threadIdx.x;
  if (at < l.n) l.out[at] = __fadd_rn(l.in[at], (float)(blockIdx.y * 100 + threadIdx.x));
}
"""
)
# Threads beyond n leave at once; the sum is made by halves, which needs barriers.
SUM = (
    LAUNCH
    + """
#define HR_COOPERATIVE
extern "C" __global__ void kernel(Launch l) {
  __shared__ float part[64];
  int t = threadIdx.x + threadIdx.y * blockDim.x;
  if (t >= 64) return;
  part[t] = 0;
  for (long long i = t; i < l.n; i += 64) part[t] += l.in[i];
  __syncthreads();
  for (int half = 32; half; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  l.out[blockIdx.x * 64 + t] = part[0] + blockIdx.x;
}
"""
)
# Lane 0 of each warp has the sum of its lanes; all have the number of even ones.
WARP = (
    LAUNCH
    + """
#define HR_COOPERATIVE
extern "C" __global__ void kernel(Launch l) {
  float v = l.in[threadIdx.x];
  for (int by = 16; by; by /= 2) v += __shfl_down_sync(~0u, v, by);
  float first = __shfl_sync(~0u, v, 0);
  unsigned even = __ballot_sync(~0u, (int)l.in[threadIdx.x] % 2 == 0);
  l.out[threadIdx.x] = first + 0.001f * __popc(even) + __syncthreads_or(threadIdx.x == 40);
}
"""
)

# One result a line, and what it has to be.
BUILTINS = {
    "__clz(0) + __ffs(8) * 100": 432,
    "__popc(0xF0F0u)": 8,
    "__byte_perm(0x03020100u, 0x07060504u, 0x7061u)": 0x07000601,
    "__umulhi(0xFFFFFFFFu, 0x10000u)": 0xFFFF,
    "__brev(1u) >> 24": 128,
    "__funnelshift_r(0xF0000000u, 5u, 28)": 95,
    "__float2int_rn(2.5f) * 10 + __float2int_rn(3.5f)": 24,
    "__float2int_rz(-2.9f)": -2,
    "__float2int_rd(-2.1f)": -3,
    "__float2int_rn(1e20f) == 2147483647": 1,
    "__float2uint_rn(-5.0f)": 0,
    "__float2int_rn(__int_as_float(0x7FC00000))": 0,
    "__double2int_rn((double)__int_as_float(0x7FC00000)) >> 31": -1,
    "__float_as_uint(1.0f) >> 16": 0x3F80,
    "rintf(0.5f) + roundf(0.5f)": 1,
    "min(-1, 1u) == 1u": 1,
    "isnan(__uint_as_float(0x7FC00000u))": 1,
    "alignof(uint4) + sizeof(uchar3)": 19,
}
ALL_BUILTINS = (
    LAUNCH
    + 'extern "C" __global__ void kernel(Launch l) {\n'
    + "".join(f"l.out[{i}] = (float)({text});\n" for i, text in enumerate(BUILTINS))
    + "}"
)

needs_compiler = pytest.mark.skipif(
    not any(map(shutil.which, ["g++", "clang++", "c++"])), reason="no C++ compiler"
)


class Launch(ctypes.Structure):
    _fields_ = [("input", ctypes.c_void_p), ("output", ctypes.c_void_p), ("n", ctypes.c_longlong)]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty cache."""
    monkeypatch.setenv("HEADRACE_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("HEADRACE_GPU_DEBUG", raising=False)
    return tmp_path


def emulate(text, data, size, grid=(1, 1, 1), block=(64, 1, 1)):
    library = ctypes.CDLL(emulator.compile(text))
    out = np.zeros(size, np.float32)
    launch = Launch(data.ctypes.data, out.ctypes.data, len(data))
    library.hr_emulate(
        (ctypes.c_uint * 3)(*grid), (ctypes.c_uint * 3)(*block), ctypes.byref(launch)
    )
    return out


@needs_compiler
class TestEmulator:
    def test_every_block_and_thread(self):
        data = np.arange(100, dtype=np.float32)
        at = np.arange(100)
        want = data + at // 48 * 100 + at % 16
        np.testing.assert_array_equal(emulate(PLAIN, data, 100, (3, 4, 1), (16, 1, 1)), want)

    @pytest.mark.parametrize("block", [(64, 1, 1), (16, 4, 1), (96, 1, 1)])
    def test_threads_that_wait(self, block):
        data = np.arange(1000, dtype=np.float32)
        got = emulate(SUM, data, 128, (2, 1, 1), block)
        np.testing.assert_array_equal(got, [data.sum()] * 64 + [data.sum() + 1] * 64)

    def test_warps(self):
        data = np.arange(64, dtype=np.float32) ** 2
        sums = data.reshape(2, 32).sum(1).repeat(32)
        want = sums + np.float32(0.001) * 16 + 1
        np.testing.assert_allclose(emulate(WARP, data, 64), want, rtol=1e-6)

    def test_builtins(self):
        got = emulate(ALL_BUILTINS, np.zeros(1, np.float32), len(BUILTINS), block=(1, 1, 1))
        want = {text: float(np.float32(value)) for text, value in BUILTINS.items()}
        assert dict(zip(BUILTINS, got.tolist())) == want

    def test_side_by_side(self):
        """Calls of one kernel from many threads do not disturb each other's shared memory."""
        data = [np.full(640, i, np.float32) for i in range(8)]
        with ThreadPoolExecutor(4) as pool:
            sums = list(pool.map(lambda d: emulate(SUM, d, 64 * 20, (20, 1, 1))[0], data))
        assert sums == [640 * i for i in range(8)]

    def test_waiting_must_be_announced(self):
        with pytest.raises(errors.ExecutionError, match="define_HR_COOPERATIVE"):
            emulator.compile(SUM.replace("#define HR_COOPERATIVE", ""))

    def test_different_barriers_stop_the_process(self):
        """Not an endless wait."""
        text = SUM.replace("part[t] = 0;", "if (t == 3) __syncwarp(~0u);")
        script = (
            "import ctypes, sys; run = ctypes.CDLL(sys.argv[1]).hr_emulate;"
            "run((ctypes.c_uint * 3)(1, 1, 1), (ctypes.c_uint * 3)(64, 1, 1), bytes(24))"
        )
        done = subprocess.run(
            [sys.executable, "-c", script, emulator.compile(text)],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode < 0 and "different barriers" in done.stderr

    def test_errors_carry_the_log(self):
        with pytest.raises(errors.ExecutionError, match=r"kernel\.cu:3.*nonsense"):
            emulator.compile("\n\nnonsense;")

    def test_no_compiler(self, monkeypatch):
        monkeypatch.setenv("CXX", "no-such-compiler -x")
        with pytest.raises(errors.DeviceError, match="no-such-compiler"):
            emulator.compile(PLAIN)
        monkeypatch.delenv("CXX")
        monkeypatch.setenv("PATH", "")
        with pytest.raises(errors.DeviceError, match=r"g\+\+ or clang\+\+"):
            emulator.compile(PLAIN)


@needs_compiler
class TestCachedLibraries:
    def test_hit(self, folder, monkeypatch):
        path = emulator.compile(PLAIN)
        assert path.startswith(str(folder / "emulation"))
        monkeypatch.setattr(emulator, "_build", None)
        assert emulator.compile(PLAIN) == path
        with pytest.raises(TypeError):  # another text is another entry
            emulator.compile(PLAIN + " ")

    def test_corrupt_entry_is_made_again(self):
        path = emulator.compile(PLAIN)
        sound = Path(path).read_bytes()
        for broken in (b"", b"\x7fELF", sound[:-100], sound[:100] + b"?" + sound[101:]):
            os.unlink(path)
            Path(path).write_bytes(broken)
            assert emulator.compile(PLAIN) == path
            assert cache.load("emulation", os.path.basename(path)) is not None

    @pytest.mark.parametrize("chosen", ["", "file", "file/below"])
    def test_without_a_folder(self, folder, monkeypatch, chosen):
        (folder / "file").write_text("not a folder")
        monkeypatch.setenv("HEADRACE_CACHE_DIR", chosen and str(folder / chosen))
        data = np.zeros(10, np.float32)
        np.testing.assert_array_equal(emulate(PLAIN, data, 10), np.arange(10))
        assert [p.name for p in folder.iterdir()] == ["file"]


class TestCache:
    def test_where(self, folder, monkeypatch):
        assert cache.folder("gpu") == folder / "gpu"
        monkeypatch.delenv("HEADRACE_CACHE_DIR")
        monkeypatch.setenv("XDG_CACHE_HOME", "/some/cache")
        assert str(cache.folder("gpu")) == "/some/cache/headrace/gpu"
        monkeypatch.delenv("XDG_CACHE_HOME")
        monkeypatch.setenv("HOME", "/some/home")
        assert str(cache.folder("gpu")) == "/some/home/.cache/headrace/gpu"

    def test_keys(self, monkeypatch):
        keys = {cache.key(), cache.key("ab", "c"), cache.key("a", "bc"), cache.key("abc")}
        monkeypatch.setattr(sources, "fingerprint", lambda: "other headers")
        keys.add(cache.key("abc"))
        monkeypatch.setattr(cache, "__version__", "other version")
        keys.add(cache.key("abc"))
        assert len(keys) == 6

    def test_size_is_bounded(self, monkeypatch, folder):
        monkeypatch.setattr(cache, "LIMIT", 1000)
        for i, name in enumerate("abcdef"):
            path = cache.store("gpu", name, bytes(300))
            os.utime(path, (i, i))
            if name == "c":
                assert cache.load("gpu", "a") is not None  # used just now: others go first
        assert sorted(p.name for p in (folder / "gpu").iterdir()) == ["a", "e", "f", "key"]
        assert cache.store("gpu", "huge", bytes(5000)) is not None
        assert cache.load("gpu", "huge") is not None

    def test_unwritable_folder(self, folder, monkeypatch):
        def refuse(*args, **options):
            raise PermissionError

        monkeypatch.setattr(private.tempfile, "mkstemp", refuse)
        assert cache.store("gpu", "a", b"data") is None

    def test_a_full_disk_leaves_nothing(self, folder, monkeypatch):
        def refuse(*args):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(private.os, "replace", refuse)
        assert cache.store("gpu", "a", b"data") is None
        assert [p.name for p in (folder / "gpu").iterdir()] == ["key"]


def test_missing_library_names_the_extra(monkeypatch):
    monkeypatch.setattr(nvrtc, "MAJORS", (99,))
    with pytest.raises(errors.DeviceError, match=r"not installed.*headrace\[cuda13\]"):
        nvrtc._open()


@pytest.mark.parametrize("driver", [0, 12, 13, 14])
def test_found_in_packages(monkeypatch, tmp_path, driver):
    """Both layouts: one folder for all of CUDA 13, one a library before. The driver decides."""
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.setattr(nvrtc, "_driver", lambda: driver)
    found = []
    for package, name in (("cu13", "libnvrtc.so.13"), ("cuda_nvrtc", "libnvrtc.so.12")):
        folder = tmp_path / "nvidia" / package / "lib"
        folder.mkdir(parents=True)
        (folder / name).write_text("not a library")
        found.append(str(folder / name))
    want = found[::-1] if driver == 12 else found
    assert list(nvrtc._candidates(nvrtc._names()))[:2] == want


def test_broken_library(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.setattr(nvrtc, "MAJORS", (99,))
    folder = tmp_path / "nvidia" / "cu13" / "lib"
    folder.mkdir(parents=True)
    (folder / "libnvrtc.so.99").write_text("not a library")
    with pytest.raises(errors.DeviceError, match="cannot be loaded .*libnvrtc.so.99"):
        nvrtc._open()


@pytest.fixture(scope="module")
def library():
    try:
        return nvrtc._library()
    except errors.DeviceError as e:
        pytest.skip(str(e))


@pytest.mark.usefixtures("library")
class TestNvrtc:
    @pytest.mark.parametrize("text", [PLAIN, SUM, WARP, ALL_BUILTINS], ids=range(4))
    def test_machine_code(self, text):
        for arch in {80, 90, 120} & set(nvrtc.architectures()):
            image = nvrtc.compile(text, arch)
            assert image.startswith(b"\x7fELF") and b"kernel" in image

    def test_many_at_once(self):
        with ThreadPoolExecutor(4) as pool:
            texts = [PLAIN, SUM, WARP, "nonsense;"] * 2
            jobs = [pool.submit(nvrtc.compile, text, 90) for text in texts]
        for text, job in zip(texts, jobs):
            if text == "nonsense;":
                assert isinstance(job.exception(), errors.ExecutionError)
            else:
                assert job.result() == nvrtc.compile(text, 90)

    def test_newer_gpus_finish_the_text(self):
        newest = nvrtc.architectures()[-1]
        image = nvrtc.compile(PLAIN, newest + 70)
        assert f".target sm_{newest}".encode() in image and image.endswith(b"\0")

    def test_older_gpus(self):
        with pytest.raises(errors.DeviceError, match=r"compute capability 3\.0"):
            nvrtc.compile(PLAIN, 30)

    def test_errors_carry_the_log(self):
        with pytest.raises(errors.ExecutionError, match=r"kernel\.cu\(3\): error.*\n.*nonsense"):
            nvrtc.compile("\n\nnonsense;", 90)

    def test_no_contraction(self):
        """a * b + c is two operations, as on the CPU."""
        text = LAUNCH + 'extern "C" __global__ void kernel(Launch l) { *l.out = *l.in * 3 + l.n; }'
        image = nvrtc.compile(text, nvrtc.architectures()[-1] + 10)
        assert b"mul.rn.f32" in image and b"fma.rn" not in image

    def test_lines_for_debuggers(self, monkeypatch):
        plain = nvrtc.compile(PLAIN, 90)
        monkeypatch.setenv("HEADRACE_GPU_DEBUG", "1")
        assert b".debug_line" not in plain and b".debug_line" in nvrtc.compile(PLAIN, 90)

    def test_cached(self, folder, monkeypatch):
        image = cache.image(PLAIN, 90)
        (entry,) = [p for p in (folder / "gpu").iterdir() if p.name != "key"]
        with monkeypatch.context() as patch:
            patch.setattr(nvrtc, "compile", None)
            assert cache.image(PLAIN, 90) == image
            with pytest.raises(TypeError):
                cache.image(PLAIN, 80)
        entry.write_bytes(entry.read_bytes()[:-1])
        assert cache.image(PLAIN, 90) == image
        monkeypatch.setenv("HEADRACE_CACHE_DIR", "")
        assert cache.image(PLAIN, 90) == image
        assert len(list((folder / "gpu").iterdir())) == 2  # and the key
