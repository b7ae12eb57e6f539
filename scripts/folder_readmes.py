#!/usr/bin/env python3
"""Writes the tree of each folder's README from the first lines of its files; --check only compares.

A README keeps its own words. Its tree is the block between fences whose first line is the folder's
name; a README without one gets it at its end. A file is described by the first sentence of its
docstring or comment, a folder by the heading of its README.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("src/headrace", "native", "tests", "bench", "docs", "examples", "scripts")
DESCRIBED = {".py", ".h", ".cc", ".cuh", ".sh", ".md"}
WIDTH = 112


def tracked() -> list[Path]:
    """Files that belong to the sources."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    files = (Path(line) for line in listed.stdout.splitlines())
    return sorted(f for f in files if (ROOT / f).is_file() and str(f).startswith(FOLDERS))


def first_paragraph(path: Path) -> str:
    """The docstring or the comment that a file begins with, up to its first empty line."""
    text = path.read_text("utf-8")
    if path.suffix == ".md":
        return text.splitlines()[0].lstrip("# ")
    if path.suffix == ".py":
        return (ast.get_docstring(ast.parse(text)) or "").split("\n\n")[0]
    mark = "#" if path.suffix == ".sh" else "//"
    lines = []
    for line in text.splitlines():
        if line.startswith("#!"):
            continue
        if not line.startswith(mark) or line.strip() == mark:
            break
        lines.append(line[len(mark) :].strip())
    return " ".join(lines)


def phrase(path: Path) -> str:
    """What a file is, in the words of its first sentence and without its own name."""
    text = " ".join(first_paragraph(path).split())
    sentence = re.split(r"(?<=[^.])\.(?=\s|$)|:$", text)[0].strip()
    stem = path.name.split(".")[0]
    named = re.match(rf"(?:[\w.]*\.)?{re.escape(stem)}(?:\.\w+)?: (.+)", sentence)
    return named[1] if named else sentence


def heading(folder: Path) -> str:
    """What a folder is: the heading of its README, without the folder's name."""
    readme = ROOT / folder / "README.md"
    first = readme.read_text("utf-8").splitlines()[0].lstrip("# ") if readme.is_file() else ""
    name, colon, what = first.partition(": ")
    return what if colon and name.endswith(folder.name) else first


def tree(folder: Path, files: list[Path]) -> str:
    """The files and folders directly below a folder, a phrase each."""
    entries: dict[str, str] = {}
    for f in files:
        if f.parent == folder:
            if f.suffix in DESCRIBED and f.name not in ("__init__.py", "README.md"):
                entries[f.name] = phrase(ROOT / f)
        elif folder in f.parents:
            name = f.relative_to(folder).parts[0]
            entries[name + "/"] = heading(folder / name)
    width = min(max((len(n) for n in entries), default=0), 30) + 2
    lines = [f"{folder.name}/"]
    for name, what in sorted(entries.items(), key=lambda e: (not e[0].endswith("/"), e[0])):
        start = f"  {name:{width}}" if len(name) < width else f"  {name}  "
        lines += textwrap.wrap(
            what, WIDTH, initial_indent=start, subsequent_indent=" " * (width + 2),
            break_on_hyphens=False, break_long_words=False,
        ) or [start.rstrip()]  # fmt: skip
    return "\n".join(lines)


def with_tree(text: str, name: str, new: str) -> str:
    """A README's text with its tree replaced, or added."""
    block = re.compile(rf"```\n{re.escape(name)}/\n.*?```", re.S)
    fenced = f"```\n{new}\n```"
    if block.search(text):
        return block.sub(lambda _: fenced, text, count=1)
    return text.rstrip("\n") + f"\n\n{fenced}\n"


def main() -> int:
    """Compares or writes every README; 1 where one differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    files = tracked()
    stale = []
    for readme in (f for f in files if f.name == "README.md"):
        old = (ROOT / readme).read_text("utf-8")
        new = with_tree(old, readme.parent.name, tree(readme.parent, files))
        if new == old:
            continue
        stale.append(str(readme))
        if not check:
            (ROOT / readme).write_text(new, "utf-8")
    if check and stale:
        print("stale, run scripts/folder_readmes.py:", *stale, sep="\n  ", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
