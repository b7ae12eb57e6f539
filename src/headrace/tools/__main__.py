"""Runs the command line as `python -m headrace.tools`."""

from headrace.tools.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
