"""What the suites of augmentations have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core import errors
from . import augmentations as a
from .core import Augmentation
from .core._checks import fail


def translations(where: str, use_shape: bool, pixels: Any, parts: Any) -> tuple[Any, Any]:
    """The largest translations, checked: in pixels without shapes, as parts with them."""
    if use_shape and pixels is not None:
        raise fail(where, "max_translate_abs is in pixels: with shapes, give max_translate_rel")
    if not use_shape and parts is not None:
        raise fail(where, "max_translate_rel is of the samples' shapes: give shape=")
    return pixels, parts


class Translations:
    """The two translations of a suite, in pixels or as parts of the samples' shapes."""

    def __init__(
        self, where: str, use_shape: bool, pixels: Any, parts: Any, most: float, most_part: float
    ) -> None:
        pixels, parts = translations(where, use_shape, pixels, parts)
        given = parts if use_shape else pixels
        default = most_part if use_shape else most
        name = "max_translate_rel" if use_shape else "max_translate_abs"
        y, x = _pair(where, name, default if given is None else given)
        along_x, along_y = (
            (a.translate_x, a.translate_y)
            if use_shape
            else (a.translate_x_no_shape, a.translate_y_no_shape)
        )
        self.along_x = along_x.augmentation((0, x), True)
        self.along_y = along_y.augmentation((0, y), True)


def _pair(where: str, name: str, given: Any) -> tuple[float, float]:
    values = tuple(given) if isinstance(given, (tuple, list)) else (given, given)
    if len(values) != 2 or not all(isinstance(v, (int, float)) for v in values):
        raise fail(where, f"{name} is a number or a pair of them, got {errors.brief(given)}")
    return values


def enhancements(of: tuple[float, float], signed: bool = True) -> list[Augmentation]:
    """Brightness, contrast, colour and sharpness of a range: about no change, or factors."""
    shift = a.shift_enhance_range if signed else None
    kernel = a.sharpness_kernel if signed else a.sharpness_kernel_shifted
    return [
        *(one.augmentation(of, signed, shift) for one in (a.brightness, a.contrast, a.color)),
        a.sharpness.augmentation(of, signed, kernel),
    ]


def excluding(
    where: str, suite: Sequence[Augmentation], excluded: Sequence[str] | None
) -> list[Augmentation]:
    """A suite without those of some names."""
    names = [one.name for one in suite]
    for name in excluded or ():
        if name not in names:
            text = f"excluded={name!r} is no augmentation of the suite. "
            raise fail(where, text + errors.hint(name, names))
    return [one for one in suite if one.name not in (excluded or ())]


def used(suite: Sequence[Augmentation], **arguments: Any) -> dict[str, Any]:
    """Those arguments that one of a suite has."""
    known = {name for one in suite for name in one.arguments}
    return {k: v for k, v in arguments.items() if k in known}
