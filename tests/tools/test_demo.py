"""The demo decodes its own pictures, augments them reproducibly and draws them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from headrace.tools import cli, demo

QUICK = ["demo", "--seconds", "0.05", "--batch-size", "4", "--size", "64"]


def test_pictures_are_small_and_varied() -> None:
    files = demo.read_pictures()
    assert 12 <= len(files) <= 16
    assert sum(map(len, files.values())) < 600_000
    assert len(set(files.values())) == len(files)


def test_it_prints_the_speed_and_writes_the_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sheet.png"
    assert cli.main([*QUICK, "--out", str(out)]) == 0
    assert "images/s" in capsys.readouterr().out
    with Image.open(out) as sheet:
        assert sheet.width > sheet.height > 400
        # Eight different pictures: the sheet is anything but one colour.
        assert np.asarray(sheet.convert("L")).std() > 20


def test_the_same_seed_gives_the_same_sheet(tmp_path: Path) -> None:
    sheets = []
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        cli.main([*QUICK, "--seed", seed, "--out", str(tmp_path / f"{name}.png")])
        sheets.append((tmp_path / f"{name}.png").read_bytes())
    assert sheets[0] == sheets[1] != sheets[2]


def test_own_pictures(tmp_path: Path) -> None:
    Image.new("RGB", (50, 40), "teal").save(tmp_path / "teal.jpg")
    out = tmp_path / "sheet.png"
    assert cli.main([*QUICK, "--images", str(tmp_path), "--out", str(out)]) == 0
    assert out.exists()


def test_a_folder_without_pictures_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"no picture .* in .*" + tmp_path.name):
        cli.main([*QUICK, "--images", str(tmp_path)])


def test_training_batch_is_normalized_and_channels_first() -> None:
    files = list(demo.read_pictures().values())
    batch = demo.training_batch(demo.encoded_batch(files, 20), 32)
    assert batch.batch_size == 20
    for sample in demo.pixels(batch):
        assert sample.shape == (3, 32, 32)
        assert sample.dtype == np.float32
        assert -2.2 < sample.min() < sample.max() < 2.7
