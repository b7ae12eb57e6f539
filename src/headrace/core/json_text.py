"""JSON from untrusted sources, with bounds on size and depth."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

from . import errors

MOST_DEPTH = 32
MOST_BYTES = 1 << 20
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[][{}]', re.DOTALL)


def read_json(
    text: str | bytes | bytearray, *, size: int = MOST_BYTES, depth: int = MOST_DEPTH
) -> Any:
    """The value of a JSON text.

    size: most characters (or bytes) of the text; depth: most nested lists and objects.

    Integers must fit 64 bits, signed or unsigned; floats must be finite. Anything else is an
    ArgumentError, invalid JSON a JSONDecodeError; both are ValueErrors. Size and depth are checked
    before anything is built.

    >>> read_json('{"epoch": 3, "seeds": [1, 2]}')
    {'epoch': 3, 'seeds': [1, 2]}
    >>> read_json("[" * 100_000)
    Traceback (most recent call last):
    headrace.core.errors.ArgumentError: the text holds lists or objects nested deeper than 32
    """
    if len(text) > size:
        raise errors.ArgumentError(f"the text has {len(text)} characters, more than {size}")
    if isinstance(text, (bytes, bytearray)):
        try:
            text = bytes(text).decode()
        except UnicodeDecodeError as e:
            raise errors.ArgumentError(f"the text is not UTF-8 (byte {e.start})") from None
    if text.count("[") + text.count("{") > depth:
        _check_depth(text, depth)
    return json.loads(text, parse_int=_integer, parse_float=_number, parse_constant=_refuse)


def _check_depth(text: str, most: int) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        first = text[token.start()]
        depth += (first in "[{") - (first in "]}")
        if depth > most:
            raise errors.ArgumentError(f"the text holds lists or objects nested deeper than {most}")


def _integer(digits: str) -> int:
    value = int(digits) if len(digits) <= 20 else 1 << 64
    if not -(1 << 63) <= value < 1 << 64:
        _refuse(digits)
    return value


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        _refuse(digits)
    return value


def _refuse(digits: str) -> NoReturn:
    shown = digits if len(digits) <= 24 else f"{digits[:20]}… ({len(digits)} digits)"
    raise errors.ArgumentError(f"the text holds {shown}: numbers are finite, integers of 64 bits")
