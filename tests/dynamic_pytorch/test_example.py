"""examples/dataloader.py trains: all batches of an epoch come, and the loss falls."""

from __future__ import annotations

import re

from ..test_examples import run


def test_dataloader():
    lines = run("dataloader.py")
    assert lines[0] == "960 images of 3 classes, 30 batches"
    assert lines[1] == "15 + 15 batches"
    found = re.fullmatch(r"loss ([\d.]+) at first, ([\d.]+) at last", lines[2])
    first, last = map(float, found.groups())
    assert last < first / 2
