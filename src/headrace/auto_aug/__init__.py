"""Random augmentations per sample: AutoAugment, RandAugment, TrivialAugment.

>>> import numpy as np
>>> import headrace.dynamic as ndd
>>> from headrace.auto_aug.rand_augment import rand_augment
>>> images = ndd.batch([np.full((8, 8, 3), 99, np.uint8)] * 4, layout="HWC")
>>> rand_augment(images, n=2, m=10, rng=ndd.random.RNG(seed=1)).shape
[(8, 8, 3), (8, 8, 3), (8, 8, 3), (8, 8, 3)]
"""

from . import augmentations, auto_augment, core, rand_augment, trivial_augment

__all__ = ["augmentations", "auto_augment", "core", "rand_augment", "trivial_augment"]
