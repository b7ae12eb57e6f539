"""TrivialAugment: one augmentation of a random strength for each sample."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine.random import RNG
from . import augmentations as a
from ._suites import Translations, enhancements, excluding, translations, used
from .core import Augmentation, signed_bin
from .core import _checks as checks
from .core import _select as _select
from .core._modes import mode_of


def trivial_augment_wide(
    data: Any,
    num_magnitude_bins: int = 31,
    shape: Any = None,
    fill_value: int | None = 128,
    interp_type: Any = None,
    max_translate_abs: int | tuple[int, int] | None = None,
    max_translate_rel: float | tuple[float, float] | None = None,
    seed: int | None = None,
    excluded: list[str] | None = None,
    *,
    rng: RNG | None = None,
) -> Any:
    """Augment each sample by an augmentation and with a strength that are drawn for it.

    Translations are up to 32 pixels, or up to the whole of `shape`; the arguments are those of
    `rand_augment`.
    """
    where = "trivial_augment_wide"
    given = translations(where, shape is not None, max_translate_abs, max_translate_rel)
    suite = get_trivial_augment_wide_suite(shape is not None, *given)
    chosen = excluding(where, suite, excluded)
    kwargs = used(chosen, shape=shape, fill_value=fill_value, interp_type=interp_type)
    return apply_trivial_augment(chosen, data, num_magnitude_bins, seed=seed, rng=rng, **kwargs)


def apply_trivial_augment(
    augmentations: Sequence[Augmentation],
    data: Any,
    num_magnitude_bins: int = 31,
    seed: int | None = None,
    *,
    rng: RNG | None = None,
    **kwargs: Any,
) -> Any:
    """TrivialAugment with augmentations of one's own; further arguments are theirs."""
    where = "apply_trivial_augment"
    bins = checks.integer(where, "num_magnitude_bins", num_magnitude_bins, 1)
    if not augmentations:
        raise checks.fail(where, "needs augmentations")
    checks.are_used(where, kwargs, augmentations)
    mode = mode_of(data, seed, rng)
    index = mode.integers(len(augmentations))
    strong = any(one.mag_range is not None for one in augmentations)
    bin = signed_bin(mode.integers(bins)) if strong else None
    return _select.apply(mode, augmentations, index, data, bin, bins, kwargs)


def get_trivial_augment_wide_suite(
    use_shape: bool = False,
    max_translate_abs: int | tuple[int, int] | None = None,
    max_translate_rel: float | tuple[float, float] | None = None,
) -> list[Augmentation]:
    """TrivialAugment's augmentations, with its wide ranges."""
    name = "get_trivial_augment_wide_suite"
    moves = Translations(name, use_shape, max_translate_abs, max_translate_rel, 32, 1.0)
    return [
        moves.along_x,
        moves.along_y,
        a.shear_x.augmentation((0, 0.99), True),
        a.shear_y.augmentation((0, 0.99), True),
        a.rotate.augmentation((0, 135), True),
        *enhancements((0.01, 0.99)),
        a.posterize.augmentation((8, 2), False, a.poster_mask_uint8),
        a.solarize.augmentation((256, 0)),
        a.equalize,
        a.auto_contrast,
        a.identity,
    ]
