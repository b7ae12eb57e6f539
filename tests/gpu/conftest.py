"""These tests need a GPU, or the emulated one: HEADRACE_GPU=emulated, as `make test` sets it."""

import pytest

import headrace.dynamic as ndd  # noqa: F401  registers the cuda lane
from headrace import _native
from headrace.core.device import gpu_count
from headrace.engine.gpu import lane

from . import texts

WITHOUT = ("test_compile.py", "test_nvrtc.py")  # need no GPU at all
LAST = "test_architectures.py"  # compiles what the others used


def _compile(text, device):
    texts.add(text)
    return lane._compile(text, device)


_native.set_gpu_compiler(_compile)


def pytest_collection_modifyitems(items):
    here = [i for i in items if "gpu" in i.path.parts]
    if not gpu_count():
        skip = pytest.mark.skip(reason="no GPU, and HEADRACE_GPU=emulated is not set")
        for item in here:
            if item.path.name not in WITHOUT:
                item.add_marker(skip)
    items.sort(key=lambda i: i.path.name == LAST)
