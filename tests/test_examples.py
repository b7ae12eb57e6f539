"""The programs in examples/ run, on their own images and on others, and print what they promise."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name: str, *arguments: str) -> list[str]:
    """The lines that an example prints."""
    torch = importlib.util.find_spec("torch")  # imported in the other process only
    if torch is None and "import torch" in (EXAMPLES / name).read_text():
        pytest.skip("needs PyTorch")
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture
def folder(tmp_path) -> str:
    """Images of three classes: red, green and blue ones of many sizes, 62 in all."""
    rng = np.random.default_rng(1)
    for i in range(62):
        pixels = rng.integers(0, 80, (20 + i, 60 - i % 9, 3), np.uint8)
        pixels[..., i % 3] += 150
        (tmp_path / "rgb"[i % 3]).mkdir(exist_ok=True)
        PIL.Image.fromarray(pixels).save(tmp_path / "rgb"[i % 3] / f"{i}.png")
    return str(tmp_path)


def test_classification():
    lines = run("classification.py")
    assert lines[0] == "120 images of 15 classes"
    losses = [float(re.fullmatch(r"epoch \d: loss ([\d.]+), \d+% right", x)[1]) for x in lines[1:]]
    assert len(losses) == 4
    assert losses[-1] < losses[0] / 2


@pytest.mark.long
def test_classification_of_a_folder(folder):
    lines = run("classification.py", folder)
    assert lines[0] == "62 images of 3 classes"
    assert lines[-1].endswith(" 100% right")


@pytest.mark.parametrize("own", [False, True])
def test_both_modes(own, request):
    """62 images fill three batches of 16, and a fourth with padding."""
    lines = run("both_modes.py", *([request.getfixturevalue("folder")] if own else []))
    made = f"{8 if own else 16} batches, images (16, 3, 64, 64), labels (16, 1)"
    assert lines == [f"dynamic mode:  {made}", f"pipeline mode: {made}", "equal bit for bit: True"]


@pytest.mark.parametrize("own", [False, True])
def test_resume(own, request):
    lines = run("resume.py", *([request.getfixturevalue("folder")] if own else []))
    total, killed = (8, 5) if own else (16, 10)
    assert lines[0] == f"a run without a break makes {total} batches"
    assert re.fullmatch(rf"killed after {killed} batches, it went on with batch \d+", lines[1])
    assert lines[2] == "all batches are those of the run without a break: True"


def test_distributed():
    assert run("distributed.py") == [
        "2 processes read 60 and 60 images",
        "disjoint: True, complete: True",
        "stopped after 3 batches; 2 processes went on",
        "the same batches as without a break: True",
        "3 processes went on with 24 + 24 + 24 images",
        "disjoint: True, complete: True",
    ]


@pytest.mark.long
def test_distributed_with_uneven_shards(folder):
    """31 images each, padded to whole batches; after three of them 14 are left for 3 processes."""
    lines = run("distributed.py", folder)
    assert lines[0] == "2 processes read 31 and 31 images"
    assert lines.count("disjoint: True, complete: True") == 2
    assert lines[3] == "the same batches as without a break: True"


def test_every_example_has_a_test():
    tests = "".join(file.read_text() for file in Path(__file__).parent.rglob("test_*.py"))
    for example in EXAMPLES.glob("*.py"):
        if "__main__" in example.read_text():
            assert f'"{example.name}"' in tests, example.name


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.py")), ids=lambda p: p.name)
def test_the_readme_lists_it(example):
    assert example.name in (EXAMPLES / "README.md").read_text()
