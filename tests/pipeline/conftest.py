"""What tests of pipelines share: a folder of small files."""

from __future__ import annotations

import pytest


@pytest.fixture
def folder(tmp_path):
    for k in range(10):
        f = tmp_path / "c" / f"{k}.jpg"
        f.parent.mkdir(exist_ok=True)
        f.write_bytes(bytes([k, 7, 9]))
    return str(tmp_path)
