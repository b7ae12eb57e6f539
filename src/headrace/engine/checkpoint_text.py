"""Checkpoint states as text: one per object, and the JSON of all of them."""

from __future__ import annotations

import json
import reprlib
from typing import Any, NamedTuple

from ..core.errors import Error
from ..core.json_text import read_json

_VERSION = 2
MOST_BYTES = 1 << 28


class SavedState(NamedTuple):
    """One state."""

    state: Any  # as given: an object or its text
    text: str  # its text when it was taken; the object may change later
    type: str | None  # name of the class it belongs to; None: unknown


def _has_text(kind: Any) -> bool:
    """Whether str() of the class can be parsed back: not object's default, not that of bytes."""
    return kind.__str__ is not object.__str__ and not issubclass(kind, (bytes, bytearray))


def entry(key: str, state: Any, tag: str | None) -> SavedState:
    """A state under a key; TypeError if its text cannot be parsed back."""
    if not _has_text(type(state)):
        raise TypeError(
            f"the state of {key!r} is text, or an object with a text form (__str__) that "
            f"set_state() takes; got {type(state).__name__}"
        )
    return SavedState(state, str(state), tag)


def dump(entries: dict[str, SavedState]) -> str:
    """The entries as JSON."""
    states = {key: {"state": e.text, "type": e.type} for key, e in entries.items()}
    return json.dumps({"version": _VERSION, "states": states})


def parse(data: str | bytes, where: str = "") -> dict[str, SavedState]:
    """The states in a JSON text; ValueError, prefixed by `where`, if it is not a checkpoint."""
    if not isinstance(data, (str, bytes, bytearray)):
        raise TypeError(f"a checkpoint is text, got {type(data).__name__}")
    try:
        payload = read_json(data, size=MOST_BYTES)
    except json.JSONDecodeError as e:
        raise json.JSONDecodeError(f"{where}not a checkpoint: {e.msg}", e.doc, e.pos) from None
    except Error as e:
        raise ValueError(f"{where}not a checkpoint: {e.what}") from None
    states = payload.get("states") if isinstance(payload, dict) else None
    if not isinstance(states, dict):
        raise ValueError(f'{where}not a checkpoint: it has no "states"')
    version = payload.get("version")
    if version != _VERSION:
        raise ValueError(
            f"{where}a checkpoint of version {reprlib.repr(version)}; only version {_VERSION} can "
            "be read"
        )
    for key, item in states.items():
        if not (
            isinstance(item, dict)
            and isinstance(item.get("state"), str)
            and isinstance(item.get("type"), (str, type(None)))
        ):
            raise ValueError(
                f"{where}not a checkpoint: the entry of {reprlib.repr(key)} is not a state with "
                "its type"
            )
    return {k: SavedState(i["state"], i["state"], i.get("type")) for k, i in states.items()}
