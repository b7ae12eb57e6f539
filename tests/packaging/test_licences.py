"""Every library that the native module brings along is listed with a permissive licence."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from headrace import _native

LICENSES = Path(__file__).parents[2] / "licenses"
TABLE = json.loads((LICENSES / "bundled.json").read_text("utf-8"))
# What every Linux has, which auditwheel therefore never copies into a wheel.
SYSTEM = re.compile(
    r"(linux-vdso|ld-linux.*|libc|libm|libdl|librt|libpthread|libstdc\+\+|libgcc_s|libz)\."
)


def test_libraries_of_the_native_module_are_known() -> None:
    listed = subprocess.run(
        ["ldd", _native.__file__], capture_output=True, text=True, check=True
    ).stdout
    names = [Path(line.split()[0]).name for line in listed.splitlines()]
    carried = [name for name in names if not SYSTEM.match(name)]
    known = {entry["library"] for entry in TABLE["bundled"]}
    unknown = [name for name in carried if re.split(r"[-.]", name)[0] not in known]
    assert not unknown, f"add them to licenses/bundled.json, with their licences: {unknown}"
    assert any(name.startswith("libjpeg") for name in carried), "where is the JPEG decoder?"
    for entry in TABLE["bundled"]:
        print(f"{entry['project']:14} {entry['licence']}")


@pytest.mark.parametrize("entry", TABLE["bundled"], ids=lambda e: e["library"] or e["project"])
def test_licences_are_permissive_and_have_their_text(entry: dict[str, str]) -> None:
    assert not set(re.findall(r"[A-Za-z]+", entry["licence"])) & set(TABLE["forbidden"])
    text = (LICENSES / entry["text"]).read_text("utf-8")
    assert "copyright" in text.lower()
    assert len(text) > 500


def test_every_text_belongs_to_something() -> None:
    used = {entry["text"] for entry in TABLE["bundled"]}
    assert {file.name for file in LICENSES.glob("*.txt")} == used


def test_the_table_recognises_what_is_forbidden() -> None:
    words = set(re.findall(r"[A-Za-z]+", "GPL-2.0-or-later WITH GCC-exception-3.1"))
    assert words & set(TABLE["forbidden"])
