"""examples/coco_masks.py draws masks and boxes where the objects are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "coco_masks.py"


def run(out: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), *arguments, "--out", str(out)],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_its_own_images(tmp_path):
    out = tmp_path / "sheet.png"
    line = run(out)
    assert line == f"{out}: 6 images, 18 objects, 12 of them with polygons"
    with PIL.Image.open(out) as sheet:
        pixels = np.asarray(sheet).astype(int)
    assert pixels.shape == (480, 720, 3)
    # The discs are steelblue (70, 130, 180); the tint is half of it and half of the label's colour.
    # What is left of the plain colour are edges blurred by resizing and the JPEG.
    plain = np.abs(pixels - [70, 130, 180]).max(-1) < 12
    assert plain.sum() < 100


def test_a_dataset(tmp_path):
    data = Path(os.environ.get("HEADRACE_TEST_DATA", "")) / "coco"
    if not (data / "instances.json").exists():
        pytest.skip("needs HEADRACE_TEST_DATA with coco/")
    out = tmp_path / "sheet.png"
    arguments = [str(data / "images"), str(data / "instances.json"), "--count", "9"]
    assert run(out, *arguments) == f"{out}: 9 images, 23 objects, 7 of them with polygons"
    with PIL.Image.open(out) as sheet:
        assert sheet.size == (720, 720)
