"""Campaign: every reader with hostile arguments, batch sizes and order of calls."""

from __future__ import annotations

import inspect
import itertools
import sys
from typing import Any

import numpy as np

import headrace.dynamic as ndd

from . import datasets, values
from .supervisor import ALLOWED, Fault, Settings
from .values import Chance

LIMITS = Settings()
MOST_BATCHES = 20


def attempt(seed: int, number: int, folder: str) -> str:
    names = datasets.available(folder)
    name = names[number % len(names)]
    chance = Chance(seed, name, number)
    made = datasets.make(name, folder)
    assert made is not None
    cls, usual = made
    args = dict(usual)
    parameters = [
        p for p in inspect.signature(cls).parameters.values()
        if p.name not in ("save_preprocessed_annotations_dir", "device")
    ]  # fmt: skip
    for p in chance.sample(parameters, chance.choice((0, 1, 1, 2, 3))):
        args[p.name] = argument(chance, p, usual.get(p.name))
    sizes = [4, 4, *values.INTS, 2.5, None, "3", True]
    size = chance.choice(sizes) if chance.often(30) else 4
    shown = ", ".join(f"{k}={values.show(v)}" for k, v in args.items())
    text = f"{name}({shown}).next_epoch(batch_size={size!r})"
    print(f"case {number}: {text}", file=sys.stderr, flush=True)
    try:
        return f"{name} {read(chance, cls, args, size)}"
    except BaseException as e:
        if not isinstance(e, (*ALLOWED, StopIteration)):
            raise Fault(f"{type(e).__name__}: {e}\n{text}") from e
        raise


def read(chance: Chance, cls: type, args: dict[str, Any], size: Any) -> int:
    reader = cls(**args)
    samples = 0
    if chance.often(15):
        state = reader.get_state()
        reader.set_state(state)
    if chance.often(10):
        len(reader)
        reader.get_metadata()
    if chance.often(10):
        reader.reset()
    for batch in itertools.islice(reader.next_epoch(batch_size=size), MOST_BATCHES):
        for out in batch.values() if isinstance(batch, dict) else batch:
            if isinstance(out, ndd.Batch):
                samples += out.batch_size
                for x in itertools.islice(out, 50):
                    np.asarray(x).sum() if x.dtype.name != "bool" else None
            else:
                np.asarray(out)
    return samples


def argument(chance: Chance, p: inspect.Parameter, usual: Any) -> Any:
    """By the words of its annotation: readers are plain functions, without kinds."""
    if chance.often(10):
        return values.nothing_of_the_kind(chance)
    text = str(p.annotation)
    if "Sequence[int]" in text or "Sequence[float]" in text:
        return values.listed(chance, "float" if "float" in text else "int", usual)
    if "Sequence[DType]" in text:
        return [chance.choice(values.DTYPE_LIKE) for _ in range(chance.randrange(3))]
    if "bool" in text:
        return chance.choice((True, True, False, 1, 2.5, "x", np.bool_(True)))
    if "int" in text:
        return chance.choice((*values.INTS, 1.5, float("nan"), "1", np.int64(-1), np.uint64(2**63)))
    if "float" in text:
        return chance.choice(values.FLOATS)
    if "Path" in text or "Sequence[str" in text:
        paths = ("", "/", ".", "/dev/null", "/nowhere", "a\0b", "x" * 5000, "\ud800", "*")
        if isinstance(usual, list) and chance.often(50):
            return usual * chance.choice((0, 2, 100))
        return (
            chance.choice(paths)
            if chance.often(50)
            else [chance.choice(paths)] * chance.choice((0, 1, 2))
        )
    return chance.choice((*values.TEXTS, *values.INTS))
