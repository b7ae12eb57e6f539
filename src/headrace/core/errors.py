"""The exception tree; messages name the cause, the place, the sample, and what to do instead."""

from __future__ import annotations

import operator as _operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from headrace.core import site as _site
from headrace.core.site import Site

if TYPE_CHECKING:
    from typing_extensions import Self


class Error(Exception):
    """Base class of all errors raised by Headrace.

    The message is built when it is read, so that every layer an error passes through can add
    context (``locate``). Inner layers come first: fields that are set are not overwritten.

    >>> print(Error("crop does not fit", operator="crop", sample=7, source="cat.jpg"))
    crop does not fit
      operator crop
      sample 7, from cat.jpg
    """

    what: str
    operator: str | None
    site: int | Site | None
    sample: int | None
    source: str | None
    detail: str | None

    def __init__(
        self,
        what: str = "",
        *,
        operator: str | None = None,
        site: int | Site | None = None,
        sample: int | None = None,
        source: str | None = None,
        detail: str | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.operator = operator
        self.site = site
        self.sample = sample
        self.source = source
        self.detail = detail

    @property
    def where(self) -> Site | None:
        """The user's line: file, line, function."""
        return _site.resolve(self.site) if isinstance(self.site, int) else self.site

    def locate(
        self,
        *,
        operator: str | None = None,
        site: int | Site | None = None,
        sample: int | None = None,
        source: str | None = None,
        detail: str | None = None,
    ) -> Self:
        """Fills in the fields that are still empty; returns the error, ready to be raised."""
        if self.operator is None:
            self.operator = operator
        if self.where is None:
            self.site = site
        if self.sample is None:
            self.sample = sample
        if self.source is None:
            self.source = source
        if self.detail is None:
            self.detail = detail
        return self

    def __str__(self) -> str:
        where = self.where
        place = [f"operator {self.operator}"] if self.operator is not None else []
        place += [f"called at {where}"] if where is not None else []
        data = [f"sample {self.sample}"] if self.sample is not None else []
        data += [f"from {self.source}"] if self.source is not None else []
        lines = [self.what, ", ".join(place), ", ".join(data), *(self.detail or "").splitlines()]
        return "\n  ".join([line for line in lines if line])

    def __reduce__(self) -> tuple[Any, ...]:
        # Site numbers are local to a process: pickle the resolved site.
        return type(self), (self.what,), {**self.__dict__, "site": self.where}


# Bases: Error, the built-in that a Python programmer expects, then what DALI raises.


class ExecutionError(Error, RuntimeError):
    """Something failed while running, and no other class fits better."""


class ArgumentError(Error, ValueError, RuntimeError):
    """An argument has a value that the callee cannot use."""


class ArgumentTypeError(Error, TypeError):
    """An argument is of a Python type that the callee cannot use."""


class MissingArgumentError(ArgumentTypeError, RuntimeError):
    """A call without an argument that it needs."""


class UnknownArgumentError(ArgumentTypeError, KeyError):
    """A call with an argument that the operator does not have."""


class UnknownNameError(Error, KeyError, RuntimeError):
    """No object has this name."""


class DTypeError(Error, TypeError, RuntimeError):
    """No such element type, or one that an operation does not take."""


class RangeError(Error, OverflowError):
    """A Python number does not fit the element type it is to become."""


class LayoutError(Error, ValueError, RuntimeError):
    """A layout does not fit the shape, the operator or the other operand."""


class ShapeError(Error, ValueError, RuntimeError):
    """Shapes that are incompatible, or that an operator does not accept."""


class IndexError_(Error, IndexError, RuntimeError):
    """An index outside a tensor, a batch or a sequence."""


class DeviceError(Error, ValueError, RuntimeError):
    """A device that does not exist here, or operands on different devices."""


class DecodeError(Error, ValueError, RuntimeError):
    """Encoded data that is damaged, or in a format that no codec reads."""


class FileError(Error, OSError, RuntimeError):
    """A file that cannot be read."""


class MissingFileError(FileError, FileNotFoundError):
    """A file that is not there."""


class DeadlineError(Error, TimeoutError, RuntimeError):
    """An operation exceeded its time limit."""


class OutOfMemoryError(Error, MemoryError, RuntimeError):
    """An allocation failed, on the host or on a GPU."""


class UnsupportedError(Error, NotImplementedError):
    """A feature of DALI that Headrace does not have."""


class UnobservedErrorWarning(RuntimeWarning):
    """A call failed, and its result was discarded before anybody looked at it."""


# By the names of ErrorKind in native/base/error.h.
NATIVE_KINDS: dict[str, type[Error]] = {
    "runtime": ExecutionError,
    "value": ArgumentError,
    "type": DTypeError,
    "index": IndexError_,
    "decode": DecodeError,
    "io": FileError,
    "memory": OutOfMemoryError,
    "notimplemented": UnsupportedError,
    "missing_file": MissingFileError,
    "device": DeviceError,
}
KIND_OF = {kind: name for name, kind in NATIVE_KINDS.items()}


def brief(value: object) -> str:
    """A value as error messages show it: short, and with its type.

    >>> brief(list(range(1000)))
    '[0, 1, 2, 3, 4, 5, ...] (list)'
    """
    import reprlib

    return f"{reprlib.repr(value)} ({type(value).__name__})"


def nearest(name: object, choices: Iterable[str], *, limit: int = 1) -> list[str]:
    """The valid choices closest to what was written, best first, ignoring case.

    >>> nearest("flaot32", ["float32", "uint8"])
    ['float32']
    """
    if not isinstance(name, str):
        return []
    import difflib  # only on the way to an error

    by_key = {choice.casefold(): choice for choice in choices}
    close = difflib.get_close_matches(name.casefold(), by_key, n=limit, cutoff=0.6)
    return [by_key[key] for key in close]


def hint(name: object, choices: Iterable[str]) -> str:
    """The end of an error message: the likely meaning, and all valid choices.

    >>> hint("cubik", ["linear", "cubic"])
    'Did you mean "cubic"? Valid: linear, cubic.'
    """
    known = [choice for choice in choices if choice]
    meant = "".join(f'Did you mean "{choice}"? ' for choice in nearest(name, known))
    return f"{meant}Valid: {', '.join(known)}."


def choice(
    name: str,
    value: object,
    choices: Iterable[str],
    *,
    any_case: bool = False,
    operator: str | None = None,
) -> str:
    """Checks an argument that must be one of several words.

    >>> choice("mode", "Same", ["same", "valid"], any_case=True)
    'same'
    """
    words = list(choices)
    for word in words:
        if isinstance(value, str) and word in (value, value.lower() if any_case else None):
            return word
    text = f"{name}={value!r} is unknown. {hint(value, words)}"
    raise ArgumentError(text, operator=operator, site=_site.caller_site())


def integer(
    name: str,
    value: Any,
    least: int = 0,
    most: int | None = None,
    *,
    operator: str | None = None,
) -> int:
    """Checks an integer argument against bounds.

    >>> integer("num_shards", 3, 1)
    3
    """
    kind: type[Error] = ArgumentError
    try:
        number = _operator.index(value)
    except TypeError:
        kind, text = ArgumentTypeError, f"{name} is an integer, got {brief(value)}"
    else:
        if number < least:
            text = f"{name} is at least {least}, got {number}"
        elif most is not None and number > most:
            text = f"{name} is at most {most}, got {number}"
        else:
            return number
    raise kind(text, operator=operator, site=_site.caller_site())
