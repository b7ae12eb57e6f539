"""Kinds of values: tensors, Pillow images, element types, normalization."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from ...core import errors
from . import conversions
from .items import Items
from .transform import Params, Transform


class ToImage(Transform):
    """Pillow images, NumPy arrays (H, W, C) and Batches as (C, H, W); values stay as they are."""

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        conversions.to_image(items)


class PILToTensor(Transform):
    """Pillow images as tensors (C, H, W); values stay as they are."""

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        conversions.to_image(items, marked=False)


class ToTensor(Transform):
    """Deprecated: ToImage() and ToDtype(torch.float32, scale=True) say what it does."""

    def __init__(self) -> None:
        warnings.warn(
            "ToTensor is deprecated: use Compose([ToImage(), ToDtype(torch.float32, scale=True)])",
            DeprecationWarning,
            stacklevel=2,
        )

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        conversions.to_image(items, marked=False, scale=True)


class ToPILImage(Transform):
    """Tensors as Pillow images."""

    def __init__(self, mode: str | None = None) -> None:
        self.mode = mode

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        conversions.to_pil(items, self.mode)


class ToDtype(Transform):
    """Another element type. scale: white stays white, so that bytes become 0 … 1.

    dtype: of images; or by class (a class or its name): {Image: torch.float32, Mask: torch.int64,
        "others": None}.
    """

    def __init__(self, dtype: Any, scale: bool = False) -> None:
        self.dtype = dtype
        self.scale = scale

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        images, masks = self.dtype, None
        if isinstance(self.dtype, Mapping):
            named = {k if isinstance(k, str) else k.__name__: v for k, v in self.dtype.items()}
            others = named.get("others")
            images = named.get("Image", named.get("Tensor", others))
            masks = named.get("Mask", others)
        conversions.to_dtype(items, images, self.scale, masks)


class ConvertImageDtype(ToDtype):
    """Another element type; white stays white."""

    def __init__(self, dtype: Any = "float32") -> None:
        super().__init__(dtype, scale=True)


class Normalize(Transform):
    """(x - mean) / std of each channel; takes floats."""

    def __init__(self, mean: Sequence[float], std: Sequence[float], inplace: bool = False) -> None:
        self.mean, self.std = list(mean), list(std)
        self.inplace = inplace
        if 0 in self.std:
            raise errors.ArgumentError("std must not be 0")

    def apply(self, items: Items, params: Params) -> None:
        """See Transform."""
        conversions.normalize(items, self.mean, self.std)


class ToPureTensor(Transform):
    """Markers such as Image and Mask taken off."""

    def run(self, items: Items) -> None:
        """See Transform."""
        items.pure = True
