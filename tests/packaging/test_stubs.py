"""Type stubs: they name everything that is there, and mypy finds mistakes in programs by them."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import headrace.dynamic as ndd
from headrace import fn, math, ops

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "headrace"

GOOD = """
import numpy as np

import headrace.dynamic as ndd
import headrace.tfrecord as tfrec
from headrace import Pipeline, fn, math, ops, pipeline_def, types
from headrace.data_node import DataNode


@pipeline_def(batch_size=4, num_threads=2, seed=1)
def graph(root: str) -> tuple[DataNode, ...]:
    jpegs, labels = fn.readers.file(file_root=root, random_shuffle=True, name="reader")
    images: DataNode = fn.decoders.image(jpegs, output_type=types.RGB, device="cpu")
    images = fn.resize(images, size=[64, 64], interp_type=types.INTERP_LINEAR)
    small, sizes = fn.resize(images, resize_shorter=32.0, save_attrs=True)
    angle = fn.random.uniform(range=[-10.0, 10.0], seed=3)
    images = fn.rotate(images, angle=angle, fill_value=0, name="rotated")
    images = math.clamp(images * 1.5 + np.float32(1), 0, 255)
    images = ops.CropMirrorNormalize(mean=[1.0])(images, mirror=fn.random.coin_flip())
    images = ops.Compose([ops.Flip(), ops.Cast(dtype=types.FLOAT)])(images)
    boxes, kept = fn.bbox_rotate(sizes, labels, angle=angle, input_shape=[4, 4])
    turned: DataNode = fn.bbox_rotate(sizes, angle=angle, input_shape=[4, 4])
    kinds = {"a": tfrec.FixedLenFeature([], tfrec.string, "")}
    record = fn.readers.tfrecord(path="x", features=kinds)
    names: DataNode = record["a"].source_info()
    data = fn.external_source(source=lambda i: i, batch=False)
    other: DataNode = ops.readers.File(file_root="x")()[0].gpu()
    old: DataNode = fn.image_decoder(fn.constant(idata=[1]))  # type: ignore[deprecated]
    files: list[DataNode] = ops.FileReader(file_root="x")()  # type: ignore[deprecated]
    called = ops.PythonFunction(function=len)(old)
    return images[0, :3], small, boxes, kept, turned, names, data, other, called, *files


pipe: Pipeline = graph("x", batch_size=8)
x: ndd.Batch = ndd.resize(ndd.batch([1]), size=3)
x, shapes = ndd.resize(x, size=3, save_attrs=True)
rng = ndd.random.get_default_rng()
"""

BAD = """
import headrace.dynamic as ndd
from headrace import fn, math, ops
from headrace.data_node import DataNode


def graph(x: DataNode) -> None:
    fn.resize(x, sise=[1, 2])  # call-overload
    fn.decoders.image(x, output_typ="RGB")  # call-arg
    fn.readers.file(file_rot="x")  # call-arg
    fn.readers.tfrecord(path="x")  # call-arg
    fn.random.uniform(sed=3)  # call-arg
    fn.flip(x, seed=3)  # call-arg
    fn.rotate(angle=3.0)  # call-arg
    fn.rezise(x, size=[1])  # attr-defined
    fn.decoders.picture(x)  # attr-defined
    math.sqroot(x)  # attr-defined
    math.sqrt(x, x)  # call-arg
    ops.Resize(sise=3)  # call-arg
    ops.Resize(size=3)(x, sise=3)  # call-arg
    ops.readers.File(file_rot="x")  # call-arg
    fn.pad(x, axis_names=3)  # arg-type
    boxes: DataNode = fn.box_encoder(x, x, anchors=[1.0])  # assignment
    ndd.decoders.image(ndd.batch([1]), output_typ="RGB")  # call-overload
    picture: ndd.Tensor = ndd.flip(ndd.batch([1]))  # assignment
    fn.coin_flip(probability=0.5)  # deprecated
    fn.image_decoder(x, output_typ="RGB")  # type: ignore[deprecated]  # call-arg
    fn.experimental.resize(x, size=[1, 2])  # deprecated
    ops.experimental.Resize(size=3)  # deprecated
    ops.FileReader(file_rot="x")  # type: ignore[deprecated]  # call-arg
    ops.ImageDecoder()(x, output_typ="RGB")  # type: ignore[deprecated]  # call-arg
    ops.Flip()(x, "yes")  # call-arg
"""


def mypy(folder: Path) -> str:
    """What mypy says about the programs in a folder."""
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict"]
    command += ["--config-file=", "--follow-imports=silent", "--hide-error-context"]
    command += ["--enable-error-code=deprecated"]
    command += ["--cache-dir", str(ROOT / ".mypy_cache" / "stubs")]
    done = subprocess.run(
        [*command, "good.py", "bad.py"],
        cwd=folder, env={**os.environ, "MYPYPATH": str(ROOT / "src")},
        capture_output=True, text=True, timeout=280,
    )  # fmt: skip
    assert not done.stderr, done.stderr
    return done.stdout


def test_mypy_takes_programs_and_finds_mistakes(tmp_path):
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text(BAD)
    said = mypy(tmp_path)
    found = re.findall(r"^(\w+\.py):(\d+): error: .*\[([\w-]+)\]$", said, re.MULTILINE)
    assert not [f for f in found if f[0] == "good.py"], said
    lines = enumerate(BAD.splitlines(), 1)
    meant = {("bad.py", str(n), line.rsplit("# ", 1)[1]) for n, line in lines if "# " in line}
    assert set(found) == meant, said


def stub_of(module: ModuleType) -> Path | None:
    """The stub of a module, if it has one."""
    path = PACKAGE.joinpath(*module.__name__.split(".")[1:])
    for stub in (path / "__init__.pyi", path.with_suffix(".pyi")):
        if stub.exists():
            return stub
    return None


def named(stub: Path) -> set[str]:
    """The names that a stub defines, deprecated ones included."""
    names: set[str] = set()
    for node in ast.parse(stub.read_text()).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.AnnAssign):
            names.add(ast.unparse(node.target))
        elif isinstance(node, ast.Assign):
            names |= {ast.unparse(target) for target in node.targets}
    return names


def modules(top: ModuleType):
    """A module and all below it that have a stub."""
    yield top
    for name, value in vars(top).items():
        if isinstance(value, ModuleType) and value.__name__ == f"{top.__name__}.{name}":
            if stub_of(value) is not None:
                yield from modules(value)
            else:
                assert value.__spec__ is not None, f"no file and no stub: {value.__name__}"


# Looked at before any test runs: some add operators.
THERE = {
    module.__name__: (stub_of(module), {n for n in vars(module) if not n.startswith("_")})
    for top in (ndd, fn, ops, math)
    for module in modules(top)
}


@pytest.mark.parametrize("name", THERE)
def test_stubs_name_what_is_there(name):
    stub, there = THERE[name]
    assert stub is not None
    stated = {n for n in named(stub) if not n.startswith("_")}
    assert there - {"annotations", "namespace"} == stated
