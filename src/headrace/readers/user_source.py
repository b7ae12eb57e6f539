"""What a source of the user's own may be, and how items are taken from it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any, cast

from ..core import errors
from ..core.site import caller_site

NAME = "ExternalSource"


def read_cycle(cycle: Any) -> str:
    """What happens at the end of a source: "no" further cycle, "quiet" or "raise" before it."""
    if cycle is None or isinstance(cycle, bool):
        return "quiet" if cycle else "no"
    return errors.choice("cycle", cycle, ("no", "quiet", "raise"), operator=NAME)


def puller(source: Any, cycle: Any) -> Callable[[], Any]:
    """The function that takes one item from the source."""
    again = read_cycle(cycle)
    if inspect.isgenerator(source) and again != "no":
        raise wrong_type(
            "a generator cannot begin again: give the generator function itself, not its result"
        )
    if inspect.isgeneratorfunction(source):
        _check_callable(source)
        return _Cycle(source, again)
    kind = type(source)
    if (hasattr(kind, "__iter__") or hasattr(kind, "__getitem__")) and kind is not str:
        return _Cycle(lambda: iter(source), again)
    if not callable(source):
        raise wrong_type(
            "a source is a function, an iterable, or a generator function without parameters, "
            f"got {errors.brief(source)}"
        )
    if cycle is not None:
        raise wrong("cycle is for iterables and generator functions; a function has no end")
    _check_callable(source)
    return cast("Callable[[], Any]", source)


def _check_callable(source: Any) -> None:
    try:
        parameters = inspect.signature(source).parameters.values()
    except (TypeError, ValueError):  # a builtin that does not tell
        return
    needed = [
        p.name
        for p in parameters
        if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    ]
    if needed:
        raise wrong(f"the source is called without arguments, it needs {', '.join(needed)}")


class _Cycle:
    """Items of an iterable, and what happens at its end."""

    def __init__(self, begin: Callable[[], Iterator[Any]], cycle: str) -> None:
        self._begin, self._cycle = begin, cycle
        self._items: Iterator[Any] | None = None

    def __call__(self) -> Any:
        if self._items is None:
            self._items = self._begin()
        try:
            return next(self._items)
        except StopIteration:
            if self._cycle == "no":
                raise
            self._items = None
            if self._cycle == "raise":
                raise
        self._items = self._begin()
        return next(self._items)


def wrong(message: str) -> errors.ArgumentError:
    """The error for a value that cannot be used."""
    return errors.ArgumentError(message, operator=NAME, site=caller_site())


def wrong_type(message: str) -> errors.ArgumentTypeError:
    """The error for something of a type that cannot be used."""
    return errors.ArgumentTypeError(message, operator=NAME, site=caller_site())
