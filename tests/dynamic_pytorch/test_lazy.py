"""What is imported when, and what is said where something is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest


def run(program):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_torch_is_not_imported():
    assert (
        run(
            "import sys, headrace.dynamic as ndd; ndd.pytorch.DataLoader\n"
            "print([m for m in ('torch', 'torchdata') if m in sys.modules])"
        )
        == "[]"
    )


def test_nodes_without_torchdata():
    text = run(
        "import sys; sys.modules['torchdata'] = None\n"
        "import headrace.dynamic as ndd\n"
        "try: ndd.pytorch.nodes.Reader(ndd.readers.File, batch_size=1)\n"
        "except ImportError as e: print(e)"
    )
    assert "pip install torchdata" in text


def test_a_loader_without_torch():
    text = run(
        "import sys; sys.modules['torch'] = None\n"
        "import headrace.dynamic as ndd\n"
        "try: ndd.pytorch.DataLoader(ndd.ExternalSource([1]))\n"
        "except ImportError as e: print(e)"
    )
    assert "torch" in text


def test_other_names():
    import headrace.dynamic as ndd

    with pytest.raises(AttributeError, match="no attribute 'Dataloader'"):
        ndd.pytorch.Dataloader  # noqa: B018
