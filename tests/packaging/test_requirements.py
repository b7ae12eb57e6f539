"""Groups of requirements are read from pyproject.toml and nowhere else."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts/requirements.py"
PROJECT = {
    "build-system": {"requires": ["backend"]},
    "project": {
        "name": "headrace",
        "dependencies": ["numpy"],
        "optional-dependencies": {"a": ["one", "two"], "b": ["headrace[a]", "three"]},
    },
}


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("requirements_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_groups(script: ModuleType) -> None:
    assert script.requirements(PROJECT, "run") == ["numpy"]
    assert script.requirements(PROJECT, "build") == ["backend", *script.BUILD_TOOLS]
    assert script.requirements(PROJECT, "a") == ["one", "two"]


def test_an_extra_may_name_another(script: ModuleType) -> None:
    assert script.requirements(PROJECT, "b") == ["one", "two", "three"]


def test_an_unknown_extra_lists_the_known_ones(script: ModuleType) -> None:
    with pytest.raises(SystemExit, match=r"no extra 'c'.*a, b"):
        script.requirements(PROJECT, "c")
