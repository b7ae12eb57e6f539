"""Operators of one's own on the GPU: libraries with device code, and Python functions.

On the emulated GPU functions get NumPy arrays, or torch's on the CPU; CuPy's and torch's on a GPU
are tested where there is one.
"""

from __future__ import annotations

import shutil

import numpy as np
import pytest
from tests import own_library

import headrace
import headrace.dynamic as ndd
from headrace import _native, plugin_manager
from headrace.engine.gpu import cache, emulator, nvrtc, sources
from headrace.engine.operator import registry

from . import texts
from .on_gpu import counted, spent

emulated = pytest.mark.skipif(
    not _native.gpu_count() or not _native.gpu_emulated(), reason="not an emulated GPU"
)
real = pytest.mark.skipif(
    not _native.gpu_count() or _native.gpu_emulated(), reason="needs a real GPU"
)


@pytest.mark.timeout(1800)
def test_the_same_as_on_the_cpu(tint_library):
    pytest.importorskip("numba")
    # Functions get and make single arrays, whose number depends on the batch.
    chosen = "tint or own. and not (launches or solarize or doubled)"
    own_library.run_harness(tint_library, "tests/gpu/test_operators.py", "-k", chosen)


# ---- libraries with device code ------------------------------------------------------------------


@pytest.fixture
def tint(tint_library):
    plugin_manager.load_library(tint_library)
    return ndd.tint


def images():
    rng = np.random.default_rng(3)
    return [rng.integers(0, 256, shape, np.uint8) for shape in ((7, 9, 3), (4, 2, 3))]


def test_it_joins_the_kernel_of_its_neighbours(tint):
    given = ndd.batch(images(), layout="HWC").gpu().evaluate()
    with ndd.EvalMode.deferred:
        made = ndd.flip(tint(ndd.flip(given), color=[9, 99, 199], amount=0.5))
        assert "kernel 0: flip + tint + flip" in str(ndd.explain(made))
    before = counted()
    made.evaluate()
    assert spent(before)["launches"] == 1
    for got, x in zip(made.cpu(), images()):
        expected = tint(ndd.tensor(x), color=[9, 99, 199], amount=0.5)
        np.testing.assert_array_equal(np.asarray(got), np.asarray(expected))


def test_its_device_code_compiles_for_a_gpu(tint):
    tint(ndd.batch(images()).gpu(), color=[1, 2, 3], amount=0.125).evaluate()
    text = next(t for t in texts.seen if "tint.cuh" in t)
    try:
        nvrtc.version()
    except headrace.Error:
        pytest.skip("NVRTC is not installed")
    assert len(nvrtc.compile(text, nvrtc.architectures()[-1])) > 500


TURNED = """
#include <headrace/plugin.h>
#include "turned_params.cuh"
using namespace hr;

void infer(InferContext& c) { c.out[0] = c.in[0].shape; }

void run(RunContext& c) {
  const int64_t n = c.in[0].volume(), item = itemsize(c.in[0].dtype);
  for (int64_t i = 0; i < n; i++)
    std::memcpy(c.out[0].data + i * item, c.in[0].data + (n - 1 - i) * item, item);
}

// A launch for all samples, and memory that is cleared and filled on the way.
void launch(gpu::Run& run) {
  uint64_t table;
  const auto n = static_cast<int64_t>(run.samples.size());
  auto* next = run.table<TurnedParams>(n, &table);
  int64_t most = 0;
  for (const gpu::StepSample& s : run.samples) {
    *next++ = {reinterpret_cast<uint64_t>(s.in[0].data), reinterpret_cast<uint64_t>(s.out[0].data),
               s.out[0].volume()};
    most = std::max(most, s.out[0].volume());
  }
  const int one = 1;
  const gpu::Address counter = run.temporary(8);
  run.clear(counter, 8);
  run.fill(counter, &one, sizeof one);
  const uint64_t offset = run.attach(&one, sizeof one);
  const std::string type = gpu::type_name(run.samples[0].out[0].dtype);
  run.launch("turned.cuh", "turned<" + type + ">", table, n, sizeof(TurnedParams),
             gpu::blocks_for(most), 256, {counter, offset});
}

const plugin::Operator cpu{{.name = "OPERATOR", .infer = infer, .run = run}};
const plugin::OnGpu on_gpu{"KERNEL", {FILE .run = launch}};
HEADRACE_PLUGIN();
"""
TURNED_PARAMS = """
#pragma once
struct TurnedParams {
  unsigned long long from, to;
  long long count;
};
"""
TURNED_CUH = """
#pragma once
#include "gpu/device/types.cuh"
#include "turned_params.cuh"

template <class T>
__device__ void turned(const Launch& l) {
  const int step = *(const int*)l.extra[0] * *(const int*)(l.arena + l.extra[1]);
  for (long long k = blockIdx.y; k < l.n; k += gridDim.y) {
    const TurnedParams& p = *(const TurnedParams*)(l.table + k * l.stride);
    const long long first = blockIdx.x * blockDim.x + threadIdx.x;
    for (long long i = first; i < p.count; i += gridDim.x * blockDim.x)
      ((T*)p.to)[i] = ((const T*)p.from)[(p.count - step - i)];
  }
}
"""


