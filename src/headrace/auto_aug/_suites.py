"""Shared parts of the suites of augmentations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from ..core import errors
from . import augmentations as a
from .core import Augmentation
from .core._checks import fail

Largest = tuple[float, float]  # along y and along x


def largest(
    where: str, use_shape: bool, pixels: Any, parts: Any, most: float, most_part: float
) -> Largest:
    """The largest translations along y and x: relative to the size with shapes, else in pixels."""
    if use_shape and pixels is not None:
        raise fail(where, "max_translate_abs is in pixels: with shapes, give max_translate_rel")
    if not use_shape and parts is not None:
        raise fail(where, "max_translate_rel is of the samples' shapes: give shape=")
    given = parts if use_shape else pixels
    if given is None:
        given = most_part if use_shape else most
    name = "max_translate_rel" if use_shape else "max_translate_abs"
    pair = isinstance(given, (tuple, list, np.ndarray)) and np.ndim(given) == 1
    values = list(given) if pair else [given, given]
    if len(values) != 2 or not all(isinstance(v, (int, float, np.number)) for v in values):
        raise fail(where, f"{name} is a number or a pair of them, got {errors.brief(given)}")
    y, x = (v.item() if isinstance(v, np.number) else v for v in values)
    return y, x


def common(
    use_shape: bool,
    most: Largest,
    *,
    shear: float = 0.3,
    angle: float = 30,
    enhance: tuple[float, float],
    signed: bool = True,
    bits: tuple[int, int],
    threshold: tuple[int, int],
) -> list[Augmentation]:
    """The augmentations that all suites start with, for these ranges."""
    moves = (
        (a.translate_x, a.translate_y)
        if use_shape
        else (a.translate_x_no_shape, a.translate_y_no_shape)
    )
    return [
        moves[0].augmentation((0, most[1]), True),
        moves[1].augmentation((0, most[0]), True),
        a.shear_x.augmentation((0, shear), True),
        a.shear_y.augmentation((0, shear), True),
        a.rotate.augmentation((0, angle), True),
        *_enhancements(enhance, signed),
        a.posterize.augmentation(bits, False, a.poster_mask_uint8),
        a.solarize.augmentation(threshold),
    ]


def _enhancements(of: tuple[float, float], signed: bool) -> list[Augmentation]:
    """Brightness, contrast, colour and sharpness; offsets if signed, else factors."""
    shift = a.shift_enhance_range if signed else None
    kernel = a.sharpness_kernel if signed else a.sharpness_kernel_shifted
    return [
        *(one.augmentation(of, signed, shift) for one in (a.brightness, a.contrast, a.color)),
        a.sharpness.augmentation(of, signed, kernel),
    ]


T = TypeVar("T")


def made(suite: Callable[[bool, Any, Any], T], use_shape: bool, pixels: Any, parts: Any) -> T:
    """The cached result of `suite(use_shape, pixels, parts)`: loops ask for it in every step."""
    key = suite, use_shape, *(tuple(v) if isinstance(v, list) else v for v in (pixels, parts))
    try:
        found = _known.get(key)
    except TypeError:  # unhashable, such as an array
        return suite(use_shape, pixels, parts)
    if found is None:
        found = suite(use_shape, pixels, parts)
        if len(_known) < _MOST_KNOWN:
            _known[key] = found
    return found


_known: dict[Any, Any] = {}
_MOST_KNOWN = 64


def excluding(
    where: str, suite: Sequence[Augmentation], excluded: Sequence[str] | None
) -> list[Augmentation]:
    """The suite without the augmentations of these names."""
    names = [one.name for one in suite]
    for name in excluded or ():
        if name not in names:
            text = f"excluded={name!r} is no augmentation of the suite. "
            raise fail(where, text + errors.hint(name, names))
    return [one for one in suite if one.name not in (excluded or ())]


def used(suite: Sequence[Augmentation], **arguments: Any) -> dict[str, Any]:
    """The arguments that some augmentation of the suite accepts."""
    known = {name for one in suite for name in one.arguments}
    return {k: v for k, v in arguments.items() if k in known}
