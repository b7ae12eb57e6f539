"""`make test` does not fetch gigabytes of CUDA that nobody asked for."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts/torch_choice.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    pytest.importorskip("pip")
    spec = importlib.util.spec_from_file_location("torch_choice_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answer(requires: list[str] | None) -> subprocess.CompletedProcess[str]:
    metadata: dict[str, object] = {"name": "torch", "version": "2.13.0"}
    if requires is not None:
        metadata["requires_dist"] = requires
    return subprocess.CompletedProcess([], 0, json.dumps({"install": [{"metadata": metadata}]}), "")


@pytest.mark.parametrize(
    "line",
    [
        "nvidia-cudnn-cu13==9.20",
        "nvidia_cublas",
        "triton==3.7.1; python_version > '3'",
        "cuda-toolkit[nvrtc]==13.0.3; platform_system == 'Linux'",
    ],
)
def test_the_cuda_build(script: ModuleType, line: str) -> None:
    text = script.why_not(answer(["sympy", line]))
    assert "would fetch its CUDA build" in text and "make test TORCH=yes" in text


@pytest.mark.parametrize(
    "requires",
    [None, ["sympy", "fsspec"], ["triton; platform_system == 'Hal'", "cuda-x; extra == 'gpu'"]],
)
def test_other_builds(script: ModuleType, requires: list[str] | None) -> None:
    assert script.why_not(answer(requires)) == ""
    assert script.why_not(subprocess.CompletedProcess([], 0, '{"install": []}', "")) == ""


def test_no_build_at_all(script: ModuleType) -> None:
    said = "a warning\nERROR: No matching distribution found for torch"
    text = script.why_not(subprocess.CompletedProcess([], 1, "", said))
    assert text.endswith("pip finds none here (ERROR: No matching distribution found for torch).")


def test_pip_is_asked(script: ModuleType, tmp_path: Path) -> None:
    """What is installed already needs nothing; what nobody has is not found."""
    (tmp_path / "there.txt").write_text("pip>=20\n")
    assert script.why_not(script.dry_run(str(tmp_path / "there.txt"))) == ""
    (tmp_path / "absent.txt").write_text("./no-such-package\n")
    assert "pip finds none" in script.why_not(script.dry_run(str(tmp_path / "absent.txt")))


def test_torch_can_be_hidden() -> None:
    program = (
        "import importlib.util as u, json\n"
        "print([u.find_spec(m) for m in ('torch', 'torchdata')], json.__name__)\n"
        "try: import torch\n"
        "except ModuleNotFoundError as e: print(e.name)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests/without_torch")},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["[None, None] json", "torch"], done.stderr