def write(folder, name, file="", on="", code=TURNED_CUH):
    folder.mkdir(exist_ok=True)
    text = TURNED.replace("OPERATOR", name).replace("KERNEL", on or name).replace("FILE", file)
    (folder / "turned.cc").write_text(text)
    (folder / "turned_params.cuh").write_text(TURNED_PARAMS)
    (folder / "turned.cuh").write_text(code)
    return own_library.compiled([folder / "turned.cc"], folder / "libturned.so")


def test_a_launch_of_its_own(tmp_path):
    """Two libraries whose files have the same names do not disturb each other."""
    plugin_manager.load_library(write(tmp_path / "one", "own_turned"))
    off = TURNED_CUH.replace("[(p.count", "[0 * (p.count")
    plugin_manager.load_library(write(tmp_path / "other", "own_first", code=off))
    for dtype in (np.uint8, np.float32):
        given = ndd.batch([x.astype(dtype) for x in images()]).gpu()
        for got, x in zip(ndd.own_turned(given).cpu(), images()):
            np.testing.assert_array_equal(np.asarray(got), x.ravel()[::-1].reshape(x.shape))
        for got, x in zip(ndd.own_first(given).cpu(), images()):
            assert (np.asarray(got) == x.flat[0]).all()


def test_libraries_that_are_refused(tmp_path):
    """Nothing of such a library is registered: it can be mended and loaded."""
    lonely = write(tmp_path / "lonely", "own_lonely", '.file = "absent.cuh", .type = "Turned",')
    with pytest.raises(headrace.Error, match=r"device code absent.cuh is not beside it"):
        plugin_manager.load_library(lonely)
    (lonely.parent / "absent.cuh").write_text("")
    plugin_manager.load_library(lonely)
    wrong = write(tmp_path / "wrong", "own_wrong", on="own_right")
    with pytest.raises(headrace.Error, match="device code for 'own_right', which is none of its"):
        plugin_manager.load_library(wrong)
    taken = write(tmp_path / "taken", "brightness")  # an operator, but no kernel
    with pytest.raises(headrace.Error, match="an operator 'brightness' already"):
        plugin_manager.load_library(taken)
    assert not {"own_wrong", "own_right"} & set(registry)


def test_device_code_that_does_not_compile(tmp_path):
    plugin_manager.load_library(write(tmp_path, "own_broken", code="#error not yet\n"))
    refused = pytest.raises(headrace.Error, match="does not compile")
    with texts.left_out(), refused as caught:
        ndd.own_broken(ndd.batch(images()).gpu()).evaluate()
    assert "not yet" in str(caught.value) and "own_broken" in str(caught.value)


def test_cached_kernels_depend_on_device_code(tmp_path, monkeypatch):
    """Another content is another folder in the text, and with it another entry of the cache."""
    monkeypatch.setenv("HEADRACE_CACHE_DIR", str(tmp_path / "cache"))

    def entry(code):
        (tmp_path / "k.cuh").write_text(code)
        where = sources.add(tmp_path, ["k.cuh"])
        text = f'#include "{where}k.cuh"\nextern "C" __global__ void kernel(Launch l) {{}}\n'
        return text, cache.key(text)

    struct = "struct Launch { long long n; };\n"
    first, key = entry(struct)
    second, other = entry(struct + "// changed\n")
    assert key != other and entry(struct) == (first, key)
    # What is compiled is what was read when the library was loaded.
    (tmp_path / "k.cuh").write_text("#error changed since\n")
    if shutil.which("g++"):
        assert emulator.compile(first) != emulator.compile(second)


