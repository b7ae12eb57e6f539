"""SECURITY.md: the tests that its table of threats names are there, and so are the versions."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def rows() -> list[tuple[str, str, str]]:
    """Threat, defence and tests."""
    table = TEXT.partition("## Threats")[2]
    lines = [line for line in table.splitlines() if line.startswith("| ")][1:]
    cells = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]
    return [(threat, defence, tests) for threat, defence, tests in cells]


def functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_there_is_a_table():
    assert len(rows()) > 10


@pytest.mark.parametrize(("threat", "defence", "tests"), rows())
def test_every_threat_has_tests(threat, defence, tests):
    assert threat and defence
    named = re.findall(r"`(tests/[^`]+)`", tests)
    assert named, threat
    for name in named:
        path, _, function = name.partition("::")
        assert (ROOT / path).is_file(), name
        assert function in functions(ROOT / path), name


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(([^)#]+)\)", TEXT))))
def test_links(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize(
    ("package", "least"),
    [
        ("fsspec", (2026, 6)),  # before it, templates of reference:// ran code
        ("pyarrow", (14, 0, 1)),  # before it, Parquet files ran code (CVE-2023-47248)
    ],
)
def test_lower_bounds(package, least):
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (bound,) = re.findall(rf'"{package}>=([0-9.]+)"', text)
    assert tuple(map(int, bound.split("."))) >= least
