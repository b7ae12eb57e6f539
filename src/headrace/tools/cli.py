"""The `headrace` command: finds the tool that is asked for and runs it.

A tool is a module of this folder with `add_arguments(parser)` and `run(options) -> exit status`.
Its docstring's first line is its help. Only the chosen tool is imported.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

TOOLS = {
    "demo": "decode and augment bundled pictures, print the speed, write a contact sheet",
    "doctor": "say what this installation can do, and what to install for the rest",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one tool with `arguments` (those of the process when None); returns its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(prog="headrace", description="Headrace's tools.")
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    tools = parser.add_subparsers(dest="tool", metavar="TOOL", title="tools")
    for name, text in TOOLS.items():
        tool = tools.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        if name in words[:1]:
            importlib.import_module(f"headrace.tools.{name}").add_arguments(tool)
    options = parser.parse_args(words)
    if options.version:
        from headrace import __version__

        print(__version__)
        return 0
    if options.tool is None:
        parser.print_help()
        return 2
    try:
        return int(importlib.import_module(f"headrace.tools.{options.tool}").run(options))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
