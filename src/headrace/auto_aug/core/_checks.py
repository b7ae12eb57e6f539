"""Checks of common arguments, with errors at the user's line."""

from __future__ import annotations

import operator as _operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ...core import errors
from ...core.site import caller_site
from ...engine.arguments import present_names

if TYPE_CHECKING:
    from ._augmentation import Augmentation


def fail(operator: str, text: str, kind: type[errors.Error] = errors.ArgumentError) -> errors.Error:
    """An error at the user's line."""
    return kind(text, operator=operator, site=caller_site())


def integer(operator: str, name: str, value: Any, low: int, high: int | None = None) -> int:
    """An integer in [low, high]."""
    said = f"from {low} to {high}" if high is not None else f"of {low} at least"
    try:
        number = _operator.index(value)
    except TypeError:
        text = f"{name} is an integer {said}, got {errors.brief(value)}"
        raise fail(operator, text, errors.ArgumentTypeError) from None
    if number < low or (high is not None and number > high):
        raise fail(operator, f"{name} is an integer {said}, got {number}")
    return number


def are_used(operator: str, given: Iterable[str], by: Iterable[Augmentation]) -> None:
    """Checks that augmentations get their required arguments and that every argument is used."""
    known: set[str] = set()
    anything = False
    for one in by:
        one.check_required(given)
        anything |= one.takes_anything
        known.update(one.arguments)
    names = dict.fromkeys(given)
    if names and not known and not anything:
        text = f"got unexpected arguments, {', '.join(names)}: the augmentations have none"
        raise fail(operator, text, errors.UnknownArgumentError)
    if not anything:
        present_names(operator, names, sorted(known))
