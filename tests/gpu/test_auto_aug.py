"""Automatic augmentations of data on the GPU."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace import Pipeline, fn
from headrace.auto_aug import augmentations, auto_augment, core, rand_augment, trivial_augment

NAMES = sorted(n for n, x in vars(augmentations).items() if isinstance(x, core.Augmentation))


def images(count=4):
    rng = np.random.default_rng(2)
    return [rng.integers(0, 255, (20 + k, 24, 3), np.uint8) for k in range(count)]


def alike(got, want, most=1):
    """Samples that are the CPU's, within rounding of sums."""
    assert got.device == "gpu"
    for a, b in zip(got.cpu().tensors, want.tensors, strict=True):
        assert np.abs(np.asarray(a).astype(int) - np.asarray(b).astype(int)).max() <= most


@pytest.mark.parametrize("name", NAMES)
def test_augmentation(name):
    x = ndd.batch(images(), layout="HWC")
    args = {
        "magnitude_bin": core.signed_bin(ndd.batch([1, 5, 9, 10]), ndd.batch([0, 1, 0, 1])),
        "num_magnitude_bins": 11,
        "shape": ndd.batch([np.int64(i.shape) for i in images()]),
    }
    one = getattr(augmentations, name)
    alike(one(x.gpu(), **args), one(x, **args))


def test_suites():
    """The same choices on both sides. Later augmentations may widen a difference of 1."""
    x = ndd.batch(images(24), layout="HWC")
    for work in (
        lambda x, rng: rand_augment.rand_augment(x, 2, 17, rng=rng, excluded=["equalize"]),
        lambda x, rng: trivial_augment.trivial_augment_wide(x, rng=rng, shape=(20, 24)),
    ):
        here, there = (work(v, ndd.random.RNG(seed=6)) for v in (x, x.gpu()))
        alike(there, here, most=4)
    policy = auto_augment.auto_augment(x.gpu(), "svhn", rng=ndd.random.RNG(seed=1))
    assert policy.device == "gpu" and policy.shape == x.shape


def test_pipeline():
    given = images(8)
    pipe = Pipeline(batch_size=8, seed=4)
    with pipe:
        x = fn.external_source(lambda: given, layout="HWC")
        here = rand_augment.rand_augment(x, 2, 9, seed=5, excluded=["equalize"])
        there = rand_augment.rand_augment(x.gpu(), 2, 9, seed=5, excluded=["equalize"])
        assert there.device == "gpu"
        pipe.set_outputs(here, there.cpu())
    for _ in range(3):
        here, there = pipe.run()
        for i in range(8):
            assert np.abs(here.at(i).astype(int) - there.at(i).astype(int)).max() <= 4
