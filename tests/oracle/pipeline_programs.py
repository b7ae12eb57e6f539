"""Programs of pipeline mode that run through DALI and through Headrace: what they share.

A program is a function of the library (`dali.fn`, `dali.types`, `dali.Pipeline` …) and of a small
dataset. It returns plain data: what `plain` makes of outputs, numbers, names, what `attempt` saw.
"""

from __future__ import annotations

import importlib
import io
import json
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import PIL.Image

from ..readers.record_writers import bytes_list, example, float_list, int64_list, write_tfrecord

N = 10  # samples of each dataset
ALONE = {"num_threads": 1, "device_id": None}
MODULES = ("fn", "ops", "types", "math", "tfrecord", "tensors", "data_node", "pipeline",
           "pipeline.experimental", "plugin_manager")  # fmt: skip


def library(root: str) -> Any:
    """A library by the name in the import lines, with its modules."""
    for name in MODULES:
        importlib.import_module(f"{root}.{name}")
    return importlib.import_module(root)


# ---- programs ------------------------------------------------------------------------------------


@dataclass
class Program:
    """A program and what is known about its results."""

    run: Callable[[Any, Dataset], Any]
    rtol: float
    atol: float
    defect: str | None


PROGRAMS: dict[str, Program] = {}


def program(
    function: Any = None, *, rtol: float = 0.0, atol: float = 0.0, defect: str | None = None
) -> Any:
    """Register a program. Numbers are equal, unless there is a tolerance.

    defect: where Headrace does not do yet what DALI does; the test then expects to fail.
    """

    def register(run: Any) -> Any:
        assert run.__name__ not in PROGRAMS
        PROGRAMS[run.__name__] = Program(run, rtol, atol, defect)
        return run

    return register if function is None else register(function)


# ---- results -------------------------------------------------------------------------------------


class Raised:
    """That a call failed, and how."""

    def __init__(self, error: BaseException) -> None:
        self.error = error
        self.kind = next(k for k in type(error).__mro__ if k.__module__ == "builtins")

    def __repr__(self) -> str:
        return f"{type(self.error).__name__}: {self.error}"


def attempt(call: Callable[[], Any]) -> Any:
    """What a call gives, or that it fails, with an error of the same built-in class."""
    try:
        return call()
    except Exception as e:
        return Raised(e)


def refused(call: Callable[[], Any]) -> Any:
    """That a call fails, with whatever error."""
    made = attempt(call)
    return "refused" if isinstance(made, Raised) else made


def plain(dali: Any, outputs: Any) -> Any:
    """What a pipeline gave as plain data."""
    if isinstance(outputs, (tuple, list)):
        return [plain(dali, o) for o in outputs]
    return {
        "kind": type(outputs).__name__,
        "dtype": np.dtype(dali.types.to_numpy_type(outputs.dtype)).name,
        "layout": outputs.layout(),
        "shape": outputs.shape(),
        "samples": [np.array(outputs.at(i)) for i in range(len(outputs))],
    }


def numbers(outputs: Any) -> list[Any]:
    """The first elements of the samples of the first output."""
    return [np.asarray(outputs[0].at(i)).reshape(-1)[0].item() for i in range(len(outputs[0]))]


def take(dali: Any, pipe: Any, count: int) -> list[Any]:
    """So many runs."""
    return [plain(dali, pipe.run()) for _ in range(count)]


def through_ends(pipe: Any, count: int) -> list[Any]:
    """So many runs, as a loop over epochs makes them: a reset after each end."""
    seen: list[Any] = []
    for _ in range(count):
        try:
            seen.append(numbers(pipe.run()))
        except StopIteration:
            seen.append("end")
            pipe.reset()
    return seen


def graph(dali: Any, function: Any, size: int = 3, runs: int = 1, **more: Any) -> Any:
    """Runs of a pipeline with this graph function."""
    pipe = dali.pipeline_def(function, batch_size=size, **{**ALONE, **more})()
    made = take(dali, pipe, runs)
    return made[0] if runs == 1 else made


def each(dali: Any, *functions: Any, **more: Any) -> list[Any]:
    """A pipeline for each graph function: what it gives, or how it fails."""
    return [attempt(lambda f=f: graph(dali, f, **more)) for f in functions]


def each_refused(dali: Any, *functions: Any, **more: Any) -> list[Any]:
    """A pipeline for each graph function, all of which fail."""
    return [refused(lambda f=f: graph(dali, f, **more)) for f in functions]


