"""AutoAugment, RandAugment, TrivialAugmentWide, AugMix: augmentations drawn for each image."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import numpy as np

from ... import dynamic as ndd
from ...auto_aug import auto_augment as _policies
from ...core import errors
from ...core.dtype import float32
from . import draws, moves, pixel_ops
from .items import Items
from .options import WARPING, Fill, Interpolation, interpolation
from .pictures import Picture, operand
from .transform import Params, Transform

_mode = interpolation
_ROWS = ("index", "level", "sign")

# How strong an augmentation gets: (weakest, strongest, whether its sign is random). Strengths of
# translations are parts of the width or height, or pixels (in text).
Space = dict[str, tuple[Any, Any, bool] | None]

_PLAIN: Space = {"Identity": None, "AutoContrast": None, "Equalize": None}
_SHIFT = 150.0 / 331.0


def _space(shear: float, shift: Any, turn: float, enhance: float, bits: tuple[int, int]) -> Space:
    moving = {"ShearX": shear, "ShearY": shear, "TranslateX": shift, "TranslateY": shift}
    enhancing = dict.fromkeys(("Brightness", "Color", "Contrast", "Sharpness"), enhance)
    signed = {**moving, "Rotate": turn, **enhancing}
    return {
        **{name: (0.0, most, True) for name, most in signed.items()},
        "Posterize": (*bits, False),
        "Solarize": (1.0, 0.0, False),
        **_PLAIN,
    }


_RAND = _space(0.3, _SHIFT, 30.0, 0.9, (8, 4))
_WIDE = _space(0.99, "32", 135.0, 0.99, (8, 2))
_MIX = {k: v for k, v in _space(0.3, 1 / 3, 30.0, 0.9, (4, 0)).items() if k != "Identity"}
_AUTO: Space = {**_RAND, "Invert": None}


def strengths(space: Space, name: str, level: Any, bins: int, sizes: Any, sign: Any) -> Any:
    """Magnitudes of an augmentation at levels 0 … bins - 1, one for each image."""
    entry = space[name]
    if entry is None:
        return np.zeros(len(sizes))
    low, high, signed = entry
    if isinstance(high, str):
        high = float(high)
    elif name.startswith("Translate"):
        high = high * sizes[:, 1 if name.endswith("X") else 0]
    part = np.asarray(level) / max(bins - 1, 1)
    found = low + (high - low) * part
    if name == "Posterize":
        return low - np.rint((low - high) * part)
    return found * np.where(sign, -1, 1) if signed else found


def augment(items: Items, name: str, magnitude: Any, mode: Any, fill: Any) -> None:
    """One augmentation, with a magnitude for each image."""
    zero = np.zeros(items.n)
    if name in _MOVING:
        moves.warp(items, _MOVING[name](items.sizes, magnitude, zero), None, mode, fill)
    elif name in _ENHANCE:
        _ENHANCE[name](items, 1.0 + magnitude)
    elif name == "Posterize":
        pixel_ops.posterize(items, magnitude.astype(np.int64))
    elif name == "Solarize":
        white = pixel_ops.most(items.images[0].dtype) if items.images else 255.0
        pixel_ops.solarize(items, magnitude * white)
    elif name != "Identity":
        _SIMPLE[name](items)


_MOVING: dict[str, Callable[[Any, Any, Any], Any]] = {
    "ShearX": lambda s, m, o: moves.affine_matrix(
        s, shear=np.stack([np.degrees(np.arctan(m)), o], 1), center=(0.0, 0.0)
    ),
    "ShearY": lambda s, m, o: moves.affine_matrix(
        s, shear=np.stack([o, np.degrees(np.arctan(m))], 1), center=(0.0, 0.0)
    ),
    "TranslateX": lambda s, m, o: moves.affine_matrix(s, translate=np.stack([np.trunc(m), o], 1)),
    "TranslateY": lambda s, m, o: moves.affine_matrix(s, translate=np.stack([o, np.trunc(m)], 1)),
    "Rotate": lambda s, m, o: moves.affine_matrix(s, -m),
}
_ENHANCE: dict[str, Callable[[Items, Any], None]] = {
    "Brightness": pixel_ops.brightness,
    "Color": pixel_ops.saturation,
    "Contrast": pixel_ops.contrast,
    "Sharpness": pixel_ops.sharpness,
}
_SIMPLE: dict[str, Callable[[Items], None]] = {
    "AutoContrast": pixel_ops.autocontrast,
    "Equalize": pixel_ops.equalize,
    "Invert": pixel_ops.invert,
}


class _Drawn(Transform):
    """Augmentations of a space, one for each image at a time."""

    _space: Space

    def __init__(self, mode: Interpolation, fill: Fill) -> None:
        self.interpolation = _mode(mode, WARPING)
        self.fill = fill

    def step(self, items: Items, drawn: Params, bins: int) -> None:
        """Applies augmentation number index[k] to image k; a number below 0 is none."""
        level, sign = drawn["level"], drawn["sign"]

        def branch(name: str) -> Callable[[Items, Any], None]:
            def each(part: Items, here: Any) -> None:
                found = strengths(self._space, name, level[here], bins, part.sizes, sign[here])
                augment(part, name, found, self.interpolation, self.fill)

            return each

        items.switch(drawn["index"], [branch(name) for name in self._space])


class RandAugment(_Drawn):
    """num_ops augmentations in a row, drawn for each image, all of one magnitude."""

    _space = _RAND

    def __init__(
        self,
        num_ops: int = 2,
        magnitude: int = 9,
        num_magnitude_bins: int = 31,
        interpolation: Interpolation = "nearest",
        fill: Fill = None,
    ) -> None:
        super().__init__(interpolation, fill)
        self.num_ops = errors.integer("num_ops", num_ops, 0)
        self.magnitude = magnitude
        self.num_magnitude_bins = num_magnitude_bins

    def draw(self, items: Items) -> Params:
        """See Transform."""
        n, count = items.n, len(self._space)
        return {
            "index": draws.integers(n * self.num_ops, 0, count).reshape(n, -1),
            "level": np.full((n, self.num_ops), self.magnitude),
            "sign": draws.uniform((n, self.num_ops)) < 0.5,
        }

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        for k in range(params["index"].shape[1]):
            self.step(items, {name: params[name][:, k] for name in _ROWS}, self.num_magnitude_bins)


class TrivialAugmentWide(RandAugment):
    """One augmentation of random magnitude for each image."""

    _space = _WIDE

    def __init__(
        self,
        num_magnitude_bins: int = 31,
        interpolation: Interpolation = "nearest",
        fill: Fill = None,
    ) -> None:
        super().__init__(1, 0, num_magnitude_bins, interpolation, fill)

    def draw(self, items: Items) -> Params:
        """See Transform."""
        levels = draws.integers(items.n, 0, self.num_magnitude_bins)
        return {**super().draw(items), "level": levels[:, None]}


class AutoAugmentPolicy(Enum):
    """The data that a policy was learned for."""

    IMAGENET = "imagenet"
    CIFAR10 = "cifar10"
    SVHN = "svhn"


_LEARNED = {
    "imagenet": _policies.get_reduced_image_net_policy,
    "cifar10": _policies.get_reduced_cifar10_policy,
    "svhn": _policies.get_svhn_policy,
}


class AutoAugment(_Drawn):
    """One sub-policy of a learned policy for each image: "imagenet", "cifar10" or "svhn"."""

    _space = _AUTO
    _bins = 10

    def __init__(
        self,
        policy: AutoAugmentPolicy | str = AutoAugmentPolicy.IMAGENET,
        interpolation: Interpolation = "nearest",
        fill: Fill = None,
    ) -> None:
        super().__init__(interpolation, fill)
        name = errors.choice("policy", getattr(policy, "value", policy), list(_LEARNED))
        self.policy = AutoAugmentPolicy(name)
        names = list(self._space)
        self._subs = [
            [(names.index(_camel(a.name)), p, level or 0) for a, p, level in sub]
            for sub in _LEARNED[name]().sub_policies
        ]

    def draw(self, items: Items) -> Params:
        """See Transform."""
        n = items.n
        chosen = [self._subs[k] for k in draws.integers(n, 0, len(self._subs))]
        params: Params = {"sign": draws.uniform((n, 2)) < 0.5}
        least = draws.uniform((n, 2))
        index = np.full((n, 2), -1)
        level = np.zeros((n, 2), np.int64)
        for row, sub in enumerate(chosen):
            for k, (which, p, strength) in enumerate(sub):
                if least[row, k] <= p:
                    index[row, k], level[row, k] = which, strength
        return {**params, "index": index, "level": level}

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        for k in range(2):
            self.step(items, {name: params[name][:, k] for name in _ROWS}, self._bins)


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


class AugMix(_Drawn):
    """A random mixture of several chains of augmentations and of the image itself.

    severity: 1 to 10; mixture_width: chains; chain_depth: augmentations in each, -1: 1 to 3.
    """

    _bins = 10

    def __init__(
        self,
        severity: int = 3,
        mixture_width: int = 3,
        chain_depth: int = -1,
        alpha: float = 1.0,
        all_ops: bool = True,
        interpolation: Interpolation = "bilinear",
        fill: Fill = None,
    ) -> None:
        super().__init__(interpolation, fill)
        self.severity = errors.integer("severity", severity, 1, self._bins)
        self.mixture_width = mixture_width
        self.chain_depth = chain_depth
        self.alpha = alpha
        self.all_ops = all_ops
        self._space = {k: v for k, v in _MIX.items() if all_ops or k not in _ENHANCE}

    def draw(self, items: Items) -> Params:
        """See Transform."""
        n, width = items.n, self.mixture_width
        most = self.chain_depth if self.chain_depth > 0 else 3
        shape = (n, width, most)
        depth = draws.integers(n * width, 1, 4).reshape(n, width)
        index = draws.integers(n * width * most, 0, len(self._space)).reshape(shape)
        if self.chain_depth <= 0:
            index = np.where(np.arange(most) < depth[..., None], index, -1)
        kept = draws.beta(n, self.alpha, self.alpha)[:, None]
        shares = draws.dirichlet([self.alpha] * width, n) * (1 - kept)
        return {
            "index": index,
            "level": draws.integers(n * width * most, 0, self.severity).reshape(shape),
            "sign": draws.uniform(shape) < 0.5,
            "weight": np.concatenate([kept, shares], 1),
        }

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        chains = [items.copy() for _ in range(self.mixture_width)]
        for k, chain in enumerate(chains):
            for depth in range(params["index"].shape[2]):
                rows = {name: params[name][:, k, depth] for name in _ROWS}
                self.step(chain, rows, self._bins)
        for at, picture in items.pictures.items():
            if not picture.mask:
                _mix(picture, [c.pictures[at] for c in chains], params["weight"])


def _mix(picture: Picture, others: list[Picture], weights: Any) -> None:
    """A weighted sum; weights: (n, 1 + chains)."""
    dtype = picture.dtype
    total: Any = None
    for k, one in enumerate([picture, *others]):
        x = one.pixels("HWC")
        part = ndd.cast(x, dtype=float32) * operand(weights[:, k], x)
        total = part if total is None else total + part
    picture.pixels("HWC")
    picture.put(ndd.cast(total, dtype=dtype))
