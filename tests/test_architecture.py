"""Imports point down only, and every folder says what is in it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "headrace"

# Lowest first; folders on one line stand beside each other.
LAYERS = [
    {"core"},
    {"engine"},
    {"codecs"},
    {"operators"},
    {"readers"},
    {"dynamic", "pipeline"},
    {"fn", "tensors", "types"},
    {"math", "ops"},
    {"auto_aug"},
    {"torchvision"},
    {"experimental", "plugin", "tools"},
]
RANK = {name: level for level, names in enumerate(LAYERS) for name in names}
EVERYWHERE = {"_native", "_version"}  # compiled code, and a number


def module_name(path: Path) -> list[str]:
    parts = list(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    return parts[:-1] if parts[-1] == "__init__" else parts


def imports(path: Path):
    """Absolute names of what a file imports from headrace, with line numbers."""
    package = module_name(path)
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "headrace":
                    yield alias.name.split("."), node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base = base + (node.module.split(".") if node.module else [])
            if base and base[0] == "headrace":
                for alias in node.names:
                    yield [*base, alias.name], node.lineno


FILES = sorted(p for p in PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=[str(p.relative_to(PACKAGE)) for p in FILES])
def test_imports_point_down(path):
    here = module_name(path)
    if len(here) < 2 or here[1] not in RANK:
        assert len(here) <= 2, f"{path} is in a folder that no layer names: add it to LAYERS"
        return
    own = here[1]
    for target, line in imports(path):
        if len(target) < 2 or target[1] in EVERYWHERE or target[1] == own:
            continue
        name = target[1]
        if name not in RANK:
            assert RANK[own] == len(LAYERS) - 1, (
                f"{path}:{line} imports the façade (headrace.{name})"
            )
            continue
        assert RANK[name] < RANK[own], (
            f"{path}:{line}: {own} imports from {name}, which stands above it"
        )


def test_families_do_not_import_the_fronts():
    """The layers are those of the design: a new folder has to take its place among them."""
    folders = {p.name for p in PACKAGE.iterdir() if p.is_dir() and any(p.glob("*.py"))}
    assert folders <= set(RANK), f"no layer for {folders - set(RANK)}"


def tracked_folders() -> list[Path]:
    """Folders with something in them that belongs to the sources."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode:
        pytest.skip("not a checkout")
    files = [Path(line) for line in listed.stdout.splitlines() if (ROOT / line).exists()]
    folders = {parent for f in files for parent in f.parents if parent != Path(".")}
    wanted = ("src/headrace", "native", "tests", "bench", "docs", "examples")
    return sorted(f for f in folders if str(f).startswith(wanted))


def test_every_folder_has_a_readme():
    missing = [str(f) for f in tracked_folders() if not (ROOT / f / "README.md").is_file()]
    assert not missing, f"no README.md in {', '.join(missing)}"


def test_files_say_what_they_are():
    """The first line of a Python file is its docstring (empty files and scripts with #! apart)."""
    for folder in ("src", "tests", "bench", "docs", "examples", "scripts"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text()
            first = text.lstrip().splitlines()[:1]
            if first and not first[0].startswith("#!"):
                assert first[0].startswith(('"""', 'r"""')), (
                    f"{path.relative_to(ROOT)} begins without a docstring"
                )


def test_trees_of_readmes_are_true():
    """`make format` writes them from the first lines of the files."""
    done = subprocess.run(
        [sys.executable, "scripts/folder_readmes.py", "--check"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not done.returncode, done.stderr


# ---- native -------------------------------------------------------------------------------------

NATIVE = ROOT / "native"
# Lowest first; a folder may include from itself and from those before it.
NATIVE_LAYERS = [
    "base",
    "simd",
    "numerics",
    "engine",
    "formats",
    "codecs",
    "gpu",
    "plugin",
    "operators",
    "headrace",
    "bind",
]
# What stands beside the layers and may use all of them.
NATIVE_USERS = {"tests", "fuzz"}


def native_includes(path: Path) -> list[str]:
    return re.findall(r'^#include "([^"]+)"', path.read_text("utf-8"), re.M)


NATIVE_FILES = sorted(p for suffix in ("h", "cc", "cuh") for p in NATIVE.rglob(f"*.{suffix}"))


@pytest.mark.parametrize(
    "path", NATIVE_FILES, ids=[str(p.relative_to(NATIVE)) for p in NATIVE_FILES]
)
def test_native_includes_point_down(path):
    own = path.relative_to(NATIVE).parts[0]
    for include in native_includes(path):
        folder = include.split("/")[0] if "/" in include else own
        if own in NATIVE_USERS:
            continue
        assert (NATIVE / include).is_file() or (path.parent / include).is_file(), (
            f"{path}: {include}"
        )
        assert NATIVE_LAYERS.index(folder) <= NATIVE_LAYERS.index(own), (
            f"{path.relative_to(ROOT)} includes {include}, which stands above it"
        )
        if path.suffix == ".cuh":
            assert include.endswith(".cuh"), f"{path}: device code includes {include}"


def test_native_headers_have_no_cycles():
    """A header never includes itself, by whatever way."""
    edges = {
        str(p.relative_to(NATIVE)): [i for i in native_includes(p) if (NATIVE / i).is_file()]
        for p in NATIVE_FILES
    }
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " → ".join([*above, name])
        if name not in done:
            for target in edges.get(name, []):
                visit(target, (*above, name))
            done.add(name)

    for name in edges:
        visit(name, ())


@pytest.mark.parametrize("name", ["kernel", "graph", "plan", "infer", "run_samples", "stage_run"])
def test_what_the_engine_runs_does_not_know_it(name):
    """Nodes, plans and stages stand below the engine, which decides when they run."""
    seen: set[str] = set()
    left = [f"engine/{name}.cc"]
    while left:
        include = left.pop()
        if include not in seen and (NATIVE / include).is_file():
            seen.add(include)
            left += native_includes(NATIVE / include)
    assert not seen & {"engine/engine.h", "engine/engine_state.h", "engine/run_plan.h"}


def test_native_files_say_what_they_are():
    for path in NATIVE_FILES:
        assert path.read_text("utf-8").startswith("//"), f"{path} begins without a comment"