def differences(theirs: Any, ours: Any, p: Program, at: str = "") -> list[str]:
    """Where two results differ, in words."""
    if isinstance(theirs, Raised) or isinstance(ours, Raised):
        fails = isinstance(theirs, Raised) and isinstance(ours, Raised)
        fine = fails and isinstance(ours.error, theirs.kind)
        return [] if fine else [f"{at}: {theirs!r} in DALI, {ours!r} here"]
    if type(theirs) is not type(ours):
        return [f"{at}: {theirs!r} in DALI, {ours!r} here"]
    if isinstance(theirs, dict):
        if list(theirs) != list(ours):
            return [f"{at}: keys {list(theirs)} in DALI, {list(ours)} here"]
        return [d for k in theirs for d in differences(theirs[k], ours[k], p, f"{at}.{k}")]
    if isinstance(theirs, (list, tuple)):
        if len(theirs) != len(ours):
            return [f"{at}: {theirs!r} in DALI, {ours!r} here"]
        pairs = enumerate(zip(theirs, ours, strict=True))
        return [d for i, (a, b) in pairs for d in differences(a, b, p, f"{at}[{i}]")]
    if isinstance(theirs, np.ndarray):
        return _array_differences(theirs, ours, p, at)
    return [] if theirs == ours else [f"{at}: {theirs!r} in DALI, {ours!r} here"]


def _array_differences(theirs: Any, ours: Any, p: Program, at: str) -> list[str]:
    if (theirs.dtype, theirs.shape) != (ours.dtype, ours.shape):
        return [f"{at}: {theirs.dtype}{theirs.shape} in DALI, {ours.dtype}{ours.shape} here"]
    if np.allclose(theirs.astype(float), ours.astype(float), p.rtol, p.atol, equal_nan=True):
        return []
    most = np.abs(theirs.astype(float) - ours.astype(float)).max()
    return [f"{at}: up to {most} apart: {theirs.ravel()[:8]} in DALI, {ours.ravel()[:8]} here"]


# ---- data ----------------------------------------------------------------------------------------


@dataclass
class Dataset:
    """The same ten pictures in several formats, and some arrays."""

    folder: Path
    images: str
    pngs: str
    arrays: str
    record: str
    index: str
    archive: str
    coco: dict[str, str]


def picture(i: int, form: str = "JPEG") -> bytes:
    """A picture of coloured clouds, whose size depends on its number."""
    rng = np.random.default_rng(i)
    clouds = PIL.Image.fromarray(rng.integers(0, 256, (5, 6, 3), np.uint8))
    file = io.BytesIO()
    size = (30 - 2 * (i % 4), 24 + 3 * (i % 5))
    clouds.resize(size, PIL.Image.Resampling.BICUBIC).save(file, form, quality=92)
    return file.getvalue()


def write_dataset(folder: Path) -> Dataset:
    """Write all of it."""
    for name, form in (("jpg", "JPEG"), ("png", "PNG")):
        for i in range(N):
            path = folder / name / f"class{i % 3}" / f"{i:02}.{name}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(picture(i, form))
    (folder / "arrays").mkdir()
    for i in range(N):
        rows = np.arange(3 * (i + 2), dtype=np.float32).reshape(i + 2, 3)
        np.save(folder / "arrays" / f"{i:02}.npy", rows + i)
    messages = [
        example(
            image=bytes_list(picture(i)), label=int64_list(i), box=float_list(*np.arange(4.0) * i)
        )
        for i in range(N)
    ]
    index = write_tfrecord(folder / "a.tfrecord", messages)
    with tarfile.open(folder / "a.tar", "w") as tar:
        for i in range(N):
            for extension, data in (("jpg", picture(i)), ("cls", bytes([i]))):
                entry = tarfile.TarInfo(f"{i:03}.{extension}")
                entry.size = len(data)
                tar.addfile(entry, io.BytesIO(data))
    return Dataset(
        folder, str(folder / "jpg"), str(folder / "png"), str(folder / "arrays"),
        str(folder / "a.tfrecord"), str(index), str(folder / "a.tar"), _write_coco(folder / "coco"),
    )  # fmt: skip


def _write_coco(folder: Path) -> dict[str, str]:
    folder.mkdir()
    images, annotations = [], []
    for i in range(N):
        (folder / f"{i:02}.jpg").write_bytes(picture(i))
        width, height = 30 - 2 * (i % 4), 24 + 3 * (i % 5)
        images.append({"id": i, "file_name": f"{i:02}.jpg", "width": width, "height": height})
        for k in range(1 + i % 3):
            annotations.append(
                {"id": 10 * i + k, "image_id": i, "category_id": 1 + (i + k) % 3, "iscrowd": 0,
                 "bbox": [1 + k, 2, 5 + k, 6 + i], "area": (5 + k) * (6 + i)}
            )  # fmt: skip
    categories = [{"id": k, "name": f"thing {k}"} for k in (1, 2, 3)]
    everything = {"images": images, "annotations": annotations, "categories": categories}
    (folder / "a.json").write_text(json.dumps(everything))
    return {"file_root": str(folder), "annotations_file": str(folder / "a.json")}
