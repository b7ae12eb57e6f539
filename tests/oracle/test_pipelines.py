"""Programs of pipeline mode, written once, through DALI and through Headrace: only their import
lines differ, and they do the same."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

pytest.importorskip("nvidia.dali")

from . import (  # noqa: F401  # they fill PROGRAMS
    pipeline_auto_aug,
    pipeline_definitions,
    pipeline_details,
    pipeline_graphs,
    pipeline_python,
    pipeline_reading,
    pipeline_running,
    pipeline_sources,
    pipeline_training,
)
from .pipeline_programs import PROGRAMS, differences, graph, library, refused, write_dataset


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return write_dataset(tmp_path_factory.mktemp("data"))


def with_marks(name: str):
    reason = PROGRAMS[name].defect
    marks = [] if reason is None else [pytest.mark.xfail(strict=True, reason=reason)]
    return pytest.param(name, marks=marks)


# DALI's pipelines that could not be made complain once more when they are deleted.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", [with_marks(name) for name in PROGRAMS])
def test_program(data, name):
    program = PROGRAMS[name]
    with warnings.catch_warnings(record=True):  # of names that are deprecated in both
        warnings.simplefilter("always")
        theirs = program.run(library("nvidia.dali"), data)
        ours = program.run(library("headrace"), data)
    assert not differences(theirs, ours, program)


def three(dali):
    return dali.fn.external_source(lambda: [np.arange(3, dtype=np.int32) + k for k in range(2)])


def image(dali):
    return dali.fn.reshape(three(dali), shape=[1, 3, 1], layout="HWC")


# What DALI refuses, and the first sample that it gives here.
MORE = {
    "an ellipsis": (lambda d: three(d)[..., 0], 0),
    "truth values as numbers": (
        lambda d: d.fn.flip(image(d), horizontal=three(d)[0] > 5), [[[0], [1], [2]]]
    ),
    "integers as floats": (
        lambda d: d.fn.brightness(image(d), brightness=three(d)[1]), [[[0], [1], [2]]]
    ),
    "float16": (lambda d: d.fn.cast(three(d), dtype=d.types.FLOAT16) + 1, [1, 2, 3]),
    "lists of numbers": (lambda d: d.fn.external_source(lambda: [[1, 2], [3, 4]]), [1, 2]),
    "strides": (
        lambda d: d.fn.external_source(lambda: np.arange(8).reshape(2, 4)[:, ::2]), [0, 2]
    ),
    "arrays on the left": (lambda d: np.array([1, 2, 3], np.int32) + three(d), [1, 3, 5]),
    "lists of outputs": (lambda d: [three(d), three(d)], [0, 1, 2]),
    "numbers from functions": (lambda d: d.fn.python_function(three(d), function=lambda a: 7), 7),
    "lists from functions": (
        lambda d: d.fn.python_function(three(d), function=lambda a: [a, a], num_outputs=2)[0],
        [0, 1, 2],
    ),
    "nested constants": (lambda d: d.types.Constant([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", MORE)
def test_where_we_do_more(name):
    function, expected = MORE[name]
    dali, ours = library("nvidia.dali"), library("headrace")
    assert refused(lambda: graph(dali, lambda: function(dali), size=2)) == "refused"
    made = graph(ours, lambda: function(ours), size=2)
    assert made[0]["samples"][0].tolist() == expected
