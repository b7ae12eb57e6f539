"""A reader's state as text: a few integers in JSON."""

from __future__ import annotations

import dataclasses
import functools
import json
import reprlib
from typing import Any

from ..core import errors
from ..core.json_text import read_json
from .order import ReaderProgress

VERSION = 1


class ReaderState:
    """Where a reader stands. str() is text for a file; `set_state` takes either."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"ReaderState({self._text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (ReaderState, str)) and str(other) == self._text

    def __hash__(self) -> int:
        return hash(self._text)


def write(reader: str, settings: dict[str, Any], progress: ReaderProgress) -> ReaderState:
    """The state of a reader. settings: what must be the same where it goes on."""
    fields = {"version": VERSION, "reader": reader, **settings, **dataclasses.asdict(progress)}
    return ReaderState(json.dumps(fields, separators=(",", ":")))


def read(text: str, reader: str, settings: dict[str, Any]) -> tuple[dict[str, Any], ReaderProgress]:
    """The saved settings and progress; a clear error where they do not fit this reader."""
    try:
        fields = read_json(text)
    except ValueError as e:
        what = e.what if isinstance(e, errors.Error) else str(e)
        raise errors.ArgumentError(f"not the state of a reader: {what}") from None
    if not isinstance(fields, dict) or "reader" not in fields:
        raise errors.ArgumentError(f"not the state of a reader: {text[:80]!r}")
    if fields.get("version") != VERSION:
        raise errors.ArgumentError(
            f"the state is of version {_shown(fields.get('version'))}, this is version {VERSION}"
        )
    if fields["reader"] != reader:
        raise errors.ArgumentError(f"the state is of {_shown(fields['reader'])}, this is {reader}")
    saved = {}
    for key, mine in settings.items():
        if key not in fields:
            raise errors.ArgumentError(f"the state lacks {key!r}")
        saved[key] = fields[key]
        if key != "seed" and fields[key] != mine:
            raise errors.ArgumentError(
                f"the state was saved with {key}={_shown(fields[key])}, this reader has "
                f"{key}={mine}"
            )
    _number(saved["seed"])
    return saved, _progress(fields)


def _shown(value: Any) -> str:
    return reprlib.repr(value) if not isinstance(value, str) else value[:80]


def _number(value: Any, least: int = 0, below: int = 1 << 64) -> int:
    if type(value) is not int or not least <= value < below:
        raise errors.ArgumentError(f"the state holds {_shown(value)} where a count is expected")
    return value


def _progress(fields: dict[str, Any]) -> ReaderProgress:
    number = functools.partial(_number, below=1 << 62)
    names = [f.name for f in dataclasses.fields(ReaderProgress)]
    missing = [n for n in names if n not in fields]
    if missing:
        raise errors.ArgumentError(f"the state lacks {missing[0]!r}")
    stages = fields["stages"]
    if not isinstance(stages, list) or not all(isinstance(s, list) and len(s) == 3 for s in stages):
        raise errors.ArgumentError("the state holds no list of stages")
    p = ReaderProgress(
        epoch=number(fields["epoch"]),
        start=number(fields["start"]),
        stages=tuple((number(s, 1), number(b), number(n, 1)) for s, b, n in stages),
        shards=number(fields["shards"], 1),
        batch_size=number(fields["batch_size"]),
        batches=number(fields["batches"]),
        begun=number(fields["begun"]),
        rest=None if fields["rest"] is None else number(fields["rest"]),
    )
    if p.begun > p.batches or (p.batches and not p.batch_size):
        raise errors.ArgumentError("the state contradicts itself")
    return p
