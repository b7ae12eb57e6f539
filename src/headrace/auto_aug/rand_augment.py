"""RandAugment: n random augmentations per sample, all of one magnitude."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine.random import RNG
from . import augmentations as a
from ._suites import Largest, common, excluding, largest, made, used
from .core import Augmentation
from .core import _checks as checks
from .core._modes import mode_of
from .core._select import augment


def rand_augment(
    data: Any,
    n: int,
    m: int,
    num_magnitude_bins: int = 31,
    shape: Any = None,
    fill_value: int | None = 128,
    interp_type: Any = None,
    max_translate_abs: int | tuple[int, int] | None = None,
    max_translate_rel: float | tuple[float, float] | None = None,
    seed: int | None = None,
    monotonic_mag: bool = True,
    excluded: list[str] | None = None,
    *,
    rng: RNG | None = None,
) -> Any:
    """Augment each sample by n randomly drawn augmentations of magnitude m.

    data: uint8 RGB images: a DataNode, a Batch or a Tensor.
    m: the magnitude bin, from 0 to num_magnitude_bins - 1.
    shape: heights and widths of the samples (a tuple, or their shapes). With it translations are
        relative to the size, up to `max_translate_rel` (default 100/224); without it they are in
        pixels, up to `max_translate_abs` (default 100). Both may be pairs: along y, along x.
    fill_value, interp_type: value of pixels from outside the image; interpolation.
    seed: for graphs. rng: generator for dynamic mode.
    monotonic_mag: bin 0 is no change, and higher bins change more; otherwise AutoAugment's ranges.
    excluded: names of augmentations to omit.
    """
    suite = get_rand_augment_suite if monotonic_mag else get_rand_augment_non_monotonic_suite
    use_shape = shape is not None
    chosen = excluding(
        "rand_augment", made(suite, use_shape, max_translate_abs, max_translate_rel), excluded
    )
    kwargs = used(chosen, shape=shape, fill_value=fill_value, interp_type=interp_type)
    return apply_rand_augment(chosen, data, n, m, num_magnitude_bins, seed=seed, rng=rng, **kwargs)


def apply_rand_augment(
    augmentations: Sequence[Augmentation],
    data: Any,
    n: int,
    m: int,
    num_magnitude_bins: int = 31,
    seed: int | None = None,
    *,
    rng: RNG | None = None,
    **kwargs: Any,
) -> Any:
    """RandAugment with custom augmentations; further arguments go to them."""
    where = "apply_rand_augment"
    n = checks.integer(where, "n", n, 0)
    bins = checks.integer(where, "num_magnitude_bins", num_magnitude_bins, 1)
    m = checks.integer(where, "m", m, 0, bins - 1)
    if not augmentations and n:
        raise checks.fail(where, "needs augmentations, unless n=0")
    checks.are_used(where, kwargs, augmentations)
    mode = mode_of(data, seed, rng)
    for _ in range(n):
        index = mode.integers(len(augmentations))
        data = augment(mode, augmentations, index, data, m, bins, rng, kwargs)
    return data


def get_rand_augment_suite(
    use_shape: bool = False,
    max_translate_abs: int | tuple[int, int] | None = None,
    max_translate_rel: float | tuple[float, float] | None = None,
) -> list[Augmentation]:
    """RandAugment's augmentations, with magnitudes that start at no change."""
    most = _largest(use_shape, max_translate_abs, max_translate_rel)
    suite = common(use_shape, most, enhance=(0, 0.9), bits=(8, 4), threshold=(256, 0))
    return [*suite, a.equalize, a.auto_contrast, a.identity]


def get_rand_augment_non_monotonic_suite(
    use_shape: bool = False,
    max_translate_abs: int | tuple[int, int] | None = None,
    max_translate_rel: float | tuple[float, float] | None = None,
) -> list[Augmentation]:
    """RandAugment's augmentations, with AutoAugment's magnitudes."""
    most = _largest(use_shape, max_translate_abs, max_translate_rel)
    suite = common(
        use_shape, most, enhance=(0.1, 1.9), signed=False, bits=(0, 4), threshold=(0, 256)
    )
    return [*suite, a.equalize, a.auto_contrast, a.identity]


def _largest(use_shape: bool, pixels: Any, parts: Any) -> Largest:
    return largest("rand_augment", use_shape, pixels, parts, 100, 100 / 224)
