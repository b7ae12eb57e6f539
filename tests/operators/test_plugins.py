"""Operators in shared libraries: the example is built, loaded and run; others are refused."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest
from tests.own_library import compiled

import headrace
import headrace.dynamic as ndd
from headrace import fn, pipeline_def, plugin_manager


@pytest.fixture(scope="module")
def tint(tint_library):
    plugin_manager.load_library(tint_library)
    plugin_manager.load_library(tint_library)  # again: nothing happens
    return ndd.tint


def test_both_fronts(tint):
    images = [np.full((2, 3, 3), 100, np.uint8), np.full((1, 1, 3), 10, np.uint8)]
    made = tint(ndd.batch(images, layout="HWC"), color=[200, 100, 0], amount=0.5)
    assert made.layout == "HWC"
    np.testing.assert_array_equal(made.tensors[0][0, 0], [150, 100, 50])
    each = ndd.tint(ndd.batch(images), color=[0, 0, 0], amount=ndd.batch([0.0, 1.0]))
    assert [int(np.asarray(x).max()) for x in each] == [100, 0]
    darker = tint(ndd.batch(images), color=[200, 0, 0], amount=0.5, way="darken")
    np.testing.assert_array_equal(darker.tensors[0][0, 0], [100, 50, 50])

    @pipeline_def(batch_size=2, num_threads=1)
    def graph():
        given = fn.external_source(source=lambda: images, batch=True)
        return fn.tint(given, color=[0, 0, 0], amount=1.0)

    pipe = graph()
    pipe.build()
    assert pipe.run()[0].at(0).max() == 0


def test_errors(tint):
    with pytest.raises(headrace.Error, match="needs images of 2 channels") as caught:
        tint(ndd.batch([np.zeros((2, 2, 3), np.uint8)]), color=[1, 2], amount=0.5).evaluate()
    assert "operator tint" in str(caught.value) and "sample 0" in str(caught.value)
    with pytest.raises(headrace.Error, match=r"way='lighten' is unknown. Valid: mix, darken"):
        tint(ndd.zeros(shape=[1, 1, 1]), color=[1], amount=1, way="lighten")
    with pytest.raises(TypeError, match="amount"):
        tint(ndd.zeros(shape=[1, 1, 1]), color=[1])


OTHER = """
#include <headrace/plugin.h>
extern "C" __attribute__((visibility("default"))) const hr::plugin::Table* headrace_plugin_2() {
  static const hr::plugin::Table table{"other sizes", {}, {}};
  return &table;
}
"""


def test_libraries_that_are_refused(tmp_path, tint, tint_library):
    with pytest.raises(headrace.Error, match="there is no file"):
        plugin_manager.load_library(tmp_path / "absent.so")
    (tmp_path / "text.so").write_text("no library")
    with pytest.raises(headrace.Error, match=r"cannot be loaded[\s\S]*text.so"):
        plugin_manager.load_library(tmp_path / "text.so")
    import _ctypes

    with pytest.raises(headrace.Error, match="it has no headrace_plugin_2"):
        plugin_manager.load_library(_ctypes.__file__)
    (tmp_path / "other.cc").write_text(textwrap.dedent(OTHER))
    with pytest.raises(headrace.Error, match="compiled with other headers"):
        plugin_manager.load_library(compiled([tmp_path / "other.cc"], tmp_path / "other.so"))
    again = shutil.copy(tint_library, tmp_path / "copy.so")
    with pytest.raises(headrace.Error, match="operator 'tint' already"):
        plugin_manager.load_library(again)


def test_code_of_the_documentation(tmp_path):
    """The C++ blocks of the page, one after the other, are a library."""
    page = (Path(__file__).parents[2] / "docs" / "own_operators.md").read_text("utf-8")
    blocks = re.findall(r"^```cpp\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 2
    (tmp_path / "page.cc").write_text("\n".join(blocks))
    compiled([tmp_path / "page.cc"], tmp_path / "page.so")


def test_commands():
    for option, found in (("--include", "headrace/plugin.h"), ("--cmake", "headrace.cmake")):
        command = [sys.executable, "-m", "headrace.sysconfig", option]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert (Path(done.stdout.strip()) / found).is_file()
