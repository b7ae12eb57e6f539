"""Print one group of requirements of pyproject.toml, a line each, for `pip install -r`.

The Makefile installs groups one by one: the demo needs no test tools, and the project itself is
installed without build isolation so that its build folder can be used again.

    python scripts/requirements.py build|run|<extra>
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:  # pip carries the same parser
    from pip._vendor import tomli as tomllib

# scikit-build-core asks for the first two only inside build isolation, which we do not use. A pip
# before 23.3 downloads packages in a dry run, which scripts/torch_choice.py must not.
BUILD_TOOLS = ["cmake>=3.26", "ninja", "pip>=23.3"]


def requirements(pyproject: dict[str, Any], group: str) -> list[str]:
    """The requirements of `group`, extras that name extras of this project resolved."""
    project = pyproject["project"]
    if group == "build":
        return [*pyproject["build-system"]["requires"], *BUILD_TOOLS]
    if group == "run":
        return list(project.get("dependencies", []))
    extras = project.get("optional-dependencies", {})
    if group not in extras:
        raise SystemExit(f"no extra {group!r} in pyproject.toml; there are {', '.join(extras)}")
    found: list[str] = []
    for line in extras[group]:
        own = re.fullmatch(rf"{project['name']}\[([\w,\- ]+)\]", line)
        names = own[1].split(",") if own else []
        found += [item for name in names for item in requirements(pyproject, name.strip())]
        found += [] if own else [line]
    return found


if __name__ == "__main__":
    text = (Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8")
    print("\n".join(requirements(tomllib.loads(text), sys.argv[1])))
