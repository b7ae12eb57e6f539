"""What `make` shows while it installs and compiles."""

from __future__ import annotations

import importlib.util
import io
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts/progress.py"
BUILD = """
import sys
print("  Running command Building editable")
print("  [0/2] Re-checking globbed directories...")
for i in range(1, 41):
    print(f"  [{i}/40] Building CXX object a/{i}.cc.o")
print("WARNING: something about an index")
print("[40/40] Linking CXX shared module x.so")
sys.exit(int(sys.argv[1]))
"""


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("progress_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def build(status: int) -> list[str]:
    return [sys.executable, "-c", BUILD, str(status)]


def test_a_log_has_a_line_a_tenth(script: ModuleType) -> None:
    out = io.StringIO()
    assert script.run("code", build(0), out) == 0
    lines = out.getvalue().splitlines()
    tenths = [f"code: compiled {n} of 40 files" for n in range(4, 41, 4)]
    assert lines[0] == "code: …"
    assert [line for line in lines if "compiled" in line][:10] == tenths
    assert "WARNING: something about an index" in lines
    assert lines[-1].startswith("code: done in ")
    assert len(lines) < 25


def test_a_terminal_has_one_line(script: ModuleType) -> None:
    out = Terminal()
    assert script.run("code", build(0), out) == 0
    assert "compiled 17 of 40" in out.getvalue()
    assert out.getvalue().count("\n") == 2  # the warning and the end


def test_a_failure_shows_everything(script: ModuleType) -> None:
    out = io.StringIO()
    assert script.run("code", build(3), out) == 3
    told = out.getvalue().split("failed with status 3. It said:\n")[1]
    assert "Running command Building editable" in told and "[7/40]" in told


def test_silence_is_broken(script: ModuleType) -> None:
    out = io.StringIO()
    program = "import time; print('Installing collected packages: a, b', flush=True); time.sleep(1)"
    assert script.run("pip", [sys.executable, "-c", program], out, quiet=0.1) == 0
    assert "pip: installing 2 packages, " in out.getvalue()


@pytest.mark.parametrize(
    ("line", "text", "important"),
    [
        ("  Downloading torch-2.13.0-cp311-x.whl (526.6 MB)", "torch-2.13.0 (526.6 MB)", True),
        ("  Downloading https://host/a/b-1-py3-none-any.whl (90.0 MB)", "b-1 (90.0 MB)", True),
        ("  Using cached numpy-2.0-cp311-x.whl (18.0 MB)", "numpy-2.0 (18.0 MB)", False),
        ("  Downloading torch-2.13.0-cp311-x.whl.metadata (30 kB)", "", False),
        ("Requirement already satisfied: numpy", "", False),
    ],
)
def test_downloads(script: ModuleType, line: str, text: str, important: bool) -> None:
    assert script.understood(line) == (f"fetching {text}" if text else "", important)
