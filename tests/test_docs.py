"""The Python blocks of the README and of docs/*.md run, each page from top to bottom."""

from __future__ import annotations

import ast
import importlib.util
import json
import linecache
import re
import shutil
from pathlib import Path
from types import CodeType

import numpy as np
import pytest

import headrace
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


# How a block shows that it needs a package which may be absent.
NEEDS = {
    "torch": re.compile(r"\.torch\(|\bimport torch\b|\bpytorch\b"),
    "torchdata": re.compile(r"\btorchdata\b|pytorch\.nodes"),
    "jax": re.compile(r"plugin\.jax|\bimport jax\b"),
}


def names(block: str, kind: type[ast.expr_context]) -> set[str]:
    """Names that a block reads (ast.Load), or makes (ast.Store)."""
    found = set()
    for node in ast.walk(ast.parse(block)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, kind):
            found.add(node.id)
        elif kind is ast.Store and isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
        elif kind is ast.Store and isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
    return found


def missing(block: str, lost: set[str]) -> str:
    """What a block needs and has not: a package, or a name of a block that did not run."""
    for package, sign in NEEDS.items():
        if sign.search(block) and importlib.util.find_spec(package) is None:
            return package
    return ", ".join(sorted(lost & names(block, ast.Load) - names(block, ast.Store)))


def test_blocks_that_need_what_is_absent(monkeypatch):
    monkeypatch.setitem(NEEDS, "no_such_package", re.compile("marker"))
    assert missing("import no_such_package as marker", set()) == "no_such_package"
    assert missing("print(a, b)\nc = 1", {"b", "c"}) == "b"
    assert names("import x.y, z as w\ndef f(): pass\nfor i in j: k = i", ast.Store) == set("xwfik")
    assert missing("print(1)", {"b"}) == ""


@pytest.mark.filterwarnings("ignore:.*fork")  # beside threads, in the page on processes
@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p)], ids=lambda p: p.name)
def test_examples_run(page, tmp_path, monkeypatch):
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
    left_out: list[str] = []
    lost: set[str] = set()
    for line, block in blocks(page):
        if why := missing(block, lost - set(scope)):
            left_out.append(f"line {line} ({why})")
            lost |= names(block, ast.Store)
        else:
            exec(compiled(page, line, block), scope)
            for value in scope.values():  # its files go with the test: none is read after it
                if isinstance(value, ndd.Tensor | ndd.Batch):
                    value.evaluate()
    if left_out:
        ran = len(blocks(page)) - len(left_out)
        pytest.skip(f"{ran} blocks ran; these need what is not here: {', '.join(left_out)}")


def docs_module(name):
    """A file of docs/, which is no package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_public_names_are_the_documented_ones():
    """What is private looks private: dir() of what users hold shows what the page tells of."""
    pages = docs_module("class_pages")
    page = pages.class_page()
    for cls, (_, names) in pages.CLASSES.items():
        assert [n for n in dir(cls) if not n.startswith("_")] == sorted(names.split()), cls
        for name in names.split():
            assert re.search(rf"^\| `{name}(\(\))?` \| .+ \|$", page, re.MULTILINE), (cls, name)


def test_objects_have_no_other_names(tmp_path):
    """Attributes that are set on objects are private too, or documented."""
    import headrace.dynamic as ndd

    (tmp_path / "a").write_bytes(b"abc")
    reader = ndd.readers.File(file_root=tmp_path, files=["a"])
    epoch = reader.next_epoch(batch_size=1)
    pipe = headrace.Pipeline(batch_size=1)
    with pipe:
        node = headrace.fn.readers.file(file_root=str(tmp_path), files=["a"])[0]
        pipe.set_outputs(node)
    (output,) = pipe.run()
    held = [reader, epoch, next(epoch)[0], ndd.tensor([1]), ndd.random.RNG(1), ndd.EvalContext()]
    for value in [*held, ndd.ExternalSource([1]), pipe, node, output, output[0]]:
        names = [n for n in dir(value) if not n.startswith("_")]
        assert names == [n for n in dir(type(value)) if not n.startswith("_")], type(value)


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
