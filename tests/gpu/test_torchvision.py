"""torchvision's transforms of Batches on the GPU: what they give on the CPU."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import headrace.dynamic as ndd
from headrace.torchvision import v2

CASES = [
    v2.Resize((30, 40)),
    v2.RandomResizedCrop(24),
    v2.RandomCrop(50, padding=5),
    v2.RandomHorizontalFlip(),
    v2.RandomAffine(20, (0.1, 0.1), interpolation="bilinear"),
    v2.RandomPerspective(),
    v2.RandomErasing(),
    v2.ColorJitter(0.4, 0.4, 0.4, 0.2),
    v2.RandomPhotometricDistort(),
    v2.RandomAdjustSharpness(2.0),
    v2.RandomEqualize(),
    v2.GaussianBlur(5),
    v2.RandAugment(num_ops=3),
    v2.AutoAugment("cifar10"),
    v2.AugMix(chain_depth=1),
]


def images() -> ndd.Batch:
    rng = np.random.default_rng(0)
    made = [np.clip(rng.normal(120, 40, (60, 80, 3)), 0, 255).astype(np.uint8) for _ in range(8)]
    return ndd.batch(made, layout="HWC")


def differences(transform) -> np.ndarray:
    """Of all elements, in levels, between the CPU and the GPU."""
    ndd.random.set_seed(7)
    if torch := sys.modules.get("torch"):  # then its seed counts
        torch.manual_seed(7)
    batch = images()
    params = transform.make_params([batch])
    there = transform.transform(batch.gpu(), params)
    assert there.device == ndd.device("gpu")
    pairs = zip(transform.transform(batch, params), there.cpu())
    return np.concatenate(
        [np.abs(np.asarray(a).astype(int) - np.asarray(b)).ravel() for a, b in pairs]
    )


@pytest.mark.parametrize("transform", CASES, ids=lambda t: type(t).__name__)
def test_same_as_cpu(transform):
    assert differences(transform).max() <= 1


def test_mixed_chains():
    """A chain of AugMix may amplify a level of difference (posterize after a warp); chains of one
    augmentation, above, do not."""
    assert (differences(v2.AugMix()) > 1).mean() < 0.001


def test_a_chain():
    colours = [v2.ToImage(), v2.ToDtype("float32", scale=True), v2.Normalize([0.5], [0.25])]
    chain = v2.Compose([v2.Resize((30, 40)), v2.CenterCrop(28), *colours])
    made = chain(images().gpu())
    assert made.layout == "CHW" and made.shape == [(3, 28, 28)] * 8
    for a, b in zip(chain(images()), made.cpu()):
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), atol=0.02)
