"""Checkpoints of pipelines: the states of readers and random operators, as a line of JSON."""

from __future__ import annotations

import json
import os
from typing import Any

from ..core import errors
from ..core.site import caller_site
from ..engine import checkpoint_files
from .executor import Executor
from .graph import Graph

_VERSION = 1
_FIELDS = {"iteration": int, "epoch": int, "in_epoch": int, "readers": dict, "seeds": dict}


def write(executor: Executor, graph: Graph) -> bytes:
    """The state after the iterations that were delivered, as bytes."""
    p = executor.delivered
    state = {
        "headrace_pipeline": _VERSION,
        "iteration": p.iteration,
        "epoch": p.epoch,
        "in_epoch": p.in_epoch,
        "readers": {
            s.name: str(s.reader.state_at(mark)) for s, mark in zip(executor.readers, p.readers)
        },
        "seeds": {s.name: s.seed for s in graph.steps if s.seed is not None},
    }
    return json.dumps(state).encode()


def save(filename: str | os.PathLike[str], data: bytes) -> None:
    """Into a file, which is complete or not there."""
    checkpoint_files.replace(filename, data.decode())


def read(data: Any) -> dict[str, Any]:
    """The state of bytes or text that `write` made."""
    if isinstance(data, (bytes, bytearray)):
        data = bytes(data).decode("utf-8", "replace")
    if not isinstance(data, str):
        raise errors.ArgumentTypeError(
            f"a checkpoint is what Pipeline.checkpoint() gave, got {errors.brief(data)}",
            site=caller_site(),
        )
    try:
        state = json.loads(data)
    except ValueError as e:
        raise _wrong(f"not JSON ({e})") from None
    if not isinstance(state, dict) or state.get("headrace_pipeline") != _VERSION:
        raise _wrong(f"no checkpoint of a pipeline of version {_VERSION}")
    for field, kind in _FIELDS.items():
        if not isinstance(state.get(field), kind):
            raise _wrong(f"the field {field!r} is missing or of another type")
    return state


def restore_seeds(state: dict[str, Any], graph: Graph) -> None:
    """Random operators go on with the numbers that they had."""
    random = [s for s in graph.steps if s.seed is not None]
    _same("random operators", state["seeds"], [s.name for s in random])
    for step in random:
        step.seed = state["seeds"][step.name]


def restore(state: dict[str, Any], executor: Executor) -> None:
    """Readers and the count of iterations go on."""
    _same("readers", state["readers"], [s.name for s in executor.readers])
    for step in executor.readers:
        step.reader.set_state(state["readers"][step.name])
    executor.restore(state["iteration"], state["epoch"], state["in_epoch"])


def _same(what: str, saved: dict[str, Any], here: list[str]) -> None:
    """An error unless the state belongs to a graph like this one."""
    if sorted(saved) != sorted(here):
        raise errors.ArgumentError(
            f"the checkpoint is of another graph: its {what} are {sorted(saved)}, here they are "
            f"{sorted(here)}",
            site=caller_site(),
        )


def _wrong(why: str) -> errors.Error:
    return errors.ArgumentError(f"the checkpoint cannot be used: {why}", site=caller_site())
