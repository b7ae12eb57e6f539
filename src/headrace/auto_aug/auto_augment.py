"""AutoAugment: learned augmentation policies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..core import errors
from ..engine.random import RNG
from . import augmentations as a
from ._suites import common, largest, made, used
from .core import Augmentation, Policy
from .core import _checks as checks
from .core._modes import mode_of
from .core._select import augment

# One sub-policy per line: names, probabilities and magnitude bins of its augmentations.

_IMAGE_NET = """
    equalize 0.8, shear_y 0.8 4
    color 0.4 9, equalize 0.6
    color 0.4 1, rotate 0.6 8
    solarize 0.8 3, equalize 0.4
    solarize 0.4 2, solarize 0.6 2
    color 0.2 0, equalize 0.8
    equalize 0.4, solarize_add 0.8 3
    shear_x 0.2 9, rotate 0.6 8
    color 0.6 1, equalize 1.0
    invert 0.4, rotate 0.6 0
    equalize 1.0, shear_y 0.6 3
    color 0.4 7, equalize 0.6
    posterize 0.4 6, auto_contrast 0.4
    solarize 0.6 8, color 0.6 9
    solarize 0.2 4, rotate 0.8 9
    rotate 1.0 7, translate_y 0.8 9
    solarize 0.8 4
    shear_y 0.8 0, color 0.6 4
    color 1.0 0, rotate 0.6 2
    equalize 0.8
    equalize 1.0, auto_contrast 0.6
    shear_y 0.4 7, solarize_add 0.6 7
    posterize 0.8 2, solarize 0.6 10
    solarize 0.6 8, equalize 0.6
    color 0.8 6, rotate 0.4 5
"""

_REDUCED_IMAGE_NET = """
    posterize 0.4 8, rotate 0.6 9
    solarize 0.6 5, auto_contrast 0.6
    equalize 0.8, equalize 0.6
    posterize 0.6 7, posterize 0.6 6
    equalize 0.4, solarize 0.2 4
    equalize 0.4, rotate 0.8 8
    solarize 0.6 3, equalize 0.6
    posterize 0.8 5, equalize 1.0
    rotate 0.2 3, solarize 0.6 8
    equalize 0.6, posterize 0.4 6
    rotate 0.8 8, color 0.4 0
    rotate 0.4 9, equalize 0.6
    equalize 0.8
    invert 0.6, equalize 1.0
    color 0.6 4, contrast 1.0 8
    rotate 0.8 8, color 1.0 2
    color 0.8 8, solarize 0.8 7
    sharpness 0.4 7, invert 0.6
    shear_x 0.6 5, equalize 1.0
    color 0.4 0, equalize 0.6
    equalize 0.4, solarize 0.2 4
    solarize 0.6 5, auto_contrast 0.6
    invert 0.6, equalize 1.0
    color 0.6 4, contrast 1.0 8
    equalize 0.8, equalize 0.6
"""

_REDUCED_CIFAR10 = """
    invert 0.1, contrast 0.2 6
    rotate 0.7 2, translate_x 0.3 9
    sharpness 0.8 1, sharpness 0.9 3
    shear_y 0.5 8, translate_y 0.7 9
    auto_contrast 0.5, equalize 0.9
    shear_y 0.2 7, posterize 0.3 7
    color 0.4 3, brightness 0.6 7
    sharpness 0.3 9, brightness 0.7 9
    equalize 0.6, equalize 0.5
    contrast 0.6 7, sharpness 0.6 5
    color 0.7 7, translate_x 0.5 8
    equalize 0.3, auto_contrast 0.4
    translate_y 0.4 3, sharpness 0.2 6
    brightness 0.9 6, color 0.2 8
    solarize 0.5 2
    equalize 0.2, auto_contrast 0.6
    equalize 0.2, equalize 0.6
    color 0.9 9, equalize 0.6
    auto_contrast 0.8, solarize 0.2 8
    brightness 0.1 3, color 0.7 0
    solarize 0.4 5, auto_contrast 0.9
    translate_y 0.9 9, translate_y 0.7 9
    auto_contrast 0.9, solarize 0.8 3
    equalize 0.8, invert 0.1
    translate_y 0.7 9, auto_contrast 0.9
