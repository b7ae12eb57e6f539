"""What the supervisor starts: runs cases one after another and says of each how it ended.

python -m tests.attack.child CAMPAIGN SEED FIRST STEP FOLDER MEMORY
"""

from __future__ import annotations

import faulthandler
import importlib
import os
import resource
import sys
import traceback
from typing import Any

from .supervisor import ALLOWED, Fault

# From here on a fresh process goes on: a sanitizer keeps freed memory back, and near its limit
# every case would end in a MemoryError.
MOST_RESIDENT = 1 << 30


def crowded() -> bool:
    """Whether this process has that much in memory, or no room to find out."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") > MOST_RESIDENT
    except MemoryError:
        return True


def attempt(module: Any, seed: int, number: int, folder: str) -> str:
    """The outcome in one line; faults begin with "finding "."""
    try:
        return "ok " + module.attempt(seed, number, folder)
    except ALLOWED as e:
        return f"ok {type(e).__name__}"
    except BaseException as e:
        what = f"{type(e).__name__}: {e}" if not isinstance(e, Fault) else str(e)
        what = " ".join(what.split())[:300]
        detail = "".join(traceback.format_exception(e))[-5000:].replace("\n", "\x1e")
        return f"finding {what}\x1f{detail}"


def main() -> None:
    campaign, seed, first, step, folder, memory = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if int(memory):
        resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    faulthandler.enable()
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what libraries print is no outcome
    module = importlib.import_module(f"tests.attack.{campaign}")
    os.chdir(folder)
    out.write(b"ready\n")
    number = int(first)
    while True:
        os.lseek(2, 0, os.SEEK_SET)  # what is said there is about one case
        os.ftruncate(2, 0)
        line = attempt(module, int(seed), number, folder)
        out.write(line.replace("\n", " ").encode(errors="replace") + b"\n")
        number += int(step)
        if crowded():
            out.write(b"again\n")
            return


if __name__ == "__main__":
    main()
