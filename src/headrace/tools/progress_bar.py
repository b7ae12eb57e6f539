"""A progress bar for terminals; prints nothing if output is not a terminal."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TextIO

EIGHTHS = " ▏▎▍▌▋▊▉█"


class ProgressBar:
    """Draws `label ████▌   text` on one line, at most twenty times a second.

    >>> with ProgressBar("decoding") as bar:
    ...     for done in range(100):
    ...         bar.show(done / 100, f"{done} images")
    """

    def __init__(self, label: str, stream: TextIO | None = None) -> None:
        self._label, self._stream, self._last = label, stream or sys.stderr, 0.0
        self._visible = self._stream.isatty()

    def show(self, fraction: float, text: str = "") -> None:
        """Draw the bar at `fraction` (0..1), followed by `text`."""
        now = time.monotonic()
        if not self._visible or now - self._last < 0.05:
            return
        self._last = now
        room = shutil.get_terminal_size().columns - len(self._label) - len(text) - 6
        width = max(8, min(40, room))
        full, part = divmod(round(min(max(fraction, 0.0), 1.0) * width * 8), 8)
        bar = ("█" * full + (EIGHTHS[part] if full < width else "")).ljust(width)
        self._stream.write(f"\r  {self._label} {bar} {text}\x1b[K")
        self._stream.flush()

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._visible:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
