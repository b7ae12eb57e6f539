"""The Python blocks of the README and of docs/*.md run, each page from top to bottom."""

from __future__ import annotations

import json
import linecache
import re
import shutil
from pathlib import Path
from types import CodeType

import numpy as np
import pytest

import headrace.tools
from headrace.core.device import gpu_count

ROOT = Path(__file__).parent.parent
PAGES = [p for p in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if p.exists()]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks(page: Path) -> list[tuple[int, str]]:
    """Line numbers and texts of the Python blocks of a page."""
    text = page.read_text("utf-8")
    return [(text.count("\n", 0, m.start(1)) + 1, m.group(1)) for m in BLOCK.finditer(text)]


def compiled(page: Path, line: int, block: str) -> CodeType:
    """A block as code: errors name its lines of the page, and functions find their source."""
    source, name = "\n" * (line - 1) + block, f"{page}#L{line}"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    return compile(source, name, "exec")


@pytest.mark.filterwarnings("ignore:.*fork")  # beside threads, in the page on processes
@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p)], ids=lambda p: p.name)
def test_examples_run(page, tmp_path, monkeypatch):
    pytest.importorskip("torch")
    if "headrace.plugin.jax import" in page.read_text("utf-8"):
        pytest.importorskip("jax")
    if page.name == "gpu.md" and not gpu_count():
        pytest.skip("no GPU, and none is emulated")
    photos = Path(headrace.tools.__file__).parent / "demo_images"
    for i, photo in enumerate(sorted(photos.glob("*.jpg"))):
        for folder in (tmp_path / "photos", tmp_path / "photos" / "ab"[i % 2]):
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(photo, folder)
    monkeypatch.chdir(tmp_path)
    import headrace.dynamic as ndd

    scope = {"ndd": ndd, "np": np, "x": ndd.tensor(np.zeros((4, 5, 3), np.uint8), layout="HWC")}
    for line, block in blocks(page):
        exec(compiled(page, line, block), scope)


def test_there_are_examples():
    assert sum(len(blocks(p)) for p in PAGES) >= 10


def test_figures_are_the_measured_ones():
    """The README tells what bench/results/images.json says."""
    jobs = json.loads((ROOT / "bench" / "results" / "images.json").read_text())["jobs"]
    speed = (ROOT / "README.md").read_text("utf-8").split("## Speed")[1].split("\n## ")[0]
    for job in ("train", "augment"):
        for who in ("headrace eager", "DALI pipeline", "PIL DataLoader"):
            assert f"{jobs[job][who]['images_per_second']:,.0f}" in speed, (job, who)
    for who in ("headrace eager", "DALI pipeline"):
        assert f"{jobs['train'][who]['peak_mb']:.0f}" in speed, who


def test_figures_of_the_gpu_are_the_measured_ones():
    results = json.loads((ROOT / "bench" / "results" / "gpu.json").read_text())["results"]
    speed = (ROOT / "README.md").read_text("utf-8").split("## Speed")[1].split("\n## ")[0]
    for name in ("train, plain loop", "train, prefetch", "train, torchvision"):
        assert f"{results[name]['images_per_s']:,.0f}" in speed, name
    for name in ("resize+mirror+normalize", "warp_affine", "tiny call: flip"):
        assert f" {results[name]['us']:,.0f} " in speed, name


def test_figures_of_signals_are_the_measured_ones():
    jobs = json.loads((ROOT / "bench" / "results" / "audio.json").read_text())["jobs"]
    page = (ROOT / "docs" / "audio.md").read_text("utf-8")
    ours, dalis = (jobs["features"][who]["ms"] for who in ("headrace", "DALI pipeline"))
    assert f"{ours:.0f} ms on two threads, DALI's pipeline {dalis:.0f} " in page


def test_figures_of_the_loop_are_the_measured_ones():
    steps = json.loads((ROOT / "bench" / "results" / "loop.json").read_text())["steps"]["model"]
    speed = (ROOT / "README.md").read_text("utf-8").split("## Speed")[1].split("\n## ")[0]
    for who in ("headrace", "DALI pipeline", "DALI dynamic"):
        assert f"{steps[who]['ms']:.0f} ms" in speed, who
    assert f"{100 * steps['headrace']['waiting']:.0f} %" in speed
