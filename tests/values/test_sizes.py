"""Sizes that no memory holds: refused with shape and limit, before anything is allocated."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import headrace
import headrace.dynamic as ndd
from headrace.core import errors

# Programs that a lost check would let write beyond their memory or run without end: they run
# elsewhere, with little memory and time. Each ends with the error it prints.
_FRAME = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
import numpy as np
import headrace
import headrace.dynamic as ndd
from headrace.core.errors import Error
try:
    {program}
except Error as e:
    print(type(e).__name__, isinstance(e, MemoryError), e)
"""


def run(program: str, **environment: str) -> str:
    """What a program printed."""
    import os

    done = subprocess.run(
        [sys.executable, "-c", _FRAME.format(program=program)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("count", "limit"), [(2**17, "HEADRACE_MAX_ALLOCATION"), (2**18, "2**64 bytes or more")]
)
def test_sums_over_samples_do_not_wrap(count, limit):
    text = run(f"ndd.zeros(shape=[2**46], dtype=ndd.uint8, batch_size={count}).evaluate()")
    assert "OutOfMemoryError True" in text
    assert "(70368744177664,)" in text
    assert "operator zeros" in text
    assert limit in text


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("make", ["batch", "as_batch"])
def test_arrays_without_memory_behind_them(make, count):
    text = run(f"ndd.{make}([np.broadcast_to(np.uint8(7), (2**62,))] * {count})")
    assert "too large: (4611686018427387904,)" in text


def test_a_large_array_that_repeats_one_element_is_within_the_limit_or_refused():
    text = run("ndd.tensor(np.broadcast_to(np.uint8(7), (2**45,)))")
    assert "OutOfMemoryError True" in text
    assert "(35184372088832,)" in text


def test_shapes_are_checked_after_samples_agreed():
    text = run(
        "ndd.pad(ndd.batch([np.zeros((2**32, 0), np.uint8), np.zeros((0, 2**32), np.uint8)]))"
        ".evaluate()"
    )
    assert "ArgumentError" in text
    assert "too large: (4294967296, 4294967296)" in text


@pytest.mark.parametrize("size", [2**31, 2**40, 2**63, 2**70, -1])
def test_batch_sizes_have_bounds(size):
    with pytest.raises(errors.Error, match="batch_size") as e:
        ndd.zeros(shape=[1], batch_size=size)
    assert e.value.operator == "zeros"


@pytest.mark.parametrize("size", [1.5, float("nan"), float("inf"), "3"])
def test_batch_sizes_are_integers(size):
    with pytest.raises(errors.Error, match="batch_size"):
        ndd.zeros(shape=[1], batch_size=size)


def test_what_is_kept_for_each_sample_counts():
    text = run("ndd.set_max_allocation('64M'); ndd.zeros(shape=[1], batch_size=2**28).evaluate()")
    assert "OutOfMemoryError True" in text
    assert "268435456 samples" in text


def test_an_outer_axis_of_many_samples():
    text = run("ndd.set_max_allocation('64M'); ndd.as_batch(np.zeros((2**40, 0), np.uint8))")
    assert "Error" in text
    assert "1099511627776 samples" in text


def test_many_frames_without_elements():
    text = run(
        "x = ndd.as_tensor(np.zeros((2**44, 0, 1, 1), np.uint8), layout='FHWC');"
        "print(ndd.flip(x).evaluate().shape)"
    )
    assert "(17592186044416, 0, 1, 1)" in text


@pytest.fixture
def limit():
    yield ndd.set_max_allocation
    ndd.set_max_allocation(None)


def test_the_limit(limit):
    usual = ndd.get_max_allocation()
    assert 0 < usual < 2**62
    limit(1 << 20)
    assert ndd.get_max_allocation() == 1 << 20
    assert ndd.zeros(shape=[1 << 20], dtype=ndd.uint8).evaluate().shape == (1 << 20,)
    with pytest.raises(MemoryError, match=r"2\.0 MiB \(2097152 bytes\)") as e:
        ndd.zeros(shape=[1 << 21], dtype=ndd.uint8).evaluate()
    assert isinstance(e.value, headrace.Error)
    assert "uint8 of shape (2097152,)" in str(e.value)
    assert "limit of 1.0 MiB" in str(e.value)
    with pytest.raises(MemoryError):
        ndd.batch([np.zeros(1 << 19, np.uint8), np.zeros(1 << 20, np.uint8)])
    x = ndd.as_tensor(np.zeros((8, 99, 999), np.uint8))
    with pytest.raises(MemoryError, match="operator cast"):  # not of the call before it
        ndd.cast(ndd.flip(x), dtype=ndd.float32).evaluate()
    limit(None)
    assert ndd.get_max_allocation() == usual


@pytest.mark.parametrize(
    ("given", "count"),
    [(4096, 4096), ("4096", 4096), ("3K", 3 << 10), ("7 m", 7 << 20), ("2GiB", 2 << 30)],
)
def test_forms_of_the_limit(limit, given, count):
    limit(given)
    assert ndd.get_max_allocation() == count


@pytest.mark.parametrize("given", ["", "much", "-3", "1.5G", "4X", "G", 0, -1, 2.5, [1]])
def test_limits_that_are_none(limit, given):
    with pytest.raises(errors.Error, match="the limit on one allocation"):
        limit(given)


def test_limits_beyond_all_memory(limit):
    limit(2**80)
    with pytest.raises(MemoryError):
        ndd.zeros(shape=[2**46], dtype=ndd.uint8, batch_size=2**20).evaluate()


def test_the_environment_sets_the_limit():
    program = "print(ndd.get_max_allocation())"
    assert run(program, HEADRACE_MAX_ALLOCATION="3M").strip() == str(3 << 20)
    with pytest.raises(AssertionError, match="HEADRACE_MAX_ALLOCATION is a number of bytes"):
        run(program, HEADRACE_MAX_ALLOCATION="lots")