"""

_SVHN = """
    shear_x 0.9 4, invert 0.2
    shear_y 0.9 8, invert 0.7
    equalize 0.6, solarize 0.6 6
    invert 0.9, equalize 0.6
    equalize 0.6, rotate 0.9 3
    shear_x 0.9 4, auto_contrast 0.8
    shear_y 0.9 8, invert 0.4
    shear_y 0.9 5, solarize 0.2 6
    invert 0.9, auto_contrast 0.8
    equalize 0.6, rotate 0.9 3
    shear_x 0.9 4, solarize 0.3 3
    shear_y 0.8 8, invert 0.7
    equalize 0.9, translate_y 0.6 6
    invert 0.9, equalize 0.6
    contrast 0.3 3, rotate 0.8 4
    invert 0.8
    shear_y 0.7 6, solarize 0.4 8
    invert 0.6, rotate 0.8 4
    shear_y 0.3 7, translate_x 0.9 3
    shear_x 0.1 6, invert 0.6
    solarize 0.7 2, translate_y 0.6 7
    shear_y 0.8 4, invert 0.8
    shear_x 0.7 9, translate_y 0.8 3
    shear_y 0.8 5, auto_contrast 0.7
    shear_x 0.7 2, invert 0.1
"""


def auto_augment(
    data: Any,
    policy_name: str = "image_net",
    shape: Any = None,
    fill_value: int | None = 128,
    interp_type: Any = None,
    max_translate_abs: int | tuple[int, int] | None = None,
    max_translate_rel: float | tuple[float, float] | None = None,
    seed: int | None = None,
    *,
    rng: RNG | None = None,
) -> Any:
    """Augment each sample by a randomly drawn sub-policy of a policy.

    data: uint8 RGB images: a DataNode, a Batch or a Tensor.
    policy_name: "image_net", "reduced_image_net", "reduced_cifar10" or "svhn".
    shape: heights and widths of the samples (a tuple, or their shapes). With it translations are
        relative to the size, up to `max_translate_rel` (default 1); without it they are in pixels,
        up to `max_translate_abs` (default 250). Both may be pairs: along y, along x.
    fill_value, interp_type: value of pixels from outside the image; interpolation.
    seed: for graphs. rng: generator for dynamic mode.

    >>> import numpy as np
    >>> import headrace.dynamic as ndd
    >>> images = ndd.batch([np.full((9, 8, 3), 7, np.uint8)] * 2, layout="HWC")
    >>> auto_augment(images, "svhn", rng=ndd.random.RNG(seed=5)).shape
    [(9, 8, 3), (9, 8, 3)]
    """
    chosen = errors.choice("policy_name", policy_name, _POLICIES, operator="auto_augment")
    policy = made(_POLICIES[chosen], shape is not None, max_translate_abs, max_translate_rel)
    kwargs = used(
        list(policy.augmentations.values()),
        shape=shape,
        fill_value=fill_value,
        interp_type=interp_type,
    )
    return apply_auto_augment(policy, data, seed, rng=rng, **kwargs)


def auto_augment_image_net(
    data: Any,
    shape: Any = None,
    fill_value: int | None = 128,
    interp_type: Any = None,
    max_translate_abs: int | tuple[int, int] | None = None,
    max_translate_rel: float | tuple[float, float] | None = None,
    seed: int | None = None,
    *,
    rng: RNG | None = None,
) -> Any:
    """AutoAugment with the policy "image_net"; see `auto_augment`."""
    return auto_augment(
        data, "image_net", shape, fill_value, interp_type, max_translate_abs, max_translate_rel,
        seed, rng=rng,
    )  # fmt: skip


def apply_auto_augment(
    policy: Policy, data: Any, seed: int | None = None, *, rng: RNG | None = None, **kwargs: Any
) -> Any:
    """AutoAugment with a custom policy; further arguments go to its augmentations."""
    where = "apply_auto_augment"
    subs = policy.sub_policies
    if not subs:
        raise checks.fail(where, f"the policy {policy.name!r} has no sub-policies")
    checks.are_used(where, kwargs, policy.augmentations.values())
    mode = mode_of(data, seed, rng)
    chosen = mode.integers(len(subs))
    for stage in range(max(len(sub) for sub in subs)):
        ops: list[Augmentation | None] = [None]  # number 0: no change
        table = np.zeros((3, len(subs)))  # per sub-policy: operator, probability, magnitude bin
        for k, sub in enumerate(subs):
            if stage < len(sub):
                op, probability, bin = sub[stage]
                if not any(op is other for other in ops):
                    ops.append(op)
                number = next(i for i, other in enumerate(ops) if op is other)
                table[:, k] = number, probability, bin or 0
        which = mode.pick(table[0].astype(np.int32), chosen)
        index = mode.unless(which, mode.uniform(), mode.pick(table[1].astype(np.float32), chosen))
        bin = mode.pick(table[2].astype(np.int32), chosen)
        data = augment(mode, ops, index, data, bin, policy.num_magnitude_bins, rng, kwargs)
    return data


# ---- policies ---------------------------------------------------------------------------------


def get_image_net_policy(
    use_shape: bool = False,
    max_translate_abs: int | tuple[int, int] | None = None,
    max_translate_rel: float | tuple[float, float] | None = None,
) -> Policy:
    """The policy learned for ImageNet."""
    return _policy("ImageNetPolicy", _IMAGE_NET, use_shape, max_translate_abs, max_translate_rel)


def get_reduced_image_net_policy() -> Policy:
    """The policy learned for a part of ImageNet; it has no geometric augmentations."""
    return _policy("ReducedImageNetPolicy", _REDUCED_IMAGE_NET)


def get_reduced_cifar10_policy(
    use_shape: bool = False,
    max_translate_abs: int | tuple[int, int] | None = None,
    max_translate_rel: float | tuple[float, float] | None = None,
) -> Policy:
    """The policy learned for a part of CIFAR-10."""
    of = (use_shape, max_translate_abs, max_translate_rel)
    return _policy("ReducedCifar10Policy", _REDUCED_CIFAR10, *of)


def get_svhn_policy(
    use_shape: bool = False,
    max_translate_abs: int | tuple[int, int] | None = None,
    max_translate_rel: float | tuple[float, float] | None = None,
) -> Policy:
    """The policy learned for SVHN (street view house numbers)."""
    return _policy("SvhnPolicy", _SVHN, use_shape, max_translate_abs, max_translate_rel)


def _reduced_image_net(use_shape: bool, pixels: Any, parts: Any) -> Policy:
    if use_shape or pixels is not None or parts is not None:
        text = 'the policy "reduced_image_net" moves nothing: it has no use for shapes'
        raise checks.fail("auto_augment", text)
    return get_reduced_image_net_policy()


_POLICIES: dict[str, Callable[[bool, Any, Any], Policy]] = {
    "image_net": get_image_net_policy,
    "reduced_image_net": _reduced_image_net,
    "svhn": get_svhn_policy,
    "reduced_cifar10": get_reduced_cifar10_policy,
}


def _policy(
    name: str, text: str, use_shape: bool = False, pixels: Any = None, parts: Any = None
) -> Policy:
    most = largest("auto_augment", use_shape, pixels, parts, 250, 1.0)
    suite = [
        *common(use_shape, most, enhance=(0.1, 1.9), signed=False, bits=(0, 4), threshold=(0, 256)),
        a.solarize_add.augmentation((0, 110)),
        a.invert,
        a.equalize,
        a.auto_contrast,
    ]
    by_name = {one.name: one for one in suite}

    def operation(said: str) -> tuple[Augmentation, float, int | None]:
        which, probability, *strength = said.split()
        return by_name[which], float(probability), int(strength[0]) if strength else None

    lines = [line for line in text.splitlines() if line.strip()]
    return Policy(name, 11, [[operation(one) for one in line.split(",")] for line in lines])
