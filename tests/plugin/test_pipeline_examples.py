"""The examples of iterators over pipelines run, and print what they promise."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name):
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name)],
        capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def losses(lines):
    return [float(re.search(r"loss ([\d.]+)", line)[1]) for line in lines if "epoch" in line]


def test_pytorch():
    pytest.importorskip("torch")
    lines = run("pipeline_pytorch.py")
    assert lines[0] == "8 batches of 16 images of 15 classes"
    assert all("120 images" in line for line in lines[1:])
    first, *_, last = losses(lines)
    assert last < first / 2


def test_jax():
    pytest.importorskip("jax")
    lines = run("pipeline_jax.py")
    assert lines[0] == "7 batches of 16 images of 15 classes"
    first, *_, last = losses(lines)
    assert last < first * 0.7
    assert lines[-1] == "the same batch after a restart: True"
