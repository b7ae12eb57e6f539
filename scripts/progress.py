"""Run a command that talks much or not at all, and show how far it is in a few lines.

In a terminal one line is rewritten. In a log there is a line for each tenth of what is compiled,
for each large download, and every half minute in which nothing else was said. When the command
fails, all that it said follows.

    python scripts/progress.py "native code" pip -v install --editable .
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from typing import TextIO

NINJA = re.compile(r"\s*\[(\d+)/(\d+)\] (?:Building|Linking) ")
DOWNLOAD = re.compile(r"\s*(?:Downloading|Using cached) (\S+)\.whl \(([\d.]+) ([kMG]?B)\)")
INSTALL = re.compile(r"\s*Installing collected packages: (.+)")
PASSED_ON = re.compile(r"(WARNING|ERROR|DEPRECATION): ")
LARGE = 20e6  # bytes of a download that deserves a line
UNITS = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}
QUIET = 30.0  # seconds without a line


def understood(line: str) -> tuple[str, bool]:
    """What a line means for who waits, and whether it deserves a line in a log; empty: nothing."""
    if found := NINJA.match(line):
        done, of = int(found[1]), int(found[2])
        return f"compiled {done} of {of} files", done * 10 // of > (done - 1) * 10 // of
    if found := DOWNLOAD.match(line):
        name = "-".join(found[1].rsplit("/", 1)[-1].split("-")[:2])
        size = float(found[2]) * UNITS[found[3]]
        return f"fetching {name} ({found[2]} {found[3]})", size >= LARGE
    if found := INSTALL.match(line):
        return f"installing {found[1].count(',') + 1} packages", True
    return "", False


class Progress:
    """The lines about one command, on a terminal or in a log."""

    def __init__(self, title: str, out: TextIO, *, quiet: float = QUIET) -> None:
        self.title, self.out, self.quiet = title, out, quiet
        self.terminal = out.isatty()
        self.state = "started"
        self.began = self.said = time.monotonic()
        self.lock = threading.Lock()
        self.say("…")

    def say(self, text: str, *, last: bool = False) -> None:
        """Print a line now; on a terminal over the one before."""
        self.said = time.monotonic()
        line = f"{self.title}: {text}"
        if self.terminal:
            width = shutil.get_terminal_size().columns - 1
            self.out.write(f"\r\033[K{line[:width]}" + ("\n" if last else ""))
        else:
            self.out.write(line + "\n")
        self.out.flush()

    def read(self, line: str) -> None:
        """Take notice of a line that the command wrote."""
        with self.lock:
            if PASSED_ON.match(line):
                self.out.write(("\r\033[K" if self.terminal else "") + line.rstrip() + "\n")
                return
            text, important = understood(line)
            self.state = text or self.state
            if text and (important or self.terminal):
                self.say(text)

    def tick(self) -> None:
        """Show that the command lives, if nothing was said for long."""
        with self.lock:
            if time.monotonic() - self.said >= (1 if self.terminal else self.quiet):
                self.say(f"{self.state}, {self.seconds()} s")

    def seconds(self) -> int:
        """Seconds since the beginning."""
        return round(time.monotonic() - self.began)


def run(title: str, command: list[str], out: TextIO, *, quiet: float = QUIET) -> int:
    """Run the command and return its status."""
    progress = Progress(title, out, quiet=quiet)
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(min(1.0, quiet)):
            progress.tick()

    watcher = threading.Thread(target=watch, daemon=True)
    said = []
    with subprocess.Popen(
        command,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace",
    ) as process:  # fmt: skip
        assert process.stdout is not None
        watcher.start()
        for line in process.stdout:
            said.append(line)
            progress.read(line)
    ended.set()
    watcher.join()
    if process.returncode:
        progress.say(f"failed with status {process.returncode}. It said:", last=True)
        out.writelines(said)
    else:
        progress.say(f"done in {progress.seconds()} s", last=True)
    return process.returncode


if __name__ == "__main__":
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    try:
        raise SystemExit(run(sys.argv[1], sys.argv[2:], sys.stdout))
    except KeyboardInterrupt:  # the command got it as well, and has ended
        raise SystemExit(130) from None
