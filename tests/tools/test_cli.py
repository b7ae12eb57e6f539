"""The `headrace` command finds tools, prints help, and passes their exit status on."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

import headrace
from headrace.tools import cli


@pytest.mark.parametrize("name", cli.TOOLS)
def test_every_tool_follows_the_protocol(name: str) -> None:
    module = importlib.import_module(f"headrace.tools.{name}")
    assert callable(module.add_arguments)
    assert callable(module.run)
    assert module.__doc__.startswith(f"`headrace {name}`")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out.strip() == headrace.__version__


def test_without_a_tool_it_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    printed = capsys.readouterr().out
    assert all(name in printed for name in cli.TOOLS)


def test_unknown_tool_names_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main(["dmeo"])
    assert "demo" in capsys.readouterr().err


def test_interrupt_is_not_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("headrace.tools.doctor.run", interrupted)
    assert cli.main(["doctor"]) == 130


def test_only_the_chosen_tool_is_imported() -> None:
    code = (
        "import sys; from headrace.tools import cli; cli.main([]); "
        "sys.exit(any(f'headrace.tools.{name}' in sys.modules for name in cli.TOOLS))"
    )
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL).returncode == 0
