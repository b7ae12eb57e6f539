"""Run the benchmarks of bench/ one after the other: all, or those named.

    python scripts/run_benches.py [overhead images ...]

A benchmark is a file of bench/ that can be run; those whose names begin with gpu are left out where
there is no GPU.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from headrace.tools.doctor import cuda_devices

BENCH = Path(__file__).parent.parent / "bench"


def benches() -> dict[str, Path]:
    """All benchmarks by name."""
    files = sorted(BENCH.glob("*.py"))
    return {f.stem: f for f in files if 'if __name__ == "__main__"' in f.read_text("utf-8")}


def main() -> int:
    known = benches()
    parser = argparse.ArgumentParser(description="Run benchmarks, each in its own process.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(known)} (all)")
    gpu = cuda_devices() is not None
    everything = [name for name in known if gpu or not name.startswith("gpu")]
    names = parser.parse_args().names or everything
    if unknown := [name for name in names if name not in known]:
        raise SystemExit(f"no benchmark {', '.join(unknown)}; there are {', '.join(known)}")
    if not names:
        raise SystemExit(f"there is no benchmark in {BENCH}")
    failed = []
    for name in names:
        print(f"\n── bench/{name}.py", flush=True)
        start = time.monotonic()
        if subprocess.run([sys.executable, known[name]], check=False).returncode:
            failed.append(name)
        print(f"   {time.monotonic() - start:.0f} s", flush=True)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
