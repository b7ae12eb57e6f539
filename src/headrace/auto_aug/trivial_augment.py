"""TrivialAugment: one random augmentation of random magnitude per sample."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine.random import RNG
from . import augmentations as a
from ._suites import common, excluding, largest, made, used
from .core import Augmentation
from .core import _checks as checks
from .core._modes import mode_of
from .core._select import augment


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
    """Augment each sample by one randomly drawn augmentation of random magnitude.

    Translations go up to 32 pixels, or up to the whole `shape`. See `rand_augment` for the
    arguments.
    """
    suite = get_trivial_augment_wide_suite
    chosen = excluding(
        "trivial_augment_wide",
        made(suite, shape is not None, max_translate_abs, max_translate_rel),
        excluded,
    )
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
    """TrivialAugment with custom augmentations; further arguments go to them."""
    where = "apply_trivial_augment"
    bins = checks.integer(where, "num_magnitude_bins", num_magnitude_bins, 1)
    if not augmentations:
        raise checks.fail(where, "needs augmentations")
    checks.are_used(where, kwargs, augmentations)
    mode = mode_of(data, seed, rng)
    index = mode.integers(len(augmentations))
    bin = mode.integers(bins)
    return augment(mode, augmentations, index, data, bin, bins, rng, kwargs)


def get_trivial_augment_wide_suite(
    use_shape: bool = False,
    max_translate_abs: int | tuple[int, int] | None = None,
    max_translate_rel: float | tuple[float, float] | None = None,
) -> list[Augmentation]:
    """TrivialAugment's augmentations, with its wide ranges."""
    most = largest("trivial_augment_wide", use_shape, max_translate_abs, max_translate_rel, 32, 1.0)
    suite = common(
        use_shape, most, shear=0.99, angle=135, enhance=(0.01, 0.99), bits=(8, 2),
        threshold=(256, 0),
    )  # fmt: skip
    return [*suite, a.equalize, a.auto_contrast, a.identity]
