"""Checkpoints of pipelines: the states of readers and random operators, as a line of JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

from ..core import errors
from ..core.json_text import read_json
from ..core.site import caller_site
from ..engine import checkpoint_files
from .executor import Executor
from .graph import Graph

_VERSION = 1
_COUNTS = ("iteration", "epoch", "in_epoch")
_TABLES: dict[str, type] = {"readers": str, "seeds": int}  # tables by name → type of their values
_MASK = (1 << 64) - 1
_MOST = 1 << 48  # largest count
_MOST_BYTES = 1 << 26


def write(executor: Executor, graph: Graph) -> bytes:
    """The state after the iterations that were delivered, as bytes."""
    p = executor.delivered
    state = {
        "headrace_pipeline": _VERSION,
        "iteration": p.iteration,
        "epoch": p.epoch,
        "in_epoch": p.in_epoch,
        "readers": {
            s.name: str(s.cursor.state(mark)) for s, mark in zip(executor.readers, p.readers)
        },
        "seeds": {s.name: s.seed & _MASK for s in graph.steps if s.seed is not None},
    }
    return json.dumps(state).encode()


def save(filename: str | os.PathLike[str], data: bytes) -> None:
    """Write to a file atomically."""
    checkpoint_files.replace(filename, data.decode())


def read(data: Any) -> dict[str, Any]:
    """The state of bytes or text that `write` made."""
    if not isinstance(data, (str, bytes, bytearray)):
        raise errors.ArgumentTypeError(
            f"a checkpoint is what Pipeline.checkpoint() gave, got {errors.brief(data)}",
            site=caller_site(),
        )
    try:
        state = read_json(data, size=_MOST_BYTES)
    except ValueError as e:
        raise _wrong(f"not JSON ({e.what if isinstance(e, errors.Error) else e})") from None
    if not isinstance(state, dict) or state.get("headrace_pipeline") != _VERSION:
        raise _wrong(f"no checkpoint of a pipeline of version {_VERSION}")
    check_counts(state, _COUNTS)
    for field, kind in _TABLES.items():
        table = state.get(field)
        if not isinstance(table, dict) or any(type(v) is not kind for v in table.values()):
            raise _wrong(f"the field {field!r} is missing or of another type")
    return state


def check_counts(state: dict[str, Any], names: Sequence[str]) -> None:
    """Raises unless these entries of a state are numbers of iterations or epochs."""
    for name in names:
        value = state.get(name)
        if type(value) is not int:
            raise _wrong(f"the field {name!r} is missing or of another type")
        if not 0 <= value < _MOST:
            raise _wrong(f"the field {name!r} is {value}: a count is from 0 to {_MOST - 1}")


def restore_seeds(state: dict[str, Any], graph: Graph) -> None:
    """Give random operators the seeds they had."""
    random = [s for s in graph.steps if s.seed is not None]
    _same("random operators", state["seeds"], [s.name for s in random])
    for step in random:
        step.seed = state["seeds"][step.name]


def restore(state: dict[str, Any], executor: Executor) -> None:
    """Restore the readers and the count of iterations."""
    _same("readers", state["readers"], [s.name for s in executor.readers])
    for step in executor.readers:
        step.reader.set_state(state["readers"][step.name])
    executor.restore(state["iteration"], state["epoch"], state["in_epoch"])


def _same(what: str, saved: dict[str, Any], here: list[str]) -> None:
    """Raises unless the state belongs to a graph with the same readers and random operators."""
    if sorted(saved) != sorted(here):
        raise errors.ArgumentError(
            f"the checkpoint is of another graph: its {what} are {errors.brief(sorted(saved))}, "
            f"here they are {sorted(here)}",
            site=caller_site(),
        )


def _wrong(why: str) -> errors.Error:
    return errors.ArgumentError(f"the checkpoint cannot be used: {why}", site=caller_site())