# ---- Python functions ----------------------------------------------------------------------------


@pytest.fixture
def define(monkeypatch):
    known = set(registry)
    yield headrace.operator
    for name in set(registry) - known:
        del registry[name]


def check(define, library, kind):
    """Functions of samples and of batches: arguments, several inputs and outputs, failures."""
    seen = []

    @define(arrays=library)
    def own_shift(x, *, bits: headrace.PerSample[int] = 1):
        seen.append(type(x))
        return x >> bits

    @define(arrays=library, batch=True, out=(ndd.uint8, headrace.Out("float32", 0)))
    def own_both(x, y):
        seen.extend(map(type, (*x, *y)))
        return [a + b for a, b in zip(x, y)], [(a * 1.0).mean() * 1.0 for a in kind_of(x)]

    def kind_of(arrays):
        return [a.float() if library == "torch" else a.astype("float32") for a in arrays]

    given = ndd.batch(images(), layout="HWC")
    for mode in ndd.EvalMode:
        with mode:
            made = ndd.flip(own_shift(ndd.flip(given.gpu()), bits=ndd.batch([1, 3])))
            total, mean = own_both(given.gpu(), given)  # the other input goes along
            asked = own_shift(given, device="gpu")
        assert made.device == total.device == mean.device == asked.device == "gpu"
        assert made.layout == "HWC"
        for k, x in enumerate(images()):
            np.testing.assert_array_equal(np.asarray(made.cpu().tensors[k]), x >> (1, 3)[k])
            np.testing.assert_array_equal(np.asarray(total.cpu().tensors[k]), x + x)
            np.testing.assert_allclose(np.asarray(mean.cpu().tensors[k]), x.mean(), rtol=1e-5)
            np.testing.assert_array_equal(np.asarray(asked.cpu().tensors[k]), x >> 1)
    assert set(seen) == {kind}
    nothing = own_shift(ndd.batch(np.zeros((0, 2, 2, 3), np.uint8)).gpu())
    assert nothing.device == "gpu" and nothing.cpu().shape == []

    @define(arrays=library)
    def own_picky(x):
        if x.shape[0] == 4:
            raise ValueError("too flat")
        return x

    with pytest.raises(headrace.Error, match="too flat") as caught:
        own_picky(given.gpu()).evaluate()
    assert "operator own_picky" in str(caught.value) and "sample 1" in str(caught.value)


@emulated
def test_functions_get_arrays_of_the_cpu(define):
    check(define, None, np.ndarray)


@emulated
def test_functions_get_tensors_of_torch_on_the_cpu(define):
    check(define, "torch", pytest.importorskip("torch").Tensor)


@real
def test_functions_get_arrays_of_cupy(define):
    check(define, "cupy", pytest.importorskip("cupy").ndarray)


@real
def test_functions_get_tensors_of_torch(define):
    check(define, "torch", pytest.importorskip("torch").Tensor)


def test_cupy_is_named_where_it_is_missing(define, monkeypatch):
    @define
    def own_same(x):
        return x

    monkeypatch.setitem(__import__("sys").modules, "cupy", None)
    monkeypatch.setattr(_native, "gpu_emulated", lambda: False)
    with pytest.raises(headrace.Error, match=r'CuPy is not installed.*arrays="torch"'):
        own_same(ndd.batch(images()).gpu()).evaluate()


def test_other_libraries_are_unknown(define):
    with pytest.raises(ValueError, match=r"arrays='numpy' is unknown.*Valid: cupy, torch"):
        define(arrays="numpy")


def test_functions_of_numba_run_on_the_cpu(define):
    numba = pytest.importorskip("numba")

    @define
    @numba.njit
    def own_plus(x):
        return x + 1

    with pytest.raises(headrace.Error, match="does not run on the GPU .Numba compiles it for"):
        own_plus(ndd.batch(images()).gpu())
