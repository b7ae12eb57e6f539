"""The progress bar draws on terminals and keeps quiet elsewhere."""

from __future__ import annotations

import io

import pytest

from headrace.tools.progress_bar import ProgressBar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_silent_where_output_is_not_a_terminal() -> None:
    stream = io.StringIO()
    with ProgressBar("work", stream) as bar:
        bar.show(0.5, "half")
    assert stream.getvalue() == ""


@pytest.mark.parametrize(
    ("fraction", "full"), [(-1.0, 0), (0.0, 0), (0.5, 20), (1.0, 40), (7.0, 40)]
)
def test_length(fraction: float, full: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    stream = Terminal()
    ProgressBar("work", stream).show(fraction, "text")
    assert stream.getvalue().count("█") == full
    assert "text" in stream.getvalue()


def test_it_leaves_an_empty_line() -> None:
    stream = Terminal()
    with ProgressBar("work", stream) as bar:
        bar.show(0.5)
    assert stream.getvalue().endswith("\r\x1b[K")
