"""An operator is known in its own files alone: its name stands nowhere else in src/ and native/.

Its own files are those under operators/ of both trees. Elsewhere its name as a string would be a
second list, which a new operator would have to be added to. Names in docstrings and comments are
examples.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import headrace.dynamic  # noqa: F401  defines the operators
from headrace import _native
from headrace.engine.operator import registry

ROOT = Path(__file__).parents[1]

# Last parts of names that are words with other meanings, which they have elsewhere.
WORDS = {
    "abs": "Python's function, which values have as __abs__",
    "choice": "a kind of parameter",
    "copy": "an argument of the bindings",
    "image": "a field of dataset records",
    "log": "a mode of the loader evaluator",
    "max": "a method of NumPy's arrays, which Tensor has too",
    "mean": "likewise",
    "min": "likewise",
    "numpy": "the package",
    "pad": "a choice of what happens out of bounds",
    "per_frame": "a property of parameters",
    "pow": "the word for ** in Python's module operator",
    "sum": "a method of NumPy's arrays, which Tensor has too",
    "uniform": "a property of batches: samples of one shape",
}


def files() -> list[Path]:
    found = [*(ROOT / "src" / "headrace").rglob("*.py")]
    for suffix in ("h", "cc", "cuh"):
        found += (ROOT / "native").rglob(f"*.{suffix}")
    beside = {ROOT / "native" / folder for folder in ("operators", "tests", "fuzz")}
    beside.add(ROOT / "src" / "headrace" / "operators")
    beside.add(ROOT / "src" / "headrace" / "torchvision")  # names of another library's transforms
    return sorted(p for p in found if not beside & set(p.parents))


def native_code(path: Path) -> str:
    return re.sub(r"//[^\n]*", "", path.read_text("utf-8"))


def strings(path: Path) -> Iterator[tuple[int, Any]]:
    """Line and value of the strings in the code of a file, without docstrings and comments."""
    if path.suffix != ".py":
        for number, line in enumerate(native_code(path).splitlines(), 1):
            yield from ((number, found) for found in re.findall(r'"((?:[^"\\]|\\.)*)"', line))
        return
    tree = ast.parse(path.read_text("utf-8"))
    statements = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in statements:
            yield node.lineno, node.value


def built_in() -> dict[str, str]:
    """All names of operators, and their last parts → the operator."""
    names = {}
    for d in registry.values():
        if d.family != "user":
            for name in (d.name, *d.aliases, *d.graph_aliases):
                names[name] = names[name.rsplit(".", 1)[-1]] = d.name
    return names


def test_names_of_operators_stand_in_their_files_alone():
    names = built_in()
    offenders = [
        f"{path.relative_to(ROOT)}:{line}: {text!r} is the operator {names[text]}"
        for path in files()
        for line, text in strings(path)
        if text in names and text not in WORDS
    ]
    assert not offenders, "\n".join(offenders)


def test_words_are_used_in_another_sense():
    """An entry that nothing needs misleads."""
    used = {text for path in files() for _, text in strings(path)}
    assert set(WORDS) <= used & set(built_in())


# ---- kernels -----------------------------------------------------------------------------------

REGISTERED = re.compile(r'\bKernelEntry\s+\w+\{\{\s*\.name = "(\w+)"|\{\.name = "(\w+)"')
ON_GPU = re.compile(r'\bEntry\s+\w+\{\s*"(\w+)"')


def registrations(pattern: re.Pattern[str]) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for path in (ROOT / "native").rglob("*.cc"):
        if {"tests", "fuzz"}.isdisjoint(path.relative_to(ROOT).parts):
            for match in pattern.findall(native_code(path)):
                name = match if isinstance(match, str) else next(filter(None, match))
                found.setdefault(name, []).append(path.relative_to(ROOT / "native"))
    return found


@pytest.mark.parametrize("pattern", [REGISTERED, ON_GPU], ids=["cpu", "gpu"])
def test_kernels_are_registered_once_among_the_operators(pattern):
    for name, paths in registrations(pattern).items():
        assert len(paths) == 1, f"{name} is registered in {paths}"
        lane = name == "python"  # calls functions of Python, which only the bindings know
        assert paths[0].parts[0] == ("bind" if lane else "operators"), f"{name} in {paths[0]}"


def test_kernels_of_the_gpu_stand_beside_those_of_the_cpu():
    cpu = registrations(REGISTERED)
    for name, (path,) in registrations(ON_GPU).items():
        if name in cpu:
            assert path.parent == cpu[name][0].parent, f"{name}: {path}"


def test_nothing_asks_for_a_kernel_by_name():
    for path in files():
        if path.suffix != ".py":
            found = re.findall(r'find_(?:gpu_)?kernel\("\w+"\)|->name == "\w+"', native_code(path))
            assert not found, f"{path.relative_to(ROOT)}: {found}"


def test_the_patterns_find_kernels():
    found = set(registrations(REGISTERED))
    missing = sorted(set(_native.kernels()) - found)
    print(f"registered by a loop or a macro: {', '.join(missing)}")
    assert len(found & set(_native.kernels())) > 60
