"""Where the headers for C++ operators are, and how to compile with them.

python -m headrace.sysconfig --include | --cmake | --flags
"""

from __future__ import annotations

import argparse
from pathlib import Path

from .engine.gpu import sources


def include() -> Path:
    """The include folder: `#include <headrace/plugin.h>`."""
    return sources.folder()


def cmake() -> Path:
    """The folder of `headrace.cmake`, which defines `headrace_add_operators(name sources…)`."""
    return include() / "plugin"


def sources_to_compile() -> list[Path]:
    """Sources that a library must compile together with its own."""
    return [include() / "engine" / "args.cc", include() / "base" / "shape.cc"]


def flags() -> list[str]:
    """Compiler options, for builds without CMake."""
    return [
        "-std=c++20", "-O2", "-fPIC", "-shared", "-ffp-contract=off", "-fno-math-errno",
        "-fvisibility=hidden", f"-I{include()}",
    ]  # fmt: skip


def main() -> None:
    """Print one of the above."""
    parser = argparse.ArgumentParser(description="how to compile operators in C++")
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--include", action="store_true", help="the folder of the headers")
    group.add_argument("--cmake", action="store_true", help="the folder of headrace.cmake")
    group.add_argument("--flags", action="store_true", help="options and sources, without CMake")
    given = parser.parse_args()
    if given.flags:
        print(*flags(), *sources_to_compile())
    else:
        print(cmake() if given.cmake else include())


if __name__ == "__main__":
    main()
