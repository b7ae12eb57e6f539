"""Defining, combining and selecting augmentations."""

from ._augmentation import Augmentation, SignedMagnitudeBin, signed_bin
from ._select import select
from .decorator import augmentation
from .policy import Policy

__all__ = [
    "Augmentation",
    "Policy",
    "SignedMagnitudeBin",
    "augmentation",
    "select",
    "signed_bin",
]
